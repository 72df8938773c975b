"""The files of the dressed desktop: entries, bar, menu, frames and wallpaper."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from agent.apps.application import Application
from agent.apps.default_apps import Defaults
from agent.apps.desktop_entries import desktop_entries
from agent.desktop.dressing import dress
from agent.desktop.dressing.dress import missing, programs_there, variables, write_files
from agent.desktop.dressing.entries import (
    Entry,
    for_bar,
    installed,
    overriding,
    quoted,
    with_options,
)
from agent.desktop.dressing.wallpaper import picture
from agent.desktop.openbox import settings
from agent.desktop.program_options import missing_options

FILES = "Name=Files\nCategories=FileManager;\nExec=files %U\nIcon=folder\n"
BROWSER = (
    "Name=Chromium\nCategories=WebBrowser;\nExec=/usr/bin/chromium %U\nIcon=chromium\n"
    "[Desktop Action new]\nName=New\nExec=/usr/bin/chromium --incognito\n"
)


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder with desktop entries: a file manager, a browser and a part of our own."""
    folder = tmp_path / "system"
    (folder / "applications").mkdir(parents=True)
    for name, lines in (("files", FILES), ("chromium", BROWSER), ("tint2", "Name=T\nExec=tint2\n")):
        text = f"[Desktop Entry]\nType=Application\n{lines}"
        (folder / f"applications/{name}.desktop").write_text(text)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "none"))
    monkeypatch.setenv("XDG_DATA_DIRS", str(folder))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))
    monkeypatch.setenv("XDG_CONFIG_DIRS", str(tmp_path / "none"))
    return folder


def entry(name: str, *categories: str) -> Entry:
    return Entry(Application(name, name, categories=categories, command=(name,)), name)


def test_a_browser_gets_its_options_in_every_line_that_starts_it(system: Path, tmp_path: Path):
    texts = dict(overriding(tmp_path))
    lines = re.findall(r"(?m)^Exec=(.*)$", texts["chromium.desktop"])
    assert len(lines) == 2
    for line in lines:
        assert line.startswith("/usr/bin/chromium ")
        assert f"--user-data-dir={tmp_path}/chromium" in line
        assert ("--no-sandbox" in line) == (os.geteuid() == 0)
    assert lines[0].endswith(" %U")
    assert lines[1].endswith(" --incognito")
    assert "files.desktop" not in texts, "what needs nothing is left as it is"


def test_parts_of_the_desktop_are_in_no_menu(
    system: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    assert "tint2" in [application.id for application in desktop_entries()]
    write_files(tmp_path)
    monkeypatch.setenv("XDG_DATA_DIRS", variables(tmp_path)["XDG_DATA_DIRS"])
    shown = list(desktop_entries())
    assert sorted(application.id for application in shown) == ["chromium", "files"]
    assert [each.application.id for each in installed()] == ["chromium", "files"]


def test_the_options_are_not_given_twice(
    system: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """What the agent opens is read from the desktop's own entry, which has them already."""
    write_files(tmp_path)
    monkeypatch.setenv("XDG_DATA_DIRS", variables(tmp_path)["XDG_DATA_DIRS"])
    (browser,) = [a for a in desktop_entries() if a.id == "chromium"]
    assert missing_options(("/usr/bin/chromium",), str(tmp_path))
    assert missing_options(browser.command, str(tmp_path)) == []


def test_the_variable_leads_to_the_own_entries_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delenv("XDG_DATA_DIRS", raising=False)
    first = variables(tmp_path)
    assert first == {"XDG_DATA_DIRS": f"{tmp_path}/share:/usr/local/share:/usr/share"}
    monkeypatch.setenv("XDG_DATA_DIRS", first["XDG_DATA_DIRS"])
    assert variables(tmp_path) == first


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("--no-sandbox", "--no-sandbox"),
        ("/a/b-c.d", "/a/b-c.d"),
        ("two words", '"two words"'),
        ("50%", "50%%"),
        ('say "$HOME"', r'"say \"\$HOME\""'),
    ],
)
def test_quoted(word: str, expected: str):
    assert quoted(word) == expected


def test_with_options_changes_nothing_else():
    text = "[Desktop Entry]\nName=A\nTryExec=a\nExec=a %U\nComment=Exec=b\n"
    assert with_options(text, ["-x y"]) == text.replace("Exec=a %U", 'Exec=a "-x y" %U')


def test_one_program_of_each_kind_stands_in_the_bar_in_a_fixed_order():
    entries = [
        entry("calc", "Calculator"),
        entry("pad", "TextEditor"),
        entry("one", "FileManager"),
        entry("two", "FileManager"),
        entry("game", "Game"),
    ]
    chosen = for_bar(entries, Defaults())
    assert list(chosen) == ["file manager", "text editor", "calculator"]
    assert chosen["file manager"].application.name == "one"
    usual = Defaults(by_type={"inode/directory": ("two",)})
    assert for_bar(entries, usual)["file manager"].application.name == "two"
    assert for_bar([], Defaults()) == {}


def test_what_is_missing_is_named_with_its_package(
    system: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert missing() == {"tint2": "tint2", "jgmenu": "jgmenu"}
    assert programs_there() == {"file manager": "Files", "web browser": "Chromium"}
    (system / "applications/files.desktop").unlink()
    assert missing() == {"tint2": "tint2", "jgmenu": "jgmenu", "a file manager": "thunar"}


def test_without_a_menu_nothing_opens_one(
    system: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "Execute" not in write_files(tmp_path)
    rc = (tmp_path / "dressing/tint2rc").read_text()
    assert rc.startswith("panel_items = LT\n")
    assert "button = new" not in rc


def test_the_bar_has_what_it_is_given():
    rc = dress.bar_settings(["/f/0.desktop", "/f/1.desktop"], "sh /f/menu")
    assert rc.startswith("panel_items = PLT\n")
    assert [line for line in rc.splitlines() if line.startswith("launcher_item_app")] == [
        "launcher_item_app = /f/0.desktop",
        "launcher_item_app = /f/1.desktop",
    ]
    assert "button_lclick_command = sh /f/menu\n" in rc
    assert "strut_policy = follow_size" in rc
    assert "clock" not in rc


def test_the_menu_starts_each_program_by_the_script():
    edits = Path(dress.__file__).parent / "files/items.sed"
    sed = shutil.which("sed")
    assert sed is not None
    said = subprocess.run(
        [sed, "-E", "-f", str(edits)],
        input=(
            "Games,^checkout(games),applications-games\n^tag(games)\n\n"
            'Mousepad (Text Editor),mousepad,pad\n"""Foo, bar""",/usr/bin/foo --x,foo\n'
            "Vim (Text Editor),^term(vim,gvim\nTop,^term(top -d 1),top\n"
        ),
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert said == (
        "Games,^checkout(games),applications-games\n^tag(games)\n\n"
        'Mousepad (Text Editor),sh "$DESKHAND_OPEN" mousepad,pad\n'
        '"""Foo, bar""",sh "$DESKHAND_OPEN" /usr/bin/foo --x,foo\n'
        'Vim (Text Editor),sh "$DESKHAND_OPEN" x-terminal-emulator -e vim,gvim\n'
        'Top,sh "$DESKHAND_OPEN" x-terminal-emulator -e top -d 1,top\n'
    )


@pytest.mark.parametrize("own", [None, "/home/ann/my settings"])
def test_what_is_opened_has_the_persons_own_settings(tmp_path: Path, own: str | None):
    script = tmp_path / "open"
    script.write_text(dress.open_script({"XDG_CONFIG_HOME": own} if own else {}))
    said = subprocess.run(
        ["sh", str(script), "sh", "-c", 'echo "${XDG_CONFIG_HOME-none} ${XDG_CACHE_HOME-none}"'],
        env={**os.environ, "XDG_CONFIG_HOME": "/bar", "XDG_CACHE_HOME": "/bar"},
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert said == f"{own or 'none'} none\n"


def test_the_programs_of_the_bar_stand_at_the_top_of_the_menu():
    lines = dress.first_items([entry("pad", "TextEditor")]).splitlines()
    assert lines == ['"""pad""",sh "$DESKHAND_OPEN" pad,pad', "^sep()"]
    assert dress.first_items([]) == ""


def test_openbox_opens_the_menu_only_where_there_is_one():
    assert "Root" not in settings()
    dressed = settings("sh '/a & b/menu' --at-pointer", "Mine")
    assert "<command>sh '/a &amp; b/menu' --at-pointer</command>" in dressed
    assert "<name>Mine</name>" in dressed


def test_the_frames_have_a_theme_with_a_sign_for_each_button(system: Path, tmp_path: Path):
    assert "<name>Deskhand</name>" in write_files(tmp_path)
    theme = tmp_path / "share/themes/Deskhand/openbox-3"
    assert {path.name for path in theme.iterdir()} == {
        "themerc", "close.xbm", "max.xbm", "max_toggled.xbm", "iconify.xbm",
    }  # fmt: skip


def test_the_wallpaper_grows_darker_downwards_and_has_no_hard_edge():
    drawn = picture((160, 100))
    assert drawn.shape == (100, 160, 3)
    assert drawn.dtype == np.uint8
    rows = drawn.astype(int).sum(axis=2)
    assert (rows[0] > rows[-1] + 60).all()
    assert abs(np.diff(rows, axis=1)).max() < 30
