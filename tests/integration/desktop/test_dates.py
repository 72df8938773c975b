"""Dates typed into the parted fields that browsers have for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from agent.actions import TypeText
from agent.computer.controller import PyAutoGuiController
from agent.computer.executor import Hands
from agent.control.stop import StopSwitch
from agent.desktop.virtual_desktop import Desktop
from benchmarks.browser.chromium import Page, browser
from tests.support.made_maps import element
from tests.support.timing import AMPLE, waited_for
from vision.capture.screen import MssScreen
from vision.core.elements import ElementMap
from vision.core.geometry import Box

PAGE = """<!doctype html><title>When</title><body style="font: 16px sans-serif; margin: 60px">
<p><input type="date" id="date" style="width: 300px">
<p><input id="text" value="old" style="width: 300px">"""
BOX = (
    "(e => { const b = e.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]"
    ".map(Math.round) })(document.getElementById('{}'))"
)


@pytest.fixture(scope="module")
def page(desktop: Desktop, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    path = tmp_path_factory.mktemp("page") / "when.html"
    path.write_text(PAGE, encoding="utf-8")
    whole = ["--window-position=0,0", "--window-size=800,600", "--kiosk", "--lang=en-US"]
    with browser(desktop, "", [f"--app=file://{path}", *whole]) as page:
        page.arrived("file://")
        waited_for(lambda: page.evaluate("document.hasFocus() && innerWidth === screen.width"))
        yield page


@pytest.fixture
def typed(page: Page, controller: PyAutoGuiController) -> Callable[[str, str], Any]:
    """Types a text into the field with this id, and tells the field's value."""

    def into(name: str, text: str) -> Any:
        shot = MssScreen().grab()
        field = element(1, "field", name, Box(*page.evaluate(BOX.replace("{}", name))))
        map_ = ElementMap((field,), shot)
        hands = Hands(controller, MssScreen(), lambda: map_, lambda: (), StopSwitch(), {})
        hands.carry_out(TypeText(text, 1), map_)
        value = f"document.getElementById('{name}').value"
        waited_for(lambda: page.evaluate(value) not in ("", "old"), AMPLE)
        return page.evaluate(value)

    return into


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        ("date", "09/24/2016", "2016-09-24"),
        ("text", "09/24/2016", "09/24/2016"),
        ("text", "3.5", "3.5"),
    ],
)
def test_what_arrives(
    typed: Callable[[str, str], Any], page: Page, field: str, text: str, value: str
) -> None:
    page.evaluate("document.getElementById('text').value = 'old'")
    assert typed(field, text) == value
