"""The tables of the recordings, beside what the paper reports for its own test set."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.harness.jobs import Options, Result
from benchmarks.reports.tables import by_failure, interval, percent, table
from benchmarks.screenagent.ccscore import ATTRIBUTES

# GPT-4V and ScreenAgent on the 70 test sessions (Niu et al., table 3).
_PAPER_SCORE = (0.63, 0.61)
# Of the attributes only this one could be checked against the paper.
_PAPER = {"mouse position": (0.12, 0.51)}
_PHASES = {"act": "acting", "plan": "planning"}


def tables(results: Sequence[Result], options: Options) -> str:
    """Coverage and grounding by desktop, CC-Score, attribute by attribute, valid calls."""
    measured = [result for result in results if result.failure != "harness"]
    broken = len(results) - len(measured)
    lost = f" {broken} sessions could not be measured." if broken else ""
    return "\n\n".join(
        [
            f"ScreenAgent recordings, {len(measured)} sessions, model {options.model}, "
            f"{options.ocr}.{lost} The paper's figures are for its 70 test sessions: other "
            "sessions than these unless those were given.",
            "**Coverage**: true clicks inside of an element of at most 5 % of the screen.",
            _coverage(measured),
            "**Grounding**: steps that begin with a click, by the first element chosen.",
            _grounding(measured),
            "**CC-Score**, mean over steps.",
            _scores(measured),
            "**Attribute by attribute**: of the calls that found a partner, and of all true ones.",
            _attributes(measured),
            _valid(measured),
            "**Sessions** by failure: not seen where a true click fell on no element.",
            by_failure(results),
        ]
    )


def _total(results: Sequence[Result], name: str) -> float:
    return sum(result.figures.get(name, 0.0) for result in results)


def _share(part: float, whole: float) -> str:
    return percent(part / whole) if whole else "–"


def _with_interval(part: float, whole: float) -> str:
    low, high = interval(round(part), round(whole))
    return f"{_share(part, whole)} ({100 * low:.0f}–{100 * high:.0f})" if whole else "–"


def _by_desktop(results: Sequence[Result]) -> list[tuple[str, list[Result]]]:
    groups: dict[str, list[Result]] = {"Linux": [], "Windows": [], "unknown": []}
    for result in results:
        known = [name for name in groups if result.figures.get(name.lower())]
        groups[known[0] if known else "unknown"].append(result)
    return [*((name, group) for name, group in groups.items() if group), ("all", [*results])]


def _coverage(results: Sequence[Result]) -> str:
    rows = []
    for name, group in _by_desktop(results):
        clicks, covered = _total(group, "clicks"), _total(group, "covered")
        first, first_covered = _total(group, "first_clicks"), _total(group, "first_covered")
        shares = _with_interval(covered, clicks), _share(first_covered, first)
        rows.append((name, len(group), f"{clicks:.0f}", f"{covered:.0f}", *shares))
    head = ("desktop", "sessions", "clicks", "covered", "share (95 %)", "first clicks of a step")
    return table(head, rows)


def _grounding(results: Sequence[Result]) -> str:
    rows = []
    for name, group in _by_desktop(results):
        steps, right = _total(group, "click_steps"), _total(group, "chosen_right")
        counts = (steps, _total(group, "chosen"), right)
        rows.append((name, *(f"{count:.0f}" for count in counts), _with_interval(right, steps)))
    return table(("desktop", "steps", "an element chosen", "the right one", "share (95 %)"), rows)


def _scores(results: Sequence[Result]) -> str:
    sums = {
        name: (_total(results, f"{phase}_score"), _total(results, f"{phase}_steps"))
        for phase, name in _PHASES.items()
    }
    rows: list[tuple[object, ...]] = [
        (name, f"{steps:.0f}", _number(score, steps), "–", "–")
        for name, (score, steps) in sums.items()
    ]
    score, steps = (sum(parts) for parts in zip(*sums.values(), strict=True))
    rows.append(("both", f"{steps:.0f}", _number(score, steps), *_PAPER_SCORE))
    return table(("phase", "steps", "Deskhand", "GPT-4V", "ScreenAgent"), rows)


def _attributes(results: Sequence[Result]) -> str:
    rows = []
    for name in ATTRIBUTES:
        right, paired, asked = (
            sum(_total(results, f"{phase} {name} {what}") for phase in _PHASES)
            for what in ("right", "paired", "asked")
        )
        if asked:
            of_pairs, of_all = _number(right, paired), _number(right, asked)
            rows.append((name, f"{asked:.0f}", of_pairs, of_all, *_PAPER.get(name, ("–", "–"))))
    head = ("attribute", "true calls", "of paired", "of all", "GPT-4V", "ScreenAgent")
    return table(head, rows)


def _number(total: float, count: float) -> str:
    return f"{total / count:.2f}" if count else "–"


def _valid(results: Sequence[Result]) -> str:
    replies, unusable = _total(results, "replies"), _total(results, "unusable")
    return (
        f"Valid calls: {replies - unusable:.0f} of {replies:.0f} replies "
        f"({_share(replies - unusable, replies)}); GPT-4V and ScreenAgent: 83 to 87 %."
    )
