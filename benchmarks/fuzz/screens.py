"""Screens and tasks at random: texts of every script, signs that mean something to a grammar or to
JSON, elements that overlap, tasks that name what is on the screen and tasks that do not."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Sequence
from typing import get_args

import numpy as np

from agent.apps.application import Application
from vision.capture.screen import Screenshot
from vision.capture.windows import Window
from vision.core.elements import Element, ElementMap, Kind, State
from vision.core.geometry import Box

WIDTH, HEIGHT = 640, 480
_PAPER = Screenshot(np.full((HEIGHT, WIDTH, 3), 255, np.uint8))
_KINDS: tuple[Kind, ...] = get_args(Kind)
_PLAIN = (
    *("OK", "Cancel", "Save", "Save as", "Open", "Delete", "Send", "Name", "First name", "Ann Lee"),
    *(
        "Password",
        "Newsletter",
        "Country",
        "Österreich",
        "E-mail",
        "a@b.org",
        "Search",
        "42",
        "3.5",
    ),
    *(
        "12 * 7",
        "1 / 0",
        "New York",
        "close window",
        "Pay now",
        "Size: 12 px",
        "C:\\temp\\x",
        "/tmp",
    ),
    *("日本語", "Привет", "שלום", "مرحبا", "naïve", "ﬁne", "ß", "🙂", "👨‍👩‍👧", "e\u0301"),
)
_SIGNS = "\"\\\n\r\t\0\x1b\x7f\u0085\u2028\u202e\ue000\ue0f0\ufeff[]{}()|*+?.-^$#:=<>'“”„«»‘’/%&;,!"
_JOINS = (", then ", " and ", "; ", ". ", " ", "\n", ", ", " und dann ", ": ")
_VERBS = (
    *("click {}", "press {}", "write {} there", "enter {} as {}", "choose {} in {}", "tick {}"),
    *(
        "open {}",
        "save it as {}",
        "delete {}",
        "find {}",
        "{}",
        "compute {}",
        "select {}, {} and {}",
    ),
    *("close the window", "scroll down", "print it", "maximise window", "copy {} into {}"),
)
_QUOTES = ("“{}”", '"{}"', "'{}'", "„{}“", "«{}»", "{}", "{}", "{}")
_KEYPAD = "789÷456×123−0.=+()"


def text(chance: random.Random, longest: int = 24) -> str:
    """Words, signs, any characters of Unicode, or a mixture; may be empty or of spaces only."""
    kind = chance.random()
    if kind < 0.55:
        return chance.choice(_PLAIN)
    if kind < 0.65:
        return " ".join(chance.choices(_PLAIN, k=chance.randint(1, 4)))
    if kind < 0.85:
        signs = chance.choices(_SIGNS + "abc XYZ 019 é漢", k=chance.randint(0, longest))
        return "".join(signs)
    if kind < 0.97:
        return "".join(_any_character(chance) for _ in range(chance.randint(0, longest)))
    return chance.choice(("a", "ab ", "\\", '"', "漢", "x\n")) * chance.randint(50, 700)


def _any_character(chance: random.Random) -> str:
    """Any that means something: no halves of pairs, which no text has that the system gives us, and
    no unassigned ones, which some vocabularies cannot spell."""
    sign = chr(chance.choice((chance.randrange(0x250), chance.randrange(0x110000))))
    return sign if unicodedata.category(sign) not in ("Cs", "Cn") else "?"


def task(chance: random.Random, names: Sequence[str]) -> str:
    """One to five instructions about `names` of the screen and about other texts."""
    pieces = []
    for _ in range(chance.choice((1, 1, 2, 2, 3, 5))):
        verb = chance.choice(_VERBS)
        said = [_thing(chance, names) for _ in range(verb.count("{}"))]
        pieces.append(verb.format(*said))
    joined = pieces[0]
    for piece in pieces[1:]:
        joined += chance.choice(_JOINS) + piece
    return joined if joined.strip() else "x"


def _thing(chance: random.Random, names: Sequence[str]) -> str:
    name = chance.choice(names) if names and chance.random() < 0.6 else text(chance)
    return chance.choice(_QUOTES).format(name)


def screen(chance: random.Random) -> ElementMap:
    """A screen of 0 to 24 elements, with a keypad at times, in 0 to 3 windows."""
    windows = _windows(chance)
    count = chance.choice((0, 1, 2, 3, 4, 6, 6, 9, 9, 14, 24))
    numbers = sorted(chance.sample(range(1, 60), count))
    elements = [_element(chance, number, windows) for number in numbers]
    if chance.random() < 0.15:
        elements += [
            Element(60 + n, "button", sign, Box(300 + 30 * (n % 4), 300 + 30 * (n // 4),
                                                328 + 30 * (n % 4), 328 + 30 * (n // 4)))
            for n, sign in enumerate(_KEYPAD)
        ]  # fmt: skip
    return ElementMap(tuple(elements), _PAPER, windows)


def _windows(chance: random.Random) -> tuple[Window, ...]:
    found = []
    for handle in range(chance.choice((0, 1, 1, 2, 3))):
        popup = chance.random() < 0.2
        found.append(
            Window(handle + chance.choice((1, 10)), text(chance), text(chance), _box(chance),
                   active=handle == 0 and chance.random() < 0.8, popup=popup,
                   tooltip=popup and chance.random() < 0.3)
        )  # fmt: skip
    return tuple(found)


def _box(chance: random.Random) -> Box:
    left, top = chance.randrange(WIDTH - 4), chance.randrange(HEIGHT - 4)
    return Box(left, top, min(WIDTH, left + chance.randint(1, 300)),
               min(HEIGHT, top + chance.randint(1, 120)))  # fmt: skip


def _element(chance: random.Random, number: int, windows: Sequence[Window]) -> Element:
    state = State(
        checked=chance.choice((None, True, False)),
        selected=chance.choice((None, None, True)),
        disabled=chance.choice((None, None, None, True)),
        focused=chance.choice((None, None, None, True)),
        value=chance.choice((None, None, "", text(chance))),
    )
    return Element(
        number,
        chance.choice(_KINDS),
        text(chance),
        _box(chance),
        state,
        group=chance.choice(windows).title if windows and chance.random() < 0.8 else "",
        within=text(chance) if chance.random() < 0.2 else "",
        cell=(chance.randint(1, 3), chance.randint(1, 3)) if chance.random() < 0.15 else None,
        notice=chance.choice(("", "", "", "error", "warning")),
    )


def applications(chance: random.Random) -> tuple[Application, ...]:
    """None to three applications; names come from files that anybody may have written."""
    names = [text(chance) for _ in range(chance.choice((0, 0, 1, 3)))]
    return tuple(Application(f"org.{n}.desktop", name) for n, name in enumerate(names))
