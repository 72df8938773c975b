"""Hands: mouse and keyboard. The only module that imports pyautogui."""

from __future__ import annotations

from typing import Literal, Protocol

from vision.geometry import Point

Button = Literal["left", "middle", "right"]


class Controller(Protocol):
    """Moves the real mouse and types. All points are in physical pixels of the virtual screen."""

    def move(self, at: Point) -> None: ...

    def click(self, at: Point, button: Button = "left", count: int = 1) -> None: ...

    def drag(self, start: Point, end: Point, button: Button = "left") -> None: ...

    def scroll(self, at: Point, clicks: int) -> None:
        """Turn the wheel; positive is up."""
        ...

    def press(self, keys: str) -> None:
        """Press a key or a combination such as "ctrl+shift+s"."""
        ...

    def type_text(self, text: str) -> None:
        """Type any Unicode text where the focus is; the clipboard is left as it was."""
        ...

    def pointer(self) -> Point: ...

    def release_all(self) -> None:
        """Let go of every key and button that this controller holds."""
        ...
