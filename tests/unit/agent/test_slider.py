"""Sliders as the hands see them."""

from __future__ import annotations

import pytest

from agent.computer.sliders import handle_of, track_of
from tests.support.made_maps import element, made_map, painted
from vision.core.geometry import Box

HANDLE, NUMBER = Box(120, 105, 136, 121), Box(385, 102, 410, 124)


def test_a_number_that_reaches_into_a_slider_is_not_its_handle():
    slider = element(1, "slider", "Volume", Box(20, 100, 400, 126))
    shot = painted(HANDLE, NUMBER)
    map_ = made_map([slider, element(2, "text", "63 %", NUMBER)], (), shot)
    track = track_of(slider, map_)
    assert track == Box(20, 100, 385, 126)
    assert handle_of(shot, track) == pytest.approx(HANDLE.center.x - 20, abs=1)


def test_the_ends_of_an_upright_slider():
    slider = element(1, "slider", "Bass", Box(100, 20, 126, 400))
    texts = [
        element(2, "text", "12", Box(100, 10, 126, 34)),
        element(3, "text", "Bass", Box(90, 380, 140, 420)),
        element(4, "text", "far", Box(300, 380, 340, 420)),
    ]
    assert track_of(slider, made_map([slider, *texts])) == Box(100, 34, 126, 380)
