"""Disabled controls: paler than others of their kind on the same screen.

How dark text is differs from theme to theme; what is disabled is paler than what is not. Tabs are
left out: those that are not open are often pale.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from vision.controls import Sight, beside
from vision.parts import Piece, inside
from vision.recognise import TextSpan
from vision.shapes import text_contrast

_WORDED = ("button", "menu", "link", "list item", "dropdown")
_MARKS = ("checkbox", "radio")
# A pale text's contrast (0 to 255), and its share of what is usual.
_PALE, _OF_USUAL, _OF_USUAL_ICON = 150.0, 0.72, 0.5


def with_disabled(pieces: Sequence[Piece], sight: Sight) -> list[Piece]:
    """The pieces with `disabled` set on those that are paler than their peers."""
    texts = {span: text_contrast(sight.crop(span.box.grown(1))) for span in sight.spans}
    contrasts = [_contrast(piece, sight, texts) for piece in pieces]
    all_text = _usual(list(texts.values()))
    peers: dict[str, list[float]] = {}
    for piece, contrast in zip(pieces, contrasts, strict=True):
        if contrast is not None:
            peers.setdefault(_group(piece), []).append(contrast)
    result = []
    for piece, contrast in zip(pieces, contrasts, strict=True):
        if contrast is None:
            result.append(piece)
            continue
        pale = _is_pale(piece, contrast, peers[_group(piece)], all_text)
        result.append(replace(piece, state=replace(piece.state, disabled=pale or None)))
    return result


def _is_pale(piece: Piece, contrast: float, peers: Sequence[float], all_text: float) -> bool:
    if piece.kind == "icon":
        return len(peers) > 2 and contrast < _OF_USUAL_ICON * _usual(peers)
    usual = _usual(peers) if len(peers) > 2 else all_text
    return contrast < _PALE and contrast < _OF_USUAL * usual


def _group(piece: Piece) -> str:
    return "mark" if piece.kind in _MARKS else piece.kind


def _usual(contrasts: Sequence[float]) -> float:
    return float(np.percentile(contrasts, 75)) if len(contrasts) else 0.0


def _contrast(piece: Piece, sight: Sight, texts: Mapping[TextSpan, float]) -> float | None:
    """Of the text of a control, or of the text beside a mark; None where there is none."""
    if piece.kind == "icon":
        return text_contrast(sight.crop(piece.box)) or None
    if piece.kind in _MARKS:
        label = beside(piece.box, sight.spans, 1.6 * max(sight.line, piece.box.width))
        return texts[label] if label else None
    if piece.kind not in _WORDED:
        return None
    inner = [texts[span] for span in sight.spans if inside(span, piece.box)]
    return max(inner, default=None)
