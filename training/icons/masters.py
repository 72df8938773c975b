"""Masters: every icon once as a small RGBA picture, in one file that travels.

An icon of one grey is kept as its shape only (`mono`) and painted anew in each crop.
"""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from training.icons.gather import NamedIcon
from vision.capture.screen import Pixels

SIDE = 64
"""Longest side of a master in pixels; crops are 48."""
_LEAST_INK = 0.012
_HASH_SIDE = 16


@dataclass(frozen=True, slots=True, eq=False)
class Master:
    """One icon. `rgba` is height x width x 4, at most SIDE; of a mono icon only alpha counts.
    `concept` is a number in the list of concepts or UNKNOWN."""

    rgba: Pixels
    mono: bool
    concept: int
    source: str
    name: str


def draw(icon: NamedIcon) -> Pixels | None:
    """The icon as RGBA, square, at most SIDE; None if it cannot be drawn or is nearly empty."""
    image = _vector(icon.data) if icon.vector else _bitmap(icon.data)
    if image is None or max(image.size) > 2.2 * min(image.size):
        return None
    side = max(image.size)
    square = Image.new("RGBA", (side, side))
    square.paste(image, ((side - image.width) // 2, (side - image.height) // 2))
    if side > SIDE:
        square = square.resize((SIDE, SIDE), Image.Resampling.BOX)
    rgba: Pixels = np.array(square)
    ink = rgba[..., 3] > 40
    if side < 10 or ink.mean() < _LEAST_INK:
        return None
    flat = np.ptp(rgba[ink][:, :3].astype(int), axis=0).max() < 12
    return None if flat and ink.mean() > 0.97 else rgba


def _vector(data: bytes) -> Image.Image | None:
    import resvg_py

    try:
        png = resvg_py.svg_to_bytes(
            svg_string=data.decode("utf-8"), width=SIDE, skip_system_fonts=True
        )
    except (ValueError, UnicodeDecodeError):
        return None  # a handful of broken files in each theme
    return _bitmap(bytes(png))


def _bitmap(data: bytes) -> Image.Image | None:
    try:
        with Image.open(io.BytesIO(data)) as image:
            return image.convert("RGBA")
    except OSError:
        return None


def is_mono(rgba: Pixels) -> bool:
    """Whether all ink is of one grey."""
    ink = rgba[rgba[..., 3] > 100][:, :3].astype(int)
    if not len(ink):
        return False
    spread = np.percentile(ink, 97, axis=0) - np.percentile(ink, 3, axis=0)
    return bool(spread.max() < 26 and np.ptp(np.median(ink, axis=0)) < 30)


def fingerprint(rgba: Pixels, mono: bool) -> NDArray[np.uint64]:
    """256 bits that hardly change with size, place and colour: brighter than the neighbour?"""
    alpha = rgba[..., 3]
    rows, columns = np.nonzero(alpha > 40)
    cut = rgba[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    if mono:
        grey = Image.fromarray(255 - cut[..., 3])
    else:
        paper = Image.new("RGBA", (cut.shape[1], cut.shape[0]), "white")
        grey = Image.alpha_composite(paper, Image.fromarray(cut)).convert("L")
    small = grey.resize((_HASH_SIDE + 1, _HASH_SIDE), Image.Resampling.BOX)
    levels = np.asarray(small, dtype=np.int16)
    bits = levels[:, 1:] > levels[:, :-1] + 2
    return np.packbits(bits.reshape(-1)).view(np.uint64)


def write(masters: Sequence[Master], path: Path, facts: dict[str, Any]) -> None:
    """Write all masters into one .npz (WebP without loss inside); `facts` travel along as JSON."""
    blobs = [_packed(master) for master in masters]
    ends = np.cumsum([len(blob) for blob in blobs])
    np.savez(
        path,
        blobs=np.frombuffer(b"".join(blobs), dtype=np.uint8),
        ends=ends,
        mono=np.array([master.mono for master in masters]),
        concept=np.array([master.concept for master in masters], dtype=np.int16),
        source=np.array([master.source for master in masters]),
        name=np.array([master.name for master in masters]),
        facts=np.array(json.dumps(facts)),
    )


def _packed(master: Master) -> bytes:
    buffer = io.BytesIO()
    if master.mono:
        Image.fromarray(master.rgba[..., 3]).save(buffer, "PNG", optimize=True)
    else:
        Image.fromarray(master.rgba).save(buffer, "WEBP", lossless=True, method=1)
    return buffer.getvalue()


def read(path: Path) -> tuple[list[Master], dict[str, Any]]:
    """Read what `write` wrote."""
    with np.load(path, allow_pickle=False) as pack:
        blobs: bytes = pack["blobs"].tobytes()
        ends = pack["ends"].tolist()
        columns = zip(
            [0, *ends[:-1]],
            ends,
            pack["mono"].tolist(),
            pack["concept"].tolist(),
            pack["source"].tolist(),
            pack["name"].tolist(),
            strict=True,
        )
        masters = [
            Master(_unpacked(blobs[start:end], mono), mono, concept, source, name)
            for start, end, mono, concept, source, name in columns
        ]
        return masters, json.loads(str(pack["facts"]))


def _unpacked(blob: bytes, mono: bool) -> Pixels:
    with Image.open(io.BytesIO(blob)) as image:
        if not mono:
            return np.array(image.convert("RGBA"))
        alpha = np.array(image.convert("L"))
    rgba = np.zeros((*alpha.shape, 4), dtype=np.uint8)
    rgba[..., 3] = alpha
    return rgba
