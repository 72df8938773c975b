"""Where a page is on the screen, for the benchmarks that compare with the page's own word."""

from __future__ import annotations

import pytest

from agent.desktop.virtual_desktop import Desktop
from benchmarks.browser import dom
from vision.capture.windows import Window
from vision.core.geometry import Box


def test_a_window_that_closes_meanwhile_is_passed_over(
    desktop: Desktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = Window(0x7FFFFF1, "Page", "Chromium", Box(0, 0, 600, 400))
    monkeypatch.setattr(dom, "list_windows", lambda: [gone])
    with pytest.raises(LookupError, match="no window"):
        dom.page_corner(100, 100)
