"""Strategies: the two that come with the program, and a person's own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from agent import strategies
from agent.errors import AgentError
from agent.events import Planned
from agent.mechanisms import Mechanisms
from agent.strategies import SHIPPED, USUAL, names, strategy
from models.files.settings_file import change
from models.runtime.scripted import ScriptedModel
from tests.support.as_told import obliging
from tests.support.made_form import Given, Ran
from tests.support.places import ROOT

EXAMPLE = re.search(
    r"## A strategy.*?```python\n(.*?)```",
    ROOT.joinpath("docs/adding-parts.md").read_text("utf-8"),
    re.DOTALL,
)
NOTHING = (
    "class Strategy:\n    title = ''\n    def mechanisms(self): {}\n    def decides(self, d): {}\n"
)


def own(text: str, name: str = "mine") -> Path:
    path = strategies.folder() / f"{name}.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def ran(name: str) -> Ran:
    """What a run of the loop with a strategy did."""
    chosen = strategy(name)
    given = Given(max_steps=6, mechanisms=chosen.mechanisms(), decides=chosen.decides)
    return given.run(ScriptedModel(obliging()))


def test_those_that_come_with_the_program_differ_in_all_mechanisms(data_folder: Path) -> None:
    assert strategies.chosen() == USUAL
    assert strategy(USUAL).mechanisms() == Mechanisms()
    plain = strategy("act-only").mechanisms()
    assert not any(getattr(plain, name) for name in Mechanisms.__dataclass_fields__)
    assert all(strategy(name).title for name in SHIPPED)


def test_a_mechanism_is_on_when_it_is_so_in_both() -> None:
    found = Mechanisms(plan=False).both(Mechanisms(skills=False))
    assert found == Mechanisms(plan=False, skills=False)


def test_a_persons_own_is_known_by_its_file_and_not_loaded_before_it_is_chosen(
    data_folder: Path,
) -> None:
    assert names() == [*SHIPPED]
    own("raise SystemExit('loaded')")
    assert names() == [*SHIPPED, "mine"]
    change({"strategy": "mine"})
    assert strategies.chosen() == "mine"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("import nothing_like_this", "ModuleNotFoundError"),
        ("def broken(:", "SyntaxError"),
        ("x = 1", "Strategy"),
        ("class Strategy: title = 'x'", "has no mechanisms, decides"),
    ],
)
def test_a_file_that_is_no_strategy_is_told(text: str, why: str, data_folder: Path) -> None:
    path = own(text)
    with pytest.raises(AgentError, match=re.escape(why)) as problem:
        strategy("mine")
    assert str(path) in str(problem.value)
    assert "choose another" in str(problem.value)


@pytest.mark.parametrize("name", ["gone", "../mine", "Mine", ""])
def test_a_name_without_a_file_is_told_with_those_there_are(name: str, data_folder: Path) -> None:
    own("")
    with pytest.raises(AgentError, match="Known: plan-act-reflect, act-only, mine"):
        strategy(name)


def test_what_it_gives_must_fit(data_folder: Path) -> None:
    own(NOTHING.format("return 1", "return 1"))
    with pytest.raises(AgentError, match="gives no Mechanisms"):
        strategy("mine").mechanisms()
    with pytest.raises(AgentError, match="has no name, outline, next"):
        strategy("mine").decides(None)  # type: ignore[arg-type]


def test_act_only_makes_no_plan_and_calls_nothing_done_that_it_did_not_look_at() -> None:
    done = ran("act-only")
    assert len(done.told.of(Planned)[0].lines) == 1
    assert done.told.steps
    assert done.outcome.kind == "unsure"


def test_what_goes_wrong_in_a_persons_own_ends_the_run_with_its_name(data_folder: Path) -> None:
    assert EXAMPLE is not None
    own(EXAMPLE[1].replace("return self.decider.next(", "return self.decider.gone("))
    with pytest.raises(AgentError, match=r"The strategy “mine”.*AttributeError"):
        ran("mine")
