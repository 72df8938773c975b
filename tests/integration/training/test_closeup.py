"""The closer look at a box: what it is shown, what it says, and how it is trained."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from tests.support.drawn import Page
from training import half
from training.closeup import __main__ as command
from training.closeup import network as trained
from training.closeup.crops import NONE, Crops, answer, boxes_of
from training.closeup.train import Recipe, figures, loss_of, train
from training.labels import Label, LabelKind
from vision.closeup import SEEN, SIDE, WEIGHTS, Looker, own_looker, shown, surroundings
from vision.detect import Detection
from vision.elements import Kind
from vision.geometry import Box
from vision.glances import View
from vision.onnx_session import open_session
from vision.screen import Pixels
from vision.trace import Trace

RED, BLUE = (200, 0, 0), (0, 0, 200)


def looked_at(box: Box, pixels: Pixels) -> tuple[Pixels, tuple[float, float]]:
    around, beyond = surroundings(box, pixels)
    crop = pixels[max(0, around.top) : around.bottom, max(0, around.left) : around.right]
    return shown(crop, beyond)


def two_ends(box: Box, *, below: bool = False) -> Pixels:
    """A picture on which the first end of a box is red and the other one blue."""
    pixels = np.zeros((300, 300, 3), np.uint8)
    pixels[box.top : box.bottom, box.left : box.right] = RED
    if below:
        pixels[box.center.y : box.bottom, box.left : box.right] = BLUE
    else:
        pixels[box.top : box.bottom, box.center.x : box.right] = BLUE
    return pixels


@pytest.mark.parametrize(
    ("box", "below"),
    [
        (Box(40, 100, 240, 124), False),
        (Box(0, 0, 200, 30), False),
        (Box(150, 280, 300, 300), False),
        (Box(100, 20, 110, 260), True),
    ],
)
def test_both_ends_of_a_box_are_shown_with_what_is_around(box: Box, below: bool) -> None:
    ends, _ = looked_at(box, two_ends(box, below=below))
    assert ends.shape == (SIDE, 2 * SIDE, 3)
    first, last = ends[:, :SIDE], ends[:, SIDE:]
    middle = slice(SIDE // 2 - 4, SIDE // 2 + 4)
    assert (first[middle, middle] == RED).all()
    assert (last[middle, middle] == BLUE).all()
    assert not (first == BLUE).all(axis=2).any()


def test_a_small_box_is_shown_whole_with_its_surroundings_on_all_sides() -> None:
    pixels = np.zeros((100, 100, 3), np.uint8)
    pixels[40:56, 44:56] = RED
    ends, _ = looked_at(Box(44, 40, 56, 56), pixels)
    red = (ends[:, :SIDE] == RED).all(axis=2)
    assert red[SIDE // 2, SIDE // 2]
    assert not red[0].any()
    assert not red[:, 0].any()
    assert not red[:, -1].any()


def test_size_and_form_are_told_also_at_the_edge_of_the_picture() -> None:
    pixels = np.zeros((100, 100, 3), np.uint8)
    for box in (Box(30, 40, 50, 60), Box(0, 0, 20, 20)):
        assert looked_at(box, pixels)[1] == (0.0, 0.0)


def looked(page: Page, box: Box) -> tuple[Kind | None, float]:
    """What is likeliest there, None for nothing."""
    seen = own_looker().look(box, View(page.pixels))
    assert sum(seen.kinds) + seen.none == pytest.approx(1, abs=1e-4)
    best = max(range(len(SEEN)), key=lambda n: seen.kinds[n])
    return (None, seen.none) if seen.none > 0.5 else (SEEN[best], seen.kinds[best])


def test_our_own_weights_tell_a_button_from_a_field_and_from_nothing() -> None:
    page = Page()
    button, field = Box(40, 40, 140, 72), Box(200, 40, 420, 72)
    page.pen.rectangle((40, 40, 139, 71), "#2563eb", "#2563eb")
    page.pen.text((66, 48), "Save", fill="white")
    page.pen.rectangle((200, 40, 419, 71), "white", "#888888")
    assert looked(page, button)[0] == "button"
    assert looked(page, field)[0] == "field"
    assert looked(page, Box(40, 200, 140, 230))[0] is None


def test_missing_and_foreign_weights_are_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"gone\.onnx"):
        Looker(tmp_path / "gone.onnx")
    icons = Path("vision/weights/icons.onnx")
    with pytest.raises(ValueError, match=r"gives \d+ answers.*training\.closeup train"):
        Looker(icons)
    (tmp_path / "broken.onnx").write_bytes(icons.read_bytes()[:1000])
    with pytest.raises(ValueError, match="cannot be read as an ONNX file"):
        Looker(tmp_path / "broken.onnx")


def label(kind: LabelKind, box: Box, **states: Any) -> Label:
    return Label(kind, box, **states)


def test_a_box_stands_for_the_control_that_it_fits_best() -> None:
    row, mark = label("list item", Box(0, 0, 200, 30)), label("checkbox", Box(8, 8, 22, 22))
    kind, states = answer(Box(7, 7, 23, 23), [row, mark])
    assert SEEN[kind] == "checkbox"
    assert states[0] == 0
    assert answer(Box(0, 60, 200, 90), [row, mark]) == (NONE, [-1, -1, -1, -1])
    assert SEEN[answer(Box(2, 1, 190, 28), [row, mark])[0]] == "list item"


def test_boxes_come_from_all_parts_and_from_the_labels() -> None:
    found = Detection(Box(10, 10, 60, 30), "button", 0.3, "button")
    image = Detection(Box(100, 10, 160, 30), "image", 0.3, "image")
    boxes = boxes_of(
        Trace(detections=(found, image)),
        [label("field", Box(200, 10, 300, 34))],
        random.Random(1),
    )
    assert found.box in boxes
    assert image.box not in boxes
    assert len(boxes) == 2
    assert abs(boxes[1].left - 200) <= 3


def test_crops_of_several_files_are_taken_together_but_for_some_families(tmp_path: Path) -> None:
    paths = []
    for number, families in enumerate((["web/a", "web/b"], ["app/longer", "web/b", "web/a"])):
        many = len(families)
        pixels = np.full((many, SIDE, 2 * SIDE, 3), number, np.uint8)
        kinds, states = np.arange(many), np.full((many, 4), -1)
        crops = Crops(pixels, np.ones((many, 2), np.float32), kinds, states, np.array(families))
        paths.append(tmp_path / f"{number}.npz")
        crops.save(paths[-1])
    together = Crops.load(paths, without=["web/b"])
    assert together.families.tolist() == ["web/a", "app/longer", "web/a"]
    assert together.kinds.tolist() == [0, 0, 2]
    assert together.pixels[:, 0, 0, 0].tolist() == [0, 1, 1]
    with pytest.raises(ValueError, match="no crops"):
        Crops.load(paths, without=["web/a", "web/b", "app/longer"])


def test_what_is_learnt_is_written_and_read_again(tmp_path: Path) -> None:
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
    network, seen = train(again, tmp_path / "own.onnx", Recipe(minutes=0.4, batch=16))
    assert seen > 300
    assert figures(network, again)["controls told"] > 0.9
    picture = np.full((200, 300, 3), 100, np.uint8)
    picture[60:84, 40:200] = 230
    there = Looker(tmp_path / "own.onnx").look(Box(40, 60, 200, 84), View(picture))
    assert there.of("button") > 0.5


def test_a_training_goes_on_where_our_own_weights_ended() -> None:
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
    many = 32
    pixels = np.random.default_rng(1).integers(0, 256, (many, SIDE, 2 * SIDE, 3)).astype(np.uint8)
    kinds, states = np.full(many, NONE, np.int64), np.full((many, 4), -1, np.int64)
    sizes = np.zeros((many, 2), np.float32)
    Crops(pixels, sizes, kinds, states, np.array(["web/new"] * many)).save(tmp_path / "crops.npz")
    given = ["train", tmp_path / "crops.npz", "--out", tmp_path / "own.onnx", "--onto", WEIGHTS]
    given += ["--minutes", 0.01, "--batch", 16]
    monkeypatch.setattr(sys, "argv", ["closeup", *map(str, given)])
    command.main()
    card = json.loads((tmp_path / "own.json").read_text("utf-8"))
    assert card["families"] == ["web/new"]
    assert card["onto"] == json.loads(WEIGHTS.with_suffix(".json").read_text("utf-8"))
    assert "web/bootstrap" in card["onto"]["families"]


@pytest.mark.parametrize(("known", "kind"), [(False, torch.float32), (True, torch.bfloat16)])
def test_half_precision_is_used_only_by_a_cpu_that_knows_it(
    known: bool, kind: torch.dtype, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(half, "KNOWN", known)
    pixels = np.zeros((4, SIDE, 2 * SIDE, 3), np.uint8)
    crops = Crops(
        pixels, np.zeros((4, 2), np.float32), np.zeros(4, np.int64), np.zeros((4, 4), np.int64),
        np.array(["a"] * 4),
    )  # fmt: skip
    network, seen = trained.build(), []
    network.register_forward_hook(lambda _, __, out: seen.append(out.dtype))
    assert loss_of(network, crops, np.arange(4), seed=1).item() > 0
    assert seen == [kind]
