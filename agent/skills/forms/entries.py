"""The entries of the form in front: which one takes a value, and what is pressed to go on."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path

from agent.actions import Action, Click, Select, TypeText
from agent.memory import Memory
from agent.skills.forms.told import Told, meant, spot
from agent.skills.procedures.front import in_front
from agent.task.act_kinds import GIVING_UP
from agent.task.literals import alike, normal
from agent.task.plan import Part
from vision.core.elements import Element, ElementMap, Kind
from vision.core.pieces import same_row

_CHOSEN: frozenset[Kind] = frozenset({"radio", "checkbox", "list item"})
# Names of pictures on what takes over the entry before them.
_ENTRY_ICONS = frozenset({"check", "add", "send", "search", "save", "done", "forward"})
_SAME = 0.9
_TAB = r"(?:tab|page|pane|reiter|registerkarte|onglet|pestaña|scheda|aba|tabblad|karta)"
# In heights of an entry: how far above it the title of its group is.
_REACH = 12.0


def entries(map_: ElementMap, memory: Memory) -> list[Element]:
    """The fields and drop-down lists in front that can be used, and hold nothing that the run
    wrote."""
    return [e for e in _usable(map_) if not memory.holds_written(e)]


def _usable(map_: ElementMap) -> list[Element]:
    kinds = ("field", "dropdown")
    return [e for e in in_front(map_) if e.kind in kinds and not e.state.disabled]


def holds(entry: Element, value: str) -> bool:
    return normal(entry.state.value or "") == normal(value)


def entering(entry: Element, value: str) -> Action:
    return Select(entry.id, value) if entry.kind == "dropdown" else TypeText(value, entry.id)


def entry_for(one: Told, map_: ElementMap, memory: Memory) -> Element | None:
    """The entry that the words around a value name; of several with one name the one under a title
    that they name too, or the first under none."""
    usable = _usable(map_)
    only = meant(one, usable)
    if len(only) == 1 and holds(only[0], one.value):
        return only[0]
    free = [e for e in usable if not memory.holds_written(e)]
    named = [e for e in meant(one, free) if not memory.is_blocked(entering(e, one.value), map_)]
    if len(named) == 1:
        return named[0]
    titled = [e for e in named or free if spot(one.before, _title_above(e, map_)) is not None]
    if named:
        return next(iter(titled or named))
    # "The contact is …": the first field under that title, while it is empty.
    first = next(iter(titled), None)
    if first is None or first.kind != "field" or first.state.value:
        return None
    if choice_for(one, map_, any_kind=False) is not None:
        return None  # "Run it in the “Tool directory”" chooses what is called so.
    return None if memory.is_blocked(entering(first, one.value), map_) else first


def _title_above(entry: Element, map_: ElementMap) -> str:
    """The plain text closest above an entry that is no label of another one: the title of a group
    of entries, or of the page."""
    others = [e for e in in_front(map_) if e.kind in ("field", "dropdown")]
    above = [
        e
        for e in in_front(map_)
        if e.kind == "text"
        and 0 <= entry.box.top - e.box.bottom <= _REACH * entry.box.height
        and e.box.left <= entry.box.right
        and not any(same_row(e.box, other.box) for other in others)
    ]
    return max(above, key=lambda e: e.box.bottom).text if above else ""


def unnamed_entry(value: str, map_: ElementMap, memory: Memory) -> Element | None:
    """The empty field for a value of which nothing says where it goes: that for a name, else the
    only one, else the first."""
    free = [
        e
        for e in entries(map_, memory)
        if e.kind == "field"
        and not e.state.value
        and not memory.is_blocked(TypeText(value, e.id), map_)
    ]
    named = [e for e in free if normal(e.text.strip(" *:")) in _words("names")]
    return next(iter(named or free), None)


def lone_field(map_: ElementMap, memory: Memory) -> Element | None:
    """The only field in front that is empty."""
    free = [e for e in entries(map_, memory) if e.kind == "field" and not e.state.value]
    return free[0] if len(free) == 1 else None


def choice_for(one: Told, map_: ElementMap, *, any_kind: bool) -> Element | None:
    """The radio button that a value names, with `any_kind` also the box or row; of several the one
    whose group is named."""
    kinds = _CHOSEN if any_kind else {"radio"}
    called = [
        e
        for e in in_front(map_)
        if e.kind in kinds and not e.state.disabled and alike(e.text, one.value, _SAME)
    ]
    grouped = [e for e in called if e.within and spot(one.before, e.within) is not None]
    return next(iter(grouped or called), None)


def is_chosen(element: Element) -> bool:
    return bool(element.state.checked or element.state.selected)


def tab_named(words: str, map_: ElementMap, memory: Memory) -> Element | None:
    """A tab that is not open and whose name some words say."""
    for e in in_front(map_):
        closed = e.kind == "tab" and not e.state.selected and not e.state.disabled
        if closed and spot(words, e.text) is not None:
            return None if memory.is_blocked(Click(e.id), map_) else e
    return None


def named_tab(map_: ElementMap, part: Part, memory: Memory) -> Element | None:
    """The tab on which a part is to be done, when it says so ("on the Display tab") and another one
    is open."""
    for tab in map_.elements:
        if tab.kind != "tab" or not tab.text or tab.state.selected or tab.state.disabled:
            continue
        said = re.search(rf"\b{re.escape(tab.text)}[\"”»']? {_TAB}\b", part.text, re.IGNORECASE)
        if said and not memory.was_looked_at(tab):
            return tab
    return None


def next_button(map_: ElementMap, memory: Memory) -> Element | None:
    """What leads to the next page of a form, if it can be pressed."""
    return _button(map_, memory, lambda said: said in _words("next"))


def has_pages(map_: ElementMap) -> bool:
    """Whether there is a button to the next page, be it disabled."""
    buttons = (e for e in in_front(map_) if e.kind == "button")
    return any(letters(e.text) in _words("next") for e in buttons)


def confirm_button(map_: ElementMap, memory: Memory) -> Element | None:
    """What takes over what was filled in."""
    for name in _words("confirm"):
        button = _button(map_, memory, name.__eq__)
        if button is not None:
            return button
    return _beside_entry(map_, memory) or _only_one_below(map_, memory)


def _beside_entry(map_: ElementMap, memory: Memory) -> Element | None:
    """The tick, plus or arrow at the end of an entry that was filled in last."""
    entry = memory.unsent
    if entry is None:
        return None
    row = [e for e in in_front(map_) if e.interactive and same_row(e.box, entry.box)]
    named = [e for e in row if e.text in _ENTRY_ICONS and e.box.right > entry.box.right]
    return min(named, key=lambda e: e.box.left, default=None)


def _only_one_below(map_: ElementMap, memory: Memory) -> Element | None:
    """The button in the first row of buttons below what was filled in last, when it is the only one
    there that does not give up."""
    entry = memory.unsent
    if entry is None:
        return None
    below = [e for e in in_front(map_) if e.kind == "button" and e.box.top > entry.box.bottom]
    first = min(below, key=lambda e: e.box.top, default=None)
    row = [e for e in below if first and same_row(e.box, first.box)]
    left = [e for e in row if normal(e.text) not in GIVING_UP and e.text]
    # What stands there once more is a button of one of several things.
    usable = len(left) == 1 and not left[0].state.disabled
    usable = usable and sum(e.text == left[0].text for e in below) == 1
    return left[0] if usable and not memory.is_blocked(Click(left[0].id), map_) else None


def add_button(map_: ElementMap, memory: Memory, verbs: Iterable[str]) -> Element | None:
    """What opens an entry for one more; a reader may lose a letter before dots ("Ad...")."""
    starts = tuple(verbs)
    for e in in_front(map_):
        said = letters(e.text)
        dotted = e.text.rstrip().endswith((".", "…"))
        cut = dotted and len(said) > 1 and any(verb.startswith(said) for verb in starts)
        if e.kind == "button" and not e.state.disabled and (said.startswith(starts) or cut):
            return None if memory.is_blocked(Click(e.id), map_) else e
    return None


def _button(map_: ElementMap, memory: Memory, fits: Callable[[str], bool]) -> Element | None:
    for e in in_front(map_):
        usable = e.kind == "button" and not e.state.disabled
        if usable and fits(letters(e.text)) and not memory.is_blocked(Click(e.id), map_):
            return e
    return None


@functools.cache
def _words(name: str) -> tuple[str, ...]:
    """One of the lists of words.toml."""
    return tuple(tomllib.loads((Path(__file__).parent / "words.toml").read_text("utf-8"))[name])


def letters(text: str) -> str:
    """The letters of a name, in lower case."""
    return "".join(re.findall(r"[^\W\d_]+", text)).casefold()
