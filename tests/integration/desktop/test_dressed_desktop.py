"""The virtual desktop for a person: really started, looked at, used and ended."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from agent.desktop import virtual_desktop as desktops
from agent.desktop.dressing.dress import missing
from agent.desktop.virtual_desktop import Desktop
from agent.desktop.xserver import runs
from tests.support.timing import AMPLE, waited_for, within
from vision.capture.windows import Window, list_windows
from vision.capture.x11 import open_display, window_property

HEIGHT = 40  # of the bar, as tint2rc says


@pytest.fixture
def dressed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Desktop]:
    """A dressed desktop with all its parts; this process is not on it."""
    assert not missing(), "install packages-debian.txt"
    with desktops.start(dressed=True) as desktop:
        yield desktop


@pytest.fixture
def display(dressed: Desktop) -> Iterator[Any]:
    connection = open_display(dressed.display)
    yield connection
    connection.close()


def click(display: Any, x: int, y: int, button: int = 1) -> None:
    from Xlib import X
    from Xlib.ext import xtest

    xtest.fake_input(display, X.MotionNotify, x=x, y=y)
    display.sync()
    time.sleep(0.1)
    for kind in (X.ButtonPress, X.ButtonRelease):
        xtest.fake_input(display, kind, button)
        display.sync()
        time.sleep(0.05)


def press(display: Any, *names: str) -> None:
    """Press keys together, such as "Alt_L", "F4"."""
    from Xlib import XK, X
    from Xlib.ext import xtest

    codes = [display.keysym_to_keycode(XK.string_to_keysym(name)) for name in names]
    for kind, order in ((X.KeyPress, codes), (X.KeyRelease, codes[::-1])):
        for code in order:
            xtest.fake_input(display, kind, code)
            display.sync()


def windows(desktop: Desktop) -> tuple[Window, ...]:
    return list_windows(desktop.display)


def with_mousepad(desktop: Desktop) -> Window:
    """Mousepad's window, opened, there alone and active."""
    desktop.launch(["mousepad"])
    (window,) = waited_for(lambda: [w for w in windows(desktop) if w.active])
    assert window.application == "Mousepad"
    assert len(windows(desktop)) == 1
    return window


def pixel(display: Any, x: int, y: int) -> bytes:
    from Xlib import X

    root = display.screen().root
    return bytes(root.get_image(x, y, 1, 1, X.ZPixmap, 0xFFFFFFFF).data[:3])


def named(desktop: Desktop, name: str) -> list[psutil.Process]:
    """The living processes of the desktop with this name."""
    return [
        process
        for process in psutil.process_iter()
        if _value(process, desktops.MARK) == str(desktop.folder)
        and runs(process)
        and process.name() == name
    ]


def _value(process: psutil.Process, name: str) -> str | None:
    try:
        value: str | None = process.environ().get(name)
        return value
    except psutil.Error:
        return None


def test_it_is_soon_there_with_a_bar_and_a_wallpaper_and_without_a_window():
    began = time.monotonic()
    with desktops.start((1920, 1080), dressed=True) as desktop:
        within(time.monotonic() - began, 1.5)
        connection = open_display(desktop.display)
        root = connection.screen().root
        area = window_property(connection, root, "_NET_WORKAREA")
        assert list(area[:4]) == [0, 0, 1920, 1080 - HEIGHT]
        upper, lower = pixel(connection, 900, 10), pixel(connection, 900, 1000)
        assert sum(upper) > sum(lower) > 0, "the wallpaper grows darker downwards"
        waited_for(lambda: sum(pixel(connection, 1000, 1060)) > 3 * 230)
        assert windows(desktop) == ()
        connection.close()


def test_one_program_is_one_window(dressed: Desktop, display: Any):
    """The bar shows it, and is no window itself: neither is what covers the background."""
    window = with_mousepad(dressed)
    # Its button in the bar is lit.
    button = (300, 800 - HEIGHT // 2)
    waited_for(lambda: pixel(display, *button) != pixel(display, 1270, button[1]))
    # A click minimises it, the next one brings it back.
    click(display, *button)
    waited_for(lambda: windows(dressed) == ())
    click(display, *button)
    waited_for(lambda: [w.handle for w in windows(dressed)] == [window.handle])


def test_a_maximised_window_does_not_cover_the_bar(dressed: Desktop, display: Any):
    window = with_mousepad(dressed)
    click(display, (window.box.left + window.box.right) // 2, window.box.top + 12)
    click(display, (window.box.left + window.box.right) // 2, window.box.top + 12)
    waited_for(lambda: windows(dressed)[0].box.width == 1280)
    assert windows(dressed)[0].box.bottom <= 800 - HEIGHT


@pytest.mark.parametrize(("place", "button"), [((60, 780), 1), ((700, 300), 3)])
def test_the_menu_opens_and_starts_a_program(
    dressed: Desktop, display: Any, place: tuple[int, int], button: int
):
    """From the bar, and by a right click on the background."""
    click(display, *place, button)
    (menu,) = waited_for(lambda: windows(dressed))
    assert menu.popup
    assert menu.box.bottom <= 800 - HEIGHT
    press(display, "Escape")
    waited_for(lambda: windows(dressed) == ())
    click(display, *place, button)
    (menu,) = waited_for(lambda: windows(dressed))
    time.sleep(0.3)  # until it has taken the mouse
    click(display, menu.box.left + 60, menu.box.top + 22)
    (opened,) = waited_for(lambda: [w for w in windows(dressed) if not w.popup])
    assert opened.application in ("Thunar", "Pcmanfm"), "the file manager stands at the top"


def test_a_program_of_the_bar_starts_as_from_a_persons_own_menu(
    dressed: Desktop, display: Any, tmp_path: Path
):
    """With the person's settings, not those of the bar, in the home folder."""
    click(display, 143, 780)
    (opened,) = waited_for(lambda: [w for w in windows(dressed) if not w.popup])
    (process,) = named(dressed, opened.application.casefold())
    assert process.cwd() == str(Path.home())
    for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        assert process.environ().get(name) == os.environ.get(name)


def test_a_crash_of_the_bar_does_not_end_the_desktop(dressed: Desktop, display: Any):
    window = with_mousepad(dressed)
    (bar,) = named(dressed, "tint2")
    bar.send_signal(signal.SIGKILL)
    (again,) = waited_for(lambda: [p for p in named(dressed, "tint2") if p.pid != bar.pid])
    assert again.pid != bar.pid
    assert dressed.alive()
    assert [w.handle for w in windows(dressed)] == [window.handle]


def test_nothing_that_a_run_does_closes_the_bar(dressed: Desktop, display: Any):
    """With no window left, neither the keys that close one nor clicks of any button on the bar."""
    (bar,) = named(dressed, "tint2")
    press(display, "Alt_L", "F4")
    press(display, "Escape")
    for button in (2, 3):
        click(display, 900, 780, button)
    window = with_mousepad(dressed)
    for button in (2, 3):
        click(display, 300, 780, button)
    time.sleep(0.5)
    assert [w.handle for w in windows(dressed)] == [window.handle]
    press(display, "Alt_L", "F4")
    waited_for(lambda: windows(dressed) == ())
    press(display, "Alt_L", "F4")
    time.sleep(0.3)
    assert runs(bar)
    area = window_property(display, display.screen().root, "_NET_WORKAREA")
    assert area[3] == 800 - HEIGHT


def test_everything_ends_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    with desktops.start(dressed=True) as desktop:
        connection = open_display(desktop.display)
        click(connection, 60, 780)
        waited_for(lambda: windows(desktop))
        assert named(desktop, "tint2")
        assert named(desktop, "jgmenu")
        connection.close()
    left = [p for p in psutil.process_iter() if _value(p, desktops.MARK) == str(desktop.folder)]
    assert [p.name() for p in left if runs(p)] == []
    assert not desktop.folder.exists()
    assert not Path(f"/tmp/.X11-unix/X{desktop.display[1:]}").exists()
    assert list(home.iterdir()) == [], "neither bar nor menu keeps anything at home"


def test_the_kept_desktop_is_dressed_and_says_so_when_found_again(data_folder: Path):
    desktops.start_kept((800, 600))
    try:
        found = desktops.running()
        assert found is not None
        assert found.environment()["XDG_DATA_DIRS"].startswith(f"{found.folder}/share:")
        assert named(found, "tint2")
    finally:
        assert desktops.stop_kept()


def test_the_browser_of_the_bar_starts_also_for_root(dressed: Desktop, display: Any):
    """Its entry on this desktop has what it needs; a browser is in packages-debian-test.txt."""
    click(display, 175, 780)
    opened = waited_for(lambda: [w for w in windows(dressed) if not w.popup], AMPLE)
    assert opened[0].application == "Chromium"
    assert (dressed.folder / "chromium").is_dir()


def test_without_its_programs_it_starts_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """On a system without the bar and the menu there are the wallpaper and windows."""
    import shutil

    for name in ("Xvfb", "openbox", "dbus-daemon", "xclip", "sh", "xkbcomp", "mousepad"):
        found = shutil.which(name)
        assert found is not None
        (tmp_path / name).symlink_to(found)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert set(missing()) >= {"tint2", "jgmenu"}
    with desktops.start(dressed=True) as desktop:
        connection = open_display(desktop.display)
        assert pixel(connection, 900, 10) != pixel(connection, 900, 700)
        with_mousepad(desktop)
        connection.close()


def test_bare_is_empty():
    """What tests and measurements use: no program but those of the desktop itself."""
    with desktops.start() as desktop:
        assert named(desktop, "tint2") == []
        connection = open_display(desktop.display)
        assert pixel(connection, 900, 10) == pixel(connection, 900, 700)
        connection.close()
        assert "XDG_DATA_DIRS" not in desktop.environment()
