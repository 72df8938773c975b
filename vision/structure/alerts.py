"""Error and warning lines, by colour and place, whatever their words say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from vision.core.elements import WRITTEN, Element
from vision.core.pieces import horizontal_gap, same_row
from vision.core.views import View
from vision.pixels.colors import Colour, Shades, distance, shades_seen

Notice = Literal["error", "warning"]
# In heights of the text.
_ICON_GAP, _FIELD_GAP = 2.5, 1.6
_FEWEST_WORDS, _MOST_LINES = 2, 4
_STRONG, _TINT, _OWN_GROUND = 70.0, 14.0, 8.0


def notices(view: View, elements: Sequence[Element]) -> dict[int, tuple[Notice, str]]:
    """By id, which texts are an error or a warning, and the name of the field that they are about
    ("" for none). Boxes are relative to the pixels of the view."""
    texts = [e for e in elements if e.kind == "text" and len(e.text.split()) >= _FEWEST_WORDS]
    seen = {e.id: shades for e in texts if (shades := shades_seen(e.box, view)) is not None}
    usual = _usual_ground(list(seen.values()))
    icons = [e for e in elements if e.kind == "icon" and not e.text]
    found: dict[int, tuple[Notice, str]] = {}
    for text in texts:
        own = seen.get(text.id)
        if own is None or usual is None:
            continue
        beside = _beside_icon(text, icons, view)
        coloured = _alarm(own.ink, _STRONG) if own.step else None
        field = _field_above(text, elements) if coloured else None
        if beside:
            found[text.id] = (beside, "")
        elif coloured and field is not None:
            found[text.id] = (coloured, field.text)
        elif banner := _banner(own, seen, usual):
            found[text.id] = (banner, "")
    return found


def _alarm(colour: Colour, step: float) -> Notice | None:
    """Red is an error, amber (from orange to yellow) a warning; by how far red leads the blue."""
    red, green, blue = (float(channel) for channel in colour)
    if red - max(green, blue) >= step and green - blue < 0.35 * (red - blue):
        return "error"
    amber = red - blue >= step and 0.35 <= (green - blue) / (red - blue) <= 0.97
    return "warning" if amber and red >= 140 else None


def _beside_icon(text: Element, icons: Sequence[Element], view: View) -> Notice | None:
    """What a red or amber icon just left of the text says."""
    reach = _ICON_GAP * text.box.height
    for icon in icons:
        small = icon.box.height <= 3 * text.box.height and icon.box.width <= 3 * text.box.height
        if not small or not same_row(icon.box, text.box):
            continue
        if 0 <= horizontal_gap(icon.box, text.box) <= reach:
            shades = shades_seen(icon.box, view)
            if shades is not None:
                return _alarm(shades.ground, _STRONG) or (
                    _alarm(shades.ink, _STRONG) if shades.step else None
                )
    return None


def _field_above(text: Element, elements: Sequence[Element]) -> Element | None:
    reach = _FIELD_GAP * text.box.height
    over = [
        e
        for e in elements
        if e.kind in WRITTEN
        and -2 <= text.box.top - e.box.bottom <= reach
        and e.box.left - reach <= text.box.left < e.box.right
    ]
    return max(over, key=lambda e: e.box.bottom, default=None)


def _usual_ground(seen: Sequence[Shades]) -> Colour | None:
    if not seen:
        return None
    usual: Colour = np.median(np.stack([s.ground for s in seen]), axis=0).astype(np.float32)
    return usual


def _banner(own: Shades, seen: dict[int, Shades], usual: Colour) -> Notice | None:
    """What the ground of a few lines says when it is tinted and not that of most text."""
    if distance(own.ground, usual) < _OWN_GROUND:
        return None
    if sum(distance(s.ground, own.ground) < _OWN_GROUND for s in seen.values()) > _MOST_LINES:
        return None
    return _alarm(own.ground, _TINT)
