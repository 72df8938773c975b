"""Which controls of real pages are disabled: seen on pictures of Chromium, in styles of its own and
of others."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from playwright.sync_api import Page

from agent.perception.perceiver import make_perceiver
from benchmarks.perception.matching import clickable
from tests.support.made_maps import element, paper
from tests.support.needs import need
from training import disabled as training
from training.labels import Label
from training.web import browser as web
from training.web import dom
from vision.capture.screen import Screenshot
from vision.core.geometry import Box, Point
from vision.core.views import View
from vision.detection.roi_classifier import own_looker
from vision.states.disabled import _are_pale, disabled, own_trees
from vision.states.disabled_features import FADED, _percentile, paleness

pytestmark = pytest.mark.smoke

PLAIN = "body{font:15px sans-serif;margin:16px}div{margin:14px 0}label{margin-right:18px}"
FRAMED = PLAIN + (
    "body{background:#fff;color:#222}"
    "button,select,input[type=text]{font:15px sans-serif;padding:7px 14px;border-radius:6px}"
    "button{background:#1d6fd8;border:1px solid #1d6fd8;color:#fff}button:disabled{opacity:.5}"
    "select,input[type=text]{border:1px solid #c3c9d1;background:#fff;color:#222}"
    "input:disabled,select:disabled{background:#e9ecef;color:#868e96;opacity:1}"
)
DARK = FRAMED + (
    "body{background:#1c1f26;color:#e6e6e6}"
    "select,input[type=text]{background:#262a33;border-color:#48505f;color:#f2f2f2}"
    "input:disabled,select:disabled{background:#20232a;color:#6d7480}"
)
FORM = """
<div><button>Save</button> <button disabled>Send now</button> <button>Close</button>
 <button>Copy</button></div>
<div><label>Name <input type=text value="Ada Lovelace"></label>
 <label>City <input type=text value="London"></label></div>
<div><label>Code <input type=text value="20-145" disabled></label>
 <label>Street <input type=text value="Mill Lane 4"></label></div>
<div><label><input type=checkbox checked> News</label>
 <label><input type=checkbox> Sounds</label>
 <label><input type=checkbox checked disabled> Reports</label>
 <label><input type=checkbox checked> Backups</label></div>
<div><label><input type=radio name=a checked> Small</label>
 <label><input type=radio name=a> Medium</label>
 <label><input type=radio name=a disabled> Large</label></div>
<div><select><option>Monthly</select> <select disabled><option>Weekly</select>
 <select><option>Daily</select></div>
"""


WIZARD = """
<div style="margin-top:60px"><button disabled>Back</button> <button disabled>Next</button>
 <button disabled>Finish</button> <button>Cancel</button></div>
"""
# Pale things that can be used: hints, buttons of second rank, a muted link, a tab that is not open.


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    view = web.View(760, 400, 1.0)
    need("chromium")
    with web.browser() as browser, web.page(browser, view) as opened:
        yield opened


def told(page: Page, style: str, form: str) -> dict[str, bool]:
    """By name or text, what a look at the page says of who is disabled: "*" before the name of one
    that truly is."""
    page.set_content(f"<!doctype html><style>{style}</style>{form}")
    labels = [label for label in dom.read(page, 1.0)[0] if label.interactive]
    with Image.open(io.BytesIO(page.screenshot())) as picture:
        pixels = np.asarray(picture.convert("RGB"))
    seen = make_perceiver().perceive(Screenshot(pixels, Point(0, 0)))
    used = [element for element in seen.elements if element.interactive]

    def name(label: Label) -> str:
        return "*" * label.disabled + (label.name or label.text or label.value or "")

    pairs = clickable(labels, used).items()
    return {name(labels[one]): bool(used[other].state.disabled) for one, other in pairs}


@pytest.mark.parametrize("form", [FORM, WIZARD])
@pytest.mark.parametrize("style", [PLAIN, FRAMED, DARK])
def test_what_is_disabled_on_a_page_is_told_and_nothing_else(page: Page, style: str, form: str):
    seen = told(page, style, form)
    assert len(seen) >= form.count("</button>") + form.count("<label") // 2
    assert {name: is_so for name, is_so in seen.items() if is_so != name.startswith("*")} == {}


def test_what_is_left_of_a_fill_stands_where_it_is_looked_for():
    pixels = paper()
    buttons = [element(n, "button", "Go", Box(40, 40 * n, 160, 40 * n + 30)) for n in (1, 2, 3)]
    for one, fill, ink in zip(
        buttons, ((40, 90, 220), (147, 172, 237), (40, 90, 220)), (255, 255, 255), strict=True
    ):
        box = one.box
        pixels[box.top : box.bottom, box.left : box.right] = fill
        pixels[box.top + 8 : box.top + 22, box.left + 40 : box.left + 80 : 6] = ink
    able, rows = paleness(buttons, View(pixels, looker=own_looker()))
    assert [one.id for one in able] == [1, 2, 3]
    assert rows[:, FADED].tolist() == pytest.approx([1, 0.5, 1], abs=0.02)
    assert own_trees().features.max() < rows.shape[1]


@given(st.lists(st.floats(0, 300), min_size=1, max_size=9), st.sampled_from([0, 50, 75, 100]))
def test_percentiles_of_others_are_those_of_numpy(values: list[float], part: int):
    counted = ~np.eye(len(values), dtype=bool)
    found = _percentile(np.array(values), counted, part)
    for at, one in enumerate(found):
        others = [value for place, value in enumerate(values) if place != at]
        assert np.isnan(one) if not others else one == pytest.approx(np.percentile(others, part))


def test_a_screen_without_controls_has_none_disabled():
    assert disabled(View(paper()), [], own_trees()) == {}
    # Nor is anything said of what cannot be disabled.
    assert disabled(View(paper()), [element(1, "text", "Welcome")], own_trees()) == {}


def test_elements_are_matched_with_the_controls_that_they_stand_for():
    boxes = [Box(10, 10, 110, 40), Box(10, 60, 110, 90), Box(300, 10, 400, 40)]
    labels = [Label("button", box, disabled=n == 1) for n, box in enumerate(boxes[:2])]
    elements = [element(n, "button", "x", box) for n, box in enumerate(boxes)]
    elements.insert(0, element(9, "text", "x", boxes[0]))
    # By their places: the text before them is none that can be clicked, the last one stands for
    # nothing.
    assert training.answers(elements, labels) == {1: False, 2: True}


def test_where_most_of_a_kind_look_disabled_that_is_their_style():
    boxes = [element(n, "checkbox", "", Box(10, 30 * n, 24, 30 * n + 14)) for n in range(5)]
    others = [element(9, "button", "Go", Box(90, 10, 150, 40))]
    every = [*boxes, *others]
    pale = _are_pale(every, np.array([0.6, 0.7, 0.9, 0.5, 0.6, 0.6]))
    assert pale.tolist() == [False, False, True, False, False, True]
    some = _are_pale(every, np.array([0.6, 0.1, 0.1, 0.1, 0.6, 0.1]))
    assert some.tolist() == [True, False, False, False, True, False]
    few = _are_pale(every[3:], np.array([0.6, 0.7, 0.1]))
    assert few.tolist() == [True, True, False], "of two, both may be disabled"


def test_an_entry_of_a_menu_that_differs_from_the_others_is_disabled():
    rows = [element(n, "menu", "Go", Box(10, 30 * n, 90, 30 * n + 20)) for n in range(6)]
    likely = np.array([0.004, 0.2, 0.003, 0.3, 0.005, 0.004])
    assert _are_pale(rows, likely).tolist() == [False, True, False, True, False, False]
    pale = np.array([0.1, 0.2, 0.1, 0.3, 0.1, 0.1])
    assert not _are_pale(rows, pale).any(), "the others look a bit so, too"
    links = [replace(row, kind="link") for row in rows]
    assert not _are_pale(links, likely).any()
