"""When actions bring a task no further, the run goes back to where they began."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent.actions import Action, Click, Press, TypeText
from agent.apps.application import Application
from agent.deciding.situation import Situation
from agent.events import Event, Noted
from agent.memory import Memory
from agent.skills.going_back import GoingBack
from agent.task.plan import Outline
from agent.trajectory import Effect
from tests.support.made_maps import element, made_map, window
from vision.capture.windows import Window
from vision.core.elements import Element, ElementMap, State

BROWSER = Application(
    "chromium", "Chromium", categories=("Network", "WebBrowser"), command=("chromium",)
)
MAIN = window(1, "Letters", application="chromium", active=True)
DIALOG = window(2, "Print", application="chromium", active=True)
BUTTON, TAB, BOX = element(1, "button", "More"), element(2, "tab", "Page"), element(3, "checkbox")
CANCEL = element(9, "button", "Cancel")
CONFIRMED = Effect("confirmed", "it changed")
LOST = 8
WORDS = "go back: the last steps led nowhere"


def seen(*elements: Element, windows: Sequence[Window] = (MAIN,)) -> ElementMap:
    return made_map(elements or (BUTTON, TAB, BOX), windows)


START = seen()
INSIDE = seen(BUTTON, TAB, BOX, CANCEL, windows=(DIALOG, replace(MAIN, active=False)))
ELSEWHERE = seen(element(21, "link", "A"), element(22, "link", "B"))


class Run:
    """The part under test, with the outline and memory of a run."""

    def __init__(self) -> None:
        self.told: list[Event] = []
        self.one = GoingBack((BROWSER,), self.told.append)
        self.outline, self.memory = Outline(["find the letter"]), Memory()
        assert self.due(START) is None

    def due(self, map_: ElementMap) -> Action | None:
        now = Situation("", self.outline, self.memory, map_)
        offers = self.one.offers(now)
        move = self.one.next(now)
        assert [each.words for each in offers] == ([] if move is None else [WORDS])
        return move.action if move is not None else None

    def did(self, action: Action, before: ElementMap, after: ElementMap, times: int = 1) -> None:
        for _ in range(times):
            self.one.told(action, CONFIRMED, before, after, self.outline)
            self.memory.note(action, "did it", CONFIRMED, before, after)


def test_what_came_up_is_left_by_escape_and_else_by_its_own_button() -> None:
    run = Run()
    run.did(Click(1), START, INSIDE)
    run.did(Click(3), INSIDE, INSIDE, LOST)
    assert run.due(INSIDE) == Press("esc")
    run.did(Press("esc"), INSIDE, INSIDE)
    assert run.due(INSIDE) == Click(CANCEL.id)
    run.did(Click(CANCEL.id), INSIDE, START)
    assert run.due(START) is None
    assert run.told == [Noted("Went back: the last steps did not advance the task.")]
    assert run.memory.is_blocked(Click(1), START)
    assert not run.memory.is_blocked(Click(2), START)


def test_it_waits_until_several_actions_were_in_vain_and_progress_begins_anew() -> None:
    run = Run()
    run.did(Click(1), START, ELSEWHERE)
    assert run.due(ELSEWHERE) is None
    run.did(Press("tab"), ELSEWHERE, ELSEWHERE, LOST)
    run.outline.parts[0].done = True
    assert run.due(ELSEWHERE) is None
    run.did(Press("tab"), ELSEWHERE, ELSEWHERE, 3)
    assert run.due(ELSEWHERE) is None


def test_a_page_of_a_browser_is_left_by_its_key() -> None:
    run = Run()
    other = seen(*ELSEWHERE.elements, windows=(replace(MAIN, title="Parcels"),))
    run.did(Click(1), START, other)
    run.did(Press("tab"), other, other, LOST)
    assert run.due(other) == Press("alt+left")


def test_in_other_programs_that_key_is_not_pressed() -> None:
    run = Run()
    editor = replace(MAIN, application="mousepad")
    start, other = seen(windows=(editor,)), seen(windows=(replace(editor, title="Parcels"),))
    other = replace(other, elements=ELSEWHERE.elements)
    run.did(Click(1), start, other)
    run.did(Press("tab"), other, other, LOST)
    assert run.due(other) is None


def test_the_way_over_tabs_is_gone_again_but_buttons_are_not_pressed_twice() -> None:
    run = Run()
    there = seen(element(2, "tab", "Page"), element(21, "link", "A"), element(22, "link", "B"))
    run.did(Click(2), there, START)
    run.did(Press("tab"), there, there, LOST)
    run.one.told(Click(2), CONFIRMED, START, there, run.outline)
    assert run.due(there) == Click(2)
    run = Run()
    back = seen(BUTTON, element(21, "link", "A"), element(22, "link", "B"))
    run.did(Click(1), back, START)
    run.did(Press("tab"), START, back, LOST)
    assert run.due(back) is None


def test_a_tick_and_a_text_are_taken_back() -> None:
    run = Run()
    ticked = seen(BUTTON, TAB, replace(BOX, state=State(checked=True)))
    run.did(Click(1), ticked, ticked, LOST)
    run.did(Click(3), START, ticked)
    assert run.due(ticked) == Click(3)
    run = Run()
    run.did(Press("tab"), START, START, LOST)
    run.did(TypeText("Ann", None), START, ELSEWHERE)
    assert run.due(ELSEWHERE) == Press("ctrl+z")


def test_a_text_is_taken_back_as_a_whole() -> None:
    def shows(value: str) -> ElementMap:
        field = element(7, "field", state=State(value=value))
        return seen(field, element(21, "link", "A"))

    run = Run()
    run.did(Press("tab"), START, START, LOST)
    run.did(TypeText("buy green tea", None), shows("buy"), shows("buy buy green tea"))
    for value in ("buy buy green tea", "buy buy green"):
        assert run.due(shows(value)) == Press("ctrl+z")
        run.did(Press("ctrl+z"), shows(value), shows(value))
    assert run.due(shows("buy buy")) is None


def test_when_nothing_leads_back_the_run_goes_on_from_there() -> None:
    run = Run()
    run.did(Click(1), START, ELSEWHERE, LOST)
    assert run.due(ELSEWHERE) is None
    run.did(Click(21), ELSEWHERE, ELSEWHERE)
    assert run.due(ELSEWHERE) is None
    assert run.told == []
