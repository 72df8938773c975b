"""Bringing a program into many states by mouse and keyboard: menus, dialogs, tabs, marks, texts."""

from __future__ import annotations

import random
import re
import subprocess
import time
from collections.abc import Iterator, Sequence

from agent.desktop.virtual_desktop import Desktop
from benchmarks.episodes.programs import variables
from training.apps.documents import sentence
from training.apps.frames import BUTTONS, frames
from training.labels import Label, LabelKind
from vision.capture.windows import Window, list_windows

_SETTLE = 0.35  # seconds after a click before the screen is looked at
_NEVER = re.compile(
    r"quit|exit|close|print|save|delete|remove|trash|empty|send|mail|online|help|content|report|"
    r"home ?page|web|donat|updat|run\b|execut|terminal|shut|log ?out|eject|mount|network|connect|"
    r"load|publish|full ?screen|new|detach|restart|reset|email|launch|build|compile|make\b|debug|"
    r"revert|discard|clear|open (with|in|recent)|overwrite|encrypt|lock|minimi|iconify|hide|"
    r"\bmenu ?bar|undecorate|kill|stop|terminate|install|burn|wallpaper|desktop|root|admin",
    re.IGNORECASE,
)
_DIALOG = re.compile(
    r"(…|\.\.\.)$|^(preferences|settings|properties|about|options|find|replace|go to)"
)
# What can be done with a label of a kind: weight, name, mouse button.
_ACTS: dict[LabelKind, tuple[tuple[float, str, int], ...]] = {
    "checkbox": ((0.8, "tick", 1),),
    "radio": ((0.8, "tick", 1),),
    "tab": ((2.0, "tab", 1),),
    "dropdown": ((1.0, "list", 1),),
    "field": ((1.2, "type", 1), (0.6, "scroll", 1)),
    "list item": ((0.35, "select", 1), (0.08, "context", 3), (0.05, "scroll", 1)),
    "slider": ((0.8, "slide", 1),),
}


class Hand:
    """Mouse and keyboard on a desktop."""

    def __init__(self, desktop: Desktop) -> None:
        self._desktop = desktop

    def click(self, label: Label, button: int = 1) -> None:
        """Click the middle of what a label frames."""
        self.point(label)
        self._do("click", str(button))

    def point(self, label: Label) -> None:
        """Put the pointer there."""
        middle = label.box.center
        self._do("mousemove", str(middle.x), str(middle.y))

    def away(self, x: int, y: int) -> None:
        """Put the pointer where it touches nothing."""
        self._do("mousemove", str(x), str(y))

    def keys(self, *keys: str) -> None:
        """Press keys or combinations, one after the other."""
        self._do("key", "--delay", "40", *keys)

    def write(self, text: str) -> None:
        """Type ASCII text."""
        self._do("type", "--delay", "8", text)

    def wheel(self, label: Label, down: bool) -> None:
        """Turn the wheel over something."""
        self.point(label)
        self._do("click", "--repeat", "3", "--delay", "30", "5" if down else "4")

    def _do(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], check=True, env=variables(self._desktop), timeout=30)
        time.sleep(_SETTLE)


def may_touch(name: str) -> bool:
    """Whether something called so may be chosen: nothing that ends, prints, saves or sends."""
    return bool(name) and not _NEVER.search(name)


class Explorer:
    """Acts on a program, seeded. Each act leads to a state that is worth a picture; the next one
    starts from whatever shows then."""

    def __init__(self, hand: Hand, chance: random.Random, *, press: bool) -> None:
        self._hand, self._chance, self._press = hand, chance, press
        self._opened: set[str] = set()

    def act(self, labels: Sequence[Label], *, popup: bool, dialog: bool) -> str:
        """Do something with what shows; returns what, "" when there is nothing to do.

        `popup` says that a menu or list is open, `dialog` that a dialog is in front.
        """
        if popup:
            return self._in_popup(labels, dialog)
        if dialog and self._chance.random() < 0.35:
            self._hand.keys("Escape")
            return "closed the dialog"
        acts = [one for one in self._acts(labels) if one[0] > 0]
        if not acts:
            return ""
        weights = [weight for weight, _, _, _ in acts]
        _, name, label, button = self._chance.choices(acts, weights)[0]
        return self._do(name, label, button)

    def _acts(self, labels: Sequence[Label]) -> Iterator[tuple[float, str, Label, int]]:
        """Weight, name, target and mouse button of all acts that are possible."""
        for label in labels:
            if label.disabled:
                continue
            if label.kind == "menu":
                yield (0.6 if label.name in self._opened else 3.0), "menu", label, 1
            elif label.kind == "tab" and label.selected:
                continue
            elif label.kind in ("icon", "button"):
                yield (0.0 if label.name in BUTTONS else 0.1), "hover", label, 1
                if self._press and label.kind == "button" and may_touch(label.name):
                    yield 0.5, "press", label, 1
            else:
                for weight, name, button in _ACTS.get(label.kind, ()):
                    yield weight, name, label, button

    def _do(self, name: str, label: Label, button: int) -> str:
        if name == "menu":
            self._opened.add(label.name)
        if name == "hover":
            self._hand.point(label)
            time.sleep(0.7)
        elif name == "scroll":
            self._hand.wheel(label, self._chance.random() < 0.8)
        else:
            self._hand.click(label, button)
        if name == "type":
            self._hand.write(sentence(self._chance)[: self._chance.randint(3, 24)])
        return f"{name}: {label.name}"

    def _in_popup(self, labels: Sequence[Label], dialog: bool) -> str:
        items = [one for one in labels if one.kind in ("menu", "list item") and not one.disabled]
        items = [one for one in items if may_touch(one.name) and one.parent is not None]
        dice = self._chance.random()
        ways = [one for one in items if _DIALOG.search(one.name.casefold())]
        fresh = [one for one in ways if one.name not in self._opened]
        if not dialog and fresh and dice < 0.55:
            target = self._chance.choice(fresh)
            self._opened.add(target.name)
            self._hand.click(target)
            time.sleep(0.5)
            return f"chose: {target.name}"
        if items and dice < 0.75:
            self._hand.point(self._chance.choice(items))
            return "pointed at an item"
        self._hand.keys("Escape", "Escape", "Escape") if not dialog else self._hand.keys("Escape")
        return "closed the menu"


def close_extra(desktop: Desktop, own: Sequence[Window]) -> None:
    """Close windows that came meanwhile."""
    known = {window.handle for window in own}
    for frame in frames(desktop.display):
        if frame.window.handle not in known and not frame.window.popup:
            _wmctrl(desktop, "-i", "-c", hex(frame.window.handle))
    time.sleep(_SETTLE)


def place_window(desktop: Desktop, window: Window, chance: random.Random) -> None:
    """Give a window a random place and size on the screen; small dialogs keep their size."""
    width, height = desktop.size
    box = window.box
    wide, high = box.width, box.height
    if wide > 0.35 * width or wide > width or high > height:
        wide = round(width * chance.uniform(0.5, 0.98))
        high = round(height * chance.uniform(0.5, 0.9))
    left = chance.randint(0, max(0, width - wide - 12))
    top = chance.randint(0, max(0, height - high - 40))
    _wmctrl(desktop, "-i", "-r", hex(window.handle), "-e", f"0,{left},{top},{wide},{high}")
    time.sleep(_SETTLE)


def to_front(desktop: Desktop, window: Window) -> None:
    """Give a window the focus."""
    _wmctrl(desktop, "-i", "-a", hex(window.handle))
    time.sleep(_SETTLE)


def still_there(desktop: Desktop, own: Sequence[Window]) -> bool:
    """Whether one of the windows shows yet."""
    handles = {window.handle for window in list_windows(desktop.display)}
    return any(window.handle in handles for window in own)


def _wmctrl(desktop: Desktop, *words: str) -> None:
    # A window that closed meanwhile needs nothing any more.
    subprocess.run(["wmctrl", *words], check=False, env=variables(desktop), timeout=30)
