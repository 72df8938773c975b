"""Bars and the window of a desktop's icons are no windows of programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from agent.desktop.virtual_desktop import Desktop
from tests.support.timing import waited_for
from vision.capture.windows import list_windows
from vision.capture.x11 import open_display

Shown = Callable[..., int]


@pytest.fixture
def shown(desktop: Desktop) -> Iterator[Shown]:
    """Shows a window of a type, such as "DOCK", and gives its number; all go at the end."""
    from Xlib import X, Xatom

    display = open_display(desktop.display)
    made = []

    def show(type_: str, left: int, override: bool = False) -> int:
        window = display.screen().root.create_window(
            left, 100, 80, 60, 0, X.CopyFromParent, override_redirect=override
        )
        kind = display.intern_atom(f"_NET_WM_WINDOW_TYPE_{type_}")
        property_ = display.intern_atom("_NET_WM_WINDOW_TYPE")
        window.change_property(property_, Xatom.ATOM, 32, [kind])
        window.map()
        display.sync()
        made.append(window)
        waited_for(lambda: window.get_attributes().map_state == X.IsViewable)
        return int(window.id)

    yield show
    for window in made:
        window.destroy()
    display.sync()
    display.close()


@pytest.mark.parametrize("type_", ["DOCK", "DESKTOP"])
@pytest.mark.parametrize("override", [False, True])
def test_what_belongs_to_the_desktop_itself_is_not_listed(shown: Shown, type_: str, override: bool):
    shown(type_, 100, override)
    normal = shown("NORMAL", 300)
    waited_for(lambda: [w.handle for w in list_windows()] == [normal])


def test_tooltips_are_listed_as_such(shown: Shown):
    handle = shown("TOOLTIP", 100, True)
    (tooltip,) = waited_for(list_windows)
    assert (tooltip.handle, tooltip.popup, tooltip.tooltip) == (handle, True, True)
