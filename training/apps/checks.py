"""What tells by program that labels are wrong: ghosts, labels that lie on each other, texts that
are not where they should be."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from training.apps import ink
from training.apps.faces import FaceReader
from training.apps.places import LARGE
from training.labels import Label, LabelKind, Sample, Word
from vision.capture.screen import Pixels
from vision.core.geometry import Box, overlap_area

_GHOSTS = 0.15  # of the labels: more than that and the rest is not believed either
_FEW = 3
_OVERLAP = 0.5  # of the smaller one
_SPOTS = 3
_READ: tuple[frozenset[LabelKind], ...] = (
    frozenset({"button", "tab"}),
    frozenset({"menu"}),
    frozenset({"list item"}),
)
_PASSIVE: frozenset[LabelKind] = frozenset({"dialog", "window title", "image"})
# A small control may lie in a large one of these.
_HOLD: dict[LabelKind, frozenset[LabelKind]] = {
    "list item": frozenset({"checkbox", "radio", "icon", "button", "link", "dropdown", "field"}),
    "tab": frozenset({"icon", "button"}),
    "field": frozenset({"icon", "button", "scroll bar"}),
    "button": frozenset({"icon", "checkbox", "radio"}),
}
_ANYWHERE: frozenset[LabelKind] = frozenset({"scroll bar"})


@dataclass(frozen=True, slots=True)
class Verdict:
    """The sample as it can be kept, None when it cannot; why something was dropped, counted."""

    sample: Sample | None
    dropped: Counter[str]


def check(sample: Sample, pixels: Pixels, reader: FaceReader | None = None) -> Verdict:
    """Drop wrong labels, or the sample when it is wrong as a whole. `reader` also reads some of the
    texts, which takes about 0.2 s."""
    dropped: Counter[str] = Counter()
    screen = Box(0, 0, sample.width, sample.height)
    good = []
    for number, label in enumerate(sample.labels):
        reason = _wrong(label, screen, pixels)
        if reason:
            dropped[reason] += 1
        else:
            good.append(number)
    ghosts = len(sample.labels) - len(good)
    if ghosts >= _FEW and ghosts > _GHOSTS * len(sample.labels):
        return Verdict(None, dropped + Counter({"sample: too many wrong labels": 1}))
    kept = keep(replace(sample, words=_true_words(sample, pixels, dropped)), good)
    if not any(label.interactive for label in kept.labels):
        return Verdict(None, dropped + Counter({"sample: no control": 1}))
    if pair := _colliding(kept.labels):
        return Verdict(None, dropped + Counter({f"sample: {pair} lie on each other": 1}))
    if reader is not None and not _texts_agree(kept, pixels, reader):
        return Verdict(None, dropped + Counter({"sample: texts are elsewhere": 1}))
    return Verdict(kept, +dropped)


def keep(sample: Sample, numbers: Sequence[int]) -> Sample:
    """The sample with only these labels; parents that are gone are None."""
    place = {old: new for new, old in enumerate(numbers)}
    labels = []
    for number in numbers:
        label = sample.labels[number]
        parent = place.get(label.parent) if label.parent is not None else None
        labels.append(replace(label, parent=parent))
    return replace(sample, labels=tuple(labels))


def _wrong(label: Label, screen: Box, pixels: Pixels) -> str:
    """Why a label is wrong by itself, "" when it is not."""
    if label.box.intersection(screen) != label.box:
        return "label outside of the picture"
    part = ink.cut(pixels, label.box)
    if label.kind != "field" and ink.flat(part, 0.002):
        return f"ghost: {label.kind} on a flat ground"
    if label.text and label.kind == "field" and ink.flat(part[3:-3, 3:-3], 0.0005):
        return "ghost: field without its text"
    return ""


def _true_words(sample: Sample, pixels: Pixels, dropped: Counter[str]) -> tuple[Word, ...]:
    """The words that are drawn; none when many are not."""
    true = tuple(one for one in sample.words if not ink.flat(ink.cut(pixels, one.box), 0.002))
    dropped["word on a flat ground"] += len(sample.words) - len(true)
    return true if len(sample.words) - len(true) <= _GHOSTS * len(sample.words) else ()


def _colliding(labels: Sequence[Label]) -> str:
    """The kinds of two labels of which one covers the other, "" when there are none."""
    controls = [label for label in labels if label.kind not in _PASSIVE | _ANYWHERE]
    for number, one in enumerate(controls):
        for other in controls[number + 1 :]:
            common = overlap_area(one.box, other.box)
            small, large = sorted((one, other), key=lambda label: label.box.area)
            behind = large.kind == "field" and large.box.area > max(LARGE, 2 * small.box.area)
            if common < _OVERLAP * small.box.area or behind:
                continue
            if small.kind not in _HOLD.get(large.kind, ()) or common > 0.9 * large.box.area:
                return f"{large.kind} and {small.kind}"
    return ""


def _texts_agree(sample: Sample, pixels: Pixels, reader: FaceReader) -> bool:
    """Whether most of a few texts of each sort can be read where their labels are."""
    chance = random.Random(sample.picture)
    for kinds in _READ:
        able = [
            label
            for label in sample.labels
            if label.kind in kinds
            and len(label.text) >= 4
            and not label.disabled
            # What is as high as wide has a picture above its text, and is not read well.
            and label.box.width >= 2 * label.box.height
        ]
        spots = chance.sample(able, min(_SPOTS, len(able)))
        wrong = sum(not reader.shows(pixels, label.box, label.text) for label in spots)
        if wrong > len(spots) // 3:
            return False
    return True
