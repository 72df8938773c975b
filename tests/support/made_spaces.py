"""Action spaces at random, for property tests (hypothesis), and one small one."""

from __future__ import annotations

from hypothesis import strategies as st

from agent.actions import UseSkill
from agent.apps.application import Application
from agent.deciding.action_space import ActionSpace
from agent.deciding.profiles import PROFILES
from agent.deciding.reply import reply_grammar
from agent.deciding.situation import Suggestion
from agent.keypad import Keypad
from tests.support.made_maps import element
from vision.elements import Element, State

SMALL = PROFILES["small"]
_SPECIAL = "\"\\\n\r\t\0\x1b\x7f\u2028\u202e[]{}()|*+?.-^$#:=<>'“”éß漢🙂🏳️‍🌈"
_TEXTS = st.text(
    st.sampled_from(_SPECIAL) | st.characters(exclude_categories=["Cs", "Cn", "Co"]), max_size=20
)
_NAMES = _TEXTS.filter(str.strip)
_TABLES = st.dictionaries(_NAMES, st.integers(1, 9), max_size=3)
_APPLICATIONS = st.dictionaries(
    _NAMES, st.builds(Application, id=st.just("a.desktop"), name=_NAMES), max_size=2
)
_SKILLS = st.dictionaries(
    _NAMES, st.builds(Suggestion, st.builds(UseSkill, _NAMES), _NAMES), max_size=2
)
_KEYPADS = st.none() | st.just(
    Keypad({sign: element(n, "button", sign) for n, sign in enumerate("0123456789+-*/=", 1)})
)
SPACES = st.builds(
    ActionSpace,
    targets=_TABLES,
    clicks=_TABLES,
    fields=_TABLES,
    dropdowns=_TABLES,
    sliders=_TABLES,
    areas=_TABLES,
    keypad=_KEYPADS,
    applications=_APPLICATIONS,
    skills=_SKILLS,
    parts=st.lists(st.integers(1, 9), max_size=2).map(tuple),
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
SPACE = ActionSpace(
    targets={"OK button": 1, "Name field": 2},
    clicks={"OK button": 1, "Name field": 2},
    fields={"Name field": 2},
)


def grammar_of(space: ActionSpace) -> str:
    """The grammar of a reply of a small model in this space."""
    return reply_grammar(space, longest_thought=SMALL.thought, most=SMALL.actions)
