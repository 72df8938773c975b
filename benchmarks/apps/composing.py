"""Tasks whose text nobody says: it is composed, or made of what a page shows."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from agent.computer.controller import Controller
from agent.desktop.virtual_desktop import Desktop
from benchmarks.apps import libreoffice, odf
from benchmarks.apps.base import Task, episode
from benchmarks.apps.browsing import visit
from benchmarks.apps.editor import MOUSEPAD
from benchmarks.apps.libreoffice import fresh_episode
from benchmarks.apps.person import Person
from benchmarks.apps.places import LEFT, RIGHT, arrange
from benchmarks.apps.site import page, site
from benchmarks.apps.switching import front, save_text_as
from benchmarks.apps.wordings import told
from benchmarks.apps.writer import SAVE
from benchmarks.episodes.programs import PLACES
from benchmarks.episodes.scene import Scene, Score, scored
from benchmarks.harness.jobs import Job, Options

_POEMS = (("the sea", "sea.txt"), ("a quiet street", "street.txt"), ("winter", "winter-2.txt"))
_LETTERS = (
    ("my landlord that the heating is broken", "heating", "landlord.odt"),
    ("my neighbour to invite her for coffee", "coffee", "neighbour.odt"),
    ("the library that I lost my card", "card", "library.odt"),
)
_PAGES = (
    (
        "Museum of clocks",
        "The museum shows 340 clocks from five centuries.",
        "It is open every day but Monday from 10 to 17.",
        "A ticket costs 8 euros.",
    ),
    (
        "Bus line 6",
        "Line 6 does not stop at the harbour until 14 May.",
        "The road there is being repaired.",
        "Please use line 12, which leaves every 20 minutes.",
    ),
    (
        "Lost cat",
        "Our grey cat Minka has been missing since Sunday.",
        "She was last seen near the mill in Brook Lane.",
        "Who finds her gets 50 euros; please ring 0171 555 0142.",
    ),
)
_SUMMARIES = ("clocks.txt", "bus.txt", "cat.txt")
_FEWEST_WORDS = 8


@contextlib.contextmanager
def poem(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Editor: a poem on a subject, saved under a name."""
    subject, name = _POEMS[job.seed % 3]
    with episode(desktop) as stage:
        path = stage.documents / name
        stage.start(MOUSEPAD, PLACES[job.seed % 3])

        def solve(controller: Controller) -> None:
            person = Person(controller, stage)
            person.type("Slow waves of grey and silver light come home and leave again at night.")
            save_text_as(person, path)

        yield Scene(
            told(job, subject=subject, path=path),
            lambda: scored(faults_of(_text_of(path))),
            solve,
            stage.truth,
            deeds=(SAVE, f"type {path}", "click Save | press enter"),
        )


@contextlib.contextmanager
def letter(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Writer: a letter about something, saved under a name."""
    about, word, name = _LETTERS[job.seed % 3]
    with fresh_episode(desktop) as stage:
        path = stage.documents / name
        libreoffice.start(stage, "Writer")

        def wrong() -> str:
            text = "\n".join(each.text for each in odf.paragraphs(path))
            return faults_of(text, word)

        def solve(controller: Controller) -> None:
            person = Person(controller, stage)
            person.type(f"I am writing to you because of this: {word}. Please tell me what to do.")
            libreoffice.save_as(person, path)

        yield Scene(
            told(job, about=about, path=path),
            libreoffice.judged(wrong),
            solve,
            stage.truth,
            deeds=(SAVE, f"type {path}", "click Save | press enter"),
        )


@contextlib.contextmanager
def summary(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Browser and editor: what a page says, in the editor."""
    title, *sentences = _PAGES[job.seed % 3]
    text = "".join(f"<p>{sentence}</p>" for sentence in sentences)
    with (
        fresh_episode(desktop) as stage,
        site(page("note", title=title, text=text)) as server,
        visit(stage, server.address, LEFT) as seen,
    ):
        path = stage.documents / _SUMMARIES[job.seed % 3]
        editor = stage.start(MOUSEPAD)
        arrange(stage, editor, RIGHT)
        front(seen.window)

        def score() -> Score:
            written = _text_of(path)
            return scored(faults_of(written) or strays_of(written, sentences))

        def solve(controller: Controller) -> None:
            person = Person(controller, stage)
            front(editor)
            person.type(" ".join(sentences[:2]))
            save_text_as(person, path)

        yield Scene(
            told(job, path=path),
            score,
            solve,
            seen.truth,
            deeds=("open Mousepad", SAVE, f"type {path}", "click Save | press enter"),
        )


def faults_of(text: str | None, word: str = "") -> str:
    """What is wrong with a text that had to be composed, whatever it says; `word` stands in it."""
    if text is None:
        return "it was not saved"
    words = re.findall(r"\w+", text.casefold())
    if len(words) < _FEWEST_WORDS:
        return f"it holds {text!r}"
    half = len(words) // 2
    if words[:half] == words[half : 2 * half]:
        return f"it stands there twice: {text!r}"
    return "" if word in text.casefold() else f"“{word}” is not in {text!r}"


def strays_of(text: str | None, sentences: Sequence[str]) -> str:
    """What is wrong with a summary of sentences: a number that none of them has, or most of its
    longer words are from elsewhere."""
    source = " ".join(sentences).casefold()
    strange = [number for number in re.findall(r"\d+", text or "") if number not in source]
    if strange:
        return f"the page does not say {', '.join(strange)}: {text!r}"
    words = [word for word in re.findall(r"[^\W\d_]{4,}", (text or "").casefold())]
    known = sum(word[:4] in source for word in words)
    return "" if 2 * known >= len(words) else f"it is about something else: {text!r}"


def _text_of(path: Path) -> str | None:
    return path.read_bytes().decode("utf-8", "replace") if path.is_file() else None


TASKS = {
    "compose-poem": Task(poem, ("mousepad",)),
    "compose-letter": Task(letter, ("LibreOffice Writer",)),
    "compose-summary": Task(summary, ("Chromium", "mousepad")),
}
