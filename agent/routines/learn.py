"""A recorded run becomes a routine: the steps that had their effect, the values made into gaps.

It is made from the record, in which secrets are masked, so that none can get into a routine.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from agent.errors import AgentError
from agent.records import loose
from agent.routines.routine import Do, Parameter, Routine, RoutineStep
from agent.routines.template import gap, with_gap
from agent.routines.things import of_plain
from agent.secrets.placeholders import refers
from agent.secrets.redaction import MASK
from agent.task.literals import literals, normal
from vision.core.elements import Kind

_ACTIONS: dict[str, tuple[Do, str]] = {
    "Click": ("click", ""),
    "AddToSelection": ("add", ""),
    "Hover": ("point at", ""),
    "DoubleClick": ("double-click", ""),
    "TypeText": ("type", "text"),
    "Select": ("choose", "option"),
    "Tap": ("tap", "text"),
    "Press": ("press", "keys"),
    "OpenApp": ("open", "name"),
    "Scroll": ("scroll", "direction"),
}
# What a routine has no step for, in plain words.
_NOT_REPEATED = {
    "TripleClick": "selects a line by a triple click",
    "RightClick": "clicks with the right button",
    "ClickAt": "clicks at a point",
    "Drag": "drags something",
    "DragBy": "drags something",
    "SetSlider": "sets a slider",
}
_ENTERS: tuple[Do, ...] = ("type", "choose", "tap")
# Their names are content and may be other ones next time; those of buttons are the program's own.
_CONTENT: frozenset[Kind] = frozenset({"list item", "link", "icon", "radio"})
_LONGEST_PARAMETER = 24


def routine_of(folder: Path, name: str = "") -> Routine:
    """The routine of the run in this folder.

    Raises:
        AgentError: it was not done, or cannot be repeated; the message says why.
    """
    told, end = loose.object_in(folder / "task.json"), loose.object_in(folder / "outcome.json")
    task = loose.text(told or {}, "task").strip()
    if not task or loose.text(end or {}, "kind") != "done":
        raise AgentError("Only a run that ended as done can be saved as a routine.")
    if '"said"' in loose.text_in(folder / "decisions.jsonl"):
        raise AgentError(
            "You gave further instructions during this run, so its steps do more than its task.",
            "Run the whole task once again, then save that run.",
        )
    steps = _useful(_steps(folder))
    if not steps:
        raise AgentError("This run has no step with an effect that could be repeated.")
    day = time.strftime("%Y-%m-%d")
    plain = Routine(name, task, (), tuple(steps), _parts(folder, task), day)
    return _with_gaps(_with_secret_gaps(plain))


def _steps(folder: Path) -> Iterable[RoutineStep]:
    """The steps that had their effect, in order."""
    paths = [path for path in folder.glob("step-*.json") if re.fullmatch(r"step-\d+", path.stem)]
    for path in sorted(paths, key=lambda path: int(path.stem[5:])):
        data = loose.object_in(path)
        if data is None:
            raise AgentError(f"The record is damaged: {path.name} cannot be read.")
        action, effect = data.get("action"), data.get("effect")
        if not isinstance(action, dict) or not isinstance(effect, dict):
            raise AgentError(f"The record is damaged: {path.name} has no action.")
        _require_repeatable(data, action, effect)
        known = _ACTIONS.get(loose.text(action, "type"))
        if loose.text(effect, "kind") != "confirmed" or known is None:
            continue
        do, key = known
        on, ticked = data.get("on"), data.get("ticked")
        thing = of_plain(on) if isinstance(on, dict) else None
        if do not in ("press", "open", "scroll", "tap") and thing is None:
            raise AgentError(
                "This record is from a version that did not save how steps find their elements.",
                "Run the task once again, then save that run.",
            )
        text = loose.text(action, key) if key else ""
        yield RoutineStep(do, thing, text, ticked if isinstance(ticked, bool) else None)


def _require_repeatable(
    data: Mapping[str, object], action: Mapping[str, object], effect: Mapping[str, object]
) -> None:
    """Raises AgentError for a step that a routine would lose or do in the wrong place: a drag, text
    typed where the focus was, and what a skill did unseen (Ctrl+End)."""
    lost = _NOT_REPEATED.get(loose.text(action, "type"), "")
    if action.get("type") == "TypeText" and action.get("mode", "auto") != "auto":
        lost = "adds to a text or replaces it"
    if action.get("type") == "OpenApp" and action.get("window"):
        lost = "brings one of several windows to the front"
    if lost and effect.get("kind") == "confirmed":
        raise AgentError(
            f"A step of this run {lost}, which a routine cannot repeat.",
            "Such a task needs no routine: run it again.",
        )
    typed = action.get("type") == "TypeText" and action.get("target") is None
    unseen = effect.get("kind") == "no visible change" and data.get("by") == "skill"
    if typed or unseen:
        raise AgentError(
            "This run used common shortcuts, and a routine cannot save where they act.",
            "Such a task needs no routine: run it again; these steps do not ask the model.",
        )


def _useful(steps: Iterable[RoutineStep]) -> list[RoutineStep]:
    """Without the scrolling that only looked for something: replaying looks for itself."""
    steps = list(steps)
    last = max((n for n, step in enumerate(steps) if step.do != "scroll"), default=-1)
    return [step for n, step in enumerate(steps) if step.do != "scroll" or n > last]


def _parts(folder: Path, task: str) -> tuple[str, ...]:
    """The parts of the task as the plan had them, cut out of the task itself, so that line breaks
    in a value stay; () when the plan says something else."""
    lines = [line[2:] for line in loose.text_in(folder / "plan.txt").splitlines() if line.strip()]
    if "".join("".join(lines).split()) != "".join(task.split()):
        return ()
    parts, at = [], 0
    for line in lines:
        left, begin = len("".join(line.split())), at
        while left:
            left -= not task[at].isspace()
            at += 1
        parts.append(task[begin:at].strip())
    return tuple(parts)


def _with_secret_gaps(routine: Routine) -> Routine:
    """Each mask in the task becomes a secret parameter, and in the steps the same."""
    count, masked = routine.task.count(MASK), [s for s in routine.steps if MASK in s.text]
    if not count and not masked:
        return routine
    if any(step.text != MASK for step in masked) or (count != 1 and count != len(masked)):
        raise AgentError(
            "This run used several secrets that the record does not distinguish.",
            "Refer to them in the task, such as {secret:mail}, and run it once again.",
        )
    names = ["secret" if count == 1 else f"secret-{n}" for n in range(1, count + 1)]
    for name in names:
        task = routine.task.replace(MASK, gap(name), 1)
        routine = replace(routine, task=task, parts=_one_gap(routine.parts, name))
    # Of one secret, each mask is that one.
    order = iter(names if count != 1 else names * len(masked))
    steps = [replace(s, text=gap(next(order))) if MASK in s.text else s for s in routine.steps]
    hidden = tuple(Parameter(name, secret=True) for name in names)
    return replace(routine, steps=tuple(_unmasked(step) for step in steps), parameters=hidden)


def _one_gap(parts: Sequence[str], name: str) -> tuple[str, ...]:
    changed = list(parts)
    for n, part in enumerate(changed):
        if MASK in part:
            changed[n] = part.replace(MASK, gap(name), 1)
            break
    return tuple(changed)


def _unmasked(step: RoutineStep) -> RoutineStep:
    """A masked text on the screen finds nothing again."""
    on = step.on
    if on is None:
        return step
    window, within, called = (
        "" if MASK in text else text for text in (on.window, on.within, on.called)
    )
    return replace(step, on=replace(on, window=window, within=within, called=called))


@dataclass(frozen=True, slots=True)
class _Value:
    text: str
    name: str


def _with_gaps(routine: Routine) -> Routine:
    """The values of the task that the steps used become parameters."""
    taken = {each.name for each in routine.parameters} | set(
        re.findall(r"\{([\w-]+)\}", routine.task)
    )
    values: list[_Value] = []
    for step in routine.steps:
        text = _value_of(step, routine.task)
        if text and all(text != known.text for known in values):
            name = _free(_suggested(step), taken)
            taken.add(name)
            values.append(_Value(text, name))
    # A value may be a piece of another one: the longer first.
    for value in sorted(values, key=lambda value: -len(value.text)):
        task = with_gap(routine.task, value.text, value.name)
        parts = tuple(with_gap(part, value.text, value.name) for part in routine.parts)
        if task == routine.task:
            continue
        if "".join("".join(parts).split()) != "".join(task.split()):
            parts = ()
        steps = tuple(_gapped(step, value) for step in routine.steps)
        fresh = Parameter(value.name, value.text)
        known = (*routine.parameters, fresh)
        routine = replace(routine, task=task, parts=parts, steps=steps, parameters=known)
    ordered = sorted(routine.parameters, key=lambda each: routine.task.find(gap(each.name)))
    return replace(routine, parameters=tuple(ordered))


def _value_of(step: RoutineStep, task: str) -> str:
    """What of the person's words the step entered, or the content that it was done to; '' for
    none."""
    if step.do in _ENTERS:
        text = step.text
    elif step.on is not None and step.on.kind in _CONTENT:
        same = (v for v in literals(task) if normal(v) == normal(step.on.name))
        text = next(same, "")
    else:
        return ""
    is_gap = re.fullmatch(r"\{[\w-]+\}", text) is not None
    return "" if is_gap or refers(text) or text not in task else text


def _gapped(step: RoutineStep, value: _Value) -> RoutineStep:
    hole, on = gap(value.name), step.on
    if on is not None:
        name = on.name
        if on.kind in _CONTENT and normal(name) == normal(value.text):
            name = hole
        on = replace(
            on,
            name=name,
            window=_said(on.window, value),
            called=_said(on.called, value) if len(value.text) > 1 else on.called,
        )
    text = hole if step.do in _ENTERS and step.text == value.text else step.text
    return replace(step, on=on, text=text)


def _said(text: str, value: _Value) -> str:
    """A text of the screen with a gap for the value, also for one that it says in other case."""
    pattern = rf"(?<![\w{{]){re.escape(value.text)}(?![\w}}])"
    return re.sub(pattern, lambda _: gap(value.name), text, flags=re.IGNORECASE)


def _suggested(step: RoutineStep) -> str:
    """A name for a parameter: that of the field it goes into, as far as it consists of words."""
    said = step.on.name if step.on is not None and step.do in _ENTERS else ""
    if step.on is not None and step.do not in _ENTERS:
        said = step.on.kind
    words = re.sub(r"[^\w]+", "-", said.casefold()).strip("-_")[:_LONGEST_PARAMETER].strip("-_")
    return words if re.search(r"[^\W\d_]", words) else "value"


def _free(name: str, taken: set[str]) -> str:
    return next(n for n in (name, *(f"{name}-{k}" for k in range(2, 1000))) if n not in taken)
