"""Which lines of text belong together."""

from __future__ import annotations

from vision.core.elements import Element


def continues(above: Element, below: Element) -> bool:
    """Whether a line of text goes on in the next one."""
    height = max(above.box.height, 1)
    gap = below.box.top - above.box.bottom
    beside = below.box.left > above.box.right or above.box.left > below.box.right
    same = above.group == below.group
    return same and not beside and -height < 2 * gap and gap <= height
