"""Suggestions: what the words of the task point at on the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass

from agent.actions import (
    Action,
    AddToSelection,
    Click,
    Done,
    DoubleClick,
    Fail,
    Hover,
    OpenApp,
    PartDone,
    Press,
    Scroll,
    Select,
    Tap,
    TypeText,
)
from agent.choices import Choices, choices
from agent.deciding.action_space import KEYPAD, said_of, target_names
from agent.deciding.situation import Situation, Suggestion
from agent.shortcuts import meaning
from vision.elements import ElementMap, quote


@dataclass(frozen=True, slots=True)
class FromWords:
    """What the words of the next part of the task name."""

    def suggest(self, now: Situation) -> Sequence[Suggestion]:
        """What is named, what takes a value of the task, and what leads on from here."""
        now.plan.adopt(e.text for e in now.map.elements if e.kind in ("checkbox", "radio"))
        found = choices(now.map, now.plan, now.memory, now.applications)
        return [Suggestion(a, words_for(a, now)) for a in _actions(found)]


def _actions(found: Choices) -> Iterable[Action]:
    yield from ([Done()] if found.done else [])
    yield from _entering(found)
    for number in found.clicks.values():
        yield found.click(number)
    for number in found.double_clicks.values():
        yield DoubleClick(number)
    for keys in found.keys.values():
        yield Press(keys)
    for application in found.applications.values():
        yield OpenApp(application.name)
    for way in found.scroll:
        yield Scroll("up" if way == "up" else "down")
    yield from ([Fail("the model sees no way to continue")] if found.fail else [])


def _entering(found: Choices) -> Iterable[Action]:
    if found.keypad is not None:
        for value in found.values_for(0):
            buttons = found.keypad.presses(value) or []
            yield Tap(value, tuple(button.id for button in buttons))
    for number in found.fields.values():
        yield from (TypeText(value, number) for value in found.values_for(number))
    for number in found.dropdowns.values():
        yield from (Select(number, value) for value in found.values_for(number))


@dataclass(frozen=True, slots=True)
class Opening:
    """The application that the next part of the task needs, as `due` says."""

    due: Callable[[Situation], OpenApp | None]

    def suggest(self, now: Situation) -> Sequence[Suggestion]:
        """Opening it, where it is not in front."""
        action = self.due(now)
        return [Suggestion(action, words_for(action, now))] if action is not None else []


@dataclass(frozen=True, slots=True)
class Ticking:
    """That the next part of the task is done, after something was done for it."""

    def suggest(self, now: Situation) -> Sequence[Suggestion]:
        """Saying so, where nothing that it names is left to be entered."""
        part, deeds = now.plan.current, now.memory.deeds
        if part is None or part.open_values or not (deeds and deeds[-1].tells_of_success):
            return []
        if len([p for p in now.plan.parts if not p.done]) == 1:
            return [Suggestion(Done(), "the whole task is done")]
        number = now.plan.parts.index(part) + 1
        return [Suggestion(PartDone(number), f"{quote(part.text)} is done, go on with the rest")]


_WORDS: Mapping[type[Action], str] = {
    TypeText: "type {text} into {target}",
    Select: "choose {option} in {target}",
    Tap: f"enter {{text}} on the {KEYPAD}",
    Press: "press {keys}",
    Scroll: "scroll {direction}",
    OpenApp: "open {name}",
    Click: "click {target}",
    AddToSelection: "add {target} to the selection",
    DoubleClick: "double-click {target}",
    Hover: "point at {target}",
    Done: "the whole task is done",
    Fail: "it cannot be done",
}


def words_for(action: Action, now: Situation) -> str:
    """The line by which the model takes an action."""
    values = asdict(action)
    for name in ("text", "option"):
        values[name] = quote(str(values.get(name, "")))
    number = values.get("target")
    values["target"] = _target(number, now.map) if number is not None else "what has the focus"
    if isinstance(action, Press) and (said := meaning(action.keys)):
        values["keys"] = f"{action.keys} ({said})"
    return _WORDS[type(action)].format_map(values)


def _target(number: int, map_: ElementMap) -> str:
    element = map_.by_id(number)
    return said_of(element, target_names(map_).get(number, element.kind))
