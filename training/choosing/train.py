"""Training the adapters: a decision's loss is the logarithm of the share of its right letters."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from training.choosing.lora import Choosing, Layers

RANK, STRENGTH, RATE = 8, 8.0, 5e-4
_BATCH, _TOKENS, _WARM, _FLAT, _CLIP = 64, 24_000, 20, 0.25, 1.0
_NEVER = -1e9
MEASURED = ("unread", "locked", "others")


class Decisions:
    """One set of what training.choosing.tokens packed."""

    def __init__(self, packed: dict[str, NDArray[Any]], name: str, device: str) -> None:
        self._packed = {key: packed[f"{name}_{key}"] for key in _KEYS}
        self.lengths = self._packed["lengths"]
        self._begins = np.concatenate([[0], np.cumsum(self.lengths)])
        self.right = self._packed["right"]
        self._device = device

    def __len__(self) -> int:
        return len(self.lengths)

    def parts(self, numbers: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
        """The decisions in parts of about as many tokens as fit, those of one length together."""
        part: list[int] = []
        for number in numbers[np.argsort(self.lengths[numbers], kind="stable")]:
            if part and (len(part) + 1) * int(self.lengths[number]) > _TOKENS:
                yield np.array(part)
                part = []
            part.append(int(number))
        if part:
            yield np.array(part)

    def logits(self, network: Choosing, numbers: NDArray[np.int64]) -> Tensor:
        """Of the letters that each decision shows; the others never."""
        lengths = self.lengths[numbers]
        tokens = np.zeros((len(numbers), int(lengths.max())), np.int64)
        for row, number in zip(tokens, numbers, strict=True):
            begin = self._begins[number]
            row[: self.lengths[number]] = self._packed["tokens"][
                begin : begin + self.lengths[number]
            ]
        shown = np.arange(self.right.shape[1]) < self._packed["shown"][numbers][:, None]
        with torch.autocast(self._device, torch.bfloat16):
            found = network(self._given(tokens), self._given(lengths.astype(np.int64) - 1))
        return found.float().masked_fill(~self._given(shown), _NEVER)

    def loss(self, network: Choosing, numbers: NDArray[np.int64]) -> Tensor:
        """The sum over some decisions."""
        shares = self.logits(network, numbers).log_softmax(1)
        right = shares.masked_fill(~self._given(self.right[numbers]), _NEVER).logsumexp(1)
        return -(right * self._given(self._packed["weight"][numbers])).sum()

    def weight(self, numbers: NDArray[np.int64]) -> float:
        return float(self._packed["weight"][numbers].sum())

    def _given(self, values: NDArray[Any]) -> Tensor:
        return torch.from_numpy(np.ascontiguousarray(values)).to(self._device)

    def first_right(self, network: Choosing) -> float:
        """The share of decisions whose likeliest letter is right."""
        hits = 0
        with torch.no_grad():
            for part in self.parts(np.arange(len(self))):
                first = self.logits(network, part).argmax(1).cpu().numpy()
                hits += int(self.right[part, first].sum())
        return hits / len(self)


_KEYS = ("tokens", "lengths", "right", "shown", "weight")


def train(packed: Path, weights: Path, out: Path, minutes: float) -> None:
    """Learn for so many minutes on a GPU, write the adapter to `out`, and print its figures."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    held = dict(np.load(packed))
    embedding = torch.from_numpy(held["embedding"]).to(device, torch.bfloat16)
    letters = torch.from_numpy(held["letters"]).to(device)
    network = Choosing(Layers(weights, device), embedding, letters, RANK, STRENGTH)
    known = Decisions(held, "train", device)
    optimiser = torch.optim.AdamW(network.parameters(), RATE, (0.9, 0.95), weight_decay=0.0)
    chance, began, steps = np.random.default_rng(0), time.monotonic(), 0
    order = np.zeros(0, np.int64)
    while (share := (time.monotonic() - began) / (60 * minutes)) < 1:
        if len(order) < _BATCH:
            order = chance.permutation(len(known))
        batch, order = order[:_BATCH], order[_BATCH:]
        steps += 1
        falling = min(1.0, (1 - share) / (1 - _FLAT))
        for group in optimiser.param_groups:
            group["lr"] = RATE * falling * min(1.0, steps / _WARM)
        for part in known.parts(batch):
            (known.loss(network, part) / known.weight(batch)).backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), _CLIP)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
    network.save(out)
    for name in MEASURED:
        right = Decisions(held, name, device).first_right(network)
        print(f"{name}: {right:.3f} right after {steps} steps", flush=True)
