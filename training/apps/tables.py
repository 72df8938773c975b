"""Rows of lists and tables: programs tell their cells, a person sees and clicks rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmarks.apps.atspi import Node
from training.apps import ink, kinds
from training.apps.places import Placed
from training.apps.scene import Scene
from training.labels import Label
from vision.geometry import Box, bounding_box


@dataclass(frozen=True, slots=True)
class Row:
    """A row, or a mark in one; `node` is its first cell."""

    node: Node
    label: Label


def rows(placed: Sequence[Placed], scene: Scene, scale: float) -> Iterator[Row]:
    """The rows of all tables that can be seen, and the checkboxes in them."""
    tables: dict[int, list[Placed]] = {}
    for one in placed:
        if kinds.sort(one.node) == "cell" and one.node.path:
            tables.setdefault(id(one.node.path[-1]), []).append(one)
    for cells in tables.values():
        lowest = _header(placed, cells[0].node.path[-1])
        levels: dict[tuple[int, int], list[Placed]] = {}
        for cell in cells:
            levels.setdefault((cell.whole.top, cell.whole.bottom), []).append(cell)
        for level in levels.values():
            yield from _row(level, lowest, scene, scale)


def _header(placed: Sequence[Placed], table: Node) -> int:
    """The lower edge of a table's column headers; rows scroll below them."""
    edges = [
        one.box.bottom
        for one in placed
        if "header" in one.node.role and any(around is table for around in one.node.path)
    ]
    return max(edges, default=0)


def _row(cells: list[Placed], lowest: int, scene: Scene, scale: float) -> Iterator[Row]:
    cells.sort(key=lambda cell: cell.whole.left)
    whole = bounding_box(cell.box for cell in cells)
    if whole.bottom - max(whole.top, lowest) < 0.7 * cells[0].whole.height:
        return
    box = Box(whole.left, max(whole.top, lowest), whole.right, whole.bottom)
    named = [cell for cell in cells if cell.node.name.strip()]
    if named:
        chosen = any("selected" in cell.node.states for cell in cells)
        text = " ".join(" ".join(cell.node.name.split()) for cell in named)
        name = " ".join(named[0].node.name.split())
        off = all("sensitive" not in cell.node.states for cell in cells)
        yield Row(cells[0].node, Label("list item", box, name, text, selected=chosen, disabled=off))
    for cell in cells:
        mark = _mark(cell, scene, scale)
        if mark is not None and mark.top >= lowest:
            name = named[0].node.name.strip() if named else ""
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
