"""The reply of the model piece by piece, as HTML. Every text comes through `safe`."""

from __future__ import annotations

from collections.abc import Sequence

from models.runtime.llm import Piece
from panel.page.html import safe

_SURE, _LIKELY = 0.9, 0.5


def pieces_html(pieces: Sequence[Piece], upto: int) -> str:
    """The first `upto` pieces, the last of them marked and described; nothing without pieces."""
    if not pieces:
        return ""
    upto = max(1, min(upto, len(pieces)))
    shown = "".join(_one(piece, last=n == upto) for n, piece in enumerate(pieces[:upto], start=1))
    return (
        f"<div class='dh-pieces' tabindex='0' role='group' aria-label='The reply so far'>{shown}"
        f"</div><p role='status'>Piece {upto} of {len(pieces)}: {said(pieces[upto - 1])}</p>"
        "<p class='dh-why'><span class='dh-piece dh-sure'>90 % and more</span> "
        "<span class='dh-piece dh-likely'>50 % and more</span> "
        "<span class='dh-piece dh-unsure'>less</span> "
        "<span class='dh-piece dh-fixed'>not known, or the form left no choice</span></p>"
    )


def said(piece: Piece) -> str:
    """A piece in words: when it was there, and how sure the model was."""
    text = safe(piece.text.replace("\n", "⏎"))
    when = f"<b>“{text}”</b>, {piece.seconds:.2f} s after the question was read"
    if piece.probability is None:
        return f"{when}."
    return f"{when}; the model gave it {100 * piece.probability:.0f} %."


def _one(piece: Piece, last: bool) -> str:
    chance = piece.probability
    sure = "fixed"
    if chance is not None:
        sure = "sure" if chance >= _SURE else "likely" if chance >= _LIKELY else "unsure"
    mark = " aria-current='true'" if last else ""
    return f"<span class='dh-piece dh-{sure}'{mark}>{safe(piece.text)}</span>"
