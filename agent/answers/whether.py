"""Whether something is ticked, chosen, empty or greyed out: "tell me whether Word wrap is ticked".
What is seen of a control answers it; nothing is pressed for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from agent.task.literals import normal, quoted
from vision.core.elements import MARKS, Element

_Seen = Callable[[Element], bool | None]


def _on(element: Element) -> bool | None:
    return element.state.checked


def _usable(element: Element) -> bool | None:
    """A box is enabled when it is ticked; what has no tick, when it can be used."""
    ticked = _on(element)
    return not element.state.disabled if ticked is None and element.interactive else ticked


def _disabled(element: Element) -> bool | None:
    return bool(element.state.disabled) if element.interactive else None


def _chosen(element: Element) -> bool | None:
    return element.state.selected if element.kind not in MARKS else _on(element)


def _empty(element: Element) -> bool | None:
    return None if element.state.value is None else not element.state.value


# Words for a state, what tells it, and whether the words deny it.
_STATES: tuple[tuple[str, _Seen, bool], ...] = (
    (r"ticked|checked|(?:turned |switched )?on|angehakt|angekreuzt|coch[ée]e?s?", _on, True),
    (r"unticked|unchecked|(?:turned |switched )?off", _on, False),
    (r"enabled|activ(?:e|ated)|available|aktiv(?:iert)?|eingeschaltet|activée?s?", _usable, True),
    (r"deaktiviert|ausgeschaltet", _usable, False),
    (r"disabled|inactive|unavailable|gr[ea]yed(?: out)?|ausgegraut", _disabled, True),
    (r"selected|chosen|marked|ausgewählt|markiert", _chosen, True),
    (r"empty|leer|vide", _empty, True),
)  # fmt: skip
_SAID = "|".join(words for words, _, _ in _STATES)
_NOT = r"not|nicht|pas"
_THING = (
    r"(?:(?:the|a|die|der|das|la|le)\s+)?"
    r"(?:(?:check ?box|box|option|switch|setting|button|field|entry|tab)\s+)?"
    r"(?:(?:called|named)\s+)?"
)
_IS = r"is|are|ist|sind|est|sont"
_ASKED = re.compile(
    rf"(?:(?:whether|if|ob|si)\s+{_THING}(?P<name>.+?)"
    rf"(?:\s+(?:{_IS})\s+(?P<no>(?:{_NOT})\s+)?(?P<state>{_SAID})"
    rf"|\s+(?P<no2>(?:{_NOT})\s+)?(?P<state2>{_SAID})\s+(?:{_IS}))"
    rf"|(?:{_IS})\s+{_THING}(?P<name3>.+?)\s+(?P<no3>(?:{_NOT})\s+)?(?P<state3>{_SAID})\?)"
    r"(?:\s+(?:or not|oder nicht|ou non))?[.?!]*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Whether:
    """A question about the state of what is called `name`."""

    name: str
    state: str
    denied: bool

    def answer(self, elements: Iterable[Element]) -> str | None:
        """ "yes" or "no", as it is seen in the window in front; None where nothing there is called
        so, or its state is not seen."""
        seen, positive = next(
            (told, positive)
            for words, told, positive in _STATES
            if re.fullmatch(words, self.state, re.IGNORECASE)
        )
        answers = {told for one in _called(self.name, elements) if (told := seen(one)) is not None}
        if len(answers) != 1:
            return None
        return "yes" if (answers.pop() is positive) is not self.denied else "no"


def whether(asked: str) -> Whether | None:
    """The question that a text asks, after "tell me" or by itself; None where it asks another."""
    said = _ASKED.fullmatch(asked.strip())
    if said is None:
        return None
    name = (said["name"] or said["name3"]).strip()
    state = said["state"] or said["state2"] or said["state3"]
    denied = said["no"] or said["no2"] or said["no3"]
    return Whether(next(iter(quoted(name)), name), state, denied is not None)


def _called(name: str, elements: Iterable[Element]) -> list[Element]:
    """What is called so, or the one thing whose name says all of these words."""
    near = [element for element in elements if element.text]
    same = [element for element in near if normal(element.text) == normal(name)]
    if same:
        return same
    words = _words(name)
    longer = [element for element in near if words and words <= _words(element.text)]
    usable = [element for element in longer if element.interactive]
    return usable if len(usable) == 1 else []


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))
