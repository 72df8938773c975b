"""Passes and how they are run: each is handed the fields that it reads, and nothing else, and gives
new values for those that it writes. So what a pass declares is all that it can do."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from vision.core.trace import Change, Step, is_traced, note_step
from vision.pipeline.scene import DERIVED, Scene

_FIELDS = frozenset(each.name for each in fields(Scene))


@dataclass(frozen=True, slots=True)
class Pass:
    """One step of seeing. `run` is called with the fields of `reads`, in that order. It returns the
    new value of the one field that it writes, or a tuple with a value for each field. A pass that
    later ones cannot do without is `needed`, and is never left out."""

    name: str
    run: Callable[..., Any]
    reads: tuple[str, ...]
    writes: tuple[str, ...]
    needed: bool = False

    def __call__(self, scene: Scene) -> Scene:
        given = self.run(*(getattr(scene, name) for name in self.reads))
        values = (given,) if len(self.writes) == 1 else tuple(given)
        new: dict[str, Any] = {
            name: _frozen(value) for name, value in zip(self.writes, values, strict=True)
        }
        return replace(scene, **new)

    @property
    def about(self) -> str:
        """What it does: the first sentence of the docstring of its function, without remarks on
        parameters."""
        said = " ".join((self.run.__doc__ or "").split())
        return re.split(r"\. |; `", said)[0].rstrip(".")


@dataclass(frozen=True, slots=True)
class Phase:
    """Passes in order, and the stage that their time counts to; see ElementMap.timings."""

    name: str
    stage: str
    passes: tuple[Pass, ...]


def step(
    name: str, run: Callable[..., Any], reads: str, writes: str, *, needed: bool = False
) -> Pass:
    """A pass; the names of fields are parted by spaces."""
    return Pass(name, run, tuple(reads.split()), tuple(writes.split()), needed)


def run(passes: Iterable[Pass], scene: Scene, without: frozenset[str] = frozenset()) -> Scene:
    """The scene after all passes but those `without`; each is noted in the trace."""
    for one in passes:
        if one.name in without and not one.needed:
            continue
        begin = time.perf_counter()
        after = one(scene)
        seconds = time.perf_counter() - begin
        if is_traced():
            note_step(Step(one.name, seconds, _changes(one, scene, after)))
        scene = after
    return scene


def written_by(passes: Sequence[Pass], known: frozenset[str]) -> frozenset[str]:
    """The fields that are known after the passes, when `known` are before them.

    Raises:
        ValueError: a pass reads what no earlier one has written, or two have one name.
    """
    names: set[str] = set()
    for one in passes:
        if one.name in names:
            raise ValueError(f"Two passes are called {one.name}.")
        names.add(one.name)
        unknown = [name for name in one.writes if name not in _FIELDS]
        needs = {base for name in one.reads for base in DERIVED.get(name, {name})}
        missing = sorted(needs - known)
        if unknown or missing:
            why = f"writes {', '.join(unknown)}" if unknown else f"reads {', '.join(missing)}"
            more = "which a scene does not have" if unknown else "which no earlier pass has written"
            raise ValueError(f"The pass {one.name} {why}, {more}.")
        known = known | set(one.writes)
    return known


def _frozen(value: object) -> object:
    """The value as a scene holds it: sequences as tuples, sets as frozen ones."""
    if isinstance(value, list):
        return tuple(value)
    return frozenset(value) if isinstance(value, set) else value


def _changes(one: Pass, before: Scene, after: Scene) -> tuple[Change, ...]:
    pairs = ((name, getattr(before, name), getattr(after, name)) for name in one.writes)
    return tuple(Change(name, old, new) for name, old, new in pairs if old != new)


def contents(value: object) -> tuple[object, ...]:
    """The things that a field of a scene holds: of a mapping its values."""
    if isinstance(value, Mapping):
        return tuple(value.values())
    return tuple(value) if isinstance(value, (tuple, frozenset)) else ()
