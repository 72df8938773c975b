"""What a run works with: the screen as it may be seen, its windows, mouse and keyboard."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass

from agent.computer.controller import Controller
from agent.control.pause import PauseSwitch
from agent.control.stop import CornerWatch, StopSwitch
from agent.control.takeover import TakeOver, WatchedController
from agent.desktop.background import Background
from agent.desktop.scope import Scope, ScopedController, ScopedScreen, scope_of
from agent.desktop.screen_watch import SteadyScreen
from agent.desktop.view import View
from agent.desktop.window_watch import WatchedWindows
from agent.keyboard import key_release_guard as keyguard
from agent.outfit import controller_for, pointer_of
from agent.policy.areas import CoveredScreen
from agent.policy.rules import Rules
from vision.capture.screen import MssScreen, Screen
from vision.capture.windows import Window, activate, list_windows


@dataclass(frozen=True, slots=True)
class Desk:
    """`windows` lists those that the run may see; `lost` says in a sentence that what it keeps to
    is gone, `mishaps` what else went away during the run."""

    screen: Screen
    windows: Callable[[], tuple[Window, ...]]
    controller: Controller
    background: Background
    takeover: TakeOver
    lost: Callable[[], str]
    mishaps: Callable[[], str]


def desk_of(
    stack: ExitStack,
    stop: StopSwitch,
    pause: PauseSwitch,
    rules: Rules,
    *,
    dry_run: bool = False,
    view: View | None = None,
) -> Desk:
    """The desk for one run on the display that DISPLAY names; the stack closes its parts.

    Raises:
        ScreenError, NoDisplayError: the screen cannot be seen, or what `view` names is not there.
        DisplayError: mouse or keyboard cannot be used.
    """
    background = Background()
    stack.callback(background.close)
    monitors = MssScreen()
    stack.callback(monitors.close)
    steady = SteadyScreen(monitors)
    stack.callback(steady.close)
    corners = [monitor.box for monitor in monitors.monitors()]
    watched = WatchedWindows(corners)
    scope = scope_of(view or View(), monitors.monitors(), list_windows)
    screen: Screen = CoveredScreen(steady, rules.areas)
    if scope is not None:
        screen = ScopedScreen(screen, scope, list_windows)
    # The first grab shows whether the screen can be seen at all, before a model is loaded.
    screen.grab()
    stack.enter_context(keyguard.guarded())
    controller = controller_for(screen, stop, dry_run, rules)
    stack.callback(controller.release_all)
    takeover = TakeOver(pause)
    watch = CornerWatch(stop, pointer_of(controller, stack), corners)
    if rules.pause_on_mouse and not dry_run:
        watch.seen = takeover.see
    stack.enter_context(watch)
    if scope is not None:
        controller = ScopedController(controller, scope, list_windows)
        if scope.window is not None and not scope.window.active:
            activate(scope.window)
    hands = WatchedController(controller, takeover, rules.hotkey)
    own, lost = _windows(watched, scope)
    return Desk(screen, own, hands, background, takeover, lost, watched.mishaps)


def _windows(
    watched: WatchedWindows, scope: Scope | None
) -> tuple[Callable[[], tuple[Window, ...]], Callable[[], str]]:
    if scope is None:
        return watched, lambda: ""
    return lambda: scope.own(watched()), lambda: scope.lost(list_windows())
