"""Key names: what is understood, and what is said about the rest."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.errors import ActionFailed
from agent.keyboard.keys import ALIASES, KEYS, MODIFIERS, NAMED, one_by_one, parse_keys


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("a", ("a",)),
        ("ctrl+s", ("ctrl", "s")),
        ("Ctrl + Shift + S", ("ctrl", "shift", "s")),
        ("shift+ctrl+End", ("ctrl", "shift", "end")),
        ("Control+Return", ("ctrl", "enter")),
        ("escape", ("esc",)),
        ("Page Down", ("pagedown",)),
        ("+", ("+",)),
        ("ctrl++", ("ctrl", "+")),
        ("ctrl+plus", ("ctrl", "+")),
        ("ctrl+-", ("ctrl", "-")),
        (" ", ("space",)),
        ("cmd", ("win",)),
        ("alt+f4", ("alt", "f4")),
    ],
)
def test_understood(keys: str, expected: tuple[str, ...]):
    assert parse_keys(keys) == expected


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("", "names no key"),
        ("ctrl+", "names no key"),
        ("ctrl+entr", "no key “entr” .*Did you mean enter"),
        ("pagedwn", "Did you mean pagedown"),
        ("ü", "no key “ü”"),
        ("hello world", "Keys are written like enter"),
        ("a+b", "presses a and b at once"),
    ],
)
def test_refused_with_advice(keys: str, said: str):
    with pytest.raises(ActionFailed, match=said):
        parse_keys(keys)


def test_aliases_lead_to_keys_and_hide_none():
    assert set(ALIASES.values()) <= set(KEYS)
    assert not set(ALIASES) & set(KEYS)


@given(
    st.sets(st.sampled_from(MODIFIERS)), st.sampled_from([k for k in KEYS if k not in MODIFIERS])
)
def test_every_combination_is_its_own_name(modifiers: set[str], key: str):
    names = (*(name for name in MODIFIERS if name in modifiers), key)
    assert parse_keys("+".join(names)) == names
    assert parse_keys("+".join(names).upper() if key in NAMED else "+".join(names)) == names


def test_combinations_with_spaces_between_are_pressed_one_after_the_other():
    assert one_by_one("home shift+end delete") == ("home", "shift+end", "delete")
    assert one_by_one("ctrl+s") == ("ctrl+s",)
    assert one_by_one("page up") == ("page up",)
    with pytest.raises(ActionFailed, match="There is no key"):
        one_by_one("home hmoe")
    with pytest.raises(ActionFailed, match="There is no key"):
        one_by_one("hmoe")
