"""Tasks in mousepad, an editor."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from agent.controller import Controller
from agent.desktop import Desktop
from benchmarks.apps.base import Task, episode
from benchmarks.apps.person import Person
from benchmarks.jobs import Job, Options
from benchmarks.programs import PLACES
from benchmarks.scene import Scene, Score, scored

MOUSEPAD = ("mousepad", "--disable-server")

_SENTENCES = (
    "Grüße aus Köln, das macht 12 € bitte.",
    "Für fünf Brötchen zahlt Jürgen 3 €.",
    "Über 40 € kostet die Tür nach Zürich.",
)
_NEW_FILES = ("brief.txt", "rechnung.txt", "notiz-7.txt")


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
            f'Type "{sentence}" and save it as {path}',
            lambda: holds(path, sentence),
            solve,
            stage.truth,
            deeds=(f"type {sentence}", "press ctrl+s | click Save", f"type {path}", "click Save"),
        )


def holds(path: Path, text: str) -> Score:
    """Whether a file holds a text; a line break at its end does not count."""
    if not path.is_file():
        return scored(f"{path.name} was not saved")
    written = path.read_bytes().decode("utf-8", "replace")
    return scored("" if written.rstrip("\n") == text else f"{path.name} holds {written!r}")


TASKS = {
    "editor-write": Task(write_and_save, ("mousepad",)),
}
