"""The network of the closer look: both ends of a box in, a logit for each kind and for none out.

Import this module late: torch takes seconds.
"""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn

from training.normalising import shrink, take
from vision.detection.roi_classifier import SEEN, SIDE, STATES

_WIDTHS = (24, 48, 64, 96)
_HIDDEN = 128


class Network(nn.Module):
    """Takes float N x 3 x 64 x 128 pixels of 0..1 and N x 2 sizes; see
    vision.detection.roi_classifier.shown."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c, d = _WIDTHS
        self.eyes = nn.Sequential(
            *_seen(3, a, 2), *_seen(a, b, 2), *_seen(b, b), *_seen(b, c, 2), *_seen(c, c),
            *_seen(c, d, 2), nn.Flatten(), nn.Dropout(0.2),
        )  # fmt: skip
        self.sized = nn.Linear(2, 16)
        self.head = nn.Sequential(
            nn.Linear(d * (SIDE // 16) * (SIDE // 8) + 16, _HIDDEN),
            nn.ReLU(),
            nn.Dropout(0.2),
            nn.Linear(_HIDDEN, len(SEEN) + 1 + len(STATES)),
        )

    def forward(self, pixels: Tensor, sizes: Tensor) -> Tensor:
        seen = self.eyes((pixels - 0.5) * 4)
        logits: Tensor = self.head(torch.cat([seen, torch.relu(self.sized(sizes))], 1))
        return logits


def _seen(before: int, after: int, stride: int = 1) -> list[nn.Module]:
    """A look at 3 x 3 pixels; a stride of 2 halves height and width."""
    return [
        nn.Conv2d(before, after, 3, stride=stride, padding=1, bias=False),
        nn.BatchNorm2d(after),
        nn.ReLU(inplace=True),
    ]


def build() -> Network:
    """An untrained network. Channels beside each other in memory: half the time on a CPU."""
    network: Network = Network().to(memory_format=torch.channels_last)
    return network


def resumed(path: Path, pixels: Tensor, sizes: Tensor) -> Network:
    """A network that goes on where the ONNX file of an earlier one ended: see training.normalising;
    `pixels` and `sizes` are as for training. Raises as that does."""
    network = build()
    take(network, path, lambda each: each(pixels, sizes))
    return network


def export(network: nn.Module, path: Path) -> None:
    """Write the network as ONNX for batches of any size: "pixels" and "sizes" to "logits"."""
    network = network.cpu().eval()
    example = (torch.zeros(2, 3, SIDE, 2 * SIDE), torch.zeros(2, 2))
    batch = torch.export.Dim("batch", min=1, max=4096)
    torch.onnx.export(
        network,
        example,
        str(path),
        input_names=["pixels", "sizes"],
        output_names=["logits"],
        dynamic_shapes=({0: batch}, {0: batch}),
        dynamo=True,
        external_data=False,
        opset_version=18,
        verbose=False,
    )
    shrink(path)
