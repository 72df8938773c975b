"""Installed applications: reading desktop entries, finding by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.apps.application import Application
from agent.apps.applications import find, installed, launch
from agent.apps.desktop_entries import read_entry
from agent.errors import ActionFailed


@pytest.fixture
def entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder with desktop entries; those of a user are in home/applications."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path / "system"))
    monkeypatch.delenv("XDG_CURRENT_DESKTOP", raising=False)
    (tmp_path / "home/applications").mkdir(parents=True)
    (tmp_path / "system/applications").mkdir(parents=True)
    return tmp_path


def write(folder: Path, name: str, *lines: str) -> Path:
    path = folder / "applications" / f"{name}.desktop"
    path.write_text("\n".join(["[Desktop Entry]", "Type=Application", *lines]) + "\n")
    return path


def test_no_entries(entries: Path):
    assert installed() == ()
    assert find("anything") == ()


def test_everything_of_an_entry_is_read(entries: Path):
    path = write(
        entries / "system",
        "ed",
        "# a comment",
        "Name=Ed",
        "Name[de]=Ett",
        "GenericName=Text Editor",
        "Keywords=write;note\\\\s;",
        "Categories=Utility;TextEditor;",
        "Comment=Write and read",
        "MimeType=text/plain;text/x-c;",
        "StartupWMClass=Edw",
        'Exec=env "A B=%%1" ed --name %c --icon %i file:%U %F',
        "[Desktop Action new]",
        "Name=New window",
        "Exec=ed --new",
    )
    assert read_entry(path, "ed") == Application(
        "ed",
        "Ed",
        "Text Editor",
        ("write", "note\\s"),
        ("Utility", "TextEditor"),
        ("env", "A B=%1", "ed", "--name", "Ed", "--icon", "file:"),
        "Write and read",
        ("text/plain", "text/x-c"),
        "Edw",
        ("Ett",),
    )


@pytest.mark.parametrize(
    "line",
    [
        "NoDisplay=true",
        "Hidden=true",
        "Type=Link",
        "OnlyShowIn=GNOME;KDE;",
        "TryExec=no-such-program",
        "Exec=unbalanced 'quote",
        "Exec=",
    ],
)
def test_not_shown(entries: Path, line: str):
    write(entries / "system", "x", "Name=X", "Exec=true", line)
    assert installed() == ()


def test_a_program_without_a_window_of_its_own_is_known(
    entries: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    path = entries / "ed.desktop"
    path.write_text("[Desktop Entry]\nType=Application\nName=Ed\nExec=ed\nTerminal=true\n")
    found = read_entry(path, "ed")
    assert found is not None
    assert found.in_terminal
    assert found.command[-2:] == ("-e", "ed")


def test_shown_only_in_the_desktop_in_use(entries: Path, monkeypatch: pytest.MonkeyPatch):
    write(entries / "system", "a", "Name=A", "Exec=true", "OnlyShowIn=KDE;")
    write(entries / "system", "b", "Name=B", "Exec=true", "NotShowIn=KDE;")
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", "ubuntu:KDE")
    assert [application.name for application in installed()] == ["A"]


def test_no_entry_at_all(entries: Path):
    (entries / "system/applications/bad.desktop").write_bytes(b"\xff\xfe no entry")
    assert installed() == ()


def test_a_users_entry_hides_the_systems(entries: Path):
    write(entries / "system", "x", "Name=System", "Exec=true")
    write(entries / "home", "x", "Name=Own", "Exec=true")
    write(entries / "system", "y", "Name=Gone", "Exec=true")
    write(entries / "home", "y", "Name=Gone", "Exec=true", "Hidden=true")
    assert [application.name for application in installed()] == ["Own"]


EDITOR = Application("org.xfce.mousepad", "Mousepad", "Text Editor", ("note",), (), ("mousepad",))
WRITER = Application("lo-writer", "LibreOffice Writer", "Word Processor", (), (), ("libreoffice",))
DRAW = Application("lo-draw", "LibreOffice Draw", "Drawing Program", (), (), ("libreoffice",))
WEB = Application("chromium", "Chromium Web Browser", "Web Browser", (), (), ("/bin/chromium",))
FILES = Application("files", "Files", "File Manager", ("folder", "note"), (), ("thunar",))
ALL = (EDITOR, WRITER, DRAW, WEB, FILES)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("", ()),
        ("Photoshop", ()),
        ("mousepad", (EDITOR,)),
        ("MOUSEPAD", (EDITOR,)),
        ("text editor", (EDITOR,)),
        ("Writer", (WRITER,)),
        ("libreoffice writer", (WRITER,)),
        ("chromium", (WEB,)),
        ("browser", (WEB,)),
        ("thunar", (FILES,)),
        ("the Files application", (FILES,)),
        ("folder", (FILES,)),
        ("note", (EDITOR, FILES)),
        ("office", (WRITER, DRAW)),
    ],
)
def test_find(name: str, expected: tuple[Application, ...]):
    assert find(name, ALL) == expected


def test_what_cannot_be_started():
    with pytest.raises(ActionFailed, match="Ghost could not be started"):
        launch(Application("g", "Ghost", command=("/no/such/program",)))
