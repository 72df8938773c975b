"""Titles of groups: what a row or column of radio buttons or checkboxes is about."""

from __future__ import annotations

from collections.abc import Sequence

from vision.core.elements import MARKS, Element
from vision.core.geometry import Box, bounding_box
from vision.core.pieces import same_row

# In heights of a mark.
_PITCH, _ALIGNED, _ABOVE, _OUTDENT, _INDENT, _BESIDE, _APART = 4.0, 0.6, 3.2, 5.0, 1.5, 14.0, 30.0
_LONGEST_TITLE = 60


def group_titles(elements: Sequence[Element]) -> dict[int, str]:
    """The title of each radio button and checkbox that stands in a group with one, by id.

    A group has two or more of one kind, one below the other or side by side; its title is the text
    just above it, or on the left of its first row.
    """
    titles: dict[int, str] = {}
    texts = [e for e in elements if e.kind == "text" and e.text.strip()]
    for kind in MARKS:
        for group in _groups([e for e in elements if e.kind == kind], texts):
            title = _title(group, texts)
            if title:
                titles.update((element.id, title) for element in group)
    return titles


def _groups(marks: Sequence[Element], texts: Sequence[Element]) -> list[list[Element]]:
    groups: list[list[Element]] = []
    for mark in sorted(marks, key=lambda e: (e.box.top, e.box.left)):
        home = next((g for g in groups if any(_beside(o, mark, texts) for o in g)), None)
        if home is None:
            groups.append([mark])
        else:
            home.append(mark)
    return [group for group in groups if len(group) > 1]


def _beside(before: Element, mark: Element, texts: Sequence[Element]) -> bool:
    a, b = before.box, mark.box
    if before.group != mark.group:
        return False
    if same_row(a, b):
        return 0 < b.left - a.right <= _APART * b.height and not _parted(a, b, texts, across=True)
    aligned = abs(a.left - b.left) <= _ALIGNED * b.height
    near = 0 < b.top - a.top <= _PITCH * b.height
    return aligned and near and not _parted(a, b, texts, across=False)


def _parted(a: Box, b: Box, texts: Sequence[Element], *, across: bool) -> bool:
    """Whether a text of its own stands between two marks: the title of the next group."""
    for text in texts:
        box = text.box
        if across:
            between = same_row(box, b) and a.right < box.left and box.right <= b.left
        else:
            inset = abs(box.left - b.left) <= b.width
            between = inset and a.bottom <= box.center.y and box.bottom <= b.top + 2
        if between:
            return True
    return False


def _title(group: Sequence[Element], texts: Sequence[Element]) -> str:
    around = bounding_box(element.box for element in group)
    first = min(group, key=lambda e: (e.box.top, e.box.left)).box
    size = first.height
    window = group[0].group
    texts = [t for t in texts if len(t.text) <= _LONGEST_TITLE and t.group == window]
    beside = [
        t
        for t in texts
        if same_row(t.box, first) and 0 < around.left - t.box.right <= _BESIDE * size
    ]
    above = [
        t
        for t in texts
        if -2 <= around.top - t.box.bottom <= _ABOVE * size
        and -_INDENT * size <= around.left - t.box.left <= _OUTDENT * size
    ]
    nearest = max(beside, key=lambda t: t.box.right, default=None) or max(
        above, key=lambda t: t.box.bottom, default=None
    )
    return _clean(nearest.text) if nearest is not None else ""


def _clean(text: str) -> str:
    return " ".join(text.split()).rstrip(":*").strip()
