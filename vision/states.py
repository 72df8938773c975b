"""States that the pixels tell once all elements are known: disabled, selected, focused.

Each is told by comparison with like elements of the same screen, so this comes after merging.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.closeup import Looker
from vision.disabled import disabled
from vision.elements import Element
from vision.focus import focused
from vision.glances import Glances, View
from vision.screen import Pixels
from vision.selected import selected


def with_states(
    pixels: Pixels,
    elements: Sequence[Element],
    glances: Glances | None = None,
    looker: Looker | None = None,
) -> list[Element]:
    """The elements with their states filled in; all else stays. Boxes are relative to `pixels`
    (uint8 H x W x 3 RGB), of which `glances` holds what is known. What takes closer looks, if
    there is a `looker`, has a say in who is disabled and who has the keyboard."""
    view = View(pixels, glances or Glances())
    pale, chosen = disabled(view, elements, looker), selected(view, elements)
    owner = focused(view, elements, looker)
    told = []
    for element in elements:
        state = element.state
        if element.id in pale:
            state = replace(state, disabled=pale[element.id] or None)
        if element.id in chosen:
            state = replace(state, selected=chosen[element.id] or None)
        if element.id == owner:
            state = replace(state, focused=True)
        told.append(replace(element, state=state))
    return told
