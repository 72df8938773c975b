"""The tasks of the last runs are offered again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from agent.secrets import MASK
from panel.recent import MOST, recent_tasks
from tests.integration.panel.test_panel import Server, browser, served  # noqa: F401 - fixtures
from tests.support.made_runs import Did, made_run, many

STEPS = [Did("click “Save” (button)")]


def test_each_task_once_the_last_one_first_and_none_with_a_secret(tmp_path: Path) -> None:
    made_run(tmp_path, "save it", STEPS, started="2026-03-01T10:00:00+0000")
    made_run(tmp_path, "open it", STEPS, started="2026-03-01T11:00:00+0000")
    made_run(tmp_path, "save it", STEPS, started="2026-03-01T12:00:00+0000")
    made_run(tmp_path, f"log in with {MASK}", STEPS, started="2026-03-01T13:00:00+0000")
    assert recent_tasks(tmp_path) == ["save it", "open it"]
    assert recent_tasks(tmp_path / "nothing") == []


def test_there_is_an_end_to_them(tmp_path: Path) -> None:
    many(tmp_path, MOST + 5)
    assert len(recent_tasks(tmp_path)) == MOST


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("recent")
    made_run(folder / "data" / "runs", "Save <b>it</b> all", STEPS)
    with served(folder) as server:
        yield server


def test_a_recent_task_is_put_into_the_box(place: Server, browser: Browser) -> None:  # noqa: F811
    page = browser.new_page()
    page.goto(place.address)
    page.locator("#dh-recent input").click()
    page.get_by_role("option", name="Save <b>it</b> all").click()
    expect(page.locator("#dh-task textarea")).to_have_value("Save <b>it</b> all")
    expect(page.locator("#dh-recent input")).to_have_value("")
    page.close()
