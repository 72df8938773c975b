"""Tasks in LibreOffice Impress, checked by the saved presentation."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence

from agent.computer.controller import Controller
from agent.desktop.virtual_desktop import Desktop
from benchmarks.apps import libreoffice, odf
from benchmarks.apps.base import Task
from benchmarks.apps.person import Person
from benchmarks.apps.wordings import told
from benchmarks.apps.writer import SAVE
from benchmarks.episodes.scene import Scene
from benchmarks.episodes.waiting import wait_until
from benchmarks.harness.jobs import Job, Options

_TITLES = ("Our Year in Numbers", "Trees of the Town", "How to Bake Bread")
_NAMES = ("year.odp", "trees.odp", "bread-1.odp")
_MORE = ("Questions", "Thank You", "What Comes Next")


@contextlib.contextmanager
def title(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Give the first slide of a new presentation a title and save under a name."""
    text = _TITLES[job.seed % 3]
    with libreoffice.fresh_episode(desktop) as stage:
        path = stage.documents / _NAMES[job.seed % 3]
        libreoffice.start(stage, "Impress")

        def solve(controller: Controller) -> None:
            person = Person(controller, stage)
            write_title(person, text)
            libreoffice.save_as(person, path)

        yield Scene(
            told(job, text=text, path=path),
            libreoffice.judged(lambda: differs(odf.slides(path), [text])),
            solve,
            stage.truth,
            deeds=(
                "click Click to add Title | double click Click to add Title",
                f"type {text}",
                SAVE,
                f"type {path}",
                "click Save | press enter",
            ),
        )


@contextlib.contextmanager
def add_slide(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Add a slide with a title at the end of a presentation and save."""
    first, more = _TITLES[job.seed % 3], _MORE[job.seed % 3]
    with libreoffice.fresh_episode(desktop) as stage:
        path = stage.documents / _NAMES[job.seed % 3]
        odf.write_slides(path, [first])
        libreoffice.start(stage, "Impress", path)

        def solve(controller: Controller) -> None:
            person = Person(controller, stage)
            person.press("ctrl+m")
            write_title(person, more)
            libreoffice.save(person, path)

        yield Scene(
            told(job, more=more),
            libreoffice.judged(lambda: differs(odf.slides(path), [first, more])),
            solve,
            stage.truth,
            deeds=(
                "press ctrl+m | click New Slide",
                "click Click to add Title | double click Click to add Title",
                f"type {more}",
                SAVE,
            ),
        )


def write_title(person: Person, text: str) -> None:
    """Write into the slide's empty place for a title."""
    person.click("Click to add Title", count=2)
    # Signs typed sooner are lost or land in the wrong order.
    wait_until(lambda: _writing(person), "the title did not take the focus")
    time.sleep(0.5)
    person.type(text)
    person.press("esc")


def _writing(person: Person) -> bool:
    nodes = person.episode.nodes()
    return any(node.role == "paragraph" and "focused" in node.states for node in nodes)


def differs(found: Sequence[odf.Slide], titles: Sequence[str]) -> str:
    """What is wrong with a presentation that should have these titles and nothing more."""
    there = [slide.title for slide in found]
    if there != list(titles):
        return f"the slides have the titles {there}"
    texts = [text for slide in found for text in slide.texts]
    return f"the slides also say {texts}" if texts else ""


TASKS = {
    "impress-title": Task(title, ("LibreOffice Impress",)),
    "impress-add-slide": Task(add_slide, ("LibreOffice Impress",)),
}
