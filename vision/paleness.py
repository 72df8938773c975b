"""Paleness: in numbers, how a control looks beside its like on the same screen, from which it is
told who is disabled. How dark text is differs from theme to theme, and so do grounds; what is
disabled differs from what is not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.closeup import Looker
from vision.elements import MARKS, Element, Kind
from vision.geometry import Box
from vision.glances import View
from vision.pale import ink_contrast
from vision.screen import Pixels
from vision.shades import Shades, shades_seen
from vision.trees import Numbers

ABLE: tuple[Kind, ...] = (
    "button", "icon", "field", "dropdown", "checkbox", "radio", "list item", "menu", "tab", "link",
    "slider",
)  # fmt: skip
"""The kinds that can be disabled, in the order of their numbers."""
FADED = 53
"""The place of the number that says what is left of a fill in a colour, 0 to 1; see _fills."""
_WRITTEN: tuple[Kind, ...] = ("field", "dropdown")
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


def paleness(
    elements: Sequence[Element], view: View, looker: Looker
) -> tuple[list[Element], Numbers]:
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
    blends, fills, coloured = _blends(looks), *_fills(looks)
    usual = looks.ratios[looks.steps > 0]
    closely = [looker.look(element.box, view) for element in able]
    likely = np.array([one.shows("disabled") for one in closely])
    rows = []
    for at, element in enumerate(able):
        rows.append(
            [
                *(float(element.kind == kind) for kind in ABLE),
                likely[at],
                closely[at].none,
                *_closely_beside(at, likely, looks),
                *_beside(at, looks),
                *(_share(looks.ratios[at], usual, part) for part in (50, 75)),
                float(np.percentile(usual, 75)) if len(usual) else 0.0,
                blends[at],
                fills[at],
                coloured[at],
                float(bool(element.state.disabled)),
                float(bool(element.text)),
                float(bool(element.state.checked)),
                float(bool(element.state.value)),
                float(bool(_FIGURES.search(element.state.value or element.text))),
            ]
        )
    return able, np.array(rows, float)


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


def _closely_beside(at: int, likely: Numbers, looks: _Looks) -> list[float]:
    """How likely a closer look says that one is disabled, beside what it says of its like: to what
    is pale in a style it says so of all."""
    alike = looks.kinds == looks.kinds[at]
    alike[at] = False
    if not alike.any():
        return [0.0, 0.0, 0.0]
    others = likely[alike]
    return [float(np.median(others)), float(others.min()), float(likely.mean())]


def _beside(at: int, looks: _Looks) -> list[float]:
    """The numbers of one element, most of them beside those of its kind."""
    left, top, right, bottom = looks.boxes[at]
    height = bottom - top
    heights = looks.boxes[:, 3] - looks.boxes[:, 1]
    others = np.arange(len(looks.kinds)) != at
    alike = others & (looks.kinds == looks.kinds[at])
    inked = alike & (looks.steps > 0)
    row = (looks.boxes[:, 1] < (top + bottom) / 2) & (looks.boxes[:, 3] > (top + bottom) / 2)
    stacked = np.abs(looks.boxes[:, [0, 2]] - (left, right)).max(axis=1) <= _ALIGNED
    near = inked & (np.abs(heights - height) <= _ALIGNED) & (row | stacked)
    marked = alike & (looks.checked == looks.checked[at])
    writes = ABLE[looks.kinds[at]] in _WRITTEN
    written = np.isin(looks.kinds, [ABLE.index(kind) for kind in _WRITTEN])
    papers = others & (written if writes else alike) & (heights < 1.5 * height)
    fields = others & written & (looks.steps > 0)
    step, ratio = looks.steps[at], looks.ratios[at]
    ground, ink = looks.faces[at], looks.face_inks[at]
    usual = np.median(looks.faces[papers], axis=0) if papers.any() else ground
    off = float(np.abs(ground - usual).max())
    shared = (
        float((np.abs(looks.faces[papers] - usual).max(axis=1) < _SHARED).mean())
        if papers.any()
        else 0.0
    )
    fills = np.abs(looks.faces - looks.around).max(axis=1)
    same = np.abs(looks.faces - ground).max(axis=1) < _SAME_GROUND
    chromas = np.ptp(looks.face_inks, axis=1)
    grounds = np.ptp(looks.faces, axis=1)
    return [
        step,
        ratio,
        _share(ratio, looks.ratios[inked], 50),
        _share(ratio, looks.ratios[inked], 75),
        _share(step, looks.steps[inked], 75),
        float(inked.sum()),
        _share(ratio, looks.ratios[near], 75),
        float(looks.ratios[near].max(initial=0.0)),
        float(near.sum()),
        _share(ratio, looks.ratios[fields], 75) if writes else 1.0,
        _share(ratio, looks.ratios[fields], 100) if writes else 1.0,
        looks.face_ratios[at],
        _share(looks.face_ratios[at], looks.face_ratios[marked], 75),
        looks.strengths[at],
        _share(looks.strengths[at], looks.strengths[marked], 75),
        off,
        shared,
        # Most fields of a screen share one ground.
        off if writes and shared > _MOST else 0.0,
        fills[at] - float(np.median(fills[papers])) if writes and papers.any() else 0.0,
        float((papers & same).sum()) / max(1.0, float(papers.sum())),
        float(papers.sum()),
        _lightness(ground),
        grounds[at],
        grounds[at] - grounds[alike].max(initial=0.0),
        _lightness(ink),
        chromas[at],
        chromas[at] - chromas[marked].max(initial=0.0),
        fills[at],
        _lightness(looks.around[at]),
        _lightness(looks.around[at]) - _lightness(ground),
        height,
        (right - left) / max(1.0, height),
    ]


def _share(own: float, others: Numbers, percentile: float) -> float:
    """Of what is usual among others; 1 where there are none."""
    if not len(others):
        return 1.0
    return own / max(1e-6, float(np.percentile(others, percentile)))


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


def _lightness(colour: NDArray[np.floating]) -> float:
    return float(colour @ (0.2126, 0.7152, 0.0722))
