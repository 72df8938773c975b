"""Drawings of icons changed for training: bent, with other hues, coloured in."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from training.icons.bending import bent
from training.icons.colouring import coloured_in
from training.icons.masters import Master


class Always(np.random.Generator):
    """No chance: every draw of 0 to 1 gives the same value, and all others what lies there."""

    def __init__(self, value: float) -> None:
        super().__init__(np.random.PCG64(0))
        self.value = value

    def random(self, *_: object, **__: object) -> float:  # type: ignore[override]
        return self.value

    def uniform(self, low: float = 0, high: float = 1, size: int | None = None) -> object:  # type: ignore[override]
        drawn = low + self.value * (high - low)
        return drawn if size is None else np.full(size, drawn)

    def normal(self, loc: float = 0, *_: object) -> float:  # type: ignore[override]
        return loc


def test_bent_drawings_are_still_the_same_thing() -> None:
    chance = np.random.default_rng(2)
    image = Image.new("RGBA", (64, 64))
    ImageDraw.Draw(image).ellipse((12, 12, 52, 52), fill=(200, 30, 30))
    colourful = np.asarray(image)
    master = Master(colourful, False, 3, "made", "thing")
    made_of_it = [bent(master, chance) for _ in range(60)]
    assert {(one.concept, one.name, one.rgba.shape) for one in made_of_it} == {
        (3, "thing", colourful.shape)
    }
    assert any(one is master for one in made_of_it), "some stay as they are"
    ink = [int((one.rgba[..., 3] > 128).sum()) for one in made_of_it]
    assert 0.6 * max(ink) < min(ink)
    hues = {tuple(one.rgba[one.rgba[..., 3] > 250][0, :3]) for one in made_of_it}
    assert len(hues) > 5, "other colours"


def test_a_drawing_in_one_ink_is_coloured_in_within_its_lines() -> None:
    """A frame, with a cross beside it that closes nothing in."""
    drawing = np.zeros((64, 64, 4), dtype=np.uint8)
    drawing[8:40, 8:40, 3] = 255
    drawing[14:34, 14:34, 3] = 0
    drawing[50:54, 4:60, 3] = drawing[44:62, 30:34, 3] = 255
    ink, inside = drawing[..., 3] > 0, np.zeros((64, 64), dtype=bool)
    inside[14:34, 14:34] = True
    colours = set()
    for seed in range(40):
        drawn = coloured_in(drawing, np.random.default_rng(seed))
        assert drawn.shape == (64, 64, 4)
        assert (drawn[..., 3][ink] == 255).all(), "no ink is lost"
        assert not drawn[2:6, 2:6, 3].any(), "what is outside stays free"
        assert not drawn[42:48, 40:60, 3].any(), "nor is anything closed in by a cross"
        colours.add(tuple(drawn[24, 24, :3]))
        if drawn[24, 24, 3] == 255:
            apart = np.abs(drawn[20, 24, :3].astype(int) - drawn[20, 10, :3].astype(int)).max()
            assert apart > 8, "the line still shows"
    assert len(colours) > 1
    assert coloured_in(drawing, Always(0.5))[24, 24, 3] == 255, "most frames are filled"
    assert coloured_in(drawing, Always(0.1))[24, 24, 3] == 0, "some are holes"


def test_bent_drawings_of_one_ink_are_at_times_coloured() -> None:
    shape = np.zeros((64, 64, 4), dtype=np.uint8)
    shape[10:50, 10:50, 3] = 255
    master = Master(shape, True, 3, "made", "thing")
    coloured = bent(master, Always(0.39))
    assert not coloured.mono
    assert np.ptp(coloured.rgba[30, 30, :3].astype(int)) > 30
    assert bent(master, Always(0.45)).mono, "bent only"
    assert bent(master, Always(0.9)) is master
