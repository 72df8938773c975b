"""Tasks over several applications in which something is computed on the way."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from agent.computer.controller import Controller
from agent.desktop.virtual_desktop import Desktop
from benchmarks.apps import libreoffice, odf
from benchmarks.apps.base import Task
from benchmarks.apps.browsing import visit
from benchmarks.apps.editor import MOUSEPAD, holds
from benchmarks.apps.libreoffice import fresh_episode
from benchmarks.apps.person import Person
from benchmarks.apps.places import LEFT, RIGHT, UPPER_RIGHT, arrange
from benchmarks.apps.sheets import go_to
from benchmarks.apps.site import page, site, text_fields
from benchmarks.apps.switching import front, open_application, save_text_as
from benchmarks.apps.web import received
from benchmarks.apps.wordings import told
from benchmarks.apps.writer import SAVE, differs
from benchmarks.episodes.scene import Scene
from benchmarks.harness.jobs import Job, Options

GALCULATOR = ("galculator",)

_PRODUCTS = ((37, 48), (126, 15), (64, 29))
_NAMES = ("result.txt", "product.txt", "sum-3.txt")
_WORK = (("Eva Kern", 34, 27), ("Jon Hale", 52, 19), ("Ida Berg", 41, 33))
_COSTS: tuple[dict[str, float], ...] = (
    {"Train": 84, "Hotel": 230, "Meals": 61, "Taxi": 18},
    {"Paint": 45, "Brushes": 22, "Wood": 138, "Nails": 9},
    {"Room": 310, "Music": 175, "Flowers": 48, "Cake": 66},
)
_GOODS = (("chair", 79, 12), ("lamp", 34, 25), ("table", 218, 6))


@contextlib.contextmanager
def result_to_file(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Calculator and editor: compute, write the result, save."""
    one, other = _PRODUCTS[job.seed % 3]
    formula, result = f"{one} * {other}", str(one * other)
    with fresh_episode(desktop) as stage:
        path = stage.documents / _NAMES[job.seed % 3]
        calculator = stage.start(GALCULATOR, (60, 80))
        editor = stage.start(MOUSEPAD)
        arrange(stage, editor, RIGHT)

        def solve(controller: Controller) -> None:
            person = Person(controller, stage)
            front(calculator)
            person.tap(f"{one}*{other}=")
            front(editor)
            person.type(result)
            save_text_as(person, path)

        yield Scene(
            told(job, one=one, other=other, path=path),
            lambda: holds(path, result),
            solve,
            stage.truth,
            deeds=(
                f"type {formula} | type {formula}=",
                f"type {result}",
                SAVE,
                f"type {path}",
                "click Save | press enter",
            ),
            texts=(formula, result),
        )


@contextlib.contextmanager
def hours_to_form(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Editor, calculator and browser: two numbers from a file, their product into a form."""
    name, hours, pay = _WORK[job.seed % 3]
    formula, result = f"{hours} * {pay}", str(hours * pay)
    first = page(
        "form", title="Wages", fields=text_fields({"name": "Employee", "amount": "Amount"})
    )
    with fresh_episode(desktop) as stage, site(first) as server:
        path = stage.documents / "work.txt"
        path.write_text(f"Hours worked: {hours}\nPay per hour: {pay}\n", "utf-8")
        editor = stage.start((*MOUSEPAD, str(path)))
        arrange(stage, editor, UPPER_RIGHT)
        calculator = stage.start(GALCULATOR, (700, 400))
        with visit(stage, server.address, LEFT) as seen:

            def solve(controller: Controller) -> None:
                person = Person(controller, stage)
                front(calculator)
                person.tap(f"{hours}*{pay}=")
                front(seen.window)
                seen.enter(controller, "Employee", name)
                seen.enter(controller, "Amount", result)
                seen.click(controller, "Send", "button")
                seen.find("Thank you")

            yield Scene(
                told(job, name=name),
                received(server, [("name", name), ("amount", result)]),
                solve,
                seen.truth,
                deeds=(
                    f"type {formula} | type {formula}=",
                    f"type {result} | type {name}",
                    f"type {name} | type {result}",
                    "click Send | press enter",
                ),
                texts=(formula, result),
            )


@contextlib.contextmanager
def sheet_to_form(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Spreadsheet and browser: add up a column, send the sum."""
    costs = _COSTS[job.seed % 3]
    last, total = 1 + len(costs), f"{sum(costs.values()):g}"
    cell, formula = f"B{last + 1}", f"=SUM(B2:B{last})"
    first = page("form", title="Expenses", fields=text_fields({"total": "Total"}))
    with fresh_episode(desktop) as stage, site(first) as server:
        path = stage.documents / "costs.ods"
        odf.write_sheet(path, [("Item", "Cost"), *costs.items()])
        sheet = libreoffice.start(stage, "Calc", path, RIGHT)
        with visit(stage, server.address, LEFT) as seen:

            def solve(controller: Controller) -> None:
                person = Person(controller, stage)
                front(sheet)
                go_to(person, cell)
                person.type(formula)
                person.press("enter")
                libreoffice.save(person, path)
                front(seen.window)
                seen.enter(controller, "Total", total)
                seen.click(controller, "Send", "button")
                seen.find("Thank you")

            yield Scene(
                told(job, formula=formula, cell=cell),
                received(server, [("total", total)]),
                solve,
                seen.truth,
                deeds=(f"type {formula}", f"type {total}", "click Send | press enter"),
                texts=(total,),
            )


@contextlib.contextmanager
def offer(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Browser, editor, calculator and Writer, the last of which is not open yet: a price and a
    number are multiplied, the result is written into a new document."""
    what, price, count = _GOODS[job.seed % 3]
    formula, result = f"{price} * {count}", str(price * count)
    prices = "".join(f"<li>One {thing}: {each}</li>" for thing, each, _ in _GOODS)
    first = page("note", title="Prices", text=f"<ul>{prices}</ul>")
    with fresh_episode(desktop) as stage, site(first) as server:
        note = stage.documents / "order.txt"
        note.write_text(f"We need {count} pieces of: {what}\n", "utf-8")
        path = stage.documents / "offer.odt"
        editor = stage.start((*MOUSEPAD, str(note)))
        arrange(stage, editor, UPPER_RIGHT)
        calculator = stage.start(GALCULATOR, (700, 400))
        with visit(stage, server.address, LEFT) as seen:

            def solve(controller: Controller) -> None:
                person = Person(controller, stage)
                front(calculator)
                person.tap(f"{price}*{count}=")
                open_application(person, "LibreOffice Writer", "LibreOffice Writer")
                libreoffice.wait_until_ready(stage)
                person.type(result)
                libreoffice.save_as(person, path)

            yield Scene(
                told(job, what=what, path=path),
                libreoffice.judged(lambda: differs(odf.paragraphs(path), [result])),
                solve,
                seen.truth,
                deeds=(
                    f"type {formula} | type {formula}=",
                    "open LibreOffice Writer",
                    f"type {result}",
                    SAVE,
                    f"type {path}",
                    "click Save | press enter",
                ),
                texts=(formula, result),
            )


TASKS = {
    "across-result-to-file": Task(result_to_file, ("galculator", "mousepad")),
    "across-hours-to-form": Task(hours_to_form, ("mousepad", "galculator", "Chromium")),
    "across-sheet-to-form": Task(sheet_to_form, ("LibreOffice Calc", "Chromium")),
    "across-offer": Task(offer, ("Chromium", "mousepad", "galculator", "LibreOffice Writer")),
}
