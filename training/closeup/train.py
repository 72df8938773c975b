"""Training of the closer look, by the clock or for a number of batches."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training import half
from training.closeup.crops import NONE, Crops
from training.closeup.network import Network, build, export, resumed
from vision.detection.roi_classifier import STATES

_WARM_UP, _SMOOTHED, _DECAY = 200, 0.02, 0.02
# Of a crop's pixels, by which it is moved; the shares of crops that are inverted, and whose
# channels change places.
_MOVED, _INVERTED, _RECOLOURED = 2, 0.15, 0.3
# The crops by which the normalisations of an earlier network are set.
_SETTLING = 1024


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to train: for `minutes` by the clock, or for so many `batches` where they are not 0;
    `rate` is the highest of AdamW."""

    minutes: float = 20.0
    batches: int = 0
    batch: int = 256
    rate: float = 0.003
    seed: int = 1
    threads: int = 2


def train(crops: Crops, out: Path, recipe: Recipe, onto: Path | None = None) -> tuple[Network, int]:
    """Train, and write `out` (ONNX); go on with the network of `onto`, if there is one. Returns the
    network and how many crops it was shown.

    Raises:
        ValueError: `onto` is of a network of another shape.
    """
    torch.manual_seed(recipe.seed)
    torch.set_num_threads(recipe.threads)
    chance = np.random.default_rng(recipe.seed)
    network = _begun(onto, crops, recipe.seed) if onto else build()
    steps = torch.optim.AdamW(network.parameters(), lr=recipe.rate, weight_decay=_DECAY)
    began, step = time.monotonic(), 0
    order = chance.permutation(len(crops.kinds))
    while (part := _part(recipe, step, time.monotonic() - began)) < 1:
        if len(order) < recipe.batch:
            order = chance.permutation(len(crops.kinds))
        chosen, order = order[: recipe.batch], order[recipe.batch :]
        for group in steps.param_groups:
            group["lr"] = recipe.rate * _strength(step, part)
        steps.zero_grad()
        loss: Any = loss_of(network, crops, np.sort(chosen), recipe.seed + step)
        loss.backward()
        steps.step()
        step += 1
    export(network, out)
    return network, step * recipe.batch


def _part(recipe: Recipe, step: int, seconds: float) -> float:
    """How much of the training is over: from 0, and 1 or more at its end."""
    return step / recipe.batches if recipe.batches else seconds / 60 / recipe.minutes


def _begun(onto: Path, crops: Crops, seed: int) -> Network:
    """The network of an earlier training, ready to learn on."""
    drawn = np.random.default_rng(seed).permutation(len(crops.kinds))[:_SETTLING]
    return resumed(onto, *_as_given(crops, np.sort(drawn)))


def _strength(step: int, part: float) -> float:
    """Of the learning rate: up in the first steps, then down to nothing by the end of the time."""
    return min(1.0, step / _WARM_UP) * (0.5 + 0.5 * math.cos(math.pi * part))


def loss_of(network: Network, crops: Crops, chosen: np.ndarray, seed: int) -> Tensor:
    """Of the kinds, and half as much of the states that are known."""
    pixels = bent(as_pixels(crops.pixels[chosen]), seed)
    with torch.autocast("cpu", torch.bfloat16, enabled=half.KNOWN):
        out = network(pixels, torch.from_numpy(crops.sizes[chosen]))
    kinds, states = out.float()[:, : NONE + 1], out.float()[:, NONE + 1 :]
    right = torch.from_numpy(crops.kinds[chosen])
    loss = functional.cross_entropy(kinds, right, label_smoothing=_SMOOTHED)
    told = torch.from_numpy(crops.states[chosen])
    each = functional.binary_cross_entropy_with_logits(
        states, told.clamp(0).float(), reduction="none"
    )
    return loss + 0.5 * (each * (told >= 0)).sum() / len(chosen)


def _as_given(crops: Crops, chosen: np.ndarray | slice) -> tuple[Tensor, Tensor]:
    return as_pixels(crops.pixels[chosen]), torch.from_numpy(crops.sizes[chosen])


def as_pixels(crops: np.ndarray) -> Tensor:
    """Crops as the network takes them."""
    pixels = torch.from_numpy(crops).permute(0, 3, 1, 2).float() / 255
    return pixels.contiguous(memory_format=torch.channels_last)


def bent(pixels: Tensor, seed: int) -> Tensor:
    """The pixels in other colours, lighter or darker, some of them inverted, moved a little."""
    chance = torch.Generator().manual_seed(seed)
    many = len(pixels)

    def drawn(*shape: int) -> Tensor:
        return torch.rand(*shape, generator=chance)

    pixels = (pixels - 0.5) * (0.75 + 0.5 * drawn(many, 1, 1, 1)) + 0.5
    pixels = pixels + (drawn(many, 3, 1, 1) - 0.5) * 0.2
    pixels = torch.where(drawn(many, 1, 1, 1) < _INVERTED, 1 - pixels, pixels)
    channels = torch.randperm(3, generator=chance)
    pixels = torch.where(drawn(many, 1, 1, 1) < _RECOLOURED, pixels[:, channels], pixels)
    down, across = torch.randint(-_MOVED, _MOVED + 1, (2,), generator=chance).tolist()
    return torch.roll(pixels, (down, across), (2, 3)).clamp(0, 1)


def figures(network: Network, crops: Crops) -> dict[str, float]:
    """Shares of the crops: kinds right (none of them is one), controls told from nothing; and of
    each state how many of those that are in it are told, and of those told how many are."""
    kinds, states = _answers(network, crops)
    told = {
        "kinds right": float((kinds.argmax(1) == crops.kinds).mean()),
        "controls told": float(((kinds[:, NONE] > 0.5) == (crops.kinds == NONE)).mean()),
    }
    for number, state in enumerate(STATES):
        true, said = crops.states[:, number], states[:, number] > 0.5
        right = float((said & (true == 1)).sum())
        told[f"{state} found"] = right / max(1, int((true == 1).sum()))
        told[f"{state} right"] = right / max(1, int((said & (true >= 0)).sum()))
    return {name: round(value, 3) for name, value in told.items()}


def _answers(network: Network, crops: Crops, batch: int = 512) -> tuple[np.ndarray, np.ndarray]:
    network.eval()
    parts = []
    with torch.no_grad():
        for start in range(0, len(crops.kinds), batch):
            some = slice(start, start + batch)
            parts.append(network(*_as_given(crops, some)))
    out = torch.cat(parts)
    return out[:, : NONE + 1].softmax(1).numpy(), out[:, NONE + 1 :].sigmoid().numpy()
