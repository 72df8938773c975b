"""What a person does with a mouse, done on a real page: drags, sliders, menus, selections."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest

from agent.actions import (
    Action,
    ClickAt,
    Drag,
    DragBy,
    Hover,
    RightClick,
    Scroll,
    SetSlider,
    TripleClick,
    TypeText,
    Wait,
)
from agent.computer.controller import PyAutoGuiController
from agent.computer.effect import judge
from agent.computer.executor import Hands
from agent.control.stop import StopSwitch
from agent.desktop.virtual_desktop import Desktop
from agent.errors import ActionFailed, Stopped
from agent.perception.settle import settle
from agent.trajectory import Effect
from benchmarks.browser.chromium import Page, PageError, browser
from tests.support.timing import waited_for
from tests.support.whole_runs import held
from vision.capture.screen import MssScreen
from vision.core.elements import Element, ElementMap, Kind, State
from vision.core.geometry import Box, Point

PAGE = """<!doctype html><title>Hands</title><style>
body { font: 16px sans-serif; margin: 30px }
li { width: 200px; height: 30px; line-height: 30px; border: 1px solid; list-style: none }
#goal, #canvas { width: 200px; height: 60px; border: 2px dashed }
#strip { width: 300px; overflow-x: scroll; white-space: nowrap }
.menu { display: none; position: absolute; left: 600px; top: 300px; border: 1px solid }
#over:hover + .menu { display: block }
</style>
<ul id="list"><li draggable="true">One</li><li draggable="true">Two</li>
<li draggable="true">Three</li></ul>
<div id="goal">Basket</div>
<p><input id="volume" type="range" min="0" max="255" value="20" style="width: 300px">
<output id="shown">20</output></p>
<p id="line">A line of some words here</p>
<p><span id="place">Place</span></p>
<div class="menu" id="context"><div>Rename</div><div>Remove</div></div>
<p><button id="over">Over</button><span class="menu" id="more">More of it</span></p>
<p><input id="name" value="Ann" style="width: 200px"></p>
<div id="strip"><div style="width: 3000px">far to the side</div></div>
<canvas id="canvas" width="200" height="60"></canvas>
<p id="late"></p>
<script>
const $ = id => document.getElementById(id); let carried = null; taken = ""; drawn = []
for (const row of $("list").children) row.addEventListener("dragstart", () => carried = row)
document.addEventListener("dragover", e => e.preventDefault())
document.addEventListener("drop", e => {
  e.preventDefault()
  if (e.target.id == "goal") { taken += carried.textContent; $("goal").textContent += " full" }
  else if (e.target.tagName == "LI") {
    const box = e.target.getBoundingClientRect()
    if (e.clientY < box.top + box.height / 2) e.target.before(carried)
    else e.target.after(carried)
  }
})
$("volume").addEventListener("input", e => $("shown").textContent = e.target.value)
$("place").addEventListener("contextmenu", e => {
  e.preventDefault(); $("context").style.display = "block" })
for (const kind of ["pointerdown", "pointermove", "pointerup"])
  $("canvas").addEventListener(kind, e => { if (e.buttons || kind == "pointerup")
    drawn.push([kind, Math.round(e.offsetX), Math.round(e.offsetY)]) })
</script>"""
TELL = """[...document.querySelectorAll(`li,#goal,#volume,#shown,#line,#place,#context>div,#over,
#more,#name,#strip,#canvas,#late`)].map(e => [e.tagName, e.id, e.innerText || "",
...(({left, top, right, bottom}) => [left, top, right, bottom].map(Math.round))(
e.getBoundingClientRect()), e.value || ""]).filter(each => each[5] > each[3] && each[6] > each[4])
"""
KINDS: dict[str, Kind] = {"LI": "list item", "BUTTON": "button", "CANVAS": "image"}
INPUTS: dict[str, Kind] = {"volume": "slider", "name": "field"}


@dataclass
class Screen:
    """A page and the hands on it."""

    page: Page
    controller: PyAutoGuiController
    stop: StopSwitch = field(default_factory=StopSwitch)
    ids: dict[str, int] = field(default_factory=dict)

    def look(self) -> ElementMap:
        shot = settle(MssScreen().grab, self.stop)
        elements = []
        for tag, name, text, *box, value in self.page.evaluate(TELL):
            key = name or text
            number = self.ids.setdefault(key, len(self.ids) + 1)
            kind = INPUTS.get(name) or KINDS.get(tag, "text")
            # What a slider holds is not seen, but read beside it.
            state = State(value=value) if kind == "field" else State()
            elements.append(Element(number, kind, text.strip(), Box(*box), state))
        return ElementMap(tuple(elements), shot)

    def do(self, action: Action) -> Effect:
        before = self.look()
        hands = Hands(
            self.controller, MssScreen(), self.look, lambda: (), self.stop, {}
        )  # fmt: skip
        baseline = hands.carry_out(action, before)
        return judge(action, ElementMap(before.elements, baseline), self.look())

    def id(self, name: str) -> int:
        self.look()
        return self.ids[name]

    def evaluate(self, code: str) -> Any:
        return self.page.evaluate(code)


@pytest.fixture(scope="module")
def page(desktop: Desktop, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    path = tmp_path_factory.mktemp("page") / "hands.html"
    path.write_text(PAGE, encoding="utf-8")
    whole = ["--window-position=0,0", "--window-size=800,600", "--kiosk", "--lang=en-US"]
    with browser(desktop, "", [f"--app=file://{path}", *whole]) as page:
        page.arrived("file://")
        waited_for(lambda: page.evaluate("document.hasFocus() && innerWidth === screen.width"))
        yield page


@pytest.fixture
def screen(page: Page, controller: PyAutoGuiController) -> Iterator[Screen]:
    screen = Screen(page, controller)
    yield screen
    assert held() == (0, 0)
    screen.controller.move(Point(1200, 700))
    page.evaluate("old = true; setTimeout(() => location.reload(), 0)")

    def anew() -> bool:
        with suppress(PageError):  # between two pages
            ready = "typeof old === 'undefined' && document.readyState === 'complete'"
            return bool(page.evaluate(ready))
        return False

    waited_for(anew)


ROWS = "[...document.querySelectorAll('li')].map(e => e.textContent).join()"


def test_a_drag_onto_an_element(screen: Screen):
    effect = screen.do(Drag(screen.id("Two"), screen.id("goal")))
    assert screen.evaluate("taken") == "Two"
    assert effect.kind == "confirmed"
    assert "changed" in effect.evidence


@pytest.mark.parametrize(
    ("row", "to", "edge", "rows"),
    [
        ("Three", "One", "top", "Three,One,Two"),
        ("One", "Three", "bottom", "Two,Three,One"),
        ("One", "Three", "top", "Two,One,Three"),
    ],
)
def test_a_list_is_put_in_order_by_its_edges(screen: Screen, row, to, edge, rows):
    effect = screen.do(Drag(screen.id(row), screen.id(to), edge))
    assert screen.evaluate(ROWS) == rows
    assert effect.kind == "confirmed"
    assert f"“{row}” moved: it now comes " in effect.evidence


def test_a_drag_by_a_distance_goes_through_the_points_between(screen: Screen):
    screen.do(DragBy(screen.id("canvas"), 60, -20))
    drawn = screen.evaluate("drawn")
    (_, x, y), (last, *end) = drawn[0], drawn[-1]
    assert drawn[0][0] == "pointerdown"
    assert last == "pointerup"
    assert end == [x + 60, y - 20]
    assert len(drawn) > 10


def test_a_stop_in_a_drag_lets_the_button_go(screen: Screen):
    class Soon(StopSwitch):
        def sleep(self, seconds: float) -> None:
            if held()[1]:
                self.press("the test")
            super().sleep(seconds)

    stopped = Screen(screen.page, PyAutoGuiController(stop=Soon()))
    with pytest.raises(Stopped, match="the test"):
        stopped.do(Drag(stopped.id("Two"), stopped.id("goal")))
    assert held() == (0, 0)
    assert screen.evaluate("taken") == ""


@pytest.mark.parametrize("value", ["0", "255", "137", "21"])
def test_a_slider_is_set_to_a_value(screen: Screen, value: str):
    effect = screen.do(SetSlider(screen.id("volume"), value))
    assert screen.evaluate("$('volume').value") == value
    assert effect.kind == "confirmed"


def test_a_slider_that_cannot_reach_a_value_says_what_it_reached(screen: Screen):
    screen.evaluate("$('volume').step = 50")
    with pytest.raises(ActionFailed, match=r"could not be set to 120: it shows 1[05]0 now"):
        screen.do(SetSlider(screen.id("volume"), "120"))


def test_a_right_click_opens_a_menu(screen: Screen):
    effect = screen.do(RightClick(screen.id("place")))
    assert effect == Effect("confirmed", 'a menu with "Rename", "Remove" opened')


def test_a_right_click_without_a_menu_is_not_confirmed(screen: Screen):
    screen.evaluate("document.oncontextmenu = e => e.preventDefault()")
    assert screen.do(RightClick(screen.id("Two"))).kind != "confirmed"


def test_a_triple_click_selects_a_line(screen: Screen):
    effect = screen.do(TripleClick(screen.id("line")))
    assert screen.evaluate("getSelection().toString().trim()") == "A line of some words here"
    assert effect == Effect("confirmed", "it looks selected")


def test_a_hover_brings_up_a_menu(screen: Screen):
    effect = screen.do(Hover(screen.id("over")))
    assert effect == Effect("confirmed", '"More of it" appeared')


def test_scrolling_to_the_side_and_back(screen: Screen):
    at = screen.id("strip")
    screen.do(Scroll("right", at, "little"))
    little = screen.evaluate("$('strip').scrollLeft")
    assert isinstance(little, int | float)
    assert 0 < little < 2600
    screen.do(Scroll("right", at, "end"))
    assert screen.evaluate("$('strip').scrollLeft > 2600")
    screen.do(Scroll("left", at, "end"))
    assert screen.evaluate("$('strip').scrollLeft") == 0


def test_waiting_until_a_text_appears(screen: Screen):
    screen.evaluate("setTimeout(() => $('late').textContent = 'Report is ready', 1500), 0")
    effect = screen.do(Wait(until="ready"))
    assert effect == Effect("confirmed", '"ready" is on the screen')


def test_waiting_for_any_change(screen: Screen):
    screen.evaluate("setTimeout(() => $('late').textContent = 'Something', 1500), 0")
    assert screen.do(Wait(until="change")).kind == "confirmed"


@pytest.mark.parametrize(
    ("mode", "text", "value"),
    [("append", " Lee", "Ann Lee"), ("replace", "Bo", "Bo"), ("replace", "", ""),
     ("auto", "Bo", "Bo")],
)  # fmt: skip
def test_a_field_is_added_to_or_filled_anew(screen: Screen, mode, text: str, value: str):
    effect = screen.do(TypeText(text, screen.id("name"), mode))
    waited_for(lambda: screen.evaluate("$('name').value") == value)
    assert effect.kind == "confirmed"


def test_a_click_at_a_point_is_made_there(screen: Screen):
    canvas = screen.look().by_id(screen.id("canvas")).box
    screen.do(ClickAt(canvas.left + 33, canvas.top + 21))
    (_, x, y), *_ = screen.evaluate("drawn")
    border = 2
    assert (x, y) == (33 - border, 21 - border)
