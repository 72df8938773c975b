"""Dialogs that come up by themselves when a program starts: tips, welcomes, offers. They take the
keys that are meant for the program, and no task asks for them, so they are closed. Of those that
were there before the run only such as tell something."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from agent.actions import Action, Click, OpenApp, Press, TypeText, UseSkill, Wait
from agent.deciding.situation import Situation, Suggestion
from agent.skills.procedures.front import active, button_called, is_dialog
from agent.skills.skill import Move, offered
from agent.task.literals import mentions
from agent.task.plan import Outline, Part
from agent.trajectory import Effect
from vision.capture.windows import Window
from vision.core.elements import ElementMap, quote

# It is closed before anything else is done: the logarithm of its odds against all else.
_FIRST = 3.0
# Keys that open no dialog.
_MOVING = frozenset(
    ("home", "end", "ctrl+home", "ctrl+end", "pageup", "pagedown", "up", "down", "left", "right")
)
_WORD = re.compile(r"[^\W_]{4,}")
# What such a window must not speak of: closing it might lose something.
_LOSING = re.compile(
    r"recover|restor|unsaved|crash|save|discard|password|wiederherst|speicher|passwor|récup"
    r"|enregistr|mot de passe|recuper|guardar|contraseña|salva|odzysk|zapis",
    re.IGNORECASE,
)
_CLOSERS = (
    *("close", "ok", "got it", "skip", "not now", "no thanks", "later", "dismiss", "continue"),
    *("schließen", "später", "überspringen", "fermer", "plus tard", "cerrar", "chiudi", "fechar"),
    *("sluiten", "zamknij"),
)
_GIVING_UP = (
    *("cancel", "apply", "abbrechen", "anwenden", "annuler", "appliquer", "cancelar", "aplicar"),
    *("annulla", "applica", "annuleren", "toepassen", "anuluj", "zastosuj"),
)


@dataclass
class Popups:
    """Watches the windows from the opening of a program until something is done in it that may
    open a dialog."""

    task: str = ""
    title: str = "close what came up"
    problem: str = ""
    _known: frozenset[int] | None = None
    _began: frozenset[int] | None = None
    _tried: dict[int, int] = field(default_factory=dict)
    _proposed: Action | None = None

    def told(
        self, action: Action, effect: Effect, before: ElementMap, after: ElementMap, plan: Outline
    ) -> Part | None:
        """Take in what was done last."""
        self._begin(before)
        if self.keeps(action) and (window := self._window(before)) is not None:
            self._tried[window.handle] = self._tried.get(window.handle, 0) + 1
        if isinstance(action, OpenApp):
            # What comes with it is seen by now; what follows comes by itself.
            self._known = _handles(after)
        elif not (self.keeps(action) or isinstance(action, Wait) or _opens_nothing(action)):
            self._known = None
        return None

    def keeps(self, action: Action) -> bool:
        return self._proposed is not None and action == self._proposed

    def offers(self, now: Situation) -> Sequence[Suggestion]:
        """See `_words`."""
        return offered(self.title, self._words(now), _FIRST)

    def begin(self, action: UseSkill, now: Situation) -> None:
        """It has nothing to begin with."""

    def _words(self, now: Situation) -> str:
        """Closing that dialog, by its title."""
        window = self._window(now.map)
        if window is None or self.next(now) is None:
            return ""
        return f"close the window {quote(window.title)} that came up by itself"

    def next(self, now: Situation) -> Move | None:
        """What closes a dialog that came by itself; None without one, or when it does not close."""
        self._proposed = None
        window = self._window(now.map)
        if window is None:
            return None
        times = self._tried.get(window.handle, 0)
        self._proposed = Press("esc") if times == 0 else _closing(window, now.map)
        if self._proposed is None or times > 1:
            return None
        why = f"“{window.title}” appeared by itself and has the keyboard focus"
        return Move(self._proposed, why)

    def _window(self, map_: ElementMap) -> Window | None:
        front = active(map_)
        began = self._begin(map_)
        if front is None:
            return None
        if not (self._is_told(front, map_) if front.handle in began else self._is_new(front)):
            return None
        if any(mentions(self.task, word) for word in _WORD.findall(front.title)):
            return None
        others = [w for w in map_.windows if w is not front and not w.popup]
        behind = [w for w in others if _is_of_one(w, front)]
        if not any(window.box.area > front.box.area for window in behind):
            return None
        inner = (e.text for e in map_.elements if front.box.contains(e.box.center))
        losing = any(_LOSING.search(text) for text in (front.title, *inner))
        return None if losing else front

    def _begin(self, map_: ElementMap) -> frozenset[int]:
        """The windows that were there when the run began."""
        if self._began is None:
            self._began = frozenset(window.handle for window in map_.windows)
        return self._began

    def _is_new(self, window: Window) -> bool:
        """Whether a window came since the last program was opened."""
        return self._known is not None and window.handle not in self._known

    def _is_told(self, window: Window, map_: ElementMap) -> bool:
        """Whether a window only tells something, and nothing of the task: it has one button that
        closes it and none that gives up."""
        inner = [e for e in map_.elements if window.box.contains(e.box.center)]
        words = {word for e in inner for word in _WORD.findall(e.text)}
        closes = button_called(_CLOSERS, window, map_) is not None
        gives_up = button_called(_GIVING_UP, window, map_) is not None
        return closes and not gives_up and not any(mentions(self.task, word) for word in words)


def _is_of_one(window: Window, dialog: Window) -> bool:
    same = window.application == dialog.application or window.program == dialog.program != 0
    return dialog.owner == window.handle or same


def _handles(map_: ElementMap) -> frozenset[int]:
    """The windows that are there, but dialogs that a larger one of their program is behind."""
    return frozenset(w.handle for w in map_.windows if not is_dialog(w, map_))


def _opens_nothing(action: Action) -> bool:
    if isinstance(action, Press):
        return all(key in _MOVING for key in action.keys.casefold().split())
    return isinstance(action, TypeText) and action.target is None


def _closing(window: Window, map_: ElementMap) -> Action | None:
    button = button_called(_CLOSERS, window, map_)
    return Click(button.id) if button is not None else None
