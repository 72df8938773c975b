"""What tests of the panel's page share."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.support.served_panel import Server, Visit


@pytest.fixture(scope="module")
def server(server: Server) -> Server:
    """The shared panel; each file begins with an empty data folder."""
    server.empty()
    return server


@pytest.fixture(scope="module")
def browser(browser: Browser) -> Iterator[Browser]:
    """The shared browser; no page of a file stays open after it."""
    yield browser
    close_all(browser, ())


@pytest.fixture(autouse=True)
def _no_page_of_a_test_stays_open(request: pytest.FixtureRequest) -> Iterator[None]:
    """What a failed test leaves open would steer the panel, or be its last page."""
    if "browser" not in request.fixturenames:
        yield
        return
    browser: Browser = request.getfixturevalue("browser")
    before = tuple(browser.contexts)
    yield
    close_all(browser, before)


def close_all(browser: Browser, but: Collection[BrowserContext]) -> None:
    for context in browser.contexts:
        if context not in but:
            context.close()


@pytest.fixture
def visit(server: Server, browser: Browser) -> Iterator[Visit]:
    """A page of its own; a run that goes on at the end is stopped."""
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    visit = Visit(page)
    page.goto(server.address)
    # The state line comes with the first tick: from then on the page is alive.
    page.locator(".dh-state").wait_for()
    yield visit
    page.locator("#dh-stop").click()
    expect(page.locator("#dh-run")).to_be_enabled()
    page.close()
    assert visit.errors == []
    assert visit.hosts == {"127.0.0.1"}
