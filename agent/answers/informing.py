"""What a person asks to be told: looked for in the texts of one window after the other."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from agent.answers.asked import asked_of, is_named
from agent.answers.facts import Facts
from agent.answers.whether import whether
from agent.events import Event, Noted, Planned
from agent.skills.procedures.filling import ADDRESS
from agent.skills.procedures.front import active, in_front, texts_in_front
from agent.task.plan import Outline, Part
from vision.core.elements import ElementMap

_MOST_LOOKS = 3
"""Different windows, or states of one, that are read for what a person asks to be told."""


@dataclass
class Informing:
    """Of one run. What is found goes to `answers`, and what should be looked at of it to
    `doubts`."""

    facts: Facts
    tell: Callable[[Event], None]
    answers: list[str]
    doubts: list[str]
    _in_vain: list[tuple[Part, list[str]]] = field(default_factory=list)
    _read: tuple[Part, list[str], dict[str, str]] | None = None

    def inform(
        self, outline: Outline, map_: ElementMap, spent: dict[str, float], *, waits: bool = False
    ) -> bool:
        """Read what the next part of the task asks to be told, in the window in front; the same
        texts are read once. Whether to look again in a moment, where that is possible (`waits`):
        nothing there is called so, and a page may still be loading. Adds its seconds to `spent`.

        Raises:
            Stopped, ModelError: as the `ask` of the facts does.
        """
        part = outline.current
        names = asked_of(part) if part is not None else []
        if part is None or not names or self.not_shown(outline):
            return False
        window = active(map_)
        shown = [*to_read(map_), *([f"Title of the window: {window.title}"] if window else [])]
        results = {name: result for name in names if (result := self._known(name, map_))}
        unread = [name for name in names if name not in results and whether(name) is None]
        found = results | (self._found_in(part, shown, unread, spent) if unread else {})
        unsure = [name for name in found if name not in results and not is_named(name, shown)]
        if waits and (unsure or len(found) < len(names)):
            return True
        if len(found) == len(names):
            part.done, part.used = True, set(part.values)
            self.facts.known |= {name: found[name] for name in found if whether(name) is None}
            self._tell(found, unsure)
            self.tell(Planned(outline.lines()))
        elif (part, shown) not in self._in_vain:
            self._in_vain.append((part, shown))
        return False

    def _known(self, name: str, map_: ElementMap) -> str | None:
        """What needs no model: a result, and what is seen of a control."""
        asked = whether(name)
        return self.facts.result(name) if asked is None else asked.answer(in_front(map_))

    def _found_in(
        self, part: Part, shown: list[str], names: Sequence[str], spent: dict[str, float]
    ) -> dict[str, str]:
        """The values of some names in the texts of a window, remembered while they are the same."""
        if self._read is None or self._read[:2] != (part, shown):
            start = time.perf_counter()
            values = {name: value for name in names if (value := self.facts.value(name, shown))}
            spent["plan"] = spent.get("plan", 0.0) + time.perf_counter() - start
            self._read = (part, shown, values)
        return self._read[2]

    def _tell(self, found: dict[str, str], unsure: Sequence[str]) -> None:
        for name, value in found.items():
            if name in unsure:
                self.doubts.append(f"Nothing there has this name; “{value}” was taken instead.")
            colon = "" if name.endswith("?") else ":"
            self.answers.append(f"{name[:1].upper()}{name[1:]}{colon} {value}")
            self.tell(Noted(self.answers[-1]))

    def not_shown(self, outline: Outline) -> str:
        """What the next part of the task asks to be told, when no window that was read shows it;
        "" as long as it may still be found."""
        part = outline.current
        looks = sum(seen is part for seen, _ in self._in_vain)
        return ", ".join(asked_of(part)) if part is not None and looks >= _MOST_LOOKS else ""


def to_read(map_: ElementMap) -> list[str]:
    """What stands in the window in front, but for the address of a page."""
    return [text for text in texts_in_front(map_) if ADDRESS.fullmatch(text) is None]
