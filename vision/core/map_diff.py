"""Comparing two element maps, with patience for OCR that wavers between frames."""

from __future__ import annotations

from difflib import SequenceMatcher

from vision.capture.change_detection import changed_boxes, same_place
from vision.core.elements import Element, ElementMap, MapDiff
from vision.core.geometry import Box, ious, overlap_area


def compare(before: ElementMap, after: ElementMap) -> MapDiff:
    """What appeared, vanished or changed. A few pixels, or one character of many read otherwise,
    are no difference, nor is what was read otherwise where no pixel changed."""
    changed = _changed_boxes(before, after)

    def touched(element: Element) -> bool:
        return changed is None or any(overlap_area(box, element.box) for box in changed)

    pairs = pair(before.elements, after.elements)
    matched_before = {id(a) for a, _ in pairs}
    matched_after = {id(b) for _, b in pairs}
    return MapDiff(
        tuple(e for e in after.elements if id(e) not in matched_after and touched(e)),
        tuple(e for e in before.elements if id(e) not in matched_before and touched(e)),
        tuple((a, b) for a, b in pairs if not same_content(a, b) and (touched(a) or touched(b))),
    )


def _changed_boxes(before: ElementMap, after: ElementMap) -> list[Box] | None:
    """Where pixels changed; None when the pictures are of different places."""
    if not same_place(before.screenshot, after.screenshot):
        return None
    return changed_boxes(before.screenshot, after.screenshot, carets=True)


def pair(before: tuple[Element, ...], after: tuple[Element, ...]) -> list[tuple[Element, Element]]:
    """Elements that are the same thing on both maps: the same place first, then the same kind and
    text somewhere else (scrolled, moved). Each element is in at most one pair."""
    pairs: list[tuple[Element, Element]] = []
    taken: set[int] = set()
    rest: list[Element] = []
    overlaps = ious([e.box for e in before], [e.box for e in after])
    for element, row in zip(before, overlaps, strict=True):
        best = int(row.argmax()) if len(row) else 0
        if len(row) and row[best] > 0.45 and _may_be(element, after[best]):
            pairs.append((element, after[best]))
            taken.add(best)
            overlaps[:, best] = -1
        else:
            rest.append(element)
    left = [element for number, element in enumerate(after) if number not in taken]
    for element in rest:
        same = [e for e in left if e.kind == element.kind and e.text and e.text == element.text]
        if same:
            nearest = min(same, key=lambda e: abs(e.box.center.y - element.box.center.y))
            pairs.append((element, nearest))
            left.remove(nearest)
    return pairs


def _may_be(a: Element, b: Element) -> bool:
    if a.kind == b.kind:
        return a.kind not in ("text", "link", "menu") or similar(a.text, b.text)
    return similar(a.text, b.text) and bool(a.text)


def same_content(a: Element, b: Element) -> bool:
    values = similar(a.state.value or "", b.state.value or "", exact_below=12)
    return (
        (similar(a.text, b.text) or _named_once(a, b))
        and values
        and a.state.checked == b.state.checked
        and bool(a.state.selected) == bool(b.state.selected)
    )


def _named_once(a: Element, b: Element) -> bool:
    """Whether only one of them has a name, which its picture gave it: it was not known before, or
    is not known while the mouse is on it. That alone is no change."""
    return (not a.text or not b.text) and bool(a.caption or b.caption)


def similar(a: str, b: str, exact_below: int = 5) -> bool:
    """Equal, or so long and so alike that OCR explains the difference."""
    if a == b:
        return True
    if min(len(a), len(b)) < exact_below:
        return False
    return SequenceMatcher(None, a, b).ratio() > 0.85
