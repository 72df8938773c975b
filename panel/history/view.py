"""What a page shows of the history, as one value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

PAGE = 25
"""Runs on one page of the list."""


@dataclass(frozen=True, slots=True)
class View:
    """The list with its search and filters, one run (`run`), or two side by side (`other` too).

    `page` counts from 0. `picked` are the runs chosen for comparing, two at most. `frame` is the
    picture that is shown large, from 1; with `boxes` its elements are numbered. `asking` is the
    name of the run whose deletion is asked about, or ALL. `said` is one sentence to the person.
    """

    words: str = ""
    kind: str = ""
    model: str = ""
    page: int = 0
    picked: tuple[str, ...] = ()
    run: str = ""
    other: str = ""
    frame: int = 1
    boxes: bool = True
    export: bool = False
    asking: str = ""
    said: str = ""


ALL = "*"
"""No run has this name."""


@dataclass(frozen=True, slots=True)
class Act:
    """What was pressed: `name` of the button, the `value` that it carries, and the picture that it
    leads to (0 for none)."""

    name: str
    value: str = ""
    frame: int = 0


def moved(view: View, act: Act) -> View:
    """The view after a button that changes nothing but what is shown; others are ignored."""
    lead = _LEADS.get(act.name)
    return lead(view, act) if lead is not None else view


def _opened(view: View, act: Act) -> View:
    return replace(view, run=act.value, other="", frame=max(1, act.frame), asking="", export=False)


def _back(view: View, act: Act) -> View:
    return replace(view, run="", other="", asking="", export=False, picked=())


def _turned(view: View, act: Act) -> View:
    number = int(act.value) if act.value.isdecimal() and len(act.value) < 7 else 0
    return replace(view, page=number, asking="")


def _picked(view: View, act: Act) -> View:
    """Two at most: a third one takes the place of the first."""
    rest = tuple(name for name in view.picked if name != act.value)
    return replace(view, picked=rest if act.value in view.picked else (*rest, act.value)[-2:])


def _compared(view: View, act: Act) -> View:
    if len(view.picked) != 2:
        return view
    return replace(view, run=view.picked[0], other=view.picked[1], asking="")


_LEADS: dict[str, Callable[[View, Act], View]] = {
    "open": _opened,
    "back": _back,
    "page": _turned,
    "pick": _picked,
    "compare": _compared,
    "frame": lambda view, act: replace(view, frame=max(1, act.frame)),
    "boxes": lambda view, act: replace(view, boxes=not view.boxes),
    "export": lambda view, act: replace(view, export=True),
    "delete": lambda view, act: replace(view, asking=act.value),
    "delete-no": lambda view, act: replace(view, asking=""),
}
