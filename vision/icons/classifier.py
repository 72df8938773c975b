"""Names for icons: what a small picture without text means, from its pixels."""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from vision.capture.screen import Pixels

SIDE = 48
"""Side of the square picture that the network takes, in pixels."""
_BATCH = 64
_REMEMBERED = 4096


@dataclass(frozen=True, slots=True)
class Caption:
    """What an icon means and shows ("save: floppy disk"), "" if that is not known. `score` is
    0..1: how sure the captioner is; of an unknown icon it is the score of the rejected guess."""

    text: str
    score: float


class IconCaptioner(Protocol):
    """Tells what icons mean."""

    def name(self, crops: Sequence[Pixels]) -> list[Caption]:
        """A caption for each crop (uint8, height x width x 3, RGB), in the same order."""
        ...


class CaptionerError(ValueError):
    """The captioner's weights or its card cannot be used."""


def as_input(crop: Pixels) -> Pixels:
    """A crop of any size as SIDE x SIDE x 3; what is not square is widened with its own edge.

    Raises:
        ValueError: the crop has no pixels.
    """
    height, width = crop.shape[:2]
    if not height or not width:
        raise ValueError(f"an icon of {width} x {height} pixels has nothing to see")
    side = max(height, width)
    top, left = (side - height) // 2, (side - width) // 2
    if height != width:
        around = ((top, side - height - top), (left, side - width - left), (0, 0))
        crop = np.pad(crop, around, mode="edge")
    if side == SIDE:
        return np.ascontiguousarray(crop)
    image = Image.fromarray(np.ascontiguousarray(crop))
    return np.array(image.resize((SIDE, SIDE), Image.Resampling.BILINEAR))


class OnnxCaptioner:
    """The small network for icons, on one CPU thread. Answers are remembered by the crop's pixels.

    `card` is the JSON file that was written with the weights: captions in the order of the
    network's answers, `temperature` and `threshold` (score below which an icon is unknown).

    Raises:
        CaptionerError: a file is missing, or weights and card do not belong together.
    """

    def __init__(self, path: Path, card: Path) -> None:
        import onnxruntime

        facts = _card(card)
        self._captions = [str(each["caption"]) for each in facts["concepts"]]
        self._threshold = float(facts["threshold"])
        self._temperature = float(facts["temperature"])
        if not path.is_file():
            raise CaptionerError(f"There are no weights {path}")
        options = onnxruntime.SessionOptions()
        # More threads than one collapse when OCR runs beside it.
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(
            str(path), options, providers=["CPUExecutionProvider"]
        )
        # The last answer is "no concept at all".
        answers = self._session.get_outputs()[0].shape[-1]
        if answers != len(self._captions) + 1:
            raise CaptionerError(
                f"{path} gives {answers} answers, its card {card} names {len(self._captions)} "
                "concepts and needs one answer more; take both from one training run"
            )
        self._known: OrderedDict[bytes, Caption] = OrderedDict()

    def name(self, crops: Sequence[Pixels]) -> list[Caption]:
        """A caption for each crop, in the same order. Equal crops are looked at once."""
        inputs = [as_input(crop) for crop in crops]
        keys = [hashlib.blake2b(each.tobytes(), digest_size=16).digest() for each in inputs]
        fresh = {key: each for key, each in zip(keys, inputs, strict=True)}
        answers = {key: self._known[key] for key in fresh if key in self._known}
        for key in answers:
            self._known.move_to_end(key)
        new = [key for key in fresh if key not in answers]
        for start in range(0, len(new), _BATCH):
            part = new[start : start + _BATCH]
            captions = self._look(np.stack([fresh[key] for key in part]))
            answers.update(zip(part, captions, strict=True))
        for key in new:
            self._known[key] = answers[key]
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return [answers[key] for key in keys]

    def _look(self, batch: Pixels) -> list[Caption]:
        tensor = batch.transpose(0, 3, 1, 2).astype(np.float32) / 255
        name = self._session.get_inputs()[0].name
        (logits,) = self._session.run(None, {name: tensor})
        chances = probabilities(np.asarray(logits), self._temperature)[:, :-1]
        captions = []
        for row in chances:
            best = int(row.argmax())
            score = float(row[best])
            text = self._captions[best] if score >= self._threshold else ""
            captions.append(Caption(text, score))
        return captions


def probabilities(logits: NDArray[np.float32], temperature: float) -> NDArray[np.float32]:
    """Softmax over the last axis of logits divided by the temperature (> 0)."""
    scaled = logits / temperature
    powers = np.exp(scaled - scaled.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True), dtype=np.float32)


def _card(path: Path) -> dict[str, Any]:
    try:
        facts = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as problem:
        raise CaptionerError(f"There is no card {path} beside the weights") from problem
    except json.JSONDecodeError as problem:
        raise CaptionerError(f"The card {path} is no JSON: {problem}") from problem
    missing = {"concepts", "threshold", "temperature"} - set(facts)
    if missing:
        raise CaptionerError(f"The card {path} does not tell: {', '.join(sorted(missing))}")
    return dict(facts)
