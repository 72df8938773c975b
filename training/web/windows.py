"""Pages that look like a desktop with windows on it."""

from __future__ import annotations

from training.web import vocabulary
from training.web.making import Maker
from training.web.parts import Part, flags


def _tabbed(make: Maker) -> list[Part]:
    return [make.tabs(), make.form(2, 5)]


def _choosing(make: Maker) -> list[Part]:
    return [make.choices(), make.choices(), make.buttons()]


def _working(make: Maker) -> list[Part]:
    return [make.toolbar(), make.table(6)]


def _listing(make: Maker) -> list[Part]:
    return [make.list() if make.maybe(0.5) else make.tree(), make.buttons()]


def _keyed(make: Maker) -> list[Part]:
    return [calculator(make)]


def _asking(make: Maker) -> list[Part]:
    return [make.text(), make.buttons(2, 3)]


def window_page(make: Maker) -> Part:
    """One or two windows on a desktop."""
    windows = []
    for _ in range(make.chance.randint(1, 2)):
        menu = [make.menu_bar(make.maybe(0.3))] if make.maybe(0.6) else []
        sort = make.chance.choice([_tabbed, _choosing, _working, _listing, _keyed, _asking])
        inner = sort(make)
        title = make.chance.choice([make.heading().text, vocabulary.file_name(make.chance)])
        windows.append(Part("window", title, (*menu, *inner), hint=make.sentence()))
    return Part("page", parts=(Part("desk", parts=tuple(windows)),))


def calculator(make: Maker) -> Part:
    keys = [
        "7",
        "8",
        "9",
        "÷",
        "C",
        "4",
        "5",
        "6",
        "×",
        "(",
        "1",
        "2",
        "3",
        "−",
        ")",
        "0",
        ".",
        "=",
        "+",
        "%",
    ]
    made = tuple(Part("key", key, flags=flags(primary=key == "=")) for key in keys)
    return Part("keys", parts=made, value=vocabulary.number(make.chance))
