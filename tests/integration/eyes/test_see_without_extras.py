"""deskhand see, asked for optional parts that are not installed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agent.perception import perceiver as eyes
from commands.main import main
from tests.support.without_extras import remove_extras

DATA = next(one for one in Path(__file__).parents if one.name == "tests") / "data"


@pytest.fixture(autouse=True)
def none(monkeypatch: pytest.MonkeyPatch, data_folder: Path) -> None:
    remove_extras(monkeypatch)


def see(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """The exit code, the output and the messages."""
    with pytest.raises(SystemExit) as end:
        main(["see", "--image", str(DATA / "form.png"), *words])
    return int(end.value.code or 0), *capsys.readouterr()


def test_easyocr(capsys: pytest.CaptureFixture[str]):
    code, out, err = see(capsys, "--ocr", "easy")
    assert (code, out) == (1, "")
    assert "EasyOCR is not installed." in err
    assert "deskhand extras get easyocr" in err


def test_omniparser_as_with_missing_weights(capsys: pytest.CaptureFixture[str]):
    """It says what is missing and goes on with text and shapes."""
    code, out, err = see(capsys, "--detector", "omniparser", "--json")
    assert code == 0
    assert "deskhand extras get omniparser" in err
    assert "deskhand models get omniparser-v2-icon" in err
    assert "only text and shapes" in err
    assert "detector" not in {element["source"] for element in json.loads(out)["elements"]}


def test_weights_without_the_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """The weights alone are not loaded, and the sentence names only what is missing."""
    weights = tmp_path / "model.pt"
    weights.write_bytes(b"weights")
    monkeypatch.setattr("agent.perception.perceiver.store.weights_path", lambda model_id: weights)
    assert "deskhand models get" not in eyes.missing_detector("omniparser")
    assert "deskhand extras get omniparser" in eyes.missing_detector("omniparser")
    assert eyes._detector("omniparser") is None
