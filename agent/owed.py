"""What a part of a task owes: a deed that its last words ask for, until something that is called so
was used. A mail that was opened is not deleted."""

from __future__ import annotations

import functools
import itertools
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files

from agent.actions import Action, Click, DoubleClick, Press
from agent.asked import asked_of
from agent.composing import wish_of
from agent.computer.effect import closed_a_window
from agent.literals import alike, mentions, without_quotes
from agent.outline import Outline, Part
from agent.verbs import DOING, JOINTS
from vision.elements import Element, ElementMap
from vision.windowbar import BUTTON_NAMES

_BEFORE_VERBS = {*JOINTS, ",", ";", ":", ".", "please", "bitte", "to", "zu", "pour", "para", "per"}
_TICKED = ("checkbox", "radio")
_MERE_KEYS = ("esc", "tab")


@dataclass(frozen=True, slots=True)
class Deed:
    """`said` are the verbs of a task, `called` the names of what does it, `perhaps` names that it
    has where nothing is called so."""

    said: tuple[str, ...]
    called: tuple[str, ...]
    perhaps: tuple[str, ...] = ()


@functools.cache
def _deeds() -> tuple[Deed, ...]:
    read = tomllib.loads(files("agent").joinpath("owed.toml").read_text("utf-8"))
    return tuple(
        Deed(tuple(d["said"]), (*d["said"], *d["called"]), tuple(d.get("perhaps", ())))
        for d in read.values()
    )


def owes(part: Part) -> Deed | None:
    """What a part asks for and nothing has done yet. Its words count, not what it quotes."""
    if part.met:
        return None
    said = _verbs(part.text)
    return next((deed for deed in _deeds() if not said.isdisjoint(deed.said)), None)


def _verbs(text: str) -> set[str]:
    """The words where an instruction has its verb: first, after what joins ("and", "to"), last
    ("die Nachricht löschen")."""
    words = re.findall(r"\w+|[,;:.]", without_quotes(text).casefold())
    plain = [word for word in words if word[0].isalnum()]
    led = {word for before, word in itertools.pairwise(words) if before in _BEFORE_VERBS}
    last = plain[-1:] if plain and plain[0] not in DOING else []
    return led | {*plain[:1], *last}


def does(element: Element, deed: Deed) -> bool:
    """Whether using an element may be this deed, by its name. An icon without a name may do
    anything, the window's own buttons none of these."""
    if not element.text:
        return element.kind == "icon"
    return _is_called(element, (*deed.called, *deed.perhaps))


def _is_called(element: Element, names: Iterable[str]) -> bool:
    return element.text not in BUTTON_NAMES and any(mentions(element.text, n) for n in names)


def _did(target: Element, part: Part, deed: Deed, map_: ElementMap, after: ElementMap) -> bool:
    """Whether a click on this was the deed."""
    if not does(target, deed) or _is_value(target, part):
        return False
    if not target.text or _is_called(target, deed.called):
        return True
    # "Close" takes a file out of a list, but not where something else is called "Delete", and not
    # when a window went with it.
    others = doing(map_.elements, part)
    return not any(_is_called(e, deed.called) for e in others) and not closed_a_window(map_, after)


def doing(elements: Iterable[Element], part: Part) -> list[Element]:
    """The elements that can be used and are called like what a part owes, other than its values;
    those that only perhaps do it when there are no others."""
    deed = owes(part)
    if deed is None:
        return []
    usable = [e for e in elements if e.text and e.interactive and not e.state.disabled]
    known = [e for e in usable if not _is_value(e, part)]
    sure = [e for e in known if _is_called(e, deed.called)]
    return sure or [e for e in known if does(e, deed)]


def is_another_deed(element: Element, outline: Outline) -> bool:
    """Whether an element is called like a deed that no part asks for, while the next one owes
    another: "Reply" where a mail is to be deleted."""
    part = outline.current
    deed = owes(part) if part is not None else None
    if deed is None or not element.text or does(element, deed):
        return False
    asked = [owed for each in outline.parts if (owed := owes(each)) is not None]
    name = element.text.casefold()
    return any(other not in asked and name in (*other.called, *other.perhaps) for other in _deeds())


def note(action: Action, map_: ElementMap, after: ElementMap, outline: Outline) -> None:
    """Tell the part that comes next when an action that had an effect was what it owes. `map_` and
    `after` are the screen on its two sides."""
    part = _part_meant(action, map_, outline)
    deed = owes(part) if part is not None else None
    if part is None or deed is None:
        return
    if isinstance(action, Click | DoubleClick):
        target = map_.by_id(action.target)
        # A box that is named is all there is to do where nothing else is called so; a choice among
        # several says how it is to be done.
        others = target.kind == "checkbox" and doing(after.elements, part)
        ticks = target.kind in _TICKED and not others
        part.met = ticks or _did(target, part, deed, map_, after)
    elif isinstance(action, Press):
        # "Find the mail of Ann and delete it": what is meant was told before.
        values = part.values or tuple(v for each in outline.parts for v in each.used)
        gone = any(_shows(map_, v) and not _shows(after, v) for v in values)
        part.met = action.keys not in _MERE_KEYS and (gone or not values)


def _part_meant(action: Action, map_: ElementMap, outline: Outline) -> Part | None:
    """The part that a box or a choice is named by; else the one that comes next."""
    if isinstance(action, Click) and map_.by_id(action.target).kind in _TICKED:
        number = outline.part_of(map_.by_id(action.target).text)
        if number is not None:
            return outline.parts[number]
    return outline.current


def _shows(map_: ElementMap, value: str) -> bool:
    return any(alike(e.text, value, 0.9) or mentions(e.text, value) for e in map_.elements)


def mark(outline: Outline) -> None:
    """Tell the parts whether they owe anything: then they are not done by anything else."""
    for part in outline.parts:
        part.owing = is_owing(part)


def is_owing(part: Part) -> bool:
    """Whether a part asks for a deed that nothing has done, for a text that is not composed, or to
    be told something."""
    return owes(part) is not None or wish_of(part) is not None or bool(asked_of(part))


def _is_value(element: Element, part: Part) -> bool:
    return any(alike(element.text, value, 0.9) for value in part.values)
