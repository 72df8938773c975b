"""Contact sheets: each concept's drawings in one row, to find the wrong ones by eye."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw

from training.icons.concepts import Concepts
from training.icons.masters import Master

_CELL = 34
_LABEL = 150


def shown(master: Master, side: int, ink: int = 40) -> Image.Image:
    """A master on white, as tall and wide as `side` pixels."""
    rgba = master.rgba.copy()
    if master.mono:
        rgba[..., :3] = ink
    icon = Image.fromarray(rgba).resize((side, side), Image.Resampling.LANCZOS)
    paper = Image.new("RGBA", (side, side), "white")
    return Image.alpha_composite(paper, icon).convert("RGB")


def sheets(
    masters: Sequence[Master],
    concepts: Concepts,
    folder: Path,
    *,
    columns: int = 42,
    rows: int = 26,
    text: bool = False,
) -> list[Path]:
    """Write sheets of `rows` concepts with up to `columns` drawings each, spread over all sets;
    returns the files. `text` adds a list of what stands in each cell beside the sheet."""
    groups: dict[int, list[Master]] = defaultdict(list)
    for master in masters:
        if master.concept >= 0:
            groups[master.concept].append(master)
    folder.mkdir(parents=True, exist_ok=True)
    numbers = sorted(groups)
    files = []
    for start in range(0, len(numbers), rows):
        part = numbers[start : start + rows]
        page = Image.new("RGB", (_LABEL + columns * _CELL, len(part) * _CELL), "white")
        pen = ImageDraw.Draw(page)
        lines = []
        for row, number in enumerate(part):
            group = groups[number]
            step = max(1.0, len(group) / columns)
            chosen = [group[int(i * step)] for i in range(min(columns, len(group)))]
            pen.text((2, row * _CELL + 4), f"{concepts.all[number].id}\n{len(group)}", "black")
            for column, master in enumerate(chosen):
                at = (_LABEL + column * _CELL + 1, row * _CELL + 1)
                page.paste(shown(master, _CELL - 2), at)
                lines.append(f"{concepts.all[number].id}\t{column}\t{master.source}/{master.name}")
        path = folder / f"sheet-{start // rows:02d}.png"
        page.save(path)
        if text:
            path.with_suffix(".tsv").write_text("\n".join(lines), encoding="utf-8")
        files.append(path)
    return files
