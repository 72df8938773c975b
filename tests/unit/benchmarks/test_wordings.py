"""The wordings of application tasks and of the wizard: complete, unlike each other, and with every
value."""

from __future__ import annotations

import re
import string
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from benchmarks.apps import TASKS
from benchmarks.apps.suite import Apps
from benchmarks.apps.wordings import WORDINGS
from benchmarks.harness.jobs import Job, Options, Result
from benchmarks.harness.wordings import Wordings
from benchmarks.reports.tables import by_wording
from benchmarks.wizard import plan
from benchmarks.wizard.running import RunningWizard
from benchmarks.wizard.suite import Wizard, scene
from benchmarks.wizard.wordings import WORDINGS as OF_WIZARD
from benchmarks.wizard.wordings import told

APPS, WIZARD = Apps(), Wizard()
LANGUAGES = {"de", "fr", "es", "it", "pt", "nl", "pl"}
# Words that stand in sentences of any kind.
EVERYDAY = {"a", "and", "the", "on", "three", "in", "under", "what", "it", "is", "my", "for", "of"}
# Each says with other words that something else must stay, be left out or not be done.
EXEMPTS = re.compile(
    r"\b(not|nothing|no|nor|neither|none|only|but|except|without|leave|leaving)\b", re.IGNORECASE
)


def _fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def _opening(text: str) -> str:
    return str(re.findall(r"[\w-]+", text.casefold())[0])


def test_every_application_task_has_four_wordings_and_no_other_has() -> None:
    assert set(WORDINGS.tasks) == set(TASKS)
    assert APPS.wordings == WORDINGS.last == 3
    assert all(len(texts) in (1, 3) for each in WORDINGS.tasks.values() for texts in each)


@pytest.mark.parametrize("name", WORDINGS.tasks)
def test_a_wording_has_the_values_of_the_usual_one(name: str) -> None:
    """A text that a wording has for each seed may spell its value itself."""
    usual, *others = WORDINGS.tasks[name]
    wanted = set().union(*map(_fields, usual))
    for texts in others:
        for seed, text in enumerate(texts):
            spelt = set() if len(texts) == 1 else {"subject", "about", "turn"}
            if name in ("calculator-product", "across-result-to-file"):
                wanted |= {"one", "other"}
            assert wanted - spelt <= _fields(text) | spelt, (seed, text)
            assert _fields(text) <= wanted, (seed, text)


@pytest.mark.parametrize("name", WORDINGS.tasks)
def test_the_wordings_differ_in_their_words(name: str) -> None:
    tasks = WORDINGS.tasks[name]
    for seed in range(3):
        said = [texts[seed % len(texts)] for texts in tasks]
        assert len(set(said)) == 4
        assert '"' not in said[1]
        assert EXEMPTS.search(said[2])
        verb = _opening(said[0])
        words = re.findall(r"[\w-]+", " ".join(said[1:3]).casefold())
        assert verb in EVERYDAY or verb not in words, verb


def test_the_last_wordings_are_spread_over_seven_languages() -> None:
    count = Counter(WORDINGS.languages.values())
    assert set(count) == LANGUAGES
    assert min(count.values()) >= len(TASKS) // len(LANGUAGES)


def test_the_values_of_an_episode_are_put_in() -> None:
    values = {"sentence": "Grüße aus Köln.", "path": "/home/ann/brief.txt"}
    for wording in range(4):
        text = WORDINGS.told(Job("editor-write", 1, wording), **values)
        assert all(value in text for value in values.values())
    with pytest.raises(IndexError):
        WORDINGS.told(Job("editor-write", 0, 4), **values)
    with pytest.raises(KeyError):
        WORDINGS.told(Job("editor-write"), path="x")


def test_texts_of_seeds_are_taken_in_turn() -> None:
    said = [WORDINGS.told(Job("calculator-story", seed, 1)) for seed in range(4)]
    assert said[0] == said[3]
    assert len(set(said)) == 3
    # One text serves all seeds.
    assert WORDINGS.told(Job("calculator-formula", 2, 2), formula="1 + 1").endswith("1 + 1")


def test_a_file_that_lacks_a_wording_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "wordings.toml"
    path.write_text('[a]\nlanguage = "de"\n0 = "x"\n1 = "y"\n[b]\nlanguage = "de"\n0 = "x"\n')
    with pytest.raises(ValueError, match="not every task has equally many"):
        Wordings.read(path)
    path.write_text('[a]\nlanguage = "de"\n0 = "x"\n2 = "y"\n')
    with pytest.raises(ValueError, match="a: the wordings must be 0, 1"):
        Wordings.read(path)


def _typed() -> set[str]:
    """What the wizard wants typed letter by letter: neither chosen nor ticked nor gone to."""
    chosen = {*plan.TYPES, *plan.DATA_TYPES, *plan.HANDLINGS, *plan.CONSTRAINTS}
    chosen |= {*plan.CLEAN_UPS, *plan.FOLDERS, plan.ON, plan.OFF, plan.FINISHED}
    return {g.value for g in plan.REQUIRED if g.what not in plan.MOVES} - chosen


@pytest.mark.parametrize("wording", range(5))
def test_the_wizard_is_told_all_that_is_to_be_typed(wording: int) -> None:
    assert WIZARD.wordings == OF_WIZARD.last == 4
    text = told(Job("wizard", 0, wording))
    assert len(_typed()) == 15
    assert [value for value in _typed() if value not in text] == []
    assert "\n" not in text
    assert "  " not in text


@pytest.mark.parametrize("wording", range(1, 5))
def test_the_other_wordings_of_the_wizard_name_neither_labels_nor_options(wording: int) -> None:
    text = told(Job("wizard", 0, wording))
    assert '"' not in text
    labels = {g.what.rpartition("/")[2] for g in plan.REQUIRED if g.what not in plan.MOVES}
    # A person has a name whatever the form calls it, and a version.
    labels -= {"Name", "Name*", "Version"}
    options = {g.value for g in plan.REQUIRED if g.what not in plan.MOVES} - _typed()
    options -= {plan.ON, plan.FINISHED}
    assert len(options) == 6
    named = [
        word
        for word in labels | options
        if re.search(rf"\b{re.escape(word)}\b", text, re.IGNORECASE)
    ]
    assert named == []


@pytest.mark.parametrize(("suite", "tasks"), [(APPS, len(TASKS)), (WIZARD, 1)])
def test_jobs_of_several_wordings_are_apart(suite: Apps | Wizard, tasks: int) -> None:
    jobs = suite.jobs(Options(seeds=(0, 1), wordings=(1, 2)))
    assert len(jobs) == len(set(jobs)) == tasks * 2 * 2
    assert {job.wording for job in jobs} == {1, 2}
    assert {job.wording for job in suite.jobs(Options())} == {0}


def test_tables_group_by_wording_when_there_is_more_than_the_usual_one() -> None:
    results = [
        Result("wizard", 0, True, 1.0),
        Result("wizard", 0, False, 0.5, failure="limit", wording=2),
        Result("wizard", 1, True, 1.0, wording=2),
    ]
    assert by_wording(results[:1]) == by_wording([]) == []
    [text] = by_wording(results)
    assert "| 0 | 1/1 (100.0 %) |" in text
    assert "| 2 | 1/2 (50.0 %) | 9–91 % | 0.75 | limit 1 |" in text
    assert text in WIZARD.tables(results, Options())
    assert text in APPS.tables(_as_apps(results), Options())


def _as_apps(results: list[Result]) -> list[Result]:
    return [Result.from_plain(r.as_plain() | {"task": "web-order"}) for r in results]


def test_an_option_that_the_wizards_task_only_describes_is_no_wrong_text() -> None:
    nowhere = cast(RunningWizard, SimpleNamespace(entries=list, truth=list, over=bool))
    texts = scene(nowhere, Job("wizard", 0, 3)).texts
    assert {"Float", "Constant", "After each run", plan.COMMAND} <= set(texts)
