"""From labelled screenshots to tiles, archives, and weights that find what they were shown."""

from __future__ import annotations

import csv
import json
import tarfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from tests.support.places import DATA
from training.detector.pack import pack, unpack
from training.detector.resume import resume
from training.detector.tiles import tiles
from training.detector.train import Recipe, export, train
from training.labels import KINDS, Label, Sample, add
from vision.core.geometry import Box, coverage

OWN = Path("vision/weights/controls.onnx")

sizes = st.integers(40, 5000)


@given(sizes, sizes)
def test_tiles_cover_the_picture_and_fit(width: int, height: int) -> None:
    found = [tile.box for tile in tiles(width, height, [])]
    assert all(box.width <= 1280 and box.height <= 1280 for box in found)
    assert all(coverage(box, Box(0, 0, width, height)) == 1 for box in found)
    for edge in (Box(0, 0, 1, 1), Box(width - 1, height - 1, width, height)):
        assert any(coverage(edge, box) for box in found)
    # A control of 160 pixels is whole in some tile, wherever it is.
    for x in range(0, width - 160, 97):
        spot = Box(x, min(height - 1, 100), x + 160, min(height - 1, 100) + 1)
        assert any(coverage(spot, box) == 1 for box in found)


def test_what_a_tile_hardly_shows_is_no_target_of_it() -> None:
    labels = [Label("button", Box(1200, 10, 1400, 40), "Save"), Label("tab", Box(5, 5, 60, 30))]
    first, second = tiles(2000, 600, labels)
    assert [kind for kind, _ in first.targets] == ["tab"]
    left = 2000 - 1280
    assert second.targets == (("button", Box(1200 - left, 10, 1400 - left, 40)),)


def _sample(folder: Path, number: int, size: tuple[int, int] = (256, 192)) -> None:
    """A picture with two kinds of controls, in places that the number decides."""
    rng = np.random.default_rng(number)
    picture = Image.new("RGB", size, (240, 240, 240))
    pen = ImageDraw.Draw(picture)
    labels = []
    for place in range(3):
        x, y = 10 + 80 * place, int(rng.integers(10, 140))
        kind = KINDS[int(rng.integers(0, 2))]
        box = Box(x, y, x + 60, y + 36)
        pen.rectangle((x, y, x + 59, y + 35), fill="#3050c0" if kind == "button" else "white",
                      outline="black", width=2)  # fmt: skip
        labels.append(Label(kind, box))
    picture.save(folder / f"{number}.png")
    add(folder, Sample(f"{number}.png", "test/drawn", *size, 1.0, tuple(labels)))


def test_an_archive_holds_tiles_and_boxes(tmp_path: Path) -> None:
    for number in range(40):
        _sample(tmp_path, number)
    counts = pack([tmp_path], tmp_path / "a.tar")
    assert counts["train tiles"] + counts["val tiles"] == 40
    assert 0 < counts["val tiles"] < 12
    assert counts["button"] + counts["field"] == 120
    data = unpack([tmp_path / "a.tar"], tmp_path / "laid")
    texts = sorted((tmp_path / "laid/labels/train").iterdir())
    assert len(texts) == counts["train tiles"]
    stem = texts[0].stem
    with Image.open(tmp_path / f"laid/images/train/{stem}.webp") as picture:
        assert picture.size == (256, 192)
        for line in texts[0].read_text().splitlines():
            kind, x, y, width, height = map(float, line.split())
            assert (round(width * 256), round(height * 192)) == (60, 36)
            red, _, blue = np.asarray(picture.convert("RGB"))[int(y * 192), int(x * 256)]
            assert (int(blue) - int(red) > 60) == (KINDS[int(kind)] == "button")
    assert "14: dialog" in data.read_text()


def test_an_archive_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("no tile")
    with tarfile.open(tmp_path / "x.tar", "w") as tar:
        tar.add(tmp_path / "x.txt", "../x.txt")
    with pytest.raises(ValueError, match="no tile"):
        unpack([tmp_path / "x.tar"], tmp_path / "laid")


def test_training_gives_weights_and_a_card(tmp_path: Path) -> None:
    for number in range(48):
        _sample(tmp_path, number)
    pack([tmp_path], tmp_path / "a.tar")
    recipe = Recipe(epochs=2, batch=8, side=128, workers=0)
    card = json.loads(train([tmp_path / "a.tar"], tmp_path / "out", recipe).read_text())
    assert card["recipe"]["seed"] == 1
    assert card["tiles"]["train"] + card["tiles"]["val"] == 48
    import onnxruntime

    session = onnxruntime.InferenceSession(tmp_path / "out/detector.onnx")
    shape = (1, 3, 192, 256)
    (found,) = session.run(None, {session.get_inputs()[0].name: np.zeros(shape, np.float32)})
    assert found.ndim == 3
    assert (tmp_path / "out/detector.pt").stat().st_size < 10_000_000


def test_a_training_that_ends_by_the_clock_lets_the_rate_fall_to_next_to_nothing(
    tmp_path: Path,
) -> None:
    for number in range(32):
        _sample(tmp_path, number)
    pack([tmp_path], tmp_path / "a.tar")
    recipe = Recipe(epochs=1000, minutes=0.2, batch=8, side=64, workers=0)
    train([tmp_path / "a.tar"], tmp_path / "out", recipe)
    with (tmp_path / "out/run/results.csv").open() as file:
        rates = [float(row["lr/pg0"]) for row in csv.DictReader(file)]
    assert len(rates) < 1000
    assert rates[-1] < 0.2 * recipe.rate < rates[0]


def test_what_goes_on_from_our_own_weights_answers_as_they_do(tmp_path: Path) -> None:
    _sample(tmp_path, 8, (260, 190))  # a size that the network does not take
    for number in range(8):
        _sample(tmp_path, number)
    pack([tmp_path], tmp_path / "a.tar")
    start = resume(OWN, tmp_path / "a.tar", tmp_path / "start.pt")
    import onnxruntime

    page = Image.new("RGB", (640, 640), "white")
    with Image.open(DATA / "form.png") as picture:
        page.paste(picture)
    pixels = np.asarray(page, np.float32).transpose(2, 0, 1)[np.newaxis] / 255
    answers = []
    for path in (OWN, export(start)):
        session = onnxruntime.InferenceSession(path)
        answers.append(session.run(None, {session.get_inputs()[0].name: pixels})[0][0])
    # The surest of each: fields and buttons of a form.
    first, second = (found[:4] for found in answers)
    assert first[:, 4].min() > 0.6
    assert np.allclose(first[:, :4], second[:, :4], atol=1)
    assert np.allclose(first[:, 4], second[:, 4], rtol=0.1)


def test_weights_of_another_network_and_an_empty_archive_are_refused(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "empty.tar", "w"):
        pass
    with pytest.raises(ValueError, match="holds no tiles"):
        resume(OWN, tmp_path / "empty.tar", tmp_path / "start.pt")
    with pytest.raises(ValueError, match=r"icons\.onnx is of a network of another shape"):
        resume(OWN.with_name("icons.onnx"), tmp_path / "empty.tar", tmp_path / "start.pt")
