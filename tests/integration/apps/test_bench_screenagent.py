"""Recorded sessions: reading them, what counts as covered and chosen."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from agent.actions import (
    ClickAt,
    DoubleClick,
    Drag,
    DragBy,
    Hover,
    OpenApp,
    Press,
    RightClick,
    Scroll,
    SetSlider,
    Tap,
    TripleClick,
    TypeText,
    Wait,
)
from agent.desktop.virtual_desktop import Desktop
from agent.errors import AgentError
from benchmarks.harness.jobs import Job, Options
from benchmarks.harness.suites import Place, suite
from benchmarks.screenagent.calls import Call, click_points, recorded, said
from benchmarks.screenagent.recordings import read_session, session_names
from benchmarks.screenagent.suite import begins_with_click, is_covered, measure
from models.runtime.llm import Message
from models.runtime.scripted import ScriptedModel
from tests.support.made_maps import element, made_map
from tests.support.places import DATA
from vision.core.geometry import Box, Point

PICTURE = DATA / "form.png"


def mouse(kind: str, x: int, y: int) -> dict[str, Any]:
    place = {"width": x, "height": y}
    return {
        "action_type": "MouseAction",
        "mouse_action_type": kind,
        "mouse_button": "left",
        "mouse_position": place,
    }


def plan(*texts: str) -> list[dict[str, Any]]:
    return [{"action_type": "PlanAction", "element": text} for text in texts]


def written(text: str) -> dict[str, Any]:
    return {
        "action_type": "KeyboardAction",
        "keyboard_action_type": "text",
        "keyboard_text": text,
    }


SUCCESS = {"action_type": "EvaluateSubTaskAction", "situation": "sub_task_success"}
RETRY = {"action_type": "EvaluateSubTaskAction", "situation": "need_retry", "advice": "Again."}


class Recorder:
    """Writes a session as the recordings are written, one file a turn."""

    def __init__(self, folder: Path, **values: Any) -> None:
        self.folder = folder
        self._values = {"task_prompt_en": "Order something", **values}
        (folder / "images").mkdir(parents=True)
        self._turn = 0

    def turn(self, calls: Sequence[dict[str, Any]], suffix: str = "", **values: Any) -> Path:
        self._turn += 1
        name = f"2024-01-01_10-00-{self._turn:02}"
        shutil.copy(PICTURE, self.folder / "images" / f"{name}.png")
        path = self.folder / f"{name}{suffix}.json"
        said = {"saved_image_name": f"{name}.png", "actions": list(calls)}
        path.write_text(json.dumps({**self._values, **said, **values}), "utf-8")
        return path


@pytest.fixture
def session(tmp_path: Path) -> Recorder:
    """Three sub-tasks on a form: one on a button, one on nothing, one that writes."""
    made = Recorder(tmp_path / "orders")
    translation = plan("Click Submit", "Click the Moon picture", 'Write "Ann" in First name')
    made.turn(
        plan("一", "二", "三"), LLM_response_editer_en=f"So:```json{json.dumps(translation)}```"
    )
    made.turn([mouse("click", 46, 334)])
    made.turn([RETRY], suffix="_translate_neg_eval")
    made.turn([SUCCESS])
    made.turn([mouse("click", 480, 200)])
    made.turn([RETRY])
    made.turn([mouse("move", 480, 220)])
    made.turn([SUCCESS])
    made.turn([mouse("click", 210, 90), written("Ann")])
    made.turn([SUCCESS])
    return made


def test_a_session_is_read_with_the_sub_task_of_each_step(session: Recorder) -> None:
    read = read_session(session.folder)
    assert read.plan == ("Click Submit", "Click the Moon picture", 'Write "Ann" in First name')
    assert [step.sub_task for step in read.steps] == [
        "Click Submit",
        "Click the Moon picture",
        "Click the Moon picture",
        'Write "Ann" in First name',
    ]
    assert read.steps[0].calls == (Call("mouse", "click", "left", Point(46, 334)),)
    assert read.steps[3].calls[1] == Call("keyboard", "text", text="Ann")
    assert all(step.picture.is_file() for step in read.steps)
    assert (read.task, read.desktop) == ("Order something", "unknown")


def test_a_plan_without_a_translation_stays_as_it_is(tmp_path: Path) -> None:
    made = Recorder(tmp_path / "plain", task_prompt_en=None, task_prompt="Order it")
    made.turn(plan("Eins", "Zwei"), LLM_response_editer_en='```json[{"element": broken]```')
    made.turn([mouse("click", 1, 1)])
    read = read_session(made.folder)
    assert (read.task, read.plan) == ("Order it", ("Eins", "Zwei"))
    assert read.steps[0].sub_task == "Eins"


@pytest.mark.parametrize("name", ["Windows", "Linux"])
def test_the_desktop_is_what_the_prompt_says(tmp_path: Path, name: str) -> None:
    made = Recorder(tmp_path / "s", send_prompt=f"You know the {name} operating system.")
    made.turn([mouse("click", 1, 1)], current_task="Press it")
    read = read_session(made.folder)
    assert read.desktop == name
    assert read.steps[0].sub_task == "Press it"


def test_the_desktop_of_known_sessions_is_known(tmp_path: Path) -> None:
    for name, desktop in (("session4", "Windows"), ("session21", "Linux")):
        Recorder(tmp_path / name).turn([mouse("click", 1, 1)])
        assert read_session(tmp_path / name).desktop == desktop


def test_missing_recordings_are_an_error_that_says_where_to_get_them(tmp_path: Path) -> None:
    (tmp_path / "LICENSE").write_text("MIT")
    for data in (None, tmp_path / "nothing", tmp_path):
        with pytest.raises(AgentError, match="--data"):
            session_names(data)
    with pytest.raises(AgentError, match="--data"):
        read_session(tmp_path)


def test_a_damaged_step_and_a_missing_picture_name_the_file(session: Recorder) -> None:
    picture = session.folder / "images" / "2024-01-01_10-00-02.png"
    picture.unlink()
    with pytest.raises(AgentError, match=re.escape(str(picture))):
        read_session(session.folder)
    broken = session.turn([{"action_type": "MouseAction"}])
    with pytest.raises(AgentError, match=re.escape(str(broken))):
        read_session(session.folder)


def test_jobs_are_the_sessions_whatever_the_seeds(session: Recorder) -> None:
    Recorder(session.folder.parent / "another").turn([SUCCESS])
    options = Options(data=session.folder.parent, seeds=(0, 5))
    assert suite("screenagent").jobs(options) == [Job("another"), Job("orders")]
    chosen = Options(data=session.folder.parent, tasks=("orders",))
    assert suite("screenagent").jobs(chosen) == [Job("orders")]
    with pytest.raises(AgentError, match="no session typo"):
        suite("screenagent").jobs(Options(data=session.folder.parent, tasks=("typo",)))
    with pytest.raises(AgentError, match="oracle"):
        suite("screenagent").jobs(Options(data=session.folder.parent, oracle=True))


def test_a_click_is_covered_by_small_elements_only() -> None:
    # The screen is 640 by 480: 5 % of it are 15,360 pixels.
    small, large = Box(10, 10, 138, 130), Box(200, 10, 328, 131)
    map_ = made_map([element(1, box=small), element(2, box=large)])
    assert small.area == 15360
    assert is_covered(map_, Point(10, 10))
    assert is_covered(map_, Point(137, 129))
    assert not is_covered(map_, Point(138, 129))
    assert not is_covered(map_, Point(250, 50))
    assert not is_covered(made_map([]), Point(10, 10))


def test_clicks_of_recorded_calls() -> None:
    calls = [
        recorded(mouse("move", 5, 6)),
        recorded(mouse("drag", 50, 60)),
        recorded(mouse("double_click", 7, 8)),
        Call("keyboard", "text", text="x"),
        recorded(mouse("click", 9, 9)),
    ]
    assert click_points(calls) == [Point(5, 6), Point(7, 8), Point(9, 9)]
    assert not begins_with_click(calls)
    assert begins_with_click([calls[0], Call("wait"), *calls[2:]])
    assert not begins_with_click(calls[3:])
    assert not begins_with_click([])


def test_keys_and_areas_of_recorded_calls() -> None:
    pressed = {
        "action_type": "KeyboardAction",
        "keyboard_action_type": "press",
        "keyboard_key": ["Control_L", "s"],
    }
    assert recorded(pressed) == Call("keyboard", "press", text="Control_L+s")
    area = {
        "upper_left_position": {"width": 1, "height": 2},
        "lower_right_position": {"width": 9, "height": 8},
    }
    call = recorded({**mouse("click", 5, 5), "clickable_area": area})
    assert call.area == Box(1, 2, 10, 9)


def test_actions_become_calls() -> None:
    map_ = made_map([element(1, "field", "Name"), element(2, text="7")])
    field, key = map_.by_id(1).box, map_.by_id(2).box
    actions = (TypeText("Ann", 1), Press("ctrl+s"), Press("enter"), Scroll("down"), Wait())
    assert said(actions, map_) == [
        Call("mouse", "click", "left", field.center, field),
        Call("keyboard", "text", text="Ann"),
        Call("keyboard", "press", text="Control_L+s"),
        Call("keyboard", "press", text="Return"),
        Call("mouse", "scroll_down"),
        Call("wait"),
    ]
    double = Call("mouse", "double_click", "left", key.center, key)
    assert said([DoubleClick(2)], map_) == [double]
    assert len(said([Tap("77", (2, 2))], map_)) == 2
    assert said([OpenApp("Editor")], map_) == []
    assert said([Press("ctrl+c ctrl+v")], map_) == [
        Call("keyboard", "press", text="Control_L+c"),
        Call("keyboard", "press", text="Control_L+v"),
    ]


def test_what_the_mouse_does_besides_clicks_becomes_calls() -> None:
    map_ = made_map([element(1, "list item", "a"), element(2, text="b"), element(3, "slider")])
    one, other = map_.by_id(1).box, map_.by_id(2).box
    move = Call("mouse", "move", "", one.center, one)
    assert said([RightClick(1)], map_) == [Call("mouse", "click", "right", one.center, one)]
    assert said([Hover(1)], map_) == [move]
    drag = Call("mouse", "drag", "left", other.center, other)
    assert said([Drag(1, 2)], map_) == [move, drag]
    end = Point(one.center.x + 30, one.center.y - 5)
    assert said([DragBy(1, 30, -5)], map_) == [move, Call("mouse", "drag", "left", end)]
    assert said([SetSlider(3, "5")], map_)[1] == Call("mouse", "drag", "left")
    assert click_points(said([Drag(1, 2)], map_)) == [one.center]
    assert said([Scroll("left", 1)], map_) == [move, Call("mouse", "scroll_left")]
    double = Call("mouse", "double_click", "left", one.center, one)
    assert said([TripleClick(1)], map_) == [double, Call("mouse", "click", "left", one.center, one)]
    free = Point(600, 400)
    assert said([ClickAt(600, 400)], map_) == [Call("mouse", "click", "left", free)]
    assert said([ClickAt(one.left, one.top, "right")], map_)[0].area == one


def answer(messages: Sequence[Message], grammar: str | None) -> str:
    """Clicks Submit, or writes into the field; never finds the picture of the moon."""
    lines = messages[-1].content.splitlines()
    wanted = 'type "Ann" into First name' if "Ann" in lines[0] else "click Submit"
    listed = lines[lines.index("What could be done next:") + 1 : lines.index("none of these")]
    return next(line for line in listed if line.startswith(wanted))


def test_a_session_is_measured_on_real_pixels(session: Recorder) -> None:
    read = read_session(session.folder)
    result = measure(read, Job("orders"), Options(), ScriptedModel(answer))
    figures = result.figures
    # Submit and the field are seen, the moon is not; what is chosen for it is wrong.
    assert (figures["clicks"], figures["covered"]) == (3, 2)
    assert (result.success, result.failure) == (False, "not seen")
    assert result.reward == pytest.approx(2 / 3)
    assert (figures["click_steps"], figures["chosen_right"]) == (3, 2)
    assert figures["act_steps"] == 4
    # 1 for Submit, 3/4 for the moon, 1/3 for a click instead of a move, 1 for the field.
    assert figures["act_score"] == pytest.approx(1 + 3 / 4 + 1 / 3 + 1)
    assert figures["act mouse position right"] == 2
    assert figures["act keys or text right"] == 1
    assert figures["plan_steps"] == 1
    assert figures["unusable"] == 0
    assert not figures["windows"]
    assert not figures["linux"]


def test_a_reply_that_cannot_be_used_is_no_call(session: Recorder) -> None:
    read = read_session(session.folder)
    model = ScriptedModel(lambda messages, grammar: '{"thought": "so", "act')
    figures = measure(read, Job("orders"), Options(), model).figures
    assert figures["replies"] == figures["unusable"] > 0
    assert figures["act keys or text right"] == 0


def test_tables_add_up_sessions_by_desktop(session: Recorder) -> None:
    read = read_session(session.folder)
    one = measure(read, Job("orders"), Options(), ScriptedModel(answer))
    linux = type(one)(**{**one.as_plain(), "figures": {**one.figures, "linux": 1.0}})
    broken = type(one)("broken", 0, False, failure="harness")
    text = suite("screenagent").tables([one, linux, broken], Options())
    assert "| Linux | 1 | 3 | 2 | 66.7 %" in text
    assert "| unknown | 1 | 3 | 2 | 66.7 %" in text
    assert "| all | 2 | 6 | 4 | 66.7 %" in text
    assert "| Windows" not in text
    assert "1 sessions could not be measured" in text
    assert "| acting | 8 | 0.77 |" in text
    assert "0.63 | 0.61" in text
    nothing = suite("screenagent").tables([], Options())
    assert "| all | 0 | 0 | 0 | – | – |" in nothing


def test_the_default_model_decides_a_recorded_step(desktop: Desktop, tmp_path: Path) -> None:
    made = Recorder(tmp_path / "short")
    made.turn([mouse("click", 46, 334)], current_task="Click the Submit button")
    options = Options(data=tmp_path)
    [job] = suite("screenagent").jobs(options)
    result = suite("screenagent").run(job, options, Place(desktop))
    assert (result.success, result.reward) == (True, 1)
    assert result.figures["chosen_right"] == 1
    assert result.figures["act_score"] == pytest.approx(1)
    assert result.figures["unusable"] == 0
