"""What a person should look at before a task counts as done."""

from __future__ import annotations

from collections.abc import Iterator

from agent.literals import mentions
from agent.memory import Memory
from agent.outline import Outline
from agent.skills.forms.entries import confirm_button
from agent.skills.procedures.front import document_of
from agent.told_text import told_pair
from vision.elements import Element, ElementMap


def doubts(
    outline: Outline, memory: Memory, last: ElementMap | None, *, taught: bool
) -> Iterator[str]:
    """A sentence for each. `last` is what was seen at the end. What was `taught` as a routine ends
    as it did then, whether a form was sent or not."""
    guessed = [f"“{part.text}”" for part in outline.parts if part.guessed]
    if guessed:
        parts = ", ".join(guessed)
        yield f"Check whether {parts} is done: an element with another name was used."
    unseen = [f"“{part.text}”" for part in outline.parts if part.unseen and not part.guessed]
    if unseen:
        yield f"Check whether {', '.join(unseen)} is done: the screen did not change."
    for part in outline.parts:
        if part.calculated:
            yield (
                f"Check the calculation {part.calculated}: the task does not give it in figures."
            )
    yield from _not_replaced(outline, last)
    button = _unsent(last, memory) if last is not None and not taught else None
    if button is not None:
        yield f"“{button.text}” was not pressed, because the task does not ask for it."


def _not_replaced(outline: Outline, last: ElementMap | None) -> Iterator[str]:
    """What was to be replaced in the text that is in front, and still stands there alone."""
    sheet = document_of(last) if last is not None else None
    shown = (sheet.state.value or sheet.text) if sheet is not None else ""
    for old, new in filter(None, (told_pair(part.text) for part in outline.parts)):
        if mentions(shown, old) and not mentions(shown, new):
            yield f"The text still contains “{old}” and not “{new}”."


def _unsent(map_: ElementMap, memory: Memory) -> Element | None:
    """The button behind what was filled in or chosen last that would take it over, if it was not
    pressed since."""
    if memory.unsent is None:
        return None
    button = confirm_button(map_, memory)
    return button if button is not None and button.box.bottom > memory.unsent.box.top else None
