"""The boxes of tabs. GTK tells only where a tab's text is; Qt tells the whole tab."""

from __future__ import annotations

from collections.abc import Sequence

from training.apps.places import Placed
from vision.core.geometry import Box

_SHARE = 0.375  # of the space between two tabs' texts belongs to each of them
_LONE = 12  # pixels beside the text of a tab that stands alone
_MOST = 18


def tab_box(one: Placed, placed: Sequence[Placed], scale: float) -> Box:
    """The whole tab, in pixels."""
    if one.node.does or not one.node.path:
        return one.box
    outer = one.node.path[-1]
    strip = next((other.box for other in placed if other.node is outer), None)
    tabs = [
        other for other in placed if other.node.role == "page tab" and other.node.path[-1] is outer
    ]
    pages = [
        other.whole
        for other in placed
        if other.node.path and any(other.node.path[-1] is tab.node for tab in tabs)
    ]
    page = next((box for box in pages if not _holds(box, one.box)), None)
    if strip is None or page is None:
        return one.box
    return _grown(one.box, [tab.box for tab in tabs if tab is not one], strip, page, scale)


def _holds(page: Box, tab: Box) -> bool:
    return page.contains(tab.center)


def _grown(tab: Box, others: Sequence[Box], strip: Box, page: Box, scale: float) -> Box:
    if page.top >= tab.bottom - 2 or page.bottom <= tab.top + 2:
        gaps = [o.left - tab.right for o in others if o.left >= tab.right]
        gaps += [tab.left - o.right for o in others if o.right <= tab.left]
        side = _side(gaps, scale)
        above = page.top >= tab.bottom - 2
        top, bottom = (strip.top, page.top) if above else (page.bottom, strip.bottom)
        return Box(
            max(strip.left, tab.left - side), top, min(strip.right, tab.right + side), bottom
        )
    gaps = [o.top - tab.bottom for o in others if o.top >= tab.bottom]
    gaps += [tab.top - o.bottom for o in others if o.bottom <= tab.top]
    side = _side(gaps, scale)
    before = page.left >= tab.right - 2
    left, right = (strip.left, page.left) if before else (page.right, strip.right)
    return Box(left, max(strip.top, tab.top - side), right, min(strip.bottom, tab.bottom + side))


def _side(gaps: Sequence[int], scale: float) -> int:
    gap = min((gap for gap in gaps if gap >= 0), default=None)
    wanted = _LONE * scale if gap is None else _SHARE * gap
    return round(min(wanted, _MOST * scale))
