"""Going on with networks of which only an ONNX file is left: it holds each normalisation within the
convolution before it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Tensor, nn

HALVED = "/half"
"""The end of the names of weights that a file holds in half precision."""


def take(network: nn.Module, path: Path, shown: Callable[[nn.Module], object]) -> None:
    """Give a network, in which a normalisation comes after each convolution, the weights of the
    ONNX file of an earlier one. The normalisations are set to what comes in when `shown` shows the
    network some examples, and answer the same.

    Raises:
        ValueError: the file is of a network of another shape.
    """
    import onnx
    import torch
    from onnx import numpy_helper
    from torch import nn

    found = {
        each.name.removesuffix(HALVED): torch.from_numpy(numpy_helper.to_array(each).copy())
        for each in onnx.load(path).graph.initializer
    }

    def value(name: str, like: Tensor) -> Tensor:
        held = found.get(name)
        if held is None or held.shape != like.shape:
            raise ValueError(f"{path} is of a network of another shape.")
        return held

    normalisations = (each for each in network.modules() if isinstance(each, nn.BatchNorm2d))
    hooks = []
    with torch.no_grad():
        for name, layer in network.named_modules():
            if isinstance(layer, nn.Linear | nn.Conv2d):
                layer.weight.copy_(value(f"{name}.weight", layer.weight))
            if isinstance(layer, nn.Linear):
                layer.bias.copy_(value(f"{name}.bias", layer.bias))
            if isinstance(layer, nn.Conv2d):
                after = next(normalisations)
                shift = value(f"{name}.weight_bias", after.bias)
                hooks.append(layer.register_forward_hook(partial(settle, after, shift)))
        shown(network.eval())
    for hook in hooks:
        hook.remove()
    network.train()


def settle(after: nn.BatchNorm2d, shift: Tensor, _: nn.Module, __: object, out: Tensor) -> None:
    """Make a normalisation add `shift` and nothing else to what comes in now: a forward hook of
    the convolution before it, with the first two arguments given."""
    mean, spread = out.mean((0, 2, 3)), out.var((0, 2, 3))
    assert after.running_mean is not None
    assert after.running_var is not None
    after.running_mean.copy_(mean)
    after.running_var.copy_(spread)
    after.weight.copy_((spread + after.eps).sqrt())
    after.bias.copy_(mean + shift)
