"""MiniWoB++: what is there, a scripted win and a scripted loss, and a browser that breaks."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from agent.computer.controller import PyAutoGuiController
from agent.control.stop import StopSwitch
from agent.desktop.virtual_desktop import Desktop
from agent.errors import AgentError
from benchmarks.browser.chromium import PageError
from benchmarks.episodes.play import play
from benchmarks.episodes.scene import Scene
from benchmarks.harness.jobs import Job, Options
from benchmarks.harness.suites import Place
from benchmarks.miniwob import SUITE
from benchmarks.miniwob.pages import DEFAULT, names
from benchmarks.miniwob.suite import stage
from models.runtime.llm import Message
from models.runtime.scripted import ScriptedModel
from tests.support.timing import waited_for
from vision.core.elements import Element
from vision.core.geometry import iou

ORACLE = Options(oracle=True, max_steps=6, seconds=60)


def _controller() -> PyAutoGuiController:
    return PyAutoGuiController(1.0, StopSwitch())


def _find(scene: Scene, kind: str, text: str = "") -> Element:
    assert scene.truth is not None
    found = [e for e in scene.truth() if e.kind == kind and (not text or e.text == text)]
    assert found, f"no {kind} {text!r} on the page"
    return found[0]


def test_73_pages_by_default_130_in_all():
    assert len(DEFAULT) == len(set(DEFAULT)) == 73
    assert len(names()) == 130
    assert set(DEFAULT) <= set(names())
    jobs = SUITE.jobs(Options(seeds=(4, 6)))
    assert len(jobs) == len(set(jobs)) == 3 * 73
    assert SUITE.jobs(Options(tasks=("all",)))[0] == Job(names()[0], 0)
    assert SUITE.jobs(Options(tasks=("click-pie", "ascending-numbers"))) == [
        Job("click-pie"),
        Job("ascending-numbers"),
    ]
    with pytest.raises(AgentError, match="no page clik-test"):
        SUITE.jobs(Options(tasks=("clik-test",)))


@pytest.mark.smoke
def test_a_scripted_win_and_a_scripted_loss_of_a_click(desktop: Desktop):
    for target, reward in (("ONE", 1.0), ("TWO", -1.0)):
        with stage(desktop, Job("click-test-2", 3), ORACLE) as scene:
            assert scene.task == "Click button ONE."
            assert not scene.over()
            assert not scene.score().success
            _controller().click(_find(scene, "button", target).box.center)
            waited_for(scene.over)
            score = scene.score()
            assert (score.success, score.reward) == (reward > 0, reward)
            assert bool(score.wrong) == (reward < 0)


def test_a_scripted_win_and_a_scripted_loss_of_typing(desktop: Desktop):
    for right in (True, False):
        with stage(desktop, Job("enter-text", 5), ORACLE) as scene:
            (wanted,) = re.findall(r'"(.*?)"', scene.task)
            controller = _controller()
            controller.click(_find(scene, "field").box.center)
            controller.type_text(wanted if right else "something else")
            assert not scene.over()
            controller.click(_find(scene, "button", "Submit").box.center)
            waited_for(scene.over)
            assert scene.score().success is right


def test_the_first_end_counts_whatever_is_clicked_afterwards(desktop: Desktop):
    with stage(desktop, Job("click-test-2", 3), ORACLE) as scene:
        controller = _controller()
        place = _find(scene, "button", "TWO").box.center
        controller.click(place)
        waited_for(scene.over)
        # This begins another episode, which may then be won.
        controller.click(place)
        assert scene.over()
        assert scene.score().reward == -1.0


def test_the_truth_is_where_the_pixels_are(desktop: Desktop):
    from agent.perception.perceiver import make_perceiver
    from vision.capture.screen import MssScreen
    from vision.capture.windows import list_windows

    with stage(desktop, Job("login-user", 1), ORACLE) as scene:
        screen = MssScreen()
        map_ = make_perceiver().perceive(screen.grab(), list_windows())
        screen.close()
        for kind, text in (("field", "Username"), ("field", "Password"), ("button", "Login")):
            true = _find(scene, kind, text)
            seen = [e for e in map_.elements if e.kind == kind and iou(e.box, true.box) > 0.6]
            assert seen, f"{kind} {text} at {true.box}, but the map has {map_.describe()}"


SHOWN = {
    "click-pie": [("link", "+")],
    "drag-box": [("icon", "red box s"), ("icon", "blue box L")],
    "drag-items": [("list item", "Olwen"), ("list item", "Jayne")],
    "count-shape": [("icon", "small green 8"), ("icon", "small black triangle")],
    "find-greatest": [("icon", "red card")],
    "text-editor": [("icon", "text color"), ("button", "bold"), ("button", "underline")],
    "use-spinner": [("field", "Select a value:"), ("button", "up"), ("button", "down")],
    "text-transform": [("text", "IUX"), ("field", "")],
    "number-checkboxes": [("image", ""), ("checkbox", "")],
    "read-table-2": [("field", "Gender:"), ("field", "Color:")],
    "book-flight-nodelay": [("field", "From:"), ("field", "To:")],
    "simple-algebra": [("field", "x =")],
    "form-sequence": [("slider", "")],
}


@pytest.mark.parametrize("page", SHOWN)
def test_what_a_page_draws_is_an_element_with_a_name(desktop: Desktop, page: str):
    with stage(desktop, Job(page, 1), ORACLE) as scene:
        assert scene.truth is not None
        there = [(e.kind, e.text) for e in scene.truth()]
    assert [one for one in SHOWN[page] if one not in there] == []


def test_what_opens_shows_and_a_value_follows(desktop: Desktop):
    controller = _controller()
    with stage(desktop, Job("click-pie", 1), ORACLE) as scene:
        controller.click(_find(scene, "link", "+").box.center)
        # The slice that the menu has chosen looks like the others.
        waited_for(lambda: all(_named(scene, "link", name) for name in "jQ1gYRH"))
    with stage(desktop, Job("text-editor", 1), ORACLE) as scene:
        assert _find(scene, "field").state.value == "Neque, turpis gravida."
        controller.click(_find(scene, "icon", "text color").box.center)
        waited_for(lambda: _named(scene, "icon", "blue"))
    with stage(desktop, Job("use-spinner", 1), ORACLE) as scene:
        controller.click(_find(scene, "button", "down").box.center)
        waited_for(lambda: _find(scene, "field").state.value == "-1")
    with stage(desktop, Job("click-menu-2", 4), ORACLE) as scene:
        controller.click(_find(scene, "button", "Menu").box.center)
        waited_for(lambda: _named(scene, "menu", "Save"))
        assert (
            _find(scene, "image", "disk").box.center.y == _find(scene, "menu", "Save").box.center.y
        )
    with stage(desktop, Job("choose-date", 1), ORACLE) as scene:
        controller.click(_find(scene, "field", "Date:").box.center)
        waited_for(lambda: _named(scene, "link", "31"))
        assert _find(scene, "link", "Next").state.disabled
        assert not _find(scene, "link", "Prev").state.disabled


def test_a_dialog_that_can_be_dragged_shows_what_is_in_it(desktop: Desktop):
    with stage(desktop, Job("click-dialog-2", 2), ORACLE) as scene:
        for name in ("Close", "Cancel", "OK"):
            assert _find(scene, "button", name)


def _named(scene: Scene, kind: str, text: str) -> bool:
    assert scene.truth is not None
    return any((e.kind, e.text) == (kind, text) for e in scene.truth())


def _unasked(messages: Sequence[Message], grammar: str | None) -> str:
    raise AssertionError("there is only one thing to choose, so the model is not asked")


def test_what_scrolls_tells_where_there_is_more(desktop: Desktop):
    with stage(desktop, Job("click-scroll-list", 3), ORACLE) as scene:
        [area] = scene.areas()
        assert (area.above, area.below) == (False, True)
        row = _find(scene, "list item")
        assert area.box.contains(row.box.center)
        _controller().scroll(row.box.center, -40)
        waited_for(lambda: [a.words() for a in scene.areas()] == ["more above"])
        assert _find(scene, "list item").text != row.text
    with stage(desktop, Job("click-button", 3), ORACLE) as scene:
        assert tuple(scene.areas()) == ()


def test_an_episode_is_played_scored_and_classified(desktop: Desktop, tmp_path: Path):
    job, place = Job("click-test-2", 1), Place(desktop, tmp_path / "records")
    with stage(desktop, job, ORACLE) as scene:
        result = play(scene, job, ORACLE, place, model=ScriptedModel(_unasked))
    assert (result.success, result.failure, result.steps) == (True, "", 1)
    assert result.outcome == "done"
    assert not (tmp_path / "records").exists()

    with stage(desktop, job, ORACLE) as scene:
        misled = replace(scene, task="Click button TWO.")
        result = play(misled, job, ORACLE, place, model=ScriptedModel(_unasked))
    assert (result.success, result.reward, result.failure) == (False, -1.0, "wrong choice")
    assert result.note == "the page gave -1"
    record = tmp_path / "records" / result.record
    assert json.loads((record / "step-001.json").read_text())["description"].startswith(
        "click “TWO"
    )
    assert (record / "step-001.png").stat().st_size > 1000


def test_the_oracle_needs_a_truth(desktop: Desktop, tmp_path: Path):
    with stage(desktop, Job("click-test", 1), ORACLE) as scene:
        blind = Scene(scene.task, scene.score)
        with pytest.raises(ValueError, match="no --oracle for it"):
            play(blind, Job("click-test", 1), ORACLE, Place(desktop), model=ScriptedModel([]))


def test_closing_the_page_is_the_agents_failure_a_crash_the_harness(desktop: Desktop):
    with stage(desktop, Job("click-test", 1), ORACLE) as scene:
        _controller().press("alt+f4")
        waited_for(scene.over)
        assert scene.score().wrong == "the page's window was closed"
        assert scene.truth is not None
        assert not scene.truth()
        assert not scene.areas()
    with stage(desktop, Job("click-test", 1), ORACLE) as scene:
        _kill_browser()
        with pytest.raises(PageError, match="does not answer"):
            scene.over()


def _kill_browser() -> None:
    for process in psutil.Process().children(recursive=True):
        # One that an earlier test left to be collected has no arguments.
        with contextlib.suppress(psutil.NoSuchProcess):
            argv = process.cmdline()
            if "--remote-debugging-port=0" in argv and "--type" not in " ".join(argv):
                process.kill()
                return
    raise AssertionError("no browser runs")
