"""Values of a task that an action brought to the screen: by them the model is believed when it says
that a part is done.

A value may be shown in another form than the task writes it: a day that was picked in a calendar,
an amount with another sign for thousands.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from agent.suggestions.entries import value_of
from agent.task.literals import alike, mentions
from agent.task.plan import Outline, Part
from agent.values.in_fields import found_in
from agent.values.values import Found, Money, Quantity
from vision.core.elements import ElementMap, Kind

# Names of buttons, boxes and links are offers and no results.
_RESULTS: frozenset[Kind] = frozenset({"text", "list item", "field", "dropdown"})
_ENTRIES: tuple[Kind, ...] = ("field", "dropdown")
# Of the screen: what shows more than this anew is another page.
_ANOTHER = 0.5
# Texts that are read for values in other forms.
_MOST_READ = 40


def note_shown(plan: Outline, before: ElementMap, after: ElementMap) -> None:
    """Note for each open part the values that are shown since `before`, or in the title of the
    window in front."""
    parts = [part for part in plan.parts if part.unshown]
    if not parts:
        return
    results = _came_up(before, after)
    titles = [window.title for window in after.windows if window.active]
    readings = [found for text in results[:_MOST_READ] for found in _figures(text)]
    for part in parts:
        for value in part.unshown:
            if any(mentions(text, value) for text in (*results, *titles)):
                part.shown.add(value)
        part.shown |= _otherwise(part, readings)


def note_held(plan: Outline, map_: ElementMap) -> None:
    """Note the values that entries hold before anything is done, where the task says the entry's
    name beside the value: "from York" where York stands in From."""
    held = [e for e in map_.elements if e.kind in _ENTRIES and e.text and e.state.value]
    for part in plan.parts:
        for entry in held:
            value = value_of(entry.text, part.text, part.open_values)
            if value and mentions(part.text, entry.text) and alike(value, entry.state.value or ""):
                part.used.add(value)


def note_replaced(plan: Outline, said: str) -> None:
    """Expect no longer to see what the person takes back in the middle of a run: the values that
    they name, and those of the same sort as one that they say instead. To be called before the
    words that were `said` are put into the plan."""
    instead = [_sort(found) for found in _figures(said)]
    for part in plan.parts:
        old = [found.text for found in _figures(part.text) if _sort(found) in instead]
        part.shown |= {
            value
            for value in part.unshown
            if mentions(said, value) or any(value in text for text in old)
        }


def _sort(found: Found) -> tuple[str, str]:
    """What kind of value it is, and in what unit or currency."""
    value = found.value
    unit = getattr(value, "unit", "") or getattr(value, "currency", "")
    return type(value).__name__, unit


def _came_up(before: ElementMap, after: ElementMap) -> list[str]:
    difference = before.diff(after)
    if len(difference.appeared) > _ANOTHER * len(after.elements):
        return []
    new = [*difference.appeared, *(later for _, later in difference.changed)]
    new = [element for element in new if element.kind in _RESULTS]
    return [text for e in new if (text := e.state.value or e.text)]


def _otherwise(part: Part, readings: Sequence[Found]) -> set[str]:
    """The open values inside of what a part says of a day, a time or an amount that is shown in
    another form."""
    said = [found for found in _figures(part.text) if any(_same(found, each) for each in readings)]
    return {value for value in part.unshown if any(value in found.text for found in said)}


def _figures(text: str) -> Sequence[Found]:
    return found_in(text) if any(sign.isdigit() for sign in text) else ()


def _same(one: Found, other: Found) -> bool:
    """Whether a value of the task is what is shown: a field that names the unit or the currency
    shows the number alone, of money perhaps that of the hundredths."""
    said, seen = one.value, other.value
    if isinstance(seen, Decimal) and isinstance(said, Money):
        return seen in (said.amount, 100 * said.amount)
    if isinstance(seen, Decimal) and isinstance(said, Quantity):
        return seen == said.number
    return type(said) is type(seen) and said == seen
