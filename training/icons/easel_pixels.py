"""What the easel does to many pictures at once, on any device: N x channels x height x width."""

from __future__ import annotations

import math

import torch
from torch import Tensor
from torch.nn import functional

from vision.icons.classifier import SIDE

_EIGHT = 8  # side of a block of JPEG


def resized(pictures: Tensor, side: int, way: str) -> Tensor:
    """Pictures with sides of so many pixels, smoothed where they shrink."""
    if pictures.shape[2] == side:
        return pictures
    if way in ("area", "nearest"):
        return functional.interpolate(pictures, (side, side), mode=way)
    return functional.interpolate(
        pictures, (side, side), mode=way, antialias=True, align_corners=False
    )


def luminance(colours: Tensor) -> Tensor:
    """N x 1 x ...: brightness to the eye of N x 3 x ..."""
    red, green, blue = colours[:, :1], colours[:, 1:2], colours[:, 2:3]
    return 0.299 * red + 0.587 * green + 0.114 * blue


def turned(colours: Tensor, angle: Tensor) -> Tensor:
    """Hues turned by angles in radians; greys stay grey."""
    root = math.sqrt(1 / 3)
    cosine, sine = torch.cos(angle), torch.sin(angle)
    own, one, two = (
        cosine + (1 - cosine) / 3,
        (1 - cosine) / 3 - root * sine,
        (1 - cosine) / 3 + root * sine,
    )
    rows = [torch.stack(row, 1) for row in ((own, one, two), (two, own, one), (one, two, own))]
    return torch.einsum("nij,njhw->nihw", torch.stack(rows, 1), colours)


def jpeg(crops: Tensor, strength: Tensor) -> Tensor:
    """What coarse steps in 8 x 8 blocks leave of crops; `strength` (N) is about 0.2 to 1."""
    if not len(crops):
        return crops
    many, side = len(crops), SIDE // _EIGHT
    place = torch.arange(_EIGHT, device=crops.device, dtype=torch.float32)
    basis = torch.cos((2 * place[None] + 1) * place[:, None] * math.pi / (2 * _EIGHT)) / 2
    basis[0] /= math.sqrt(2)
    blocks = crops.reshape(many, 3, side, _EIGHT, side, _EIGHT).permute(0, 1, 2, 4, 3, 5)
    waves = basis @ (blocks * 255 - 128) @ basis.T
    coarse = 10 + 7 * (place[:, None] + place[None])  # about the table of the standard
    coarse = coarse * strength[:, None, None, None, None, None]
    waves = (waves / coarse).round() * coarse
    blocks = (basis.T @ waves @ basis + 128) / 255
    return blocks.permute(0, 1, 2, 4, 3, 5).reshape(many, 3, SIDE, SIDE)
