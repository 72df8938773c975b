"""Opening an application, or bringing it to the front when it runs; then its window is there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from agent.apps import applications
from agent.apps.application import Application
from agent.apps.windows import belongs, windows_of
from agent.control.stop import StopSwitch
from agent.errors import ActionFailed
from agent.perception.focus import Focus
from vision.capture.windows import Window, WindowGone

# Seconds: until a window is there; in which a window that is none of its own (a splash screen, a
# terminal round it) may be followed by one that is.
_OPENING, _GRACE = 20.0, 4.0
_POLL = 0.2


@dataclass(frozen=True, slots=True)
class Opener:
    """Opens applications. `focus` is told which windows came; `environment` is added to theirs."""

    windows: Callable[[], tuple[Window, ...]]
    activate: Callable[[Window], bool]
    stop: StopSwitch
    environment: Mapping[str, str]
    focus: Focus

    def open(self, application: Application, *, another: bool = False, handle: int = 0) -> None:
        """Have a window of the application in front, the one of this `handle` unless that is 0. One
        that runs is not started again, unless `another` window is wanted.

        Raises:
            ActionFailed: no window came, it does not come to the front, or it was closed.
            Stopped: the run was stopped meanwhile.
        """
        there = windows_of(application, self.windows())
        if handle:
            there = [window for window in there if window.handle == handle]
            if not there:
                raise ActionFailed(f"The window of {application.name} was closed in the meantime.")
        if there and not another:
            self._bring(application, there[0])
            return
        before = {window.handle for window in self.windows()}
        applications.launch(application, self.environment)
        window = self._awaited(application, before)
        if not window.active:
            self._bring(application, window)
        self.focus.on(application, [window.handle], self.windows())

    def _bring(self, application: Application, window: Window) -> None:
        try:
            came = self.activate(window)
        except WindowGone as gone:
            raise ActionFailed(
                f"The window of {application.name} was closed in the meantime."
            ) from gone
        if not came:
            raise ActionFailed(
                f"The window “{window.title}” of {application.name} could not be brought to the"
                " front."
            )
        self.focus.on(application, [window.handle], self.windows())

    def _awaited(self, application: Application, before: set[int]) -> Window:
        """The window that opened: its own one, else any that stays."""
        waited, first = 0.0, None
        while waited <= _OPENING:
            new = [w for w in self.windows() if w.handle not in before and not w.popup]
            own = next((w for w in new if belongs(w, application)), None)
            if own is not None:
                return own
            first = waited if new and first is None else first
            if new and first is not None and waited - first >= _GRACE:
                return new[0]
            self.stop.sleep(_POLL)
            waited += _POLL
        raise ActionFailed(
            f"{application.name} was started, but no window opened within {_OPENING:.0f} s."
        )


def the_one(name: str) -> Application:
    """The application of this name. Raises ActionFailed when there is none."""
    found = applications.find(name)
    if not found:
        raise ActionFailed(f"The application “{name}” is not installed.")
    return found[0]
