"""What is out of reach whatever is answered: windows and areas that the rules close.

What lies there is not offered to the model either: it would only lead it astray.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.pointing import active_window
from agent.policy.rules import Rules
from agent.policy.wording import said
from vision.capture.windows import Window
from vision.core.elements import Element, ElementMap
from vision.core.geometry import Point


def closed(application: str, title: str, rules: Rules) -> str:
    """Why nothing may be done in a window, or ''."""
    never = (risk for risk in rules.risks if risk.never)
    for risk in never:
        if any(re.search(pattern, title) for pattern in risk.windows) or said(
            application, risk.applications
        ):
            return f"the rules never allow it: {risk.why}"
    deny, allow = rules.deny, rules.allow
    if said(application, deny.applications) or said(title, deny.windows):
        return f"the rules deny “{title or application}”"
    if allow and not (said(application, allow.applications) or said(title, allow.windows)):
        return f"the rules allow only other windows than “{title or application}”"
    return ""


def window_at(point: Point, windows: Sequence[Window]) -> Window | None:
    """The window at a place. A menu or a list counts to the window that it came from."""
    under = next((window for window in windows if window.box.contains(point)), None)
    active = active_window(windows)
    return active if under is not None and under.popup and active is not None else under


def usable(map_: ElementMap, rules: Rules) -> ElementMap:
    """The map without what is out of reach; itself when all of it may be used."""
    why = {window: closed(window.application, window.title, rules) for window in map_.windows}

    def free(element: Element) -> bool:
        point = element.box.center
        window = window_at(point, map_.windows)
        in_area = any(area.box.contains(point) for area in rules.areas)
        return not in_area and (window is None or not why[window])

    kept = tuple(element for element in map_.elements if free(element))
    return map_ if len(kept) == len(map_.elements) else replace(map_, elements=kept)
