"""Screens, tasks and choices at random, for property tests (hypothesis)."""

from __future__ import annotations

from typing import get_args

from agent.choices import Choices
from hypothesis import strategies as st

from agent.actions import (
    Click,
    Done,
    Fail,
    OpenApp,
    Press,
    Scroll,
    Select,
    Tap,
    TypeText,
)
from agent.apps.application import Application
from agent.computer.keys import parse_keys
from agent.keypad import Keypad
from tests.support.made_maps import element, keypad, made_map, window
from vision.elements import Element, ElementMap, Kind, State

SPECIAL = "\"\\\n\r\t\0\x1b\x7f\u2028\u202e[]{}()|*+?.-^$#:=<>'“”éß漢🙂🏳️‍🌈"
TEXTS = st.text(
    st.sampled_from(SPECIAL) | st.characters(exclude_categories=["Cs", "Cn", "Co"]), max_size=20
)
NAMES = TEXTS.filter(str.strip)
KINDS: tuple[Kind, ...] = get_args(Kind)
STATES = st.builds(
    State,
    checked=st.sampled_from([None, True, False]),
    disabled=st.sampled_from([None, True]),
    value=st.none() | TEXTS,
)
MAPS = st.builds(
    lambda rows, keys: made_map(
        [element(n, kind, text, state=state) for n, (kind, text, state) in enumerate(rows, 1)]
        + (keypad(len(rows) + 1) if keys else []),
        [window(7, "Main", active=True)],
    ),
    st.lists(st.tuples(st.sampled_from(KINDS), TEXTS, STATES), max_size=12),
    st.booleans(),
)
PARTS = st.lists(
    NAMES
    | st.sampled_from(
        ['write "a \\ b" there', "enter 12*7", "tick Newsletter and save", "choose “Ö€🙂”", "x"]
    ),
    min_size=1,
    max_size=4,
)
TABLES = st.dictionaries(NAMES, st.integers(1, 9), max_size=3)
APPLICATIONS = st.dictionaries(
    NAMES, st.builds(Application, id=st.just("a.desktop"), name=NAMES), max_size=2
)
KEYPADS = st.none() | st.just(
    Keypad({sign: element(n, "button", sign) for n, sign in enumerate("0123456789+-*/=", 1)})
)
CHOICES = st.builds(
    Choices,
    clicks=TABLES,
    double_clicks=TABLES,
    fields=TABLES,
    dropdowns=TABLES,
    values=st.lists(TEXTS, min_size=1, max_size=3).map(tuple),
    keypad=KEYPADS,
    keys=st.dictionaries(NAMES, st.sampled_from(["enter", "ctrl+s", "ctrl+shift+s"]), max_size=2),
    applications=APPLICATIONS,
    scroll=st.sampled_from([(), ("down",), ("down", "up")]),
    done=st.booleans(),
    fail=st.booleans(),
)
FORM: list[Element] = [
    element(1, "field", "First name", state=State(value="")),
    element(2, "field", 'E-mail "work"', state=State(value="")),
    element(3, "checkbox", "Newsletter", state=State(checked=False)),
    element(4, "dropdown", "Land\\Country"),
    element(5, "button", "Submit 🙂"),
    element(6, "link", "[help] | {more}"),
    element(7, "text", "Please fill in all fields."),
]


def can_be_carried_out(action: object, map_: ElementMap, options: Choices) -> bool:
    """Whether an action names only what exists."""
    usable = {e.id: e for e in map_.elements if not e.state.disabled}
    match action:
        case Click(target=target):
            return target in usable and usable[target].interactive
        case TypeText(text=text, target=target):
            return bool(text) and target in usable and usable[target].kind == "field"
        case Select(option=option, target=target):
            return bool(option) and target in usable and usable[target].kind == "dropdown"
        case Tap(targets=targets):
            return bool(targets) and all(target in usable for target in targets)
        case Press(keys=keys):
            return bool(parse_keys(keys))
        case OpenApp(name=name):
            return any(name == known.name for known in options.applications.values())
        case Scroll(direction=direction):
            return direction in ("up", "down")
        case _:
            target = getattr(action, "target", None)
            return isinstance(action, Done | Fail) or target in usable


OPTIONS = Choices(clicks={"OK button": 1}, fields={"Name field": 2}, values=("Ann",))
