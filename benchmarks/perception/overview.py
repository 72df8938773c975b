"""The first table of perception: generated pages and real screens side by side, with intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from benchmarks.harness.jobs import Result
from benchmarks.perception.agreement import ap_counts, ap_name
from benchmarks.reports.tables import percent, table
from evaluation.average_precision import average_precision
from evaluation.bootstrap import interval
from evaluation.found import f1
from training.labels import KINDS
from vision.core.elements import PASSIVE

LOCKED = "locked"
"""The family of all locked real screens."""
_REAL = "real/"
_CONTROLS = tuple(kind for kind in KINDS if kind not in PASSIVE)
_ENOUGH = 10
"""A kind that occurs less often has no say in the mean: one lucky box would move it by points."""
_DRAWS_OF_MAP = 300  # it is slow to count; two digits of the limits are stable

Figure = Callable[[Mapping[str, float]], float]


@dataclass(frozen=True, slots=True)
class PictureSet:
    """A column: pictures of one origin, as measured by us ("ours") or the recipe ("recipe")."""

    heading: str
    results: Sequence[Result]
    side: str = "ours"

    @property
    def pages(self) -> list[Mapping[str, float]]:
        return [result.figures for result in self.results]

    @property
    def total(self) -> Counter[str]:
        total: Counter[str] = Counter()
        for page in self.pages:
            total.update(Counter(page))
        return total


def is_locked(result: Result) -> bool:
    return result.task == LOCKED


def is_real(result: Result) -> bool:
    return is_locked(result) or result.task.startswith(_REAL)


def picture_sets(results: Sequence[Result]) -> list[PictureSet]:
    """The origins that occur, generated ones first; the recipe beside ours where it looked."""
    made = [result for result in results if not is_real(result)]
    development = [result for result in results if is_real(result) and not is_locked(result)]
    locked = [result for result in results if is_locked(result)]
    origins = (
        ("generated", made),
        ("real, development", development),
        ("real, locked", locked),
    )
    sets = []
    for heading, some in origins:
        if some:
            sets.append(PictureSet(heading, some))
        if compared := [result for result in some if "recipe targets" in result.figures]:
            sets.append(PictureSet(f"{heading}: recipe", compared, "recipe"))
    return sets


def overview(sets: Sequence[PictureSet]) -> str:
    """Found and of the right kind, average precision, what a click would do, and seconds."""
    rows = [
        (name, *(_with_interval(one, names, figure) for one in sets))
        for name, names, figure in _FIGURES
    ]
    rows.append(("mean average precision (IoU 0.5)", *(_mean_ap(one) for one in sets)))
    rows += [
        ("pictures", *(str(len(one.results)) for one in sets)),
        ("controls", *(f"{one.total[f'{one.side} f1 there']:.0f}" for one in sets)),
        ("seconds of a first look, median", *(_median(one, "seconds") for one in sets)),
        (
            "the same in runs of the detector on five tiles, beside it",
            *(_median(one, "looks per fixed work") for one in sets),
        ),
    ]
    return table(("figure (95 % interval, by pages)", *(one.heading for one in sets)), rows)


def kinds_table(sets: Sequence[PictureSet]) -> str:
    """The average precision of each kind of control, without the locked set."""
    shown = [one for one in sets if one.side == "ours" and not is_locked(one.results[0])]
    rows = []
    for kind in _CONTROLS:
        cells = [cell for one in shown for cell in _ap_cells(one, kind)]
        if any(cell != "–" for cell in cells):
            rows.append((kind, *cells))
    heads = [head for one in shown for head in (one.heading, "of")]
    return table(("average precision of a kind", *heads), rows)


def sources_table(sets: Sequence[PictureSet]) -> str:
    """The figures of each source of real screens, without the locked ones; "" without any."""
    real = [r for one in sets if one.side == "ours" for r in one.results if is_real(r)]
    rows = []
    for source in sorted({result.task for result in real if not is_locked(result)}):
        one = PictureSet(source, [result for result in real if result.task == source])
        values = [_value(one, names, figure) for _, names, figure in _FIGURES]
        rows.append((source.removeprefix(_REAL), str(len(one.results)), *map(percent, values)))
    heads = ("source", "pictures", *(name for name, _, _ in _FIGURES))
    return table(heads, rows) if rows else ""


def _share(right: str, there: str) -> Figure:
    return lambda counts: counts[right] / counts[there] if counts[there] else 0.0


def _f1(right: str) -> Figure:
    return lambda counts: f1(counts[right], counts["f1 there"], counts["f1 seen"])


_FIGURES: tuple[tuple[str, tuple[str, ...], Figure], ...] = (
    ("found and of the right kind (F1)", ("f1 right", "f1 there", "f1 seen"), _f1("f1 right")),
    ("of what is there", ("f1 right", "f1 there"), _share("f1 right", "f1 there")),
    ("of what was seen", ("f1 right", "f1 seen"), _share("f1 right", "f1 seen")),
    ("found, whatever kind (F1)", ("f1 placed", "f1 there", "f1 seen"), _f1("f1 placed")),
    ("covered", ("covered", "targets"), _share("covered", "targets")),
    ("right: a click does it", ("hit", "targets"), _share("hit", "targets")),
    ("can be acted on", ("acted", "targets"), _share("acted", "targets")),
)


def _value(one: PictureSet, names: Sequence[str], figure: Figure) -> float:
    total = one.total
    return figure({name: total[f"{one.side} {name}"] for name in names})


def _with_interval(one: PictureSet, names: Sequence[str], figure: Figure) -> str:
    """The figure of all pages with its interval; a set that was measured before it was counted has
    none."""
    if not one.total[f"{one.side} {names[-1]}"]:
        return "–"
    pages = [{name: page.get(f"{one.side} {name}", 0.0) for name in names} for page in one.pages]
    return _cell(_value(one, names, figure), interval(pages, names, figure))


def _cell(value: float, limits: tuple[float, float]) -> str:
    return f"{percent(value)} ({100 * limits[0]:.1f}–{100 * limits[1]:.1f})"


def _mean_ap(one: PictureSet) -> str:
    total = one.total
    kinds = [kind for kind in _CONTROLS if total[f"{one.side} ap {kind}"] >= _ENOUGH]
    if not kinds or one.side != "ours":  # the recipe tells no kinds
        return "–"
    steps = [
        ap_name(kind, n, right) for kind in kinds for n in range(101) for right in (True, False)
    ]
    names = [f"ours {name}" for name in steps if total[f"ours {name}"]]
    names += [f"ours ap {kind}" for kind in kinds]

    def figure(counts: Mapping[str, float]) -> float:
        values = [_ap(counts, kind) for kind in kinds if counts[f"ours ap {kind}"]]
        return sum(values) / len(values) if values else 0.0

    return _cell(figure(total), interval(one.pages, names, figure, _DRAWS_OF_MAP))


def _ap(counts: Mapping[str, float], kind: str) -> float:
    return average_precision(ap_counts(counts, "ours", kind), kind, int(counts[f"ours ap {kind}"]))


def _ap_cells(one: PictureSet, kind: str) -> tuple[str, str]:
    total = one.total
    there = total[f"ours ap {kind}"]
    return (percent(_ap(total, kind)), f"{there:.0f}") if there else ("–", "")


def _median(one: PictureSet, name: str) -> str:
    known = [page[key] for page in one.pages if (key := f"{one.side} {name}") in page]
    return f"{median(known):.2f}" if known else "–"
