"""Training of the captioner, and how a trained one is asked."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from training.icons.calibrate import Floats
from training.icons.crops import Crops, loader
from training.icons.masters import Master
from training.icons.scoring import Logits
from vision.capture.screen import Pixels

if TYPE_CHECKING:
    from torch import Tensor, nn

_SMOOTHING = 0.05
_WARM_UP = 0.05
_DECAY = 0.998


@dataclass(frozen=True, slots=True)
class Plan:
    """How to train. An epoch is `crops` crops (0: as many as there are masters). `minutes` stops
    earlier, with the rate's schedule following the clock: a machine may be lent for so long. `half`
    calculates with bfloat16 on a CPU that has it; a GPU always does, and draws its crops itself
    (`easel`), after `workers` processes have prepared them."""

    epochs: int = 40
    crops: int = 0
    batch: int = 256
    rate: float = 2e-3
    seed: int = 0
    threads: int = 1
    workers: int = 0
    device: str = "auto"
    minutes: float = 0.0
    half: bool = False


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a training stands; `loss` is the mean over the last epoch."""

    epoch: float
    loss: float
    right: float
    seconds: float
    crops: int


def device_of(name: str) -> str:
    """ "auto" as "cuda" where there is one, else "cpu"."""
    import torch

    if name != "auto":
        return name
    return "cuda" if torch.cuda.is_available() else "cpu"


def train(
    masters: Sequence[Master],
    answers: int,
    plan: Plan,
    report: Callable[[Progress], None] = lambda _: None,
    network: nn.Module | None = None,
) -> nn.Module:
    """Train on these masters; `answers` is the number of concepts. Returns the averaged network
    (an exponential moving average of the weights), on the CPU, ready to be asked."""
    import torch
    from torch import nn as layers
    from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

    from training.icons.network import build

    torch.set_num_threads(plan.threads)
    torch.manual_seed(plan.seed)
    device = device_of(plan.device)
    network = (network or build(answers + 1)).to(device).train()
    steps = max(1, plan.epochs * (plan.crops or len(masters)) // plan.batch)
    # Short trainings would keep the random beginning in a long average.
    decay = min(_DECAY, 1 - 10 / (steps + 10))
    moving = get_ema_multi_avg_fn(decay)
    mean = AveragedModel(network, multi_avg_fn=moving, use_buffers=True)
    tuner = torch.optim.AdamW(network.parameters(), lr=plan.rate, weight_decay=0.05)
    loss_of = layers.CrossEntropyLoss(label_smoothing=_SMOOTHING)
    stream = _stream(masters, answers, plan, device)
    clock = _Clock(steps, plan)
    # Half the bits: what multiplies bfloat16 does twice as many.
    kind = device.partition(":")[0]
    half = torch.autocast(kind, torch.bfloat16, enabled=plan.half or device != "cpu")
    while (done := clock.done()) < 1:
        for group in tuner.param_groups:
            group["lr"] = plan.rate * _rate(done)
        pixels, truth = next(stream)
        with half:
            logits = network(pixels)
        logits = logits.float()
        loss = loss_of(logits, truth)
        tuner.zero_grad(set_to_none=True)
        loss.backward()
        layers.utils.clip_grad_norm_(network.parameters(), 2.0)
        tuner.step()
        mean.update_parameters(network)
        clock.step(loss, logits.argmax(1) == truth, report)
    trained: nn.Module = mean.module.cpu().eval()
    return trained


def _stream(
    masters: Sequence[Master], answers: int, plan: Plan, device: str
) -> Iterator[tuple[Tensor, Tensor]]:
    """Batches on the device: float N x 3 x 48 x 48 in 0..1, channels last, and int64 N."""
    import torch

    if device == "cpu":
        for pixels, truth in loader(Crops(masters, answers, plan.batch, plan.seed), plan.workers):
            yield pixels.contiguous(memory_format=torch.channels_last).float() / 255, truth
        return
    from training.icons.easel import Easel

    easel = Easel(masters, answers, device, plan.seed, plan.workers)
    while True:
        with torch.no_grad():
            pixels, truth = easel.batch(plan.batch)
        yield pixels.contiguous(memory_format=torch.channels_last), truth


def _rate(done: float) -> float:
    """The share of the full learning rate at a share of the training: up, then half a cosine."""
    if done < _WARM_UP:
        return (done + 1e-3) / _WARM_UP
    return float(0.5 * (1 + np.cos(np.pi * (done - _WARM_UP) / (1 - _WARM_UP)))) + 1e-3


class _Clock:
    """Counts steps and time, and says how things go at the end of each epoch."""

    def __init__(self, steps: int, plan: Plan) -> None:
        self._steps, self._plan = steps, plan
        self._per_epoch = max(1, steps // max(1, plan.epochs))
        self._started = time.monotonic()
        self._count = 0
        self._sums: list[tuple[Any, Any]] = []

    def done(self) -> float:
        share = self._count / self._steps
        if self._plan.minutes:
            share = max(share, (time.monotonic() - self._started) / (60 * self._plan.minutes))
        return share

    def step(self, loss: Any, right: Any, report: Callable[[Progress], None]) -> None:
        self._count += 1
        # Kept on the device: asking for a number would wait for it in each step.
        self._sums.append((loss.detach(), right.float().mean()))
        if self._count % self._per_epoch and self._count < self._steps:
            return
        count = len(self._sums)
        means = [float(sum(part)) / count for part in zip(*self._sums, strict=True)]
        self._sums.clear()
        seconds = time.monotonic() - self._started
        crops = self._count * self._plan.batch
        report(Progress(self._count / self._per_epoch, means[0], means[1], seconds, crops))


def asked(network: nn.Module, batch: int = 256, device: str = "cpu") -> Logits:
    """The network as a function from pixels to logits."""
    import torch

    network = network.to(device).eval()

    def logits(crops: Pixels) -> Floats:
        parts = []
        with torch.inference_mode():
            for start in range(0, len(crops), batch):
                part = np.ascontiguousarray(crops[start : start + batch].transpose(0, 3, 1, 2))
                tensor = torch.from_numpy(part).to(device).float() / 255
                parts.append(network(tensor).cpu().numpy())
        return np.concatenate(parts).astype(np.float32)

    return logits
