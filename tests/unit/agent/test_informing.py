"""What a person asks to be told is looked for in one window after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from agent.answers.facts import Facts
from agent.answers.informing import Informing, to_read
from agent.events import Noted
from agent.task.plan import Outline
from models.runtime.llm import Message
from tests.support.made_maps import element, made_map, window
from vision.core.elements import ElementMap, State

NOT_THERE = "not there"


def seen(*texts: str, title: str = "Fair") -> ElementMap:
    lines = [element(n, "text", text) for n, text in enumerate(texts, 1)]
    return made_map(lines, [window(1, title, active=True)])


class Run:
    """The part under test; `asked` counts the questions to the model."""

    def __init__(self, *parts: str, says: str = NOT_THERE) -> None:
        self.asked, self.told = 0, list[object]()
        self.plan, self.answers, self.doubts = Outline(list(parts)), list[str](), list[str]()
        facts = Facts(self._answering(says))
        self.one = Informing(facts, self.told.append, self.answers, self.doubts)

    def _answering(self, says: str) -> Callable[[Sequence[Message], str], str]:
        def ask(messages: Sequence[Message], grammar: str) -> str:
            self.asked += 1
            return says

        return ask

    def look(self, map_: ElementMap, *, waits: bool = False) -> bool:
        return self.one.inform(self.plan, map_, {}, waits=waits)


def test_what_stands_beside_its_name_is_told_without_the_model() -> None:
    run = Run("Tell me the entry fee")
    assert not run.look(seen("Entry fee: 12", "Open until 18:00"))
    assert run.plan.finished
    assert run.answers == ["Entry fee: 12"]
    assert Noted("Entry fee: 12") in run.told
    assert (run.asked, run.doubts) == (0, [])


def test_what_the_model_takes_from_a_page_that_does_not_name_it_is_doubted() -> None:
    run = Run("Tell me the entry fee", says="12")
    assert not run.look(seen("Adults pay 12"))
    assert run.answers == ["Entry fee: 12"]
    assert run.doubts == ["Nothing there has this name; “12” was taken instead."]


def test_a_page_that_may_still_be_loading_is_looked_at_again() -> None:
    run = Run("Tell me the entry fee")
    assert run.look(seen("Loading"), waits=True)
    assert not run.plan.finished
    assert not run.look(seen("Entry fee: 12"), waits=True)
    assert run.plan.finished


def test_the_same_texts_are_read_once() -> None:
    run = Run("Tell me the entry fee")
    for _ in range(3):
        run.look(seen("Adults pay 12"))
    assert run.asked == 1
    assert run.one.not_shown(run.plan) == ""


def test_after_three_windows_in_vain_it_is_not_shown() -> None:
    run = Run("Tell me the entry fee")
    for text in ("one 1", "two 2", "three 3"):
        assert run.one.not_shown(run.plan) == ""
        run.look(seen(text))
    assert run.one.not_shown(run.plan) == "entry fee"
    assert not run.look(seen("Entry fee: 12")), "the run ends"
    assert run.answers == []


def test_the_state_of_a_control_is_seen() -> None:
    box = element(1, "checkbox", "Word wrap", state=State(checked=True))
    run = Run("Tell me whether Word wrap is ticked")
    run.look(made_map([box], [window(1, "Options", active=True)]))
    assert run.answers == ["Whether Word wrap is ticked: yes"]
    assert run.asked == 0


def test_a_part_that_asks_for_nothing_is_left_alone() -> None:
    run = Run("Press Save")
    assert not run.look(seen("Entry fee: 12"), waits=True)
    assert (run.answers, run.plan.finished) == ([], False)


def test_the_address_of_a_page_is_not_read() -> None:
    assert to_read(seen("www.example.org/fair", "Entry fee: 12")) == ["Entry fee: 12"]
