"""Tables of perception: ours beside the recipe, by family, by kind, and the mistakes in kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import median

from benchmarks.jobs import Result
from benchmarks.tables import percent, table
from training.labels import KINDS
from vision.elements import PASSIVE

_SIDES = ("ours", "recipe")
# A figure, the counts whose quotient it is, and whether the recipe has it too.
_SHARES = (
    ("controls with text found", "text found", "text there", True),
    ("icons without text found", "icon found", "icon there", True),
    ("other controls without text found", "bare found", "bare there", True),
    ("precision (IoU 0.5)", "seen right", "seen", True),
    ("words right", "words right", "words", True),
    ("words right, of those read", "words right", "words read", True),
    ("words of 12-14 px right", "small words right", "small words", True),
    ("kind right", "kinds right", "kinds", False),
    ("ticked or not", "ticks right", "ticks", False),
    ("disabled is seen", "disabled right", "disabled", False),
    ("enabled is seen", "enabled right", "enabled", False),
    ("selected is seen", "selected right", "selected", False),
    ("not selected is seen", "not selected right", "not selected", False),
    ("focused is seen", "focused right", "focused", False),
    ("focused, of those seen so", "focused right", "seen focused", False),
    ("label of a field right", "field labels right", "field labels", False),
    ("name of a field right, seen or not", "field names right", "field names", False),
    ("value of a field right", "field values right", "field values", False),
)
_MOST_MISTAKES = 12


def tables(results: Sequence[Result]) -> str:
    """All tables as Markdown."""
    total = _total(results)
    sides = [side for side in _SIDES if any(name.startswith(side) for name in total)]
    return "\n\n".join(
        [
            f"{len(results)} pictures of {len({r.task for r in results})} families.",
            _shares(results, total, sides),
            _kinds(total),
            _families(results),
            _mistakes(total),
        ]
    )


def _total(results: Sequence[Result]) -> Counter[str]:
    total: Counter[str] = Counter()
    for result in results:
        total.update(Counter(result.figures))
    return total


def _share(total: Counter[str], right: str, there: str) -> str:
    return percent(total[right] / total[there]) if total[there] else "–"


def _shares(results: Sequence[Result], total: Counter[str], sides: Sequence[str]) -> str:
    rows = []
    for name, right, there, both in _SHARES:
        cells = [
            _share(total, f"{side} {right}", f"{side} {there}") if both or side == "ours" else ""
            for side in sides
        ]
        rows.append((name, *cells, f"{total[f'ours {there}']:.0f}"))
    rows.append(("seconds of a first look, median", *(_seconds(results, s) for s in sides), ""))
    return table(("figure", *sides, "of"), rows)


def _seconds(results: Sequence[Result], side: str) -> str:
    known = [r.figures[f"{side} seconds"] for r in results if f"{side} seconds" in r.figures]
    return f"{median(known):.2f}"


def _kinds(total: Counter[str]) -> str:
    """Found, by the kind that it truly is."""
    sides = [side for side in _SIDES if total[f"{side} seen"]]
    rows = []
    for kind in KINDS:
        there = total[f"ours kind {kind} there"]
        if kind not in PASSIVE and there:
            shares = (_share(total, f"{s} kind {kind} found", f"{s} kind {kind} there")
                      for s in sides)  # fmt: skip
            rows.append((kind, *shares, f"{there:.0f}"))
    return table(("kind found", *sides, "of"), rows)


def _families(results: Sequence[Result]) -> str:
    shares = [(name, right, there) for name, right, there, both in _SHARES if both]
    rows = []
    for family in sorted({result.task for result in results}):
        total = _total([result for result in results if result.task == family])
        cells = (_share(total, f"ours {right}", f"ours {there}") for _, right, there in shares)
        rows.append((family, *cells))
    return table(("family (ours)", *(name for name, _, _ in shares)), rows)


def _mistakes(total: Counter[str]) -> str:
    found = [
        (name.removeprefix("ours ").replace(" as ", " → "), f"{count:.0f}")
        for name, count in total.most_common()
        if name.startswith("ours ") and " as " in name
    ]
    return table(("taken for another kind", "times"), found[:_MOST_MISTAKES])
