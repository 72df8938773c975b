"""Disabled controls: paler than others of their kind on the same screen.

How dark text is differs from theme to theme; what is disabled is paler than what is not. Tabs are
left out: those that are not open are often pale, and so are links.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.capture.screen import Pixels
from vision.controls.shaped_controls import beside
from vision.core.elements import MARKS
from vision.core.pieces import Piece, inside
from vision.core.views import Sight
from vision.ocr.engine import TextSpan

_WORDED = ("button", "menu", "list item", "dropdown")
# A pale text's contrast (0 to 255), and its share of what is usual.
_PALE, _OF_USUAL, _OF_USUAL_ICON = 160.0, 0.75, 0.51
_INK = 20.0
_SAME_SIZE = 0.15


def with_disabled(pieces: Sequence[Piece], sight: Sight) -> list[Piece]:
    """The pieces with `disabled` set on those that are paler than their peers."""
    contrasts = [_contrast(piece, sight) for piece in pieces]
    all_text = usual_contrast(sight)
    peers: dict[str, list[tuple[int, float]]] = {}
    for piece, own in zip(pieces, contrasts, strict=True):
        if own is not None:
            peers.setdefault(_group(piece), []).append((piece.box.height, own))
    result = []
    for piece, own in zip(pieces, contrasts, strict=True):
        if own is None:
            result.append(piece)
            continue
        alike = [other for height, other in peers[_group(piece)] if _alike(height, piece)]
        pale = _is_pale(piece, own, alike, all_text)
        result.append(replace(piece, state=replace(piece.state, disabled=pale or None)))
    return result


def _is_pale(piece: Piece, own: float, peers: Sequence[float], all_text: float) -> bool:
    if piece.kind == "icon":
        return len(peers) > 2 and own < _OF_USUAL_ICON * _usual(peers)
    usual = _usual(peers) if len(peers) > 2 else all_text
    return own < _PALE and own < _OF_USUAL * usual


def _alike(height: int, piece: Piece) -> bool:
    """Icons of one bar are of one size; the buttons of a window are others."""
    return piece.kind != "icon" or abs(height - piece.box.height) <= _SAME_SIZE * height


def _group(piece: Piece) -> str:
    return "mark" if piece.kind in MARKS else piece.kind


def _usual(contrasts: Sequence[float]) -> float:
    return float(np.percentile(contrasts, 75)) if len(contrasts) else 0.0


def usual_contrast(sight: Sight) -> float:
    """Of most text on the frame, 0 to 255."""
    return _usual([contrast([span], sight) for span in sight.spans])


def contrast(spans: Sequence[TextSpan], sight: Sight) -> float:
    """The largest contrast of some lines of text, 0 to 255."""
    return max(sight.ask(ink_contrast, span.box.grown(1)) for span in spans)


def ink_contrast(crop: Pixels) -> float:
    """Between the ground and the darkest ink: thin lines are paler at their edges."""
    flat = crop.astype(np.float32).reshape(-1, 3)
    away = np.abs(flat - np.median(flat, axis=0)).max(axis=1)
    inked = away[away > _INK]
    return float(np.percentile(inked, 97)) if len(inked) > 6 else 0.0


def _contrast(piece: Piece, sight: Sight) -> float | None:
    """Of the text of a control, or of the text beside a mark; None where there is none."""
    if piece.kind == "icon":
        # Without its frame, which is not pale.
        core = piece.box.grown(-(min(piece.box.width, piece.box.height) // 6))
        return sight.ask(ink_contrast, core) or None
    if piece.kind in MARKS:
        label = beside(piece.box, sight.spans, 1.6 * max(sight.line, piece.box.width))
        return contrast([label], sight) if label else None
    if piece.kind not in _WORDED:
        return None
    # A lone sign is drawn with thin lines, and looks pale.
    inner = [s for s in sight.spans if len(s.text) > 1 and inside(s, piece.box)]
    return contrast(inner, sight) if inner else None
