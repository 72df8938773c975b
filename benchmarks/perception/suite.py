"""Perception of labelled screenshots: a job for each picture, ours beside the recipe's.

Pictures come from a folder that `training` made (--data) and from the real screens that are
labelled by hand (--real). Of the locked real screens no name, no mistake and no record is told.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TypeVar

import numpy as np

from agent.errors import AgentError
from agent.perception.perceiver import make_perceiver, reader
from agent.perception.settings import DetectorName
from benchmarks.harness.jobs import Job, Options, Result
from benchmarks.harness.suites import Place
from benchmarks.perception.agreement import agreement, not_ignored
from benchmarks.perception.figures import counted, told
from benchmarks.perception.gallery import keep, write_gallery
from benchmarks.perception.kept import Looks
from benchmarks.perception.mistakes import mistakes
from benchmarks.perception.overview import LOCKED
from benchmarks.perception.pictures import Labelled, generated
from benchmarks.perception.real.labels import labelled
from benchmarks.perception.real.manifest import Split, picture_folder
from benchmarks.perception.recipe import SETTINGS, Look, Recipe, joined
from benchmarks.perception.tables import tables
from benchmarks.perception.truth import Noise, TruthDetector
from benchmarks.reports.calibration import detector_work
from models.catalogue import extras
from models.catalogue.catalogue import spec
from models.files import store
from models.files.paths import data_folder
from training.labels import Sample
from vision.capture.screen import Pixels, Screenshot, load_image
from vision.core.elements import Element
from vision.ocr.engine import TextSpan
from vision.perceiver import Engines, Perceiver

_Made = TypeVar("_Made")
_OF_RECIPE = store.DETECTORS["omniparser"]
_WHERE = (
    "Give --data with a folder of labelled screenshots (training/README.md says how to make one), "
    "or --real dev."
)


class Perception:
    """The benchmark. Success is that every control was found. With --alone the recipe looks at
    nothing (that takes most of the time); what it saw before is told."""

    size = (1280, 800)
    limits = (20, 600.0)

    def jobs(self, options: Options) -> list[Job]:
        """A job for each picture of the folder `options.data` and of the real screens
        `options.real`, or those of the families in `options.tasks`; the seed is the picture's
        place among those. The locked ones are of one family, whatever program they show.

        Raises:
            AgentError: there are no samples.
        """
        jobs = list(_pictures(options))
        wanted = [job for job in jobs if not options.tasks or job.task in options.tasks]
        if not wanted:
            families = ", ".join(sorted({job.task for job in jobs}))
            raise AgentError(f"No picture is of {', '.join(options.tasks)}.", f"Try: {families}.")
        return wanted

    def run(self, job: Job, options: Options, place: Place) -> Result:
        """See one picture. The desktop is not used."""
        picture = _pictures(options)[job]
        shot = load_image(picture.path)
        picture = picture.fair(shot.pixels)
        perceiver = _perceiver(options, picture.sample, shot)
        map_, seconds, core_seconds = _timed(lambda: perceiver.perceive(shot))
        spans = told(perceiver.read_text, map_.elements)
        counts = _counted(picture, map_.elements, spans)
        _, fixed_seconds, _ = _timed(_fixed_work())
        figures = {f"ours {name}": float(count) for name, count in counts.items()}
        figures |= {
            "ours seconds": seconds,
            "ours core seconds": core_seconds,
            "ours looks per fixed work": seconds / fixed_seconds,
        }
        figures |= _recipe_figures(picture, shot, look_anew=not options.alone)
        rounded = {name: round(value, 4) for name, value in figures.items()}
        if job.task == LOCKED:
            return _unsaid(job, seconds, rounded)
        missed = _missed(figures)
        record = ""
        if place.records is not None:
            elements = not_ignored(picture, map_.elements)
            found = mistakes(picture.sample, elements, spans)
            record = keep(place.records, picture.path, found)
        note = f"{missed} controls were not found in {picture.path.name}" if missed else ""
        return Result(
            job.task, job.seed, missed == 0, steps=1, seconds=round(seconds, 3),
            failure="not seen" if missed else "", outcome="measured", note=note,
            figures=rounded, record=record,
        )  # fmt: skip

    def tables(self, results: Sequence[Result], options: Options) -> str:
        return tables(results)

    def report(self, folder: Path, title: str, results: Sequence[Result]) -> Path:
        """The gallery of mistakes, from the records.

        Raises:
            AgentError: pictures of the locked set are among the results.
        """
        if any(result.task == LOCKED for result in results):
            raise AgentError(
                "The failures of the locked real screens are not told.",
                "Leave out --report, or measure with --real dev.",
            )
        return write_gallery(folder, title, results)


def _unsaid(job: Job, seconds: float, figures: dict[str, float]) -> Result:
    """The result of a locked picture: it says neither whether all was found nor what was taken for
    what."""
    told_figures = {name: value for name, value in figures.items() if " as " not in name}
    return Result(
        job.task, job.seed, False, steps=1, seconds=round(seconds, 3), outcome="measured",
        figures=told_figures,
    )  # fmt: skip


def _counted(
    picture: Labelled, elements: Sequence[Element], spans: Sequence[TextSpan]
) -> dict[str, float]:
    """All counts of what was seen on a picture."""
    return {
        **counted(picture.sample, not_ignored(picture, elements), spans),
        **agreement(picture, elements),
    }


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


def _pictures(options: Options) -> dict[Job, Labelled]:
    """All pictures that the options name, each with its job.

    Raises:
        AgentError: there are none, or they cannot be read.
    """
    if options.data is None and not options.real:
        raise AgentError("There are no labelled screenshots to measure with.", _WHERE)
    made = _generated(options.data) if options.data is not None else ()
    pictures = {Job(one.sample.family, n): one for n, one in enumerate(made)}
    if options.real:
        for n, one in enumerate(_real(options.real)):
            family = LOCKED if options.real == "locked" else one.sample.family
            pictures[Job(family, n)] = one
    return pictures


def _generated(folder: Path) -> Sequence[Labelled]:
    if not folder.is_dir():
        raise AgentError("There are no labelled screenshots to measure with.", _WHERE)
    try:
        return generated(folder)
    except (FileNotFoundError, ValueError) as problem:
        raise AgentError(f"The samples in {folder} cannot be read: {problem}.", _WHERE) from problem


@cache
def _real(split: Split) -> Sequence[Labelled]:
    try:
        return labelled(split, picture_folder())
    except (FileNotFoundError, ValueError) as problem:
        raise AgentError(
            f"The real screens cannot be read: {problem}.",
            "Get them: python -m benchmarks.perception.real.fetch",
        ) from problem


@cache
def _fixed_work() -> Callable[[], object]:
    """What is timed beside each look, as the machine is not equally fast all the time."""
    work = detector_work()
    work()
    return work


@cache
def _warmed(ocr: str, detector: DetectorName) -> None:
    """The first look of a process takes longer."""
    make_perceiver(ocr, detector).perceive(_blank())


def _blank() -> Screenshot:
    return Screenshot(np.full((64, 64, 3), 255, np.uint8))


def _recipe_figures(picture: Labelled, shot: Screenshot, *, look_anew: bool) -> dict[str, float]:
    """What the recipe sees and how long that takes; nothing when it did not look."""
    look = _recipe_look(picture.path, shot, look_anew=look_anew)
    if look is None:
        return {}
    elements = joined(look.boxes, look.spans)
    counts = {
        **counted(
            picture.sample,
            not_ignored(picture, elements),
            told(look.spans, elements),
            clicks_text=True,
        ),
        **agreement(picture, elements),
    }
    figures = {f"recipe {name}": float(count) for name, count in counts.items()}
    return figures | {"recipe seconds": look.seconds, "recipe core seconds": look.core_seconds}


def _recipe_look(picture: Path, shot: Screenshot, *, look_anew: bool) -> Look | None:
    """What the recipe sees: its kept look, or a new one if that is wanted."""
    looks = _looks()
    return looks.of(picture, lambda: _looked(shot.pixels)) if look_anew else looks.known(picture)


def _looks() -> Looks:
    weights = spec(_OF_RECIPE).files[0].sha256
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
        recipe = Recipe(store.weights_path(_OF_RECIPE))
    recipe.look(_blank().pixels)
    return recipe
