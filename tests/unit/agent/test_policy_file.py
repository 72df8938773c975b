"""The person's own file of rules: what it adds, what it overrides, what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.actions import Click
from agent.errors import AgentError
from agent.perception.settings import seeing
from agent.policy.risk import risks_of
from agent.policy.rules import Area, Rules
from models.files.loading_settings import loading_settings
from models.runtime.errors import ModelError
from tests.support.made_maps import element
from tests.support.made_policy import RULES, on_screen
from vision.core.geometry import Box


def written(folder: Path, text: str) -> Rules:
    path = folder / "settings.toml"
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
    with pytest.raises(AgentError, match=r"cannot be (used|read)") as problem:
        written(tmp_path, text)
    assert said in str(problem.value)
    assert "settings.toml" in str(problem.value)


def test_values_of_other_parts_are_theirs(data_folder: Path):
    path = data_folder / "settings.toml"
    path.write_text("ocr = 'nothing'\nload_anyway = 7\nlanguage_model = 1\nmax_actions = 3\n")
    assert Rules.read().max_actions == 3
    for use in (seeing, loading_settings):
        with pytest.raises((AgentError, ModelError), match="cannot be used"):
            use()
    path.write_text("ocr = 'easy'\nload_anyway = true\nmax_actions = 'many'\n")
    assert (seeing().ocr, loading_settings().anyway) == ("easy", True)
    with pytest.raises(AgentError, match="max_actions"):
        Rules.read()


@pytest.mark.parametrize("link", [False, True])
def test_rules_from_before_are_not_passed_over(data_folder: Path, link: bool):
    old = data_folder / "policy.toml"
    if link:
        old.symlink_to(data_folder / "gone" / "policy.toml")
    else:
        old.write_text("[deny]\nwindows = ['bank']\n")
    (data_folder / "settings.toml").write_text("max_actions = 3\n")
    with pytest.raises(AgentError) as refused:
        Rules.read()
    assert str(refused.value) == (
        f"The rules in {old} are no longer read; settings.toml now holds all settings. "
        "Move its lines there, then delete or rename policy.toml."
    )
    old.rename(data_folder / "policy.old")
    assert Rules.read().max_actions == 3


def test_without_an_own_file_the_shipped_rules_hold(data_folder: Path):
    assert Rules.read() == RULES
    assert RULES.safety == "risky"
