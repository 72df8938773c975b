"""Training the detector with ultralytics, its export to ONNX, and its card."""

from __future__ import annotations

import json
import math
import os
import shutil
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from training.detector.pack import unpack
from training.labels import KINDS
from training.normalising import shrink
from vision.detection.tiling import SIDE

_MOST = 600  # controls on a tile that the exported network can tell
_PLAIN = 0.4  # share of the training after which a round takes the tiles as they are
_LEAST = 0.01  # share of the highest rate that is left at the end


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to train. `model` is one of ultralytics' descriptions, trained from nothing; `minutes`
    ends training when that time is up, 0 for never; `device` as torch names it; `rate` is the
    highest learning rate of AdamW, which takes a step after each batch and falls to next to nothing
    by the end; the first `freeze` layers stay as they are, which saves a fifth of the time where
    they have learnt enough."""

    model: str = "yolo26n.yaml"
    epochs: int = 100
    minutes: float = 0.0
    batch: int = 16
    side: int = SIDE
    seed: int = 1
    device: str = "cpu"
    workers: int = 2
    rate: float = 0.001
    freeze: int = 0


def train(archives: Sequence[Path], out: Path, recipe: Recipe) -> Path:
    """Train from packed tiles; writes `detector.pt`, `detector.onnx` and `card.json` into
    `out`, and returns the path of the card.

    Raises:
        ValueError: an archive holds something else than tiles.
    """
    os.environ["YOLO_OFFLINE"] = "true"
    os.environ["YOLO_AUTOINSTALL"] = "false"
    from ultralytics import YOLO

    out.mkdir(parents=True, exist_ok=True)
    data = unpack(archives, out / "tiles")
    began = time.monotonic()
    model: Any = YOLO(recipe.model, task="detect", verbose=False)
    on_cpu = recipe.device == "cpu"
    if on_cpu:
        model.add_callback("on_pretrain_routine_end", _in_half)
        model.add_callback("on_train_start", _on_all_cores)
    model.add_callback("on_train_epoch_start", _plain)
    if recipe.minutes:
        model.add_callback("on_train_batch_start", _falling)
    model.train(
        data=str(data),
        epochs=recipe.epochs,
        time=recipe.minutes / 60 or None,
        batch=recipe.batch,
        imgsz=recipe.side,
        seed=recipe.seed,
        device=recipe.device,
        workers=recipe.workers,
        project=str(out.resolve()),
        name="run",
        exist_ok=True,
        plots=False,
        verbose=False,
        # A GPU needs no check of bfloat16, which would fetch a model; a CPU has _in_half.
        amp=False if on_cpu else "bf16",
        # A GPU would wait for pictures to be unpacked, and for figures after each of many rounds.
        cache=False if on_cpu else "ram",
        val=on_cpu,
        deterministic=on_cpu,
        optimizer="AdamW",
        lr0=recipe.rate,
        nbs=recipe.batch,
        freeze=recipe.freeze,
        warmup_epochs=0.3,
        warmup_bias_lr=recipe.rate,
        # Left and right mean something on a screen: an arrow, the side of a label.
        fliplr=0.0,
        hsv_h=0.05,
        hsv_s=0.5,
        hsv_v=0.3,
        scale=0.5,
        translate=0.1,
        mosaic=0.5,
        close_mosaic=0,  # see _plain
        cos_lr=True,
    )
    best = YOLO(str(out / "run" / "weights" / "best.pt"))
    figures = best.val(
        data=str(data),
        imgsz=recipe.side,
        device=recipe.device,
        plots=False,
        project=str(out.resolve()),
        name="val",
        exist_ok=True,
        verbose=False,
    )
    shutil.copy(out / "run" / "weights" / "best.pt", out / "detector.pt")
    export(out / "detector.pt", recipe.side)
    return _card(out, data, recipe, figures, time.monotonic() - began)


def _in_half(trainer: Any) -> None:
    """Channels last, and half the bits on a CPU that multiplies bfloat16: twice as many tiles a
    second. ultralytics offers it on GPUs only."""
    import torch

    from training import half

    model = trainer.model.to(memory_format=torch.channels_last)
    whole = model.forward

    def forward(*given: Any, **named: Any) -> Any:
        with torch.autocast("cpu", torch.bfloat16, enabled=half.KNOWN):
            return whole(*given, **named)

    model.forward = forward


def _on_all_cores(_: Any) -> None:
    """ultralytics leaves one core free, of two one."""
    import torch

    torch.set_num_threads(os.cpu_count() or 1)


def _done(trainer: Any) -> float:
    """How much of the training lies behind, 0..1."""
    if not trainer.args.time:
        return float(trainer.epoch / trainer.epochs)
    return float(min(1.0, (time.time() - trainer.train_time_start) / (trainer.args.time * 3600)))


def _falling(trainer: Any) -> None:
    """Let the rate fall with the time that is left. ultralytics lets it fall from one round to the
    next: a CPU ends within the second round, with the rate that it began with."""
    share = _LEAST + (1 - _LEAST) * (1 + math.cos(math.pi * _done(trainer))) / 2
    for group in trainer.optimizer.param_groups:
        group["lr"] = group["initial_lr"] * share


def _plain(trainer: Any) -> None:
    """In the last rounds take tiles as they are, with pixels as sharp as those of a screen: no
    mosaics, nothing moved by parts of a pixel or drawn larger or smaller."""
    if trainer.args.mosaic and _done(trainer) >= _PLAIN:
        trainer.args.mosaic = trainer.args.scale = trainer.args.translate = 0.0
        trainer._close_dataloader_mosaic()
        trainer.train_loader.reset()


def export(weights: Path, side: int = SIDE) -> Path:
    """Write the weights as ONNX beside them, for frames of any size; returns the path. `side` is
    the longest side that they were trained on, in pixels."""
    os.environ["YOLO_OFFLINE"] = "true"
    os.environ["YOLO_AUTOINSTALL"] = "false"
    from ultralytics import YOLO

    model: Any = YOLO(str(weights), task="detect", verbose=False)
    written = model.export(
        format="onnx",
        imgsz=side,
        dynamic=True,
        simplify=False,
        device="cpu",
        # The head that needs no suppression: the other one is what ultralytics takes otherwise.
        nms=False,
        max_det=_MOST,
    )
    shrink(Path(written))
    return Path(written)


def _card(out: Path, data: Path, recipe: Recipe, figures: Any, seconds: float) -> Path:
    by_kind = {
        KINDS[int(number)]: round(float(figures.box.maps[int(number)]), 4)
        for number in figures.box.ap_class_index
    }
    card = {
        "kinds": KINDS,
        "recipe": asdict(recipe),
        "tiles": {
            part: len(list((data.parent / "images" / part).iterdir())) for part in ("train", "val")
        },
        "seconds": round(seconds),
        "validation": {
            "precision": round(float(figures.box.mp), 4),
            "recall": round(float(figures.box.mr), 4),
            "mAP50": round(float(figures.box.map50), 4),
            "mAP50-95": round(float(figures.box.map), 4),
            "mAP50-95 by kind": by_kind,
        },
        "date": time.strftime("%Y-%m-%d"),
    }
    path = out / "card.json"
    path.write_text(json.dumps(card, indent=1) + "\n", "utf-8")
    return path
