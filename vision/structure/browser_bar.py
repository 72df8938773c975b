"""The bar of a web browser, with the address: a page is below it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from vision.core.elements import Element

_ADDRESS = re.compile(r"\w+:/\S*|[\w-]+(?:\.[\w-]+)+(?::\d+|/)\S*")
_DOMAIN = re.compile(r"[\w-]+(?:\.[\w-]+)+")
# A round entry may be seen as a list that opens.
_SHOWING = ("field", "text", "dropdown")
# Pixels: the bar of a browser is no lower, what is in it may stand out of the address so much, and
# a field for the address is wider.
_HIGHEST, _EDGE, _WIDE = 200, 8, 400


def bar_of_browser(elements: Sequence[Element]) -> int:
    """Where the bar of a browser with its address ends, in pixels from the top; 0 without one."""
    ends = (e.box.bottom + _EDGE for e in elements if e.kind in _SHOWING and _is_address(e))
    highest = min(ends, default=0)
    return highest if highest <= _HIGHEST else 0


def _is_address(element: Element) -> bool:
    said = element.state.value or element.text
    wide = element.kind != "text" and element.box.width > _WIDE
    return bool(_ADDRESS.fullmatch(said) or (wide and _DOMAIN.fullmatch(said)))
