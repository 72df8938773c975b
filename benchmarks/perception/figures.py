"""Counts of one picture: what was there, what was seen, and what of it was right.

All are counts, so that those of many pictures can be added; `tables` makes shares of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from benchmarks.perception.matching import Pairs, clickable, overlapping, right_words, words_read_on
from benchmarks.perception.shown import bare, is_shown_value, shown_name
from training.labels import Label, Sample, Word
from vision.core.elements import Element
from vision.ocr.engine import TextSpan

CHECKED = ("checkbox", "radio")
_NAMED_BY_LABEL = ("field", "dropdown")
SMALL_TEXT = (12.0, 14.5)
"""Font heights in pixels whose words are counted on their own."""

Counts = Counter[str]


def counted(
    sample: Sample,
    elements: Sequence[Element],
    spans: Sequence[TextSpan],
    *,
    clicks_text: bool = False,
) -> Counts:
    """The counts of one picture. `spans` is the text that was read on it and that is told;
    `clicks_text` says that also elements of plain text are there to be clicked."""
    labels = [label for label in sample.labels if label.interactive]
    used = [element for element in elements if element.interactive]
    offered = list(elements) if clicks_text else used
    found = clickable(labels, offered)
    counts = Counts(_recall(labels, found))
    counts["seen"] = len(used)
    counts["seen right"] = len(overlapping(labels, used))
    counts.update(_kinds(labels, offered, found))
    counts.update(_states(labels, offered, found))
    counts.update(_names(sample, offered, found))
    counts.update(_words(sample, spans))
    return counts


def told(spans: Sequence[TextSpan], elements: Sequence[Element]) -> list[TextSpan]:
    """The text without lone signs that no element there has as its text: icons that were read as a
    letter, which the element map leaves out, so that nobody is told of them."""
    return [
        span
        for span in spans
        if len(span.text) > 1
        or any(
            span.text in (element.text, element.state.value or "")
            or span.text in element.text.split()
            for element in elements
            if element.box.contains(span.box.center)
        )
    ]


def _recall(labels: Sequence[Label], found: Pairs) -> Counts:
    counts = Counts()
    for number, label in enumerate(labels):
        what = "icon" if label.kind == "icon" else "text" if label.text else "bare"
        counts[f"{what} there"] += 1
        counts[f"{what} found"] += number in found
        counts[f"kind {label.kind} there"] += 1
        counts[f"kind {label.kind} found"] += number in found
    return counts


def _kinds(labels: Sequence[Label], seen: Sequence[Element], found: Pairs) -> Counts:
    counts = Counts()
    for number, place in found.items():
        kind = labels[number].kind
        right = seen[place].kind == kind
        counts["kinds right"] += right
        if not right:
            counts[f"{kind} as {seen[place].kind}"] += 1
    counts["kinds"] = len(found)
    return counts


def _states(labels: Sequence[Label], seen: Sequence[Element], found: Pairs) -> Counts:
    counts = Counts()
    for number, place in found.items():
        label, state = labels[number], seen[place].state
        if label.kind in CHECKED and label.checked is not None:
            counts["ticks"] += 1
            counts["ticks right"] += state.checked is label.checked
        what = "disabled" if label.disabled else "enabled"
        counts[what] += 1
        counts[f"{what} right"] += bool(state.disabled) is label.disabled
        if label.selected is not None:
            what = "selected" if label.selected else "not selected"
            counts[what] += 1
            counts[f"{what} right"] += bool(state.selected) is label.selected
        counts["focused"] += label.focused
        counts["focused right"] += label.focused and bool(state.focused)
        counts["seen focused"] += bool(state.focused)
    return counts


def _names(sample: Sample, seen: Sequence[Element], found: Pairs) -> Counts:
    """`field labels` asks for what a person can see, `field names` also for names that only
    programs read."""
    labels = [label for label in sample.labels if label.interactive]
    counts = Counts()
    for number, place in found.items():
        for what, right, _ in said_of(labels[number], seen[place], sample):
            counts[f"field {what}s"] += 1
            counts[f"field {what}s right"] += right
    return counts


Said = Literal["name", "label", "value"]


def said_of(label: Label, element: Element, sample: Sample) -> list[tuple[Said, bool, str]]:
    """What can be said of a field or drop-down list, each with whether the element says it, and
    what would be true."""
    said: list[tuple[Said, bool, str]] = []
    if label.kind not in _NAMED_BY_LABEL:
        return said
    read = bare(element.text)
    if label.name:
        said.append(("name", read == bare(label.name), label.name))
    if shown := shown_name(label, sample):
        # A name that is half covered is no whole word of the picture, and yet may be read.
        said.append(("label", read in (bare(shown), bare(label.name)), shown))
    if label.value is not None:
        right = is_shown_value(element.state.value or "", label, sample)
        said.append(("value", right, label.value))
    return said


def _words(sample: Sample, spans: Sequence[TextSpan]) -> Counts:
    if not sample.complete:
        return Counts()
    right, read = right_words(sample.words, spans)
    small = [word for word in sample.words if _is_small(word)]
    small_right, _ = right_words(small, spans)
    return Counts(
        {
            "words": len(sample.words),
            "words right": right,
            "words read": read,
            "small words": len(small),
            "small words right": small_right,
            "small words read": words_read_on(sample.words, spans, _is_small),
        }
    )


def _is_small(word: Word) -> bool:
    return SMALL_TEXT[0] <= word.size < SMALL_TEXT[1]
