"""Results of a search that go on, on further pages: the page with the nth one is turned to."""

from __future__ import annotations

from agent.literals import normal
from agent.ordinals import pointed_at, result_asked_for, results
from agent.outline import Part
from agent.pager import NEXT, next_page, pager
from vision.elements import Element, ElementMap


def page_to_turn_to(part: Part | None, map_: ElementMap, page: int) -> Element | None:
    """What leads to the page with the result that a part counts out, when it is not on this one,
    which is number `page`."""
    asked = result_asked_for(part.text) if part is not None else None
    shown = results(map_.elements)
    if part is None or asked is None or not shown or any(area.below for area in map_.areas):
        return None
    numbers = pager(map_.elements)
    if not numbers or pointed_at(part.text, map_.elements, page) is not None:
        return None
    wanted = asked // len(shown) + 1
    ahead = [e for e in numbers if page < int(e.text) <= wanted]
    return ahead[-1] if ahead else next_page(map_.elements)


def turns_a_page(target: Element, part: Part, map_: ElementMap) -> bool:
    """Whether a click on it is on the way to a result that the part counts out."""
    if result_asked_for(part.text) is None:
        return False
    return target in pager(map_.elements) or normal(target.text) in NEXT
