"""What the task still tells to enter is done before what cannot be taken back."""

from __future__ import annotations

from collections.abc import Sequence

from agent.actions import Click, TypeText
from agent.deciding.situation import Situation, Suggestion
from tests.support.made_form import Given, Ran
from tests.support.taught import TaughtModel

NAME = Suggestion(TypeText("Ada", 1), 'type "Ada" into Full name field', score=2.0)
TICK = Suggestion(Click(2), "tick Newsletter", score=1.5)
SAVE = Suggestion(Click(3), "click Save button", score=1.0)


class Offers:
    def suggest(self, now: Situation) -> Sequence[Suggestion]:
        return [NAME, TICK, SAVE]


# Together these are as likely wrong as right, and to save has consequences.
UNSURE = [(TICK.words, 0.6), (SAVE.words, 0.7)]


def ran(*more: tuple[str, float]) -> Ran:
    model = TaughtModel(*UNSURE, *more)
    return Given(suggesters=[Offers()]).run(model, 'Tick the letter, enter "Ada" and save')


def test_a_value_that_is_left_is_entered_first() -> None:
    run = ran((NAME.words, 0.8), (SAVE.words, 0.7))
    assert run.book.name == "Ada"
    assert run.outcome.kind == "unsure", "then nothing is left, and it is no surer"
    assert [each["what"] for each in run.book.told] == ["ticked"]


def test_what_is_as_likely_wrong_as_right_is_not_done_instead() -> None:
    run = ran((NAME.words, 0.4))
    assert run.book.name == ""
    assert run.outcome.kind == "unsure"
    assert [each["what"] for each in run.book.told] == ["ticked"]
