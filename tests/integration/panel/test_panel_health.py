"""The Health tab in a real browser: checks, mending, the click test, the chart, copying."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.offered_models import offer
from tests.support.served_panel import Server
from tests.support.timed_runs import made_run
from tests.support.weights_server import serving

_STEP = {"settle": 0.5, "ocr": 1.25, "generate": 3.0, "act": 0.3}
_OUTCOME = {"kind": "error", "message": "<b>It</b> broke.", "outbound_connections": 0,
            "refused_connections": 1, "refused": ["connect 9.9.9.9"]}  # fmt: skip


@pytest.fixture(scope="module")
def data(server: Server) -> Iterator[Path]:
    """The data folder with one run, wrong rules, and a model in use that can be fetched."""
    folder = server.data
    made_run(folder / "runs", 1, [_STEP, _STEP], _OUTCOME)
    (folder / "settings.toml").write_text('safety = "none"\nlanguage_model = "small"\n')
    with pytest.MonkeyPatch.context() as patch, serving() as weights:
        patch.setenv("DESKHAND_DATA", str(folder))
        offer(weights, "small")
        yield folder


@pytest.fixture(scope="module")
def page(browser: Browser, server: Server, data: Path) -> Iterator[Page]:
    """One page for all tests of this file, with its checks ended."""
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    problems: list[str] = []
    page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(server.address)
    page.locator(".dh-state").wait_for()
    page.get_by_role("tab", name="Health").click()
    # What pages of other files had checked is not so any more.
    page.locator("#dh-check-again").click()
    expect(page.locator("#dh-checks")).to_contain_text("settings.toml has the value “none”")
    expect(page.locator("#dh-checks")).to_contain_text("Checked at")
    yield page
    context.close()
    assert problems == []


@pytest.mark.smoke
def test_the_checks_say_what_is_wrong_and_what_to_do(page: Page):
    checks = page.locator("#dh-checks")
    expect(checks).to_contain_text("1 of 14 checks failed")
    settings = checks.locator("li", has_text="Settings")
    expect(settings).to_contain_text("✗ bad")
    expect(settings).to_contain_text("settings.toml has the value “none” for safety")
    expect(settings).to_contain_text("What to do: Correct it in the panel's Settings")
    expect(checks.locator("li", has_text="Records of runs")).to_contain_text("✓ good")
    expect(checks.locator("li", has_text="Model in use")).to_contain_text("! warning")


def test_stages_connections_and_ends_of_the_runs(page: Page):
    chart = page.locator("#dh-stages svg")
    expect(chart).to_have_attribute("aria-label", "Seconds by stage: Waiting for screen 0.50 s, "
        "Capture 0.00 s, Reading text 1.25 s, Finding controls 0.00 s, Deciding 3.00 s, "
        "Acting 0.30 s, Other 0.00 s")  # fmt: skip
    expect(page.locator("#dh-stages")).to_contain_text("a whole step took 5.05 s. 2 steps")
    expect(page.locator("#dh-connections")).to_contain_text("0 outbound connections, 1 refused")
    expect(page.locator("#dh-connections")).to_contain_text("connect 9.9.9.9")
    expect(page.locator("#dh-ends")).to_contain_text("error <b>It</b> broke.")


def test_a_missing_model_is_fetched_after_a_question(page: Page, data: Path):
    model = page.locator("#dh-checks li", has_text="Model in use")
    model.get_by_role("button").click()
    expect(page.locator("#dh-fix")).to_contain_text("Download Model small, 2 MB? Licence: MIT.")
    page.locator("#dh-fix-no").click()
    expect(page.locator("#dh-fix")).to_be_hidden()
    model.get_by_role("button").click()
    page.locator("#dh-fix-yes").click()
    expect(page.locator("#dh-mended")).to_contain_text("small was downloaded and verified.")
    # What was mended is checked again by itself.
    expect(model).to_contain_text("✓ good")
    assert (data / "models" / "small" / "x.gguf").stat().st_size > 2_000_000


def test_interrupted_runs_are_found_and_closed(page: Page, data: Path):
    folder = made_run(data / "runs", 2, [_STEP])
    expect(page.locator("#dh-checks")).to_contain_text("Checked at")
    page.locator("#dh-check-again").click()
    records = page.locator("#dh-checks li", has_text="Records of runs")
    expect(records).to_contain_text("1 run was interrupted")
    records.get_by_role("button", name="Close them").click()
    page.locator("#dh-fix-yes").click()
    expect(page.locator("#dh-mended")).to_contain_text("was interrupted at step 2")
    assert json.loads((folder / "outcome.json").read_text())["kind"] == "interrupted"
    expect(records).to_contain_text("✓ good")


def test_clicks_are_tested_on_the_virtual_desktop(page: Page):
    page.locator("#dh-clicks").click()
    expect(page.locator("#dh-clicks-card")).to_contain_text("The mouse will move by itself")
    page.locator("#dh-clicks-go").click()
    expect(page.locator("#dh-clicks-card")).to_be_hidden()
    row = page.locator("#dh-clicked tbody tr")
    expect(row).to_contain_text("9 of 9 landed")
    expect(row).to_contain_text("1280 × 800")
    expect(row).to_contain_text("✓ good")


def test_versions_are_copied(page: Page, data: Path):
    page.locator("#dh-copy").click()
    expect(page.locator("#dh-copy")).to_have_text("Copied")
    text = page.evaluate("navigator.clipboard.readText()")
    assert "Deskhand" in text
    assert str(data / "runs") in text


def test_a_page_that_watches_moves_no_mouse(
    browser: Browser, server: Server, page: Page
):  # fmt: skip
    page.locator("#dh-clicks").click()
    page.locator("#dh-clicks-go").click()  # This page steers now.
    expect(page.locator("#dh-clicked tbody tr")).to_contain_text("9 of 9 landed")
    other = browser.new_page()
    other.goto(server.address)
    other.locator(".dh-state").wait_for()
    other.get_by_role("tab", name="Health").click()
    expect(other.locator("#dh-checks")).to_contain_text("Checked at")
    other.locator("#dh-clicks").click()
    other.locator("#dh-clicks-go").click()
    expect(other.locator("#dh-clicked")).to_contain_text(
        "Another page is in control. Nothing was done."
    )
    other.close()
