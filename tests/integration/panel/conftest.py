"""What tests of the panel's page share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.support.served_panel import Server, Visit


@pytest.fixture(scope="module")
def server(server: Server) -> Server:
    """The shared panel; each file begins with an empty data folder."""
    server.empty()
    return server


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
