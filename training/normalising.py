"""ONNX files of networks: going on where only such a file is left, which holds each normalisation
within the convolution before it; and keeping them small."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np

if TYPE_CHECKING:
    from torch import Tensor, nn

HALVED, EIGHT, SCALE = "/half", "/eight", "/scale"
"""The ends of the names of weights that a file holds with 16 and with 8 bits, and of the scales of
the latter."""
_SMALL, _LEAST = 2_000, 1e-12


def held(path: Path) -> dict[str, Tensor]:
    """The whole weights of an ONNX file by their names."""
    import onnx
    import torch
    from onnx import numpy_helper

    known = {each.name: each for each in onnx.load(path).graph.initializer}
    found = {}
    for name, each in known.items():
        values = numpy_helper.to_array(each).copy()
        if name + SCALE in known:
            values = values * numpy_helper.to_array(known[name + SCALE])
        found[name.removesuffix(HALVED).removesuffix(EIGHT)] = torch.from_numpy(values)
    return found


def shrink(path: Path, bits: Literal[8, 16] = 16) -> None:
    """Keep the weights with fewer bits; who loads the file gets whole ones, once. With 8 bits each
    output of a layer has its own scale, and small arrays keep 16."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    model = onnx.load(path)
    wholes, more = [], []
    for each in model.graph.initializer:
        if each.data_type != TensorProto.FLOAT or each.name.endswith(SCALE):
            continue
        name, values = each.name, numpy_helper.to_array(each)
        if bits == 8 and values.ndim > 1 and values.size > _SMALL:
            scale = np.abs(values).max(tuple(range(1, values.ndim)), keepdims=True) / 127
            few = np.round(values / np.maximum(scale, _LEAST)).astype(np.int8)
            each.CopyFrom(numpy_helper.from_array(few, name + EIGHT))
            scales = numpy_helper.from_array(scale.astype(np.float32), each.name + SCALE)
            more.append(scales)
            wide = name + "/wide"
            wholes.append(helper.make_node("Cast", [each.name], [wide], to=TensorProto.FLOAT))
            wholes.append(helper.make_node("Mul", [wide, scales.name], [name]))
            continue
        each.CopyFrom(numpy_helper.from_array(values.astype(np.float16), name + HALVED))
        wholes.append(helper.make_node("Cast", [each.name], [name], to=TensorProto.FLOAT))
    model.graph.initializer.extend(more)
    inner = list(model.graph.node)
    del model.graph.node[:]
    model.graph.node.extend([*wholes, *inner])
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
