"""Tasks in file managers: pcmanfm, with a picture for each file, and Thunar, with a list."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from agent.computer.controller import Controller
from agent.desktop.virtual_desktop import Desktop
from benchmarks.apps.base import Episode, Task, episode
from benchmarks.apps.person import Person
from benchmarks.apps.wordings import told
from benchmarks.episodes.programs import PLACES
from benchmarks.episodes.scene import Scene, Score, scored
from benchmarks.harness.jobs import Job, Options

_FILES = {"letter.txt": "Dear Ann\n", "prices.csv": "tea,3\n", "walk.txt": "Up the hill.\n"}
_NEW_FOLDERS = ("Receipts", "Holiday 2025", "Invoices")
_NEW_NAMES = ("answer.txt", "draft-2.txt", "to Ann.txt")
_NAMES = ("letter.txt", "prices.csv", "walk.txt")

_LIST_VIEW = """<?xml version="1.0" encoding="UTF-8"?>
<channel name="thunar" version="1.0">
  <property name="last-view" type="string" value="ThunarDetailsView"/>
</channel>
"""

Tree = dict[str, str]
"""Files by their paths in the folder, and what they hold; a folder ends with / and holds ""."""


@contextlib.contextmanager
def new_folder(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Make a folder with a name."""
    name = _NEW_FOLDERS[job.seed % 3]
    with _pcmanfm(desktop, job, _FILES) as stage:

        def solve(controller: Controller) -> None:
            person = Person(controller, stage)
            person.press_for_window("ctrl+shift+n", "New Folder")
            person.press("ctrl+a")
            person.type(name)
            person.press("enter")

        yield Scene(
            told(job, name=name),
            lambda: _holds(stage, {**_FILES, f"{name}/": ""}),
            solve,
            stage.truth,
            deeds=(
                "press ctrl+shift+n | click Folder... | click Folder",
                f"type {name}",
                "click OK | press enter",
            ),
        )


@contextlib.contextmanager
def rename(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Give a file another name."""
    old, new = "letter.txt", _NEW_NAMES[job.seed % 3]
    with _pcmanfm(desktop, job, _FILES) as stage:

        def solve(controller: Controller) -> None:
            person = Person(controller, stage)
            person.click(old, "list item")
            person.press_for_window("f2", "Rename")
            person.press("ctrl+a")
            person.type(new)
            person.press("enter")

        renamed = {new if name == old else name: text for name, text in _FILES.items()}
        yield Scene(
            told(job, old=old, new=new),
            lambda: _holds(stage, renamed),
            solve,
            stage.truth,
            deeds=(
                f"click {old} | right click {old}",
                "press f2 | click Rename...",
                f"type {new}",
                "click OK | press enter",
            ),
        )


@contextlib.contextmanager
def copy(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Copy a file into a folder."""
    name = _NAMES[job.seed % 3]
    with _pcmanfm(desktop, job, {**_FILES, "Archive/": ""}) as stage:
        after = {**_FILES, **_archived(name)}
        yield _into_archive(stage, job, name, "press ctrl+c | click Copy", after)


@contextlib.contextmanager
def move(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Move a file into a folder."""
    name = _NAMES[job.seed % 3]
    with thunar(desktop, job.seed, {**_FILES, "Archive/": ""}) as stage:
        left = {other: text for other, text in _FILES.items() if other != name}
        after = {**left, **_archived(name)}
        yield _into_archive(stage, job, name, "press ctrl+x | click Cut", after)


def _archived(name: str) -> Tree:
    return {"Archive/": "", f"Archive/{name}": _FILES[name]}


def _into_archive(stage: Episode, job: Job, name: str, deed: str, after: Tree) -> Scene:
    """`deed`: what takes the file along, as for `Scene.deeds`; its key comes first."""
    key = deed.split()[1]

    def solve(controller: Controller) -> None:
        person = Person(controller, stage)
        person.click(name, "list item")
        person.press(key)
        person.click("Archive", "list item", count=2)
        person.wait_for_title("Archive")
        person.press("ctrl+v")

    return Scene(
        told(job, name=name),
        lambda: _holds(stage, after),
        solve,
        stage.truth,
        deeds=(
            f"click {name} | right click {name}",
            deed,
            "double click Archive | press enter",
            "press ctrl+v | click Paste",
        ),
    )


@contextlib.contextmanager
def delete(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Delete a file; whether into the trash or for good is the same here."""
    name = _NAMES[job.seed % 3]
    with thunar(desktop, job.seed, _FILES) as stage:

        def solve(controller: Controller) -> None:
            person = Person(controller, stage)
            person.click(name, "list item")
            # Into the trash it would go without a question, but not every desktop has a trash.
            person.press_for_window("shift+delete")
            person.click("Delete", "button")

        left = {other: text for other, text in _FILES.items() if other != name}
        yield Scene(
            told(job, name=name),
            lambda: _holds(stage, left),
            solve,
            stage.truth,
            deeds=(
                f"click {name} | right click {name}",
                "press delete | press shift+delete | click Move to Trash | click Delete",
                "click Delete | press enter",
            ),
        )


@contextlib.contextmanager
def show_hidden(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Change the view of a folder, and no file."""
    with thunar(desktop, job.seed, {**_FILES, ".diary": "secret\n"}) as stage:

        def solve(controller: Controller) -> None:
            person = Person(controller, stage)
            person.click("View", "menu")
            person.click("Show Hidden Files", "menu")

        def score() -> Score:
            if any(element.text == ".diary" for element in stage.truth()):
                return _holds(stage, {**_FILES, ".diary": "secret\n"})
            return scored("the hidden file is not shown")

        yield Scene(
            told(job),
            score,
            solve,
            stage.truth,
            deeds=("press ctrl+h | click View", "press ctrl+h | click Show Hidden Files"),
        )


@contextlib.contextmanager
def open_in_editor(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Open a file in the program that the system has for it."""
    name = ("letter.txt", "walk.txt")[job.seed % 2]
    with thunar(desktop, job.seed, _FILES) as stage:

        def solve(controller: Controller) -> None:
            person = Person(controller, stage)
            person.click(name, "list item", count=2)
            person.wait_for_title("Mousepad")

        def score() -> Score:
            texts = [node.text for node in stage.nodes() if node.program == "mousepad"]
            shown = any(text and text.strip() == _FILES[name].strip() for text in texts)
            return scored("" if shown else f"no editor shows {name}")

        yield Scene(
            told(job, name=name),
            score,
            solve,
            stage.truth,
            deeds=(f"double click {name} | press enter",),
        )


@contextlib.contextmanager
def _pcmanfm(desktop: Desktop, job: Job, files: Tree) -> Iterator[Episode]:
    with _folder(desktop, files) as stage:
        stage.start(["pcmanfm", str(stage.documents)], PLACES[job.seed % 3], "Documents")
        yield stage


@contextlib.contextmanager
def thunar(desktop: Desktop, seed: int, files: Tree) -> Iterator[Episode]:
    """Thunar with a list of Documents, which holds these files."""
    with _folder(desktop, files) as stage:
        settings = stage.home / ".config/xfce4/xfconf/xfce-perchannel-xml"
        settings.mkdir(parents=True)
        (settings / "thunar.xml").write_text(_LIST_VIEW)
        stage.start(["thunar", str(stage.documents)], PLACES[seed % 3], "Documents")
        yield stage


@contextlib.contextmanager
def _folder(desktop: Desktop, files: Tree) -> Iterator[Episode]:
    """A home in which Documents holds these files."""
    with episode(desktop) as stage:
        for name, text in files.items():
            if name.endswith("/"):
                (stage.documents / name).mkdir()
            else:
                (stage.documents / name).write_text(text, "utf-8")
        yield stage


def tree(folder: Path) -> Tree:
    """All that a folder holds."""
    found: Tree = {}
    for path in folder.rglob("*"):
        name = str(path.relative_to(folder))
        if path.is_dir():
            found[f"{name}/"] = ""
        else:
            found[name] = path.read_bytes().decode("utf-8", "replace")
    return found


def _holds(stage: Episode, wanted: Tree) -> Score:
    """Whether Documents holds just these files and folders."""
    found = tree(stage.documents)
    if found == wanted:
        return scored("")
    missing = sorted(wanted.keys() - found.keys())
    extra = sorted(found.keys() - wanted.keys())
    changed = sorted(name for name in found.keys() & wanted.keys() if found[name] != wanted[name])
    parts = (("missing", missing), ("not wanted", extra), ("changed", changed))
    return scored("; ".join(f"{word}: {', '.join(names)}" for word, names in parts if names))


TASKS = {
    "files-new-folder": Task(new_folder, ("pcmanfm",)),
    "files-rename": Task(rename, ("pcmanfm",)),
    "files-copy": Task(copy, ("pcmanfm",)),
    "files-move": Task(move, ("thunar",)),
    "files-delete": Task(delete, ("thunar",)),
    "files-show-hidden": Task(show_hidden, ("thunar",)),
    "files-open": Task(open_in_editor, ("thunar",)),
}
