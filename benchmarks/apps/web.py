"""Tasks on web pages in Chromium, checked by what their server received."""

from __future__ import annotations

import contextlib
import html
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from agent.computer.controller import Controller
from agent.desktop.virtual_desktop import Desktop
from benchmarks.apps.base import Task
from benchmarks.apps.browsing import visit
from benchmarks.apps.libreoffice import fresh_episode
from benchmarks.apps.site import Sent, Site, page, site, text_fields, thanks
from benchmarks.apps.wordings import told
from benchmarks.episodes.scene import Scene, Score, scored
from benchmarks.harness.jobs import Job, Options
from vision.core.geometry import Box

PLACES = (Box(0, 0, 1280, 800), Box(240, 40, 1240, 780), Box(60, 20, 960, 740))


@dataclass(frozen=True, slots=True)
class _Order:
    """A form with fields for text, a box to tick and a list, and what is to be sent."""

    title: str
    fields: dict[str, str]
    check: str
    list: str
    options: tuple[str, ...]
    choice: str


_ORDERS = (
    _Order(
        "Order form",
        {"First name": "Zoë", "E-mail": "zoe@mail.example", "City": "Bern"},
        "Newsletter",
        "Shipping",
        ("Standard", "Express", "Pickup"),
        "Express",
    ),
    _Order(
        "Library card",
        {"Reader": "Tim O'Neil", "Street": "Mill Lane 7", "Phone": "0171 5550"},
        "I accept the rules",
        "Branch",
        ("North", "Harbour", "Centre", "West"),
        "Centre",
    ),
    _Order(
        "Room booking",
        {"Surname": "Müller", "Guests": "4", "Remark": "late arrival"},
        "Breakfast",
        "Room",
        ("Single", "Double", "Suite"),
        "Suite",
    ),
)


@contextlib.contextmanager
def order(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Fill in a form with fields, a box to tick and a list."""
    spec = _ORDERS[job.seed % 3]
    names = {f"field{number}": label for number, label in enumerate(spec.fields)}
    first = page(
        "order",
        title=spec.title,
        fields=text_fields(names),
        check=spec.check,
        list=spec.list,
        options="".join(f"<option>{option}</option>" for option in spec.options),
    )
    wanted = [(name, spec.fields[label]) for name, label in names.items()]
    wanted += [("check", "yes"), ("choice", spec.choice)]
    with (
        fresh_episode(desktop) as stage,
        site(first) as server,
        visit(stage, server.address, PLACES[job.seed % 3]) as seen,
    ):

        def solve(controller: Controller) -> None:
            for label, value in spec.fields.items():
                seen.enter(controller, label, value)
            seen.click(controller, spec.check, "checkbox")
            seen.choose(controller, spec.list, spec.choice)
            seen.click(controller, "Submit", "button")
            seen.find("Thank you")

        deeds = [f"type {value}" for value in spec.fields.values()]
        deeds += [f"click {spec.check}", f"select {spec.choice}", "click Submit | press enter"]
        yield Scene(told(job), received(server, wanted), solve, seen.truth, deeds=tuple(deeds))


_SETTINGS = (("Dark", "Sound"), ("High contrast", "Pop-ups"), ("Dark", "E-mail"))


@contextlib.contextmanager
def settings(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Change settings on two tabs of a page and save them."""
    theme, notice = _SETTINGS[job.seed % 3]
    on = {"Sound", "Pop-ups"} ^ {notice}
    turn = "on" if notice in on else "off"
    wanted = [("name", "My computer"), ("language", "English"), ("theme", theme)]
    wanted += [("notice", one) for one in ("Sound", "Pop-ups", "E-mail") if one in on]
    with (
        fresh_episode(desktop) as stage,
        site(page("settings")) as server,
        visit(stage, server.address, PLACES[job.seed % 3]) as seen,
    ):

        def solve(controller: Controller) -> None:
            seen.click(controller, "Display")
            seen.click(controller, theme, "radio")
            seen.click(controller, "Notifications")
            seen.click(controller, notice, "checkbox")
            seen.click(controller, "Save", "button")
            seen.find("Thank you")

        yield Scene(
            told(job, theme=theme, notice=notice, turn=turn),
            received(server, wanted),
            solve,
            seen.truth,
            deeds=(
                "click Display",
                f"click {theme}",
                "click Notifications",
                f"click {notice}",
                "click Save",
            ),
        )


_CUSTOMERS = (
    *(("2041", "Ida Berg", "Oslo"), ("2042", "Omar Diaz", "Lima"), ("2043", "Lin Wu", "Taipei")),
    *(("2044", "Eva Kern", "Graz"), ("2045", "Jon Hale", "Leeds"), ("2046", "Ana Reis", "Porto")),
    *(("2047", "Max Vogt", "Ulm"), ("2048", "Pia Lund", "Malmö"), ("2049", "Rosa Neri", "Turin")),
)


@contextlib.contextmanager
def table(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Find a line in a table with a filter and press the button in it."""
    number, customer, _ = _CUSTOMERS[(5, 7, 2)[job.seed % 3]]
    rows = "".join(
        f"<tr><td>{n}<td>{name}<td>{town}<td>"
        f'<form action="/cancel" method="post"><button name="order" value="{n}">Cancel</button>'
        "</form></tr>"
        for n, name, town in _CUSTOMERS
    )
    with (
        fresh_episode(desktop) as stage,
        site(page("table", rows=rows)) as server,
        visit(stage, server.address, PLACES[job.seed % 3]) as seen,
    ):

        def solve(controller: Controller) -> None:
            seen.enter(controller, "Filter", customer)
            seen.click(controller, "Cancel", "button")
            seen.find("Thank you")

        yield Scene(
            told(job, customer=customer),
            received(server, [("order", number)], "/cancel"),
            solve,
            seen.truth,
            deeds=(f"type {customer}", "click Cancel"),
        )


_USERS = (("ann", "blue-lamp-7"), ("j.hale", "Harbour&22"), ("rosa", "4 green pears"))
_MESSAGES = ("Invoice March", "Team lunch", "Your parcel", "Password changed", "Weekly report")


@contextlib.contextmanager
def login(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Log in and archive a message."""
    user, password = _USERS[job.seed % 3]
    message = _MESSAGES[(2, 0, 4)[job.seed % 3]]

    def answer(sent: Sent) -> str:
        if sent.path != "/login":
            return thanks(sent)
        if sent.fields != (("user", user), ("password", password)):
            return page("login", said="User name or password is wrong.")
        return page("inbox", messages=_boxes(_MESSAGES))

    with (
        fresh_episode(desktop) as stage,
        site(page("login", said="Your messages are waiting for you."), answer) as server,
        visit(stage, server.address, PLACES[job.seed % 3]) as seen,
    ):

        def solve(controller: Controller) -> None:
            seen.enter(controller, "User name", user)
            seen.enter(controller, "Password", password)
            controller.press("enter")
            seen.click(controller, message, "checkbox")
            seen.click(controller, "Archive", "button")
            seen.find("Thank you")

        yield Scene(
            told(job, user=user, password=password, message=message),
            received(server, [("message", message)], "/archive"),
            solve,
            seen.truth,
            deeds=(
                f"type {user}",
                f"type {password}",
                "click Log in | press enter",
                f"click {message}",
                "click Archive",
            ),
        )


def _boxes(names: Sequence[str]) -> str:
    return "\n".join(
        f'<label><input type="checkbox" name="message" value="{html.escape(name)}"> '
        f"{html.escape(name)}</label>"
        for name in names
    )


def received(
    server: Site, wanted: Sequence[tuple[str, str]], path: str = "/send"
) -> Callable[[], Score]:
    """A score: exactly this was sent there, once."""

    def score() -> Score:
        sent = server.sent_to(path)
        if len(sent) != 1:
            return scored(f"the form was sent {len(sent)} times")
        there = list(sent[0].fields)
        return scored("" if there == list(wanted) else f"received {there}")

    return score


TASKS = {
    "web-order": Task(order, ("Chromium",)),
    "web-settings": Task(settings, ("Chromium",)),
    "web-table": Task(table, ("Chromium",)),
    "web-login": Task(login, ("Chromium",)),
}
