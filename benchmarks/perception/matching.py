"""Which seen element stands for which true control. Each stands for one at most."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from training.labels import Label, Word
from vision.core.elements import Element
from vision.core.geometry import Box, iou, overlap_area
from vision.ocr.engine import TextSpan, reworded
from vision.ocr.engine import Word as ReadWord

# "About its size": half to twice as high, and not twice as wide. A row's text is narrower than the
# row, and as good to click.
_HIGHER, _WIDER = 2.0, 2.0
_READING = 4  # pixels by which a box of text may be too small

Pairs = dict[int, int]
"""The place of a label among the labels: the place of its element among the elements."""


def clickable(labels: Sequence[Label], elements: Sequence[Element]) -> Pairs:
    """The controls whose box holds the centre of an element of about their size."""
    return _paired(labels, elements, hits)


def overlapping(labels: Sequence[Label], elements: Sequence[Element], least: float = 0.5) -> Pairs:
    """The labels that an element overlaps with an IoU of at least `least`."""
    return _paired(labels, elements, lambda true, seen: iou(true, seen) >= least)


def _paired(
    labels: Sequence[Label], elements: Sequence[Element], fits: Callable[[Box, Box], bool]
) -> Pairs:
    found = [
        (iou(label.box, element.box), i, j)
        for i, label in enumerate(labels)
        for j, element in enumerate(elements)
        if fits(label.box, element.box)
    ]
    pairs: Pairs = {}
    taken: set[int] = set()
    for _, i, j in sorted(found, key=lambda one: (-one[0], one[1], one[2])):
        if i not in pairs and j not in taken:
            pairs[i] = j
            taken.add(j)
    return pairs


def hits(true: Box, seen: Box) -> bool:
    """Whether a click on what was seen is one on what is there, and it is of about its size."""
    if not true.contains(seen.center):
        return False
    return (
        true.height <= _HIGHER * seen.height
        and seen.height <= _HIGHER * true.height
        and seen.width <= _WIDER * true.width
    )


def right_words(truth: Sequence[Word], spans: Sequence[TextSpan]) -> tuple[int, int]:
    """How many true words were read where they stand, letter by letter, and how many words were
    read in all."""
    return len(found_words(truth, spans)), sum(len(span.text.split()) for span in spans)


def words_read_on(
    truth: Sequence[Word], spans: Sequence[TextSpan], wanted: Callable[[Word], bool]
) -> int:
    """How many words were read where such a word stands; what was read where none stands is of no
    size. The words of a line share its box by their lengths where the reader does not say."""
    count = 0
    for span in spans:
        there = [word for word in truth if overlap_area(word.box, span.box)]
        said = span.text.split()
        told = [word.text for word in span.words] == said
        own = span.words if told else reworded(span, span.text, span.score).words
        for word in own if there else ():
            nearest = max(
                there, key=lambda true: (overlap_area(true.box, word.box), -_away(true, word))
            )
            count += wanted(nearest)
    return count


def _away(one: Word | ReadWord, other: Word | ReadWord) -> int:
    return abs(one.box.center.x - other.box.center.x)


def found_words(truth: Sequence[Word], spans: Sequence[TextSpan]) -> set[int]:
    """The places of the true words that were read where they stand, letter by letter. A word may
    be read once for each time it stands there."""
    found: set[int] = set()
    for span in spans:
        box = span.box.grown(_READING)
        free = [n for n, word in enumerate(truth) if box.contains(word.box.center)]
        free = [n for n in free if n not in found]
        for said in span.text.split():
            match = next((n for n in free if truth[n].text == said), None)
            if match is not None:
                free.remove(match)
                found.add(match)
    return found
