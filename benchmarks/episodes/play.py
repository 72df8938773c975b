"""One episode: the product's own run on a prepared scene, watched, scored and classified."""

from __future__ import annotations

import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from agent.control.stop import StopSwitch
from agent.events import Ended, Event, Seen, Stepped
from agent.mechanisms import Mechanisms
from agent.perception.perceiver import make_perceiver
from agent.policy.answers import Asker
from agent.policy.rules import Rules, Safety
from agent.run import Settings, run_task
from agent.trajectory import Outcome, Step
from benchmarks.episodes.completion import completion, line
from benchmarks.episodes.open_windows import Standing
from benchmarks.episodes.scene import Scene, Score, TrueEyes
from benchmarks.harness.jobs import CLOSED, REPEATED, Job, Options, Result
from benchmarks.harness.suites import Place
from benchmarks.reports.failure_causes import Watched, classify, most_repeated
from models.catalogue.catalogue import spec
from models.catalogue.profile import wanted_context
from models.memory import loaded
from models.runtime.llm import LanguageModel

Figures = Callable[[Sequence[Step]], dict[str, float]]


@dataclass(frozen=True, slots=True)
class Care:
    """What an episode may do. Its rules are the shipped ones unless others are given: what a person
    forbids must not change a figure. `asker` answers questions, `heard` gets every event."""

    safety: Safety = "trusted"  # nobody is there to be asked
    rules: Rules = field(default_factory=Rules.shipped)
    asker: Asker | None = None
    heard: Callable[[Event], None] = lambda event: None


TRUSTING = Care()
OVER = "the program"
OUT_OF_TIME = "the time limit"


def play(
    scene: Scene,
    job: Job,
    options: Options,
    place: Place,
    *,
    figures: Figures | None = None,
    model: LanguageModel | None = None,
    care: Care = TRUSTING,
) -> Result:
    """Let the agent do the task of a scene. `figures` adds numbers from the steps; `model` is used
    instead of the one that the options name; `care` says what it may do unasked.

    Raises:
        Whatever the scene raises: then the harness failed, not the agent.
    """
    if options.oracle and scene.truth is None:
        raise ValueError(f"{job.task} does not tell what is on its screen: no --oracle for it")
    if model is None:
        _warm(options)
    watcher = _Watcher(scene, care.heard)
    runs = Path(tempfile.mkdtemp(prefix="dh"))
    timer = threading.Timer(options.seconds, watcher.stop.press, [OUT_OF_TIME])
    timer.daemon = True
    standing = Standing.now()
    began = time.monotonic()
    try:
        timer.start()
        outcome = run_task(
            scene.task,
            tell=watcher.tell,
            stop=watcher.stop,
            settings=_settings(options, runs, care),
            model=model,
            asker=care.asker,
            eyes=TrueEyes(scene.truth, scene.areas) if options.oracle and scene.truth else None,
        )
        timer.cancel()
        seconds = time.monotonic() - began
        score = _counted(scene.score(), scene, standing)
        result = _result(job, watcher, outcome, score, seconds, figures)
        if place.records is not None and not score.success:
            return replace(result, record=_kept(runs, place.records, job))
        return result
    finally:
        timer.cancel()
        shutil.rmtree(runs, ignore_errors=True)


def _counted(score: Score, scene: Scene, standing: Standing) -> Score:
    """A score with the number of windows that the run closed unasked."""
    if scene.closes:
        return score
    closed = float(len(standing.closed()))
    return replace(score, figures={**score.figures, CLOSED: closed})


def _warm(options: Options) -> None:
    """Load what a run would load, once a process: the first episode must not pay for it."""
    loaded.load(options.model, wanted_context(spec(options.model), options.profile))
    if not options.oracle:
        make_perceiver(options.ocr.removesuffix("ocr"), options.detector)


def _settings(options: Options, runs: Path, care: Care) -> Settings:
    return Settings(
        options.model,
        options.max_steps,
        ocr=options.ocr.removesuffix("ocr"),
        detector=options.detector,
        mechanisms=Mechanisms(
            options.blocking,
            options.reflection,
            options.plan,
            options.several_actions,
            options.applications,
            options.skills,
            options.suggestions,
        ),
        runs=runs,
        safety=care.safety,
        rules=care.rules,
        keep_secrets=True,
        manuals=options.manuals,
        strategy=options.strategy,
        profile=options.profile,
    )


class _Watcher:
    """Sees every event of a run; ends it when the program itself says that it is over."""

    def __init__(self, scene: Scene, heard: Callable[[Event], None]) -> None:
        self.scene = scene
        self.heard = heard
        self.watched = Watched(scene.task, scene.texts)
        self.stop = StopSwitch()
        self.end: Ended | None = None
        self.tokens = 0

    def tell(self, event: Event) -> None:
        self.heard(event)
        match event:
            case Seen(map=map_) if not self._end_when_over():
                truth = tuple(self.scene.truth()) if self.scene.truth is not None else ()
                self.watched.looks.append((map_, truth))
            case Stepped(step=step):
                self.watched.steps.append(step)
                self.tokens += step.prompt_tokens - step.cached_tokens + step.new_tokens
                self._end_when_over()
            case Ended():
                self.end = event
                self.watched.timed_out = self.stop.by == OUT_OF_TIME
            case _:
                pass

    def _end_when_over(self) -> bool:
        if self.scene.over():
            self.watched.ended_by_program = True
            self.stop.press(OVER)
        return self.watched.ended_by_program


def _result(
    job: Job,
    watcher: _Watcher,
    outcome: Outcome,
    score: Score,
    seconds: float,
    figures: Figures | None,
) -> Result:
    steps = watcher.watched.steps
    numbers = {**score.figures, **(figures(steps) if figures else {}), **_stages(steps)}
    numbers[REPEATED] = most_repeated(steps)
    if watcher.scene.deeds:
        done = [line(step.action, step.map) for step in steps if step.effect.kind != "failed"]
        numbers["completion"] = 1.0 if score.success else completion(done, watcher.scene.deeds)
    if watcher.end is not None:
        numbers |= {"replies": watcher.end.replies, "unusable": watcher.end.unusable}
    return Result(
        job.task,
        job.seed,
        score.success,
        score.reward,
        len(steps),
        round(seconds, 2),
        watcher.tokens,
        "" if score.success else classify(watcher.watched, outcome),
        outcome.kind,
        score.wrong or outcome.message,
        numbers,
        wording=job.wording,
    )


def _stages(steps: Sequence[Step]) -> dict[str, float]:
    """Seconds by stage over all steps."""
    total: dict[str, float] = {}
    for step in steps:
        for stage, seconds in step.timings.items():
            name = f"s {stage}"
            total[name] = round(total.get(name, 0.0) + seconds, 4)
    return total


def _kept(runs: Path, records: Path, job: Job) -> str:
    """Move the record of a failed run to where records are kept; its name there, "" for none."""
    name = job.name
    for run in runs.iterdir():
        records.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(records / name, ignore_errors=True)
        shutil.move(run, records / name)
        return name
    return ""
