"""A session without a run."""

from __future__ import annotations

import pytest

from agent.errors import DisplayError
from agent.session import Session
from tests.support.as_told import TASK, Told


def test_nothing_to_stop():
    session = Session()
    session.stop("me")
    assert session.wait()
    assert not session.running


def test_a_session_without_a_display_does_not_begin(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    told = Told()
    with pytest.raises(DisplayError, match="DISPLAY is not set"):
        Session().start(TASK, on_event=told)
    assert told.events == []
