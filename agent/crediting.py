"""What an action finished of the task: from what it typed and touched, and what is seen then."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent import owed
from agent.act_kinds import gives_up, only_types
from agent.action_words import words_of
from agent.actions import Action, Click, DoubleClick, OpenApp, Scroll, Select, TypeText, Wait
from agent.apps.categories import helping
from agent.beside import values_beside
from agent.calculated import proved
from agent.clicks import ENTERED
from agent.limits import fits_limits, open_limits
from agent.literals import alike, mentions, normal
from agent.memory import Memory
from agent.ordinals import pointed_at
from agent.outline import Outline, Part
from agent.result_pages import turns_a_page
from agent.sending import only_closes
from agent.signs_said import shows_picture, shows_sign
from agent.trajectory import Effect
from agent.verbs import JOINTS
from agent.writing import asks_to_write
from vision.elements import Element, ElementMap, Kind
from vision.windowbar import BUTTON_NAMES

_PRESSED: frozenset[Kind] = frozenset({"button", "icon", "menu", "link"})


def credit(
    action: Action, map_: ElementMap, after: ElementMap, outline: Outline, memory: Memory
) -> None:
    """Tick what the action finished. `map_` and `after` are the screen on its two sides."""
    owed.note(action, map_, after, outline)
    owed.mark(outline)
    current = outline.current
    ends = not only_types(action) and not memory.something_open(after)
    if isinstance(action, OpenApp) and current is not None and asks_to_write(current):
        ends = False  # "Write the summary in Mousepad" is not done when Mousepad is there.
    words = proved(words_of(action, map_), action, current, after)
    ends = ends and not _only_chooses(action, map_, _part_of(words, outline) or current, after)
    words, names = _with_names(words, action)
    limits = [limit.value for limit in open_limits(outline)]
    words = [word for word in words if word not in limits]
    words = words if _is_on_its_control(action, map_, outline.current) else []
    left = [part for part in outline.parts if not part.done]
    number = outline.credit(words + _beside(action, map_, outline), ends_part=ends, names=names)
    if number is not None and not memory.wrote:
        _doubt_unwritten(left, outline.parts[:number])
    current = outline.current
    # What the task does not name: the last step of a part whose values are all there.
    helped = number is None and ends and not isinstance(action, OpenApp | Scroll | Wait)
    helped = helped and not gives_up(action, map_) and not _only_focuses(action, map_, current)
    helped = helped and not _only_turns(action, map_, current)
    helped = helped and not _leaves(action, map_, after, current)
    if helped and current is not None and not (current.open_values or current.owing):
        current.done = True
        told = any(not _is_program(value, map_) for value in current.values)
        current.guessed = not (told or _is_said(action, map_, current, memory.page))


def _is_program(value: str, map_: ElementMap) -> bool:
    """Whether a value only names a program that is open: "In Mousepad, turn on word wrap"."""
    names = [n for w in map_.windows for n in (w.application, re.split(r" [-–—] ", w.title)[-1])]
    return any(name and normal(name) == normal(value) for name in names)


def _is_on_its_control(action: Action, map_: ElementMap, part: Part | None) -> bool:
    """Whether something was written or chosen where a part says: what is to be set with a slider is
    not done by writing it into a field."""
    if part is None or not isinstance(action, TypeText | Select) or not action.target:
        return True
    return not mentions(part.text, "slider") or map_.by_id(action.target).kind == "slider"


def _doubt_unwritten(left: Sequence[Part], passed: Sequence[Part]) -> None:
    """“Type the 5th word, then press Submit”, and nothing was typed: of the parts that were `left`,
    those that were `passed` over and ask to write are guesses."""
    for part in passed:
        if part.done and asks_to_write(part) and any(part is each for each in left):
            part.guessed = True


def _leaves(action: Action, map_: ElementMap, after: ElementMap, part: Part | None) -> bool:
    """Whether a click only closed the pane that what the part says was written into."""
    if part is None or not isinstance(action, Click):
        return False
    shown = [e.state.value for e in map_.elements if e.kind == "field" and e.state.value]
    wrote = any(alike(value, text, 0.85) for value in part.used for text in shown)
    return wrote and only_closes(map_.by_id(action.target), map_, after)


def _only_turns(action: Action, map_: ElementMap, part: Part | None) -> bool:
    """Whether a click only turned to another page of results."""
    if part is None or not isinstance(action, Click):
        return False
    return turns_a_page(map_.by_id(action.target), part, map_)


def _is_said(action: Action, map_: ElementMap, part: Part, page: int) -> bool:
    """Whether a part tells what was used: by its name, its kind or its place. Keys are only offered
    where they are said."""
    if not isinstance(action, Click | DoubleClick):
        return True
    target = map_.by_id(action.target)
    own = (e for e in map_.elements if e.text not in BUTTON_NAMES)
    alike_ = [e for e in own if e.kind == target.kind]
    only = len(alike_) == 1 and mentions(part.text, target.kind)
    counted = pointed_at(part.text, map_.elements, page) is target
    named = bool(target.text) and mentions(part.text, target.text)
    others = (e.text for e in map_.elements if e.interactive and e.text != target.text)
    named = named or bool(_words(part.text) & _words(target.text) - _words(" ".join(others)))
    # "Switch between the tabs": any of them.
    any_ = mentions(part.text, f"{target.kind}s")
    return part.met or only or any_ or counted or named or shows_picture(target, part.text)


def _words(text: str) -> set[str]:
    """The longer words of a text, without the sign of the plural."""
    return {word.casefold().removesuffix("s") for word in re.findall(r"[^\W\d_]{4,}", text)}


def _with_names(words: list[str], action: Action) -> tuple[list[str], list[str]]:
    """What was typed or chosen, and the name of the entry: that may be a value of another part."""
    writes = isinstance(action, TypeText | Select) and len(words) > 1
    return (words[:1], words[1:]) if writes else (words, [])


def may_go_on(action: Action, effect: Effect, map_: ElementMap, outline: Outline) -> bool:
    """Whether a click counts although nothing shows it: many buttons show nothing. The task must
    name what was clicked, and want more after it."""
    if not isinstance(action, Click) or effect.kind != "no visible change":
        return False
    number = outline.part_of(map_.by_id(action.target).text)
    current = outline.current
    if number is None or current is not outline.parts[number]:
        return False
    return any(not part.done for part in outline.parts[number + 1 :])


def _beside(action: Action, map_: ElementMap, outline: Outline) -> list[str]:
    """The values of the task that told which one of several equal things, or rows, was meant."""
    if not isinstance(action, Click | DoubleClick):
        return []
    target, open_ = map_.by_id(action.target), outline.open_values
    rows = [e for e in map_.elements if e.kind == target.kind == "list item"]
    # A row with columns holds the value in one of them.
    held = [v for v in open_ if [e for e in rows if mentions(e.text, v)] == [target]]
    held += [v for v in open_ if shows_sign(target, v)]
    if fits_limits(target.text, outline):
        held += [limit.value for limit in open_limits(outline)]
    return [*values_beside(target, map_.elements, open_), *held]


def _only_focuses(action: Action, map_: ElementMap, part: Part | None) -> bool:
    """Whether a click only went into a field, in a part whose texts are written."""
    written = part is not None and bool(part.values)
    return written and isinstance(action, Click) and map_.by_id(action.target).kind in ENTERED


def _part_of(words: list[str], outline: Outline) -> Part | None:
    """The last part that these words are said by."""
    places = [place for word in words if word and (place := outline.place_of(word)) is not None]
    return outline.parts[max(places)] if places else None


def _only_chooses(action: Action, map_: ElementMap, part: Part | None, after: ElementMap) -> bool:
    """Whether a click only chose what a button still is to do something with: “archive the message
    X”, where X is ticked and there is a button “Archive”."""
    if not isinstance(action, Click) or part is None or asks_to_write(part):
        return False
    target = map_.by_id(action.target)
    does = _button_of(part, after)
    return does is not None and target.kind not in _PRESSED


def _button_of(part: Part, map_: ElementMap) -> Element | None:
    """The button that is called as the part of the task begins."""
    said = (normal(word.strip(",;:")) for word in part.text.split())
    verb = next((word for word in said if word not in JOINTS), "")
    if len(verb) < 2 or verb in helping("on_screen"):
        return None
    buttons = (e for e in map_.elements if e.kind in _PRESSED and not e.state.disabled)
    return next((e for e in buttons if normal(e.text) == verb), None)
