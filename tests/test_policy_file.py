"""The person's own file of rules: what it adds, what it overrides, what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from made_maps import element
from made_policy import RULES, on_screen

from agent.actions import Click
from agent.errors import AgentError
from agent.policy.risk import risks_of
from agent.policy.rules import Area, Rules
from vision.geometry import Box


def written(folder: Path, text: str) -> Rules:
    path = folder / "policy.toml"
    path.write_text(text, "utf-8")
    return Rules.read(path)


def test_the_own_file_adds_and_overrides(tmp_path: Path):
    rules = written(
        tmp_path,
        'safety = "ask"\nmax_minutes = 5\n'
        '[[risk]]\nid = "send"\nwords = ["launch"]\n'
        '[[risk]]\nid = "install"\noff = true\n'
        '[[risk]]\nid = "pay"\nreplace = true\nwords = ["spend"]\n'
        '[[risk]]\nid = "mine"\nwhy = "I said so."\nacts = ["click"]\nwords = ["frobnicate"]\n'
        '[[area]]\nname = "x"\nbox = [0, 0, 5, 5]\nread = false\n'
        "[confirming]\nwords = ['righto']\n",
    )
    assert (rules.safety, rules.max_minutes, rules.answer_seconds) == ("ask", 5, 120)
    assert rules.areas == (Area("x", Box(0, 0, 5, 5), False),)
    assert "righto" in rules.confirming
    assert "ok" in rules.confirming

    def fits(text: str) -> set[str]:
        return {r.id for r in risks_of(Click(1), on_screen(element(1, "button", text)), rules)}

    assert fits("Launch") == fits("Send") == {"send"}
    assert fits("Install") == set()
    assert (fits("Buy"), fits("Spend")) == (set(), {"pay"})
    assert fits("Frobnicate") == {"mine"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("safty = 'ask'", "safty"),
        ("safety = 'none'", "safety"),
        ("safety = ", "Invalid value"),
        ("hours = 'always'", "hours"),
        ("[[risk]]\nid = 'x'\nacts = ['click']\ntexts = ['(']", "not a regular expression"),
        ("[[risk]]\nid = 'x'\nwords = ['y']", "acts is missing"),
        ("[[area]]\nbox = [5, 5, 5, 5]", "empty box"),
        ("answer_seconds = 0", "answer_seconds"),
    ],
)
def test_rules_that_cannot_be_understood_are_refused(tmp_path: Path, text: str, said: str):
    with pytest.raises(AgentError, match="cannot be used") as problem:
        written(tmp_path, text)
    assert said in str(problem.value)
    assert "policy.toml" in str(problem.value)


def test_without_an_own_file_the_shipped_rules_hold(data_folder: Path):
    assert Rules.read() == RULES
    assert RULES.safety == "risky"
