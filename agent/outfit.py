"""What a run is fitted out with: the screen, mouse and keyboard, a loaded model."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack

from agent.computer.controller import Controller, PyAutoGuiController, RecordingController
from agent.computer.pointer import X11Pointer
from agent.control.eta import Pace
from agent.control.stop import StopSwitch
from agent.desktop.virtual_desktop import HERE, MARK
from agent.errors import Stopped
from agent.events import Event, Noted
from agent.policy.areas import FencedController
from agent.policy.rules import Rules
from models.catalogue.catalogue import spec
from models.catalogue.profile import wanted_context
from models.fetch.ensure import ensure_language_model
from models.fetch.job import DownloadStopped, progress_text
from models.files.store import selected, verify
from models.memory.loaded import holds, lease, load
from models.memory.on_demand import OnDemand
from models.runtime.errors import ModelError
from models.runtime.llm import LanguageModel
from vision.capture.screen import Screen
from vision.core.geometry import Point

_REPORT_SECONDS = 1.0
_PER_GIGABYTE = "load a gigabyte"


def controller_for(screen: Screen, stop: StopSwitch, dry_run: bool, rules: Rules) -> Controller:
    """Mouse and keyboard as the rules fence them in; in a dry run none that move."""
    if dry_run:
        return RecordingController()
    hands = PyAutoGuiController(screen.monitors()[0].scale, stop)
    return FencedController(hands, rules.areas)


def pointer_of(controller: Controller, stack: ExitStack) -> Callable[[], Point]:
    """Where the mouse is; on X11 over a connection of its own, since a thread asks."""
    if sys.platform != "linux":
        return controller.pointer
    pointer = X11Pointer()
    stack.callback(pointer.close)
    return pointer


def load_model(
    model_id: str | None,
    tell: Callable[[Event], None],
    stop: StopSwitch,
    pace: Pace | None = None,
    profile: str | None = None,
) -> LanguageModel:
    """The model with this id (None: the selected one), fetched when it is not there, with the
    context of this profile (None: that of the settings).

    Raises:
        ModelError, Stopped: there is none to work with.
    """
    last = 0.0

    def fetched(done: int, total: int | None, speed: float) -> None:
        nonlocal last
        if time.monotonic() - last >= _REPORT_SECONDS:
            last = time.monotonic()
            tell(Noted(f"Downloading the model: {progress_text(done, total, speed)}"))

    try:
        ensured = ensure_language_model(fetched, model_id=model_id, stop=stop.event)
    except DownloadStopped as stopped:
        raise Stopped(stop.by or "you") from stopped
    if ensured.notice:
        tell(Noted(ensured.notice))
    if (engine := spec(ensured.id).engine) is not None and engine.warning:
        tell(Noted(engine.warning))

    pace, model = pace or Pace(), spec(ensured.id)
    context = wanted_context(model, profile)

    def loaded() -> LanguageModel:
        return load(model.id, context, tell=lambda text: tell(Noted(text)), stop=stop.event)

    if holds(model.id) or model.engine is not None or not model.bytes:
        return loaded()
    # One that was never loaded here takes as long as the last other one, by its size.
    rate = pace.expected(_PER_GIGABYTE)
    guess = None if rate is None else rate * model.bytes / 1e9
    began = time.monotonic()
    with pace.of(f"load {model.id}", f"Loading {model.name}", guess):
        found = loaded()
    pace.keep(_PER_GIGABYTE, (time.monotonic() - began) / (model.bytes / 1e9))
    return found


def model_when_needed(
    title: str,
    model_id: str | None,
    tell: Callable[[Event], None],
    stop: StopSwitch,
    stack: ExitStack,
    pace: Pace,
    profile: str | None = None,
) -> OnDemand:
    """The model with this id as `load_model` loads it, called `title` until it is loaded, and in
    use from then to the end of `stack`. Nothing is fetched: see `no_model`."""

    def get() -> LanguageModel:
        model = load_model(model_id, tell, stop, pace, profile)
        stack.enter_context(lease(model))
        return model

    return OnDemand(title, get)


def no_model(model_id: str | None) -> str:
    """Why no language model could be asked without fetching one, '' when one could."""
    try:
        there = verify(spec(model_id or selected()))
    except ModelError as problem:
        return str(problem)
    return (
        ""
        if there
        else "No language model is installed to continue with; see: deskhand models list"
    )


def marked_environment() -> dict[str, str]:
    """Programs that a run opens on a virtual desktop are marked: they end with it."""
    return {MARK: os.environ[HERE]} if HERE in os.environ else {}
