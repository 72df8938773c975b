"""The hotkey in the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.errors import AgentError
from agent.policy.rules import Rules

KEYS = "ctrl+shift+esc"


def test_the_rules_have_one_and_take_another(tmp_path: Path):
    own = tmp_path / "settings.toml"
    assert Rules.shipped().hotkey == KEYS
    own.write_text('hotkey = "Ctrl+Alt+Pause"\npause_on_mouse = false\nstop_with_page = false\n')
    rules = Rules.read(own)
    assert (rules.hotkey, rules.pause_on_mouse, rules.stop_with_page) == (
        "Ctrl+Alt+Pause", False, False,
    )  # fmt: skip
    own.write_text('hotkey = ""\n')
    assert Rules.read(own).hotkey == ""


@pytest.mark.parametrize("keys", ["esc", "f9", "ctrl", "ctrl+shift", "ctrl+nokey", "ctrl+a+b"])
def test_a_hotkey_that_cannot_be_one_is_refused(tmp_path: Path, keys: str):
    own = tmp_path / "settings.toml"
    own.write_text(f'hotkey = "{keys}"\n')
    with pytest.raises(AgentError, match="hotkey"):
        Rules.read(own)
