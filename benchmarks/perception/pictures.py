"""A labelled picture as it is measured, and the generated ones of a folder."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from benchmarks.perception.unsigned import unsigned_heads
from training.labels import Sample, samples
from vision.capture.screen import Pixels
from vision.core.geometry import Box


@dataclass(frozen=True, slots=True)
class Labelled:
    """A picture with its labels and its file. In the regions `ignored` nothing that is seen counts
    as wrong: the pixels do not tell what is true there."""

    sample: Sample
    path: Path
    ignored: tuple[Box, ...] = ()

    def fair(self, pixels: Pixels) -> Labelled:
        """The same without the labels that nobody can know from `pixels`, which are ignored."""
        unknown = unsigned_heads(self.sample, pixels)
        if not unknown:
            return self
        labels = self.sample.labels
        known = tuple(label for n, label in enumerate(labels) if n not in unknown)
        ignored = (*self.ignored, *(labels[n].box for n in sorted(unknown)))
        return Labelled(replace(self.sample, labels=known), self.path, ignored)


@cache
def generated(folder: Path) -> tuple[Labelled, ...]:
    """The pictures of a folder that `training` made, in their order there.

    Raises:
        FileNotFoundError, ValueError: as `training.labels.samples`.
    """
    return tuple(Labelled(sample, folder / sample.picture) for sample in samples(folder))
