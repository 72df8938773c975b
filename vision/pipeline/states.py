"""States and structure, once all elements are known: both are told by comparison with like elements
of the same screen. Nothing is added or taken away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from vision.capture.windows import Window
from vision.core.elements import Element
from vision.core.gbdt import Trees
from vision.core.views import View
from vision.pipeline.runner import Phase, step
from vision.states.disabled import disabled
from vision.states.focus import focused
from vision.states.selected import selected
from vision.structure.alerts import Notice, notices
from vision.structure.groups import group_titles
from vision.structure.open_lists import open_lists
from vision.structure.sheet_cells import Grid
from vision.structure.tables import cells

_NO_ALARM: tuple[Notice | Literal[""], str] = ("", "")


def with_disabled(view: View, elements: Sequence[Element], trees: Trees | None) -> list[Element]:
    """The elements, those that are disabled marked as such; all unchanged without trees."""
    known = {} if trees is None else disabled(view, elements, trees)
    return [
        replace(one, state=replace(one.state, disabled=known[one.id] or None))
        if one.id in known
        else one
        for one in elements
    ]


def with_selected(view: View, elements: Sequence[Element]) -> list[Element]:
    """The elements, those that are selected marked as such."""
    known = selected(view, elements)
    return [
        replace(one, state=replace(one.state, selected=known[one.id] or None))
        if one.id in known
        else one
        for one in elements
    ]


def with_focused(view: View, elements: Sequence[Element]) -> list[Element]:
    """The elements, the one that has the keyboard marked as such."""
    owner = focused(view, elements)
    return [
        replace(one, state=replace(one.state, focused=True)) if one.id == owner else one
        for one in elements
    ]


def with_groups(
    elements: Sequence[Element], windows: Sequence[Window]
) -> tuple[list[Element], Mapping[int, str]]:
    """The elements, each with the group that it belongs to, or the list or menu that shows it; and
    these by its id."""
    within = {**group_titles(elements), **open_lists(elements, windows)}
    return [replace(one, within=within.get(one.id, "")) for one in elements], within


def with_alerts(
    view: View, elements: Sequence[Element]
) -> tuple[list[Element], Mapping[int, tuple[Notice, str]]]:
    """The elements, with what gives an alarm, and the field that it speaks of."""
    alarms = notices(view, elements)
    told = []
    for one in elements:
        notice, about = alarms.get(one.id, _NO_ALARM)
        told.append(replace(one, within=one.within or about, notice=notice))
    return told, alarms


def with_cells(
    elements: Sequence[Element],
    within: Mapping[int, str],
    alarms: Mapping[int, tuple[Notice, str]],
    sheets: Sequence[Grid],
    windows: Sequence[Window],
) -> list[Element]:
    """The elements that are in no group, with their row and column of a table and its heading; in
    a spreadsheet as it counts them."""
    places = cells(elements)
    told = []
    for one in elements:
        sheet = next((grid for grid in sheets if grid.holds(one.box, windows)), None)
        apart = one.id in within or alarms.get(one.id, _NO_ALARM)[0]
        place = None if apart else places.get(one.id)
        if sheet is not None and one.kind == "text":
            told.append(replace(one, cell=sheet.cell_at(one.box.center)))
        elif place is None:
            told.append(one)
        else:
            heading = one.within or place.heading
            told.append(replace(one, within=heading, cell=(place.row, place.column)))
    return told


STATES = Phase(
    "states",
    "merge",
    (
        step("disabled", with_disabled, "view elements disabled_trees", "elements"),
        step("selected", with_selected, "view elements", "elements"),
        step("focused", with_focused, "view elements", "elements"),
    ),
)
STRUCTURE = Phase(
    "structure",
    "merge",
    (
        step("groups", with_groups, "elements windows", "elements within"),
        step("alerts", with_alerts, "view elements", "elements alarms"),
        step("cells", with_cells, "elements within alarms sheets windows", "elements"),
    ),
)
