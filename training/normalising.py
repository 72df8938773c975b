"""ONNX files of networks: going on where only such a file is left, which holds each normalisation
within the convolution before it; and keeping them small."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Tensor, nn

HALVED = "/half"
"""The end of the names of weights that a file holds in half precision."""


def held(path: Path) -> dict[str, Tensor]:
    """The weights of an ONNX file by their names, halved ones as well."""
    import onnx
    import torch
    from onnx import numpy_helper

    return {
        each.name.removesuffix(HALVED): torch.from_numpy(numpy_helper.to_array(each).copy())
        for each in onnx.load(path).graph.initializer
    }


def halve(path: Path) -> None:
    """Keep the weights with half of their bits; who loads the file gets the whole ones, once."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    model = onnx.load(path)
    casts = []
    for each in model.graph.initializer:
        if each.data_type != TensorProto.FLOAT or each.name.endswith(HALVED):
            continue
        name, values = each.name, numpy_helper.to_array(each).astype("float16")
        each.CopyFrom(numpy_helper.from_array(values, name + HALVED))
        casts.append(helper.make_node("Cast", [each.name], [name], to=TensorProto.FLOAT))
    inner = list(model.graph.node)
    del model.graph.node[:]
    model.graph.node.extend([*casts, *inner])
    onnx.save(model, path)


def take(network: nn.Module, path: Path, shown: Callable[[nn.Module], object]) -> None:
    """Give a network, in which a normalisation comes after each convolution, the weights of the
    ONNX file of an earlier one. The normalisations are set to what comes in when `shown` shows the
    network some examples, and answer the same.

    Raises:
        ValueError: the file is of a network of another shape.
    """
    import torch
    from torch import nn

    found = held(path)

    def value(name: str, like: Tensor) -> Tensor:
        known = found.get(name)
        if known is None or known.shape != like.shape:
            raise ValueError(f"{path} is of a network of another shape.")
        return known

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
