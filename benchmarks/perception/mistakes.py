"""The mistakes on one picture, each with its boxes: what `figures` counts, one by one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from benchmarks.perception.figures import CHECKED, SMALL_TEXT, said_of
from benchmarks.perception.matching import clickable, found_words, overlapping
from training.labels import Label, Sample
from vision.core.elements import Element, quote
from vision.core.geometry import Box, overlap_area
from vision.ocr.engine import TextSpan

MistakeKind = Literal[
    "not found", "wrong kind", "too many", "wrong label", "wrong state", "misread word"
]
MISTAKES: tuple[MistakeKind, ...] = get_args(MistakeKind)


@dataclass(frozen=True, slots=True)
class Mistake:
    """`what` is the sort of it, the same for many ("icon → button"); `said` tells this one.
    `true` is where something really is, `seen` where we say that something is; None for neither."""

    kind: MistakeKind
    what: str
    said: str
    true: Box | None = None
    seen: Box | None = None

    def as_plain(self) -> dict[str, Any]:
        """Values of JSON; boxes as [left, top, right, bottom]."""
        boxes = {"true": self.true, "seen": self.seen}
        return asdict(self) | {name: box.as_list() if box else None for name, box in boxes.items()}

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> Mistake:
        """The opposite of `as_plain`; raises TypeError, KeyError or ValueError for what is none."""
        boxes = {name: Box(*plain[name]) if plain[name] else None for name in ("true", "seen")}
        return cls(**(plain | boxes))


def mistakes(
    sample: Sample, elements: Sequence[Element], spans: Sequence[TextSpan]
) -> list[Mistake]:
    """All mistakes on one picture. `spans` is the text that was read on it and that is told."""
    labels = [label for label in sample.labels if label.interactive]
    used = [element for element in elements if element.interactive]
    found = clickable(labels, used)
    known = {*found.values(), *overlapping(labels, used).values()}
    made = [_not_found(label) for n, label in enumerate(labels) if n not in found]
    made += [_too_many(element) for n, element in enumerate(used) if n not in known]
    for number, place in found.items():
        made += _about(labels[number], used[place], sample)
    return [*made, *_misread(sample, spans)] if sample.complete else made


def write_mistakes(path: Path, found: Sequence[Mistake]) -> None:
    text = json.dumps([mistake.as_plain() for mistake in found], ensure_ascii=False)
    path.write_text(text, encoding="utf-8")


def read_mistakes(path: Path) -> list[Mistake]:
    """Raises OSError, ValueError, KeyError or TypeError for what cannot be read."""
    return [Mistake.from_plain(plain) for plain in json.loads(path.read_text(encoding="utf-8"))]


def _not_found(label: Label) -> Mistake:
    return Mistake("not found", label.kind, f"{_true(label)} was not found", label.box)


def _too_many(element: Element) -> Mistake:
    said = f"{_seen(element)} was seen where there is no control of this size"
    return Mistake("too many", element.kind, said, seen=element.box)


def _about(label: Label, element: Element, sample: Sample) -> Iterator[Mistake]:
    """What is wrong with the element that stands for a control."""
    boxes = label.box, element.box
    if label.kind != element.kind:
        said = f"{_true(label)} was taken for {_seen(element)}"
        yield Mistake("wrong kind", f"{label.kind} → {element.kind}", said, *boxes)
    for what, right, true in said_of(label, element, sample):
        if not right and what != "name":  # of names, those that can be seen: labels
            seen = element.text if what == "label" else element.state.value
            said = f"the {what} of a {label.kind} is {quote(true)}, not {quote(seen or '')}"
            yield Mistake("wrong label", f"{label.kind}: {what}", said, *boxes)
    for is_so, seen_so, name in _states(label, element):
        if is_so is not seen_so:
            state = name if is_so else f"not {name}"
            said = f"{_true(label)} is {state}"
            yield Mistake("wrong state", f"{label.kind}: {state}", said, *boxes)


def _states(label: Label, element: Element) -> Iterator[tuple[bool, bool, str]]:
    """Each state that is known of the control: what it is, what was seen, its name."""
    state = element.state
    if label.kind in CHECKED and label.checked is not None:
        # Neither ticked nor not is wrong in either case.
        seen = state.checked if state.checked is not None else not label.checked
        yield label.checked, seen, "ticked"
    yield label.disabled, bool(state.disabled), "disabled"
    if label.selected is not None:
        yield label.selected, bool(state.selected), "selected"
    yield label.focused, bool(state.focused), "focused"


def _misread(sample: Sample, spans: Sequence[TextSpan]) -> Iterator[Mistake]:
    found = found_words(sample.words, spans)
    for number, word in enumerate(sample.words):
        if number in found:
            continue
        near = max(spans, key=lambda span: overlap_area(span.box, word.box), default=None)
        size = "larger" if word.size >= SMALL_TEXT[1] else "12 to 14 px"
        size = "below 12 px" if 0 < word.size < SMALL_TEXT[0] else size
        if near is None or not overlap_area(near.box, word.box):
            said = f"{quote(word.text)} was not read"
            yield Mistake("misread word", f"{size}: not read", said, word.box)
        else:
            said = f"{quote(word.text)} stands in {quote(near.text)}"
            yield Mistake("misread word", f"{size}: read otherwise", said, word.box, near.box)


def _true(label: Label) -> str:
    name = label.text or label.name
    return f"a {label.kind} {quote(name)}" if name else f"a {label.kind} without text"


def _seen(element: Element) -> str:
    name = element.text
    return f"a {element.kind} {quote(name)}" if name else f"a {element.kind} without text"
