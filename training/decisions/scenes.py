"""Decisions of everyday tasks on written screens, played through with the product's own memory and
plan.

A scene is a task in several wordings, the screens on the way to its end, and what is right on each
(training/scenes). Before each decision the memory and the plan are what the product itself made of
the right actions so far.
"""

from __future__ import annotations

import copy
import functools
import gzip
import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from agent.actions import (
    Action,
    Click,
    DoubleClick,
    Drag,
    Hover,
    Press,
    RightClick,
    Scroll,
    Select,
    TypeText,
)
from agent.computer.describe import describe
from agent.computer.effect import same_thing
from agent.constraints.parsing import constraints_of
from agent.deciding.modal import in_reach
from agent.deciding.situation import Situation
from agent.deciding.task_on_screen import without_task
from agent.memory import Memory
from agent.task.plan import Outline, cut
from agent.task.progress import credit
from agent.task.shown import note_held, note_shown
from agent.trajectory import Effect
from benchmarks.decide.format import Act
from training.decisions.goals import words
from training.decisions.icon_names import icon_name
from training.decisions.screens import SIZE, Screen
from vision.capture.screen import Screenshot
from vision.core.elements import MARKS, Element, ElementMap, one_line

Row = Sequence[Sequence[Any]]
SCENES = Path(__file__).parent / "scenes.jsonl.gz"
UNREAD = Path(__file__).parents[2] / "tests" / "data" / "decisions" / "scenes.jsonl.gz"
_FIRST_OF_BAR = 900
_MOUSE: dict[str, Callable[[int], Action]] = {
    "click": Click,
    "double_click": DoubleClick,
    "right_click": RightClick,
    "hover": Hover,
}
_HARMLESS = ("button", "link", "tab", "icon", "list item")
# After so many right actions also what comes after a wrong one is told.
_STRAYS = 0.35
STRAYED = "something changed"
# So many wrong clicks bring something up.
_BRINGS, _FIRST_BROUGHT, _TALLER = 0.6, 2000, 40
# So often what is tempting is clicked.
_TEMPTED = 0.6
# So many screens go on below though nothing there is needed.
_GOES_ON = 0.25
_STATES = ("checked", "selected", "disabled", "focused", "value")


@dataclass(frozen=True, slots=True)
class Moment:
    """One decision of a scene: what the product knows then, and which actions are right. `first`
    is the screen of the first decision, `last` that on which all is done."""

    now: Situation
    right: tuple[Act, ...]
    scene: str
    last: bool


def read_lines(path: Path) -> list[dict[str, Any]]:
    """What a file of JSON lines holds, packed or not: scenes, pages, or tasks with their calls."""
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode()
    return [json.loads(line) for line in text.splitlines() if line.strip()]


@dataclass(frozen=True, slots=True)
class Shot:
    """A screen on the way to the end of a task: what is right on it, and what is `done` of that
    before the next one."""

    map: ElementMap
    right: tuple[Act, ...]
    done: tuple[Act, ...]


def moments(scene: dict[str, Any], wording: int, chance: Random) -> Iterator[Moment]:
    """The decisions of a scene in their order, in one wording."""
    shots = [Shot(map_, right, right[:1]) for map_, right in screens(scene, chance)]
    yield from played(scene["tasks"][wording], scene["title"], shots, _tempting(scene), chance)


def played(
    task: str, title: str, shots: Sequence[Shot], tempting: frozenset[str], chance: Random
) -> Iterator[Moment]:
    """The decisions on the way through some screens. What is called `tempting` is clicked now and
    then."""
    plan, memory = Outline(cut(task)), Memory()
    plan.keep_to(constraints_of(task))
    note_held(plan, shots[0].map)
    for shot, following in itertools.zip_longest(shots, shots[1:]):
        map_ = shot.map
        now = Situation(task, plan, memory, replace_map(map_, task))
        yield Moment(now, shot.right, title, following is None)
        if following is None:
            return
        if (
            chance.random() < _STRAYS
            and (wrong := _stray(map_, shot.right, tempting, chance)) is not None
        ):
            after = with_other_rows(map_, chance) if chance.random() < _BRINGS else map_
            yield Moment(_strayed(now, wrong, map_, after), shot.right, title, last=False)
        after = following.map
        for action in map(action_of, shot.done):
            effect = Effect("confirmed", _evidence(action, map_, after))
            memory.note(action, describe(action, map_), effect, map_, after)
            note_shown(plan, map_, after)
            credit(action, map_, after, plan, memory)


def _stray(
    map_: ElementMap, right: Sequence[Act], tempting: frozenset[str], chance: Random
) -> Element | None:
    """Something that it is wrong to click, often what is tempting there."""
    targets = {act.target for act in right}
    found = [e for e in map_.elements if e.kind in _HARMLESS and e.id not in targets]
    worse = [e for e in found if e.text in tempting]
    if worse and chance.random() < _TEMPTED:
        return chance.choice(worse)
    return chance.choice(found) if found else None


def _tempting(scene: dict[str, Any]) -> frozenset[str]:
    """The names of what a scene calls wrong."""
    wrong = {act[1] for act in scene.get("wrong", ()) if act[0] == "click"}
    rows = [
        row
        for state in scene["states"]
        for row in (*state.get("screen", ()), *state.get("new", ()))
    ]
    return frozenset(
        icon_name(text) if kind == "icon" else text
        for row in rows
        for name, kind, text, *_ in row
        if name in wrong
    )


def _strayed(now: Situation, wrong: Element, map_: ElementMap, after: ElementMap) -> Situation:
    """The same situation after a wrong click, which may have brought something up."""
    plan, memory = copy.deepcopy((now.plan, now.memory))
    action = Click(wrong.id)
    said = STRAYED if after is map_ else _evidence(action, map_, after)
    memory.note(action, describe(action, map_), Effect("confirmed", said), map_, after)
    note_shown(plan, map_, after)
    credit(action, map_, after, plan, memory)
    return replace(now, plan=plan, memory=memory, map=replace_map(after, now.task))


def with_other_rows(map_: ElementMap, chance: Random) -> ElementMap:
    """A screen with something of another program below: what a click brings up that was wrong."""
    group = next((e.group for e in map_.elements if e.group), "")
    drawn = Screen(chance, group)
    drawn.place(40, max((e.box.bottom for e in map_.elements), default=0) + 12)
    came = _placed(drawn, chance.choice(_brought()), {}).values()
    new = [replace(e, id=_FIRST_BROUGHT + e.id) for e in came]
    # What comes is only looked for where the picture changed.
    height, width, _ = map_.screenshot.pixels.shape
    ground = np.broadcast_to(np.uint8(255), (height + _TALLER, width, 3))
    return replace(
        map_, elements=(*map_.elements, *new), screenshot=replace(map_.screenshot, pixels=ground)
    )


@functools.cache
def _brought() -> tuple[Sequence[Row], ...]:
    """What clicks bring up in the scenes that are learnt from: dialogs, menus, texts."""
    states = (state for scene in read_lines(SCENES) for state in scene["states"])
    return tuple(state["new"] for state in states if state.get("new"))


def replace_map(map_: ElementMap, task: str) -> ElementMap:
    """What is decided about: without what a dialog covers, and without the task itself."""
    return without_task(in_reach(map_), task)


def action_of(act: Act) -> Action:
    """What the product does for a right action. Raises ValueError for one that it never does."""
    value = act.value if act.value is not None else "What is to be said"
    if act.verb == "press":
        return Press(value)
    if act.verb == "scroll":
        return Scroll("up" if value == "up" else "down")
    if act.target is None:
        raise ValueError(f"nothing does {act}")
    if act.verb == "drag" and act.to is not None:
        return Drag(act.target, act.to)
    if act.verb == "select":
        return Select(act.target, value)
    if act.verb == "type":
        return TypeText(value, act.target)
    return _MOUSE[act.verb](act.target)


def screens(scene: dict[str, Any], chance: Random) -> Iterator[tuple[ElementMap, tuple[Act, ...]]]:
    """The screens of a scene, each with its right actions. Kinds are mistaken now and then, the
    same way on all screens of a scene."""
    numbers: dict[str, int] = {}
    shown: dict[str, Element] = {}
    mistakes, seed = chance.choice((0.0, 0.04, 0.1)), chance.random()
    goes_on = chance.random() < _GOES_ON
    for number, state in enumerate(scene["states"]):
        if "screen" in state:
            drawn = _begun(scene, Random(seed))
            bar = [replace(e, id=_FIRST_OF_BAR + e.id) for e in drawn.elements]
            shown = _placed(drawn, state["screen"], numbers)
        for name, new in state.get("change", {}).items():
            shown[name] = _changed(shown[name], new)
        for name in state.get("gone", ()):
            shown.pop(name, None)
        if "new" in state:
            shown |= _placed(drawn, state["new"], numbers)
        right = tuple(_act(said, numbers, shown) for said in state["right"])
        more = goes_on or any(act.verb == "scroll" for act in right)
        whole = replace(drawn, elements=[*bar, *shown.values()], chance=Random(seed), more=more)
        # Where no pixel changed, nothing came; pictures of two sizes are not compared.
        ground = np.broadcast_to(np.uint8(255), (SIZE[1] + number, SIZE[0], 3))
        yield replace(whole.as_map(mistakes), screenshot=Screenshot(ground)), right


def _begun(scene: dict[str, Any], chance: Random) -> Screen:
    """An empty screen, in a browser's window where the scene is a page."""
    screen = Screen(chance, scene["title"])
    if scene["browser"]:
        screen.browser(words()["lists"]["browser"], "127.0.0.1:8000/page")
    screen.frame()
    screen.place(40, 110)
    return screen


def _placed(screen: Screen, rows: Sequence[Row], numbers: dict[str, int]) -> dict[str, Element]:
    """The elements of some rows below what is there, by their names in the scene."""
    found: dict[str, Element] = {}
    for row in rows:
        for name, kind, text, *more in row:
            state = dict(more[0]) if more else {}
            said = icon_name(text) if kind == "icon" else text
            made = screen.add(kind, said, state.pop("within", ""), **_known(state))
            number = numbers.setdefault(name, len(numbers) + 1)
            found[name] = replace(made, id=number)
        screen.row()
    return found


def _known(state: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in state.items() if key in _STATES and value is not False} | (
        {"checked": False} if state.get("checked") is False else {}
    )


def _changed(element: Element, new: dict[str, Any]) -> Element:
    state = replace(element.state, **{k: v for k, v in new.items() if k in _STATES})
    if state.selected is False:
        state = replace(state, selected=None)
    within = new.get("within", element.within)
    text, kind = new.get("text", element.text), new.get("kind", element.kind)
    said = icon_name(text) if kind == "icon" and "text" in new else text
    return replace(element, state=state, text=said, kind=kind, within=within)


def _act(said: Sequence[str], numbers: dict[str, int], shown: dict[str, Element]) -> Act:
    verb, *rest = said
    if verb in ("done", "answer", "press", "scroll"):
        return Act(verb, value=rest[0] if rest else None)  # type: ignore[arg-type]
    name = shown[rest[0]].text
    value = rest[1] if len(rest) > 1 and verb != "drag" else None
    to = numbers[rest[1]] if verb == "drag" and len(rest) > 1 else None
    value = None if value == "*" else value
    return Act(verb, numbers[rest[0]], name, value, to)  # type: ignore[arg-type]


def _evidence(action: Action, before: ElementMap, after: ElementMap) -> str:
    """What agent.computer.effect says of a right action, without pixels."""
    if isinstance(action, TypeText | Select):
        text = action.text if isinstance(action, TypeText) else action.option
        return f"it now shows “{one_line(text)}”"
    target = before.by_id(action.target) if isinstance(action, Click) else None
    if target is not None and target.kind in MARKS:
        now = same_thing(target, after)
        if now is None or now.state.checked == target.state.checked:
            return "it changed"
        return "now ticked" if now.state.checked else "no longer ticked"
    return before.diff(after).summary() or "the picture changed"
