"""The skills of a run: what is offered, and the moves of the one that the model chose."""

from __future__ import annotations

from agent.actions import Action, Click, UseSkill
from agent.deciding.situation import Situation
from agent.skills.running import Skills
from agent.skills.skill import offered
from agent.task.plan import Part
from agent.trajectory import Effect, EffectKind
from tests.support.made_choices import situation
from tests.support.made_skill import CALL, MOVES, MadeSkill
from tests.support.scenes import CITY, FORM, HELP, NAME, scene

HERE = situation(FORM, ["sign the book", "press OK"])
ELSEWHERE = situation(scene(NAME, CITY, HELP))


def call(skills: Skills, now: Situation = HERE) -> UseSkill:
    (offer,) = skills.suggest(now)
    assert isinstance(offer.action, UseSkill)
    return offer.action


def done(skills: Skills, action: Action, kind: EffectKind = "confirmed") -> list[Part]:
    return skills.told(action, Effect(kind), FORM, FORM, HERE.plan)


def moves(skills: Skills, count: int = 9) -> list[Action]:
    """The moves that are left, each carried out with its effect."""
    made: list[Action] = []
    while len(made) < count and (move := skills.next(HERE)) is not None:
        made.append(move.action)
        done(skills, move.action)
    return made


def test_a_skill_offers_itself_by_words_and_begins_only_when_it_is_chosen() -> None:
    skill = MadeSkill()
    skills = Skills((skill,))
    (offer,) = skills.suggest(HERE)
    assert offer.words == CALL
    assert offer.action == UseSkill(skill.title, (("as", CALL),))
    assert skills.next(HERE) is None
    assert skill.begun == 0


def test_without_words_there_is_no_offer() -> None:
    assert offered("a skill", "", 1.0) == []


def test_its_moves_come_one_after_the_other_until_there_is_none() -> None:
    skill = MadeSkill()
    skills = Skills((skill,))
    first = skills.begin(call(skills), HERE)
    assert first is not None
    assert first.action == MOVES[0]
    assert skills.next(HERE) == first, "asking changes nothing"
    assert moves(skills) == list(MOVES)
    assert skills.next(HERE) is None
    assert skill.begun == 1


def test_a_move_without_effect_is_not_left_out() -> None:
    skills = Skills((MadeSkill(),))
    skills.begin(call(skills), HERE)
    done(skills, MOVES[0], "no visible change")
    move = skills.next(HERE)
    assert move is not None
    assert move.action == MOVES[0]


def test_a_refused_move_and_one_that_failed_stop_it() -> None:
    kinds: tuple[EffectKind, ...] = ("not allowed", "failed")
    for kind in kinds:
        skills = Skills((MadeSkill(),))
        skills.begin(call(skills), HERE)
        done(skills, MOVES[0], kind)
        assert skills.next(HERE) is None


def test_it_is_stopped_when_the_person_says_something() -> None:
    skills = Skills((MadeSkill(),))
    skills.begin(call(skills), HERE)
    skills.stop()
    assert skills.next(HERE) is None


def test_one_that_is_over_is_offered_no_more_in_the_state_where_it_began() -> None:
    skills = Skills((MadeSkill(),))
    skills.begin(call(skills), HERE)
    moves(skills)
    assert skills.suggest(HERE) == []
    assert [each.words for each in skills.suggest(ELSEWHERE)] == [CALL]


def test_one_that_has_no_move_led_to_nothing() -> None:
    skills = Skills((MadeSkill(moves=()),))
    assert skills.begin(call(skills), HERE) is None
    assert skills.suggest(HERE) == []
    assert skills.suggest(ELSEWHERE)


def test_an_unknown_skill_has_no_moves() -> None:
    skills = Skills((MadeSkill(),))
    assert skills.begin(UseSkill("gone"), HERE) is None


def test_the_skill_that_was_chosen_last_goes_on() -> None:
    one, other = MadeSkill(title="one"), MadeSkill((Click(4),), title="other")
    skills = Skills((one, other))
    skills.begin(UseSkill("one"), HERE)
    second = skills.begin(UseSkill("other"), HERE)
    assert second is not None
    assert second.action == Click(4)
    assert moves(skills) == [Click(4)]


def test_it_says_itself_which_part_is_done_by_its_last_move() -> None:
    skills = Skills((MadeSkill(ends_part=True),))
    skills.begin(call(skills), HERE)
    assert done(skills, MOVES[0]) == []
    (part,) = done(skills, MOVES[1])
    assert part.text == "sign the book"
    assert skills.keeps(MOVES[1])
    assert not skills.keeps(Click(4))


def test_why_a_skill_did_not_come_to_its_end_is_known() -> None:
    skill = MadeSkill((), problem="the screen says “not found”")
    skills = Skills((skill,))
    assert skills.begin(UseSkill(skill.title), HERE) is None
    assert skills.problem == "the screen says “not found”"
