"""Tasks in LibreOffice Calc, checked by the saved sheet."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from agent.computer.controller import Controller
from agent.desktop.virtual_desktop import Desktop
from benchmarks.apps import libreoffice, odf
from benchmarks.apps.base import Task
from benchmarks.apps.person import Person
from benchmarks.apps.wordings import told
from benchmarks.apps.writer import SAVE
from benchmarks.episodes.scene import Scene
from benchmarks.harness.jobs import Job, Options

_NUMBERS = ((12, 30, 7), (105, 48, 19), (8, 64, 33))
_NAMES = ("sum.ods", "costs.ods", "hours-3.ods")
_PRICES: tuple[dict[str, float], ...] = (
    {"Pears": 2.1, "Apples": 1.5, "Cherries": 4.8, "Plums": 3.2},
    {"Desk": 180, "Chair": 75, "Lamp": 32, "Shelf": 110},
    {"Nails": 6, "Hammer": 21, "Saw": 18, "Glue": 4},
)
_CHANGES = (("Apples", 1.7), ("Lamp", 36), ("Saw", 15))


@contextlib.contextmanager
def total(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Enter three numbers and a formula for their sum, and save under a name."""
    numbers = _NUMBERS[job.seed % 3]
    with libreoffice.fresh_episode(desktop) as stage:
        path = stage.documents / _NAMES[job.seed % 3]
        libreoffice.start(stage, "Calc")

        def solve(controller: Controller) -> None:
            person = Person(controller, stage)
            for text in (*map(str, numbers), "=SUM(A1:A3)"):
                person.type(text)
                person.press("enter")
            libreoffice.save_as(person, path)

        def wrong() -> str:
            found = odf.cells(path)
            values = [found[name].value if name in found else None for name in ("A1", "A2", "A3")]
            if values != list(numbers):
                return f"A1 to A3 hold {values}"
            result = found.get("A4")
            if result is None or not result.formula:
                return "A4 holds no formula"
            return "" if result.value == sum(numbers) else f"A4 holds {result.text}"

        first, second, third = numbers
        yield Scene(
            told(job, first=first, second=second, third=third, path=path),
            libreoffice.judged(wrong),
            solve,
            stage.truth,
            deeds=(
                *(f"type {number}" for number in numbers),
                "type =SUM(A1:A3)",
                SAVE,
                f"type {path}",
                "click Save | press enter",
            ),
        )


@contextlib.contextmanager
def change(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Change one price in a list and save."""
    prices = _PRICES[job.seed % 3]
    what, price = _CHANGES[job.seed % 3]
    cell = f"B{2 + list(prices).index(what)}"
    with libreoffice.fresh_episode(desktop) as stage:
        path = stage.documents / "prices.ods"
        odf.write_sheet(path, [("Item", "Price"), *prices.items()])
        libreoffice.start(stage, "Calc", path)

        def solve(controller: Controller) -> None:
            person = Person(controller, stage)
            go_to(person, cell)
            person.type(f"{price:g}")
            person.press("enter")
            libreoffice.save(person, path)

        yield Scene(
            told(job, what=what, price=f"{price:g}"),
            libreoffice.judged(lambda: _differs(odf.cells(path), {**prices, what: price})),
            solve,
            stage.truth,
            deeds=(f"click {prices[what]:g}", f"type {price:g}", "press enter", SAVE),
        )


@contextlib.contextmanager
def sort(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Sort a list by its prices and save."""
    prices = _PRICES[job.seed % 3]
    with libreoffice.fresh_episode(desktop) as stage:
        path = stage.documents / "prices.ods"
        odf.write_sheet(path, [("Item", "Price"), *prices.items()])
        libreoffice.start(stage, "Calc", path)

        def solve(controller: Controller) -> None:
            person = Person(controller, stage)
            go_to(person, "B2")
            person.click("Sort Ascending", "button")
            libreoffice.save(person, path)

        in_order = dict(sorted(prices.items(), key=lambda pair: pair[1]))
        yield Scene(
            told(job),
            libreoffice.judged(lambda: _differs(odf.cells(path), in_order)),
            solve,
            stage.truth,
            deeds=(f"click {next(iter(prices.values())):g}", "click Sort Ascending", SAVE),
        )


def go_to(person: Person, cell: str) -> None:
    """Go to a cell by its name, in the box for names."""
    person.press("ctrl+shift+t")
    person.type(cell)
    person.press("enter")


def _differs(found: dict[str, odf.Cell], wanted: dict[str, float]) -> str:
    """What is wrong with a list of prices, which begins in the second row."""
    rows = range(2, 2 + len(wanted))
    listed = [
        (found[f"A{row}"].text, found[f"B{row}"].value)
        for row in rows
        if f"A{row}" in found and f"B{row}" in found
    ]
    if listed != list(wanted.items()):
        return f"the sheet lists {listed}"
    others = set(found) - {f"{column}{row}" for column in "AB" for row in range(1, rows.stop)}
    return f"there is something in {', '.join(sorted(others))}" if others else ""


TASKS = {
    "calc-sum": Task(total, ("LibreOffice Calc",)),
    "calc-change": Task(change, ("LibreOffice Calc",)),
    "calc-sort": Task(sort, ("LibreOffice Calc",)),
}
