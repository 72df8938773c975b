"""CC-Score: how alike two sequences of calls are (ScreenAgent, arXiv 2402.07945, appendix).

Each true call is worth points, one for each attribute that counts:
- mouse: action type, mouse action type; also button and position of a click, double click, drag or
  a button held or let go, and the position of a move;
- keyboard: action type, and the keys or text;
- plan: action type, and the text;
- evaluation: the judgement, success or not. Waiting is worth nothing.

Attributes are the same or not, but for texts: unless they are the same their BLEU counts, by
characters up to 4-grams, without smoothing. A position is right inside of the annotated area. The
recordings that are handed on have none, only the true point: then the chosen element must hold it.
A true and a said call may be paired only in order, and the pairing with the most points counts; the
score is these points as a share of all that could be had. What was said beyond that costs nothing.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.screenagent.calls import Call
from vision.core.geometry import Box

ATTRIBUTES = (
    "action type",
    "mouse action type",
    "mouse button",
    "mouse position",
    "keyboard action type",
    "keys or text",
    "plan",
    "judgement",
)
# Told, but worth no point.
_UNSCORED = "keyboard action type"
_WITH_BUTTON = ("down", "up", "click", "double_click", "drag")
_LONGEST_GRAM = 4


@dataclass(frozen=True, slots=True)
class Likeness:
    """How alike two sequences are. `pairs` are (true, said) places. Of each attribute that a true
    call has: `right` is what agreed (texts: their BLEU), `paired` how many true calls with it have
    a partner of their type, `asked` how many there are."""

    gained: float
    points: int
    pairs: tuple[tuple[int, int], ...]
    right: dict[str, float]
    paired: dict[str, int]
    asked: dict[str, int]

    @property
    def score(self) -> float:
        """0 to 1. ValueError when the true calls are worth nothing."""
        if not self.points:
            raise ValueError("a sequence that is worth no point has no score")
        return self.gained / self.points


def attributes(true: Call) -> tuple[str, ...]:
    """The attributes that a true call asks for."""
    match true.type:
        case "mouse":
            button = ("mouse button",) if true.kind in _WITH_BUTTON else ()
            placed = true.kind in (*_WITH_BUTTON, "move")
            position = ("mouse position",) if placed else ()
            return ("action type", "mouse action type", *button, *position)
        case "keyboard":
            return ("action type", "keyboard action type", "keys or text")
        case "plan":
            return ("action type", "plan")
        case "evaluate":
            return ("judgement",)
        case "wait":
            return ()


def points(true: Call) -> int:
    """What a true call is worth."""
    return sum(name != _UNSCORED for name in attributes(true))


def agreement(true: Call, call: Call) -> dict[str, float]:
    """For each attribute that can be compared, how far the two calls agree, 0 to 1."""
    found: dict[str, float] = {}
    for name in attributes(true):
        if name == "action type":
            found[name] = float(true.type == call.type)
        elif true.type == call.type:
            found[name] = _agreement(name, true, call)
    return found


def _agreement(name: str, true: Call, call: Call) -> float:
    match name:
        case "mouse button":
            return float(true.button == call.button)
        case "mouse position":
            return float(_in_place(true, call))
        case "keys or text" | "plan":
            return bleu(call.text, true.text)
        case "judgement":
            return float((true.kind == "sub_task_success") == (call.kind == "sub_task_success"))
        case _:
            return float(true.kind == call.kind)


def _in_place(true: Call, call: Call) -> bool:
    if call.place is None:
        return False
    if true.area is not None:
        return true.area.contains(call.place)
    at = call.place
    chosen = call.area or Box(at.x, at.y, at.x + 1, at.y + 1)
    return true.place is not None and chosen.contains(true.place)


def likeness(said: Sequence[Call], true: Sequence[Call]) -> Likeness:
    """Compare what was said with what is true."""
    gains = [[_gain(one, other) for other in said] for one in true]
    pairs = _best_pairs(gains)
    right = dict.fromkeys(ATTRIBUTES, 0.0)
    paired = dict.fromkeys(ATTRIBUTES, 0)
    for i, j in pairs:
        for name, how_far in agreement(true[i], said[j]).items():
            right[name] += how_far
            paired[name] += 1
    asked = Counter(name for call in true for name in attributes(call))
    return Likeness(
        sum(gains[i][j] for i, j in pairs),
        sum(points(call) for call in true),
        pairs,
        right,
        paired,
        {name: asked[name] for name in ATTRIBUTES},
    )


def _gain(true: Call, call: Call) -> float:
    return sum(how for name, how in agreement(true, call).items() if name != _UNSCORED)


def _best_pairs(gains: Sequence[Sequence[float]]) -> tuple[tuple[int, int], ...]:
    """The pairing in order that gains most; of equal ones that with most pairs."""
    rows, columns = len(gains), len(gains[0]) if gains else 0
    # best[i][j]: gain and number of pairs that can be had from row i and column j on.
    best = [[(0.0, 0)] * (columns + 1) for _ in range(rows + 1)]
    for i in reversed(range(rows)):
        for j in reversed(range(columns)):
            gain, pairs = best[i + 1][j + 1]
            both = (gain + gains[i][j], pairs + 1)
            best[i][j] = max(both, best[i + 1][j], best[i][j + 1])
    chosen = []
    i = j = 0
    while i < rows and j < columns:
        gain, pairs = best[i + 1][j + 1]
        if best[i][j] == (gain + gains[i][j], pairs + 1):
            chosen.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return tuple(chosen)


def bleu(said: str, true: str) -> float:
    """1 for equal texts, else BLEU (Papineni et al., 2002) by characters, 0 to 1."""
    if said == true:
        return 1.0
    if not said or not true:
        return 0.0
    logs = 0.0
    for length in range(1, _LONGEST_GRAM + 1):
        ours, theirs = _grams(said, length), _grams(true, length)
        common = sum((ours & theirs).values())
        if not common:
            return 0.0
        logs += math.log(common / sum(ours.values()))
    brevity = min(1.0, math.exp(1 - len(true) / len(said)))
    return brevity * math.exp(logs / _LONGEST_GRAM)


def _grams(text: str, length: int) -> Counter[str]:
    return Counter(text[i : i + length] for i in range(len(text) - length + 1))
