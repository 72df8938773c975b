"""Tasks in galculator, a calculator."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from agent.computer.controller import Controller
from agent.desktop.virtual_desktop import Desktop
from benchmarks.apps.base import Episode, Task, episode
from benchmarks.apps.person import Person
from benchmarks.apps.wordings import told
from benchmarks.episodes.programs import PLACES
from benchmarks.episodes.scene import Scene, Score, Stage, scored
from benchmarks.harness.jobs import Job, Options

# The keys to press, and what the display shows then. The stories stand in wordings.toml.
_PRODUCTS = (("12 * 7", "84"), ("45 * 38", "1710"), ("19 * 2.5", "47.5"))
_FORMULAS = (
    ("(17 + 25) * 3 - 8", "118"),
    ("144 / (7 + 5) + 6 * 4", "36"),
    ("(90 - 12) / 6 + 31 * 2", "75"),
)
_STORIES = (("174 / 3", "58"), ("6.5 * 4", "26"), ("38 * 7", "266"))


def _computed(formulas: tuple[tuple[str, str], ...]) -> Stage:
    """A stage on which one of these is computed; the display must show the result."""

    @contextlib.contextmanager
    def stage(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
        formula, result = formulas[job.seed % len(formulas)]
        one, *_, other = formula.split()
        with episode(desktop) as here:
            here.start(("galculator",), PLACES[job.seed % 3])

            def solve(controller: Controller) -> None:
                Person(controller, here).tap(formula.replace(" ", "") + "=")

            yield Scene(
                told(job, formula=formula, one=one, other=other),
                lambda: _shows(here, result),
                solve,
                here.truth,
                deeds=(f"type {formula} | type {formula}=",),
                texts=(formula,),
            )

    return stage


@contextlib.contextmanager
def scientific(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Switch to another set of keys, then use one of them."""
    number, result = (("2", "8"), ("3", "27"), ("4", "64"))[job.seed % 3]
    with episode(desktop) as here:
        here.start(("galculator",), PLACES[job.seed % 3])

        def solve(controller: Controller) -> None:
            person = Person(controller, here)
            person.click("View", "menu")
            person.click("Scientific Mode", "menu")
            for key in (number, "x^y", "3", "="):
                person.click(key, "button")

        def score() -> Score:
            if not any(node.name == "sin" for node in here.nodes()):
                return scored("it is not in scientific mode")
            return _shows(here, result)

        yield Scene(
            told(job, number=number),
            score,
            solve,
            here.truth,
            deeds=("click View", "click Scientific Mode", f"type {number}^3"),
            texts=(f"{number}^3",),
        )


def _shows(here: Episode, result: str) -> Score:
    """Whether the display shows a number."""
    shown = display(here)
    return scored("" if shown == result else f"the display shows {shown!r}")


def display(here: Episode) -> str:
    """What the calculator's display shows; "" without a calculator."""
    for node in here.nodes():
        if node.program == "galculator" and node.role == "text" and node.text:
            return node.text.splitlines()[0].strip()
    return ""


TASKS = {
    "calculator-product": Task(_computed(_PRODUCTS), ("galculator",)),
    "calculator-formula": Task(_computed(_FORMULAS), ("galculator",)),
    "calculator-story": Task(_computed(_STORIES), ("galculator",)),
    "calculator-scientific": Task(scientific, ("galculator",)),
}
