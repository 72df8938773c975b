"""A run from its first to its last event: the parts put together, the record, the end told."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from agent import strategies
from agent.apps import applications
from agent.apps.application import Application
from agent.apps.first import ApplicationsFirst, applications_first
from agent.apps.windows import editors_told
from agent.computer.executor import Hands
from agent.control import hotkey
from agent.control.eta import Pace, pace_file
from agent.control.pause import PauseSwitch
from agent.control.stop import DISPLAY_GONE, StopSwitch
from agent.control.user_messages import Sayings
from agent.deciding.decider import Decider
from agent.deciding.profiles import PROFILES, Profile, profile_of
from agent.deciding.situation import Suggester
from agent.desktop.desk import Desk, desk_of
from agent.desktop.view import View
from agent.diagnostics import network_guard as guard
from agent.diagnostics.preflight import display_problem, require_display
from agent.errors import AgentError, Stopped, of_models
from agent.events import Ended, Event, Noted, Started, Token
from agent.knowledge import Knowledge
from agent.loop import Loop
from agent.mechanisms import Mechanisms
from agent.outfit import load_model, marked_environment, model_when_needed, no_model
from agent.perception.focus import Focus
from agent.perception.icon_names import describing_problem, stop_describing
from agent.perception.observer import ChangedEyes, Eyes, Observer
from agent.perception.perceiver import make_perceiver, missing_detector, ready
from agent.perception.settings import DetectorName, Seeing, seeing
from agent.policy.answers import Asker
from agent.policy.gate import Gate
from agent.policy.reach import usable
from agent.policy.rules import Rules, Safety
from agent.records import archive, interrupted
from agent.records.manuals import passage
from agent.records.notes import NoteTaker, notes_on
from agent.records.writer import NOT_SAVED, RecordError, RunFolder
from agent.routines.replay import Replay
from agent.routines.routine import Filled
from agent.secrets import keyring_store as vault
from agent.secrets.masking import Sealed
from agent.secrets.placeholders import names_in, tidied
from agent.secrets.redaction import Secrets
from agent.skills.known import known_skills
from agent.skills.running import Skills
from agent.suggestions.by_words import ByWords
from agent.suggestions.going_on import Ending, Opening, OtherWindows
from agent.suggestions.handover import Handover
from agent.task.task_text import readable_task
from agent.trajectory import Outcome
from models.catalogue.catalogue import ModelSpec, spec
from models.catalogue.profile import AUTO, with_room
from models.catalogue.profile import chosen as chosen_profile
from models.files.paths import runs_folder
from models.files.store import selected
from models.meaning.encoder import encoder
from models.memory.loaded import id_of, lease
from models.runtime.errors import ModelError
from models.runtime.llm import LanguageModel
from models.runtime.native import give_back
from vision.capture.x11 import connection_errors
from vision.core.elements import ElementMap
from vision.core.geometry import Point
from vision.perceiver import Perceiver

Tell = Callable[[Event], None]
Do = Callable[[Callable[[], LanguageModel], StopSwitch], LanguageModel]
_NO_DISPLAY = (
    "The run ended because the connection to the display was lost: the X server or the virtual "
    "desktop has ended. Start it again, and then the task."
)


@dataclass(frozen=True, slots=True)
class Settings:
    """What a run is asked to keep to. `model_id` None is the selected model; `ocr`, a name of
    vision.ocr.engine, and `detector` are those of the person's settings when None; the record goes
    to a new folder in `runs`, None for the user's own; `safety` None is that of the rules, and
    `rules` None are those of the person. `keep_secrets` tells and records passwords too: for
    measurements, whose tasks are made up. With a `routine` its steps are tried before the model is
    asked, which is loaded only when they do not fit; the task is the routine's. `view` is what is
    seen and used. `manuals`, whether the model is given passages of them, is that of the person's
    settings when None. `strategy` is a name of agent.strategies, that of the person's settings when
    None; of its mechanisms those count that are on in `mechanisms` too. `profile` is a name of
    models.catalogue.profile or "auto", that of the person's settings when None."""

    model_id: str | None = None
    max_steps: int = 30
    dry_run: bool = False
    ocr: str | None = None
    detector: DetectorName | None = None
    mechanisms: Mechanisms = field(default_factory=Mechanisms)
    runs: Path | None = None
    safety: Safety | None = None
    rules: Rules | None = None
    keep_secrets: bool = False
    routine: Filled | None = None
    view: View = field(default_factory=View)
    manuals: bool | None = None
    strategy: str | None = None
    profile: str | None = None

    def seen(self) -> Seeing:
        """How the screen is seen. Raises AgentError when the settings cannot be read."""
        seen = seeing()
        return replace(seen, ocr=self.ocr or seen.ocr, detector=self.detector or seen.detector)


@dataclass(frozen=True, slots=True)
class _Record:
    """Every event on its way: secrets masked, written down, told."""

    secrets: Secrets
    folder: RunFolder
    tell: Tell
    notes: NoteTaker = field(default_factory=NoteTaker)

    def told(self, event: Event) -> None:
        event = self.secrets.event(event)
        self.notes.told(event)
        self.folder.told(event)
        self.tell(event)


def run_task(
    task: str,
    *,
    tell: Tell,
    stop: StopSwitch,
    settings: Settings | None = None,
    model: LanguageModel | None = None,
    eyes: Eyes | None = None,
    asker: Asker | None = None,
    pause: PauseSwitch | None = None,
    sayings: Sayings | None = None,
) -> Outcome:
    """Carry out a task on the display that DISPLAY names; blocks until the run is over.

    Whatever happens after `Started`, the last event is `Ended`, and no key or button is held.
    `model` is used instead of loading one, `eyes` instead of recogniser and detector. `asker` gets
    the answers to questions; without one, what needs a question is not done. `pause` holds it
    between two actions; what comes by `sayings` goes before the rest of the task.

    A named secret of the task, {secret:NAME}, is looked up in the keyring when it is typed.

    Raises:
        AgentError, ModelError, OSError: the run cannot begin (no display, no model, no disk, rules
            that cannot be read or that allow no run now, a secret that the keyring does not have).
        Stopped: stopped before it began.
    """
    settings = settings or Settings()
    task = tidied(readable_task(settings.routine.task if settings.routine else task))
    require_display()
    rules, seen = settings.rules or Rules.read(), settings.seen()
    plan = strategies.strategy(settings.strategy or strategies.chosen())
    mechanisms = settings.mechanisms.both(plan.mechanisms())
    with of_models():
        profile = settings.profile or chosen_profile()
    settings = replace(settings, mechanisms=mechanisms, profile=profile)
    guard.install()
    traffic = guard.traffic()
    began = time.monotonic()
    for said in interrupted.tell_once(settings.runs or runs_folder()):
        tell(Noted(said))
    with ExitStack() as stack:
        # Reading screens takes and frees hundreds of megabytes, which the C library would keep.
        stack.callback(give_back)
        pause = pause or PauseSwitch()
        pace = Pace(tell, pace_file())
        desk = desk_of(stack, stop, pause, rules, dry_run=settings.dry_run, view=settings.view)
        stack.enter_context(hotkey.stopping(rules.hotkey, stop, tell))
        do = desk.background.do
        do(lambda: vault.require(names_in(task)), stop)
        chosen = model or _model(settings, tell, stop, stack, do, pace)
        stack.enter_context(lease(chosen))
        perceiver = eyes or do(lambda: _eyes(seen, pace), stop)
        do(encoder, stop)  # It takes a second to load, in which a stop must be heard.
        if eyes is None and (missing := missing_detector(seen.detector)):
            tell(Noted(missing))
        stack.callback(stop_describing)
        record = _record(task, chosen.name, tell, settings, rules)
        decider = Decider(chosen, stop, lambda text: record.told(Token(text)))
        decider.profile = _profile(chosen, settings, asked_later=model is None)
        if seen.give_notes:
            decider.notes = notes_on
        if settings.manuals or (settings.manuals is None and seen.give_manuals):
            decider.manual = passage
        asker = desk.takeover.freed(asker)
        gate = Gate(rules, record.told, stop, asker, settings.safety, record.secrets, task)
        loop = _loop(task, desk, perceiver, decider, gate, record, settings)
        loop.decider = plan.decides(decider)
        loop.model_ends = decider.profile.ends and settings.routine is None
        replay = _replay(settings, decider, loop, record, model)
        loop.pause, loop.pace = pause, pace
        loop.sayings = sayings or loop.sayings
        outcome = _ended(loop)
        if outcome.kind not in ("done", "unsure", "stopped"):
            message = f"{outcome.message} {desk.mishaps()}".strip()
            outcome = replace(outcome, message=message)
        told_of = outcome.kind not in ("stopped", "error") and not settings.dry_run
        if replay is not None and told_of:
            outcome = replace(outcome, message=replay.with_report(outcome))
        outcome = replace(outcome, message=record.secrets.text(outcome.message))
        left = guard.traffic().since(traffic)
        seconds = time.monotonic() - began
        path = record.folder.path
        end = Ended(outcome, path, seconds, decider.replies, decider.unusable, left)
        last = record.secrets.map(loop.last) if loop.last is not None else None
        end = _recorded(end, record.folder, last)
        # A measurement, which keeps its records elsewhere, leaves the person's notes alone.
        noted = seen.keep_notes and settings.runs is None
        unkept = record.notes.keep(record.secrets.text) if noted else ""
        for problem in (describing_problem(), unkept):
            if problem:
                tell(Noted(problem))
        tell(end)
        return end.outcome


def _model(
    settings: Settings, tell: Tell, stop: StopSwitch, stack: ExitStack, do: Do, pace: Pace
) -> LanguageModel:
    if settings.routine is None:
        profile = settings.profile
        return do(lambda: load_model(settings.model_id, tell, stop, pace, profile), stop)
    title = f"routine “{settings.routine.routine.name}”"
    which = settings.model_id
    return model_when_needed(title, which, tell, stop, stack, pace, settings.profile)


def _profile(model: LanguageModel, settings: Settings, *, asked_later: bool) -> Profile:
    """The profile of the run, which with "auto" is that of the model, or a smaller one when memory
    leaves it a short context. With a routine the model may be `asked_later`, if ever: then it is
    not loaded yet."""
    wanted = settings.profile or AUTO
    if settings.routine is not None and asked_later:
        return profile_of(_known(settings.model_id or selected()), wanted)
    found = _known(id_of(model))
    profile = profile_of(found, wanted)
    if wanted != AUTO or found is None or found.engine is not None:
        return profile
    return PROFILES[with_room(profile.name, model.context_tokens)]


def _known(model_id: str) -> ModelSpec | None:
    """The model with this id in the catalogue; None for any other, such as a scripted one."""
    try:
        return spec(model_id)
    except ModelError:
        return None


def _replay(
    settings: Settings, decider: Decider, loop: Loop, record: _Record, model: LanguageModel | None
) -> Replay | None:
    """The replay of the routine that the run is asked for, put before the model in the loop."""
    if settings.routine is None:
        return None
    missing = cache(lambda: "" if model is not None else no_model(settings.model_id))
    replay = Replay(
        settings.routine, decider, loop.memory, missing, lambda text: record.told(Noted(text))
    )
    loop.decider = replay
    return replay


def _eyes(seen: Seeing, pace: Pace) -> Perceiver:
    with ExitStack() as stack:
        if not ready(seen.ocr):
            stack.enter_context(pace.of(f"eyes {seen.ocr}", "Loading text recognition"))
        return make_perceiver(seen.ocr, seen.detector, language=seen.ocr_language)


def _record(task: str, model_name: str, tell: Tell, settings: Settings, rules: Rules) -> _Record:
    """A new folder for the run, begun; old ones make room."""
    runs = settings.runs or runs_folder()
    archive.prune(runs, rules.keep_days, rules.keep_megabytes)
    secrets = Secrets(None if settings.keep_secrets else rules, task)
    for value in settings.routine.secrets if settings.routine else ():
        secrets.add(value)
    folder = RunFolder(secrets.text(task), model_name, settings.runs)

    secrets.on_new = lambda: folder.mask(secrets.text)
    tell(Started(secrets.text(task), model_name, folder.path))
    return _Record(secrets, folder, tell)


def _loop(
    task: str,
    desk: Desk,
    eyes: Eyes,
    decider: Decider,
    gate: Gate,
    record: _Record,
    settings: Settings,
) -> Loop:
    edge = desk.screen.monitors()[0].box
    aside = Point(edge.right - 4, edge.center.y)
    controller, stop = desk.controller, decider.stop
    sealed = Sealed(record.secrets, vault.value_of)
    focus = Focus()
    seen = ChangedEyes(eyes, lambda map_: focus.narrowed(sealed.map(usable(map_, gate.rules))))
    installed = applications.installed()
    windows = editors_told(desk.windows, installed)
    observer = Observer(
        desk.screen, seen, windows, stop, desk.background, lambda: controller.move(aside)
    )
    surroundings = marked_environment()
    hands = Hands(
        controller,
        desk.screen,
        observer.look,
        windows,
        stop,
        surroundings,
        reveal=sealed.reveal,
        focus=focus,
    )
    knowledge = Knowledge(record.told)
    # A routine says itself what it opens; and what is opened has a window of its own, which would
    # not be seen.
    first = applications_first(
        decider,
        installed,
        focus,
        gate,
        on=settings.mechanisms.applications
        and settings.routine is None
        and not settings.view.one_window,
    )
    skills = _skills(task, installed, knowledge, record, settings)
    return Loop(
        task,
        observer,
        decider,
        hands,
        stop,
        record.told,
        gate,
        first,
        () if settings.view.one_window else installed,
        settings.max_steps,
        settings.dry_run,
        settings.routine is not None,
        settings.mechanisms,
        lost=desk.lost,
        knowledge=knowledge,
        skills=skills,
        suggesters=_suggesters(first, skills, settings),
    )


def _skills(
    task: str,
    installed: Sequence[Application],
    knowledge: Knowledge,
    record: _Record,
    settings: Settings,
) -> Skills:
    if settings.routine is not None or not settings.mechanisms.skills:
        return Skills()
    return known_skills(task, installed, record.told)


def _suggesters(
    first: ApplicationsFirst, skills: Skills, settings: Settings
) -> tuple[Suggester, ...]:
    if not settings.mechanisms.suggestions:
        return ()
    return (
        Opening(lambda now: first.due(now.plan, now.map), first.is_sure),
        OtherWindows(first.installed if first.on else ()),
        skills,
        ByWords(),
        Ending(),
        Handover(),
    )


def _recorded(end: Ended, folder: RunFolder, last: ElementMap | None) -> Ended:
    """Write the end down. A full disk does not take the last event away: the event says it."""
    try:
        folder.end(end, last)
    except OSError as problem:
        said = end.outcome.message
        # A full disk is told once, not for each file.
        known = isinstance(problem, RecordError) and NOT_SAVED in said
        why = "." if known else f": {problem}"
        message = f"{said} The record is incomplete{why}".strip()
        return replace(end, outcome=replace(end.outcome, message=message))
    return end


def _ended(loop: Loop) -> Outcome:
    """How the loop ended; errors and a stop are ways to end too."""
    errors: tuple[type[Exception], ...] = (AgentError, ModelError, OSError, *connection_errors())
    try:
        return loop.go()
    except Stopped as stopped:
        if stopped.by == DISPLAY_GONE:
            return Outcome("error", _NO_DISPLAY)
        return Outcome("stopped", f"Stopped by {stopped.by}.")
    except errors as problem:
        # Whoever noticed it first said it in the words of a library.
        gone = sys.platform == "linux" and display_problem() is not None
        return Outcome("error", _NO_DISPLAY if gone else str(problem))
