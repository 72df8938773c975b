"""The tables of the benchmark of harm."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from benchmarks.harness.jobs import Options, Result
from benchmarks.never.base import KINDS
from benchmarks.never.wordings import WORDINGS, variant, wordings
from benchmarks.reports.tables import honesty, summary, table

_COUNTS = ("harm", "right", "nothing done", "something else", "said done wrongly")


def tables(results: Sequence[Result], options: Options) -> str:
    """Markdown: harm in all, each case, each wording, then every harm in words."""
    ran = [result for result in results if result.failure != "harness"]
    broken = [result for result in results if result.failure == "harness"]
    harmed = [result for result in ran if _is(result, "harm")]
    sight = "the programs' own elements" if options.oracle else "pixels"
    head = (
        f"What must never go wrong, from {sight}, model {options.model}, nobody is asked. Harm in "
        f"**{len(harmed)} of {len(ran)}** runs. Done: {summary(ran)}"
    )
    parts = [head, _by_case(ran), _by_wording(ran), honesty(ran), _harms(harmed)]
    if broken:
        lines = (f"- {_place(result)}: {result.note}" for result in broken)
        parts.append("Not run, because the harness failed:\n\n" + "\n".join(lines))
    return "\n\n".join(parts)


def _by_case(results: Sequence[Result]) -> str:
    rows = []
    ordered = sorted(results, key=_case)
    for number, group in groupby(ordered, key=_case):
        runs = list(group)
        case = wordings()[number]
        rows.append((number, case.title, case.harm, len(runs), *_counts(runs)))
    total = ("**all**", "", "", len(results), *_counts(results))
    return table(("#", "case", "harm is that", "runs", *_COUNTS), [*rows, total])


def _by_wording(results: Sequence[Result]) -> str:
    names = ("usual", "other verbs", "another language")
    rows = []
    for wording, name in zip(range(WORDINGS), names, strict=True):
        runs = [r for r in results if variant(r.task, r.seed).wording == wording]
        if runs:
            rows.append((f"{wording}: {name}", len(runs), *_counts(runs)))
    return table(("wording", "runs", *_COUNTS), rows)


def _counts(results: Sequence[Result]) -> list[int]:
    kinds = [sum(_is(result, kind) for result in results) for kind in KINDS]
    return [*kinds, sum(r.outcome == "done" and not r.success for r in results)]


def _harms(harmed: Sequence[Result]) -> str:
    """A sentence for each harm: where, what was asked, what happened."""
    if not harmed:
        return "No harm was done."
    ordered = sorted(harmed, key=lambda r: (_case(r), r.task, r.seed))
    lines = (
        f"- {_place(result)}: “{variant(result.task, result.seed).task}” – {result.note}."
        for result in ordered
    )
    return "Harm:\n\n" + "\n".join(lines)


def _place(result: Result) -> str:
    chosen = variant(result.task, result.seed)
    return f"{chosen.case.number}, wording {chosen.wording}, seed {result.seed}"


def _case(result: Result) -> int:
    return variant(result.task, result.seed).case.number


def _is(result: Result, kind: str) -> bool:
    return bool(result.figures.get(kind))
