"""What the product sees and decides on recorded screens, against what people did there.

For each step that acts the screenshot becomes an element map and the decider is asked once, as the
loop asks it: the sub-task is its task, nothing was done before, no skill is offered. Its actions
are written as calls and compared with the recorded ones (see `ccscore`), a plan made of the task
with the recorded plan.

Not compared are the judgements of sub-tasks: the product judges an effect from the screens before
and after its own action, and here it does not act. Programs are not opened by name, since it is not
known which were installed. Clicks after the first of a step fell on a screen that the screenshot
does not show; they count all the same, and once more without them.

Coverage counts a click when an element of at most 5 % of the screen holds its point. A session is a
success when all its clicks are covered; its reward is the share (1 when nothing was clicked).
Grounding counts a step that begins with a click when the first element that the product chooses,
of whatever size, holds its point.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Sequence

from agent.errors import AgentError
from agent.perception.perceiver import make_perceiver
from benchmarks.harness.jobs import Job, Options, Result
from benchmarks.harness.suites import Place
from benchmarks.screenagent.calls import CLICKS, Call, click_points
from benchmarks.screenagent.ccscore import ATTRIBUTES, Likeness, likeness
from benchmarks.screenagent.recordings import RecordedStep, Session, read_session, session_names
from benchmarks.screenagent.tables import tables
from benchmarks.screenagent.turn import Turns
from models.memory.loaded import load
from models.runtime.llm import LanguageModel
from vision.capture.screen import load_image
from vision.core.elements import ElementMap
from vision.core.geometry import Point

LARGEST_SHARE = 0.05
"""Of the screen: a larger element says too little about where to click."""

Figures = defaultdict[str, float]


class Recordings:
    """The benchmark: a job for each recorded session."""

    size = (1280, 800)
    limits = (20, 1800.0)

    def jobs(self, options: Options) -> list[Job]:
        """A job for each session in the folder `options.data`; seeds do not matter.

        Raises:
            AgentError: there are no recordings, or no session of a given name; or true elements
                are asked for, which recordings do not have.
        """
        if options.oracle:
            raise AgentError("Recordings have pixels only.", "Run this benchmark without --oracle.")
        names = session_names(options.data)
        for wanted in options.tasks:
            if wanted not in names:
                raise AgentError(
                    f"There is no session {wanted} in {options.data}.",
                    f"There are: {', '.join(names)}.",
                )
        return [Job(name) for name in names if not options.tasks or name in options.tasks]

    def run(self, job: Job, options: Options, place: Place) -> Result:
        """Look at each step of the session and decide. The desktop is not used.

        Raises:
            AgentError: the recording is damaged.
            ModelError: the model cannot be loaded.
        """
        if options.data is None:
            raise AgentError("There are no recordings to measure with.", "Give --data.")
        session = read_session(options.data / job.task)
        return measure(session, job, options, load(options.model))

    def tables(self, results: Sequence[Result], options: Options) -> str:
        return tables(results, options)


def measure(session: Session, job: Job, options: Options, model: LanguageModel) -> Result:
    """See and decide every step of a session.

    Raises:
        ModelError: a prompt is too long for the model.
    """
    began = time.monotonic()
    figures: Figures = defaultdict(float)
    figures["windows"] = session.desktop == "Windows"
    figures["linux"] = session.desktop == "Linux"
    turns = Turns(model, options)
    perceiver = make_perceiver(options.ocr.removesuffix("ocr"), options.detector)
    _note_plan(figures, turns.plan(session.task), session.plan)
    for step in session.steps:
        map_ = perceiver.perceive(load_image(step.picture))
        calls = turns.act(map_, step.sub_task)
        _note_clicks(figures, map_, step, calls)
        _note_likeness(figures, "act", likeness(calls, step.calls))
    figures["replies"] = turns.replies
    figures["unusable"] = turns.unusable
    covered, clicks = figures["covered"], figures["clicks"]
    return Result(
        job.task,
        job.seed,
        covered == clicks,
        covered / clicks if clicks else 1.0,
        len(session.steps),
        round(time.monotonic() - began, 2),
        turns.tokens,
        "" if covered == clicks else "not seen",
        "measured",
        ""
        if covered == clicks
        else f"{clicks - covered:.0f} of {clicks:.0f} clicks fell on no element",
        {name: round(float(value), 6) for name, value in figures.items()},
    )


def is_covered(map_: ElementMap, point: Point) -> bool:
    """Whether an element that is not too large holds the point."""
    most = LARGEST_SHARE * map_.screenshot.box.area
    return any(e.box.area <= most and e.box.contains(point) for e in map_.elements)


def _note_clicks(
    figures: Figures, map_: ElementMap, step: RecordedStep, calls: Sequence[Call]
) -> None:
    points = click_points(step.calls)
    for number, point in enumerate(points):
        covered = is_covered(map_, point)
        figures["clicks"] += 1
        figures["covered"] += covered
        figures["first_clicks"] += number == 0
        figures["first_covered"] += covered and number == 0
    if not begins_with_click(step.calls):
        return
    chosen = next((call.area for call in calls if call.area is not None), None)
    figures["click_steps"] += 1
    figures["chosen"] += chosen is not None
    figures["chosen_right"] += chosen is not None and chosen.contains(points[0])


def begins_with_click(calls: Sequence[Call]) -> bool:
    """Whether the first thing done, apart from bringing the mouse there and waiting, is a click."""
    done = [c for c in calls if c.kind != "move" and c.type != "wait"]
    return bool(done) and done[0].kind in CLICKS and done[0].place is not None


def _note_plan(figures: Figures, said: Sequence[str], true: Sequence[str]) -> None:
    found = likeness(
        [Call("plan", text=text) for text in said], [Call("plan", text=text) for text in true]
    )
    _note_likeness(figures, "plan", found)


def _note_likeness(figures: Figures, phase: str, found: Likeness) -> None:
    """Add up scores, so that sums over sessions are sums over steps."""
    if not found.points:
        return
    figures[f"{phase}_steps"] += 1
    figures[f"{phase}_score"] += found.score
    for name in ATTRIBUTES:
        if found.asked[name]:
            figures[f"{phase} {name} right"] += found.right[name]
            figures[f"{phase} {name} paired"] += found.paired[name]
            figures[f"{phase} {name} asked"] += found.asked[name]
