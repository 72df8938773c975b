"""The pieces of a reply in the record of a run: step-001-pieces.json, a list of rows, each text,
seconds, and probability or null."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from models.runtime.llm import Piece

PIECES = "-pieces.json"


def written(pieces: Sequence[Piece]) -> str:
    """As they stand in the file."""
    rows = [
        [p.text, round(p.seconds, 4), None if p.probability is None else round(p.probability, 4)]
        for p in pieces
    ]
    return json.dumps(rows, ensure_ascii=False)


def read_pieces(path: Path) -> tuple[Piece, ...]:
    """Those of a file; nothing when it is missing, or damaged anywhere."""
    try:
        return tuple(_piece(row) for row in json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, TypeError, RecursionError):
        return ()


def text_of(pieces: Sequence[Piece]) -> str:
    """All of them together."""
    return "".join(piece.text for piece in pieces)


def _piece(row: Any) -> Piece:
    match row:
        case [str(text), int() | float() as seconds, None]:
            return Piece(text, _finite(seconds))
        case [str(text), int() | float() as seconds, int() | float() as probability]:
            return Piece(text, _finite(seconds), min(1.0, max(0.0, _finite(probability))))
    raise ValueError("this is no piece")


def _finite(number: float) -> float:
    if not math.isfinite(number):
        raise ValueError("this is no number")
    return float(number)
