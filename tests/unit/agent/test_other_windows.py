"""Several programs in one run: going to another window, and what was seen in it."""

from __future__ import annotations

import pytest

from agent.actions import Click, OpenApp, Tap, TypeText
from agent.apps.application import Application
from agent.deciding.prompt import text_messages
from agent.deciding.situation import Situation, Suggestion
from agent.knowledge import Knowledge
from agent.memory import Memory
from agent.suggestions.going_on import OtherWindows
from agent.suggestions.keypad import works_out
from agent.task.plan import Outline
from agent.trajectory import Effect
from tests.support.made_maps import element, keypad, made_map, window
from vision.capture.windows import Window
from vision.core.elements import ElementMap, State
from vision.core.geometry import Box

PAD = Application("pad", "Pad", categories=("TextEditor",), command=("pad",))
SUMS = Application("sums", "Sums", categories=("Calculator",), command=("sums",))
WEB = Application("surf", "Surf", categories=("WebBrowser",), command=("surf",))
ALL = (PAD, SUMS, WEB)


def own(handle: int, application: str, title: str, **more: bool | int) -> Window:
    return Window(handle, title, application, Box(0, 0, 640, 480), **more)  # type: ignore[arg-type]


def offered(text: str, *windows: Window) -> list[Suggestion]:
    now = Situation(text, Outline([text]), Memory(), made_map(windows=windows))
    return list(OtherWindows(ALL).suggest(now))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("put what it comes to in the editor", "Pad"),
        ("pon el total en la página web", "Surf"),
        ("work out what both cost", "Sums"),
    ],
)
def test_the_program_that_a_part_means_is_likelier_than_another(text: str, name: str) -> None:
    windows = [
        own(9, "paint", "Sketch", active=True),
        own(1, "pad", "note.txt - Pad"),
        own(2, "sums", "Sums"),
        own(3, "surf", "Orders - Surf"),
    ]
    first = max(offered(text, *windows), key=lambda each: each.score)
    assert first.action == OpenApp(name)
    assert first.score > -1.5


def test_what_is_said_of_the_window_in_front_leaves_the_others_unlikely() -> None:
    windows = [own(1, "pad", "note.txt - Pad", active=True), own(2, "sums", "Sums")]
    (other,) = offered("write this into the text editor", *windows)
    assert other.score < -3


def test_nothing_is_offered_while_a_dialog_or_a_menu_is_open_or_without_another_window() -> None:
    pad, sums = own(1, "pad", "note.txt - Pad"), own(2, "sums", "Sums")
    asks = own(3, "pad", "Save", active=True, owner=1)
    menu = own(4, "pad", "", popup=True)
    front = own(1, "pad", "note.txt - Pad", active=True)
    assert not offered("work out the sum", asks, pad, sums)
    assert not offered("work out the sum", menu, front, sums)
    assert not offered("work out the sum", front)


def letter_left() -> Memory:
    letter, note = own(1, "pad", "letter.txt - Pad"), own(2, "surf", "Form - Surf", active=True)
    text = element(1, "text", "Telephone 0551 2288", Box(10, 10, 300, 30))
    shown = made_map([text], [own(1, "pad", "letter.txt - Pad", active=True), note])
    memory = Memory()
    memory.note(OpenApp("Surf"), "open Surf", Effect("confirmed", ""), shown, form(letter, note))
    return memory


def form(*windows: Window) -> ElementMap:
    field = element(5, "field", "Phone", Box(10, 50, 300, 70), State(value=""))
    return made_map([field], windows)


def test_a_text_may_be_copied_from_a_window_that_was_left() -> None:
    here = form(own(2, "surf", "Form - Surf", active=True), own(1, "pad", "letter.txt - Pad"))
    task = "Put the telephone number of the letter into the form"
    now = Situation(task, Outline([task]), letter_left(), here)
    typing = Suggestion(TypeText("", 5), "type a text of your own", open_text=True)
    asked = text_messages(now, typing)[-1].content
    assert 'Seen before in "letter.txt - Pad":\nTelephone 0551 2288' in asked
    back = form(own(1, "pad", "letter.txt - Pad", active=True))
    now = Situation(task, Outline([task]), letter_left(), back)
    assert "Seen before" not in text_messages(now, typing)[-1].content, "it can be read there"


def test_a_dialog_that_closed_is_no_window_that_was_left() -> None:
    memory, main = Memory(), own(1, "pad", "letter.txt - Pad", active=True)
    asks = own(3, "pad", "Save", active=True, owner=1)
    before = made_map([element(1, "button", "OK")], [asks, own(1, "pad", "letter.txt - Pad")])
    memory.note(OpenApp("Pad"), "x", Effect("confirmed", ""), before, made_map([], [main]))
    assert memory.left == {}


@pytest.mark.parametrize(("shown", "known"), [("1,776", ["1,776"]), ("Error", [])])
def test_the_sum_on_a_display_is_what_the_next_part_writes(shown: str, known: list[str]) -> None:
    display = element(1, "field", "", Box(0, 0, 200, 30), State(value=shown))
    plan, knowledge = Outline(["Work out 37 times 48", "write it into the note"]), Knowledge()
    plan.parts[0].done = True
    knowledge.calculated(made_map([display], [window(1, "Sums", active=True)]))
    knowledge.prepare(plan, made_map())
    assert plan.open_values == known


def test_a_keypad_works_something_out_by_a_sum_or_its_equals_sign() -> None:
    keys = keypad()
    equals = next(e for e in keys if e.text == "=")
    shown = made_map(keys, [window(1, "Sums", active=True)])
    assert works_out(Click(equals.id), shown)
    assert works_out(Tap("37*48", (1, 2)), shown)
    assert not works_out(Tap("37", (1, 2)), shown)
    assert not works_out(Click(1), made_map([element(1, "button", "=")])), "it stands alone"
