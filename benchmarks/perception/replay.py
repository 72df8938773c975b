"""What the engines read of labelled pictures, kept between runs, so that measuring a change of the
passes costs the time of the passes alone.

A folder holds a file for each picture, named by a checksum of its pixels and of the weights.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from agent.perception.perceiver import make_perceiver, own_weights, reader
from vision.capture.screen import Pixels, Screenshot
from vision.core.answers import Asked
from vision.core.geometry import Box
from vision.detection import box_scoring
from vision.detection.detector import Detection
from vision.detection.roi_classifier import CloseUp, Looker, own_looker, surroundings
from vision.ocr.engine import TextRecognizer, TextSpan
from vision.pipeline.scene import Scene
from vision.pipeline.text import READING
from vision.pixels.flat_regions import Shape
from vision.states import disabled

T = TypeVar("T")


class _Answers:
    """Answers of engines by what they were asked; `is_new` when something was not known yet."""

    def __init__(self, known: dict[tuple[Any, ...], Any]) -> None:
        self.known, self.is_new = known, False

    def of(self, what: str, pixels: Pixels, ask: Callable[[], T], *more: object) -> T:
        """The answer for a crop of pixels, asked for when it is not known."""
        content = hashlib.blake2b(pixels.tobytes(), digest_size=16).digest()
        key = (what, content, pixels.shape, *more)
        if key not in self.known:
            self.is_new = True
            self.known[key] = ask()
        answer: T = self.known[key]
        return answer


class _KeptReader:
    """A reader of text that remembers what it read of each crop."""

    def __init__(self, reader: TextRecognizer, answers: _Answers) -> None:
        self._reader, self._answers = reader, answers

    def read(self, pixels: Pixels) -> list[TextSpan]:
        return self._answers.of("lines", pixels, lambda: self._reader.read(pixels))

    def read_glyph(self, pixels: Pixels) -> tuple[str, float]:
        return self._answers.of("glyph", pixels, lambda: self._reader.read_glyph(pixels))


class _KeptLooker(Looker):
    """Closer looks that are remembered."""

    def __init__(self, looker: Looker, answers: _Answers) -> None:
        self._looker, self._answers = looker, answers

    def look(self, box: Box, view: Asked) -> CloseUp:
        around, beyond = surroundings(box, view.pixels)
        top, left = max(0, around.top), max(0, around.left)
        crop = view.pixels[top : around.bottom, left : around.right]
        return self._answers.of("look", crop, lambda: self._looker.look(box, view), beyond)


@contextmanager
def replayed(folder: Path, shot: Screenshot) -> Iterator[Scene]:
    """The scene of a picture as the engines read it, before the first pass. At the end of the block
    what was asked of them is kept in `folder`."""
    content = own_weights().read_bytes() + shot.pixels.tobytes() + str(shot.pixels.shape).encode()
    path = folder / f"{hashlib.sha256(content).hexdigest()[:24]}.pickle"
    answers = _Answers(pickle.loads(path.read_bytes()) if path.exists() else {})
    text, detections, shapes = answers.of("scene", shot.pixels, lambda: _read(shot))
    yield Scene(
        pixels=shot.pixels,
        reader=_KeptReader(reader(), answers),
        looker=_KeptLooker(own_looker(), answers),
        box_trees=box_scoring.own_trees(),
        disabled_trees=disabled.own_trees(),
        text=text,
        detections=detections,
        shapes=shapes,
    )
    if answers.is_new:
        folder.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        part.write_bytes(pickle.dumps(answers.known))
        part.rename(path)


def _read(
    shot: Screenshot,
) -> tuple[tuple[TextSpan, ...], tuple[Detection, ...], tuple[Shape, ...]]:
    """Text before any pass, the detector's boxes, and shapes."""
    scene = make_perceiver(without=frozenset(one.name for one in READING.passes)).read(shot)
    return scene.text, scene.detections, scene.shapes
