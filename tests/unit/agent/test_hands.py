"""How actions are carried out: what is clicked, pressed and typed, and when nothing is touched."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest

from agent.actions import (
    Action,
    Click,
    ClickAt,
    Done,
    DoubleClick,
    Drag,
    DragBy,
    Hover,
    OpenApp,
    Press,
    RightClick,
    Scroll,
    Select,
    SetSlider,
    Tap,
    TripleClick,
    TypeText,
    Wait,
)
from agent.computer.controller import Button, RecordingController
from agent.computer.executor import Hands
from agent.control.stop import StopSwitch
from agent.errors import ActionFailed, Stopped
from agent.perception.settle import differs
from tests.support.made_maps import element, keypad, made_map, painted, shot, window
from vision.capture.screen import Screenshot, StillScreen
from vision.capture.windows import Window
from vision.core.elements import ElementMap, State
from vision.core.geometry import Box, Point

MAIN = window(1, "Main", Box(0, 0, 600, 400), active=True)
BUTTON = element(1, "button", "OK", Box(100, 100, 180, 130))
FIELD = element(2, "field", "Name", Box(100, 150, 300, 176), State(value="old"))
EMPTY = element(3, "field", "City", Box(100, 200, 300, 226), State(value=""))
PAGE = element(4, "field", "Text", Box(100, 240, 500, 380), State(value=""))
LIST = element(5, "dropdown", "Country", Box(320, 150, 460, 176))
PICTURE = painted(Box(100, 100, 180, 102))
MAP = made_map([BUTTON, FIELD, EMPTY, PAGE, LIST], [MAIN], PICTURE)


@dataclass
class Scene:
    """Hands with nothing real to touch."""

    picture: Screenshot = PICTURE
    windows: tuple[Window, ...] = (MAIN,)
    opened: ElementMap = MAP
    stop: StopSwitch = field(default_factory=StopSwitch)
    controller: RecordingController = field(default_factory=RecordingController)
    later: tuple[Screenshot, ...] = ()

    def do(self, action: Action, map_: ElementMap = MAP) -> list[tuple[object, ...]]:
        """Carry out an action; what was done with mouse and keyboard."""
        hands = Hands(
            self.controller, StillScreen([self.picture, *self.later]), lambda: self.opened,
            lambda: self.windows, self.stop, {},
        )  # fmt: skip
        hands.carry_out(action, map_)
        return self.controller.calls


# How a field is emptied before it is written into.
ANEW = (("press", "ctrl+a"), ("press", "shift+end"))
ALL_ANEW = (("press", "ctrl+home"), ("press", "ctrl+shift+end"))
NOTHING = ("type_text", "")


def click(target: Box, button: str = "left", count: int = 1) -> tuple[object, ...]:
    return ("click", target.center, button, count)


@pytest.mark.parametrize(
    ("action", "calls"),
    [
        (Click(1), [click(BUTTON.box)]),
        (DoubleClick(1), [click(BUTTON.box, "left", 2)]),
        (TripleClick(1), [click(BUTTON.box, "left", 3)]),
        (RightClick(1), [click(BUTTON.box, "right")]),
        (Hover(1), []),
        (DragBy(1, 30, -9), [("drag", BUTTON.box.center, Point(170, 106), "left")]),
        (Drag(1, 5), [("drag", BUTTON.box.center, LIST.box.center, "left")]),
        (Drag(1, 5, "left"), [("drag", BUTTON.box.center, Point(326, 163), "left")]),
        (Drag(1, 5, "bottom"), [("drag", BUTTON.box.center, Point(390, 171), "left")]),
        (TypeText("Ann", 2), [click(FIELD.box), *ANEW, ("type_text", "Ann")]),
        (TypeText("Ann", 3), [click(EMPTY.box), *ANEW, ("type_text", "Ann")]),
        (TypeText("Ann", 4), [click(PAGE.box), ("press", "ctrl+end"), ("type_text", "Ann")]),
        (TypeText("Ann", 2, "replace"), [click(FIELD.box), *ANEW, ("type_text", "Ann")]),
        (TypeText("", 2, "replace"), [click(FIELD.box), *ANEW, ("press", "delete"), NOTHING]),
        (TypeText("x", 2, "append"), [click(FIELD.box), ("press", "end"), ("type_text", "x")]),
        (TypeText("x", 4, "append"), [click(PAGE.box), ("press", "ctrl+end"), ("type_text", "x")]),
        (TypeText("x", 4, "replace"), [click(PAGE.box), *ALL_ANEW, ("type_text", "x")]),
    ],
)
def test_on_a_target(action: Action, calls: list[tuple[object, ...]]):
    target = MAP.by_id(action.target)  # type: ignore[union-attr, arg-type]
    assert Scene().do(action) == [("move", target.box.center), *calls]


@pytest.mark.parametrize(
    ("action", "calls"),
    [
        (Press("Control+S"), [("press", "ctrl+s")]),
        (TypeText("Ann"), [("type_text", "Ann")]),
        # A dialog for files turns to a field for the path at its first sign.
        (TypeText("/tmp/a"), [("type_text", "/"), ("type_text", "tmp/a")]),
        (Scroll("down"), [("scroll", MAIN.box.center, -1)]),
        (Scroll("up"), [("scroll", MAIN.box.center, 1)]),
        (Scroll("left", amount="little"), [("scroll", MAIN.box.center, -1, "sideways")]),
        (Scroll("right", amount="end"), [("scroll", MAIN.box.center, 20, "sideways")]),
        (ClickAt(5, 6), [("move", Point(5, 6)), ("click", Point(5, 6), "left", 1)]),
        (
            ClickAt(110, 105, "right", 2),
            [("move", Point(110, 105)), ("click", Point(110, 105), "right", 2)],
        ),
        (Wait(until="OK"), []),
        (Wait(0.01), []),
    ],
)
def test_without_a_target(action: Action, calls: list[tuple[object, ...]]):
    assert Scene().do(action) == calls


def test_scrolling_at_something():
    assert Scene().do(Scroll("down", 4))[-1] == ("scroll", PAGE.box.center, -1)


def test_a_keypad_is_tapped_key_by_key():
    keys = keypad()
    map_ = made_map(keys, [MAIN], PICTURE)
    by_sign = {key.text: key for key in keys}
    taps = [by_sign[sign] for sign in "12×7="]
    assert Scene().do(Tap("12*7", tuple(key.id for key in taps)), map_) == [
        click(key.box) for key in taps
    ]


def test_a_key_that_lights_up_under_the_mouse_is_tapped_twice():
    keys = keypad()
    map_ = made_map(keys, [MAIN], PICTURE)
    one, two = (next(key for key in keys if key.text == sign) for sign in "12")
    # As the screen looks once the key was pressed: lit up, with the mouse over it.
    top = Box(100, 100, 180, 102)
    lit = Scene(later=(painted(top, one.box),))
    assert lit.do(Tap("11", (one.id, one.id)), map_) == [click(one.box), click(one.box)]
    changed = Scene(later=(painted(top, one.box, two.box),))
    with pytest.raises(ActionFailed, match="changed after it was chosen"):
        changed.do(Tap("12", (one.id, two.id)), map_)


def test_what_changes_around_a_target_is_no_change_of_it():
    around = [
        Box(90, 90, 190, 98), Box(90, 132, 190, 140), Box(90, 90, 98, 140), Box(182, 90, 190, 140),
    ]  # fmt: skip
    changed = Scene(painted(Box(100, 100, 180, 102), *around))
    assert changed.do(Click(1)) == [("move", BUTTON.box.center), click(BUTTON.box)]


def test_a_tooltip_over_a_target_is_made_to_go_away():
    tip = window(7, "", Box(150, 110, 260, 140), popup=True, tooltip=True)

    class Tipped(Scene):
        def do(self, action: Action, map_: ElementMap = MAP) -> list[tuple[object, ...]]:
            gone = lambda: self.controller.calls  # noqa: E731
            hands = Hands(
                self.controller, StillScreen([PICTURE]), lambda: MAP,
                lambda: (MAIN,) if gone() else (tip, MAIN), self.stop, {},
            )  # fmt: skip
            hands.carry_out(action, map_)
            return self.controller.calls

    away = ("move", Point(MAIN.box.center.x, MAIN.box.top + 4))
    assert Tipped().do(Click(1)) == [away, ("move", BUTTON.box.center), click(BUTTON.box)]


ROW = element(8, "list item", "Norway", Box(320, 220, 460, 240))
POPUP = window(9, "", Box(320, 140, 460, 300), popup=True)


TRACK = Box(100, 300, 308, 320)


@dataclass
class Sliding(RecordingController):
    """A slider with a handle of 8 by 16 pixels, from `least` in steps; its number stands beside."""

    least: float = 0
    step: float = 1
    most: float = 100
    value: float = 20
    grips: bool = True

    def __post_init__(self) -> None:
        super().__init__()

    def at(self) -> int:
        share = (self.value - self.least) / (self.most - self.least)
        return TRACK.left + 4 + round(share * (TRACK.width - 8))

    def look(self) -> ElementMap:
        handle = Box(self.at() - 4, TRACK.top + 2, self.at() + 4, TRACK.bottom - 2)
        line = Box(TRACK.left + 2, 308, TRACK.right - 2, 312)
        beside = [
            element(7, "text", "0", Box(80, 330, 90, 345)),
            element(8, "text", f"{self.value:g} dB", Box(320, 300, 370, 320)),
        ]
        digits = Box(322, 302, 324 + round(abs(self.value)) % 40, 318)
        slider = element(6, "slider", "Gain", TRACK)
        return made_map([slider, *beside], [MAIN], painted(handle, line, digits))

    def _put(self, value: float) -> None:
        steps = round((value - self.least) / self.step)
        self.value = min(max(self.least + steps * self.step, self.least), self.most)

    def drag(self, start: Point, end: Point, button: Button = "left") -> None:
        super().drag(start, end, button)
        if self.grips and abs(start.x - self.at()) <= 5:
            share = (end.x - TRACK.left - 4) / (TRACK.width - 8)
            self._put(self.least + share * (self.most - self.least))

    def press(self, keys: str) -> None:
        super().press(keys)
        self._put(self.value + {"left": -self.step, "right": self.step}.get(keys, 0))


def slide(slider: Sliding, value: str) -> None:
    hands = Hands(
        slider, StillScreen([slider.look().screenshot]), slider.look, lambda: (MAIN,),
        StopSwitch(), {},
    )  # fmt: skip
    hands.carry_out(SetSlider(6, value), slider.look())


@pytest.mark.parametrize(
    ("slider", "value"),
    [
        (Sliding(), "80"),
        (Sliding(), "0"),
        (Sliding(), "100"),
        (Sliding(), "20"),
        (Sliding(most=2000, value=900), "1311"),
        (Sliding(least=-30, step=0.5, most=30, value=-2), "-17.5"),
        (Sliding(grips=False), "23"),  # moved by keys only
    ],
)
def test_a_slider_is_set(slider: Sliding, value: str):
    slide(slider, value)
    assert slider.value == float(value)
    assert len(slider.calls) < 90


def test_a_slider_between_two_steps_says_what_it_shows():
    slider = Sliding(step=25, value=25)
    with pytest.raises(ActionFailed, match=r"could not be set to 60: it shows (50|75) now"):
        slide(slider, "60")


def test_the_option_in_the_list_that_opened_is_clicked():
    label = element(7, "text", "Norway", Box(10, 10, 60, 30))
    opened = made_map([*MAP.elements, label, ROW], [POPUP, MAIN], PICTURE)
    calls = Scene(opened=opened).do(Select(5, "Norway"))
    assert calls == [("move", LIST.box.center), click(LIST.box), click(ROW.box)]


@pytest.mark.parametrize("top", [LIST.box.bottom - 6, LIST.box.top - 2])
def test_an_option_that_lies_on_its_field_is_clicked(top: int):
    """Boxes are a few pixels off, and GTK opens the list over the field."""
    row = replace(ROW, box=Box(320, top, 460, top + 20))
    opened = made_map([*MAP.elements, row], [POPUP, MAIN], PICTURE)
    assert Scene(opened=opened).do(Select(5, "Norway"))[-1] == click(row.box)


def test_a_list_drawn_by_the_program_itself_is_what_was_not_there_before():
    unfolded = painted(Box(100, 100, 180, 102), Box(330, 225, 440, 235))
    opened = made_map([*MAP.elements, ROW], [MAIN], unfolded)
    assert Scene(opened=opened).do(Select(5, "norway"))[-1] == click(ROW.box)


def test_an_option_that_cannot_be_seen_is_typed():
    calls = Scene().do(Select(5, "Norway"))
    assert calls[1:] == [click(LIST.box), ("type_text", "Norway"), ("press", "enter")]


def test_a_time_that_was_not_taken_as_a_whole_is_typed_in_parts():
    time = element(2, "field", "Time", FIELD.box, State(value="07:45"))
    calls = Scene(opened=made_map([time], [MAIN], PICTURE)).do(TypeText("6:45", 2))
    first = ("click", Point(113, 163), "left", 1)
    whole = [first, *ANEW, ("type_text", "6:45")]
    twice = ("click", Point(113, 163), "left", 2)
    in_parts = [("press", "tab"), twice, ("type_text", "0645")]
    assert calls[1:] == [*whole, *in_parts, *whole], "it shows neither: it may be a plain entry"
    shown = replace(time, state=State(value="06:45:00"))
    calls = Scene(opened=made_map([shown], [MAIN], PICTURE)).do(TypeText("6:45", 2))
    assert calls[1:] == whole


def fails(scene: Scene, action: Action, map_: ElementMap = MAP) -> str:
    """The message of an action that cannot be carried out; nothing was pressed or typed."""
    with pytest.raises(ActionFailed) as failed:
        scene.do(action, map_)
    assert {call[0] for call in scene.controller.calls} <= {"move"}
    return str(failed.value)


WRITTEN = [Click(1), DoubleClick(1), TypeText("Ann", 1), Scroll("down", 1)]


@pytest.mark.parametrize("action", WRITTEN)
def test_a_window_that_closed(action: Action):
    said = fails(Scene(windows=()), action)
    assert said.startswith("The window “Main” was closed before ")
    assert "OK" in said


def test_a_menu_that_closed():
    map_ = made_map([ROW], [POPUP, MAIN], PICTURE)
    assert fails(Scene(), Click(8), map_).startswith("The menu or list was closed before ")


def test_a_window_that_moved():
    moved = replace(MAIN, box=Box(50, 50, 640, 440))
    assert "The window “Main” moved before" in fails(Scene(windows=(moved,)), Click(1))


def test_a_target_that_looks_otherwise():
    covered = painted(Box(90, 90, 200, 140))
    assert "changed after it was chosen" in fails(Scene(picture=covered), Click(1))


def test_a_change_elsewhere_does_not_matter():
    assert Scene(picture=painted(Box(100, 100, 180, 102), Box(400, 300, 500, 380))).do(Click(1))


def test_a_screen_of_another_size():
    small = shot(PICTURE.pixels[:300, :300])
    assert "size or position of the screen area has changed" in fails(
        Scene(picture=small), Click(1)
    )


@pytest.mark.parametrize(
    "action", [ClickAt(110, 105), ClickAt(560, 30), Drag(1, 5), Drag(5, 1), DragBy(5, -250, -48)]
)
def test_neither_end_nor_a_point_may_look_otherwise(action: Action):
    covered = painted(Box(90, 90, 200, 140), Box(540, 10, 590, 60))
    assert "changed after it was chosen" in fails(Scene(picture=covered), action)


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (ClickAt(640, 10), "The point (640, 10) is outside of the screen"),
        (DragBy(1, 900, 0), "outside of the screen"),
        (DragBy(1, 0, 0), "must end in another place"),
        (Drag(1, 1), "must end in another place"),
        (Drag(1, 77), "no longer there"),
        (Drag(77, 1), "The element is no longer there"),
        (SetSlider(1, "4"), "shows no number that changes with its handle"),
    ],
)
def test_places_that_cannot_be_reached(action: Action, said: str):
    scene = Scene()
    with pytest.raises(ActionFailed) as failed:
        scene.do(action)
    assert said in str(failed.value)


def test_an_element_that_is_not_on_the_map():
    assert "The element is no longer there" in fails(Scene(), Click(77))


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (Press("ctrl+entr"), "no key"),
        (OpenApp("No Such Application 4711"), "The application “No Such Application"),
        (Done(), "is not supported here"),
    ],
)
def test_what_cannot_be_done_is_said(action: Action, said: str):
    assert said in fails(Scene(), action)


def test_a_stop_is_heard_before_a_click():
    scene = Scene()
    scene.stop.press("me")
    with pytest.raises(Stopped, match="me"):
        scene.do(Click(1))
    assert [call[0] for call in scene.controller.calls] == ["move"]


def test_the_picture_before_is_taken_with_the_mouse_over_the_target():
    places: list[Point] = []

    class Watched(StillScreen):
        def grab(self, region: Box | None = None) -> Screenshot:
            places.append(controller.pointer())
            return super().grab(region)

    controller = RecordingController()
    look: Callable[[], ElementMap] = lambda: MAP  # noqa: E731
    hands = Hands(controller, Watched([PICTURE]), look, lambda: (MAIN,), StopSwitch(), {})
    assert not differs(hands.carry_out(Click(1), MAP), PICTURE)
    assert places[-1] == BUTTON.box.center
