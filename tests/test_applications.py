"""Installed applications: reading desktop entries, finding by name, starting."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from timing import AMPLE

from agent.application import Application
from agent.applications import find, installed, launch
from agent.desktop import MARK, Desktop, start
from agent.desktop_entries import read_entry
from agent.errors import ActionFailed
from vision.windows import list_windows


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


def shows(title: str, seconds: float = 15.0) -> bool:
    end = time.monotonic() + seconds
    while not any(title in window.title for window in list_windows()):
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


@pytest.mark.desktop
def test_a_browser_starts_on_the_virtual_desktop(desktop: Desktop, tmp_path: Path):
    (browser,) = find("chromium")
    page = tmp_path / "page.html"
    page.write_text("<title>Our page</title>hello")
    process = launch(browser, desktop.environment(), [f"file://{page}"])
    try:
        assert shows("Our page")
        assert (desktop.folder / "chromium").is_dir()
    finally:
        process.terminate()
        process.wait(AMPLE)


@pytest.mark.desktop
def test_what_our_process_starts_on_its_desktop_ends_with_it(desktop: Desktop, tmp_path: Path):
    before = dict(os.environ)
    try:
        with start((640, 480)) as other:
            other.activate_environment()
            out = tmp_path / "env"
            app = Application("s", "S", command=("sh", "-c", f"env > {out}; exec sleep 100"))
            process = launch(app)
            while not out.exists() or f"{MARK}={other.folder}" not in out.read_text():
                time.sleep(0.05)
        assert process.wait(AMPLE) != 0
    finally:
        os.environ.clear()
        os.environ.update(before)


@pytest.mark.parametrize("virtual", [True, False])
def test_programs_do_not_get_what_our_libraries_put_into_the_environment(
    desktop: Desktop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, virtual: bool
):
    libraries = tmp_path / "site-packages/cv2/qt/plugins"
    monkeypatch.setenv("QT_QPA_PLATFORM_PLUGIN_PATH", str(libraries))
    monkeypatch.setenv("QT_QPA_FONTDIR", "/opt/fonts")  # the person's own
    monkeypatch.setenv("LD_LIBRARY_PATH", f"{libraries}:/opt/lib:")
    said = tmp_path / "said"
    script = f"env > {said}.part; mv {said}.part {said}"
    if virtual:
        desktop.launch(["sh", "-c", script])
    else:
        launch(Application("env", "env", command=("sh", "-c", script)))
    deadline = time.monotonic() + 10
    while not said.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    variables = dict(line.split("=", 1) for line in said.read_text().splitlines() if "=" in line)
    assert "QT_QPA_PLATFORM_PLUGIN_PATH" not in variables
    assert variables["QT_QPA_FONTDIR"] == "/opt/fonts"
    assert variables["LD_LIBRARY_PATH"] == "/opt/lib"
