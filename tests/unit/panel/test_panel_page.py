"""What the panel's timer tells a page, with a session that is told what to say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from agent.actions import Click
from agent.events import Ended, Event, Started, Stepped
from agent.run import Settings
from agent.trajectory import Effect, Outcome, Step
from panel.task import steering
from panel.task.steering import Page
from tests.support.made_maps import made_map
from tests.support.made_routines import BOOK


class Session:
    """Tells what the test says, at once or when it is asked to."""

    running = False
    tell: Callable[[Event], None]

    def start(self, task: str, settings: Settings, *, on_event: Callable[[Event], None]) -> None:
        self.tell = on_event


def whole_run(folder: Path) -> list[Event]:
    effect = Effect("confirmed", "a menu opened")
    step = Step(1, made_map(()), "", "", Click(1), "click it", "", effect, {})
    return [
        Started("it", "scripted", folder),
        Stepped(step),
        Ended(Outcome("done", "Done."), folder, 1.0),
    ]


def rows(page: Page) -> list[Any]:
    """The updates of the row to keep the run: row, form, message."""
    return list(page.tick((), "me")[-5:-2])


def test_a_run_by_a_routine_is_not_offered_to_be_kept_while_the_next_one_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(steering, "like", lambda task: (BOOK, {"full-name": "Zoë"}))
    session = Session()
    begin: list[Callable[[], None]] = []

    def picture() -> tuple[str, str]:
        # The person presses Run while the picture of the screen is taken.
        while begin:
            begin.pop()()
        return "", ""

    viewing: Any = SimpleNamespace(prepare=lambda: None, view=None, picture=picture)
    page = Page(session, viewing=viewing)  # type: ignore[arg-type]
    page.run_routine("it", 5, False, None, "me")
    for event in whole_run(tmp_path):
        session.tell(event)
    begin.append(lambda: page.run("another", 5, False, None, "me"))
    assert not rows(page)[0].visible
    for event in whole_run(tmp_path):
        session.tell(event)
    assert rows(page)[0].visible
