"""Structure: what belongs to what, once all elements of a frame are known. Nothing is added or
taken away; elements learn their group, their place in a table, and whether they give an alarm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from vision.elements import Element
from vision.glances import Glances, View
from vision.groups import group_titles
from vision.lists import open_lists
from vision.notices import notices
from vision.screen import Pixels
from vision.tables import cells
from vision.windows import Window

_NO_ALARM: tuple[Literal["", "error", "warning"], str] = ("", "")


def with_structure(
    pixels: Pixels,
    elements: Sequence[Element],
    windows: Sequence[Window] = (),
    glances: Glances | None = None,
) -> list[Element]:
    """The elements with `within`, `cell` and `notice` filled in where geometry and colours tell.

    All boxes are relative to `pixels` (uint8 H x W x 3 RGB); windows come front to back, and
    `glances` holds what is known of the pixels.
    """
    titles = {**group_titles(elements), **open_lists(elements, windows)}
    view = View(pixels, glances or Glances())
    alarms: Mapping[int, tuple[Literal["", "error", "warning"], str]] = notices(view, elements)
    places = cells(elements)
    told = []
    for element in elements:
        notice, about = alarms.get(element.id, _NO_ALARM)
        place = places.get(element.id) if element.id not in titles and not notice else None
        within = titles.get(element.id) or about or (place.heading if place else "")
        cell = (place.row, place.column) if place else None
        told.append(replace(element, within=within, cell=cell, notice=notice))
    return told
