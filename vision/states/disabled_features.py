"""Paleness: in numbers, how a control looks beside its like on the same screen, from which it is
told who is disabled. How dark text is differs from theme to theme, and so do grounds; what is
disabled differs from what is not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels
from vision.core.elements import MARKS, WRITTEN, Element, Kind
from vision.core.gbdt import Numbers
from vision.core.geometry import Box
from vision.core.views import View
from vision.pixels.colors import Shades, shades_seen
from vision.states.contrast import ink_contrast

ABLE: tuple[Kind, ...] = (
    "button", "icon", "field", "dropdown", "checkbox", "radio", "list item", "menu", "tab", "link",
    "slider",
)  # fmt: skip
"""The kinds that can be disabled, in the order of their numbers."""
FADED = 53
"""The place of the number that says what is left of a fill in a colour, 0 to 1; see _fills."""
_RIM, _HALO = 2, 6  # pixels around a mark, and around what stands on a ground
# Of a channel, 0 to 255: what two equal grounds differ by, blends of one colour with its ground,
# such fills, and such inks.
_SAME_GROUND, _SAME_HUE, _SAME_FILL, _SAME_INK = 6.0, 3.0, 10.0, 45.0
# What can be blended: the ratio of an ink, what a fill differs by, and how far its channels are
# apart in a colour.
_CLEAR, _FILL, _COLOURED = 3.0, 30.0, 50.0
_ALIGNED = 4  # pixels
# Of a channel: what grounds differ by that are one; and the share of fields that most are.
_SHARED, _MOST = 4.0, 0.6
_FIGURES = re.compile(r"[\d@]|://|\.[a-z]{2,4}$")


@dataclass(frozen=True, slots=True, eq=False)
class _Looks:
    """What was measured of some elements, a row each: of what is written (for a mark beside it, for
    others in them) and of their faces."""

    kinds: NDArray[np.int64]
    boxes: Numbers  # left, top, right, bottom
    checked: NDArray[np.bool_]
    steps: Numbers
    ratios: Numbers
    grounds: Numbers
    inks: Numbers
    face_ratios: Numbers
    faces: Numbers
    face_inks: Numbers
    strengths: Numbers
    around: Numbers


def paleness(elements: Sequence[Element], view: View) -> tuple[list[Element], Numbers]:
    """Those of the elements that can be disabled and show something, and a row of numbers for each
    of them. Boxes are relative to the pixels of the view."""
    shown = [
        (element, written, face)
        for element in elements
        if element.kind in ABLE
        and (written := shades_seen(_written(element), view)) is not None
        and (face := shades_seen(element.box, view)) is not None
    ]
    if not shown:
        return [], np.zeros((0, 1))
    able = [element for element, _, _ in shown]
    looks = _measured(able, [w for _, w, _ in shown], [f for _, _, f in shown], view)
    closely = [view.look(element.box) for element in able]
    likely = np.array([one.shows("disabled") for one in closely])
    usual = looks.ratios[looks.steps > 0]
    columns = [
        *(looks.kinds == number for number in range(len(ABLE))),
        likely,
        np.array([one.none for one in closely]),
        *_closely_beside(likely, looks),
        *_beside(looks),
        *(_share(looks.ratios, np.full(len(able), _of_all(usual, part))) for part in (50, 75)),
        np.full(len(able), np.percentile(usual, 75) if len(usual) else 0.0),
        _blends(looks),
        *_fills(looks),
        np.array([bool(one.state.disabled) for one in able]),
        np.array([bool(one.text) for one in able]),
        looks.checked,
        np.array([bool(one.state.value) for one in able]),
        np.array([bool(_FIGURES.search(one.state.value or one.text)) for one in able]),
    ]
    return able, np.stack([np.asarray(column, float) for column in columns], axis=1)


def _written(element: Element) -> Box:
    """Where the text of an element stands: of a checkbox or radio button beside it."""
    if element.kind not in MARKS:
        return element.box
    box = element.box
    return Box(box.right + 3, box.top, box.right + 3 + 6 * box.height, box.bottom)


def _measured(
    able: Sequence[Element], written: Sequence[Shades], faces: Sequence[Shades], view: View
) -> _Looks:
    frame = Box(0, 0, view.pixels.shape[1], view.pixels.shape[0])
    around = []
    for element, face in zip(able, faces, strict=True):
        halo = element.box.grown(_HALO).intersection(frame)
        around.append(view.ask(_usual_at_edge, halo) if halo else face.ground)
    return _Looks(
        kinds=np.array([ABLE.index(e.kind) for e in able]),
        boxes=np.array([[e.box.left, e.box.top, e.box.right, e.box.bottom] for e in able], float),
        checked=np.array([bool(e.state.checked) for e in able]),
        steps=np.array([s.step for s in written]),
        ratios=np.array([s.ratio for s in written]),
        grounds=np.array([s.ground for s in written], float),
        inks=np.array([s.ink for s in written], float),
        face_ratios=np.array([s.ratio for s in faces]),
        faces=np.array([s.ground for s in faces], float),
        face_inks=np.array([s.ink for s in faces], float),
        strengths=np.array([view.ask(ink_contrast, e.box.grown(_RIM)) for e in able]),
        around=np.array(around, float),
    )


def _closely_beside(likely: Numbers, looks: _Looks) -> list[Numbers]:
    """How likely a closer look says that others of a kind are disabled: of what is pale in a style
    it says so of all."""
    alike = _alike(looks)
    fewest, median = (_percentile(likely, alike, part) for part in (0, 50))
    some = alike.any(axis=1)
    whole = np.where(some, likely.mean(), 0.0)
    return [np.nan_to_num(median), np.nan_to_num(fewest), whole]


def _beside(looks: _Looks) -> list[Numbers]:
    """Numbers of the elements, most of them beside those of their kind."""
    left, top, right, bottom = looks.boxes.T
    heights = bottom - top
    middles = (top + bottom) / 2
    is_written = np.isin(looks.kinds, [ABLE.index(kind) for kind in WRITTEN])
    alike = _alike(looks)
    inked = alike & (looks.steps > 0)[None, :]
    row = (top[None, :] < middles[:, None]) & (bottom[None, :] > middles[:, None])
    stacked = np.maximum(_differences(left), _differences(right)) <= _ALIGNED
    near = inked & (_differences(heights) <= _ALIGNED) & (row | stacked)
    marked = alike & (looks.checked[:, None] == looks.checked[None, :])
    others = ~np.eye(len(heights), dtype=bool)
    papers = np.where(is_written[:, None], others & is_written[None, :], alike)
    papers &= heights[None, :] < 1.5 * heights[:, None]
    fields = others & is_written[:, None] & (is_written & (looks.steps > 0))[None, :]
    sheets = papers.sum(axis=1)
    known = [_percentile(channel, papers, 50) for channel in looks.faces.T]
    usual = np.where((sheets > 0)[:, None], np.stack(known, axis=1), looks.faces)
    apart = np.abs(looks.faces[None, :] - usual[:, None]).max(axis=2)
    shared = (papers & (apart < _SHARED)).sum(axis=1) / np.maximum(1, sheets)
    off = np.abs(looks.faces - usual).max(axis=1)
    fills = np.abs(looks.faces - looks.around).max(axis=1)
    beyond = fills - _percentile(fills, papers, 50)
    same = _apart(looks.faces) < _SAME_GROUND
    chromas, tints = np.ptp(looks.face_inks, axis=1), np.ptp(looks.faces, axis=1)
    ratios = looks.ratios
    return [
        looks.steps,
        ratios,
        _share(ratios, _percentile(ratios, inked, 50)),
        _share(ratios, _percentile(ratios, inked, 75)),
        _share(looks.steps, _percentile(looks.steps, inked, 75)),
        inked.sum(axis=1),
        _share(ratios, _percentile(ratios, near, 75)),
        _most(ratios, near),
        near.sum(axis=1),
        _share(ratios, _percentile(ratios, fields, 75)),
        _share(ratios, _percentile(ratios, fields, 100)),
        looks.face_ratios,
        _share(looks.face_ratios, _percentile(looks.face_ratios, marked, 75)),
        looks.strengths,
        _share(looks.strengths, _percentile(looks.strengths, marked, 75)),
        off,
        shared,
        # Most fields of a screen share one ground.
        np.where(is_written & (shared > _MOST), off, 0.0),
        np.where(is_written & (sheets > 0), beyond, 0.0),
        (papers & same).sum(axis=1) / np.maximum(1, sheets),
        sheets,
        _lightness(looks.faces),
        tints,
        tints - _most(tints, alike),
        _lightness(looks.face_inks),
        chromas,
        chromas - _most(chromas, marked),
        fills,
        _lightness(looks.around),
        _lightness(looks.around) - _lightness(looks.faces),
        heights,
        (right - left) / np.maximum(1.0, heights),
    ]


def _alike(looks: _Looks) -> NDArray[np.bool_]:
    """n x n: whether another one is of the kind of one."""
    alike: NDArray[np.bool_] = looks.kinds[:, None] == looks.kinds[None, :]
    np.fill_diagonal(alike, False)
    return alike


def _differences(values: Numbers) -> Numbers:
    apart: Numbers = np.abs(values[:, None] - values[None, :])
    return apart


def _percentile(values: Numbers, counted: NDArray[np.bool_], percentile: float) -> Numbers:
    """For each row of `counted` (n x n) the percentile of those of the n values that count, as
    numpy works it out; not a number where none counts."""
    table = np.where(counted, values[None, :], np.inf)
    table.sort(axis=1)
    place = np.maximum(0, counted.sum(axis=1) - 1) * percentile / 100
    below = place.astype(int)
    rows = np.arange(len(table))
    low = np.where(counted.any(axis=1), table[rows, below], 0.0)
    # There is a higher one wherever the place is between two.
    after = table[rows, np.minimum(below + 1, len(values) - 1)]
    high = np.where(place > below, after, low)
    found: Numbers = low + (place - below) * (high - low)
    found[~counted.any(axis=1)] = np.nan
    return found


def _most(values: Numbers, counted: NDArray[np.bool_]) -> Numbers:
    """For each row of `counted` the largest of those that count, and 0."""
    most: Numbers = np.where(counted, values[None, :], 0.0).max(axis=1, initial=0.0)
    return most


def _share(own: Numbers, usual: Numbers) -> Numbers:
    """Of what is usual among others; 1 where there are none."""
    share: Numbers = np.where(np.isnan(usual), 1.0, own / np.maximum(1e-6, usual))
    return share


def _of_all(values: Numbers, percentile: float) -> float:
    return float(np.percentile(values, percentile)) if len(values) else float("nan")


def _blends(looks: _Looks) -> Numbers:
    """What is left at least of the ink of another one of the kind on such a ground, blended with
    that ground: so is drawn what is half transparent. 1 where it is no blend."""
    inks = looks.inks - looks.grounds
    left, rest = _projected(inks)
    fits = looks.kinds[:, None] == looks.kinds[None, :]
    fits &= looks.ratios[None, :] >= _CLEAR
    fits &= _apart(looks.grounds) <= _SAME_GROUND
    return _least(left, fits & (rest <= _SAME_HUE))


def _fills(looks: _Looks) -> tuple[Numbers, Numbers]:
    """What is left at least of the fill and the ink of another one of the kind, blended with the
    ground around both, and the same of fills in a colour: two greys are blends of each other by
    chance. 1 where it is no blend."""
    fills, inks = looks.faces - looks.around, looks.face_inks - looks.around
    left, rest = _projected(fills)
    fits = looks.kinds[:, None] == looks.kinds[None, :]
    fits &= _apart(looks.around) <= _SAME_FILL
    strong = np.abs(fills).max(axis=1) >= _FILL
    fits &= strong[:, None] & strong[None, :] & (rest <= _SAME_FILL)
    fits &= np.abs(inks[:, None] - left[..., None] * inks[None, :]).max(axis=2) <= _SAME_INK
    coloured = np.ptp(fills, axis=1) >= _COLOURED
    return _least(left, fits), _least(left, fits & coloured[None, :])


def _projected(colours: Numbers) -> tuple[Numbers, Numbers]:
    """For each of two colours, n x n: how much of the second one the first one is, and by how much
    of a channel they differ then."""
    strengths = np.maximum((colours**2).sum(axis=1), 1e-6)
    left = (colours @ colours.T) / strengths[None, :]
    rest = np.abs(colours[:, None] - left[..., None] * colours[None, :]).max(axis=2)
    return left, rest


def _apart(colours: Numbers) -> Numbers:
    apart: Numbers = np.abs(colours[:, None] - colours[None, :]).max(axis=2)
    return apart


def _least(left: Numbers, fits: NDArray[np.bool_]) -> Numbers:
    least: Numbers = np.where(fits & (left > 0), left, 1.0).min(axis=1, initial=1.0)
    return least


def _usual_at_edge(crop: Pixels) -> NDArray[np.float32]:
    edges = (crop[0], crop[-1], crop[:, 0], crop[:, -1])
    usual: NDArray[np.float32] = np.median(np.concatenate(edges), axis=0).astype(np.float32)
    return usual


def _lightness(colours: Numbers) -> Numbers:
    lightness: Numbers = colours @ np.array((0.2126, 0.7152, 0.0722))
    return lightness
