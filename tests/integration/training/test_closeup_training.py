"""How the closer look is trained, and what a trained one says.

torch is an extra: it is imported by the tests, so that this file can be collected without it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from training.closeup.crops import NONE, Crops
from vision.core.geometry import Box
from vision.core.onnx_session import open_session
from vision.core.views import View
from vision.detection.roi_classifier import SEEN, SIDE, WEIGHTS, Looker


def test_what_is_learnt_is_written_and_read_again(tmp_path: Path) -> None:
    from training.closeup.train import Recipe, figures, train

    chance = np.random.default_rng(1)
    many = 128
    pixels = chance.integers(90, 110, (many, SIDE, 2 * SIDE, 3)).astype(np.uint8)
    kinds = np.where(np.arange(many) % 2, NONE, SEEN.index("button")).astype(np.int64)
    pixels[kinds != NONE, 20:44, 20:-20] = 230
    states = np.full((many, 4), -1, np.int64)
    crops = Crops(pixels, np.zeros((many, 2), np.float32), kinds, states, np.array(["a"] * many))
    crops.save(tmp_path / "crops.npz")
    again = Crops.load([tmp_path / "crops.npz"])
    assert (again.kinds == kinds).all()
    network, seen = train(again, tmp_path / "own.onnx", Recipe(batches=50, batch=16))
    assert seen == 50 * 16
    assert figures(network, again)["controls told"] > 0.9
    picture = np.full((200, 300, 3), 100, np.uint8)
    picture[60:84, 40:200] = 230
    there = Looker(tmp_path / "own.onnx").look(Box(40, 60, 200, 84), View(picture))
    assert there.of("button") > 0.5


def test_a_training_goes_on_where_our_own_weights_ended() -> None:
    import torch

    from training.closeup import network as trained

    chance = np.random.default_rng(1)
    pixels = torch.from_numpy(chance.random((64, 3, SIDE, 2 * SIDE), np.float32))
    sizes = torch.from_numpy(chance.normal(0, 0.5, (64, 2)).astype(np.float32))
    begun = trained.resumed(WEIGHTS, pixels, sizes)
    assert begun.training
    asked = {"pixels": pixels.numpy(), "sizes": sizes.numpy()}
    known = open_session(WEIGHTS, 1, "").run(None, asked)[0]
    with torch.no_grad():
        assert begun.eval()(pixels, sizes).numpy() == pytest.approx(known, abs=1e-3)
    with pytest.raises(ValueError, match=r"icons\.onnx is of a network of another shape"):
        trained.resumed(Path("vision/weights/icons.onnx"), pixels, sizes)


def test_the_card_of_a_training_that_went_on_says_what_the_earlier_one_learnt_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from training.closeup import __main__ as command

    many = 32
    pixels = np.random.default_rng(1).integers(0, 256, (many, SIDE, 2 * SIDE, 3)).astype(np.uint8)
    kinds, states = np.full(many, NONE, np.int64), np.full((many, 4), -1, np.int64)
    sizes = np.zeros((many, 2), np.float32)
    Crops(pixels, sizes, kinds, states, np.array(["web/new"] * many)).save(tmp_path / "crops.npz")
    given = ["train", tmp_path / "crops.npz", "--out", tmp_path / "own.onnx", "--onto", WEIGHTS]
    given += ["--batches", 2, "--batch", 16]
    monkeypatch.setattr(sys, "argv", ["closeup", *map(str, given)])
    command.main()
    card = json.loads((tmp_path / "own.json").read_text("utf-8"))
    assert card["families"] == ["web/new"]
    assert card["onto"] == json.loads(WEIGHTS.with_suffix(".json").read_text("utf-8"))
    assert "web/bootstrap" in card["onto"]["families"]


@pytest.mark.parametrize(("known", "kind"), [(False, "torch.float32"), (True, "torch.bfloat16")])
def test_half_precision_is_used_only_by_a_cpu_that_knows_it(
    known: bool, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from training import half
    from training.closeup import network as trained
    from training.closeup.train import loss_of

    monkeypatch.setattr(half, "KNOWN", known)
    pixels = np.zeros((4, SIDE, 2 * SIDE, 3), np.uint8)
    crops = Crops(
        pixels, np.zeros((4, 2), np.float32), np.zeros(4, np.int64), np.zeros((4, 4), np.int64),
        np.array(["a"] * 4),
    )  # fmt: skip
    network, seen = trained.build(), []
    network.register_forward_hook(lambda _, __, out: seen.append(str(out.dtype)))
    assert loss_of(network, crops, np.arange(4), seed=1).item() > 0
    assert seen == [kind]
