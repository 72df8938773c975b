"""Reading in other languages: what is offered, what is said when it is missing, what is loaded."""

from __future__ import annotations

from pathlib import Path

import pytest
import rapidocr
import yaml

from agent.perception.ocr_languages import LANGUAGES, USUAL, model_of, weights_of
from agent.perception.perceiver import reader
from models.catalogue.catalogue import spec
from models.catalogue.sources import UrlSource
from models.runtime.errors import ModelError
from tests.support.places import DATA
from vision.capture.screen import load_image
from vision.ocr.rapid import RapidRecognizer

pytestmark = pytest.mark.smoke

PACKAGE = Path(rapidocr.__path__[0])


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != USUAL])
def test_every_language_has_the_model_of_the_makers_own_table(language: str) -> None:
    model = spec(model_of(language))
    assert model.role == "ocr"
    (file,) = model.files
    (source,) = file.sources
    assert isinstance(source, UrlSource)
    table = yaml.safe_load((PACKAGE / "default_models.yaml").read_text())
    entry = table["onnxruntime"]["PP-OCRv5"]["rec"][file.file.removesuffix(".onnx")]
    assert (source.url, file.sha256) == (entry["model_dir"], entry["SHA256"])


def test_what_is_missing_is_said_with_what_to_do(data_folder: Path) -> None:
    assert weights_of(USUAL, "easy") is None
    with pytest.raises(ModelError, match="deskhand models get rapidocr-korean"):
        reader("rapid", "korean")
    with pytest.raises(ModelError, match="EasyOCR reads only English, not Thai"):
        reader("easy", "thai")


def test_another_network_is_really_used(tmp_path: Path) -> None:
    own = next(PACKAGE.glob("models/*rec*.onnx"))
    other = tmp_path / "other.onnx"
    other.write_bytes(own.read_bytes())
    picture = load_image(DATA / "form.png").pixels
    network = RapidRecognizer(other)
    assert [span.text for span in network.read(picture)] == [
        span.text for span in RapidRecognizer().read(picture)
    ]
    other.unlink()
    with pytest.raises(ValueError, match="cannot be read"):
        RapidRecognizer(other)


def test_a_file_that_is_no_reader_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bad.onnx").write_bytes(b"no network")
    with pytest.raises(ValueError, match="cannot be read as an OCR network"):
        RapidRecognizer(tmp_path / "bad.onnx")
    finder = next(PACKAGE.glob("models/*det*.onnx"))
    with pytest.raises(ValueError, match="holds no alphabet"):
        RapidRecognizer(finder)
