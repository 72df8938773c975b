"""Screens, tasks and action spaces at random, for property tests (hypothesis)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from hypothesis import strategies as st

from agent.actions import OpenApp, PartDone, Press, Select, SetSlider, Tap, TypeText, UseSkill
from agent.apps.application import Application
from agent.deciding.action_space import ActionSpace
from agent.deciding.situation import Situation, Suggestion
from agent.keyboard.keys import one_by_one, parse_keys
from agent.memory import Memory
from agent.suggestions.keypad import Keypad
from agent.task.plan import Outline
from tests.support.made_maps import element, keypad, made_map, window
from vision.core.elements import Element, ElementMap, Kind, State

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
SKILLS = st.dictionaries(
    NAMES,
    st.builds(lambda words: Suggestion(UseSkill("skill", (("as", words),)), words), NAMES),
    max_size=2,
)
SPACES = st.builds(
    ActionSpace,
    targets=TABLES,
    clicks=TABLES,
    fields=TABLES,
    dropdowns=TABLES,
    sliders=TABLES,
    areas=TABLES,
    keypad=KEYPADS,
    applications=APPLICATIONS,
    skills=SKILLS,
    parts=st.lists(st.integers(1, 20), max_size=3, unique=True),
    values=st.lists(TEXTS, max_size=3).map(tuple),
    sees=st.booleans(),
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


def situation(
    map_: ElementMap, parts: Sequence[str] = ("go on",), memory: Memory | None = None
) -> Situation:
    """A moment of a run with these parts, nothing done or remembered yet."""
    plan = Outline(list(parts))
    return Situation(" ".join(parts), plan, memory or Memory(), map_)


def can_be_carried_out(action: object, map_: ElementMap, space: ActionSpace) -> bool:
    """Whether an action names only what exists."""
    usable = {e.id: e for e in map_.elements if not e.state.disabled}
    numbers = [getattr(action, name, None) for name in ("target", "to")]
    if any(isinstance(number, int) and number not in usable for number in numbers):
        return False
    match action:
        case Tap(targets=targets):
            return bool(targets) and all(target in usable for target in targets)
        case TypeText(target=int(target)):
            return usable[target].kind == "field"
        case Select(target=target):
            return usable[target].kind == "dropdown"
        case SetSlider(target=target):
            return usable[target].kind == "slider"
        case Press(keys=keys):
            return all(map(parse_keys, one_by_one(keys)))
        case OpenApp(name=name):
            return any(name == known.name for known in space.applications.values())
        case UseSkill():
            return any(action == offered.action for offered in space.skills.values())
        case PartDone(number=number):
            return number in space.parts
    return True


OPTIONS = ActionSpace(
    targets={"OK button": 1, "Name field": 2}, clicks={"OK button": 1}, fields={"Name field": 2}
)
