"""Skills that a person adds: files in the data folder, written as the documents say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from agent.errors import AgentError
from agent.skills.procedures.procedure import own_folder, procedures, read, shipped
from tests.support.places import ROOT

DOCUMENT = ROOT.joinpath("docs/adding-parts.md").read_text("utf-8")
EXAMPLE = re.search(r"## A skill\n.*?```toml\n(.*?)```", DOCUMENT, re.DOTALL)


def own(text: str, name: str = "mine.toml") -> Path:
    own_folder().mkdir(parents=True, exist_ok=True)
    path = own_folder() / name
    path.write_text(text, "utf-8")
    return path


def test_the_example_of_the_documents_is_that_of_the_program() -> None:
    assert EXAMPLE is not None
    (example,) = read(EXAMPLE[1], "the example")
    (same,) = [each for each in shipped() if each.name == example.name]
    assert (example.say, example.where, example.shows) == (same.say, same.where, same.shows)


def test_a_persons_own_come_before_those_of_the_program(data_folder: Path) -> None:
    assert EXAMPLE is not None
    assert procedures() == shipped()
    own(EXAMPLE[1])
    first, *rest = procedures()
    assert first == read(EXAMPLE[1], "")[0]
    assert tuple(rest) == shipped()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[[procedure]]\nname = 'x'\n", "'say'"),
        ("[[procedure]]\nname = 'x'\nsay = 'x'\nsteps = ['jump high']\n", "jump high"),
        ("[[procedure]]\nname = 'x'\nsay = 'x'\nsteps = []\nspeed = 3\n", "speed"),
        ("[[procedure]\n", "Expected"),
    ],
)
def test_a_file_that_cannot_be_used_is_named(data_folder: Path, text: str, why: str) -> None:
    path = own(text)
    with pytest.raises(AgentError, match=re.escape(why)) as problem:
        procedures()
    assert str(path) in str(problem.value)
