"""The captioner's network: about a million weights, 48 x 48 x 3 in, a logit per concept out.

The last logit is "no concept at all"; it learns from the unknown crops. Import this
module late: torch takes seconds.
"""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn

from vision.captions import SIDE


class _Scaled(nn.Module):
    """Pixels of 0..1 to about -2..2."""

    def forward(self, pixels: Tensor) -> Tensor:
        return (pixels - 0.5) * 4


class _Added(nn.Module):
    """What a part makes of its input, added to the input."""

    def __init__(self, part: nn.Module) -> None:
        super().__init__()
        self.part = part

    def forward(self, features: Tensor) -> Tensor:
        return torch.relu(features + self.part(features))


WIDTHS = (48, 112, 224)
DEPTHS = (2, 3, 3)


def build(
    answers: int, widths: tuple[int, ...] = WIDTHS, depths: tuple[int, ...] = DEPTHS
) -> nn.Module:
    """An untrained network with `answers` logits. Takes float N x 3 x 48 x 48 in 0..1."""
    layers: list[nn.Module] = [_Scaled(), _stride(3, widths[0])]
    for stage, (width, depth) in enumerate(zip(widths, depths, strict=True)):
        if stage:
            layers.append(_stride(widths[stage - 1], width))
        layers += [_block(width) for _ in range(depth)]
    head = [nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Dropout(0.1), nn.Linear(widths[-1], answers)]
    return nn.Sequential(*layers, *head)


def _stride(before: int, after: int) -> nn.Module:
    """Half the height and width."""
    return nn.Sequential(
        nn.Conv2d(before, after, 3, stride=2, padding=1, bias=False), nn.BatchNorm2d(after)
    )


def _block(width: int) -> nn.Module:
    """Look around in each channel, then mix the channels; added to what came in."""
    return _Added(
        nn.Sequential(
            nn.Conv2d(width, width, 5, padding=2, groups=width, bias=False),
            nn.BatchNorm2d(width),
            nn.Conv2d(width, 2 * width, 1),
            nn.ReLU(inplace=True),
            nn.Conv2d(2 * width, width, 1, bias=False),
            nn.BatchNorm2d(width),
        )
    )


def save(network: nn.Module, path: Path) -> None:
    """Write the weights alone."""
    torch.save(network.state_dict(), path)


def load(path: Path, answers: int) -> nn.Module:
    """A network of the usual size with the weights that `save` wrote."""
    network = build(answers)
    network.load_state_dict(torch.load(path, weights_only=True))
    return network.eval()


def export(network: nn.Module, path: Path) -> None:
    """Write the network as ONNX for batches of any size: input "pixels", output "logits"."""
    network = network.cpu().eval()
    example = torch.zeros(2, 3, SIDE, SIDE)
    batch = torch.export.Dim("batch", min=1, max=4096)
    torch.onnx.export(
        network,
        (example,),
        str(path),
        input_names=["pixels"],
        output_names=["logits"],
        dynamic_shapes=({0: batch},),
        dynamo=True,
        external_data=False,
        opset_version=18,
        verbose=False,
    )
