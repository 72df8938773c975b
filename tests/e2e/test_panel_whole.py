"""Whole runs through the page: the real panel, a real desktop with a real program, a real browser.

The model is a server on this machine that answers as the test wishes; where a real one can do it,
the smallest one of the catalogue does. One panel and one browser for all; the last test kills it.
"""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from agent.desktop import virtual_desktop as desktops
from models.catalogue import own_entries
from models.catalogue.spec import ModelSpec
from models.files import store
from models.server.engine import Engine
from tests.support.as_told import WISHES
from tests.support.engine_server import served
from tests.support.panel_whole import (
    ICON,
    RUN,
    Form,
    Mind,
    Place,
    begin,
    ended,
    opened,
    panel,
    paused,
    window,
)
from tests.support.served_panel import free_port
from tests.support.small_model import SMALL, small_model
from tests.support.timing import AMPLE, within
from tests.support.whole_runs import FORM


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder, mind = tmp_path_factory.mktemp("whole"), Mind()
    models = small_model().parent.parent
    (folder / "models").symlink_to(models)
    with served(mind.speak) as server, desktops.start((1280, 800)) as screen:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("DESKHAND_DATA", str(folder))
            engine = Engine(server.url, "small", "gbnf")
            own_entries.add(
                ModelSpec("remote", "language", "Remote", "MIT", (), own=True, engine=engine)
            )
            store.select("remote")
        port = free_port()
        place = Place(folder, screen, mind, port, panel(folder, screen, port))
        yield place
        place.process.send_signal(signal.SIGINT)
        place.process.wait(AMPLE)


@pytest.fixture
def form(place: Place, tmp_path: Path) -> Iterator[Form]:
    log = tmp_path / "form.log"
    with window(place, "Guest book", [str(FORM), str(log)]) as process:
        yield Form(process, log)


@pytest.fixture
def page(browser: Browser, place: Place) -> Iterator[Page]:
    place.mind.wishes[:] = WISHES
    place.mind.free.set()
    page = opened(browser, place)
    wrong: list[str] = []

    def heard(said: ConsoleMessage) -> None:
        # A panel that was killed does not answer.
        if said.type == "error" and "net::ERR" not in said.text:
            wrong.append(said.text)

    page.on("console", heard)
    yield page
    place.mind.free.set()
    page.close()
    assert wrong == []


@pytest.mark.smoke
def test_a_task_is_watched_done_and_found_in_the_history(
    page: Page, place: Place, form: Form
) -> None:
    begin(page)
    expect(page.locator(".dh-live figcaption")).to_contain_text("What step 1 sees", timeout=RUN)
    ended(page, "Done in")
    rows = page.locator(".dh-steps li")
    expect(rows).to_have_count(3)
    expect(page.locator(".dh-steps .dh-effect")).to_have_text(["confirmed"] * 3)
    expect(rows.last).to_contain_text("type “Ann Lee” into “Full name”")
    expect(page.locator(".dh-ticked")).to_have_count(3)
    assert form.told()[-1] == {"what": "saved", "name": "Ann Lee", "news": True}
    expect(page.locator(".dh-folder")).to_contain_text(place.runs()[-1].name)
    assert place.outcome()["kind"] == "done"
    page.get_by_role("tab", name="History").click()
    first = page.locator(".dh-h-rows li").first
    expect(first).to_contain_text("Enter “Ann Lee” as full name")
    expect(first).to_contain_text("3 steps")
    page.locator(".dh-h-open").first.click()
    expect(page.locator(".dh-h-stage img").first).to_be_visible()
    expect(page.locator("#dh-h-head .dh-h-strip img")).to_have_count(4)


def test_what_is_asked_about_is_done_or_not(page: Page, place: Place, form: Form) -> None:
    page.get_by_text("For this run").click()
    page.locator("#dh-safety input").click()
    page.get_by_role("option", name="ask before every action").click()
    begin(page)
    card = page.locator("#dh-card")
    expect(card).to_contain_text("type “Ann Lee” into “Full name”")
    assert form.told()[-1]["name"] == ""
    card.get_by_role("button", name="Allow once").click()
    expect(card).to_contain_text("click “Newsletter”")
    place.mind.free.clear()
    card.get_by_role("button", name="Deny").click()
    expect(page.locator(".dh-steps li").first).to_contain_text("not allowed")
    page.locator("#dh-stop").click()
    ended(page, "Stopped")
    assert [entry["what"] for entry in form.told()] == ["shown"]
    said = (place.runs()[-1] / "decisions.jsonl").read_text("utf-8")
    answers = [json.loads(line).get("answer") for line in said.splitlines()]
    assert [answer for answer in answers if answer] == ["once", "deny"]


def test_a_run_is_paused_corrected_and_goes_on(page: Page, place: Place, form: Form) -> None:
    # What was decided before the pause may be dropped.
    place.mind.wishes.insert(0, {"press": "f1"})
    place.mind.free.clear()
    begin(page, "Enter “Ann Lee” as full name and press Save")
    page.locator("#dh-pause").click()
    place.mind.free.set()
    paused(page)
    done = page.locator(".dh-steps li:not(.dh-yours)")
    expect(done).to_have_count(0)
    words = page.locator("#dh-say textarea, #dh-say input")
    words.fill("tick Newsletter")
    words.press("Enter")
    expect(words).to_have_value("")
    page.locator("#dh-resume").click()
    expect(page.locator(".dh-yours")).to_contain_text("tick Newsletter")
    ended(page, "Done in")
    expect(page.locator(".dh-steps")).to_contain_text("click “Newsletter”")
    assert form.told()[-1] == {"what": "saved", "name": "Ann Lee", "news": True}


def test_two_pages_and_one_loaded_again_during_a_run(
    page: Page,
    place: Place,
    form: Form,
    browser: Browser,
) -> None:
    begin(page)
    expect(page.locator(".dh-steps li").first).to_be_visible(timeout=RUN)
    page.locator("#dh-pause").click()
    paused(page)
    done = page.locator(".dh-steps li").count()
    second = opened(browser, place)
    expect(second.locator("#dh-watching")).to_contain_text("Another page is in control")
    expect(second.locator(".dh-steps li").first).to_be_visible()
    expect(second.locator("#dh-run")).to_be_disabled()
    page.reload()
    # Nothing is lost: the pause, the plan, the steps, the picture.
    paused(page)
    expect(page.locator(".dh-plan li")).to_have_count(3)
    expect(page.locator(".dh-steps li")).to_have_count(done)
    expect(page.locator(".dh-steps li").last).to_contain_text("type “Ann Lee”")
    expect(page.locator(".dh-live img")).to_be_visible()
    # Who only watches may stop all the same.
    second.locator("#dh-stop").click()
    ended(page, "Stopped")
    second.close()
    assert place.outcome()["message"] == "Stopped by the Stop button."


@pytest.mark.smoke
def test_models_are_switched_and_a_real_one_is_stopped_while_it_writes(
    page: Page, place: Place
) -> None:
    page.get_by_role("tab", name="Models").click()
    page.locator(f".dh-model[data-model='{SMALL}'] button", has_text="Use").first.click()
    expect(page.locator(".dh-head")).to_contain_text("SmolLM2")
    page.get_by_role("tab", name="Task").click()
    begin(page, 'Open the editor, write "a long letter to the town" and then save it')
    expect(page.locator(".dh-reply")).to_be_visible()
    # During the run another one is chosen: it keeps its own.
    page.get_by_role("tab", name="Models").click()
    page.locator(".dh-model[data-model='remote'] button", has_text="Use").first.click()
    expect(page.locator(".dh-task[data-job]").first).to_contain_text("from the next run on")
    page.get_by_role("tab", name="Task").click()
    page.locator("#dh-stop").click()
    pressed = time.time()
    expect(page.locator(".dh-state")).to_contain_text("Stopped")
    record = place.runs()[-1]
    assert json.loads((record / "task.json").read_text("utf-8"))["model"].startswith("SmolLM2")
    assert place.outcome()["message"] == "Stopped by the Stop button."
    within((record / "outcome.json").stat().st_mtime - pressed, 1.0)
    expect(page.locator(".dh-head")).to_contain_text("Remote")


def test_an_icon_is_renamed_and_used_by_its_name(page: Page, place: Place, tmp_path: Path) -> None:
    log = tmp_path / "icons.log"
    with window(place, "Icons", ["-c", ICON, str(log)]):
        page.get_by_role("tab", name="Inspector").click()
        page.get_by_role("button", name="Look at the screen now").click()
        spots = page.locator(".dh-spot.dh-kind-icon, .dh-spot.dh-kind-button")
        # Not those of the window's frame, which have names of their own.
        spots.filter(has_not_text="window").last.click()
        page.get_by_placeholder("Your name for this icon").fill("recording")
        page.get_by_role("button", name="Save name").click()
        expect(page.locator("#dh-inspect-named")).to_contain_text("It will be called “recording”")
        page.get_by_role("tab", name="Task").click()
        place.mind.wishes[:] = [{"click": "recording icon"}, {"click": "recording button"}]
        begin(page, "Press recording")
        ended(page, "Done in")
        assert log.read_text() == "pressed\n"
    expect(page.locator(".dh-steps li").first).to_contain_text("recording")


def test_a_panel_that_was_killed_says_that_its_run_was_interrupted(
    page: Page,
    place: Place,
    form: Form,
    browser: Browser,
) -> None:
    begin(page)
    expect(page.locator(".dh-steps li").first).to_be_visible(timeout=RUN)
    place.process.kill()
    place.process.wait(AMPLE)
    page.close()
    folder = place.runs()[-1]
    assert not (folder / "outcome.json").exists()
    place.process = panel(place.folder, place.screen, place.port)
    again = opened(browser, place)
    expect(again.locator(".dh-state")).to_contain_text("was interrupted at step")
    again.get_by_role("tab", name="History").click()
    expect(again.locator(".dh-h-rows li").first).to_contain_text("Interrupted")
    again.close()
