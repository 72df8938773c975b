"""Scene: a task on a prepared screen, with what is really there and a check of what came of it.

The check looks at what happened (a file's bytes, what a server received, the reward of a page),
never at what the agent says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from typing import Protocol

from agent.computer.controller import Controller
from agent.desktop.virtual_desktop import Desktop
from benchmarks.harness.jobs import Job, Options
from vision.capture.screen import Screenshot
from vision.capture.windows import Window
from vision.core.elements import Element, ElementMap
from vision.core.id_tracking import keep_ids
from vision.core.reading_order import reading_order, window_of
from vision.structure.scroll_areas import ScrollArea


@dataclass(frozen=True, slots=True)
class Score:
    """What came of a task: `wrong` says in words what is not as it should be."""

    success: bool
    reward: float = 0.0
    wrong: str = ""
    figures: dict[str, float] = field(default_factory=dict)


def scored(wrong: str, **figures: float) -> Score:
    """All or nothing: a success when nothing is `wrong`."""
    return Score(not wrong, float(not wrong), wrong, figures)


@dataclass(frozen=True, slots=True)
class Scene:
    """A task on a prepared screen.

    `score` may be asked at any time. `solve` does the task as a person would, with the product's
    controller; it shows that the task can be done and that the score notices. `truth` gives the
    elements that are really there (boxes in pixels of the screen, ids do not matter), from the
    page or the program itself, and `areas` what scrolls there; they may be asked from any thread.
    `over` is true when the program itself has ended the episode. `deeds` is a true sequence of
    actions, each as `benchmarks.episodes.completion` writes them; `texts` are texts to enter that
    the task does not spell out (the result of a sum). `closes` says that the task asks to close
    windows that are open.
    """

    task: str
    score: Callable[[], Score]
    solve: Callable[[Controller], None] | None = None
    truth: Callable[[], Sequence[Element]] | None = None
    areas: Callable[[], Sequence[ScrollArea]] = tuple
    over: Callable[[], bool] = lambda: False
    deeds: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    closes: bool = False


class Stage(Protocol):
    """Sets a scene up and takes it down again: what episodes of one benchmark have of their own."""

    def __call__(
        self, desktop: Desktop, job: Job, options: Options
    ) -> AbstractContextManager[Scene]: ...


class TrueEyes:
    """Perception replaced by what is really there: `Scene.truth` and `Scene.areas` as a map."""

    def __init__(
        self,
        truth: Callable[[], Sequence[Element]],
        areas: Callable[[], Sequence[ScrollArea]] = tuple,
    ) -> None:
        self._truth = truth
        self._areas = areas
        self._last: ElementMap | None = None

    def perceive(self, screenshot: Screenshot, windows: Sequence[Window] = ()) -> ElementMap:
        elements = _ordered(self._truth(), windows)
        kept = keep_ids(self._last, elements) if self._last else tuple(elements)
        self._last = ElementMap(kept, screenshot, tuple(windows), {}, tuple(self._areas()))
        return self._last


def _ordered(truth: Sequence[Element], windows: Sequence[Window]) -> list[Element]:
    """As perception orders them: by window, rows from the top; with their window's title."""
    groups = [window_of(element.box, windows) for element in truth]
    order = reading_order([element.box for element in truth], groups)
    titles = [*(window.title for window in windows), ""]
    return [
        replace(truth[i], id=number, group=titles[groups[i]])
        for number, i in enumerate(order, start=1)
    ]
