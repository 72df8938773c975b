"""Perception of labelled screenshots: a job for each picture, ours beside the recipe's."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TypeVar

import numpy as np

from agent.errors import AgentError
from agent.perception.perceiver import DETECTOR, make_perceiver, reader
from agent.perception.settings import DetectorName
from benchmarks.jobs import Job, Options, Result
from benchmarks.perception.figures import counted, told
from benchmarks.perception.gallery import keep, write_gallery
from benchmarks.perception.kept import Looks
from benchmarks.perception.mistakes import mistakes
from benchmarks.perception.recipe import SETTINGS, Look, Recipe, joined
from benchmarks.perception.tables import tables
from benchmarks.perception.truth import Noise, TruthDetector
from benchmarks.suites import Place
from models.catalogue import extras
from models.catalogue.catalogue import spec
from models.files import store
from models.files.paths import data_folder
from training.labels import Sample, samples
from vision.capture.screen import Pixels, Screenshot, load_image
from vision.perceiver import Engines, Perceiver

_Made = TypeVar("_Made")
_WHERE = (
    "Give --data with a folder of labelled screenshots; training/README.md says how to make one."
)


class Perception:
    """The benchmark. Success is that every control was found. With --alone the recipe looks at
    nothing (that takes most of the time); what it saw before is told."""

    size = (1280, 800)
    limits = (20, 600.0)

    def jobs(self, options: Options) -> list[Job]:
        """A job for each picture of the folder `options.data`, or those of the families in
        `options.tasks`; the seed is the picture's place in the folder.

        Raises:
            AgentError: there are no samples.
        """
        found = _samples(_folder(options))
        jobs = [Job(sample.family, number) for number, sample in enumerate(found)]
        wanted = [job for job in jobs if not options.tasks or job.task in options.tasks]
        if not wanted:
            families = ", ".join(sorted({job.task for job in jobs}))
            raise AgentError(f"No picture is of {', '.join(options.tasks)}.", f"Try: {families}.")
        return wanted

    def run(self, job: Job, options: Options, place: Place) -> Result:
        """See one picture. The desktop is not used."""
        folder = _folder(options)
        sample = _samples(folder)[job.seed]
        shot = load_image(folder / sample.picture)
        perceiver = _perceiver(options, sample, shot)
        map_, seconds, core_seconds = _timed(lambda: perceiver.perceive(shot))
        spans = told(perceiver.read_text, map_.elements)
        counts = counted(sample, map_.elements, spans)
        figures = {f"ours {name}": float(count) for name, count in counts.items()}
        figures |= {"ours seconds": seconds, "ours core seconds": core_seconds}
        look = _recipe_look(folder / sample.picture, shot, look_anew=not options.alone)
        if look is not None:
            figures["recipe seconds"] = look.seconds
            figures["recipe core seconds"] = look.core_seconds
            elements = joined(look.boxes, look.spans)
            spans_told = told(look.spans, elements)
            for name, count in counted(sample, elements, spans_told, clicks_text=True).items():
                figures[f"recipe {name}"] = float(count)
        missed = _missed(figures)
        record = ""
        if place.records is not None:
            found = mistakes(sample, map_.elements, spans)
            record = keep(place.records, folder / sample.picture, found)
        return Result(
            job.task, job.seed, missed == 0, steps=1, seconds=round(seconds, 3),
            failure="not seen" if missed else "", outcome="measured",
            note=f"{missed} controls were not found in {sample.picture}" if missed else "",
            figures={name: round(value, 4) for name, value in figures.items()}, record=record,
        )  # fmt: skip

    def tables(self, results: Sequence[Result], options: Options) -> str:
        return tables(results)

    def report(self, folder: Path, title: str, results: Sequence[Result]) -> Path:
        """The gallery of mistakes, from the records."""
        return write_gallery(folder, title, results)


def _perceiver(options: Options, sample: Sample, shot: Screenshot) -> Perceiver:
    """The perceiver to measure; with --oracle, one whose detector knows the truth, with the
    mistakes of a good one."""
    ocr = options.ocr.removesuffix("ocr")
    if options.oracle:
        return Perceiver(Engines(reader(ocr), TruthDetector(sample, shot.pixels, Noise())))
    _warmed(ocr, options.detector)
    return make_perceiver(ocr, options.detector)


def _missed(figures: dict[str, float]) -> int:
    what = ("text", "icon", "bare")
    there = sum(figures.get(f"ours {name} there", 0) for name in what)
    return int(there - sum(figures.get(f"ours {name} found", 0) for name in what))


def _folder(options: Options) -> Path:
    if options.data is None or not options.data.is_dir():
        raise AgentError("There are no labelled screenshots to measure with.", _WHERE)
    return options.data


@cache
def _samples(folder: Path) -> tuple[Sample, ...]:
    try:
        return tuple(samples(folder))
    except (FileNotFoundError, ValueError) as problem:
        raise AgentError(f"The samples in {folder} cannot be read: {problem}.", _WHERE) from problem


@cache
def _warmed(ocr: str, detector: DetectorName) -> None:
    """The first look of a process takes longer."""
    make_perceiver(ocr, detector).perceive(_blank())


def _blank() -> Screenshot:
    return Screenshot(np.full((64, 64, 3), 255, np.uint8))


def _recipe_look(picture: Path, shot: Screenshot, *, look_anew: bool) -> Look | None:
    """What the recipe sees: its kept look, or a new one if that is wanted."""
    looks = _looks()
    return looks.of(picture, lambda: _looked(shot.pixels)) if look_anew else looks.known(picture)


def _looks() -> Looks:
    weights = spec(DETECTOR).files[0].sha256
    return Looks(data_folder() / "benchmarks" / "recipe.jsonl", f"{SETTINGS}, {weights}")


def _looked(pixels: Pixels) -> Look:
    recipe = _recipe()
    look, seconds, core_seconds = _timed(lambda: recipe.look(pixels))
    return replace(look, seconds=seconds, core_seconds=core_seconds)


def _timed(work: Callable[[], _Made]) -> tuple[_Made, float, float]:
    """What came of it, the seconds that it took, and the seconds of one core."""
    began, worked = time.perf_counter(), time.process_time()
    result = work()
    return result, time.perf_counter() - began, time.process_time() - worked


@cache
def _recipe() -> Recipe:
    """Raises ModelError when a part of the recipe is missing; --alone does without it."""
    with extras.using("easyocr"), extras.using("omniparser"):
        recipe = Recipe(store.weights_path(DETECTOR))
    recipe.look(_blank().pixels)
    return recipe
