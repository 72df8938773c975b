"""Packing labelled screenshots for training: tiles as WebP and YOLO's text files, in one archive.

In the archive: `train/NAME.webp`, `train/NAME.txt` and the same under `val/`, `NAME` naming the
picture. A line of a text file is a class and a box: middle, width and height as shares of the tile.
"""

from __future__ import annotations

import hashlib
import io
import tarfile
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from PIL import Image

from training.detector.tiles import Tile, tiles
from training.labels import KINDS, Sample, samples
from vision.core.geometry import Box
from vision.detection.tiling import SIDE

_VALIDATION = 0.06  # share of the pictures
_EMPTY_KEPT = 0.1  # share of tiles without any control that are kept


def pack(
    folders: Sequence[Path], archive: Path, quality: int = 85, side: int = SIDE
) -> Counter[str]:
    """Pack the samples of some folders; returns how many tiles and controls of each kind it holds.
    `side` is the longest side of a tile in pixels: smaller ones for a machine that learns slowly.

    The split goes by a picture's name and content, so that it stays the same when more come.

    Raises:
        FileNotFoundError: a folder has no samples.
    """
    counts: Counter[str] = Counter()
    with tarfile.open(archive, "w") as tar:
        for folder in folders:
            for sample in samples(folder):
                _add(tar, folder, sample, quality, side, counts)
    return counts


def _add(
    tar: tarfile.TarFile,
    folder: Path,
    sample: Sample,
    quality: int,
    side: int,
    counts: Counter[str],
) -> None:
    content = (folder / sample.picture).read_bytes()
    chance = int.from_bytes(hashlib.sha256(content).digest()[:4], "big") / 2**32
    part = "val" if chance < _VALIDATION else "train"
    with Image.open(io.BytesIO(content)) as picture:
        pixels = picture.convert("RGB")
    for number, tile in enumerate(tiles(sample.width, sample.height, sample.labels, side)):
        if not tile.targets and (chance * 997 + number * 0.37) % 1 > _EMPTY_KEPT:
            continue
        stream = io.BytesIO()
        part_of(pixels, tile.box).save(stream, "WEBP", quality=quality, method=4)
        stem = f"{part}/{folder.name}-{Path(sample.picture).stem}-{number}"
        _write(tar, f"{stem}.webp", stream.getvalue())
        _write(tar, f"{stem}.txt", lines(tile).encode())
        counts[f"{part} tiles"] += 1
        counts.update(kind for kind, _ in tile.targets)


def part_of(picture: Image.Image, box: Box) -> Image.Image:
    """The pixels of a box."""
    return picture.crop((box.left, box.top, box.right, box.bottom))


def lines(tile: Tile) -> str:
    """The text file of a tile."""
    width, height = tile.box.width, tile.box.height
    return "".join(
        f"{KINDS.index(kind)} {(b.left + b.right) / 2 / width:.6f} "
        f"{(b.top + b.bottom) / 2 / height:.6f} {b.width / width:.6f} {b.height / height:.6f}\n"
        for kind, b in tile.targets
    )


def _write(tar: tarfile.TarFile, name: str, content: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size = len(content)
    tar.addfile(entry, io.BytesIO(content))


def unpack(archives: Iterable[Path], folder: Path) -> Path:
    """Lay archives out as ultralytics reads them; returns the path of the description.

    Raises:
        ValueError: an archive holds something else.
    """
    for part in ("train", "val"):
        for what in ("images", "labels"):
            (folder / what / part).mkdir(parents=True, exist_ok=True)
    for archive in archives:
        with tarfile.open(archive) as tar:
            for entry in tar:
                part, _, name = entry.name.partition("/")
                content = tar.extractfile(entry)
                what = {".webp": "images", ".txt": "labels"}.get(Path(name).suffix, "")
                if part not in ("train", "val") or "/" in name or not what or content is None:
                    raise ValueError(f"{archive} holds {entry.name}, which is no tile.")
                (folder / what / part / name).write_bytes(content.read())
    names = "".join(f"  {number}: {kind}\n" for number, kind in enumerate(KINDS))
    description = folder / "data.yaml"
    description.write_text(
        f"path: {folder.resolve()}\ntrain: images/train\nval: images/val\nnames:\n{names}", "utf-8"
    )
    return description
