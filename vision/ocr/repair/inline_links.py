"""Links within lines: words in a link's colour get spans of their own, whatever OCR joined."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.capture.screen import Pixels
from vision.core.geometry import Box
from vision.ocr.engine import TextRecognizer, TextSpan, Word
from vision.ocr.enlarged import enlarged
from vision.pixels.flat_regions import LINK_SHARE, link_coloured, teal_coloured
from vision.pixels.ink import ink_mask

# In heights of the line: the gap between words of one link without an underline.
_WORD_GAP = 0.6
_SHORT = 3
# Of the columns of a link, those over its line. Figures stand on their feet ("2022"): no row right
# above has fewer of the columns than the second share.
_LINE, _FEET, _NEAR_LINE = 0.7, 0.2, 3
# The cosine between what parts two colours from the paper: soft edges are 0.99 and more, black
# beside blue is 0.91.
_ALIKE = 0.97
Run = tuple[int, int]
"""First and last column of a stretch, the last one not in it."""
_UNDERLINED = {"≥": ">", "≤": "<"}


def split_links(
    spans: Sequence[TextSpan], pixels: Pixels, recognizer: TextRecognizer
) -> list[TextSpan]:
    """The spans with every link apart from the words around it. Parts that cut a word in two are
    read again, because where its letters are is not known."""
    return [part for span in spans for part in _parts(span, pixels, recognizer)]


def _parts(span: TextSpan, pixels: Pixels, recognizer: TextRecognizer) -> list[TextSpan]:
    # The underline may lie below the letters that the box holds.
    bottom = span.box.bottom + max(2, round(0.25 * span.box.height))
    crop = pixels[span.box.top : bottom, span.box.left : span.box.right]
    if crop.size == 0 or link_coloured(np.median(crop, axis=(0, 1))[None, None]).any():
        return [span]  # White on blue: a selected row.
    ink = ink_mask(crop)
    runs, underlined = _links(_with_edges(link_coloured(crop) & ink, ink, crop), ink, span)
    if not runs:
        teal = _with_edges(teal_coloured(crop) & ink, ink, crop)
        runs, underlined = _links(teal, ink, span)
        # Many things are teal: links are whole words of a line.
        if any(_ends_within(run, word, span.box) for run in runs for word in span.words):
            return [span]
    if not runs or _plain_ink(ink, runs) == 0:
        return [span]
    cuts: list[Run] = []
    at = 0
    for start, end in runs:
        cuts += [(at, start), (start, end)]
        at = end
    cuts.append((at, crop.shape[1]))
    boxes = [_tight(ink, a, b, span.box) for a, b in cuts]
    parts = [_part(span, box, pixels, recognizer) for box in boxes if box is not None]
    read = [_without_line(part) if underlined else part for part in parts if part is not None]
    return [_as_high(part, span) for part in read]


def _with_edges(
    linked: NDArray[np.bool_], ink: NDArray[np.bool_], crop: Pixels
) -> NDArray[np.bool_]:
    """The ink of links with the soft edges of its letters, which are of their colour and of the
    paper's, and paler than links are."""
    if not linked.any() or linked.sum() == ink.sum():
        return linked
    apart = crop.astype(np.float32) - np.median(crop, axis=(0, 1)).astype(np.float32)
    way = np.median(apart[linked], axis=0)
    least = _ALIKE * np.linalg.norm(way) * np.linalg.norm(apart, axis=2)
    alike: NDArray[np.bool_] = np.asarray(apart @ way >= least)
    return np.asarray(linked | (ink & alike), bool)


def _links(
    linked: NDArray[np.bool_], ink: NDArray[np.bool_], span: TextSpan
) -> tuple[list[Run], bool]:
    """The stretches of a line whose ink is that of links, and whether a line runs below them."""
    columns, dark = linked.any(axis=0), (ink & ~linked).sum(axis=0) > linked.sum(axis=0)
    runs = _runs(linked, columns & ~dark)
    runs = [(a, b) for a, b in runs if linked[:, a:b].sum() >= LINK_SHARE * ink[:, a:b].sum()]
    underlined = _underlined(linked, columns & ~dark)
    runs = _whole_words(runs, ink & ~linked, span, underlined)
    return [(a, b) for a, b in runs if b - a >= 0.6 * span.box.height], underlined


def _ends_within(run: Run, word: Word, line: Box) -> bool:
    """Whether a stretch begins or ends within a word, where that is known well enough."""
    start, end = run[0] + line.left, run[1] + line.left
    share = (min(end, word.box.right) - max(start, word.box.left)) / word.box.width
    return 0.2 < share < 0.8


def _as_high(part: TextSpan, line: TextSpan) -> TextSpan:
    """A part is as high as its line: it is read by its ink, and clicked where its line is."""
    box = part.box
    top, bottom = min(box.top, line.box.top), max(box.bottom, line.box.bottom)
    return replace(part, box=Box(box.left, top, box.right, bottom))


def _without_line(part: TextSpan) -> TextSpan:
    """An underlined ">" is read as "≥"."""
    if part.text not in _UNDERLINED:
        return part
    text = _UNDERLINED[part.text]
    return replace(part, text=text, words=(Word(text, part.box, part.score),))


def _runs(linked: NDArray[np.bool_], columns: NDArray[np.bool_]) -> list[Run]:
    """Start and end of coloured stretches. With an underline, which closes the gaps within a link,
    every break parts two links; without one, only a gap wider than a word's."""
    height = len(linked)
    places = np.flatnonzero(columns)
    if len(places) == 0:
        return []
    widest = max(2, 0.2 * height) if _underlined(linked, columns) else _WORD_GAP * height
    breaks = np.flatnonzero(np.diff(places) > widest)
    starts = [int(places[0]), *(int(places[i + 1]) for i in breaks)]
    ends = [*(int(places[i]) + 1 for i in breaks), int(places[-1]) + 1]
    return list(zip(starts, ends, strict=True))


def _underlined(linked: NDArray[np.bool_], columns: NDArray[np.bool_]) -> bool:
    """Whether most of the coloured columns stand over one line, not on the feet of figures."""
    count: NDArray[np.int64] = np.count_nonzero(linked, axis=1)
    line, least = int(count.argmax()), np.count_nonzero(columns)
    above = count[max(0, line - _NEAR_LINE) : line]
    feet = bool(len(above)) and int(above.min()) > _FEET * least
    return bool(count[line] > _LINE * least) and not feet


def _whole_words(
    runs: Sequence[Run], plain: NDArray[np.bool_], span: TextSpan, underlined: bool
) -> list[Run]:
    """The stretches with those joined that lie in one word and have no plain ink between them.
    Figures side by side, each with a line of its own, are numbers of pages, not one number."""
    joined: list[Run] = []
    for start, end in runs:
        before = joined[-1] if joined else (0, 0)
        one_word = any(
            word.box.left - span.box.left <= (before[0] + before[1]) / 2
            and (start + end) / 2 <= word.box.right - span.box.left
            and not (underlined and not any(sign.isalpha() for sign in word.text))
            for word in span.words
        )
        if joined and one_word and not plain[:, before[1] : start].any():
            joined[-1] = (before[0], end)
        else:
            joined.append((start, end))
    return joined


def _plain_ink(ink: NDArray[np.bool_], runs: Sequence[Run]) -> int:
    """Columns with ink outside of the links: 0 when the whole line is one link."""
    columns: NDArray[np.bool_] = np.asarray(ink.any(axis=0))
    for start, end in runs:
        columns[max(0, start - 2) : end + 2] = False
    return int(columns.sum()) if len(runs) == 1 else max(1, int(columns.sum()))


def _tight(ink: NDArray[np.bool_], start: int, end: int, line: Box) -> Box | None:
    if end - start < 2:
        return None
    part = ink[:, start:end]
    columns, rows = np.flatnonzero(part.any(axis=0)), np.flatnonzero(part.any(axis=1))
    if len(columns) < 2 or len(rows) < 2:
        return None
    return Box(
        line.left + start + int(columns[0]),
        line.top + int(rows[0]),
        line.left + start + int(columns[-1]) + 1,
        line.top + int(rows[-1]) + 1,
    )


def _part(span: TextSpan, box: Box, pixels: Pixels, recognizer: TextRecognizer) -> TextSpan | None:
    """The words of a part of the line; read again when a word lies partly in it."""
    shares = [(_share(word, box), word) for word in span.words]
    words = tuple(word for share, word in shares if share > 0.5)
    if words and not any(0.2 < share < 0.8 for share, _ in shares):
        text = " ".join(word.text for word in words)
        return TextSpan(text, box, span.score, words)
    text, score = recognizer.read_glyph(enlarged(pixels, box))
    letters = _letters_in(span, box)
    if len(letters) <= _SHORT or score < 0.5:
        text = letters  # So few letters are read worse alone than counted off.
    if not text:
        return None
    return TextSpan(text, box, score, (Word(text, box, score),))


def _letters_in(span: TextSpan, box: Box) -> str:
    """The letters of the line that lie in a part of it, as if all were of one width."""
    found = []
    for word in span.words:
        step = word.box.width / len(word.text)
        middles = [word.box.left + (number + 0.5) * step for number in range(len(word.text))]
        pairs = zip(word.text, middles, strict=True)
        found.append("".join(c for c, x in pairs if box.left <= x < box.right))
    return " ".join(part for part in found if part)


def _share(word: Word, box: Box) -> float:
    common = min(word.box.right, box.right) - max(word.box.left, box.left)
    return common / word.box.width
