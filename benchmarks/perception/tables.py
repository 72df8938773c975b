"""Tables of perception: the overview, then ours beside the recipe, by family and by kind, and the
mistakes in kind. Of the locked real screens there is the overview only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal

from benchmarks.harness.jobs import Result
from benchmarks.perception.overview import (
    is_locked,
    is_real,
    kinds_table,
    overview,
    picture_sets,
    sources_table,
)
from benchmarks.reports.tables import percent, table
from training.labels import KINDS
from vision.core.elements import PASSIVE

# A figure, the counts whose quotient it is, and whether the recipe has it too.
_SHARES = (
    ("controls with text found", "text found", "text there", True),
    ("icons without text found", "icon found", "icon there", True),
    ("other controls without text found", "bare found", "bare there", True),
    ("precision (IoU 0.5)", "seen right", "seen", True),
    ("words right", "words right", "words", True),
    ("words right, of those read", "words right", "words read", True),
    ("words of 12-14 px right", "small words right", "small words", True),
    ("words of 12-14 px right, of those read", "small words right", "small words read", True),
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


@dataclass(frozen=True, slots=True)
class _Side:
    """A column: its heading, whose figures, and of which pictures."""

    heading: str
    name: Literal["ours", "recipe"]
    results: Sequence[Result]

    @property
    def total(self) -> Counter[str]:
        return _total(self.results)


def tables(results: Sequence[Result]) -> str:
    """All tables as Markdown. The recipe stands beside ours of the same pictures."""
    sets = picture_sets(results)
    # Details are not mixed: of generated pages the words are known, of real ones they are not.
    shown = [result for result in results if not is_real(result)]
    shown = shown or [result for result in results if not is_locked(result)]
    parts = [_pictures(results), overview(sets)]
    if shown:
        parts += [kinds_table(sets), sources_table(sets), *_details(shown)]
    return "\n\n".join(part for part in parts if part)


def _pictures(results: Sequence[Result]) -> str:
    return f"{len(results)} pictures of {len({r.task for r in results})} families."


def _details(results: Sequence[Result]) -> list[str]:
    total, sides = _total(results), _sides(results)
    return [_shares(total, sides), _kinds(total, sides), _families(results), _mistakes(total)]


def _sides(results: Sequence[Result]) -> list[_Side]:
    both = [result for result in results if "recipe seen" in result.figures]
    sides = [_Side("ours", "ours", results)]
    if both and len(both) < len(results):
        sides.append(_Side(f"ours on {len(both)} of them", "ours", both))
    if both:
        heading = "recipe" if len(both) == len(results) else f"recipe on these {len(both)}"
        sides.append(_Side(heading, "recipe", both))
    return sides


def _total(results: Sequence[Result]) -> Counter[str]:
    total: Counter[str] = Counter()
    for result in results:
        total.update(Counter(result.figures))
    return total


def _share(total: Counter[str], right: str, there: str) -> str:
    return percent(total[right] / total[there]) if total[there] else "–"


def _shares(total: Counter[str], sides: Sequence[_Side]) -> str:
    rows = []
    for name, right, there, both in _SHARES:
        cells = [
            _share(side.total, f"{side.name} {right}", f"{side.name} {there}")
            if both or side.name == "ours"
            else ""
            for side in sides
        ]
        rows.append((name, *cells, f"{total[f'ours {there}']:.0f}"))
    for name, figure in (("seconds", "seconds"), ("seconds of one core", "core seconds")):
        cells = [_median(side.results, f"{side.name} {figure}") for side in sides]
        rows.append((f"{name} of a first look, median", *cells, ""))
    return table(("figure", *(side.heading for side in sides), "of"), rows)


def _median(results: Sequence[Result], figure: str) -> str:
    known = [result.figures[figure] for result in results if figure in result.figures]
    return f"{median(known):.2f}" if known else "–"


def _kinds(total: Counter[str], sides: Sequence[_Side]) -> str:
    """Found, by the kind that it truly is."""
    rows = []
    for kind in KINDS:
        there = total[f"ours kind {kind} there"]
        if kind not in PASSIVE and there:
            shares = (
                _share(s.total, f"{s.name} kind {kind} found", f"{s.name} kind {kind} there")
                for s in sides
            )
            rows.append((kind, *shares, f"{there:.0f}"))
    return table(("kind found", *(side.heading for side in sides), "of"), rows)


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
