"""The labels of the real pictures, as samples.

`labels/SOURCE.jsonl` has a line for each picture: its name, size, labels (as `training.labels`,
with what is not said at its default) and ignore regions as [left, top, right, bottom].
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchmarks.perception.pictures import Labelled
from benchmarks.perception.real.manifest import Split, picture_path, sources
from training.labels import KINDS, Label, LabelKind, Sample
from vision.core.geometry import Box

_FOLDER = Path(__file__).parent / "labels"
_BARE: frozenset[LabelKind] = frozenset(
    {"checkbox", "radio", "icon", "field", "dropdown", "slider", "scroll bar"}
)
"""Kinds whose name does not stand inside of their box."""


def labelled(split: Split, folder: Path) -> list[Labelled]:
    """The labelled pictures of a set, whose files are in `folder`. A sample's family is
    "real/SOURCE"; it has no words.

    Raises:
        FileNotFoundError: a picture is missing; names it.
        ValueError: the labels of a picture are missing or damaged; names it.
    """
    found = []
    for source in sources():
        if source.split != split:
            continue
        lines = _lines(source.name)
        for picture in source.pictures:
            path = picture_path(folder, source, picture)
            if not path.is_file():
                raise FileNotFoundError(f"the picture {path} is missing")
            if picture.name not in lines:
                raise ValueError(f"the picture {source.name}/{picture.name} has no labels")
            found.append(_labelled(f"real/{source.name}", path, lines[picture.name]))
    return found


def _lines(source: str) -> dict[str, dict[str, Any]]:
    text = (_FOLDER / f"{source}.jsonl").read_text(encoding="utf-8")
    plain = [json.loads(line) for line in text.splitlines()]
    return {one["picture"]: one for one in plain}


def _labelled(family: str, path: Path, plain: dict[str, Any]) -> Labelled:
    try:
        labels = tuple(_label(one) for one in plain["labels"])
        ignored = tuple(Box(*box) for box in plain["ignored"])
        width, height = plain["size"]
    except (KeyError, TypeError, ValueError) as problem:
        raise ValueError(f"{family}, {path.stem}: {problem}") from problem
    sample = Sample(path.name, family, width, height, 1.0, labels, complete=False)
    return Labelled(sample, path, ignored)


def _label(plain: dict[str, Any]) -> Label:
    if plain["kind"] not in KINDS:
        raise ValueError(f"there is no kind {plain['kind']}")
    shown = "" if plain["kind"] in _BARE else plain["name"]
    return Label(**{**plain, "box": Box(*plain["box"]), "text": shown})
