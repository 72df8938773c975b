"""Whether an action is what the screen asks for and the task does not.

What is to be done comes from the person's task alone. A thing that the task does not name is often
used all the same, a "Next" for instance; but where the screen gives orders, or a sentence on it
names that very thing, the person is asked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.actions import (
    Action,
    ClickAt,
    Hover,
    OpenApp,
    Press,
    Scroll,
    Select,
    SetSlider,
    Tap,
    TypeText,
)
from agent.keyboard.keyboard_focus import combinations
from agent.keyboard.shortcuts import meaning
from agent.pointing import used_by
from agent.policy.instructing import (
    Text,
    gives_in_a_sentence,
    instructs,
    names_in_a_sentence,
    near,
    paragraphs,
)
from agent.policy.risk import ABOVE, BESIDE, elements_of
from agent.policy.rules import Risk, Rules
from agent.policy.wording import canonical, unspaced
from agent.task.literals import alike, literals, mentions, normal
from vision.core.elements import Element, ElementMap, Kind

# Keys that only move the focus; that choose in a list, of radio buttons or on a slider where one of
# these has the focus, and only move elsewhere; and that use what has the focus, whatever it is.
_MOVES_FOCUS = {"esc", "tab", "shift+tab"}
_CHOOSES = {"up", "down", "left", "right", "home", "end", "pageup", "pagedown"}
_CHOSEN_FROM: tuple[Kind, ...] = ("dropdown", "radio", "slider")
_USES_FOCUS = {"enter", "space"}
_FOCUS = "what has the focus"
_ID = "the screen asks"


def deviation(
    action: Action, map_: ElementMap, task: str, rules: Rules, *, moved: bool = False
) -> Risk | None:
    """The risk of an action that the screen asks for and the task does not, or None. `moved`: keys
    moved the focus, so that what has it is known only where the screen shows it.

    Its id names the thing, so that "allow for this task" allows that thing only.
    """
    # A pointer over something uses nothing: it shows a hint, or what is in a menu.
    if not (task.strip() and rules.screen.ask) or isinstance(action, Scroll | Hover):
        return None
    used = _used(action, map_)
    entered = [text for text in _entered(action, map_) if not from_task(text, task)]
    unseen = moved and not _focused(map_) and _goes_to_focus(action)
    if not (used or entered or unseen):
        return None
    texts = paragraphs(map_, task)
    orders = [part for part in texts if instructs(part[0], rules.screen)]
    name = _asked_for(used, entered, map_, task, rules, texts, orders)
    if name is None and unseen and orders:
        name = _FOCUS
    return Risk(id=f"{_ID}: {normal(name)}", why=rules.screen.why) if name is not None else None


def from_task(name: str, task: str) -> bool:
    """Whether a name is one of the task's own: said in it, like a value of it, or more than half
    of its words are the task's."""
    if mentions(task, name) or any(alike(name, value, 0.9) for value in literals(task)):
        return True
    if unspaced(name):
        return normal(name) in normal(task)
    words = re.findall(r"\w+", canonical(name))
    known = re.findall(r"\w+", canonical(task))
    own = [word for word in words if any(_same_word(word, one) for one in known)]
    return bool(words) and 2 * len(own) > len(words)


def _same_word(a: str, b: str) -> bool:
    """The same but for an ending ("print", "printing")."""
    shorter = min(len(a), len(b))
    return a == b or (shorter >= 4 and a[:shorter] == b[:shorter] and abs(len(a) - len(b)) <= 3)


def _used(action: Action, map_: ElementMap) -> list[Element]:
    """The things that an action uses. Keys, and what is typed without a field, use what has the
    focus."""
    match action:
        case Tap():
            return []  # keys of a keypad: what they spell counts
        case TypeText(target=None):
            return _focused(map_)
        case Press(keys=keys):
            pressed = combinations(keys)
            if pressed & _USES_FOCUS:
                return _focused(map_)
            return [e for e in _focused(map_) if pressed & _CHOOSES and e.kind in _CHOSEN_FROM]
        case _:
            return elements_of(action, map_)


def _focused(map_: ElementMap) -> list[Element]:
    return [e for e in map_.elements if e.interactive and e.state.focused]


def _goes_to_focus(action: Action) -> bool:
    """Whether an action uses whatever has the focus."""
    if isinstance(action, Press):
        return not (_USES_FOCUS | _CHOOSES).isdisjoint(combinations(action.keys))
    return isinstance(action, TypeText) and action.target is None


def _entered(action: Action, map_: ElementMap) -> list[str]:
    match action:
        case TypeText(text=text) | Tap(text=text):
            return [text]
        case Select(option=option):
            return [option]
        case SetSlider(value=value):
            return [value]
        case ClickAt(x=x, y=y):
            return [] if used_by(action, map_) else [f"the point ({x}, {y})"]
        case OpenApp(name=name):
            return [name]
        case Press(keys=keys):
            pressed = combinations(keys) - _MOVES_FOCUS - _CHOOSES - _USES_FOCUS
            return [meaning(one) or one for one in sorted(pressed)]
        case _:
            return []


def _asked_for(
    used: Sequence[Element],
    entered: Sequence[str],
    map_: ElementMap,
    task: str,
    rules: Rules,
    texts: Sequence[Text],
    orders: Sequence[Text],
) -> str | None:
    """What the screen asks for and the task does not; "" for a thing without a name."""
    for element in used:
        if from_task(element.text, task):
            if orders and _has_double(element, map_):
                return element.text
        elif _is_ordinary(element.text, rules):
            if any(_is_about(element, order, map_.screenshot.scale) for order in orders):
                return element.text
        elif orders or _named_by_a_sentence(element.text, element, texts):
            return element.text
    for text in entered:
        if orders or any(gives_in_a_sentence(said, text) for said, _ in texts):
            return text
    return None


def _is_about(element: Element, order: Text, scale: float) -> bool:
    """Whether an order stands close to a thing or in a title, or names it."""
    text, givers = order
    close = near(element, givers, BESIDE * scale, ABOVE * scale)
    named = element.text in text if unspaced(element.text) else mentions(text, element.text)
    return not givers or close or named


def _is_ordinary(name: str, rules: Rules) -> bool:
    """Whether a thing of this name is found in most programs, or has a sign for a name."""
    if name.strip() and not any(sign.isalpha() for sign in name):
        return True
    plain = " ".join(re.findall(r"[\w']+", canonical(name)))
    known = (*rules.screen.ordinary, *rules.confirming)
    return any(plain == canonical(one) for one in known)


def _has_double(element: Element, map_: ElementMap) -> bool:
    """Whether another thing has the same name and kind: a false one would look like that."""
    name = canonical(element.text)
    return any(
        other is not element and other.kind == element.kind and canonical(other.text) == name
        for other in map_.elements
    )


def _named_by_a_sentence(name: str, element: Element, texts: Sequence[Text]) -> bool:
    return any(element not in of and names_in_a_sentence(text, name) for text, of in texts)
