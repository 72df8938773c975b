"""Pages are played by their steps on a real desktop, and what was seen becomes decisions."""

from __future__ import annotations

from random import Random

import pytest

from agent.desktop.virtual_desktop import Desktop
from benchmarks.browser.chromium import PageError
from benchmarks.everyday.pages import EverydayPage, pages
from benchmarks.everyday.suite import opened
from training.decisions.pages import moments
from training.recording.__main__ import played, states_of
from training.recording.steps import SCRIPT, Steps

PAGE = EverydayPage(
    "made",
    "dev",
    ("Write Ann Lee for the name, take the second row, and save.",),
    """<!doctype html><script src=state.js></script>
    <label>Name <input id=name></label>
    <ul><li>First row <button onclick="report({row: 1})">Take this one</button></li>
    <li>Second row <button onclick="report({row: 2})">Take this one</button></li></ul>
    <button onclick="report({saved: name.value})">Save</button>
    <script>const name = document.querySelector('#name'); report({row: 0, saved: ''})</script>
    """.replace("name.value", "document.querySelector('#name').value"),
    {"row": 2, "saved": "Ann Lee"},
    stages=(
        (
            {"do": "type", "css": "#name", "text": "Ann Lee"},
            {"do": "click", "css": 'li:has-text("second") button'},
        ),
        ({"do": "click", "css": "body > button"},),
    ),
    tempting=({"do": "click", "css": "li:first-child button"},),
)


@pytest.fixture(scope="module")
def recorded(desktop: Desktop) -> dict[str, object]:
    found, why = played(PAGE, desktop)
    assert why == ""
    return found


def test_a_page_is_played_to_its_end(recorded: dict[str, object]) -> None:
    states = recorded["states"]
    assert isinstance(states, list)
    assert [act["verb"] for act in states[-1]["right"]] == ["done"]
    done = [act for state in states for act in state["done"]]
    assert {(act["verb"], act.get("value")) for act in done[:2]} == {
        ("type", "Ann Lee"),
        ("click", None),
    }
    assert done[-1]["name"] == "Save"
    assert states[0]["wrong"]


def test_where_nothing_was_looked_at_nothing_is_kept() -> None:
    assert states_of([]) == []


def test_what_was_recorded_can_be_learnt_from(recorded: dict[str, object]) -> None:
    found = list(moments(recorded, 0, Random(1)))
    assert found[-1].last
    assert all(moment.right for moment in found)


@pytest.mark.parametrize(
    ("selector", "value"),
    [
        ("#name", ""),
        ('li:has-text("second") button', "Take this one"),
        ('ul > li:has-text("first") > button', "Take this one"),
        ('button:has-text("save")', "Save"),
        ('li:has-text("third") button', None),
        ("button:text-is('save')", "Save"),
        ("li:text-is('second')", None),
    ],
)
def test_selectors_find_by_text(desktop: Desktop, selector: str, value: str | None) -> None:
    with opened(desktop, PAGE, 0, SCRIPT) as (shown, _):
        told = Steps(shown, PAGE.stages)._call("told", selector)
        assert ((told and told["value"]) or None) == (value or None)


def test_a_selector_that_is_none_is_an_error(desktop: Desktop) -> None:
    with opened(desktop, PAGE, 0, SCRIPT) as (shown, _), pytest.raises(PageError):
        Steps(shown, PAGE.stages)._call("told", "li:::")


def test_the_steps_of_shipped_pages_are_well_formed() -> None:
    known = [page for page in pages().values() if page.stages]
    assert len(known) > 100
    for page in known:
        for step in (*(step for stage in page.stages for step in stage), *page.tempting):
            needed = {"type": "text", "select": "option", "drag": "to", "press": "key"}
            assert step["do"] == "press" or step["css"]
            assert step.get(needed.get(step["do"], "do")) is not None
