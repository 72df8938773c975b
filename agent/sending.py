"""What was filled in and not sent: by which button it goes, and when a task means that too."""

from __future__ import annotations

import re

from agent.actions import Click
from agent.computer.effect import closed_a_window
from agent.literals import first_word, without_quotes
from agent.memory import Memory
from agent.outline import Outline
from agent.skills.forms.entries import confirm_button
from agent.skills.procedures.front import in_front
from agent.verbs import CLOSING, TELLING
from vision.elements import Element, ElementMap

_SEND = frozenset(
    ("send", "senden", "absenden", "envoyer", "enviar", "invia", "inviare", "verzenden", "wyślij")
)


def unsent_to(map_: ElementMap, memory: Memory) -> Element | None:
    """The button behind what was filled in or chosen last that would take it over, if it was not
    pressed since."""
    last = memory.unsent
    if last is None:
        return None
    button = confirm_button(map_, memory)
    if button is not None and button.box.bottom > last.box.top:
        return button
    return _send_button(map_, memory)


def to_send(map_: ElementMap, outline: Outline, memory: Memory) -> Element | None:
    """What sends the message that was written, when that is all that a part still wants which asks
    to tell somebody something."""
    part = outline.current
    if part is None or part.open_values or memory.unsent is None:
        return None
    said = set(re.findall(r"\w+", without_quotes(part.text).casefold()))
    return _send_button(map_, memory) if said & TELLING else None


def only_closes(target: Element, map_: ElementMap, after: ElementMap) -> bool:
    """Whether a click on something that is called "close" left all windows as they were: a pane
    was closed, whatever was written there."""
    return first_word(target.text) in CLOSING and not closed_a_window(map_, after)


def _send_button(map_: ElementMap, memory: Memory) -> Element | None:
    for e in in_front(map_):
        usable = e.interactive and e.kind != "field" and not e.state.disabled
        if usable and first_word(e.text) in _SEND and not memory.is_blocked(Click(e.id), map_):
            return e
    return None
