"""The last look: what on the screen speaks against a task that seems done."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.computer.effect import same_thing
from agent.constraints import lexicon
from agent.memory import Memory
from agent.policy.wording import canonical
from agent.skills.forms.entries import confirm_button
from agent.skills.procedures.front import active, document_of
from agent.suggestions.meaning import likeness
from agent.task.asked import asked_of
from agent.task.literals import alike, is_file, literals, mentions
from agent.task.plan import Outline
from agent.task.told_text import told_pair
from agent.task.writing import asks_to_write
from vision.core.elements import Element, ElementMap, one_line

_NUMBER = re.compile(r"\d+")
# How a document that is not saved is marked in its title.
_UNSAVED = ("*", "•", "●")
_SAVING, _UNDOING = "save the document", "undo the last change"
_ASKED, _READ, _SAME = 0.5, 0.6, 0.9
_WRONG = (
    *("Please fill in this field first", "This is required", "You must choose one first"),
    *("It is not valid", "Something went wrong", "It could not be done"),
)
_WENT_WELL = ("It was saved", "Sent", "Added", "Thank you", "Your order is confirmed", "Done")
# So like the first, and more than the second: 16 of 20 messages in four languages, and 6 of 446
# texts that come at the ends of written tasks.
_COMPLAINS, _LONGEST = 0.3, 120


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
    yield from _not_replaced(outline, last)
    yield from _without_effect(memory)
    if last is not None:
        yield from _in_vain(memory, last)
        yield from _on_screen(outline, memory, last)
    if last is not None and not taught:
        yield from _nowhere(outline, memory, last)
        yield from _unwritten(outline, memory, last)
    button = _unsent(last, memory) if last is not None and not taught else None
    if button is not None:
        yield f"“{button.text}” was not pressed, because the task does not ask for it."


def _without_effect(memory: Memory) -> Iterator[str]:
    """What was done last and was not carried out, and deeds none of which showed anything."""
    last = memory.deeds[-1] if memory.deeds else None
    if last is not None and last.effect.kind in ("not allowed", "failed"):
        yield f"This was not done: {last.line()}."
    elif last is not None and not any(deed.tells_of_success for deed in memory.deeds):
        yield "Nothing that was done showed an effect."


def _nowhere(outline: Outline, memory: Memory, last: ElementMap) -> Iterator[str]:
    """The values of the task with a number that was not used and stands nowhere. On unread pages
    and screens this is so on 3.6 % of those on which all is done and 10.5 % of the others; of
    values without a number it tells next to nothing (26 and 30 % of pages)."""
    said = [*(deed.line() for deed in memory.deeds), *map(_shown, last.elements)]
    there = {number.lstrip("0") for text in said for number in _NUMBER.findall(text)}
    for part in outline.parts:
        # What is to be replaced is looked for above.
        others = told_pair(part.text) or ()
        told = part.held or asked_of(part)  # A question is answered, not entered.
        for value in part.open_values if not told else ():
            numbers = (number.lstrip("0") for number in _NUMBER.findall(value))
            if value not in others and any(number not in there for number in numbers):
                yield f"Nothing shows “{one_line(value)}”."


def _unwritten(outline: Outline, memory: Memory, last: ElementMap) -> Iterator[str]:
    """What the task asks to write in a text editor, when the run has written nothing: so it is on
    none of 132 unread ends before programs, and on 7 of 192 screens on which something is left."""
    front = active(last)
    if front is None or not front.editor or memory.wrote:
        return
    part = next((part for part in outline.parts if asks_to_write(part)), None)
    if part is not None:
        yield f"Nothing was written, and the task says “{one_line(part.text)}”."


def _shown(element: Element) -> str:
    return f"{element.text}\n{element.state.value or ''}"


def _in_vain(memory: Memory, last: ElementMap) -> Iterator[str]:
    """What was to be entered and shows nowhere."""
    for value, said in memory.in_vain.items():
        if not any(mentions(e.state.value or e.text, value) for e in last.elements):
            yield f"Nothing shows that this had an effect: {said}."


def errors_of(map_: ElementMap) -> list[str]:
    """The messages of errors that a screen shows."""
    return [e.text for e in map_.elements if e.notice == "error" and e.text]


def _complaints(memory: Memory) -> list[str]:
    """The texts that came with the last action and rather say that it went wrong."""
    came = [] if memory.turned else [e.called for e in memory.came if not e.interactive]
    texts = [text for text in came if 3 < len(text) <= _LONGEST]
    wrong, right = ([max(likeness(t, said)) for t in texts] for said in (_WRONG, _WENT_WELL))
    both = zip(texts, wrong, right, strict=True)
    return [text for text, bad, good in both if bad >= _COMPLAINS and bad > good]


def _on_screen(plan: Outline, memory: Memory, last: ElementMap) -> Iterator[str]:
    """Error messages, entries that show something else by now, and a document that is not saved
    though the task asks for it."""
    known = memory.said_before
    said = [*errors_of(last), *_complaints(memory)]
    errors = [e for e in said if not any(alike(e, one, _SAME) for one in known)]
    if errors:
        yield f"The screen says “{one_line(errors[0])}”."
    for field, text in {known.id: (known, text) for known, text in memory.filled}.values():
        now = same_thing(field, last)
        same = now is not None and bool(field.text) and now.text == field.text
        shown = now.state.value if now is not None and same else None
        if shown and text not in shown and _differs(shown, text):
            yield f"“{one_line(field.text)}” shows “{one_line(shown)}”, not “{one_line(text)}”."
    front = active(last)
    saves = max((likeness(part.text, [_SAVING])[0] for part in plan.parts), default=0.0)
    wanted = saves >= _ASKED or is_named_and_unsaved(plan, last)
    if front is not None and is_unsaved(last) and wanted:
        yield f"“{front.title.strip()}” is marked as not saved."


def _differs(shown: str, entered: str) -> bool:
    """Whether an entry shows something else than what was entered. Words may be misread; of a date,
    time or amount, other figures may not be shown, but in another order, and more of them."""
    wanted, there = ({int(n) for n in _NUMBER.findall(text)} for text in (entered, shown))
    if not wanted or any(map(str.isalpha, entered)):
        return not alike(shown, entered, _READ)
    joined = ("".join(_NUMBER.findall(text)).strip("0") for text in (entered, shown))
    return not wanted <= there and len({*joined}) > 1


def is_named_and_unsaved(plan: Outline, map_: ElementMap) -> bool:
    """Whether the document in front is not saved, and the task names its file: to change a file is
    to save it, unless it forbids that."""
    front = active(map_)
    if front is None or not is_unsaved(map_):
        return False
    if any(lexicon.deed("overwrite").search(canonical(said)) for said in plan.forbids):
        return False
    files = [value for part in plan.parts for value in literals(part.text) if is_file(value)]
    return any(mentions(front.title, name) for name in files)


def is_unsaved(map_: ElementMap) -> bool:
    """Whether the title in front marks a document that is not saved."""
    front = active(map_)
    return front is not None and front.title.strip().startswith(_UNSAVED)


def _not_replaced(outline: Outline, last: ElementMap | None) -> Iterator[str]:
    """What was to be replaced in the text that is in front, and still stands there alone; not where
    the task has it undone later."""
    sheet = document_of(last) if last is not None else None
    shown = (sheet.state.value or sheet.text) if sheet is not None else ""
    undone = [likeness(part.text, [_UNDOING])[0] >= _ASKED for part in outline.parts]
    for place, pair in enumerate(told_pair(part.text) for part in outline.parts):
        if pair is None or any(undone[place + 1 :]):
            continue
        old, new = pair
        if mentions(shown, old) and not mentions(shown, new):
            yield f"The text still contains “{old}” and not “{new}”."


def _unsent(map_: ElementMap, memory: Memory) -> Element | None:
    """The button behind what was filled in or chosen last that would take it over, if it was not
    pressed since."""
    if memory.unsent is None:
        return None
    button = confirm_button(map_, memory)
    return button if button is not None and button.box.bottom > memory.unsent.box.top else None
