"""The choice of what is seen and used: my screen or the virtual desktop, a monitor, one window."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING

from agent.desktop.desks import Desks, on_virtual
from agent.desktop.kept_view import Chosen, chosen_of, in_words, keep_chosen, offered, read_chosen
from agent.desktop.scope import picture_of
from agent.desktop.view import View
from agent.errors import AgentError
from vision.capture.jpeg import jpeg_address
from vision.capture.screen import MssScreen, ScreenError
from vision.capture.windows import list_windows
from vision.capture.x11 import NoDisplayError

if TYPE_CHECKING:
    import gradio as gr

Options = list[tuple[str, str]]
_UNSEEN = (ScreenError, NoDisplayError)


class Viewing:
    """What the panel's runs see and use; without `desks` the desktop of this process is all there
    is. The virtual one is started when a page is opened: until then the own screen is in use."""

    def __init__(self, desks: Desks | None = None) -> None:
        self._desks, self._lock = desks, threading.Lock()
        self._chosen = read_chosen()
        if desks is None or not desks.choice:
            self._chosen = replace(self._chosen, virtual=on_virtual())

    @property
    def view(self) -> View:
        return self._chosen.view

    def prepare(self) -> None:
        """Be where the choice says, before a run begins.

        Raises:
            AgentError: the virtual desktop cannot be started.
        """
        with self._lock:
            if self._desks is not None and self._desks.choice:
                self._desks.use(self._chosen.virtual)

    def choose(self, text: str) -> None:
        """Take a choice, as `options` gave it, and remember it.

        Raises:
            AgentError: it cannot be had, or not be remembered; what held before holds on.
        """
        before = self._chosen
        try:
            self._chosen = chosen_of(text)
            self.prepare()
            keep_chosen(self._chosen)
        except AgentError:
            self._chosen = before
            raise
        except ValueError as problem:
            raise AgentError("This choice is not available.") from problem
        except OSError as problem:
            raise AgentError(
                f"The choice applies now, but could not be saved: {problem}."
            ) from problem

    def options(self) -> tuple[Options, str]:
        """What can be chosen now, with its words, and which of it is chosen."""
        found = _here()
        if self._desks is not None and self._desks.choice:
            found += offered(not on_virtual(), (), ())
        self._chosen = _same(self._chosen, [chosen for _, chosen in found])
        if self._chosen not in [chosen for _, chosen in found]:
            found.append((in_words(self._chosen), self._chosen))
        return [(words, chosen.text()) for words, chosen in found], self._chosen.text()

    def box(self) -> gr.Dropdown:
        """The box to choose in, as it is now."""
        import gradio as gr

        choices, value = self.options()
        return gr.Dropdown(choices=choices, value=value)

    def picture(self) -> tuple[str, str]:
        """The address of a picture of what a run would see now, or '', and what it shows."""
        try:
            return jpeg_address(picture_of(self.view).pixels), _what(self.view)
        except _UNSEEN as problem:
            return "", str(problem)


def _here() -> list[tuple[str, Chosen]]:
    """What the desktop in use offers; all of it alone when it cannot be seen."""
    try:
        screen = MssScreen()
        try:
            return offered(on_virtual(), screen.monitors(), list_windows())
        finally:
            screen.close()
    except _UNSEEN:
        return offered(on_virtual(), (), ())


def _same(chosen: Chosen, found: list[Chosen]) -> Chosen:
    """The choice as it is offered now: a window by its number, or by the title that it had."""
    view = chosen.view
    for one in found if view.one_window else ():
        known = one.view.handle == view.handle if view.handle else one.view.title == view.title
        if known and one.view.one_window and one.virtual == chosen.virtual:
            return one
    return chosen


def _what(view: View) -> str:
    if view.one_window:
        return f"“{view.title}” now; nothing else is seen or used"
    return f"Monitor {view.monitor} now" if view.monitor else "The screen now"
