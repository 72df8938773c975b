"""Whether a button shows its name or only a picture: AT-SPI names both alike, so the name is looked
for on the picture."""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from training.apps import ink
from vision.capture.screen import Pixels
from vision.core.geometry import Box
from vision.ocr.engine import TextRecognizer

_NARROWEST = 0.40  # of the font's height: the average width of a letter in narrow fonts
_ALIKE = 0.6
_SURE = 0.9
_MARGIN = 4  # pixels round what is read
_LOOKALIKES = str.maketrans("lI1|0", "iiiio")


@dataclass(frozen=True, slots=True)
class Face:
    """What a button shows: its text, or a picture ("" as text)."""

    kind: Literal["button", "icon"]
    text: str


@dataclass(slots=True)
class FaceReader:
    """Reads faces with a text recogniser; remembers what it read."""

    recognizer: TextRecognizer
    _known: dict[bytes, tuple[str, float]] = field(default_factory=dict)

    def face(self, pixels: Pixels, box: Box, name: str, font: float) -> Face | None:
        """The face of a button named so, `font` pixels high; None when nothing is drawn."""
        if ink.flat(ink.cut(pixels, box)):
            return None
        if name and len(name) * _NARROWEST * font > box.width and "\n" not in name:
            return Face("icon", "")
        seen, score = self._read(pixels, box)
        if name:
            return Face("button", name) if _says(seen, name) else Face("icon", "")
        letters = sum(c.isalpha() for c in seen)
        if letters >= 3 and score >= _SURE:
            return Face("button", seen)
        return Face("icon", "")

    def shows(self, pixels: Pixels, box: Box, text: str) -> bool:
        """Whether this text, or a good part of it, can be read in a box."""
        seen = _letters(self._read(pixels, box)[0])
        wanted = _letters(text)
        match = difflib.SequenceMatcher(None, seen, wanted).find_longest_match()
        return match.size >= 0.4 * min(len(wanted), max(len(seen), 4))

    def lacks_first(self, pixels: Pixels, box: Box, text: str) -> bool:
        """Whether a box shows this text without its first letter."""
        seen, wanted = _letters(self._read(pixels, box)[0]), _letters(text)
        return len(wanted) > 2 and seen[:2] == wanted[1:3]

    def _read(self, pixels: Pixels, box: Box) -> tuple[str, float]:
        # The frame of the button is no text.
        border = max(2, min(box.width, box.height) // 8)
        seen = ink.trimmed(pixels, box, border)
        if seen is None:
            return "", 0.0
        part = np.ascontiguousarray(ink.cut(pixels, seen.grown(_MARGIN)))
        if part.size == 0:
            return "", 0.0
        key = part.tobytes()
        if key not in self._known:
            self._known[key] = self.recognizer.read_glyph(part)
        return self._known[key]


def _says(seen: str, name: str) -> bool:
    """Whether what was read is the name, misreadings and a shortcut beside it allowed."""
    one, other = _letters(seen), _letters(name)
    if not other:
        # Signs such as "+" are read badly; a picture would have a name in words.
        return True
    if len(other) >= 3 and other in one:
        return True
    return difflib.SequenceMatcher(None, one, other).ratio() >= _ALIKE


def _letters(text: str) -> str:
    return "".join(c for c in text.translate(_LOOKALIKES).casefold() if c.isalnum())
