"""The detectors that are not our own, with their real weights."""

from __future__ import annotations

import pytest

from agent.perception.perceiver import detector_with, make_perceiver, missing_detector
from agent.perception.settings import DetectorName
from models.files import store
from tests.support.places import DATA
from vision.capture.screen import load_image
from vision.detection.detector import BELIEVED

BOTH: tuple[DetectorName, ...] = ("omniparser", "uitag")


@pytest.mark.parametrize("name", BOTH)
def test_a_form_is_seen_with_it(name: DetectorName):
    assert missing_detector(name) == ""
    seen = make_perceiver(detector=name).perceive(load_image(DATA / "form.png"))
    (button,) = [one for one in seen.elements if one.text == "Submit"]
    assert button.kind == "button"
    assert {"detector", "merged"} & {one.source for one in seen.elements}
    assert "checkbox" in {one.kind for one in seen.elements}


@pytest.mark.parametrize("name", BOTH)
def test_its_thresholds(name: DetectorName):
    pixels = load_image(DATA / "form.png").pixels
    many = detector_with(name, 0.05, 0.9).detect(pixels)
    some = detector_with(name, BELIEVED, 0.3).detect(pixels)
    assert 0 < len(some) <= len(many)
    assert all(one.score >= BELIEVED for one in some)
    assert all(one.box.right <= pixels.shape[1] and one.box.width > 0 for one in many)


def test_uitag_is_fetched_from_its_package():
    from models.catalogue.catalogue import spec

    assert store.verify(spec(store.DETECTORS["uitag"]))
