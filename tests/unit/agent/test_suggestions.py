"""What the words of a task point at on the screen, best first. The model chooses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from agent.actions import (
    Action,
    AddToSelection,
    Click,
    Done,
    Drag,
    Hover,
    OpenApp,
    RightClick,
    Scroll,
    Select,
    SetSlider,
    Tap,
    TypeText,
)
from agent.deciding.situation import Situation, Suggestion, among_steps, chance, ranked
from agent.memory import Deed, Memory
from agent.suggestions.by_words import ByWords, candidates
from agent.suggestions.going_on import Ending, Opening
from agent.suggestions.weights import weigh
from agent.trajectory import Effect
from tests.support.made_choices import situation
from tests.support.made_maps import element, keypad
from tests.support.scenes import CITY, FORM, HELP, NAME, OK, remembered, scene
from vision.core.elements import Element, State
from vision.core.geometry import Box
from vision.structure.scroll_areas import ScrollArea


def suggested(now: Situation) -> list[Suggestion]:
    return list(ByWords().suggest(now))


def best(now: Situation) -> Action:
    return suggested(now)[0].action


def first_of(task: str | Sequence[str], *shown: Element, memory: Memory | None = None) -> Action:
    parts = [task] if isinstance(task, str) else list(task)
    return best(situation(scene(*shown), parts, memory))


def score(now: Situation, action: Action) -> float:
    """How likely an action is thought to be right."""
    return max(weigh([each.features])[0] for each in candidates(now) if each.action == action)


def place(actions: Sequence[Action], action: Action) -> int:
    """Where an action stands among others; behind all of them where it does not."""
    return actions.index(action) if action in actions else len(actions)


def test_the_exact_name_comes_first() -> None:
    names = ("Save as", "Store", "Save", "Cancel", "Do not save")
    shown = [element(n, "button", name) for n, name in enumerate(names, 1)]
    assert first_of("press Save", *shown) == Click(3)
    found = [each.action for each in suggested(situation(scene(*shown), ["press save as"]))]
    assert set(found[:2]) == {Click(1), Click(3)}, "both names are said"


def test_a_value_goes_before_what_is_like_it() -> None:
    listed = [element(2, "list item", "Norwegian"), element(3, "list item", "Norway")]
    assert first_of("choose “Norway” as country", *listed) == Click(3)


def test_without_its_name_what_means_the_same_is_found() -> None:
    shown = [element(n, "button", name) for n, name in enumerate(("Help", "Send", "Print"), 1)]
    assert first_of("submit the message", *shown) == Click(2)
    assert first_of("envoyez le message", *shown) == Click(2)


@pytest.mark.parametrize(
    ("task", "number"),
    [
        ("tick the second checkbox", 2),
        ("tick the 3rd checkbox", 3),
        ("tick the last checkbox", 4),
        ("press the first button", 5),
    ],
)
def test_what_the_task_counts_out_is_counted(task: str, number: int) -> None:
    boxes = [element(n, "checkbox", f"Box {name}") for n, name in enumerate("ABCD", 1)]
    buttons = [element(5, "button", "One"), element(6, "button", "Two")]
    assert first_of(task, *boxes, *buttons) == Click(number)


def rows(*names: str) -> list[Element]:
    """Rows of a page, each with a name and a button Delete."""
    shown = []
    for n, name in enumerate(names):
        top = 20 + 40 * n
        shown.append(element(10 + n, "text", name, Box(10, top, 200, top + 20)))
        shown.append(element(20 + n, "button", "Delete", Box(400, top, 480, top + 20)))
    return shown


def test_of_twins_the_one_beside_the_value_is_meant() -> None:
    page = rows("letter.txt", "report.txt", "bill.txt")
    assert first_of("press Delete beside “report.txt”", *page) == Click(21)
    assert first_of("press Delete beside “bill.txt”", *page) == Click(22)


def test_a_value_goes_into_the_field_that_its_words_name() -> None:
    assert best(situation(FORM, ["type “Rome” into the city field"])) == TypeText("Rome", CITY.id)
    task = "enter “Ann” as name and “Rome” as city"
    found = [each.action for each in suggested(situation(FORM, [task]))]
    assert set(found[:2]) == {TypeText("Ann", NAME.id), TypeText("Rome", CITY.id)}
    for value, field, other in (("Rome", CITY, NAME), ("Ann", NAME, CITY)):
        entered = TypeText(value, field.id)
        assert entered in found
        assert place(found, entered) < place(found, TypeText(value, other.id))


def test_a_field_that_was_filled_comes_last() -> None:
    full = replace(NAME, state=State(value="Ann"))
    before, after = scene(NAME, CITY, OK), scene(full, CITY, OK)
    memory = Memory()
    memory.note(TypeText("Ann", 1), "it", Effect("confirmed"), before, after)
    now = situation(after, ["enter “Ann” and “Rome”"], memory)
    now.plan.use("Ann")
    found = [each.action for each in suggested(now) if isinstance(each.action, TypeText)]
    assert found[0] == TypeText("Rome", CITY.id)
    assert place(found, TypeText("Ann", NAME.id)) > place(found, TypeText("Ann", CITY.id))


def test_each_kind_is_entered_in_its_way() -> None:
    country = element(1, "dropdown", "Country")
    found = [s.action for s in suggested(situation(scene(country), ["choose “Norway” as Country"]))]
    # Its list may also be opened first.
    assert set(found[:2]) == {Select(1, "Norway"), Click(1)}
    assert first_of("set Volume to “40”", element(1, "slider", "Volume")) == SetSlider(1, "40")
    offered = candidates(situation(scene(*keypad()), ["calculate 12*7"]))
    (tap,) = [each.action for each in offered if isinstance(each.action, Tap)]
    assert tap.text == "12*7"


def test_a_text_that_the_task_does_not_give_is_left_to_the_model() -> None:
    note = element(1, "field", "Note", state=State(value=""))
    offers = suggested(situation(scene(note, HELP), ["write a short poem into the note"]))
    own = next(each for each in offers if each.open_text)
    assert own.action == TypeText("", 1)
    assert own.words == "type a text of your own into Note field (empty)"
    actions = [each.action for each in offers]
    assert place(actions, own.action) < place(actions, Click(HELP.id))


def test_the_names_of_this_part_go_before_those_of_a_later_one() -> None:
    go, save = element(1, "button", "Go"), element(2, "button", "Save")
    for texts in (["press Go", "press Save"], ["press Save", "press Go"]):
        now = situation(scene(go, save), texts)
        found = [each.action for each in suggested(now)]
        this, later = (Click(1), Click(2)) if texts[0] == "press Go" else (Click(2), Click(1))
        assert found[0] == this
        assert 0 < place(found, later) < len(found)
        now.plan.parts[0].done = True
        assert best(now) == later


def test_where_all_parts_are_ticked_the_end_is_first() -> None:
    memory = Memory()
    now = situation(FORM, ["press OK"], memory)
    after = scene(NAME, CITY, element(9, "text", "Your entry was saved"))
    memory.note(Click(OK.id), "click “OK” (button)", Effect("confirmed"), FORM, after)
    now.plan.parts[0].done = True
    now = replace(now, map=after)
    (end,) = Ending().suggest(now)
    assert end.score > max(each.score for each in suggested(now))


def test_what_is_disabled_or_was_in_vain_is_not_suggested() -> None:
    off = replace(OK, state=State(disabled=True))
    assert Click(OK.id) not in [s.action for s in suggested(situation(scene(off, HELP)))]
    memory = remembered(FORM, (Click(OK.id), "no visible change"))
    found = [s.action for s in suggested(situation(FORM, ["press OK"], memory))]
    assert Click(OK.id) not in found
    assert Click(HELP.id) in found


def test_what_was_ticked_comes_after_what_was_not() -> None:
    boxes = [element(n, "checkbox", name, state=State(checked=False))
             for n, name in enumerate(("News", "News daily"), 1)]  # fmt: skip
    memory = Memory()
    seen = scene(*boxes)
    memory.note(Click(1), "it", Effect("confirmed"), seen, seen)
    assert best(situation(seen, ["tick News"])) == Click(1)
    ticked = situation(seen, ["tick News"], memory)
    assert score(ticked, Click(1)) < score(situation(seen, ["tick News"]), Click(1))


def test_an_entry_that_was_made_is_to_be_taken_over() -> None:
    memory = remembered(FORM, (TypeText("Ann", NAME.id), "confirmed"))
    task = ["rename it to “Ann”"]
    assert score(situation(FORM, task, memory), Click(OK.id)) > score(
        situation(FORM, task), Click(OK.id)
    )


def test_the_screen_is_scrolled_where_it_goes_on() -> None:
    area = ScrollArea(Box(0, 0, 600, 400), below=True)
    ends = situation(FORM, ["choose “Norway”"])
    goes_on = replace(ends, map=replace(FORM, areas=(area,)))
    assert Scroll("down") not in [each.action for each in suggested(ends)]
    scored = {each.action: each.score for each in suggested(goes_on)}
    assert Scroll("down") in scored
    assert Scroll("up") not in scored
    there = scene(*FORM.elements, element(9, "list item", "Norway"))
    seen = replace(goes_on, map=replace(there, areas=(area,)))
    less = {each.action: each.score for each in suggested(seen)}
    assert scored[Scroll("down")] > less.get(Scroll("down"), 0.0), "the value is in sight"


def test_the_right_button_counts_more_where_the_task_says_so() -> None:
    page = scene(element(1, "icon", "Report"))

    def behind(said: str) -> float:
        now = situation(page, [said])
        return score(now, Click(1)) - score(now, RightClick(1))

    assert behind("click Report") > 0
    assert behind("right-click Report to open its context menu") < behind("click Report")


def test_an_entry_of_a_path_is_pointed_at() -> None:
    menu = [element(1, "menu", "Export"), element(2, "menu", "Print")]
    assert first_of("choose Export > PDF", *menu) == Hover(1)
    now = situation(scene(*menu, element(3, "menu", "PDF")), ["choose Export > PDF"])
    now.plan.parts[0].used.add("Export")
    assert best(now) == Click(3)


def test_a_second_row_is_added_to_the_first() -> None:
    listed = [element(n, "list item", name) for n, name in enumerate(("a.txt", "b.txt"), 1)]
    memory = Memory()
    memory.note(Click(1), "it", Effect("confirmed"), scene(*listed), scene(*listed))
    now = situation(scene(*listed), ["select “a.txt” and “b.txt”"], memory)
    now.plan.use("a.txt")
    assert best(now) == AddToSelection(2)


def test_each_suggestion_has_words_of_its_own_and_not_too_many_are_made() -> None:
    shown = [element(n, "button", f"Go {n}") for n in range(1, 60)]
    offers = suggested(situation(scene(*shown), ["press Go 7"]))
    assert len(offers) == ByWords().most
    assert len({each.words for each in offers}) == len(offers)
    assert [each.score for each in offers] == sorted((e.score for e in offers), reverse=True)
    assert offers[0].words == "click Go 7 button"


def test_opening_a_program_is_suggested_where_it_is_due() -> None:
    now = situation(FORM)
    (offer,) = Opening(lambda now: OpenApp("Mousepad"), lambda action, map_: True).suggest(now)
    assert (offer.action, offer.words) == (OpenApp("Mousepad"), "open Mousepad")
    assert list(Opening(lambda now: None, lambda action, map_: True).suggest(now)) == []


@pytest.mark.parametrize(("sure", "likely"), [(True, 1.0), (False, 0.5)])
def test_a_program_that_the_task_does_not_name_is_one_offer_among_others(
    sure: bool, likely: float
) -> None:
    now = situation(FORM)
    opening = Opening(lambda now: OpenApp("Mousepad"), lambda action, map_: sure)
    found = ranked(among_steps([*ByWords().suggest(now), *opening.suggest(now)]))
    score = next(each.score for each in found if each.action == OpenApp("Mousepad"))
    assert chance(score, found) == pytest.approx(likely, abs=0.01)


def test_saying_that_all_is_done_is_suggested_after_something_was_done() -> None:
    memory = Memory()
    now = situation(FORM, ["get ready", "finish it"], memory)
    assert list(Ending().suggest(now)) == []
    memory.deeds.append(Deed("press f1", Effect("no visible change")))
    assert list(Ending().suggest(now)) == [], "what had no effect finishes nothing"
    memory.deeds.append(Deed("press f1", Effect("confirmed", "it opened")))
    (offer,) = Ending().suggest(now)
    assert (offer.action, offer.words) == (Done(), "the whole task is done")
    assert offer.features["done, worked"] == 1.0
    memory.deeds.append(Deed("press f2", Effect("no visible change")))
    (vain,) = Ending().suggest(now)
    assert vain.features["done, worked"] == 0.0
    now.plan.parts[0].done = True
    (later,) = Ending().suggest(now)
    assert later.features["done, ticked"] > offer.features["done, ticked"]
    left = situation(FORM, ["get ready", "press OK"], memory)
    assert list(Ending().suggest(left)) == [], "OK is there and was not pressed"


def test_what_is_in_the_bar_of_a_browser_counts_less() -> None:
    bar = element(1, "icon", "more", Box(700, 40, 730, 70))
    address = element(2, "field", "", Box(100, 40, 650, 70), State(value="www.example.org/start"))
    below = element(3, "icon", "more", Box(100, 300, 130, 330))
    now = situation(scene(bar, address, below), ["show me more"])
    assert score(now, Click(3)) > score(now, Click(1))


def test_an_entry_without_a_name_is_called_by_what_stands_in_it() -> None:
    card = element(1, "field", "", Box(20, 60, 200, 90), State(value="Order paper"))
    column = element(2, "list item", "Finished", Box(300, 20, 500, 50))
    now = situation(scene(card, column), ["Drag Order paper to Finished"])
    assert any(isinstance(each.action, Drag) for each in suggested(now)[:3])
