"""Sliders that are disabled: of the colour that a style gives to what can be used, such as the fill
of a slider or a box that is ticked, they have lost all, and their thumb is pale."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.capture.screen import Pixels
from vision.core.elements import Element, Kind
from vision.core.views import View
from vision.pixels.colors import commonest

# Of a channel, 0 to 255: what the channels of a colour differ by at least, those of a grey at most,
# and how far a pale thumb is from its ground. Of 25 sliders of 16 styles the enabled ones had 72
# and more, or 8 and black thumbs (222); the disabled ones 30 and less, their thumbs 166 and less.
_COLOUR, _GREY, _PALE = 60, 40, 190
# The part of the pixels that are passed over: some are of another thing.
_SOME = 0.01
_MAY_HAVE_COLOUR: frozenset[Kind] = frozenset({"slider", "checkbox", "radio", "button"})


def disabled_sliders(elements: Sequence[Element], view: View) -> set[int]:
    """The ids of the sliders that are disabled. Boxes are relative to the pixels of the view."""
    pale = [e for e in elements if e.kind == "slider" and view.ask(_is_pale, e.box)]
    if not pale:
        return set()
    others = (e for e in elements if e.kind in _MAY_HAVE_COLOUR and e not in pale)
    if not any(view.ask(_is_coloured, other.box) for other in others):
        return set()
    return {element.id for element in pale}


def _is_pale(crop: Pixels) -> bool:
    if crop.size == 0 or _is_of(crop) > _GREY:
        return False
    pixels = crop.reshape(-1, 3).astype(np.int16)
    away = np.abs(pixels - commonest(crop)).max(axis=1)
    return float(np.quantile(away, 1 - _SOME)) <= _PALE


def _is_coloured(crop: Pixels) -> bool:
    return crop.size > 0 and _is_of(crop) >= _COLOUR


def _is_of(crop: Pixels) -> float:
    """What the channels of the strongest colours in it differ by."""
    pixels = crop.reshape(-1, 3)
    strong = pixels.max(axis=1).astype(np.int16) - pixels.min(axis=1)
    return float(np.quantile(strong, 1 - _SOME))
