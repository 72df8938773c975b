"""Drawn things of one colour that stand by themselves, and what is none."""

from __future__ import annotations

import cv2
import numpy as np

from tests.support.drawn import Page, one
from vision.capture.screen import Pixels
from vision.core.geometry import Box, iou
from vision.pixels.lone_shapes import lone_shapes

_LINE = 16.0


def sheet(ground: int = 255) -> Pixels:
    return np.full((400, 500, 3), ground, np.uint8)


def test_a_square_a_disc_and_a_triangle():
    pixels = sheet()
    pixels[60:100, 60:100] = (200, 30, 30)
    cv2.circle(pixels, (250, 80), 25, (20, 120, 40), -1, cv2.LINE_AA)
    corners = np.array([[360, 100], [410, 100], [385, 50]])
    cv2.fillPoly(pixels, [corners], (30, 40, 200), cv2.LINE_AA)
    found, _ = lone_shapes(pixels, _LINE)
    for box in (Box(60, 60, 100, 100), Box(225, 55, 276, 106), Box(360, 50, 411, 101)):
        assert any(iou(box, each) > 0.75 for each in found)
    assert len(found) == 3


def test_on_a_dark_ground():
    pixels = sheet(20)
    pixels[60:100, 60:100] = (230, 230, 90)
    assert len(lone_shapes(pixels, _LINE)[0]) == 1


def test_frames_bars_large_areas_and_specks_are_none():
    pixels = sheet()
    cv2.rectangle(pixels, (40, 40), (90, 90), (0, 0, 0), 2)  # an outline
    pixels[150:170, 40:200] = (30, 90, 200)  # a bar
    pixels[220:380, 40:300] = (30, 90, 200)  # a pane
    pixels[60:66, 200:206] = (0, 0, 0)
    pixels[350, 320:480] = 0  # a hairline
    pixels[20:380, 0] = 0
    assert lone_shapes(pixels, _LINE)[0] == []


def test_a_shape_of_hardly_another_shade_is_none():
    pixels = sheet()
    pixels[60:100, 60:100] = 235
    assert lone_shapes(pixels, _LINE)[0] == []


def test_what_a_text_or_a_control_stands_for_is_no_shape():
    page = Page(500, 400)
    page.text(20, 10, "Some line of the page")
    page.frame(Box(300, 60, 340, 100), fill="#b02020", outline="#b02020")
    known = page.frame(Box(400, 60, 440, 100), fill="#2020b0", outline="#2020b0")
    found = page.seen([one("button", known)])
    assert [e.kind for e in found if e.box.top > 50] == ["icon", "button"]


def star(page: Page, left: int, top: int) -> Box:
    page.pen.regular_polygon((left + 8, top + 8, 8), 3, outline="#707070", width=2)
    return Box(left, top, left + 17, top + 17)


def test_signs_at_the_ends_of_rows_and_a_sign_by_itself():
    page = Page(500, 400)
    rows = [Box(20, 40 + 50 * n, 480, 88 + 50 * n) for n in range(4)]
    for row, name in zip(rows, ("Ann Lee", "Ines Roth", "Paul Weiss", "Vera Holm"), strict=True):
        page.text(row.left + 10, row.top + 16, name)
    marks = [star(page, 440, row.top + 14) for row in rows]
    star(page, 300, 330)
    for number, name in enumerate(("Mail", "News", "Files")):  # pictures of texts
        star(page, 20, 270 + 40 * number)
        page.text(48, 270 + 40 * number, name)
    found = page.seen([one("list item", row) for row in rows])
    icons = [e for e in found if e.kind == "icon"]
    assert len(icons) == 4
    assert all(any(iou(icon.box, mark) > 0.6 for icon in icons) for mark in marks)
