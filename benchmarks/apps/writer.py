"""Tasks in LibreOffice Writer, checked by the saved document."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator

from agent.computer.controller import Controller
from agent.desktop.virtual_desktop import Desktop
from benchmarks.apps import libreoffice, odf
from benchmarks.apps.base import Task
from benchmarks.apps.person import Person
from benchmarks.apps.wordings import told
from benchmarks.episodes.scene import Scene
from benchmarks.harness.jobs import Job, Options
from vision.core.geometry import Point

_TITLES = ("Minutes of the Meeting", "Report on Water", "Garden Plan")
_NAMES = ("minutes.odt", "water.odt", "garden-2.odt")
_LETTERS = (
    ("Dear Ann,", "the meeting is on Monday at ten.", "After Monday the office is closed."),
    ("Hello Tom,", "please bring the lamp to the harbour.", "The lamp stands in my room."),
    ("Dear neighbours,", "our party begins at seven.", "Come at seven, or a little later."),
)
_WORDS = ("office", "harbour", "party")
_REPLACED = (("Monday", "Thursday"), ("lamp", "ladder"), ("seven", "eight"))
_LAST_LINES = ("See you there, Ben", "Many thanks, Eva", "We hope to see you all")
SAVE = "press ctrl+s | click Save"


@contextlib.contextmanager
def heading(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Write a heading in a new document and save it under a name."""
    title = _TITLES[job.seed % 3]
    with libreoffice.fresh_episode(desktop) as stage:
        path = stage.documents / _NAMES[job.seed % 3]
        libreoffice.start(stage, "Writer")

        def solve(controller: Controller) -> None:
            person = Person(controller, stage)
            person.type(title)
            person.press("ctrl+1")
            libreoffice.save_as(person, path)

        yield Scene(
            told(job, title=title, path=path),
            libreoffice.judged(lambda: differs(odf.paragraphs(path), [title], level=1)),
            solve,
            stage.truth,
            deeds=(
                f"type {title}",
                "press ctrl+1 | click Heading 1 | select Heading 1",
                SAVE,
                f"type {path}",
                "click Save | press enter",
            ),
        )


@contextlib.contextmanager
def bold(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Make one word of a letter bold and save."""
    word = _WORDS[job.seed % 3]
    letter = _LETTERS[job.seed % 3]
    with libreoffice.fresh_episode(desktop) as stage:
        path = stage.documents / "letter.odt"
        odf.write_text(path, letter)
        libreoffice.start(stage, "Writer", path)

        def solve(controller: Controller) -> None:
            person = Person(controller, stage)
            _select(person, word)
            person.press("ctrl+b")
            libreoffice.save(person, path)

        def wrong() -> str:
            found = odf.paragraphs(path)
            runs = tuple(run for paragraph in found for run in paragraph.bold)
            if runs != (word,):
                return f"bold are {runs}"
            return differs(found, letter)

        yield Scene(
            told(job, word=word),
            libreoffice.judged(wrong),
            solve,
            stage.truth,
            deeds=(f"double click {word}", "press ctrl+b | click Bold", SAVE),
        )


@contextlib.contextmanager
def replace(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Replace a word everywhere and save."""
    old, new = _REPLACED[job.seed % 3]
    letter = _LETTERS[job.seed % 3]
    with libreoffice.fresh_episode(desktop) as stage:
        path = stage.documents / "letter.odt"
        odf.write_text(path, letter)
        libreoffice.start(stage, "Writer", path)

        def solve(controller: Controller) -> None:
            person = Person(controller, stage)
            person.press_for_window("ctrl+h", "Find and Replace")
            _click_beside(person, "Find:")
            person.type(old)
            _click_beside(person, "Replace:")
            person.type(new)
            person.click("Replace All", "button")
            person.press("esc", "esc")
            libreoffice.save(person, path)

        wanted = [line.replace(old, new) for line in letter]
        yield Scene(
            told(job, old=old, new=new),
            libreoffice.judged(lambda: differs(odf.paragraphs(path), wanted)),
            solve,
            stage.truth,
            deeds=(
                "press ctrl+h | click Find and Replace",
                f"type {old}",
                f"type {new}",
                "click Replace All",
                SAVE,
            ),
        )


@contextlib.contextmanager
def last_line(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Add a paragraph at the end of a letter and save."""
    line = _LAST_LINES[job.seed % 3]
    letter = _LETTERS[job.seed % 3]
    with libreoffice.fresh_episode(desktop) as stage:
        path = stage.documents / "letter.odt"
        odf.write_text(path, letter)
        libreoffice.start(stage, "Writer", path)

        def solve(controller: Controller) -> None:
            person = Person(controller, stage)
            person.press("ctrl+end", "enter")
            person.type(line)
            libreoffice.save(person, path)

        yield Scene(
            told(job, line=line),
            libreoffice.judged(lambda: differs(odf.paragraphs(path), [*letter, line])),
            solve,
            stage.truth,
            deeds=("press ctrl+end", "press enter", f"type {line}", SAVE),
        )


def differs(found: list[odf.Paragraph], wanted: list[str] | tuple[str, ...], level: int = 0) -> str:
    """What is wrong with paragraphs, the first of which has to be a heading of this level."""
    texts = [paragraph.text.strip() for paragraph in found]
    if texts != list(wanted):
        return f"the document says {texts}"
    if level and found[0].level != level:
        return f"the heading has level {found[0].level}"
    return ""


def _select(person: Person, word: str) -> None:
    """Select the first place where a word stands."""
    person.press("ctrl+f")
    person.type(word)
    person.press("enter", "esc")


def _click_beside(person: Person, label: str) -> None:
    """Click into the field to the right of its label."""
    box = person.find(label).box
    person.controller.click(Point(box.right + 4 * box.height, box.center.y))
    time.sleep(0.3)


TASKS = {
    "writer-heading": Task(heading, ("LibreOffice Writer",)),
    "writer-bold": Task(bold, ("LibreOffice Writer",)),
    "writer-replace": Task(replace, ("LibreOffice Writer",)),
    "writer-last-line": Task(last_line, ("LibreOffice Writer",)),
}
