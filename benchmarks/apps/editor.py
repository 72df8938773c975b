"""Tasks in mousepad, an editor."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from agent.computer.controller import Controller
from agent.desktop.virtual_desktop import Desktop
from benchmarks.apps.base import Episode, Task, episode
from benchmarks.apps.person import Person
from benchmarks.apps.wordings import told
from benchmarks.episodes.programs import PLACES
from benchmarks.episodes.scene import Scene, Score, scored
from benchmarks.harness.jobs import Job, Options

MOUSEPAD = ("mousepad", "--disable-server")

_SENTENCES = (
    "Grüße aus Köln, das macht 12 € bitte.",
    "Für fünf Brötchen zahlt Jürgen 3 €.",
    "Über 40 € kostet die Tür nach Zürich.",
)
_NEW_FILES = ("brief.txt", "rechnung.txt", "notiz-7.txt")

_WORDS = (("Monday", "Friday"), ("red", "blue"), ("Oslo", "Bergen"))
_LETTERS = (
    "Dear Ann,\n\nwe meet on Monday at noon. Bring the Monday list with you.\n\nTom\n",
    "The red door leads to the red room.\nThe lamp in it is red as well.\n",
    "From Oslo to Turku\nFrom Turku to Riga\nFrom Riga to Oslo\n",
)
_LISTS = (
    ("shopping.txt", ("bread", "milk", "apples", "soap")),
    ("guests.txt", ("Ann", "Bob", "Carla", "Dmitri")),
    ("tools.txt", ("hammer", "saw", "pliers", "ruler")),
)
_NEW_ITEMS = ("cheese", "Eva", "chisel")


@contextlib.contextmanager
def write_and_save(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Type a sentence and save it under a name."""
    sentence = _SENTENCES[job.seed % 3]
    with episode(desktop) as stage:
        path = stage.documents / _NEW_FILES[job.seed % 3]
        stage.start(MOUSEPAD, PLACES[job.seed % 3])

        def solve(controller: Controller) -> None:
            person = Person(controller, stage)
            person.type(sentence)
            person.press_for_window("ctrl+s", "Save")
            person.press("ctrl+a")
            person.type(str(path))
            person.press("enter")

        yield Scene(
            told(job, sentence=sentence, path=path),
            lambda: holds(path, sentence),
            solve,
            stage.truth,
            deeds=(
                f"type {sentence}",
                "press ctrl+s | press ctrl+shift+s",
                f"type {path}",
                "click Save | press enter",
            ),
        )


@contextlib.contextmanager
def open_and_replace(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Open a file from the editor, replace a word everywhere, save."""
    old, new = _WORDS[job.seed % 3]
    letter = _LETTERS[job.seed % 3]
    with episode(desktop) as stage:
        path = stage.documents / "letter.txt"
        path.write_text(letter, "utf-8")
        stage.start(MOUSEPAD, PLACES[job.seed % 3])

        def solve(controller: Controller) -> None:
            person = Person(controller, stage)
            person.press_for_window("ctrl+o", "Open")
            person.click("Documents", "list item", count=2)
            person.click("letter.txt", "list item", count=2)
            person.wait_for_title("letter.txt")
            person.press_for_window("ctrl+r", "Replace")
            person.type(old)
            person.fill("Replace with", new)
            person.click("Replace all in:", "checkbox")
            person.click("Replace All", "button")
            person.press("escape")
            person.press("ctrl+s")

        yield Scene(
            told(job, old=old, new=new),
            lambda: holds(path, letter.replace(old, new)),
            solve,
            stage.truth,
            deeds=(
                "press ctrl+o | click Open...",
                "click Documents | double click Documents",
                "double click letter.txt | click letter.txt",
                "press ctrl+r | press ctrl+h | click Find and Replace...",
                f"type {old}",
                f"type {new}",
                "click Replace All | click Replace",
                "press ctrl+s | click Save",
            ),
        )


@contextlib.contextmanager
def append_line(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Add a line at the end of the open file and save it."""
    name, items = _LISTS[job.seed % 3]
    item = _NEW_ITEMS[job.seed % 3]
    with _open_list(desktop, job) as (stage, path):

        def solve(controller: Controller) -> None:
            person = Person(controller, stage)
            person.press("ctrl+end")
            person.type(item)
            person.press("ctrl+s")

        yield Scene(
            told(job, item=item, name=name),
            lambda: holds(path, _lines([*items, item])),
            solve,
            stage.truth,
            deeds=(f"type {item}", "press ctrl+s | click Save"),
        )


@contextlib.contextmanager
def remove_line(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Take one line out of the open file and save it."""
    name, items = _LISTS[job.seed % 3]
    gone = items[2]
    with _open_list(desktop, job) as (stage, path):

        def solve(controller: Controller) -> None:
            person = Person(controller, stage)
            person.press("ctrl+home", "down", "down", "shift+down", "delete", "ctrl+s")

        yield Scene(
            told(job, gone=gone, name=name),
            lambda: holds(path, _lines(item for item in items if item != gone)),
            solve,
            stage.truth,
            deeds=("press delete | press backspace | click Delete", "press ctrl+s | click Save"),
        )


@contextlib.contextmanager
def line_numbers(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Change a setting of the view; the program writes it down at once."""
    with _open_list(desktop, job) as (stage, path):
        before = path.read_bytes()

        def solve(controller: Controller) -> None:
            person = Person(controller, stage)
            person.click("View", "menu")
            person.click("Line Numbers", "menu")

        def score() -> Score:
            if path.read_bytes() != before:
                return scored(f"{path.name} was changed")
            shown = stage.setting("org/xfce/mousepad/preferences/view", "show-line-numbers")
            return scored("" if shown == "true" else "there are no line numbers")

        yield Scene(
            told(job),
            score,
            solve,
            stage.truth,
            deeds=("click View", "click Line Numbers"),
        )


@contextlib.contextmanager
def _open_list(desktop: Desktop, job: Job) -> Iterator[tuple[Episode, Path]]:
    """The editor with a list open, and the path of the list."""
    name, items = _LISTS[job.seed % 3]
    with episode(desktop) as stage:
        path = stage.documents / name
        path.write_text(_lines(items), "utf-8")
        stage.start([*MOUSEPAD, str(path)], PLACES[job.seed % 3], name)
        yield stage, path


def _lines(items: Iterable[str]) -> str:
    return "".join(f"{item}\n" for item in items)


def holds(path: Path, text: str) -> Score:
    """Whether a file holds a text; line breaks at its end do not count."""
    if not path.is_file():
        return scored(f"{path.name} was not saved")
    written = path.read_bytes().decode("utf-8", "replace")
    same = written.rstrip("\n") == text.rstrip("\n")
    return scored("" if same else f"{path.name} holds {written!r}")


TASKS = {
    "editor-write": Task(write_and_save, ("mousepad",)),
    "editor-replace": Task(open_and_replace, ("mousepad",)),
    "editor-append": Task(append_line, ("mousepad",)),
    "editor-remove-line": Task(remove_line, ("mousepad",)),
    "editor-line-numbers": Task(line_numbers, ("mousepad",)),
}
