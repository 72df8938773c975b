"""How many actions a reply has room for: what else a small model says, it rambles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agent.outline import Outline

MOST = 8


def room(values: Sequence[str], entries: int, names: Iterable[str], outline: Outline) -> int:
    """The most actions of a reply that may be carried out one after another, 1 to `MOST`: only
    such count as use a value or a name of the task (see decide.in_order).

    `values` may be entered into `entries` fields and dropdowns, `names` are those of all other
    things that can be done.
    """
    # Where the task marks no value, its fields tell how much there is to write.
    entered = min(len(values), entries if not outline.open_values else MOST) if entries else 0
    named = sum(outline.place_of(name) is not None for name in names if name)
    unnamed = sum(not part.done and not part.values for part in outline.parts)
    return min(MOST, max(1, entered + named + unnamed))
