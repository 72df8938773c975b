"""RapidOCR (PP-OCRv6 through onnxruntime): the default; the fastest and best on CPUs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from vision.capture.screen import Pixels, padded
from vision.core.geometry import Box
from vision.ocr.engine import TextSpan, Word
from vision.ocr.line_cache import RememberedLines
from vision.ocr.line_crop import line_crop
from vision.ocr.repair.missing_spaces import unglued
from vision.ocr.repair.underscores_and_stops import with_feet
from vision.parallel import each, half
from vision.pixels.ink import split_wide_gaps

# Chosen by measurement on dense pages: the direction classifier only harms screen text, and small
# recognition batches avoid padding short labels to the width of the longest line.
_SETTINGS = {
    "Global.use_cls": False,
    "Global.log_level": "error",
    "Global.max_side_len": 8000,
    "Det.limit_type": "max",
    "Det.limit_side_len": 8000,
    "Det.unclip_ratio": 1.2,
    "Det.use_dilation": False,
    "Rec.rec_img_shape": [3, 48, 48],
    "Rec.rec_batch_num": 1,
    # Lines are read beside each other, each on one core.
    "EngineConfig.onnxruntime.intra_op_num_threads": 1,
}
# The model reads many scripts and takes a lone sign for the ideograph that looks like it.
_LOOKALIKES = str.maketrans(
    {
        "十": "+",
        "一": "-",
        "二": "=",
        "口": "□",
        "√": "✓",
        "×": "×",
        "米": "*",
        "。": ".",
        "，": ",",
        "（": "(",
        "）": ")",
    }
)
_STRIDE = 32
# Of a line before it is mended, and after.
_LOWEST_LINE, _LOWEST_SCORE = 0.5, 0.55
_LOWEST_LONE_SCORE = 0.8
# In heights: signs of one word stand nearer to each other.
_SIGN_GAP = 0.6


class RapidRecognizer:
    """Loads its network on construction (about 0.5 s). `weights` is an ONNX file that reads lines
    of another language; it must hold its alphabet.

    Raises:
        ValueError: the file cannot be used.
    """

    def __init__(self, weights: Path | None = None) -> None:
        from rapidocr import RapidOCR

        own: dict[str, Any] = {}
        if weights is not None:
            _require_alphabet(weights)
            own = {"Rec.model_path": str(weights)}
        self._engine: Any = RapidOCR(params={**_SETTINGS, **own})
        # Its reader of lines is loaded when it is first used.
        self.read_glyph(np.zeros((_STRIDE, _STRIDE, 3), np.uint8))
        self._engine.text_rec = RememberedLines(self._engine.text_rec)
        # Its finder of text, which is loaded later, works beside a detector of controls.
        self._engine.cfg.EngineConfig.onnxruntime.intra_op_num_threads = half()

    def read(self, pixels: Pixels) -> list[TextSpan]:
        height, width = pixels.shape[:2]

        def mended(span: TextSpan) -> list[TextSpan]:
            pieces = split_wide_gaps(with_feet(span, pixels), pixels)
            return [unglued(piece, pixels, self.read_glyph) for piece in pieces]

        # What was read in the padding is not there.
        there = [
            s for s in self._lines(pixels) if s.box.left < width - 2 and s.box.top < height - 2
        ]
        return [span for line in each(mended, there) for span in line if _believable(span)]

    def _lines(self, pixels: Pixels) -> Iterator[TextSpan]:
        """The lines as they are found and read."""
        from rapidocr.ch_ppocr_rec import TextRecInput

        # The text finder stretches pictures to whole strides, which blurs small print.
        whole = padded(pixels, _STRIDE)
        found = self._engine(_bgr(whole), use_det=True, use_cls=False, use_rec=False)
        if found is None or found.boxes is None:
            return
        quads = [np.asarray(corners, np.float32) for corners in found.boxes]
        lines = [(quad, box) for quad in quads if (box := _box(quad)) is not None]
        cut = [line_crop(quad, box, whole) for quad, box in lines]
        crops = [_bgr(crop) for crop, _ in cut]
        read = self._engine.text_rec(TextRecInput(img=crops, return_word_box=True))
        corners = [np.array(place.corners, np.float32) for _, place in cut]
        read = self._engine.cal_rec_boxes(crops, corners, read)
        said = zip(lines, read.txts, read.scores, read.word_results, strict=True)
        for (_, box), text, score, words in said:
            if text.strip() and score >= _LOWEST_LINE:
                yield _span(box, text.strip(), score, words)

    def read_glyph(self, pixels: Pixels) -> tuple[str, float]:
        result = self._engine(_bgr(pixels), use_det=False, use_cls=False, use_rec=True)
        if result is None or not result.txts:
            return "", 0.0
        return result.txts[0].strip().translate(_LOOKALIKES), float(result.scores[0])


def _require_alphabet(weights: Path) -> None:
    """Without one RapidOCR would look for it in the network."""
    import onnxruntime

    try:
        session = onnxruntime.InferenceSession(str(weights), providers=["CPUExecutionProvider"])
        known = session.get_modelmeta().custom_metadata_map
    except Exception as problem:  # onnxruntime has a class of its own for each kind of damage
        raise ValueError(f"{weights} cannot be read as an OCR network: {problem}") from problem
    if not known.get("character"):
        raise ValueError(f"{weights} is no OCR network for RapidOCR: it holds no alphabet.")


def _bgr(pixels: Pixels) -> Pixels:
    """The engine's order of colours."""
    return np.ascontiguousarray(pixels[:, :, ::-1])


def _span(box: Box, text: str, score: float, words: Any) -> TextSpan:
    if len(text) == 1:
        text = text.translate(_LOOKALIKES)
    found = []
    for word in words:
        # It has the room around the line, too.
        place = _box(word[2])
        inner = place.intersection(box) if place else None
        if inner is not None and word[0].strip():
            found.append(Word(word[0].strip(), inner, float(word[1])))
    return TextSpan(text, box, float(score), tuple(_whole_words(text, found)))


def _whole_words(text: str, words: Sequence[Word]) -> list[Word]:
    """The words of a line, signs that stand together joined: of lines with ideographs the engine
    gives each sign by itself, of Latin words among them each letter."""
    joined: list[Word] = []
    place = 0
    for word in words:
        start = text.find(word.text, place)
        apart = start < 0 or any(sign.isspace() for sign in text[place:start])
        place = max(place, start + len(word.text))
        before = joined[-1] if joined else word
        gap = word.box.left - before.box.right
        if before is word or apart or gap > _SIGN_GAP * word.box.height:
            joined.append(word)
        else:
            whole = before.text + word.text
            # One ideograph that is read with doubt among many does not make the word doubtful.
            score = before.score * len(before.text) + word.score * len(word.text)
            joined[-1] = Word(whole, before.box.union(word.box), score / len(whole))
    return joined


def _box(corners: Any) -> Box | None:
    points = np.asarray(corners, dtype=np.float64)
    left, top = np.floor(points.min(axis=0)).astype(int)
    right, bottom = np.ceil(points.max(axis=0)).astype(int)
    if right <= left or bottom <= top:
        return None
    return Box(int(max(0, left)), int(max(0, top)), int(right), int(bottom))


def _believable(span: TextSpan) -> bool:
    """Icons are often read as a lone letter or ideograph, with a low score."""
    if len(span.text) > 1:
        return span.score >= _LOWEST_SCORE
    if not span.text.isascii() and span.text.isalpha() and span.text.lower() == span.text.upper():
        return False
    return span.score >= _LOWEST_LONE_SCORE
