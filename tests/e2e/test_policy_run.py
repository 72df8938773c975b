"""Whole runs on a real screen with rules: what is asked, allowed, denied, and left alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agent.control.stop import StopSwitch
from agent.desktop.virtual_desktop import Desktop
from agent.events import Acting, Answer, Asking, Judged, Stepped
from agent.perception.observer import Eyes
from agent.policy.gate import NOT_ALLOWED
from agent.policy.rules import Area, Risk, Rules, Safety
from agent.run import Settings, run_task
from models.runtime.scripted import ScriptedModel
from tests.support.as_told import Told, obliging
from tests.support.whole_runs import Form, held, opened_form
from vision.core.geometry import Box

# The button of the test's program, as if it sent something.
SAVING = Risk(id="saving", why="It would save.", acts=("click", "enter"), words=("save",))


@pytest.fixture
def form(desktop: Desktop, data_folder: Path, tmp_path: Path) -> Iterator[Form]:
    with opened_form(desktop, tmp_path) as form:
        yield form


def ran(
    eyes: Eyes | None,
    task: str,
    wishes: list[dict[str, Any]],
    answer: Answer | None,
    *,
    rules: Rules | None = None,
    safety: Safety = "risky",
    max_steps: int = 2,
) -> Told:
    told = Told()
    used = rules or Rules(risks=(SAVING,))
    settings = Settings(max_steps=max_steps, safety=safety, rules=used)
    run_task(
        task,
        tell=told,
        stop=StopSwitch(),
        settings=settings,
        model=ScriptedModel(obliging(wishes)),
        eyes=eyes,
        asker=lambda question, stop: answer,
    )
    return told


SAVE: list[dict[str, Any]] = [{"click": "Save button"}, {"press": "tab"}]


@pytest.mark.smoke
def test_what_is_denied_is_not_done_is_remembered_and_not_offered_again(form: Form):
    told = ran(form.eyes, "get on with the guest book", SAVE, "deny")
    first, second = told.steps
    assert first.effect.kind == "not allowed"
    assert first.effect.evidence == NOT_ALLOWED
    assert second.description == "press tab", "the same action was not offered again"
    assert form.told() == []
    assert [event.description for event in told.of(Acting)] == ["press tab"]
    (question,) = told.of(Asking)
    assert (question.where, question.why) == ("Guest book", ("It would save.",))
    step = json.loads((told.folder / "step-001.json").read_text("utf-8"))
    assert step["effect"] == {"kind": "not allowed", "evidence": NOT_ALLOWED}
    lines = (told.folder / "decisions.jsonl").read_text("utf-8").splitlines()
    asked, judged = map(json.loads, lines)
    assert asked["description"] == "click “Save” (button)"
    assert (judged["allowed"], judged["answer"]) == (False, "deny")
    assert (told.folder / "ask-001.png").exists()
    assert held() == (0, 0)


def test_what_is_allowed_is_done(form: Form):
    told = ran(form.eyes, "press Save", SAVE, "once", max_steps=1)
    kinds = [type(e) for e in told.events if type(e) in (Asking, Judged, Acting, Stepped)]
    assert kinds == [Asking, Judged, Acting, Stepped]
    assert form.told()[-1]["what"] == "saved"


def test_watching_leaves_mouse_and_keys_to_the_person(form: Form):
    told = ran(form.eyes, "press Save", SAVE, "once", safety="watch", max_steps=1)
    (question,) = told.of(Asking)
    assert question.watch
    assert told.of(Acting) == []
    assert form.told() == []
    assert told.steps[0].effect.kind == "no visible change"


def test_an_area_is_neither_touched_nor_read(form: Form):
    # The buttons, and below them the text “Please sign”.
    kept = Area("buttons", Box(200, 310, 720, 350))
    hidden = Area("message", Box(200, 380, 720, 480), read=False)
    rules = Rules(areas=(hidden, kept))
    told = ran(None, "get on with the guest book", SAVE, "task", rules=rules, max_steps=1)
    assert told.descriptions[0] == "press tab", "the button was not offered"
    assert form.told() == []
    texts = [element.text for element in told.steps[0].map.elements]
    assert "Full name" in texts
    assert not {"Save", "Nothing", "Please sign"} & set(texts)
    shot = told.steps[0].map.screenshot
    assert (shot.crop(hidden.box) == 96).all(), "painted over"
    assert not (shot.crop(kept.box) == 96).all(), "this one may be seen"
