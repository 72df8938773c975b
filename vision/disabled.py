"""Which controls are disabled: paler than their like, or of another ground than their like."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence

import numpy as np

from vision.closeup import Looker
from vision.elements import MARKS, Element, Kind
from vision.faded import faded
from vision.geometry import Box
from vision.glances import View
from vision.pale import ink_contrast
from vision.parts import same_row
from vision.shades import Colour, Shades, distance, shades_seen

_INKED: tuple[Kind, ...] = ("button", "icon", "list item", "menu", "tab", "dropdown")
_LISTED: tuple[Kind, ...] = ("menu", "list item", "dropdown")
# Measured on labelled pages and programs. Coloured buttons with white text are pale by their step
# or by their ratio, but not by both; what is disabled is so by both, and paler than its like.
_STEP, _RATIO, _LIKE = 120.0, 4.5, 0.6
_STEP_ALONE, _RATIO_ALONE = 110.0, 3.0
_FEWEST_LIKE = 2
# Icons are of all colours: fewer of them are told. In a row where most are not disabled, paler than
# those; else among all of about their size, without a colour.
_ROW_RATIO, _ROW_LIKE = 3.2, 0.5
_ICON_RATIO, _ICON_LIKE, _ICON_STEP, _FEWEST_TOOLS = 2.8, 0.4, 130.0, 3
# Of the contrasts of a kind: half of a menu or of a tool bar may be disabled at once.
_USUAL_PERCENTILE = 75
# A mark's ink beside that of its like, when it is half transparent; and pixels around it.
_HINT, _HALF, _RIM = 0.25, 0.55, 2
# Steps between the channels of a colour that is no grey: in it, things can be used.
_COLOURED = 50.0
_FEWEST_FIELDS = 3
_WHITE = 250.0
_GROUND_STEP = 9.0
# Of a channel: what two equal grounds differ by; and the ratios of what can be read well, and of
# what is pale beside it.
_SAME_GROUND, _READABLE, _HALF_LIKE = 6.0, 4.5, 0.5
_ALIGNED = 4  # pixels
# Half transparent ink: what is left of it at most (0.14 to 0.52 of 60 on pages and in programs; of
# what can be used on the same ground 0.57 and more), also of a button beside one that is as high;
# of a channel what blends differ by; the ratios of the faintest one and of the other; and pixels to
# that one.
_HALF_LEFT, _TWIN_LEFT, _SAME_HUE, _FAINTEST, _CLEAR = 0.53, 0.66, 2.0, 1.3, 3.0
_NEAR_DOWN, _NEAR_ACROSS = 120, 500
# How likely it must be for a closer look that what is pale, or a blend, is disabled.
_PALE_LOOK, _BLENDED_LOOK = 0.15, 0.02
# Tabs that are not open and links of another sort are often pale.
_BLENDED: tuple[tuple[Kind, ...], ...] = (
    ("button",), ("icon",), ("list item",), ("menu",), ("dropdown",), MARKS,
)  # fmt: skip


def disabled(
    view: View, elements: Sequence[Element], looker: Looker | None = None
) -> dict[int, bool]:
    """By id, whether an element is disabled, for those that the pixels tell about. Boxes are
    relative to the pixels of the view. Where there is a `looker`, a closer look must not speak
    against it, but for the rows of lists and menus: pale things of many kinds can be used."""

    def looks_so(element: Element, least: float) -> bool:
        if looker is None or element.kind in _LISTED:
            return True
        return looker.look(element.box, view).shows("disabled") >= least

    told: dict[int, bool] = {}
    for kind in (*_INKED, *MARKS):
        part = _label if kind in MARKS else _face
        known = _shades(view, [e for e in elements if e.kind == kind], part)
        for element, own in known:
            pale = _is_pale(element, own, known) and looks_so(element, _PALE_LOOK)
            # Of icons the merge tells too: those whose ink is half as strong as that of others.
            if pale or kind != "icon":
                told[element.id] = pale
    fields = _shades(view, [e for e in elements if e.kind in ("field", "dropdown")], _face)
    for element, own in fields:
        if _is_off_ground(element, own, fields):
            told[element.id] = True
    pale_ones = {*faded(view, elements), *_pale_marks(view, elements)}
    numbers = _paler_blends(view, elements)
    blends = [e for e in elements if e.id in numbers and looks_so(e, _BLENDED_LOOK)]
    pale_ones |= {element.id for element in blends}
    return told | dict.fromkeys(pale_ones, True)


_Known = list[tuple[Element, Shades]]


def _shades(view: View, elements: Sequence[Element], part: Callable[[Element], Box]) -> _Known:
    seen = [(element, shades_seen(part(element), view)) for element in elements]
    return [(element, own) for element, own in seen if own is not None]


def _face(element: Element) -> Box:
    return element.box


def _label(element: Element) -> Box:
    """Where the text of a checkbox or radio button stands."""
    box = element.box
    return Box(box.right + 3, box.top, box.right + 3 + 6 * box.height, box.bottom)


def _is_pale(element: Element, own: Shades, known: _Known) -> bool:
    if not own.step:
        return False
    others = [(e, s) for e, s in known if e is not element and s.step]
    if element.kind == "icon":
        return not element.text and _is_pale_tool(element, own, others)
    if element.kind == "button" and _is_pale_beside(element, own, others):
        return True
    if len(others) < _FEWEST_LIKE:
        return own.step < _STEP_ALONE and own.ratio < _RATIO_ALONE
    ratios = [s.ratio for _, s in others]
    like = _usual(ratios) if element.kind == "menu" else statistics.median(ratios)
    return own.step < _STEP and own.ratio < min(_RATIO, _LIKE * like)


def _is_pale_beside(element: Element, own: Shades, others: _Known) -> bool:
    """Whether a button is much paler than another one of its row or column, on the same ground: of
    the few in a bar most may be disabled at once."""
    if own.step >= _STEP_ALONE or own.ratio >= _RATIO_ALONE:
        return False
    return any(
        (same_row(e.box, element.box) or _are_stacked(e.box, element.box))
        and distance(s.ground, own.ground) <= _SAME_GROUND
        and s.ratio >= _READABLE
        and own.ratio < _HALF_LIKE * s.ratio
        for e, s in others
    )


def _are_stacked(a: Box, b: Box) -> bool:
    return max(abs(a.left - b.left), abs(a.right - b.right)) <= _ALIGNED


def _pale_marks(view: View, elements: Sequence[Element]) -> set[int]:
    """Checkboxes and radio buttons whose own ink, not their label's, is half as strong as usual."""
    found: set[int] = set()
    for kind in MARKS:
        for checked in (True, False):
            alike = [e for e in elements if e.kind == kind and bool(e.state.checked) is checked]
            strengths = [view.ask(ink_contrast, e.box.grown(_RIM)) for e in alike]
            if len(alike) > _FEWEST_LIKE:
                usual = float(np.percentile(strengths, _USUAL_PERCENTILE))
                known = zip(alike, strengths, strict=True)
                found |= {e.id for e, own in known if _HINT * usual < own < _HALF * usual}
    return found


def _paler_blends(view: View, elements: Sequence[Element]) -> set[int]:
    """Those whose ink is exactly that of another one near, of its kind and on its ground, blended
    half and half with the ground: so is drawn what is half transparent."""
    found: set[int] = set()
    for kinds in _BLENDED:
        part = _label if kinds == MARKS else _face
        known = _shades(view, [e for e in elements if e.kind in kinds and _may_fade(e)], part)
        inked = [(e, s) for e, s in known if s.ratio >= _FAINTEST]
        found |= {e.id for e, s in inked if any(_is_blend(e, s, o, p) for o, p in inked)}
    return found


def _may_fade(element: Element) -> bool:
    return element.kind != "icon" or not element.text  # a caption is not what is drawn


def _is_blend(element: Element, own: Shades, other: Element, like: Shades) -> bool:
    down = abs(other.box.center.y - element.box.center.y)
    across = abs(other.box.center.x - element.box.center.x)
    if down > max(_NEAR_DOWN, 4 * element.box.height) or across > _NEAR_ACROSS:
        return False
    if like.ratio < _CLEAR or distance(own.ground, like.ground) > _SAME_GROUND:
        return False
    strong, pale = like.ink - like.ground, own.ink - own.ground
    left = float(pale @ strong) / float(strong @ strong)
    exact = float(np.abs(pale - left * strong).max()) <= _SAME_HUE
    twins = element.kind == "button" and _are_twins(element.box, other.box)
    return exact and 0 < left <= (_TWIN_LEFT if twins else _HALF_LEFT)


def _are_twins(a: Box, b: Box) -> bool:
    """Whether two stand in one row and are equally high."""
    return same_row(a, b) and abs(a.height - b.height) <= _ALIGNED


def _is_coloured(colour: Colour) -> bool:
    return float(np.ptp(colour)) >= _COLOURED


def _is_pale_tool(icon: Element, own: Shades, others: _Known) -> bool:
    tools = [(e.box, s.ratio) for e, s in others if _is_like_tool(e, icon)]
    row = [ratio for box, ratio in tools if same_row(box, icon.box)]
    if len(row) >= _FEWEST_TOOLS and own.step < _STEP:
        limit = min(_ROW_RATIO, _ROW_LIKE * statistics.median(row))
        if own.ratio < limit:
            return True
    if len(tools) < _FEWEST_TOOLS or _is_coloured(own.ink) or _is_coloured(own.ground):
        return False
    usual = _usual([ratio for _, ratio in tools])
    return own.step < _ICON_STEP and own.ratio < min(_ICON_RATIO, _ICON_LIKE * usual)


def _usual(ratios: Sequence[float]) -> float:
    return float(np.percentile(ratios, _USUAL_PERCENTILE))


def _is_like_tool(other: Element, icon: Element) -> bool:
    """Whether another icon has no caption and is about as high as one."""
    a, b = other.box.height, icon.box.height
    return not other.text and max(a, b) <= 2 * min(a, b)


def _is_off_ground(element: Element, own: Shades, known: _Known) -> bool:
    """Whether a field is greyer than most others of the same screen, which share one ground."""
    others = [
        s.ground
        for e, s in known
        if e is not element
        and e.box.height < 1.5 * element.box.height
        # Closed lists have the ground of buttons in many styles.
        and (e.kind == element.kind or element.kind == "field")
    ]
    if len(others) < _FEWEST_FIELDS:
        return False
    usual = np.median(np.stack(others), axis=0).astype(np.float32)
    shared = sum(distance(ground, usual) < 4 for ground in others)
    greyer = float(own.ground.max() - own.ground.min()) < 24
    # The white one among grey drop-down lists is where one writes.
    greyer = greyer and not float(own.ground.min()) >= _WHITE
    return shared > 0.6 * len(others) and greyer and distance(own.ground, usual) > _GROUND_STEP
