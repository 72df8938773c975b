"""The click test of the Health tab on a real display."""

from __future__ import annotations

from pathlib import Path

from agent.desktop.virtual_desktop import Desktop
from agent.diagnostics.checkup import ClickCheck
from panel.health import markup
from tests.support.timing import waited_for


def test_the_click_test_gives_way_to_a_run(desktop: Desktop, data_folder: Path):
    from agent.control.pause import PauseSwitch
    from agent.control.remote import reachable
    from agent.control.stop import StopSwitch

    clicks = ClickCheck()
    with reachable(StopSwitch(), PauseSwitch()):
        clicks.begin()
        waited_for(lambda: not clicks.now().busy)
    assert "A run is using the mouse." in clicks.now().problem
    clicks.begin()
    waited_for(lambda: not clicks.now().busy)
    [monitor] = clicks.now().monitors
    assert (monitor.good, monitor.landed) == (True, "9 of 9 landed")
    assert "9 of 9 landed" in markup.clicks(clicks.now())
