"""Dressing a virtual desktop: its files before anything starts, its bar and wallpaper after."""

from __future__ import annotations

import os
import shlex
import shutil
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agent.apps.default_apps import read_defaults
from agent.desktop.dressing.entries import Entry, for_bar, installed, overriding, quoted
from agent.desktop.openbox import settings
from vision.capture.x11 import open_display, window_property

if TYPE_CHECKING:
    from agent.desktop.virtual_desktop import Desktop

BAR, MENU = "tint2", "jgmenu"
_HERE, _THEME = Path(__file__).parent, "Deskhand"
# Variables that lead the parts of the dressing to folders beside their files.
_HOMES = {"XDG_CONFIG_HOME": "config", "XDG_CACHE_HOME": "cache"}
_PARTS = {BAR: BAR, MENU: MENU}
# Kinds of programs that belong to a desktop, each with a package that has one.
_BELONGING = {"file manager": "thunar"}
_BAR_SECONDS = 1.0
_SHARED = "/usr/local/share:/usr/share"
# For programs without a toolkit; with these, ~/.Xdefaults is not read.
_RESOURCES = """\
*VT100.faceName: monospace
*VT100.faceSize: 11
*VT100.background: #ffffff
*VT100.foreground: #1c1b1a
*VT100.geometry: 90x26
*VT100.internalBorder: 6
*VT100.scrollBar: false
Xcursor.theme: Adwaita
Xft.antialias: 1
Xft.hinting: 1
Xft.hintstyle: hintslight
"""


def missing() -> dict[str, str]:
    """Parts of a dressed desktop that are not installed, with their Debian packages."""
    lacking = {name: package for name, package in _PARTS.items() if shutil.which(name) is None}
    there = programs_there()
    return lacking | {f"a {k}": p for k, p in _BELONGING.items() if k not in there}


def programs_there() -> dict[str, str]:
    """The names of the programs that stand in the bar, by their kinds such as "web browser"."""
    chosen = for_bar(installed(), read_defaults())
    return {kind: entry.application.name for kind, entry in chosen.items()}


def variables(folder: Path) -> dict[str, str]:
    """The variables that lead programs on the dressed desktop to its own desktop entries."""
    own, shared = str(folder / "share"), os.environ.get("XDG_DATA_DIRS") or _SHARED
    return {"XDG_DATA_DIRS": ":".join([own, *(each for each in shared.split(":") if each != own)])}


def write_files(folder: Path) -> str:
    """Write the files of the dressing into the desktop's folder; returns openbox's settings."""
    own, share = folder / "dressing", folder / "share"
    _write(share / "applications", dict(overriding(folder)))
    shutil.copytree(_HERE / "theme", share / f"themes/{_THEME}/openbox-3")
    shutil.copytree(_HERE / "files", own)
    # A program of two kinds stands there once.
    chosen = list(dict.fromkeys(for_bar(installed(folder), read_defaults()).values()))
    opened = f"sh {quoted(str(own / 'open'))}"
    launchers = {}
    for number, entry in enumerate(chosen):
        command = " ".join(quoted(word) for word in entry.application.command)
        launchers[f"bar/{number}.desktop"] = (
            f"[Desktop Entry]\nType=Application\nName={entry.application.name}\n"
            f"Icon={entry.icon}\nExec={opened} {command}\n"
        )
    with_menu = f"sh {shlex.quote(str(own / 'menu'))}" if shutil.which(MENU) else ""
    rc = bar_settings([str(own / name) for name in launchers], with_menu)
    files = {"open": open_script(os.environ), "first.csv": first_items(chosen), "tint2rc": rc}
    _write(own, files | launchers)
    return settings(f"{with_menu} --at-pointer" if with_menu else "", _THEME)


def bar_settings(launchers: Sequence[str], menu: str) -> str:
    """The settings of the bar: paths of desktop entries, and the command of the menu or ""."""
    items = ("P" if menu else "") + ("L" if launchers else "") + "T"
    lines = [f"panel_items = {items}", (_HERE / "files/tint2rc").read_text("utf-8")]
    lines += [f"launcher_item_app = {path}" for path in launchers]
    if menu:
        button = (_HERE / "files/tint2rc-button").read_text("utf-8")
        lines.append(f"{button}button_lclick_command = {menu}")
    return "\n".join(lines) + "\n"


def open_script(variables: Mapping[str, str]) -> str:
    """A script that starts what it is given as from a person's own menu: in the home folder, with
    the values that `variables` has for the homes and without those that it has not."""
    lines = [
        f"export {name}={shlex.quote(variables[name])}" if name in variables else f"unset {name}"
        for name in _HOMES
    ]
    return "\n".join(["#!/bin/sh", *lines, 'cd "$HOME" 2>/dev/null', 'exec "$@"', ""])


def first_items(entries: Sequence[Entry]) -> str:
    """What stands at the top of the menu: the programs of the bar, and a line below them."""
    # jgmenu starts programs in the home folder, so that the script needs its whole path.
    lines = [
        f'"""{a.name}""",sh "$DESKHAND_OPEN" {shlex.join(a.command)},{entry.icon}'
        for entry in entries
        for a in (entry.application,)
    ]
    return "\n".join([*lines, "^sep()", ""]) if lines else ""


def _write(folder: Path, texts: Mapping[str, str]) -> None:
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def dress(desktop: Desktop) -> None:
    """Hang the wallpaper and start the bar; returns when the bar is there, or after a second."""
    from agent.desktop.dressing.wallpaper import hang

    display = open_display(desktop.display)
    try:
        if shutil.which(BAR):
            _start_bar(desktop)
        root = display.screen().root
        root.change_text_property(
            display.intern_atom("RESOURCE_MANAGER"), display.intern_atom("STRING"), _RESOURCES
        )
        hang(display, desktop.size)
        end = time.monotonic() + _BAR_SECONDS
        while shutil.which(BAR) and not _reserved(display, root) and time.monotonic() < end:
            time.sleep(0.01)
    finally:
        display.close()


def _start_bar(desktop: Desktop) -> None:
    own = desktop.folder / "dressing"
    # Started again when it crashes, but not for ever.
    again = 'for _ in 1 2 3; do tint2 -c "$0" && break; sleep 0.5; done'
    places = {name: str(own / part) for name, part in _HOMES.items()}
    desktop.launch(["sh", "-c", again, str(own / "tint2rc")], env=places)


def _reserved(display: Any, root: Any) -> bool:
    """Whether something has reserved a part of the screen for itself."""
    area = window_property(display, root, "_NET_WORKAREA")
    return area is not None and area[3] < display.screen().height_in_pixels
