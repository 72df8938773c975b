"""The tasks of the last runs are offered again."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from agent.secrets.redaction import MASK
from panel.task.recent import MOST, recent_tasks
from tests.support.made_runs import Did, made_run, many
from tests.support.served_panel import Server

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


def test_a_recent_task_is_put_into_the_box(server: Server, browser: Browser) -> None:
    made_run(server.data / "runs", "Save <b>it</b> all", STEPS)
    page = browser.new_page()
    page.goto(server.address)
    # It moves the list down when it comes.
    page.locator(".dh-live img").wait_for()
    page.locator("#dh-recent input").click()
    page.get_by_role("option", name="Save <b>it</b> all").click()
    expect(page.locator("#dh-task textarea")).to_have_value("Save <b>it</b> all")
    expect(page.locator("#dh-recent input")).to_have_value("")
    page.close()
