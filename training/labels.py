"""Labelled screenshots: what is truly on a picture, and the files that keep it.

A folder of samples holds `samples.jsonl`, a line for each picture, and the pictures as PNG files.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from vision.core.elements import CONTROL_KINDS, PASSIVE, ControlKind
from vision.core.geometry import Box

LabelKind = ControlKind
"""The classes of the detector. A control that shows a picture and no text is an "icon", whatever
else it is (unless it is a checkbox, radio, slider or scroll bar)."""
KINDS: tuple[LabelKind, ...] = CONTROL_KINDS

_LIST = "samples.jsonl"


@dataclass(frozen=True, slots=True)
class Label:
    """One thing on a picture; `box` is what shows of it, in pixels of the picture.

    `name` is what a person or a program calls it: its own text, for a field its label, for an icon
    what it is for ("" when nobody says). `text` is what can be read inside of its box. States are
    None where they do not apply. `parent` is the place in the sample's labels of the dialog, list
    or menu that holds it.
    """

    kind: LabelKind
    box: Box
    name: str = ""
    text: str = ""
    value: str | None = None
    placeholder: str | None = None
    checked: bool | None = None
    selected: bool | None = None
    disabled: bool = False
    focused: bool = False
    parent: int | None = None

    @property
    def interactive(self) -> bool:
        return self.kind not in PASSIVE


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it stands on the picture, without spaces; `size` is its font's height in pixels of
    the picture, 0 if unknown."""

    text: str
    box: Box
    size: float = 0.0


@dataclass(frozen=True, slots=True)
class Sample:
    """A picture with all its labels. `family` says where it comes from ("web/pico", "app/thunar"):
    families are split into training and evaluation as a whole. `scale` is pixels per logical pixel.
    `complete` says whether every word that can be read is among `words`."""

    picture: str
    family: str
    width: int
    height: int
    scale: float
    labels: tuple[Label, ...]
    words: tuple[Word, ...] = ()
    complete: bool = True

    def as_plain(self) -> dict[str, Any]:
        """The sample as values of JSON; boxes as [left, top, right, bottom]."""
        plain = asdict(self)
        for name, things in (("labels", self.labels), ("words", self.words)):
            boxes = [thing.box.as_list() for thing in things]
            plain[name] = [{**one, "box": box} for one, box in zip(plain[name], boxes, strict=True)]
        return plain

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> Sample:
        """Raises KeyError, TypeError or ValueError for what is no sample."""
        labels = tuple(Label(**{**one, "box": Box(*one["box"])}) for one in plain["labels"])
        if any(label.kind not in KINDS for label in labels):
            raise ValueError(f"a label of {plain['picture']} has a kind that does not exist")
        words = tuple(Word(**{**one, "box": Box(*one["box"])}) for one in plain["words"])
        return cls(**{**plain, "labels": labels, "words": words})


def add(folder: Path, sample: Sample) -> None:
    """Append a sample to a folder; its picture must be there already."""
    if not (folder / sample.picture).is_file():
        raise FileNotFoundError(f"the picture {folder / sample.picture} is missing")
    with (folder / _LIST).open("a", encoding="utf-8") as file:
        file.write(json.dumps(sample.as_plain(), ensure_ascii=False) + "\n")


def samples(folder: Path) -> Iterator[Sample]:
    """The samples of a folder, in the order in which they came.

    Raises:
        FileNotFoundError: there are none.
        ValueError: a line is no sample; says which.
    """
    with (folder / _LIST).open(encoding="utf-8") as file:
        for number, line in enumerate(file, start=1):
            try:
                yield Sample.from_plain(json.loads(line))
            except (KeyError, TypeError, ValueError) as problem:
                raise ValueError(f"{folder / _LIST}, line {number}: {problem}") from problem
