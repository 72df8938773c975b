"""Lines of text that were read before, wherever they stand now."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from hashlib import blake2b
from threading import Lock
from typing import Any

import numpy as np

from vision.capture.pixel_diff import difference
from vision.capture.screen import Pixels
from vision.parallel import each

# The key and the reading of a line take about 2 kB.
_MOST = 4000
_UNSEEN = 4


class RememberedLines:
    """Takes the place of RapidOCR's reader of lines: the network sees only lines that are new, as
    many at once as there are cores.

    A line is known again by its ink: the finder of text puts its box a pixel higher or lower when
    the page is scrolled. The 4,000 lines last seen are kept.
    """

    def __init__(self, reader: Any) -> None:
        self._reader = reader
        self._known: OrderedDict[bytes, tuple[str, float, Any]] = OrderedDict()
        self._lock = Lock()

    def __call__(self, asked: Any) -> Any:
        """RapidOCR's answer to its TextRecInput, which holds one line or more."""
        crops = [asked.img] if isinstance(asked.img, np.ndarray) else asked.img
        keys = [_key(crop, asked.return_word_box) for crop in crops]
        with self._lock:
            known = {key: self._known[key] for key in keys if key in self._known}
        new = {key: crop for key, crop in zip(keys, crops, strict=True) if key not in known}

        def read(crop: Pixels) -> tuple[str, float, Any]:
            line = self._reader(replace(asked, img=[crop]))
            return line.txts[0], line.scores[0], line.word_results[0]

        known |= zip(new, each(read, new.values()), strict=True)
        with self._lock:
            for key in keys:
                self._known[key] = known[key]
                self._known.move_to_end(key)
            while len(self._known) > _MOST:
                self._known.popitem(last=False)
        texts, scores, words = zip(*(known[key] for key in keys), strict=True)
        from rapidocr.ch_ppocr_rec import TextRecOutput

        return TextRecOutput(crops, texts, scores, words)


def _key(crop: Pixels, words: bool) -> bytes:
    """The same for lines that differ in nothing but the width of the paper round them."""
    red, green, blue = (int(value) for value in crop[0, 0])
    # Even what is hardly seen must be the same.
    shown = difference(crop, (red, green, blue)) > _UNSEEN
    rows, columns = np.flatnonzero(shown.any(axis=1)), np.flatnonzero(shown.any(axis=0))
    part = crop
    if len(rows):
        part = crop[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return blake2b(repr((part.shape, words)).encode() + part.tobytes(), digest_size=16).digest()
