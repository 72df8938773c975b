"""What a run is fitted out with: the screen, mouse and keyboard, a loaded model."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass

from agent import keyguard
from agent.background import Background
from agent.controller import Controller, PyAutoGuiController, RecordingController
from agent.desktop import HERE, MARK
from agent.errors import Stopped
from agent.events import Event, Noted
from agent.pause import PauseSwitch
from agent.pointer import X11Pointer
from agent.policy.areas import CoveredScreen, FencedController
from agent.policy.rules import Rules
from agent.screen_watch import SteadyScreen
from agent.stop import CornerWatch, StopSwitch
from agent.takeover import TakeOver, WatchedController
from agent.window_watch import WatchedWindows
from models.catalogue import spec
from models.ensure import ensure_language_model
from models.errors import ModelError
from models.job import DownloadStopped, progress_text
from models.llm import LanguageModel
from models.loaded import lease, load
from models.on_demand import OnDemand
from models.store import selected, verify
from vision.geometry import Point
from vision.screen import MssScreen, Screen

_REPORT_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Desk:
    """What a run works with: the screen as the rules let it be seen, the hands, a thread."""

    screen: Screen
    windows: WatchedWindows
    controller: Controller
    background: Background
    takeover: TakeOver


def desk_for(
    stack: ExitStack, stop: StopSwitch, pause: PauseSwitch, rules: Rules, *, dry_run: bool
) -> Desk:
    """Screen, hands and thread of a run, given back at the end of `stack`.

    Raises:
        OSError: the screen cannot be seen.
    """
    background = Background()
    stack.callback(background.close)
    monitors = MssScreen()
    stack.callback(monitors.close)
    steady = SteadyScreen(monitors)
    stack.callback(steady.close)
    screen = CoveredScreen(steady, rules.areas)
    # The first grab shows whether the screen can be seen at all, before a model is loaded.
    screen.grab()
    stack.enter_context(keyguard.guarded())
    controller = controller_for(screen, stop, dry_run, rules)
    stack.callback(controller.release_all)
    takeover = TakeOver(pause)
    corners = [monitor.box for monitor in screen.monitors()]
    watch = CornerWatch(stop, pointer_of(controller, stack), corners)
    if rules.pause_on_mouse and not dry_run:
        watch.seen = takeover.see
    stack.enter_context(watch)
    watched = WatchedController(controller, takeover, rules.hotkey)
    return Desk(screen, WatchedWindows(corners), watched, background, takeover)


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
    model_id: str | None, tell: Callable[[Event], None], stop: StopSwitch
) -> LanguageModel:
    """The model with this id (None: the selected one), fetched when it is not there.

    Raises:
        ModelError, Stopped: there is none to work with.
    """
    last = 0.0

    def fetched(done: int, total: int | None, speed: float) -> None:
        nonlocal last
        if time.monotonic() - last >= _REPORT_SECONDS:
            last = time.monotonic()
            tell(Noted(f"Fetching the model: {progress_text(done, total, speed)}"))

    try:
        ensured = ensure_language_model(fetched, model_id=model_id, stop=stop.event)
    except DownloadStopped as stopped:
        raise Stopped(stop.by or "you") from stopped
    if ensured.notice:
        tell(Noted(ensured.notice))
    if (engine := spec(ensured.id).engine) is not None and engine.warning:
        tell(Noted(engine.warning))
    return load(ensured.id, tell=lambda text: tell(Noted(text)), stop=stop.event)


def model_when_needed(
    title: str,
    model_id: str | None,
    tell: Callable[[Event], None],
    stop: StopSwitch,
    stack: ExitStack,
) -> OnDemand:
    """The model with this id, called `title` until it is loaded, and in use from then to the end of
    `stack`. Nothing is fetched: see `no_model`."""

    def get() -> LanguageModel:
        model = load_model(model_id, tell, stop)
        stack.enter_context(lease(model))
        return model

    return OnDemand(title, get)


def no_model(model_id: str | None) -> str:
    """Why no language model could be asked without fetching one, '' when one could."""
    try:
        there = verify(spec(model_id or selected()))
    except ModelError as problem:
        return str(problem)
    return "" if there else "No language model is on this machine to go on: deskhand models list"


def marked_environment() -> dict[str, str]:
    """Programs that a run opens on a virtual desktop are marked: they end with it."""
    return {MARK: os.environ[HERE]} if HERE in os.environ else {}
