"""Kinds that the neighbours decide: what stands in an even row or column of things of one kind,
and is doubtful itself, is of their kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from vision.core.elements import ControlKind
from vision.core.geometry import Box, coverage
from vision.core.trace import note
from vision.core.views import View
from vision.detection.detector import Detection
from vision.navigation.links_and_text import is_ruled
from vision.ocr.engine import TextSpan
from vision.pixels.flat_regions import is_link

# Kinds that a detector takes for each other, with a text and without.
_WRITTEN: frozenset[ControlKind] = frozenset({"button", "link", "tab", "menu", "list item"})
_DRAWN: frozenset[ControlKind] = frozenset({"button", "icon"})
# The score from which on a kind is believed.
_SURE = 0.6
# Neighbours, and the part of all scores in a row, that it takes to decide.
_FEWEST, _MOST = 2, 2 / 3
# Pixels that edges in line differ by; in heights: the gap in a row, and in a column.
_IN_LINE = 4
_ROW_GAP, _COLUMN_GAP = 1.5, 0.8

Near = Callable[[Box, Box], bool]


def by_neighbours(
    detections: Sequence[Detection], spans: Sequence[TextSpan], view: View
) -> list[Detection]:
    """The detections, the doubtful ones with the kind of the row or column that they stand in;
    `spans` is all text. A link that is drawn as one stays one."""
    families = [_family(one, spans) for one in detections]
    result = []
    for one, family in zip(detections, families, strict=True):
        kind = one.kind
        if family and one.score < _SURE and not _is_drawn_as_link(one, spans, view):
            alike = [
                other for other, its in zip(detections, families, strict=True) if its == family
            ]
            for near in (_in_row, _in_column):
                kind = _winner(one, reached(one, alike, near)[1:]) or kind
        if kind != one.kind:
            note("outvoted", one.box, f"a {one.kind} of score {one.score:.2f} among {kind}s is one")
        result.append(replace(one, kind=kind))
    return result


def _family(one: Detection, spans: Sequence[TextSpan]) -> frozenset[ControlKind]:
    texted = any(coverage(span.box, one.box) > 0.5 for span in spans)
    family = _WRITTEN if texted else _DRAWN
    return family if one.kind in family else frozenset()


def _is_drawn_as_link(one: Detection, spans: Sequence[TextSpan], view: View) -> bool:
    """Whether a link's one text has the colour of links and a line below it, which ends with it."""
    inner = [span.box for span in spans if coverage(span.box, one.box) > 0.5]
    if one.kind != "link" or len(inner) != 1:
        return False
    return view.ask(is_link, inner[0]) and is_ruled(inner[0], view)


def reached(one: Detection, others: Sequence[Detection], near: Near) -> list[Detection]:
    """This one, and those to which one comes from it by going from neighbour to neighbour."""
    found, rest = [one], [other for other in others if other is not one]
    for current in found:
        next_ = [other for other in rest if near(current.box, other.box)]
        found += next_
        rest = [other for other in rest if other not in next_]
    return found


def votes(detections: Sequence[Detection]) -> dict[ControlKind, float]:
    """The scores of each kind together."""
    counted: dict[ControlKind, float] = {}
    for one in detections:
        counted[one.kind] = counted.get(one.kind, 0.0) + one.score
    return counted


def _in_row(a: Box, b: Box) -> bool:
    gap = max(a.left, b.left) - min(a.right, b.right)
    even = max(abs(a.top - b.top), abs(a.bottom - b.bottom)) <= _IN_LINE
    return even and -_IN_LINE <= gap <= _ROW_GAP * a.height


def _in_column(a: Box, b: Box) -> bool:
    gap = max(a.top, b.top) - min(a.bottom, b.bottom)
    even = abs(a.left - b.left) <= _IN_LINE and abs(a.height - b.height) <= _IN_LINE
    return even and -_IN_LINE <= gap <= _COLUMN_GAP * a.height


def _winner(one: Detection, line: Sequence[Detection]) -> ControlKind | None:
    counted = votes(line)
    if not counted:
        return None
    kind = max(counted, key=lambda each: counted[each])
    many = sum(other.kind == kind for other in line) >= _FEWEST
    return kind if many and counted[kind] >= _MOST * (sum(counted.values()) + one.score) else None
