"""What the gate makes of risks, levels, lists, areas, hours and answers: pure values, no screen."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime
from typing import Any

import numpy as np
import pytest

from agent.actions import Action, Click, OpenApp, Press, Tap
from agent.computer.controller import RecordingController
from agent.control.stop import StopSwitch
from agent.errors import ActionFailed, Stopped
from agent.events import Answer, Asking, Judged
from agent.policy.answers import Mailbox
from agent.policy.areas import CoveredScreen, FencedController
from agent.policy.gate import NOT_ALLOWED, Gate
from agent.policy.picture import spotlight
from agent.policy.reach import usable
from agent.policy.rules import Area, Names, Rules, Safety
from tests.support.made_maps import element, made_map, shot, window
from tests.support.made_policy import MAIL, RULES, judged, on_screen
from vision.capture.screen import StillScreen
from vision.core.geometry import Box, Point

SEND = on_screen(element(1, "button", "Send"), element(2, "button", "Save"))


def test_a_question_says_what_where_and_why_and_shows_the_target():
    verdict, told = judged(Click(1), SEND, "once")
    assert (verdict.kind, verdict.asked) == ("allowed", True)
    question, judgement = told
    assert isinstance(question, Asking)
    assert (question.step, question.description) == (3, "click “Send” (button)")
    assert question.where == "Inbox - Mail"
    assert question.why == ("It may send or publish something, which cannot be taken back.",)
    assert question.seconds == RULES.answer_seconds
    assert (question.picture == (200, 30, 30)).all(axis=2).any(), "the target is marked"
    assert isinstance(judgement, Judged)
    assert (judgement.allowed, judgement.answer) == (True, "once")


@pytest.mark.parametrize(
    ("answer", "why"), [("deny", NOT_ALLOWED), (None, "nobody answered in time")]
)
def test_no_and_no_answer_mean_no(answer: Answer | None, why: str):
    verdict, told = judged(Click(1), SEND, answer)
    assert verdict.kind == "refused"
    assert why in verdict.why
    assert isinstance(told[-1], Judged)
    assert not told[-1].allowed


def test_with_nobody_to_ask_it_is_not_done():
    verdict, told = judged(Click(1), SEND, nobody=True)
    assert verdict.kind == "refused"
    assert "nobody can be asked" in verdict.why
    assert [type(event) for event in told] == [Judged]


@pytest.mark.parametrize(
    ("safety", "harmless", "risky"),
    [("watch", "done", "done"), ("ask", "allowed", "allowed"),
     ("risky", None, "allowed"), ("trusted", None, None)],
)  # fmt: skip
def test_levels(safety: Safety, harmless: str | None, risky: str | None):
    for target, kind in ((2, harmless), (1, risky)):
        verdict, told = judged(Click(target), SEND, "once", safety=safety)
        assert verdict.kind == (kind or "allowed")
        assert any(isinstance(event, Asking) for event in told) == (kind is not None)


def test_what_was_allowed_for_the_task_is_not_asked_again():
    questions: list[Asking] = []

    def asker(question: Asking, stop: StopSwitch) -> Answer:
        questions.append(question)
        return "task"

    gate = Gate(RULES, lambda event: None, StopSwitch(), asker)
    delete = on_screen(element(1, "button", "Delete"), element(2, "button", "Send"))
    other = on_screen(element(1, "button", "Delete"), title="Files", application="Thunar")
    for _ in range(3):
        assert gate.review(1, Click(1), "delete", delete).kind == "allowed"
    assert len(questions) == 1
    gate.review(2, Click(2), "send", delete)
    assert len(questions) == 2, "another risk is another question"
    gate.review(3, Click(1), "delete", other)
    assert len(questions) == 3, "another application is another question"


@pytest.mark.parametrize("safety", ["ask", "risky", "trusted"])
def test_deny_and_allow_lists_hold_at_every_level(safety: Safety):
    def refused(action: Action, **names: Any) -> bool:
        rules = Rules(risks=RULES.risks, **names)
        return judged(action, SEND, "task", safety=safety, rules=rules)[0].kind == "refused"

    assert refused(Click(2), deny=Names(applications=("mail",)))
    assert refused(Click(2), deny=Names(windows=("inbox",)))
    assert not refused(Click(2), deny=Names(applications=("chat",)))
    assert refused(Click(2), allow=Names(applications=("chat",)))
    assert not refused(Click(2), allow=Names(windows=("inbox",)))
    assert refused(OpenApp("Mail"), deny=Names(applications=("mail",)))
    assert refused(OpenApp("Mail"), allow=Names(applications=("chat",)))
    assert refused(OpenApp("Post", window=7), deny=Names(windows=("inbox",)))
    assert not refused(OpenApp("Post"), deny=Names(windows=("inbox",)))
    assert refused(Press("tab"), deny=Names(applications=("mail",)))


def test_a_menu_counts_to_the_window_it_came_from():
    popup = window(9, "", Box(0, 0, 200, 200), popup=True)
    map_ = made_map([element(1, "menu", "Save")], [popup, MAIL])
    rules = Rules(deny=Names(applications=("mail",)))
    assert judged(Click(1), map_, rules=rules)[0].kind == "refused"


def test_what_is_out_of_reach_is_not_offered_either():
    panel = window(1, "Deskhand - Chromium", Box(0, 0, 300, 480), application="Chromium")
    mail = window(2, "Inbox", Box(300, 0, 640, 480), application="Mail", active=True)
    left = element(1, "button", "Allow once", Box(10, 10, 60, 30))
    right = element(2, "button", "Save", Box(310, 10, 360, 30))
    lower = element(3, "button", "Save", Box(310, 410, 360, 430))
    map_ = made_map([left, right, lower], [panel, mail])
    assert [e.id for e in usable(map_, RULES).elements] == [2, 3]
    assert usable(map_, Rules()) is map_
    area = Rules(areas=(Area("low", Box(0, 400, 640, 480)),))
    assert [e.id for e in usable(map_, area).elements] == [1, 2]
    only = Rules(allow=Names(applications=("chromium",)))
    assert [e.id for e in usable(map_, only).elements] == [1]


AREAS = (Area("chat", Box(0, 0, 200, 200), read=False), Area("dock", Box(300, 0, 400, 100)))


def test_areas_are_neither_touched_nor_read():
    inside = element(1, "button", "Save", Box(310, 10, 350, 30))
    outside = element(2, "button", "Save", Box(410, 10, 450, 30))
    rules = Rules(areas=AREAS)
    map_ = on_screen(inside, outside)
    verdict, _ = judged(Click(1), map_, "once", safety="trusted", rules=rules)
    assert "“dock” from being touched" in verdict.why
    assert judged(Click(2), map_, rules=rules)[0].kind == "allowed"
    pixels = CoveredScreen(StillScreen([shot()]), AREAS).grab().pixels
    assert (pixels[:200, :200] == 96).all()
    assert (pixels[:100, 300:400] == 255).all(), "this one may be read"
    part = CoveredScreen(StillScreen([shot()]), AREAS).grab(Box(150, 150, 260, 260)).pixels
    assert (part[:50, :50] == 96).all()
    assert (part[50:, 50:] == 255).all()


def test_no_click_ends_in_an_area_whatever_chose_the_place():
    inner = RecordingController()
    fenced = FencedController(inner, AREAS)
    for touch in (
        lambda: fenced.click(Point(10, 10)),
        lambda: fenced.scroll(Point(310, 10), 3),
        lambda: fenced.drag(Point(500, 5), Point(10, 10)),
        lambda: fenced.drag(Point(10, 10), Point(500, 5)),
    ):
        with pytest.raises(ActionFailed, match="from being touched"):
            touch()
    assert inner.calls == []
    fenced.click(Point(250, 10))
    assert inner.calls == [("click", Point(250, 10), "left", 1)]


@pytest.mark.parametrize(
    ("hours", "now", "over"),
    [("08:00-18:00", "12:00", False), ("08:00-18:00", "18:00", True),
     ("22:00-06:00", "23:30", False), ("22:00-06:00", "05:59", False),
     ("22:00-06:00", "12:00", True), ("", "03:00", False)],
)  # fmt: skip
def test_hours(hours: str, now: str, over: bool):
    at = datetime.fromisoformat(f"2026-01-01T{now}")
    gate = Gate(Rules(hours=hours), lambda event: None, StopSwitch(), now=lambda: at)
    assert bool(gate.over()) == over


def test_most_actions_and_minutes():
    clock = iter([0.0, 10.0, 100.0, 121.0, 122.0])
    gate = Gate(Rules(max_minutes=2), lambda event: None, StopSwitch(), clock=lambda: next(clock))
    assert [bool(gate.over()) for _ in range(4)] == [False, False, True, True]
    gate = Gate(Rules(max_actions=2), lambda event: None, StopSwitch())
    for over in (False, False, True):
        assert bool(gate.over()) == over
        gate.review(1, Click(2), "save", SEND)


def test_minutes_in_which_a_person_is_awaited_do_not_count():
    clock = [0.0]

    def slow_asker(question: Asking, stop: StopSwitch) -> Answer:
        clock[0] += 600.0
        return "once"

    gate = Gate(
        Rules(max_minutes=2, safety="ask"),
        lambda event: None,
        StopSwitch(),
        slow_asker,
        clock=lambda: clock[0],
    )
    assert gate.review(1, Click(2), "save", SEND).kind == "allowed"
    with gate.untimed():
        clock[0] += 600.0
    clock[0] += 100.0
    assert not gate.over()
    clock[0] += 21.0
    assert "2 minutes" in gate.over()


def test_a_mailbox_takes_one_answer_to_the_open_question(picture_question: Callable[..., Asking]):
    box, taken = Mailbox(), []

    def press() -> None:
        taken.append(box.give(6, "once"))  # another question's
        taken.append(box.give(7, "deny"))
        taken.append(box.give(7, "once"))  # a second press

    assert not box.give(7, "once"), "it is not asked yet"
    threading.Timer(0.1, press).start()
    assert box(picture_question(7), StopSwitch()) == "deny"
    assert taken == [False, True, False]
    assert not box.give(7, "once"), "it is over"
    assert box(picture_question(8, seconds=0.1), StopSwitch()) is None


def test_no_two_questions_have_the_same_number():
    first, second = (judged(Click(1), SEND, "once")[1][0] for _ in range(2))
    assert isinstance(first, Asking)
    assert isinstance(second, Asking)
    assert first.number != second.number


def test_a_stop_ends_the_waiting_for_an_answer(picture_question: Callable[..., Asking]):
    stop = StopSwitch()
    threading.Timer(0.1, stop.press, ["me"]).start()
    with pytest.raises(Stopped):
        Mailbox()(picture_question(1, seconds=60), stop)


@pytest.fixture
def picture_question() -> Callable[..., Asking]:
    def make(number: int, seconds: float = 30) -> Asking:
        return Asking(number, 1, "click", "", (), np.zeros((2, 2, 3), np.uint8), seconds)

    return make


def test_the_picture_shows_targets_at_the_edge_and_without_a_target():
    corner = element(1, "button", "Send", Box(610, 450, 640, 480))
    for action in (Click(1), Tap("1", (1,))):
        assert spotlight(action, on_screen(corner)).shape == (300, 560, 3)
    # Without a target the whole window in front, or the whole screen.
    assert spotlight(Press("enter"), on_screen(corner)).shape == (480, 640, 3)
    front = window(1, "Editor", Box(20, 30, 600, 400), active=True)
    assert spotlight(Press("enter"), made_map([corner], [front])).shape == (410, 620, 3)
