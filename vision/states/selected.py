"""Which rows, tabs and links are selected: the ones that stand out from their neighbours.

A selected row has another ground than the others, or ink of another colour. It is told only among
like neighbours, and only when most of them look the same. Buttons are left out: one of another
colour is the main one, not one that is held down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.core.elements import Element, Kind
from vision.core.geometry import Box
from vision.core.pieces import same_row
from vision.core.views import View
from vision.pixels.colors import Shades, distance, shades_seen

_KINDS: tuple[Kind, ...] = ("list item", "tab", "link", "menu")
_ONE_AT_MOST: tuple[Kind, ...] = ("tab", "link", "menu")
# Steps of a channel, 0 to 255.
_GROUND_STEP, _INK_STEP, _ALIKE = 9.0, 60.0, 6.0
# In heights of the lower of two neighbours.
_WIDEST_GAP, _ALIGNED = 2.2, 0.6
_MOST_SELECTED = 0.34


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    element: Element
    shades: Shades


def selected(view: View, elements: Sequence[Element]) -> dict[int, bool]:
    """By id, whether an element is selected, for those that have like neighbours to compare with.
    Boxes are relative to the pixels of the view."""
    told: dict[int, bool] = {}
    for kind in _KINDS:
        alike = [e for e in elements if e.kind == kind]
        seen = [_Seen(e, s) for e in alike if (s := _row_shades(e.box, view)) is not None]
        for row in (False, True):
            for run in _runs(seen, in_row=row):
                out = _standing_out(run, kind)
                for one in run if out else ():
                    told[one.element.id] = told.get(one.element.id, False) or one in out
    return told


def _row_shades(box: Box, view: View) -> Shades | None:
    """A box of text hugs its letters: the ground is looked at with a margin."""
    return shades_seen(box.grown(1) if box.height < 40 else box, view)


def _runs(seen: Sequence[_Seen], *, in_row: bool) -> list[list[_Seen]]:
    """Neighbours in a column that share their left edge, or in a row; at least two."""

    def start(one: _Seen) -> tuple[int, int]:
        box = one.element.box
        return (box.left, box.top) if in_row else (box.top, box.left)

    runs: list[list[_Seen]] = []
    for one in sorted(seen, key=start):
        fits = (run for run in runs if _follows(run[-1].element.box, one.element.box, in_row))
        run = next(fits, None)
        if run is None:
            runs.append([one])
        else:
            run.append(one)
    return [run for run in runs if len(run) > 1]


def _follows(before: Box, box: Box, in_row: bool) -> bool:
    lower = min(before.height, box.height)
    if max(before.height, box.height) > 1.8 * lower:
        return False
    if in_row:
        return same_row(before, box) and -3 <= box.left - before.right <= _WIDEST_GAP * lower
    near = -3 <= box.top - before.bottom <= _WIDEST_GAP * lower
    return near and abs(before.left - box.left) <= _ALIGNED * lower


def _standing_out(run: Sequence[_Seen], kind: Kind) -> list[_Seen]:
    """The few that differ from the many; [] when none does, or when too many do."""
    if len(run) == 2:
        return []
    usual = _usual(run)
    if usual is None:
        return _by_ink(run)
    out = [one for one in run if distance(one.shades.ground, usual.shades.ground) > _GROUND_STEP]
    if out:
        most = 1 if kind in _ONE_AT_MOST else max(1, _MOST_SELECTED * len(run))
        return out if len(out) <= most else []
    return _by_ink(run)


def _usual(run: Sequence[_Seen]) -> _Seen | None:
    """One whose ground more than half share."""
    for one in run:
        same = sum(distance(one.shades.ground, o.shades.ground) <= _ALIKE for o in run)
        if same > 0.5 * len(run):
            return one
    return None


def _by_ink(run: Sequence[_Seen]) -> list[_Seen]:
    """The only one whose ink is of another hue than that of all others, which share theirs."""
    inked = [one for one in run if one.shades.step]
    for one in inked:
        others = [o for o in inked if o is not one]
        if len(others) < 2:
            return []
        usual = np.median(np.stack([o.shades.ink for o in others]), axis=0).astype(np.float32)
        alike = all(distance(o.shades.ink, usual) < 0.5 * _INK_STEP for o in others)
        # Paler grey is disabled, not selected.
        paler = one.shades.ratio <= 0.6 * max(o.shades.ratio for o in others)
        coloured = float(np.ptp(one.shades.ink)) > _INK_STEP
        if alike and (coloured or not paler) and distance(one.shades.ink, usual) > _INK_STEP:
            return [one]
    return []
