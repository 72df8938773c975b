"""Batches of rendered crops with their answers, for training and for measuring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.icons.bending import bent
from training.icons.calibrate import Numbers
from training.icons.concepts import UNKNOWN
from training.icons.masters import Master
from training.icons.render import render
from training.icons.unknowns import made
from vision.capture.screen import Pixels
from vision.icons.classifier import SIDE

MADE = 0.15
"""Share of a training batch that are made-up crops without a meaning."""
UNKNOWN_SHARE = 0.2
"""Share of a training batch that are icons outside of the list."""
COLOURED = 2.0
"""How much more often a drawing in colours is drawn than one in one ink: there are half as many,
and they differ more from each other."""


def weights(masters: Sequence[Master]) -> NDArray[np.float64]:
    """How often each master is drawn: rare concepts more often than their number of drawings,
    those in colours COLOURED times as often as others, and of the unknown ones UNKNOWN_SHARE in
    all. Sums to 1."""
    counts = Counter(master.concept for master in masters)
    raw = np.array([counts[master.concept] ** -0.6 for master in masters])
    raw[[not master.mono for master in masters]] *= COLOURED
    unknown = np.array([master.concept == UNKNOWN for master in masters])
    if unknown.any() and not unknown.all():
        raw[unknown] *= UNKNOWN_SHARE / raw[unknown].sum()
        raw[~unknown] *= (1 - UNKNOWN_SHARE) / raw[~unknown].sum()
    return np.asarray(raw / raw.sum(), dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Crops:
    """An endless stream of training batches; also a source for torch's loader, where each worker
    gets its own chance. `answers` is the number of concepts: the answer of unknown crops."""

    masters: Sequence[Master]
    answers: int
    batch: int
    seed: int

    def batches(self, worker: int = 0) -> Iterator[tuple[Pixels, Numbers]]:
        """Batches of N x 48 x 48 x 3 and their answers."""
        chance = np.random.default_rng([self.seed, worker])
        chances = weights(self.masters)
        while True:
            yield self._batch(chance, chances)

    def _batch(self, chance: Generator, chances: NDArray[np.float64]) -> tuple[Pixels, Numbers]:
        pixels = np.empty((self.batch, SIDE, SIDE, 3), dtype=np.uint8)
        truth = np.empty(self.batch, dtype=np.int64)
        drawn = chance.choice(len(self.masters), self.batch, p=chances)
        for place, number in enumerate(drawn):
            master = self.masters[int(number)]
            if chance.random() < MADE:
                pixels[place], truth[place] = made(chance, self.masters), self.answers
                continue
            pixels[place] = render(bent(master, chance), chance, self.masters)
            truth[place] = self.answers if master.concept == UNKNOWN else master.concept
        return pixels, truth


def loader(crops: Crops, workers: int) -> Any:
    """The batches as torch tensors (uint8 N x 3 x 48 x 48, int64 N), made by `workers` processes;
    0 makes them in this one."""
    import torch
    from torch.utils.data import DataLoader, IterableDataset, get_worker_info

    class Stream(IterableDataset):  # type: ignore[misc, type-arg, unused-ignore]
        def __iter__(self) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
            info = get_worker_info()
            for pixels, truth in crops.batches(info.id if info else 0):
                shaped = np.ascontiguousarray(pixels.transpose(0, 3, 1, 2))
                yield torch.from_numpy(shaped), torch.from_numpy(truth)

    ahead: dict[str, Any] = {"prefetch_factor": 4, "persistent_workers": True} if workers else {}
    return DataLoader(Stream(), batch_size=None, num_workers=workers, **ahead)


def views(masters: Sequence[Master], each: int, seed: int, harm: float = 0.5) -> Pixels:
    """`each` crops of every master, in order; the same for the same seed."""
    pixels = np.empty((len(masters) * each, SIDE, SIDE, 3), dtype=np.uint8)
    for place in range(len(pixels)):
        chance = np.random.default_rng([seed, place])
        pixels[place] = render(masters[place // each], chance, masters, harm=harm)
    return pixels


def made_views(count: int, masters: Sequence[Master], seed: int) -> Pixels:
    """`count` made-up crops without a meaning, from these masters' pieces."""
    chance = np.random.default_rng([seed, count])
    return np.stack([made(chance, masters) for _ in range(count)])
