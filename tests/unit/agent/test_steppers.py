"""Number steppers are set to what the task tells, and to nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent.actions import Click, UseSkill
from agent.deciding.situation import Situation
from agent.memory import Memory
from agent.skills.steppers import Steppers, steppers_of
from agent.task.plan import Outline
from agent.trajectory import Effect
from tests.support.made_maps import element, made_map
from vision.core.elements import ElementMap, State
from vision.core.geometry import Box

NAMES = ("Adults", "Children", "Seniors")


def party(*numbers: int, lower: str = "") -> ElementMap:
    """Three steppers in a row, with their names above."""
    made = []
    for place, (name, number) in enumerate(zip(NAMES, numbers, strict=True)):
        x = 20 + 150 * place
        made += [
            element(10 * place + 1, "text", name, Box(x, 60, x + 60, 76)),
            element(10 * place + 2, "icon", lower, Box(x, 84, x + 36, 120)),
            element(10 * place + 3, "text", str(number), Box(x + 46, 92, x + 58, 110)),
            element(10 * place + 4, "icon", "add", Box(x + 70, 84, x + 106, 120)),
        ]
    return made_map([*made, element(90, "button", "Search", Box(20, 140, 130, 170))])


def situation(task: str, map_: ElementMap) -> Situation:
    return Situation(task, Outline([task]), Memory(), map_)


def test_steppers_have_their_names() -> None:
    assert [(s.name, s.value) for s in steppers_of(party(1, 0, 2))] == [
        ("Adults", 1),
        ("Children", 0),
        ("Seniors", 2),
    ]


@pytest.mark.parametrize(
    ("task", "said"),
    [
        ("We are two adults and three children", ["Adults to 2", "Children to 3"]),
        ("1 adult, please, and 4 seniors", ["Seniors to 4"]),
        ("One adult, no one else", []),
        ("Search for trains at 10:30", []),
    ],
)
def test_what_is_told_is_offered(task: str, said: list[str]) -> None:
    offers = Steppers().offers(situation(task, party(1, 0, 0)))
    assert [each.words for each in offers] == [
        f'set "{name}" to {number} with its buttons'
        for name, _, number in (one.partition(" to ") for one in said)
    ]


def test_what_is_told_in_other_words_is_offered() -> None:
    offers = Steppers().offers(situation("Four kids and one grown-up", party(0, 0, 0)))
    assert [each.words for each in offers] == [
        'set "Children" to 4 with its buttons',
        'set "Adults" to 1 with its buttons',
    ]


def test_a_card_that_looks_like_a_field_has_the_name() -> None:
    card = replace(
        element(1, "field", "How many?", Box(20, 50, 200, 100)),
        state=State(value="Kayaks\nfrom £20"),
    )
    signs = [
        element(2, "icon", "remove", Box(210, 60, 240, 90)),
        element(3, "text", "2", Box(250, 66, 260, 84)),
        element(4, "icon", "add", Box(270, 60, 300, 90)),
    ]
    below = element(5, "button", "Continue", Box(20, 120, 120, 150))
    (found,) = steppers_of(made_map([card, *signs, below]))
    assert (found.name, found.value) == ("Kayaks from £20", 2)


def test_the_number_is_reached_and_its_part_is_done() -> None:
    skill, task, numbers = Steppers(), "make that two children", [1, 0, 0]
    now = situation(task, party(*numbers))
    (offer,) = skill.offers(now)
    assert isinstance(offer.action, UseSkill)
    skill.begin(offer.action, now)
    done = []
    for _ in range(2):
        before = party(*numbers)
        move = skill.next(situation(task, before))
        assert move is not None
        assert move.action == Click(14)
        numbers[1] += 1
        effect = Effect("confirmed", "")
        done.append(skill.told(move.action, effect, before, party(*numbers), now.plan))
    assert done == [None, now.plan.parts[0]]
    assert skill.next(situation(task, party(*numbers))) is None
    assert skill.problem == ""


def test_a_button_without_effect_is_not_pressed_on_and_on() -> None:
    skill, map_ = Steppers(), party(3, 0, 0, lower="remove")
    now = situation("one adult", map_)
    (offer,) = skill.offers(now)
    assert isinstance(offer.action, UseSkill)
    skill.begin(offer.action, now)
    move = skill.next(now)
    assert move is not None
    assert move.action == Click(2)
    assert skill.told(move.action, Effect("no visible change", ""), map_, map_, now.plan) is None
    assert skill.next(now) is None
    assert "Adults" in skill.problem
