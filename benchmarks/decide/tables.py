"""The tables of deciding: reach, accuracy and harm, by source and by wording."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from benchmarks.decide.scoring import Scored
from benchmarks.reports.tables import interval, mean, percent, table

_MOST_MISSED = 40


def tables(results: Sequence[Scored], about: str) -> str:
    """Markdown: one sentence, then a table by source and one by wording, then what of the half
    "dev" was out of reach. `about` names the model and the profile."""
    if not results:
        return "Nothing was decided."
    parts = [
        _summary(results, about),
        _by("source", results, lambda r: r.family),
        _by("wording", results, lambda r: str(r.wording)),
        _by("set", results, lambda r: r.half),
    ]
    missed = [r for r in results if not r.reached and r.half == "dev"]
    if missed:
        names = [f"{r.case} ({r.wording})" for r in missed]
        more = f" and {len(names) - _MOST_MISSED} more" if len(names) > _MOST_MISSED else ""
        parts.append(f"Out of reach in dev: {', '.join(names[:_MOST_MISSED])}{more}.")
    return "\n\n".join(parts)


def _summary(results: Sequence[Scored], about: str) -> str:
    reached = sum(r.reached for r in results)
    said = (
        f"{about}: a right action is within reach in {reached} of {len(results)} decisions "
        f"({percent(reached / len(results))})"
    )
    chosen = [r for r in results if r.right is not None]
    if not chosen:
        return f"{said}."
    right = sum(bool(r.right) for r in chosen)
    low, high = interval(right, len(chosen))
    harmful = sum(bool(r.harmful) for r in chosen)
    return (
        f"{said}; **{right} of {len(chosen)}** are right ({percent(right / len(chosen))}, 95 % "
        f"interval {100 * low:.0f}–{100 * high:.0f} %), {harmful} do harm; "
        f"{mean(r.seconds for r in chosen):.1f} s a decision."
    )


def _by(name: str, results: Sequence[Scored], key: Callable[[Scored], str]) -> str:
    rows = []
    for value in (*sorted({key(r) for r in results}), "all"):
        of = [r for r in results if value in (key(r), "all")]
        chosen = [r for r in of if r.right is not None]
        cells = [percent(mean(float(r.reached) for r in of))]
        if chosen:
            cells += [
                percent(mean(float(bool(r.right)) for r in chosen)),
                percent(mean(float(bool(r.harmful)) for r in chosen)),
                f"{mean(r.seconds for r in chosen):.1f}",
            ]
        else:
            cells += ["–"] * 3
        rows.append((value, len({r.case for r in of}), len(of), *cells))
    head = (name, "cases", "decisions", "reach", "accuracy", "harmful", "seconds")
    return table(head, rows)
