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
from training.choosing.tokens import MEASURED

RANK, STRENGTH, RATE = 8, 8.0, 5e-4
_BATCH, _WARM, _FLAT, _CLIP = 64, 20, 0.25, 1.0
# Tokens that are worked on together, on a GPU and on a CPU.
_TOKENS = {"cuda": 24_000, "cpu": 1_500}
# What is known as well as this is passed over (selective backpropagation, Jiang et al. 2019).
_KNOWN = 0.05
# After so many steps what is learnt so far is written.
_SAVED = 20
# So many decisions of a set are measured with.
_MEASURED = {"cuda": 10_000, "cpu": 150}
# What goes on from an adapter learns in smaller steps.
_OF_RATE, _SMALL_BATCH = 0.4, 16
_NEVER = -1e9


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
            if part and (len(part) + 1) * int(self.lengths[number]) > _TOKENS[self._device]:
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

    def losses(self, network: Choosing, numbers: NDArray[np.int64]) -> Tensor:
        """That of each of some decisions."""
        shares = self.logits(network, numbers).log_softmax(1)
        right = shares.masked_fill(~self._given(self.right[numbers]), _NEVER).logsumexp(1)
        return -right * self._given(self._packed["weight"][numbers])

    def endless(self, chance: np.random.Generator) -> Iterator[NDArray[np.int64]]:
        """All decisions in parts, in another order each time."""
        while True:
            order = chance.permutation(len(self))
            for begin in range(0, len(order), _BATCH):
                yield from self.parts(order[begin : begin + _BATCH])

    def _given(self, values: NDArray[Any]) -> Tensor:
        return torch.from_numpy(np.ascontiguousarray(values)).to(self._device)

    def first_right(self, network: Choosing) -> tuple[int, int]:
        """How many decisions were looked at, and of how many the likeliest letter is right."""
        hits, every = 0, -(-len(self) // _MEASURED[self._device])
        looked = np.arange(0, len(self), every)
        with torch.no_grad():
            for part in self.parts(looked):
                first = self.logits(network, part).argmax(1).cpu().numpy()
                hits += int(self.right[part, first].sum())
        return len(looked), hits


_KEYS = ("tokens", "lengths", "right", "shown", "weight")


def train(packed: Path, weights: Path, out: Path, minutes: float, onto: Path | None) -> None:
    """Learn for so many minutes, from the start or going on from the adapter `onto`; write the
    adapter to `out` and print its figures."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    held = dict(np.load(packed))
    embedding = torch.from_numpy(held["embedding"]).to(device, torch.bfloat16)
    letters = torch.from_numpy(held["letters"]).to(device)
    layers = Layers(weights, device)
    network = Choosing(layers, embedding, letters, RANK, STRENGTH)
    rate, size = RATE, _BATCH
    if onto is not None:
        network.load(onto)
        network.first = layers.count // 2
        rate, size = RATE * _OF_RATE, _SMALL_BATCH
    known = Decisions(held, "train", device)
    optimiser = torch.optim.AdamW(network.parameters(), rate, (0.9, 0.95), weight_decay=0.0)
    began, steps, learnt, read = time.monotonic(), 0, 0, 0
    for part in known.endless(np.random.default_rng(0)):
        share = (time.monotonic() - began) / (60 * minutes)
        if share >= 1:
            break
        losses = known.losses(network, part)
        hard = losses > _KNOWN
        read += len(part)
        if hard.any():
            (losses[hard].sum() / size).backward()
            learnt += int(hard.sum())
        if learnt < size * (steps + 1):
            continue
        steps += 1
        falling = min(1.0, (1 - share) / (1 - _FLAT))
        for group in optimiser.param_groups:
            group["lr"] = rate * falling * min(1.0, steps / _WARM)
        torch.nn.utils.clip_grad_norm_(network.parameters(), _CLIP)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        if steps % _SAVED == 0:
            network.save(out)
            print(f"{steps} steps, learnt from {learnt} of {read} decisions", flush=True)
    print(f"{steps} steps, learnt from {learnt} of {read} decisions", flush=True)
    network.save(out)
    for name in MEASURED:
        looked, right = Decisions(held, name, device).first_right(network)
        print(f"{name}: {right} of {looked} right after {steps} steps", flush=True)
