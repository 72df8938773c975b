"""Rows of lists and tables: programs tell their cells, a person sees and clicks rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from benchmarks.apps.atspi import Node
from training.apps import ink, kinds
from training.apps.places import Placed, Places, visible
from training.apps.scene import Scene
from training.labels import Label
from vision.core.geometry import Box, bounding_box


@dataclass(frozen=True, slots=True)
class Row:
    """A row, or a mark in one; `node` is its first cell."""

    node: Node
    label: Label


def rows(placed: Sequence[Placed], scene: Scene, places: Places, scale: float) -> Iterator[Row]:
    """The rows of all tables that can be seen, and the checkboxes in them."""
    tables: dict[int, list[Placed]] = {}
    for one in placed:
        if kinds.sort(one.node) == "cell" and one.node.path:
            tables.setdefault(id(_table(one.node)), []).append(one)
    for cells in tables.values():
        table = _table(cells[0].node)
        space = next((one.box for one in placed if one.node is table), None)
        if space is None:
            continue
        lowest = max(space.top, _header(placed, table))
        if lowest >= space.bottom:
            continue
        for level in _levels(cells):
            free = Box(space.left, lowest, space.right, space.bottom)
            for row in _row(level, free, scene, scale):
                seen = visible(row.label.box, level[0].frame, places.owners)
                if seen is not None:
                    cut = seen.width < 0.95 * row.label.box.width
                    text = "" if cut else row.label.text
                    yield Row(row.node, replace(row.label, box=seen, text=text))


def _table(cell: Node) -> Node:
    return next((n for n in reversed(cell.path) if "table" in n.role and "cell" not in n.role),
                cell.path[-1])  # fmt: skip


def _levels(cells: Sequence[Placed]) -> list[list[Placed]]:
    """The cells by rows; those of a row may differ by a pixel or two in height."""
    levels: list[list[Placed]] = []
    for cell in sorted(cells, key=lambda one: one.whole.center.y):
        last = levels[-1][0].whole if levels else None
        if last and cell.whole.center.y - last.center.y < 0.3 * min(last.height, cell.whole.height):
            levels[-1].append(cell)
        else:
            levels.append([cell])
    return levels


def _header(placed: Sequence[Placed], table: Node) -> int:
    """The lower edge of a table's column headers; rows scroll below them."""
    edges = [
        one.box.bottom
        for one in placed
        if "header" in one.node.role and any(around is table for around in one.node.path)
    ]
    return max(edges, default=0)


def _row(cells: list[Placed], space: Box, scene: Scene, scale: float) -> Iterator[Row]:
    """A row is as wide as its table: so is the mark of a chosen one. (Of cells with an arrow to
    unfold them GTK tells a wrong left edge.)"""
    cells.sort(key=lambda cell: cell.whole.left)
    whole = bounding_box(cell.box for cell in cells)
    top, bottom = max(whole.top, space.top), min(whole.bottom, space.bottom)
    if bottom - top < 0.7 * cells[0].whole.height:
        return
    named = [cell for cell in cells if kinds.told_name(cell.node)]
    name = kinds.told_name(named[0].node) if named else ""
    if named:
        text = " ".join(kinds.told_name(cell.node) for cell in named)
        chosen = any("selected" in cell.node.states for cell in cells)
        off = all("sensitive" not in cell.node.states for cell in cells)
        box = Box(space.left, top, space.right, bottom)
        label = Label("list item", box, name, text, selected=chosen, disabled=off)
        yield Row(cells[0].node, label)
    for cell in cells:
        mark = _mark(cell, scene, scale)
        if mark is not None and mark.top >= space.top:
            ticked = "checked" in cell.node.states
            yield Row(cell.node, Label("checkbox", mark, name, checked=ticked))


def _mark(cell: Placed, scene: Scene, scale: float) -> Box | None:
    """The mark of a cell that can be ticked."""
    if cell.node.does != "toggle" or cell.node.name.strip():
        return None
    mark = ink.tick(scene.pixels, cell.box, scale)
    if mark is None:
        inner = ink.trimmed(scene.pixels, cell.box, 1)
        mark = ink.tick(scene.pixels, inner.grown(1), scale) if inner else None
    return mark
