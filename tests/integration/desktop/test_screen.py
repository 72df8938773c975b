"""Screenshots: of a real display, and from files."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from agent.desktop.virtual_desktop import Desktop, start
from vision.capture.screen import (
    MssScreen,
    Screen,
    ScreenError,
    Screenshot,
    StillScreen,
    _points,
    _scaled,
    load_image,
    save_png,
)
from vision.capture.x11 import open_display
from vision.core.geometry import Box, Point

pytestmark = pytest.mark.smoke

RED, GREEN, BLUE = (255, 0, 0), (0, 255, 0), (0, 0, 255)


def coloured_screen() -> np.ndarray:
    """300 x 200, black, with a red spot at (10, 20) and a blue one at (100, 150)."""
    pixels = np.zeros((200, 300, 3), np.uint8)
    pixels[20:30, 10:20] = RED
    pixels[150:160, 100:110] = BLUE
    return pixels


@pytest.fixture
def spots(desktop: Desktop):
    """Windows of plain colour on the real display: red at (10, 20), blue at (100, 150)."""
    display = open_display(desktop.display)
    screen = display.screen()
    for (x, y), colour in {(10, 20): 0xFF0000, (100, 150): 0x0000FF}.items():
        screen.root.create_window(
            x, y, 10, 10, 0, screen.root_depth, background_pixel=colour, override_redirect=True
        ).map()
    display.sync()
    time.sleep(0.1)
    yield
    display.close()


@pytest.fixture(params=["mss", "still"])
def screen(request: pytest.FixtureRequest, spots: None, desktop: Desktop) -> Screen:
    makers: dict[str, Callable[[], Any]] = {
        "mss": MssScreen,
        "still": lambda: StillScreen([coloured_screen()]),
    }
    made: Screen = makers[request.param]()
    return made


class TestEveryScreen:
    def test_whole(self, screen: Screen):
        shot = screen.grab()
        (monitor,) = screen.monitors()
        assert shot.box == monitor.box
        assert shot.scale == monitor.scale == 1.0
        assert shot.pixels.dtype == np.uint8
        assert shot.pixels.flags.c_contiguous
        assert tuple(shot.pixels[25, 15]) == RED
        assert tuple(shot.pixels[155, 105]) == BLUE

    def test_region(self, screen: Screen):
        shot = screen.grab(Box(100, 150, 107, 155))
        assert shot.pixels.shape == (5, 7, 3)
        assert shot.origin == Point(100, 150)
        assert (shot.pixels == BLUE).all()

    def test_region_is_cut_to_the_screen(self, screen: Screen):
        assert screen.grab(Box(-50, -60, 12, 22)).box == Box(0, 0, 12, 22)

    def test_region_outside(self, screen: Screen):
        with pytest.raises(ScreenError, match="outside of the screen"):
            screen.grab(Box(9000, 0, 9010, 10))


def test_the_time_is_now(desktop: Desktop):
    assert abs(MssScreen().grab().taken_at - time.time()) < 1


def test_a_named_display():
    with start((320, 240)) as other:
        screen = MssScreen(other.display)
        assert screen.monitors()[0].box == Box(0, 0, 320, 240)
        other.stop()
        with pytest.raises(ScreenError, match="cannot be grabbed"):
            screen.grab()


def test_no_display():
    with pytest.raises(ScreenError, match="cannot be grabbed"):
        MssScreen(":4711")


def test_no_such_monitor(desktop: Desktop):
    with pytest.raises(ScreenError, match=r"no monitor 7\. The monitors are: 1"):
        MssScreen(monitor=7)


@given(
    st.integers(-4000, 4000), st.integers(-4000, 4000), st.integers(1, 900), st.integers(1, 900),
    st.sampled_from([1.0, 1.25, 1.5, 2.0]),
)  # fmt: skip
def test_the_points_asked_for_cover_the_box(x: int, y: int, w: int, h: int, scale: float):
    box = Box(x, y, x + w, y + h)
    around = _scaled(_points(box, scale), scale)
    # A fractional scale rounds the edges of pixels: half a pixel may be missing.
    assert around.grown(1).intersection(box) == box
    assert around.width <= box.width + 2 * scale + 1
    if scale in (1.0, 2.0):
        assert around.intersection(box) == box
    if scale == 1.0:
        assert around == box


def test_still_screen_serves_in_order_and_repeats_the_last(tmp_path: Path):
    first = np.full((4, 6, 3), 10, np.uint8)
    save_png(np.full((4, 6, 3), 20, np.uint8), tmp_path / "second.png")
    third = Screenshot(np.full((4, 6, 3), 30, np.uint8), Point(100, 0), scale=2.0)
    screen = StillScreen([first, tmp_path / "second.png", third])
    assert [int(screen.grab().pixels[0, 0, 0]) for _ in range(5)] == [10, 20, 30, 30, 30]
    assert screen.monitors()[0].box == Box(100, 0, 106, 4)
    assert screen.monitors()[0].scale == 2.0


def test_still_screen_needs_an_image():
    with pytest.raises(ValueError, match="at least one"):
        StillScreen([])


def test_png_comes_back_as_it_was(tmp_path: Path):
    pixels = np.random.default_rng(1).integers(0, 256, (33, 47, 3), np.uint8)
    save_png(pixels, tmp_path / "a.png")
    assert (load_image(tmp_path / "a.png").pixels == pixels).all()


@pytest.mark.parametrize("mode", ["L", "P", "RGBA", "1", "CMYK"])
def test_every_kind_of_image_becomes_rgb(tmp_path: Path, mode: str):
    kind = "jpeg" if mode == "CMYK" else "png"
    Image.new("RGB", (5, 3), "white").convert(mode).save(tmp_path / f"a.{kind}")
    pixels = load_image(tmp_path / f"a.{kind}").pixels
    assert pixels.shape == (3, 5, 3)
    assert (pixels > 250).all()


def test_files_that_are_no_image(tmp_path: Path):
    with pytest.raises(ScreenError, match=r"no file .*gone\.png"):
        load_image(tmp_path / "gone.png")
    (tmp_path / "text.png").write_text("hello")
    with pytest.raises(ScreenError, match="cannot be read as an image"):
        load_image(tmp_path / "text.png")


def test_crop():
    shot = Screenshot(coloured_screen(), Point(1000, 500))
    assert (shot.crop(Box(1010, 520, 1020, 530)) == RED).all()
    assert shot.crop(Box(900, 400, 1005, 503)).shape == (3, 5, 3)
    with pytest.raises(ValueError, match="outside"):
        shot.crop(Box(0, 0, 10, 10))
