"""The first steps of a new user."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from agent.diagnostics.preflight import Problem
from models.files import store
from models.files.paths import runs_folder
from panel.task import first_steps
from tests.support.made_runs import Did, made_run
from tests.support.served_panel import served


def test_they_say_what_is_missing(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        first_steps, "display_problem", lambda: Problem("There is no display.", "Start one.")
    )
    screen, model, detector = first_steps.ready()
    assert (screen.good, screen.said) == (False, "There is no display. Start one.")
    assert not model.good
    assert "(1.1 GB) is not downloaded yet. The first run downloads it" in model.said
    assert detector.good  # the usual one is in the package
    monkeypatch.setattr(first_steps, "display_problem", lambda: None)
    monkeypatch.setattr(store, "ready", lambda model: True)
    assert all(one.good for one in first_steps.ready())


def test_they_are_gone_after_the_first_run(data_folder: Path) -> None:
    assert first_steps.is_first()
    made_run(runs_folder(), "save it", [Did("click")])
    assert not first_steps.is_first()


def test_a_settings_file_that_cannot_be_read_is_told(data_folder: Path) -> None:
    (data_folder / "settings.toml").write_text("what is this")
    _, model, _ = first_steps.ready()
    assert not model.good
    assert "settings.toml" in model.said


def test_the_practice_task_is_started_from_the_page(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as server:
        page = browser.new_page()
        page.goto(server.address)
        steps = page.locator("#dh-first")
        expect(steps).to_contain_text("ready Screen")
        expect(steps).to_contain_text("not yet Language model")
        steps.get_by_role("button", name="Try the practice task").click()
        expect(page.locator("#dh-task textarea")).to_have_value(first_steps.PRACTICE)
        expect(steps).to_be_hidden()
        expect(page.locator(".dh-state")).to_contain_text("Done")
        assert server.started() == [[first_steps.PRACTICE, 30, False]]
        page.close()
