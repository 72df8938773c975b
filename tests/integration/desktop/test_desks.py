"""The desktops of one process: what is left of one that is gone is no desktop."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from agent.desktop.desks import Desks, on_virtual
from agent.desktop.virtual_desktop import HERE
from agent.diagnostics.preflight import display_problem
from agent.errors import AgentError


@pytest.fixture
def variables() -> Iterator[None]:
    before = dict(os.environ)
    yield
    os.environ.clear()
    os.environ.update(before)


def test_without_a_display_one_is_started_whatever_an_old_variable_says(variables: None):
    os.environ.pop("DISPLAY", None)
    os.environ[HERE] = "/gone"
    with ExitStack() as stack:
        desks = Desks(stack)
        assert desks.forced
        assert not desks.choice
        assert os.environ[HERE] != "/gone"
        assert display_problem() is None
        assert on_virtual()
        assert desks.name.startswith("virtual (")
        with pytest.raises(AgentError, match="Only the virtual desktop is available"):
            desks.use(False)
