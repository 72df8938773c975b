"""The captioner's network: about 4.3 million weights, 48 x 48 x 3 in, a logit per concept out.

The last logit is "no concept at all"; it learns from the unknown crops. Import this
module late: torch takes seconds.
"""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn

from training.normalising import shrink, take
from vision.icons.classifier import SIDE


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


WIDTHS = (32, 72, 208)
DEPTHS = (0, 2, 5)


def build(
    answers: int, widths: tuple[int, ...] = WIDTHS, depths: tuple[int, ...] = DEPTHS
) -> nn.Module:
    """An untrained network with `answers` logits. Takes float N x 3 x 48 x 48 in 0..1.

    Plain convolutions: on a CPU they learn 2.5 times as many crops a second as separable ones of
    the same number of weights (333 against 134 on one core).
    """
    layers: list[nn.Module] = [_Scaled()]
    before = 3
    for width, depth in zip(widths, depths, strict=True):
        layers += [_seen(before, width, stride=2), nn.ReLU(inplace=True)]
        layers += [_block(width) for _ in range(depth)]
        before = width
    head = [nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Dropout(0.1), nn.Linear(before, answers)]
    # Channels beside each other in memory: half the time on a CPU.
    return nn.Sequential(*layers, *head).to(memory_format=torch.channels_last)


def _seen(before: int, after: int, stride: int = 1) -> nn.Module:
    """A look at 3 x 3 pixels; a stride of 2 halves height and width."""
    return nn.Sequential(
        nn.Conv2d(before, after, 3, stride=stride, padding=1, bias=False), nn.BatchNorm2d(after)
    )


def _block(width: int) -> nn.Module:
    """Two looks, added to what came in."""
    return _Added(nn.Sequential(_seen(width, width), nn.ReLU(inplace=True), _seen(width, width)))


def save(network: nn.Module, path: Path) -> None:
    """Write the weights alone, with half of their bits, as they are exported."""
    state = network.state_dict()
    torch.save({k: v.half() if v.is_floating_point() else v for k, v in state.items()}, path)


def load(path: Path, answers: int) -> nn.Module:
    """A network of the usual size with the weights that `save` wrote."""
    network = build(answers)
    network.load_state_dict(torch.load(path, weights_only=True))
    return network.eval()


def resumed(
    path: Path,
    answers: int,
    pixels: Tensor,
    widths: tuple[int, ...] = WIDTHS,
    depths: tuple[int, ...] = DEPTHS,
) -> nn.Module:
    """A network that goes on where the ONNX file of an earlier one ended: see training.normalising;
    `pixels` are N x 3 x 48 x 48 in 0..1, drawn as for training. Raises as that does."""
    network = build(answers, widths, depths)
    take(network, path, lambda each: each(pixels))
    return network


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
    shrink(path, 8)
