"""The choice of what is seen and used, in a browser: own screen, one window, virtual desktop."""

from __future__ import annotations

import json
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from agent.desktop import virtual_desktop as desktops
from agent.desktop.kept_view import Chosen, chosen_of, keep_chosen, offered, read_chosen
from agent.desktop.view import View
from agent.desktop.virtual_desktop import MARK, Desktop
from tests.support.served_panel import Server, served, start
from tests.support.timing import waited_for
from tests.support.whole_runs import FORM
from vision.capture.screen import Monitor
from vision.capture.windows import Window, list_windows
from vision.core.geometry import Box


@pytest.fixture(scope="module")
def own() -> Iterator[Desktop]:
    """What stands for the person's own screen, with one window on it."""
    with desktops.start((1000, 700)) as own:
        own.launch([sys.executable, str(FORM), str(own.folder / "form.log")])
        waited_for(lambda: [w for w in list_windows(own.display) if w.title == "Guest book"])
        yield own


@pytest.fixture(scope="module")
def place(own: Desktop, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    variables = {name: value for name, value in own.environment().items() if name != MARK}
    with served(tmp_path_factory.mktemp("view"), screen=variables) as server:
        yield server


@pytest.fixture
def page(browser: Browser, place: Server) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.goto(place.address)
    page.locator(".dh-live img").wait_for()
    yield page
    page.close()
    assert wrong == []


def choose(page: Page, words: str) -> None:
    box = page.locator("#dh-view input")
    box.scroll_into_view_if_needed()
    box.click()
    page.get_by_role("option", name=words).click()
    expect(box).to_have_value(words)


def test_one_window_then_the_virtual_desktop_and_back(page: Page, place: Server) -> None:
    caption, head = page.locator(".dh-live figcaption"), page.locator(".dh-head")
    box, data = page.locator("#dh-view input"), place.data
    expect(box).to_have_value("My screen")
    expect(head).to_contain_text("your own screen")
    expect(page.locator("#dh-screen [role='application']")).to_have_count(0)
    choose(page, "Window “Guest book”")
    expect(caption).to_have_text("“Guest book” now; nothing else is seen or used")
    kept = data / "view.json"
    assert json.loads(kept.read_text()) == [False, 0, 0, "Guest book"]
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    start(page, "Save the file")
    expect(page.locator(".dh-state")).to_contain_text("Done in")
    assert ["view", 0, "Guest book"] in place.asked()
    # It is remembered, and found again by its title.
    page.reload()
    page.locator(".dh-live img").wait_for()
    expect(box).to_have_value("Window “Guest book”")
    choose(page, "Virtual desktop")
    expect(head).to_contain_text("virtual (1280 × 800)")
    expect(page.locator("#dh-screen [role='application']")).to_have_count(1)
    expect(page.get_by_text("This desktop is Deskhand's own")).to_be_visible()
    choose(page, "My screen")
    expect(head).to_contain_text("your own screen")
    expect(page.locator("#dh-screen [role='application']")).to_have_count(0)


def test_nothing_else_is_chosen_during_a_run(page: Page) -> None:
    start(page, "slow task")
    expect(page.locator(".dh-reply")).to_contain_text("and and")
    page.locator("#dh-view input").click()
    page.get_by_role("option", name="Virtual desktop").click()
    expect(page.locator(".dh-refused")).to_contain_text("A run is in progress")
    expect(page.locator("#dh-view input")).to_have_value("My screen")
    page.locator("#dh-stop").click()
    expect(page.locator(".dh-state")).to_contain_text("Stopped")


def test_what_is_offered() -> None:
    monitors = [Monitor(1, Box(0, 0, 100, 100)), Monitor(2, Box(100, 0, 300, 100))]
    windows = [
        Window(5, "A  long\ntitle " + "x" * 99, "", Box(0, 0, 50, 50)),
        Window(6, "", "", Box(0, 0, 50, 50)),
        Window(7, "Menu", "", Box(0, 0, 50, 50), popup=True),
        Window(8, "Parked", "", Box(900, 900, 950, 950)),
    ]
    words = [said for said, _ in offered(False, monitors, windows)]
    assert words[:3] == ["My screen", "Monitor 1 (100 × 100)", "Monitor 2 (200 × 100)"]
    assert words[3].startswith("Window “A long title xxx")
    assert len(words) == 4
    assert [said for said, _ in offered(True, monitors[:1], ())] == ["Virtual desktop"]


def test_a_choice_is_kept_and_a_damaged_one_is_none(data_folder: Path) -> None:
    assert read_chosen() == Chosen()
    keep_chosen(Chosen(True, View(2, "Käse", 77)))
    assert read_chosen() == Chosen(True, View(2, "Käse"))
    for damage in ("", "{}", "[1]", "[false, 0, 0]", '[0, 1, 2, "x"]', "\udce4"):
        (data_folder / "view.json").write_bytes(damage.encode("utf-8", "surrogateescape"))
        assert read_chosen() == Chosen()
    with pytest.raises(ValueError, match="no choice"):
        chosen_of('["yes", 1, 2, "x"]')
