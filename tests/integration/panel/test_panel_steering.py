"""The panel in a real browser: Pause, Resume, One step, and what closing the page does."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from agent.control.pause import PauseSwitch
from agent.records.verdict import verdict
from panel.server import open_pages
from panel.server.open_pages import CLOSED, OpenPages
from tests.support.served_panel import GRACE, Server, Visit, start
from tests.support.timing import waited_for

SOON = 0.5


@pytest.mark.smoke
def test_a_run_is_paused_stepped_and_goes_on(visit: Visit, server: Server) -> None:
    page = visit.page
    pause, go_on, step = (page.locator(f"#dh-{name}") for name in ("pause", "resume", "step"))
    for button in (pause, go_on, step):
        expect(button).to_be_hidden()
    start(page, "Save the file")
    expect(pause).to_be_visible()
    expect(go_on).to_be_hidden()
    pause.click()
    state, steps = page.locator(".dh-state"), page.locator(".dh-steps li")
    expect(state).to_contain_text("Paused: the Pause button.")
    expect(pause).to_be_hidden()
    expect(step).to_be_visible()
    done = steps.count()
    page.wait_for_timeout(500)
    assert steps.count() == done < 5, "it waits"
    step.click()
    expect(steps).to_have_count(done + 1)
    expect(state).to_contain_text("Paused: one action was done")
    go_on.click()
    expect(steps).to_have_count(5)
    expect(state).to_contain_text("Done in")
    for button in (pause, go_on, step):
        expect(button).to_be_hidden()
    asked = [call for call in server.asked() if call[0] in ("pause", "step", "resume")]
    assert asked[-3:] == [["pause", "the Pause button"], ["step"], ["resume"]]


def test_stop_ends_a_paused_run(visit: Visit) -> None:
    page = visit.page
    start(page, "Save the file")
    page.locator("#dh-pause").click()
    expect(page.locator(".dh-state")).to_contain_text("Paused: the Pause button")
    page.locator("#dh-stop").click()
    expect(page.locator(".dh-state")).to_contain_text("Stopped")


def opened(browser: Browser, server: Server) -> Page:
    page = browser.new_page()
    page.goto(server.address)
    page.locator(".dh-state").wait_for()
    return page


def test_closing_the_last_page_stops_the_run(browser: Browser, server: Server) -> None:
    first, second = opened(browser, server), opened(browser, server)
    start(first, "slow task")
    expect(first.locator(".dh-reply")).to_contain_text("and and")

    def stops() -> list[float]:
        return [float(call[2]) for call in server.asked() if call[:2] == ["stop", CLOSED]]

    before = len(stops())
    first.close()
    time.sleep(GRACE + 1)
    assert len(stops()) == before, "another page shows the run"
    closed = time.time()
    second.close()
    waited_for(lambda: len(stops()) > before)
    print(f"heard {stops()[-1] - closed:.2f} s after closing")
    again = opened(browser, server)
    expect(again.locator(".dh-state")).to_contain_text("Stopped")
    again.close()


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waits for pages does not wait long, yet longer than a busy machine holds a test up."""
    monkeypatch.setattr(open_pages, "GRACE", SOON)


class Runs:
    """Keeps what is asked of a run."""

    def __init__(self) -> None:
        self.stops: list[str] = []
        self.held = PauseSwitch()

    def stop(self, by: str) -> None:
        self.stops.append(by)

    def pause(self, by: str) -> None:
        self.held.press(by)

    def resume(self, only: str) -> None:
        self.held.resume(only)


def test_the_rules_may_let_a_run_outlive_its_page(data_folder: Path, soon: None) -> None:
    runs = Runs()
    pages = OpenPages(runs)
    pages.opened("a")
    pages.opened("b")
    pages.closed("a")
    assert runs.stops == []
    (data_folder / "settings.toml").write_text("stop_with_page = false\n")
    pages.closed("b")
    assert not runs.held.pressed
    time.sleep(2 * SOON)
    assert runs.stops == []
    (data_folder / "settings.toml").write_text("stop_with_page = true\n")
    pages.opened("c")
    pages.closed("c")
    waited_for(lambda: runs.stops == [CLOSED])
    pages.opened("d")
    (data_folder / "settings.toml").write_text("what is this")
    pages.closed("d")
    # Rules that cannot be read allow nothing.
    waited_for(lambda: runs.stops == [CLOSED] * 2)


def test_a_page_that_is_loaded_again_only_holds_the_run_for_a_moment(
    data_folder: Path, soon: None
) -> None:
    runs = Runs()
    pages = OpenPages(runs)
    pages.opened("a")
    pages.closed("a")
    assert runs.held.pressed
    pages.opened("b")
    assert not runs.held.pressed
    time.sleep(2 * SOON)
    assert runs.stops == []
    # What the person paused stays so.
    runs.pause("the Pause button")
    pages.closed("b")
    pages.opened("c")
    assert runs.held.pressed
    pages.closed("c")
    waited_for(lambda: CLOSED in runs.stops)


def test_more_can_be_said_while_a_run_goes_on(
    browser: Browser,
    server: Server,
) -> None:
    page = opened(browser, server)
    expect(page.locator("#dh-say")).to_be_hidden()
    start(page, "slow task")
    expect(page.locator(".dh-reply")).to_contain_text("and and")
    words = page.locator("#dh-say textarea, #dh-say input")
    words.fill("a" * 2)
    words.fill("type {secret:mail}")
    page.locator("#dh-say button").click()
    expect(page.locator(".dh-refused")).to_contain_text("only in the task itself")
    expect(words).to_have_value("type {secret:mail}")
    words.fill("use the <b>second</b> list")
    words.press("Enter")
    expect(words).to_have_value("")
    expect(page.locator(".dh-refused")).to_have_count(0)
    expect(page.locator(".dh-yours")).to_contain_text("use the <b>second</b> list")
    assert ["say", "use the <b>second</b> list"] in server.asked()
    page.locator("#dh-stop").click()
    expect(page.locator(".dh-state")).to_contain_text("Stopped")
    expect(page.locator("#dh-say")).to_be_hidden()
    page.close()


def test_whether_it_was_right_is_kept_with_the_run(
    browser: Browser,
    server: Server,
) -> None:
    page = opened(browser, server)
    start(page, "Save the file")
    expect(page.locator(".dh-state")).to_contain_text("Done")
    page.locator("#dh-right").get_by_role("button", name="No").click()
    expect(page.locator("#dh-right")).to_be_hidden()
    folder = server.data / "runs" / "20260101-000000-scripted"
    found = verdict(folder)
    assert found is not None
    assert not found.right
    page.close()
