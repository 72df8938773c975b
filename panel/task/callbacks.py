"""The callbacks of the tab: each finds out which page asks, and calls `Page`. Gradio gives the
request to functions that have it among their annotations.

Only imported together with gradio.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import gradio as gr

from agent.events import Answer
from panel.page.events import page_name
from panel.page.html import safe
from panel.task.first_steps import PRACTICE
from panel.task.steering import BUSY

Shown = tuple[str, ...]


class Steered(Protocol):
    """What a page can do; `by` is the name of the page."""

    def run(
        self, task: str, max_steps: float, dry_run: bool, safety: str | None, by: str
    ) -> None: ...

    def run_routine(
        self, task: str, max_steps: float, dry_run: bool, safety: str | None, by: str
    ) -> None: ...

    def answer(self, number: int, answer: Answer, by: str) -> None: ...

    def resume(self, by: str) -> None: ...

    def step(self, by: str) -> None: ...

    def say(self, text: str, by: str) -> str: ...

    def touch(self, number: int, events: list[dict[str, Any]], by: str) -> str: ...

    def view(self, text: str, by: str) -> str: ...

    def judge(self, right: bool, by: str) -> None: ...

    def tick(self, shown: Shown, by: str) -> tuple[Any, ...]: ...

    def closed(self, by: str) -> None: ...


def run_of(page: Steered) -> Callable[..., gr.Timer]:
    """Gives the page's timer, which is quick from then on."""

    def run(
        task: str, max_steps: float, dry_run: bool, safety: str | None, request: gr.Request
    ) -> gr.Timer:
        page.run(task, max_steps, dry_run, safety, page_name(request))
        return gr.Timer(BUSY)

    return run


def routine_of(page: Steered) -> Callable[..., gr.Timer]:
    """As `run_of`, by the routine that does such a task."""

    def run(
        task: str, max_steps: float, dry_run: bool, safety: str | None, request: gr.Request
    ) -> gr.Timer:
        page.run_routine(task, max_steps, dry_run, safety, page_name(request))
        return gr.Timer(BUSY)

    return run


def practise_of(page: Steered) -> Callable[..., tuple[str, gr.Column, gr.Timer]]:
    """Starts the practice task; gives the task, the card of the first steps, and the timer."""

    def practise(
        max_steps: float, dry_run: bool, safety: str | None, request: gr.Request
    ) -> tuple[str, gr.Column, gr.Timer]:
        page.run(PRACTICE, max_steps, dry_run, safety, page_name(request))
        return PRACTICE, gr.Column(visible=False), gr.Timer(BUSY)

    return practise


def answer_of(page: Steered, answer: Answer) -> Callable[..., None]:
    def give(number: int, request: gr.Request) -> None:
        page.answer(number, answer, page_name(request))

    return give


def resume_of(page: Steered) -> Callable[..., None]:
    def resume(request: gr.Request) -> None:
        page.resume(page_name(request))

    return resume


def step_of(page: Steered) -> Callable[..., None]:
    def step(request: gr.Request) -> None:
        page.step(page_name(request))

    return step


def say_of(page: Steered) -> Callable[..., tuple[str, str]]:
    """Takes the words; gives what then stands in their box, and what is wrong with them."""

    def say(text: str, request: gr.Request) -> tuple[str, str]:
        problem = page.say(text, page_name(request))
        return (text if problem else ""), _refused(problem)

    return say


def touch_of(page: Steered) -> Callable[..., str]:
    """Gives the line that says what is wrong."""

    def touched(event: gr.EventData, request: gr.Request) -> str:
        problem = page.touch(int(event.number), list(event.events), page_name(request))
        return f"<p class='dh-bad' role='alert'>{safe(problem)}</p>" if problem else ""

    return touched


def view_of(page: Steered) -> Callable[..., str]:
    """Gives the line that says what is wrong."""

    def view(chosen: str, request: gr.Request) -> str:
        return _refused(page.view(chosen, page_name(request)))

    return view


def judge_of(page: Steered, right: bool) -> Callable[..., None]:
    def judge(request: gr.Request) -> None:
        page.judge(right, page_name(request))

    return judge


def tick_of(page: Steered) -> Callable[..., tuple[Any, ...]]:
    def tick(shown: Shown, request: gr.Request) -> tuple[Any, ...]:
        return page.tick(shown, page_name(request))

    return tick


def closed_of(page: Steered) -> Callable[..., None]:
    def closed(request: gr.Request) -> None:
        page.closed(page_name(request))

    return closed


def _refused(problem: str) -> str:
    return f"<div class='dh-bad dh-refused' role='alert'>{safe(problem)}</div>" if problem else ""
