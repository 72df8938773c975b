"""What label scripts find on small pages whose controls stand at known places."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator

import numpy as np
import pytest
from PIL import Image

from tests.support.needs import need
from training.labels import Label, Word
from training.web import browser as web
from training.web import dom
from vision.core.geometry import Box, iou

STYLE = (
    "<style>*{margin:0;font:16px 'DejaVu Sans'}input,textarea{box-sizing:border-box}"
    "body{height:400px;position:relative}</style>"
)
AT = 'style="position:absolute;left:{}px;top:{}px;width:{}px;height:{}px"'


@pytest.fixture(scope="module")
def chromium() -> Iterator[Pages]:
    need("chromium")
    with contextlib.ExitStack() as stack:
        yield Pages(stack.enter_context(web.browser()), stack)


class Pages:
    """One page for each scale, used again and again: opening one takes longest."""

    def __init__(self, browser, stack: contextlib.ExitStack) -> None:
        self.browser = browser
        self._stack = stack
        self._pages: dict[float, object] = {}

    def of(self, scale: float):
        if scale not in self._pages:
            view = web.View(round(600 * scale), round(400 * scale), scale)
            self._pages[scale] = self._stack.enter_context(web.page(self.browser, view))
        return self._pages[scale]


class Shown:
    """A page that was looked at: its labels, its words, and its picture."""

    def __init__(self, pages: Pages, html: str, scale: float = 1.0, act: str = "") -> None:
        self._page, self._scale = pages.of(scale), scale
        self._page.set_content(f"<!doctype html>{STYLE}{html}")
        if act:
            self._page.evaluate(act)
        self.labels, self.words, self.complete = dom.read(self._page, scale)

    def picture(self) -> np.ndarray:
        return np.asarray(Image.open(io.BytesIO(self._page.screenshot())).convert("L"))

    def one(self, kind: str) -> Label:
        (label,) = [label for label in self.labels if label.kind == kind]
        return label

    def word(self, text: str) -> Word:
        (word,) = [word for word in self.words if word.text == text]
        return word


def place(left: int, top: int, width: int, height: int) -> str:
    return AT.format(left, top, width, height)


@pytest.mark.parametrize(
    ("html", "kind", "name"),
    [
        ("<button {}>Save</button>", "button", "Save"),
        ("<input type=submit value=Go {}>", "button", "Go"),
        ("<div role=button tabindex=0 {}>Send</div>", "button", "Send"),
        ("<a href=# {}>More</a>", "link", "More"),
        ("<a href=# class='btn' {}><b style='display:none'>x</b></a>", None, ""),
        ("<span role=link {}>Terms</span>", "link", "Terms"),
        ("<div role=tab aria-selected=true {}>General</div>", "tab", "General"),
        ("<div role=menuitem {}>File</div>", "menu", "File"),
        ("<div role=option {}>Berlin</div>", "list item", "Berlin"),
        ("<div role=treeitem {}>Music</div>", "list item", "Music"),
        ("<select aria-label=City {}><option>Rome</select>", "dropdown", "City"),
        ("<div role=combobox aria-label=Land {}>Peru</div>", "dropdown", "Land"),
        ("<input aria-label=Name placeholder=Hint {}>", "field", "Name"),
        ("<input placeholder=Hint {}>", "field", "Hint"),
        ("<textarea title=Note {}></textarea>", "field", "Note"),
        ("<div role=textbox aria-label=Text {}>abc</div>", "field", "Text"),
        ("<div role=searchbox aria-label=Find {}>abc</div>", "field", "Find"),
        ("<div role=spinbutton aria-label=Size {}>4</div>", "field", "Size"),
        ("<div contenteditable aria-label=Letter {}>Dear</div>", "field", "Letter"),
        ("<input type=range aria-label=Volume {}>", "slider", "Volume"),
        ("<div role=dialog aria-label=Quit style='background:#eee' {}></div>", "dialog", "Quit"),
        ("<button aria-label=Close {}><svg viewBox='0 0 9 9'></svg></button>", "icon", "Close"),
        ("<button title=Home {}>\ue001</button>", "icon", "Home"),
        ("<a href=# {}><img alt=Star src='data:,' width=20 height=20></a>", "icon", "Star"),
        ("<img alt=Cat src='data:,' {}>", "image", "Cat"),
        ("<canvas {}></canvas>", "image", ""),
        ("<div onclick='1' {}>Script</div>", "link", "Script"),
        ("<li onclick='1' {}>Entry</li>", "list item", "Entry"),
        ("<p {}>Only text</p>", None, ""),
        ("<button style='opacity:.05' {}>Ghost</button>", None, ""),
        ("<button style='visibility:hidden' {}>Ghost</button>", None, ""),
    ],
)
def test_kinds_and_names(chromium, html: str, kind: str | None, name: str) -> None:
    # The place is added to a style that is there already.
    spot = place(40, 30, 120, 40)
    if "style='" in html and "{}" in html and "display:none" not in html:
        spot = ""
        html = html.replace(
            "style='", "style='position:absolute;left:40px;top:30px;width:120px;height:40px;"
        )
    shown = Shown(chromium, html.format(spot))
    if kind is None:
        assert shown.labels == ()
        return
    label = shown.one(kind)
    assert label.name == name
    if kind != "image" or "canvas" in html:
        assert iou(label.box, Box(40, 30, 160, 70)) > 0.9


CUSTOM = {
    "label::before": (
        "<style>input{{position:absolute;opacity:0}}label{{position:absolute;left:50px;top:40px;"
        "padding-left:30px}}label::before{{content:'';position:absolute;left:2px;top:1px;"
        "width:16px;"
        "height:16px;border:1px solid #000;box-sizing:border-box}}</style>"
        "<input id=a type={sort} checked><label for=a>Agree</label>",
        Box(52, 41, 68, 57),
    ),
    "inline label::before": (
        "<style>input{{position:absolute;opacity:0;width:0;height:0}}label{{position:absolute;"
        "left:50px;top:40px;display:flex;align-items:center;height:40px}}label::before{{content:'';"
        "width:20px;height:20px;border:2px solid #000;margin-right:8px}}</style>"
        "<input id=a type={sort} checked><label for=a>Agree</label>",
        Box(50, 48, 74, 72),
    ),
    "sibling": (
        "<style>input{{position:absolute;clip:rect(0,0,0,0)}}i{{position:absolute;left:50px;"
        "top:40px;"
        "width:18px;height:18px;background:#36c}}</style>"
        "<label style='position:absolute;left:0;top:0'><input type={sort} checked><i></i>"
        "<span style='position:absolute;left:80px;top:40px'>Agree</span></label>",
        Box(50, 40, 68, 58),
    ),
    "input::before": (
        "<style>input{{position:absolute;left:50px;top:40px;width:0;height:0;border:0;appearance:none}}"
        "input::before{{content:'';position:absolute;left:-2px;top:3px;width:14px;height:14px;"
        "border:2px solid #000;transform:translate(4px,1px)}}</style>"
        "<label><input type={sort} checked>Agree</label>",
        Box(52, 44, 70, 62),
    ),
    "appearance": (
        "<style>input{{appearance:none;position:absolute;left:50px;top:40px;width:22px;height:22px;"
        "border:1px solid #000}}</style><label><input type={sort} checked>Agree</label>",
        Box(50, 40, 72, 62),
    ),
}


@pytest.mark.parametrize("sort", ["checkbox", "radio"])
@pytest.mark.parametrize("way", list(CUSTOM))
def test_a_tick_box_is_where_it_is_drawn(chromium, way: str, sort: str) -> None:
    html, box = CUSTOM[way]
    label = Shown(chromium, html.format(sort=sort)).one(sort)
    assert (label.box, label.name, label.checked) == (box, "Agree", True)


def test_a_switch_of_a_role_and_a_hidden_input_drawn_as_a_button(chromium) -> None:
    shown = Shown(
        chromium,
        f"<div role=switch aria-checked=false aria-label=Wifi {place(10, 10, 40, 20)}></div>"
        "<input type=checkbox id=b checked style='position:absolute;clip:rect(0,0,0,0)'>"
        "<label for=b style='position:absolute;left:100px;top:10px;width:80px;height:30px;"
        "background:#ddd'>Bold</label>",
    )
    assert (shown.one("checkbox").checked, shown.one("checkbox").name) == (False, "Wifi")
    assert shown.one("button").box == Box(100, 10, 180, 40)
    assert shown.one("button").checked is True


def test_names_come_from_labels_before_placeholders(chromium) -> None:
    shown = Shown(
        chromium,
        "<p><label>Wrapped <input placeholder=no></label></p><p><label for=b>By id:</label>"
        "<textarea id=b placeholder=no></textarea></p><p><b id=c>Refer</b><b id=d>red</b>"
        "<select aria-labelledby='c d'><option>1</select></p>",
    )
    assert [label.name for label in shown.labels] == ["Wrapped", "By id", "Refer red"]


def test_values_states_and_hints(chromium) -> None:
    shown = Shown(
        chromium,
        "<input aria-label=a value='two words' disabled><input aria-label=b placeholder=Hint>"
        "<input aria-label=c type=password value=abc><button aria-pressed=true>On</button>",
        act="() => document.querySelectorAll('input')[1].focus()",
    )
    filled, empty, secret, button = shown.labels
    assert (filled.value, filled.text, filled.disabled) == ("two words", "two words", True)
    assert (empty.value, empty.text, empty.placeholder, empty.focused) == ("", "Hint", "Hint", True)
    assert (secret.value, secret.text) == ("•••", "")
    assert button.selected is True
    assert [word.text for word in shown.words] == ["two", "words", "Hint", "On"]
    assert shown.complete


def test_what_is_covered_or_cut_off_is_left_out(chromium) -> None:
    shown = Shown(
        chromium,
        f"<button {place(10, 10, 80, 30)}>Under</button><button {place(200, 10, 80, 30)}>"
        f"Half</button>"
        f"<button {place(400, 10, 80, 30)}>Edge</button>"
        f"<button {place(10, 300, 400, 60)}>Torn</button>"
        "<div style='position:absolute;left:100px;top:290px;width:120px;height:50px;"
        "background:#eee'></div>"
        "<div style='position:absolute;left:0;top:0;width:100px;height:60px;background:#fff'></div>"
        "<div style='position:absolute;left:380px;top:0;width:36px;height:60px;background:#fff;"
        "pointer-events:none'></div>"
        "<div style='position:absolute;left:150px;top:0;width:75px;height:60px;background:#fff'>"
        "</div>"
        "<div style='position:absolute;left:10px;top:100px;width:200px;height:50px;"
        "overflow:hidden'>"
        "<button style='position:absolute;left:0;top:0;width:90px;height:30px'>In</button>"
        "<button style='position:absolute;left:100px;top:35px;width:90px;height:30px'>Out</button>"
        "<button style='position:absolute;left:100px;top:0;width:130px;height:30px'>Cut</button>"
        "</div>",
    )
    boxes = {label.name: label.box for label in shown.labels}
    assert boxes == {
        "Half": Box(225, 10, 280, 40),
        "Edge": Box(416, 10, 480, 40),
        "In": Box(10, 100, 100, 130),
        "Cut": Box(110, 100, 210, 130),
    }


def test_a_fixed_thing_is_not_cut_by_a_scrolling_parent(chromium) -> None:
    shown = Shown(
        chromium,
        "<div style='width:50px;height:50px;overflow:auto'><button style='position:fixed;"
        "left:300px;"
        "top:200px;width:80px;height:30px'>Free</button></div>",
    )
    assert shown.one("button").box == Box(300, 200, 380, 230)


def test_lists_and_scroll_bars(chromium) -> None:
    options = "".join(
        f"<option{' selected' if i == 1 else ''}>Option {i}</option>" for i in range(9)
    )
    shown = Shown(
        chromium,
        f"<select size=4 {place(20, 20, 150, 100)}>{options}</select>"
        "<div style='position:absolute;left:300px;top:20px;width:100px;height:100px;"
        "overflow-y:scroll'><p style='height:500px'></p></div>",
    )
    items = [label for label in shown.labels if label.kind == "list item"]
    assert [item.selected for item in items[:3]] == [False, True, False]
    assert 4 <= len(items) <= 5
    bars = [label.box for label in shown.labels if label.kind == "scroll bar"]
    assert len(bars) == 2
    assert any(bar.right == 400 and bar.top == 20 and 10 <= bar.width <= 17 for bar in bars)
    page = Shown(chromium, "<div style='height:3000px'></div>")
    assert page.one("scroll bar").box.right == 600
    assert page.one("scroll bar").box.height == 400


def test_shadow_roots_and_slots(chromium) -> None:
    shown = Shown(
        chromium,
        "<x-field>Written</x-field>",
        act="() => { const root = document.querySelector('x-field').attachShadow({mode: 'open'});"
        "root.innerHTML = '<label>Inner <input></label><button><slot></slot></button>"
        "<slot name=none>Fallback</slot>'; }",
    )
    assert shown.one("field").name == "Inner"
    assert shown.one("button").text == "Written"
    assert {word.text for word in shown.words} == {"Inner", "Written", "Fallback"}


def test_an_open_menu_belongs_to_its_title_and_a_list_to_its_field(chromium) -> None:
    shown = Shown(
        chromium,
        "<ul role=menubar><li role=none><div role=menuitem aria-controls=m>File</div>"
        "<ul role=menu id=m><li role=menuitem>Open</li><li role=menuitem aria-disabled=true>"
        "Save</li>"
        "</ul></ul><div role=combobox aria-label=City aria-controls=l>Rome</div>"
        "<div role=listbox id=l><div role=option aria-selected=true>Rome</div></div>",
    )
    title, first, second, box, option = shown.labels
    assert [first.parent, second.parent, option.parent] == [0, 0, 3]
    assert (title.kind, box.kind) == ("menu", "dropdown")
    assert (second.disabled, option.selected) == (True, True)


def test_a_dialog_over_a_dimmed_page_holds_its_buttons(chromium) -> None:
    shown = Shown(
        chromium,
        f"<button {place(10, 10, 80, 30)}>Behind</button><dialog style='width:200px;height:100px;"
        "margin:auto;background:#fff'><h2>Sure?</h2><button>Yes</button></dialog>",
        act="() => document.querySelector('dialog').showModal()",
    )
    names = [label.name for label in shown.labels]
    assert names == ["Behind", "Sure?", "Yes"]
    assert shown.labels[2].parent == 1


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_words_lie_on_their_ink(chromium, scale: float) -> None:
    control = "position:absolute;left:40px;width:200px;height:40px;border:1px solid #fff;color:#000"
    shown = Shown(
        chromium,
        "<style>input,select,textarea,button{background:#fff!important;outline:0}"
        "::placeholder{color:#000}</style><p style='position:absolute;left:40px;top:10px'>Hxg</p>"
        f"<input value=Hxi style='{control};top:60px'><input placeholder=Hxp style='{control};"
        f"top:110px'>"
        f"<textarea style='{control};top:160px'>Hxt</textarea>"
        f"<select style='{control};top:210px'><option>Hxs</select>"
        f"<input type=button value=Hxb style='{control};top:260px'>"
        "<p style='position:absolute;left:40px;top:320px;text-transform:uppercase'>abc</p>",
        scale,
    )
    picture = shown.picture()
    for text in ("Hxg", "Hxi", "Hxp", "Hxt", "Hxs", "Hxb", "ABC"):
        word = shown.word(text)
        assert word.size == pytest.approx(16 * scale)
        around = word.box.grown(round(6 * scale))
        part = picture[around.top : around.bottom, around.left : around.right] < 140
        ys, xs = np.nonzero(part)
        ink = Box(
            around.left + int(xs.min()),
            around.top + int(ys.min()),
            around.left + int(xs.max()) + 1,
            around.top + int(ys.max()) + 1,
        )
        assert iou(ink, word.box) > 0.72, (text, ink, word.box)
    assert shown.complete


@pytest.mark.parametrize(
    "html",
    [
        "<p style='width:60px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis'>Long "
        "words</p>",
        "<input type=date value=2026-03-04>",
        "<style>p::before{content:'Added'}</style><p>text</p>",
        "<div style='height:12px;overflow:hidden;font-size:20px'>Cut</div>",
        # Can be made out below the shade of an open dialog, which is too dark to count as seen.
        "<p>Behind</p><div style='position:fixed;inset:0;background:#000000b0'></div>",
        "<p>text</p><canvas width=200 height=80></canvas>",
        "<p>text</p><iframe srcdoc='<p>inner</p>'></iframe>",
    ],
)
def test_words_that_cannot_be_told_make_a_page_incomplete(chromium, html: str) -> None:
    assert not Shown(chromium, html).complete


def test_what_is_not_seen_at_all_does_not_make_a_page_incomplete(chromium) -> None:
    html = "<p>Behind</p><div style='position:fixed;inset:0;background:#000'></div>"
    assert Shown(chromium, html).complete


def test_capitals_are_those_of_the_language_of_the_page(chromium) -> None:
    html = "<p lang=tr style='text-transform:uppercase'>ileri</p><p lang=x_y>ileri</p>"
    assert [word.text for word in Shown(chromium, html).words] == ["İLERİ", "ileri"]


def test_a_window_title_and_a_sortable_head(chromium) -> None:
    shown = Shown(
        chromium,
        "<div class=title-bar><div class=title-bar-text>Notes</div></div>"
        "<table><tr><th aria-sort=none>Size</th><td>4</td></tr></table>",
    )
    assert [(label.kind, label.name) for label in shown.labels] == [
        ("window title", "Notes"),
        ("button", "Size"),
    ]


def test_what_listens_to_clicks_is_a_control(chromium) -> None:
    with web.page(chromium.browser, web.View(300, 200)) as page:
        page.goto("about:blank")
        page.set_content(
            "<div id=a style='width:80px;height:20px'>Here</div><script>"
            "document.getElementById('a').addEventListener('click', () => 1)</script>"
        )
        labels, _, _ = dom.read(page, 1.0)
    assert [(label.kind, label.text) for label in labels] == [("link", "Here")]


def test_asking_for_something_elsewhere_is_refused(chromium) -> None:
    with (
        pytest.raises(web.LeftTheMachine, match=r"example\.org"),
        web.page(chromium.browser, web.View(300, 200)) as page,
    ):
        page.set_content("<img src='http://example.org/a.png'>")
