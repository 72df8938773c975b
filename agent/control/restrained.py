"""Mouse and keyboard with a condition: what must hold, or is done, before they are used."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from agent.computer.controller import Button, Controller
from vision.core.geometry import Point


class RestrainedController:
    """Passes all on to other mouse and keyboard. Kinds of it say what goes before, and around it;
    where they forbid something they raise ActionFailed. Everything else as in Controller."""

    def __init__(self, inner: Controller) -> None:
        self._inner = inner

    @contextmanager
    def touching(self, *places: Point) -> Iterator[None]:
        """Around what clicks, drags or turns the wheel at these places; the pointer ends at the
        last."""
        yield

    @contextmanager
    def moving(self, to: Point) -> Iterator[None]:
        """Around what only moves the pointer, which touches nothing."""
        yield

    def before_keys(self, keys: str = "") -> None:
        """Before a text is typed, or these keys are pressed."""

    def move(self, at: Point) -> None:
        with self.moving(at):
            self._inner.move(at)

    def click(self, at: Point, button: Button = "left", count: int = 1, held: str = "") -> None:
        with self.touching(at):
            self._inner.click(at, button, count, held)

    def drag(self, start: Point, end: Point, button: Button = "left") -> None:
        with self.touching(start, end):
            self._inner.drag(start, end, button)

    def scroll(self, at: Point, clicks: int, *, sideways: bool = False) -> None:
        with self.touching(at):
            self._inner.scroll(at, clicks, sideways=sideways)

    def press(self, keys: str) -> None:
        self.before_keys(keys)
        self._inner.press(keys)

    def type_text(self, text: str) -> None:
        self.before_keys()
        self._inner.type_text(text)

    def pointer(self) -> Point:
        return self._inner.pointer()

    def release_all(self) -> None:
        self._inner.release_all()
