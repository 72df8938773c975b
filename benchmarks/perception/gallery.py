"""The gallery of mistakes: one page of HTML with the worst pictures of each kind of mistake.

True boxes and ours are drawn over the pictures; nothing is loaded from elsewhere, and text of the
screen is escaped.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from benchmarks.harness.jobs import Result
from benchmarks.perception.mistakes import (
    MISTAKES,
    Mistake,
    MistakeKind,
    read_mistakes,
    write_mistakes,
)
from benchmarks.reports.failure_page import write_page
from vision.core.geometry import Box

_PICTURE, _LIST = "picture.png", "mistakes.json"
_WORST = 5  # pictures of a kind
_MOST_SORTS = 12
_STYLE = """
table { border-collapse: collapse } td, th { padding: .15rem .9rem .15rem 0; text-align: left }
.n { text-align: right; font-variant-numeric: tabular-nums }
figure.wide { display: block; width: auto; margin: 1.2rem 0 2rem }
svg { width: 100%; height: auto; border: 1px solid #bbb; display: block }
rect { fill: transparent; stroke-width: 2; vector-effect: non-scaling-stroke }
.true { stroke: #0a8f3c } .seen { stroke: #d01884; stroke-dasharray: 5 3 }
b.true { color: #0a8f3c } b.seen { color: #d01884 }
"""


@dataclass(frozen=True, slots=True)
class _Kept:
    """The record of one picture; `picture` is relative to the page, `size` its width and height."""

    name: str
    picture: str
    family: str
    size: tuple[int, int]
    mistakes: tuple[Mistake, ...]

    def of(self, kind: MistakeKind) -> list[Mistake]:
        return [mistake for mistake in self.mistakes if mistake.kind == kind]


def keep(records: Path, picture: Path, found: Sequence[Mistake]) -> str:
    """Keep a picture with its mistakes among the records; returns the name of its folder there."""
    folder = records / picture.stem
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(picture, folder / _PICTURE)
    write_mistakes(folder / _LIST, found)
    return folder.name


def write_gallery(folder: Path, title: str, results: Sequence[Result]) -> Path:
    """Write index.html for the pictures whose records lie in `folder`/records; returns its path."""
    kept = [one for result in results if (one := _kept(folder, result)) is not None]
    counts = {kind: sum(len(one.of(kind)) for one in kept) for kind in MISTAKES}
    ordered = sorted((kind for kind in MISTAKES if counts[kind]), key=lambda kind: -counts[kind])
    body = [_summary(kept, ordered, len(results)), *(_section(kind, kept) for kind in ordered)]
    return write_page(folder, title, "".join(body), _STYLE)


def _kept(folder: Path, result: Result) -> _Kept | None:
    """None when the picture was measured without its record, or that is damaged."""
    from PIL import Image

    record = folder / "records" / result.record
    try:
        found = read_mistakes(record / _LIST)
        with Image.open(record / _PICTURE) as picture:
            size = picture.size
    except (OSError, ValueError, KeyError, TypeError):
        return None
    place = (record / _PICTURE).relative_to(folder).as_posix()
    return _Kept(result.record, place, result.task, size, tuple(found))


def _summary(kept: Sequence[_Kept], kinds: Sequence[MistakeKind], measured: int) -> str:
    rows = []
    for kind in kinds:
        number = sum(len(one.of(kind)) for one in kept)
        pictures = sum(bool(one.of(kind)) for one in kept)
        most = ", ".join(f"{what} {n}" for what, n in _sorts(kind, kept).most_common(3))
        rows.append(
            f"<tr><td><a href='#{_anchor(kind)}'>{kind}</a><td class=n>{number}"
            f"<td class=n>{pictures}<td>{escape(most)}"
        )
    table = (
        "<table><tr><th>mistake<th class=n>times<th class=n>pictures<th>most frequent"
        + "".join(rows)
        + "</table>"
    )
    left = measured - len(kept)
    without = f" {left} more were measured without a record: measure them again." if left else ""
    return (
        f"<p>{len(kept)} pictures.{without}</p>{table if rows else '<p>No mistakes.</p>'}"
        "<p>Drawn over the pictures: <b class=true>what is there</b>, "
        "<b class=seen>what was seen</b>. Point at a box to read what is wrong.</p>"
    )


def _section(kind: MistakeKind, kept: Sequence[_Kept]) -> str:
    sorts = _sorts(kind, kept)
    rows = "".join(
        f"<tr><td>{escape(what)}<td class=n>{number}"
        for what, number in sorts.most_common(_MOST_SORTS)
    )
    worst = sorted((one for one in kept if one.of(kind)), key=lambda one: -len(one.of(kind)))
    pictures = "".join(_figure(one, one.of(kind)) for one in worst[:_WORST])
    heading = f"{kind.capitalize()}: {sorts.total()}"
    return f"<h2 id='{_anchor(kind)}'>{heading}</h2><table>{rows}</table>{pictures}"


def _figure(one: _Kept, found: Sequence[Mistake]) -> str:
    width, height = one.size
    source = escape(one.picture)
    boxes = "".join(_boxes(mistake) for mistake in found)
    sorts = Counter(mistake.what for mistake in found).most_common()
    said = ", ".join(f"{what} {number}" for what, number in sorts)
    return (
        f"<figure class=wide><svg viewBox='0 0 {width} {height}' "
        f"style='max-width: {width}px'>"
        f"<image href='{source}' width='{width}' height='{height}' />{boxes}</svg>"
        f"<figcaption><a href='{source}'>{escape(one.name)}</a> ({escape(one.family)}): "
        f"{escape(said)}</figcaption></figure>"
    )


def _boxes(mistake: Mistake) -> str:
    both = (("true", mistake.true), ("seen", mistake.seen))
    return "".join(_box(name, box, mistake.said) for name, box in both if box is not None)


def _box(name: str, box: Box, said: str) -> str:
    return (
        f"<rect class={name} x='{box.left}' y='{box.top}' width='{box.width}' "
        f"height='{box.height}'><title>{escape(said)}</title></rect>"
    )


def _sorts(kind: MistakeKind, kept: Sequence[_Kept]) -> Counter[str]:
    return Counter(mistake.what for one in kept for mistake in one.of(kind))


def _anchor(kind: MistakeKind) -> str:
    return kind.replace(" ", "-")
