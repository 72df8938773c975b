"""The run folder: everything that a run saw, asked, was told, did and caused, as plain files.

task.json            task, model, time, process
plan.txt             the parts of the task, as last ticked
step-001.json        who chose it, reason, action, effect, timings, tokens
step-001.png         what was seen before the action
step-001-map.json    the elements, as `deskhand see --json` prints them
step-001-prompt.txt, step-001-reply.txt
step-001-grammar.gbnf   what the reply had to fit, when the model was asked
step-001-pieces.json    the reply piece by piece (agent.records.pieces), when it is known
ask-001.png          the picture beside a question
decisions.jsonl      each question, refusal and answer, and what the person said, one a line
final.png            what was seen last
outcome.json         how it ended
verdict.json         what the person said of it afterwards (agent.records.verdict)
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import json
import re
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from agent.actions import Click
from agent.desktop.xserver import own_process
from agent.events import Asking, Ended, Event, Judged, Planned, Said, Stepped
from agent.records.pieces import PIECES, read_pieces, text_of, written
from agent.routines.things import as_plain, described
from agent.task.literals import quoted
from agent.trajectory import Step
from models.files.paths import runs_folder
from models.files.whole_file import PART
from vision.capture.screen import Pixels, save_png
from vision.core.elements import ElementMap

NOT_SAVED = "The record of the run cannot be saved"
# Screens and tasks may hold anything: nobody else on this machine need see them.
_PRIVATE, _PRIVATE_FOLDER = 0o600, 0o700


class RecordError(OSError):
    """A run cannot be recorded: the disk is full or gone."""


class RunFolder:
    """Writes as the run goes on, so that what happened is there whatever happens next."""

    def __init__(self, task: str, model: str, under: Path | None = None) -> None:
        self._questions = 0
        self.path = _new_folder(under or runs_folder(), task)
        started = time.strftime("%Y-%m-%dT%H:%M:%S%z")
        told = {"task": task, "model": model, "started": started, "process": own_process()}
        self._write("task.json", told)

    def told(self, event: Event) -> None:
        """Write down what an event of the run says, if it belongs into the record."""
        match event:
            case Stepped():
                self.step(event.step)
            case Planned():
                self.plan(event.lines)
            case Asking():
                self._questions += 1
                name = f"ask-{self._questions:03d}.png"
                self._picture(name, event.picture)
                self._decision({"asked": event.number, "picture": name, "step": event.step,
                                "description": event.description, "where": event.where,
                                "why": event.why})  # fmt: skip
            case Said():
                self._decision({"said": event.text})
            case Judged():
                self._decision(dataclasses.asdict(event))

    def mask(self, masked: Callable[[str], str]) -> None:
        """Go over what was written with a function that takes secrets out of a text."""
        for path in self.path.iterdir():
            if path.name.endswith(PIECES):
                if masked(said := text_of(read_pieces(path))) != said:
                    path.unlink()
            elif path.suffix in (".txt", ".json", ".jsonl", ".gbnf"):
                text = path.read_text("utf-8")
                if (safe := masked(text)) != text:
                    self._text(path.name, safe)

    def _decision(self, entry: dict[str, Any]) -> None:
        path = self.path / "decisions.jsonl"
        with _saving(path), path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry, ensure_ascii=False) + "\n")
            path.chmod(_PRIVATE)

    def plan(self, lines: Sequence[str]) -> None:
        self._text("plan.txt", "\n".join(lines) + "\n")

    def step(self, step: Step) -> None:
        name = f"step-{step.number:03d}"
        self._picture(f"{name}.png", step.map.screenshot.pixels)
        self._text(f"{name}-prompt.txt", step.prompt)
        self._text(f"{name}-reply.txt", step.reply)
        if step.grammar:
            self._text(f"{name}-grammar.gbnf", step.grammar)
        if step.pieces:
            self._text(f"{name}{PIECES}", written(step.pieces))
        shot = step.map.screenshot
        self._write(
            f"{name}-map.json",
            {
                "elements": [element.as_plain() for element in step.map.elements],
                # Boxes count from the top left of the desktop, pictures from their own.
                "origin": [shot.origin.x, shot.origin.y],
                "scale": shot.scale,
            },
        )
        self._write(
            f"{name}.json",
            {
                "step": step.number,
                "description": step.description,
                "by": step.by,
                "reason": step.reason,
                "action": {"type": type(step.action).__name__, **dataclasses.asdict(step.action)},
                **_target(step),
                "effect": dataclasses.asdict(step.effect),
                "timings": {stage: round(s, 4) for stage, s in step.timings.items()},
                "prompt_tokens": step.prompt_tokens,
                "cached_tokens": step.cached_tokens,
                "new_tokens": step.new_tokens,
            },
        )

    def end(self, end: Ended, last: ElementMap | None) -> None:
        counts: dict[str, Any] = {"replies": end.replies, "unusable": end.unusable}
        counts["outbound_connections"] = end.traffic.outbound
        counts["refused_connections"] = end.traffic.refusals
        counts["refused"] = end.traffic.refused
        told = {**dataclasses.asdict(end.outcome), "seconds": round(end.seconds, 3), **counts}
        self._write("outcome.json", told)
        if last is not None:
            self._picture("final.png", last.screenshot.pixels)

    def _write(self, name: str, data: dict[str, Any]) -> None:
        self._text(name, json.dumps(data, ensure_ascii=False, indent=1) + "\n")

    def _text(self, name: str, text: str) -> None:
        self._whole(name, lambda path: path.write_text(text, "utf-8"))

    def _picture(self, name: str, pixels: Pixels) -> None:
        self._whole(name, lambda path: save_png(pixels, path))

    def _whole(self, name: str, write: Callable[[Path], object]) -> None:
        """A file is there as a whole or not at all, whenever this process is killed."""
        part = self.path / (name + PART)
        with _saving(self.path / name):
            try:
                write(part)
                part.chmod(_PRIVATE)
                part.replace(self.path / name)
            except OSError:
                part.unlink(missing_ok=True)
                raise


@contextlib.contextmanager
def _saving(path: Path) -> Iterator[None]:
    """Raises OSError with a sentence for people when the file cannot be written."""
    try:
        yield
    except OSError as problem:
        raise RecordError(
            f"{NOT_SAVED}: {path}: {problem.strerror or problem}. What "
            "was saved before that is kept. Free some space on that disk and start the task again."
        ) from problem


def _target(step: Step) -> dict[str, Any]:
    """What was used, as it can be found again on another screen, and whether a box is ticked
    afterwards."""
    number = getattr(step.action, "target", None)
    element = next((e for e in step.map.elements if e.id == number), None)
    if element is None:
        return {}
    told: dict[str, Any] = {"on": as_plain(described(element, step.map))}
    if isinstance(step.action, Click) and step.effect.kind == "confirmed":
        if element.kind == "radio":
            told["ticked"] = True
        elif element.kind == "checkbox" and element.state.checked is not None:
            told["ticked"] = not element.state.checked
    return told


def _new_folder(under: Path, task: str) -> Path:
    # What is quoted may turn out to be a secret, when the name cannot be changed any more.
    said = functools.reduce(lambda text, value: text.replace(value, " "), quoted(task), task)
    words = re.sub(r"[^a-z0-9]+", "-", said.lower()).strip("-")[:40].strip("-")
    base = f"{time.strftime('%Y%m%d-%H%M%S')}-{words or 'task'}"
    # The names of the folders say what was done.
    under.mkdir(_PRIVATE_FOLDER, parents=True, exist_ok=True)
    for number in range(1, 1000):
        path = under / (base if number == 1 else f"{base}-{number}")
        try:
            path.mkdir(_PRIVATE_FOLDER)
        except FileExistsError:
            continue
        path.chmod(_PRIVATE_FOLDER)
        return path
    raise FileExistsError(f"no free name for a run in {under}")
