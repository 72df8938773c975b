"""Tasks over several applications in which a text or a file goes from one to another."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path

from agent.computer.controller import Controller
from agent.desktop.virtual_desktop import Desktop
from benchmarks.apps import libreoffice, odf, slides
from benchmarks.apps.base import Task
from benchmarks.apps.browsing import visit
from benchmarks.apps.editor import MOUSEPAD, holds
from benchmarks.apps.libreoffice import fresh_episode
from benchmarks.apps.person import Person
from benchmarks.apps.places import LEFT, RIGHT, arrange
from benchmarks.apps.site import Site, page, site
from benchmarks.apps.switching import front, open_application, save_text_as, type_path
from benchmarks.apps.wordings import told
from benchmarks.apps.writer import SAVE
from benchmarks.episodes.programs import PLACES
from benchmarks.episodes.scene import Scene, Score, scored
from benchmarks.episodes.waiting import wait_until
from benchmarks.harness.jobs import Job, Options
from vision.capture.windows import list_windows
from vision.core.geometry import Box, Point

_PARCELS = ("RX-4471-PL", "KD-0928-AT", "ZB-7315-NO")
_NUMBERS = ("parcel.txt", "tracking.txt", "number-1.txt")
_NOTES = ("The key is under the mat", "We start at half past nine", "Please water the plants")
_SUBJECTS = ("Notes", "Plan", "For Sam")
_RENAMED = (("draft.txt", "final.txt"), ("old.txt", "agenda.txt"), ("notes.txt", "ideas.txt"))
_MOTTOS = ("Many hands make light work", "Small steps go far", "Measure twice, cut once")
_PHONES = ("0171 555 0142", "030 777 0199", "0664 555 0187")


@contextlib.contextmanager
def page_to_file(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Browser and editor: a number from a page into a text file."""
    number = _PARCELS[job.seed % 3]
    text = f"<p>Your parcel is on its way.</p><p>Parcel number: {number}</p><p>Weight: 3 kg</p>"
    with (
        fresh_episode(desktop) as stage,
        site(page("note", title="Parcel", text=text)) as server,
        visit(stage, server.address, LEFT) as seen,
    ):
        path = stage.documents / _NUMBERS[job.seed % 3]
        editor = stage.start(MOUSEPAD)
        arrange(stage, editor, RIGHT)

        def solve(controller: Controller) -> None:
            person = Person(controller, stage)
            front(editor)
            person.type(number)
            save_text_as(person, path)

        yield Scene(
            told(job, path=path),
            lambda: holds(path, number),
            solve,
            seen.truth,
            deeds=(f"type {number}", SAVE, f"type {path}", "click Save | press enter"),
            texts=(number,),
        )


@contextlib.contextmanager
def attach(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Browser, and the editor, which is not open yet: a new file is attached to a form."""
    note, subject = _NOTES[job.seed % 3], _SUBJECTS[job.seed % 3]
    with (
        fresh_episode(desktop) as stage,
        site(page("upload", title="Message to the team")) as server,
        visit(stage, server.address, Box(0, 0, 760, 800)) as seen,
    ):
        path = stage.documents / "note.txt"

        def solve(controller: Controller) -> None:
            person = Person(controller, stage)
            open_application(person, "Mousepad", "Mousepad")
            person.type(note)
            save_text_as(person, path)
            front(seen.window)
            seen.enter(controller, "Subject", subject)
            seen.click(controller, "Attachment", "field")
            _choose_file(person, path)
            person.wait_for_title("Message to the team")
            seen.click(controller, "Send", "button")
            seen.find("Thank you")

        yield Scene(
            told(job, note=note, path=path, subject=subject),
            lambda: _arrived(server, subject, path.name, note),
            solve,
            seen.truth,
            deeds=(
                "open Mousepad",
                f"type {note}",
                SAVE,
                f"type {path}",
                "click Save | press enter",
                "click Choose File | click Attachment",
                f"type {path}",
                "click Open",
                "click Send",
            ),
        )


def _choose_file(person: Person, path: Path) -> None:
    """Answer Chromium's dialog for a file, whose widgets AT-SPI does not tell: type the path, press
    the button at the lower right. (The enter key closes this dialog without a file.)"""
    person.wait_for_title("Open File")
    type_path(person, path)
    time.sleep(0.6)  # the dialog looks for the file meanwhile
    dialog = next(window for window in list_windows() if window.active)
    person.controller.click(Point(dialog.box.right - 50, dialog.box.bottom - 28))


def _arrived(server: Site, subject: str, name: str, text: str) -> Score:
    if len(server.sent) != 1:
        return scored(f"the form was sent {len(server.sent)} times")
    sent = server.sent[0]
    if sent.fields != (("subject", subject),):
        return scored(f"received {list(sent.fields)}")
    there, content = sent.files.get("file", ("", b""))
    if there != name or content.decode("utf-8", "replace").rstrip("\n") != text:
        return scored(f"the file {there!r} arrived with {content!r}")
    return scored("")


@contextlib.contextmanager
def rename_and_edit(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """File manager, and the editor, which is not open yet: rename a file, add a line to it."""
    old, new = _RENAMED[job.seed % 3]
    line = _NOTES[job.seed % 3]
    with fresh_episode(desktop) as stage:
        before, after = stage.documents / old, stage.documents / new
        before.write_text("First line\n", "utf-8")
        (stage.documents / "list.txt").write_text("milk\n", "utf-8")
        stage.start(("pcmanfm", str(stage.documents)), PLACES[job.seed % 3], "Documents")

        def solve(controller: Controller) -> None:
            person = Person(controller, stage)
            person.click(old, "list item")
            person.press_for_window("f2", "Rename")
            person.press("ctrl+a")
            person.type(new)
            person.press("enter")
            wait_until(after.is_file, f"{new} did not come to be")
            open_application(person, "Mousepad", "Mousepad")
            person.press_for_window("ctrl+o", "Open")
            type_path(person, after)
            person.press("enter")
            person.wait_for_title(new)
            person.press("ctrl+end")
            person.type(line)
            person.press("ctrl+s")
            wait_until(lambda: line in after.read_text("utf-8"), f"{new} was not saved")

        def score() -> Score:
            if before.exists():
                return scored(f"there is still a {old}")
            return holds(after, f"First line\n{line}")

        yield Scene(
            told(job, old=old, new=new, line=line),
            score,
            solve,
            stage.truth,
            deeds=(
                f"click {old}",
                "press f2",
                f"type {new}",
                f"open Mousepad | double click {new}",
                f"type {line}",
                SAVE,
            ),
        )


@contextlib.contextmanager
def page_to_slide(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Browser and Impress: a sentence from a page becomes the title of a slide."""
    motto = _MOTTOS[job.seed % 3]
    text = f"<p>The motto of this week:</p><p><b>{motto}</b></p><p>It was chosen by Pia.</p>"
    with (
        fresh_episode(desktop) as stage,
        site(page("note", title="Motto", text=text)) as server,
        visit(stage, server.address, Box(0, 0, 420, 800)) as seen,
    ):
        path = stage.documents / "motto.odp"
        odf.write_slides(path, [""])
        window = libreoffice.start(stage, "Impress", path, Box(420, 0, 1280, 800))

        def solve(controller: Controller) -> None:
            person = Person(controller, stage)
            front(window)
            slides.write_title(person, motto)
            libreoffice.save(person, path)

        yield Scene(
            told(job),
            libreoffice.judged(lambda: slides.differs(odf.slides(path), [motto])),
            solve,
            seen.truth,
            deeds=(
                "click Click to add Title | double click Click to add Title",
                f"type {motto}",
                SAVE,
            ),
            texts=(motto,),
        )


@contextlib.contextmanager
def letter_to_file(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Writer, and the editor, which is not open yet: a number from a letter into a text file."""
    phone = _PHONES[job.seed % 3]
    letter = ("Dear Ann,", f"our new telephone number is {phone}.", "Please tell the others.")
    with fresh_episode(desktop) as stage:
        source = stage.documents / "letter.odt"
        path = stage.documents / "phone.txt"
        odf.write_text(source, letter)
        libreoffice.start(stage, "Writer", source, LEFT)

        def solve(controller: Controller) -> None:
            person = Person(controller, stage)
            open_application(person, "Mousepad", "Mousepad")
            person.type(phone)
            save_text_as(person, path)

        yield Scene(
            told(job, path=path),
            lambda: holds(path, phone),
            solve,
            stage.truth,
            deeds=(
                "open Mousepad",
                f"type {phone}",
                SAVE,
                f"type {path}",
                "click Save | press enter",
            ),
            texts=(phone,),
        )


TASKS = {
    "across-page-to-file": Task(page_to_file, ("Chromium", "mousepad")),
    "across-attach": Task(attach, ("Chromium", "mousepad")),
    "across-rename-edit": Task(rename_and_edit, ("pcmanfm", "mousepad")),
    "across-page-to-slide": Task(page_to_slide, ("Chromium", "LibreOffice Impress")),
    "across-letter-to-file": Task(letter_to_file, ("LibreOffice Writer", "mousepad")),
}
