"""Icons that the small network does not know, described by a vision-language model.

Such a model takes seconds for a picture, so it works in the background, one picture at a time, and
what it said is kept on disk. What it says is data like every text of the screen.
"""

from __future__ import annotations

import hashlib
import os
import re
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from PIL import Image

from vision.capture.screen import Pixels
from vision.core.elements import one_line
from vision.icons.classifier import Caption
from vision.icons.similarity import ink_box

_SCORE = 0.5
_LONGEST = 120
# Enough for the longest caption, letter by letter.
_MAX_TOKENS = 128
# The model sees pictures of about this size; it cannot make out 16 pixels.
_SHOWN = 336
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_NO_MEANING = ("", "unknown", "unclear", "icon", "an icon", "image", "picture", "none", "nothing")


class PictureModel(Protocol):
    """A model that is shown pictures and says something of them."""

    def tell(
        self,
        pictures: Sequence[Pixels],
        prompt: str,
        *,
        grammar: str | None = None,
        max_tokens: int = 64,
        stop: threading.Event | None = None,
    ) -> str | None:
        """What it says of the pictures (uint8, height x width x 3, RGB), within `grammar` (GBNF);
        None when `stop` ended it."""
        ...


@dataclass(frozen=True, slots=True)
class Question:
    """What the model is asked of each icon, and the form of its answer (GBNF)."""

    prompt: str
    grammar: str | None = None

    @property
    def digest(self) -> str:
        """Answers to another question are not taken for answers to this one."""
        text = f"{self.prompt}\0{self.grammar}"
        return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


Begin = Callable[[Callable[[], None]], None]


def _in_a_thread(work: Callable[[], None]) -> None:
    threading.Thread(target=work, name="describing icons", daemon=True).start()


class IconDescriber:
    """Captions from a PictureModel, which `seeing` gives as long as there are icons to describe.

    `folder` is where answers to this question are kept, one small file each. A call waits at most
    `budget` seconds for new answers; those that come later raise `revision`. `begin` starts the
    work in the background. A model that fails is not asked again: `problem` says why.
    """

    def __init__(
        self,
        seeing: Callable[[], AbstractContextManager[PictureModel]],
        question: Question,
        folder: Path,
        budget: float = 0.3,
        begin: Begin = _in_a_thread,
    ) -> None:
        self._seeing, self._question, self._begin = seeing, question, begin
        self._folder = folder / question.digest
        self.budget = budget
        self.revision = 0
        self.problem = ""
        self._known: dict[str, str] = {}
        self._waiting: dict[str, Pixels] = {}
        self._working = False
        self._stop = threading.Event()
        self._news = threading.Condition()

    def name(self, crops: Sequence[Pixels]) -> list[Caption]:
        """A caption for each crop, in the same order; "" where the model does not know, or has
        not answered yet."""
        keys = [_key(crop) for crop in crops]
        with self._news:
            new = False
            for key, crop in zip(keys, crops, strict=True):
                if key in self._known or key in self._waiting or self._recall(key):
                    continue
                if not self.problem:
                    self._waiting[key] = crop
                    new = True
            if new:
                self._wait_for(keys)
            return [Caption(self._known.get(key, ""), _SCORE) for key in keys]

    def stop(self) -> None:
        """Describe no more for now: what waits is forgotten, the answer that is being computed is
        dropped. It goes on when icons are shown again."""
        with self._news:
            self._stop.set()
            self._stop = threading.Event()
            if self._waiting:
                self._waiting.clear()
                self.revision += 1
            self._news.notify_all()

    def _wait_for(self, keys: Sequence[str]) -> None:
        """Let the work go on, and wait for answers within the budget. The lock is held."""
        if not self._working:
            self._working = True
            self._begin(self._work)
        stop, end = self._stop, time.monotonic() + self.budget

        def over() -> bool:
            return stop.is_set() or not any(key in self._waiting for key in keys)

        self._news.wait_for(over, max(0.0, end - time.monotonic()))

    def _work(self) -> None:
        try:
            with self._seeing() as model:
                while (job := self._next()) is not None:
                    self._describe(model, *job)
        except Exception as error:  # whatever it is, `problem` tells it; icons stay unknown
            with self._news:
                self.problem = f"Icons cannot be described: {error}"
                self._waiting.clear()
                self._working = False
                self._news.notify_all()

    def _describe(self, model: PictureModel, key: str, crop: Pixels, stop: threading.Event) -> None:
        said = model.tell(
            [_shown(crop)],
            self._question.prompt,
            grammar=self._question.grammar,
            max_tokens=_MAX_TOKENS,
            stop=stop,
        )
        if not stop.is_set():
            self._learn(key, understood(said or ""))

    def _next(self) -> tuple[str, Pixels, threading.Event] | None:
        with self._news:
            for key, crop in self._waiting.items():
                return key, crop, self._stop
            self._working = False
            return None

    def _learn(self, key: str, caption: str) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        fresh = self._folder / f"{key}.{os.getpid()}.new"
        fresh.write_text(caption, encoding="utf-8")
        fresh.replace(self._path(key))
        with self._news:
            self._known[key] = caption
            self._waiting.pop(key, None)
            self.revision += 1
            self._news.notify_all()

    def _recall(self, key: str) -> bool:
        """Whether the answer was on disk."""
        try:
            said = self._path(key).read_text(encoding="utf-8")
        except FileNotFoundError:
            return False
        self._known[key] = understood(said)
        return True

    def _path(self, key: str) -> Path:
        return self._folder / f"{key}.txt"


def understood(said: str) -> str:
    """An answer as a caption: one line of at most two sentences and 120 characters; "" when the
    model says that it does not know."""
    line = one_line(said, max(1, len(said)))
    caption = one_line(" ".join(_SENTENCE_END.split(line)[:2]), _LONGEST)
    meaning = caption.partition(":")[0].strip(" .").casefold()
    return "" if meaning in _NO_MEANING else caption


def _key(crop: Pixels) -> str:
    """A name for the icon on a crop; the same wherever its ink stands on the same ground."""
    box = ink_box(crop)
    if box is not None:
        crop = crop[box.top : box.bottom, box.left : box.right]
    content = repr(crop.shape).encode() + np.ascontiguousarray(crop).tobytes()
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def _shown(crop: Pixels) -> Pixels:
    """The crop as large as the model wants it."""
    height, width = crop.shape[:2]
    factor = _SHOWN / max(height, width)
    size = (max(1, round(width * factor)), max(1, round(height * factor)))
    image = Image.fromarray(np.ascontiguousarray(crop))
    return np.array(image.resize(size, Image.Resampling.BICUBIC))
