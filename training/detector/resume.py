"""Going on with a detector of which only the ONNX file is left, as in the repository."""

from __future__ import annotations

import io
import os
import tarfile
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from training.labels import KINDS
from training.normalising import held, settle

_TILES = 24
"""How many tiles the normalisations are set by."""
_STRIDE = 32
"""Sides of what the network takes are multiples of this; tiles of small pictures may not be."""


def resume(weights: Path, archive: Path, out: Path, model: str = "yolo26n.yaml") -> Path:
    """Write `out`, a checkpoint of ultralytics that answers as the ONNX file `weights` does, to be
    given to `train` as its model. The file holds each normalisation within the convolution before
    it: they are set to what tiles of `archive` give there. The head that only trains, with many
    boxes for each control, begins as a copy of the other one. Returns `out`.

    Raises:
        ValueError: the file is of a network of another shape, or the archive holds no tiles.
    """
    os.environ["YOLO_OFFLINE"] = "true"
    os.environ["YOLO_AUTOINSTALL"] = "false"
    import torch
    from torch import nn
    from ultralytics import YOLO
    from ultralytics.nn.tasks import DetectionModel

    found = held(weights)
    network: Any = DetectionModel(model, nc=len(KINDS), verbose=False)
    network.names = dict(enumerate(KINDS))
    head = network.model[-1]
    # The exported network has no such layers.
    only_train = [layer for part in (head.cv2, head.cv3) for layer in part.modules()]
    hooks = []

    def value(name: str, like: Any) -> Any:
        known = found.get(name)
        if known is None or known.shape != like.shape:
            raise ValueError(f"{weights} is of a network of another shape than {model}: {name}.")
        return known

    with torch.no_grad():
        for name, layer in network.named_modules():
            if not isinstance(layer, nn.Conv2d) or layer in only_train:
                continue
            layer.weight.copy_(value(f"{name}.weight", layer.weight))
            if layer.bias is not None:
                layer.bias.copy_(value(f"{name}.bias", layer.bias))
                continue
            after = network.get_submodule(name.removesuffix("conv") + "bn")
            shift = value(f"{name}.bias", after.bias)
            hooks.append(layer.register_forward_hook(partial(settle, after, shift)))
        network.eval()(_tiles(archive))
    for hook in hooks:
        hook.remove()
    for many, single in ((head.cv2, head.one2one_cv2), (head.cv3, head.one2one_cv3)):
        many.load_state_dict(single.state_dict())
    whole: Any = YOLO(model, task="detect", verbose=False)
    whole.model = network
    whole.save(str(out))
    return out


def _tiles(archive: Path) -> Any:
    """The first tiles of an archive that have one size that the network takes, N x 3 x height x
    width in 0..1."""
    import torch

    found: list[Any] = []
    with tarfile.open(archive) as tar:
        for member in tar:
            if not member.name.endswith(".webp"):
                continue
            file = tar.extractfile(member)
            assert file is not None
            with Image.open(io.BytesIO(file.read())) as picture:
                tile = np.asarray(picture.convert("RGB"), np.float32) / 255
            height, width = tile.shape[:2]
            if height % _STRIDE or width % _STRIDE:
                continue
            if not found or tile.shape == found[0].shape:
                found.append(tile)
            if len(found) == _TILES:
                break
    if not found:
        raise ValueError(f"{archive} holds no tiles.")
    return torch.from_numpy(np.stack(found)).permute(0, 3, 1, 2).contiguous()
