"""What cannot be taken back is not done on choices that are as likely wrong as right."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from agent.actions import Action, Click, TypeText, UseSkill
from agent.constraints.deeds import Selection
from agent.constraints.unasked import objection as unasked
from agent.control.endings import by_chance, rash
from agent.deciding.decider import FREE, Decision
from agent.deciding.reply import Reply
from agent.deciding.situation import Suggestion, share_of
from agent.memory import Memory
from agent.policy.committing import commits
from agent.policy.rules import Rules
from agent.task.plan import Outline
from tests.support.made_maps import element, made_map
from tests.support.places import ROOT
from vision.core.geometry import Box


def ends(name: str, share: float, *, before: float = 1.0) -> bool:
    """Whether the run ends before such a click; `before` is how likely all choices were right."""
    action = Click(1)
    decision = Decision("", "", Reply("", (action,)), replace(FREE, share=share))
    offered = [Suggestion(action, f"click {name}", score=1.0)]
    map_, plan = made_map([element(1, "button", name)]), Outline(["Do it"])
    return rash(decision, offered, map_, plan, Memory(choices=[("before", before, {})])) is not None


@pytest.mark.parametrize("name", ["Hand in for Mia", "Get the permit", "Termin buchen", "Réserver"])
def test_what_cannot_be_taken_back_needs_sure_choices(name: str) -> None:
    assert ends(name, 0.4)
    assert ends(name, 1.0, before=0.4)
    assert not ends(name, 0.9, before=0.9)


def test_what_was_as_likely_and_came_later_is_no_doubt() -> None:
    boxes = {"tick A": 0.4, "tick B": 0.35, "tick C": 0.25}
    known = Memory(choices=[("tick A", 0.4, boxes)])
    assert known.chance("save") == pytest.approx(0.4)
    assert known.chance("tick B") == pytest.approx(0.75)
    known.choices.append(("tick B", 0.6, {"tick B": 0.6, "tick C": 0.4}))
    assert known.chance("save") == pytest.approx(0.75 * 0.6)
    known.choices.append(("tick C", 1.0, {"tick C": 1.0}))
    assert known.chance("save") == pytest.approx(1.0)


def test_what_begins_in_the_same_way_is_no_other_choice() -> None:
    enter, click = TypeText("x", 2), Click(2)
    other, form = TypeText("y", 2), UseSkill("form")
    offered = [
        Suggestion(enter, "type x"),
        Suggestion(click, "click"),
        Suggestion(other, "type y"),
        Suggestion(form, "fill in", first=enter),
        Suggestion(Click(3), "click another"),
    ]
    shares = {"type x": 0.3, "click": 0.1, "type y": 0.2, "fill in": 0.3, "click another": 0.1}
    assert share_of(offered[0], offered, shares) == pytest.approx(0.7)
    assert share_of(offered[4], offered, shares) == pytest.approx(0.1)


def test_an_entry_of_a_menu_needs_them_as_well() -> None:
    plan, known = Outline(["Do it"]), Memory(choices=[("before", 0.6, {})])
    for name, over in (("Delete Page", True), ("Zoom In", False)):
        action = UseSkill("menus", (("as", name), ("entry", name)))
        decision = Decision("", name, Reply("", (action,)), replace(FREE, share=0.7))
        ended = rash(decision, [Suggestion(action, name)], made_map([]), plan, known)
        assert (ended is not None) is over


def test_what_is_harmless_needs_none() -> None:
    assert not ends("Show more", 0.4, before=0.1)
    assert not ends("Wednesday", 0.4, before=0.1)


@pytest.mark.parametrize(("action", "least"), [(Click(1), 0.5), (TypeText("x", 2), 0.4)])
def test_what_is_as_likely_wrong_as_right_is_not_done(action: Action, least: float) -> None:
    for share, over in ((least - 0.05, True), (least + 0.05, False)):
        decision = Decision("", "", Reply("", (action,)), replace(FREE, share=share))
        assert (by_chance(decision, Memory(), "Do it") is not None) == over


def test_most_names_of_another_author_are_told_right() -> None:
    lines = (ROOT / "tests" / "data" / "buttons" / "unread.jsonl").read_text("utf-8").splitlines()
    told = [(commits(one["label"]), one["commits"]) for one in map(json.loads, lines)]
    assert len(told) == 240
    # Measured: 92 % of 120 and 15 % of 120; with the words of the lexicon 28 and 5 %.
    assert sum(found for found, right in told if right) >= 108
    assert sum(found for found, right in told if not right) <= 20


def test_a_cross_in_one_of_several_rows_is_not_pressed_unasked() -> None:
    rows = [element(n, "icon", "close", Box(300, 40 * n, 320, 40 * n + 20)) for n in (1, 2, 3)]
    map_, rules = made_map(rows), Rules.shipped()
    assert unasked(Click(1), map_, "The boxes are bought, note that", rules, Selection())
    assert not unasked(Click(1), map_, "Remove the boxes from the list", rules, Selection())
    assert not unasked(Click(1), made_map(rows[:1]), "Note that", rules, Selection())
