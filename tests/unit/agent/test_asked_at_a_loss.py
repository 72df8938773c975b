"""Where the model is at a loss, the person chooses among what it was offered."""

from __future__ import annotations

from collections.abc import Sequence

from agent.actions import Click, Done
from agent.control.stop import StopSwitch
from agent.deciding.situation import Situation, Suggestion
from agent.events import Answer, Asking
from tests.support.made_form import Given, Ran
from tests.support.taught import TaughtModel

SAVE = Suggestion(Click(3), "click Save button", score=2.0)
TICK = Suggestion(Click(2), "tick Newsletter", score=1.0)
END = Suggestion(Done(), "the whole task is done", score=0.0)


class Offers:
    def suggest(self, now: Situation) -> Sequence[Suggestion]:
        return [SAVE, TICK, END]


class Person:
    """Gives these answers in turn, and keeps what was asked."""

    def __init__(self, *answers: Answer | None) -> None:
        self.answers, self.asked = list(answers), list[Asking]()

    def __call__(self, question: Asking, stop: StopSwitch) -> Answer | None:
        self.asked.append(question)
        return self.answers.pop(0)


def ran(person: Person | None) -> Ran:
    model = TaughtModel(*[("click Save button", 0.3)] * 3)
    return Given(asker=person, suggesters=[Offers()]).run(model, "Sign up for the letter")


def test_what_the_person_chooses_is_done() -> None:
    person = Person("2", "1", "3")
    run = ran(person)
    assert [each["what"] for each in run.book.told] == ["ticked", "saved"]
    assert person.asked[0].options == (SAVE.words, TICK.words, END.words)
    assert {step.by for step in run.told.steps} == {"person"}
    assert run.outcome.kind == "done", "they said so"


def test_without_an_answer_nothing_is_done() -> None:
    for person in (Person(None), Person("deny"), None):
        run = ran(person)
        assert run.outcome.kind == "failed"
        assert run.book.told == []
