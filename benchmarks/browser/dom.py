"""The true elements of a web page, and what scrolls: from its DOM, placed on the screen."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path
from typing import Any

from benchmarks.browser.chromium import Page
from vision.capture.windows import Window, list_windows
from vision.capture.x11 import open_display
from vision.core.elements import Element, State
from vision.core.geometry import Box, Point
from vision.structure.scroll_areas import ScrollArea

LISTENING = (Path(__file__).parent / "listening.js").read_text("utf-8")
"""For Page.reload_with: without it, what only a script makes clickable is taken for text."""
_PATIENCE = 3.0  # seconds
_SCRIPT = (Path(__file__).parent / "dom.js").read_text("utf-8")
_SCROLLING = (Path(__file__).parent / "scrolling.js").read_text("utf-8")


def elements(page: Page, selector: str = "body") -> list[Element]:
    """What is visible in the part `selector` of the page, in pixels of the screen, in reading
    order as the page has it; ids count from 1.

    Raises:
        PageError: the page does not answer.
        LookupError: it has no window on the screen.
    """
    return [
        Element(
            number, one["kind"], one["text"], one["box"], State(**one["state"]), source="merged"
        )
        for number, one in enumerate(_found(page, f"({_SCRIPT})({selector!r})"), start=1)
    ]


def areas(page: Page) -> tuple[ScrollArea, ...]:
    """What scrolls and has more to show, in pixels of the screen.

    Raises:
        PageError: the page does not answer.
        LookupError: it has no window on the screen.
    """
    return tuple(ScrollArea(**one) for one in _found(page, f"({_SCROLLING})()"))


def _found(page: Page, call: str) -> list[dict[str, Any]]:
    """What a script found, with its boxes on the screen."""
    seen = page.evaluate(
        f"({{found: {call}, scale: devicePixelRatio, width: innerWidth, height: innerHeight}})"
    )
    corner = _waited_for(seen["width"] * seen["scale"], seen["height"] * seen["scale"])
    return [one | {"box": _box(one["box"], seen["scale"], corner)} for one in seen["found"]]


def _waited_for(width: float, height: float) -> Point:
    """The corner of the page, which may be without its window for a moment while that moves.

    Raises:
        LookupError: as `page_corner`.
    """
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        with contextlib.suppress(LookupError):
            return page_corner(width, height)
        time.sleep(0.1)
    return page_corner(width, height)


def page_corner(width: float, height: float) -> Point:
    """Where on the screen the upper left corner of a page of this size (in pixels) is: the page is
    at the bottom of the browser's window, below its own bars.

    Raises:
        LookupError: there is no such window.
    """
    for window in list_windows():
        if "chrom" in window.application.casefold() and not window.popup:
            client = _client_box(window)
            if client is None:
                continue
            if client.width + 2 >= width and client.height + 2 >= height:
                left = client.left + (client.width - round(width)) // 2
                return Point(left, client.bottom - round(height))
    raise LookupError("the browser has no window on the screen")


def _client_box(window: Window) -> Box | None:
    """A window without the frame that the window manager draws; None when it closed meanwhile."""
    from Xlib.error import XError

    display = open_display()
    try:
        client = display.create_resource_object("window", window.handle)
        geometry = client.get_geometry()
        place = geometry.root.translate_coords(client, 0, 0)
        return Box(place.x, place.y, place.x + geometry.width, place.y + geometry.height)
    except XError:
        return None
    finally:
        display.close()


def _box(box: Any, scale: float, corner: Point) -> Box:
    left, top, right, bottom = (round(edge * scale) for edge in box)
    return Box(corner.x + left, corner.y + top, corner.x + right, corner.y + bottom)
