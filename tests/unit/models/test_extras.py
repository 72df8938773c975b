"""Which parts can be added, which are missing, and what each way to ask for a missing one says."""

from __future__ import annotations

import importlib.metadata
import re
import sys
from pathlib import Path

import pytest

from agent.diagnostics import preflight
from agent.diagnostics.versions import versions
from agent.perception import perceiver as eyes
from agent.perception.settings import DetectorName, seeing
from models.catalogue import extras
from models.catalogue.catalogue import spec
from models.catalogue.extras import EXTRAS
from models.fetch.download import fetch
from models.files import settings_file
from models.memory import loaded_pictures
from models.runtime.errors import ModelError
from models.runtime.llava import TransformersLlava
from tests.support.without_extras import remove_extras

ROOT = next(one for one in Path(__file__).parents if (one / "pyproject.toml").is_file())


@pytest.fixture(autouse=True)
def none(monkeypatch: pytest.MonkeyPatch) -> None:
    remove_extras(monkeypatch)


@pytest.fixture
def metadata(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a Deskhand that is installed with made metadata."""
    folder = tmp_path / "deskhand-9.dist-info"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(tmp_path))
    return folder


def write(folder: Path, *requirements: str) -> None:
    lines = "".join(f"Requires-Dist: {one}\n" for one in requirements)
    (folder / "METADATA").write_text(f"Metadata-Version: 2.4\nName: deskhand\nVersion: 9\n{lines}")


@pytest.mark.parametrize("name", EXTRAS)
def test_a_missing_extra_is_named_with_its_command_and_size(name: str):
    assert extras.missing(name) == EXTRAS[name].imports
    with pytest.raises(ModelError) as raised:
        extras.require(name)
    said = str(raised.value)
    assert said.startswith(EXTRAS[name].title)
    assert re.search(rf"deskhand extras get {name} \(about \d+ [GM]B\)", said)


def test_what_is_there_is_not_missing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(EXTRAS, "made", extras.Extra("made", "T", "P", ("json", "re"), 1, "", ""))
    assert extras.missing("made") == ()
    assert extras.problem("made") == ""
    extras.require("made")


def test_a_folder_without_code_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "left_of_a_package").mkdir()
    monkeypatch.syspath_prepend(str(tmp_path))
    made = extras.Extra("made", "T", "P", ("left_of_a_package",), 1, "", "")
    monkeypatch.setitem(EXTRAS, "made", made)
    assert extras.missing("made") == ("left_of_a_package",)


def test_torch_counts_once(monkeypatch: pytest.MonkeyPatch):
    with_torch = extras.size("easyocr")
    monkeypatch.setitem(sys.modules, "torch", sys.modules["json"])
    assert extras.size("easyocr") < with_torch / 2
    assert re.fullmatch(r"about \d+ MB", extras.size_text("easyocr"))


def test_an_unknown_extra():
    with pytest.raises(ModelError, match=r"no extra “full-of”.*easyocr, omniparser, llava, full"):
        extras.missing("full-of")


def test_one_that_cannot_be_imported_is_told_with_a_cure(
    metadata: Path, monkeypatch: pytest.MonkeyPatch
):
    write(metadata, 'tiny-one<2,>=1; extra == "made"', 'tiny-two; extra == "made"')
    monkeypatch.setitem(EXTRAS, "made", extras.Extra("made", "Made", "P", ("json",), 1, "", ""))
    with pytest.raises(ModelError) as raised, extras.using("made"):
        raise ImportError("libcudart.so.13: cannot open shared object file")
    assert "Made is installed, but cannot be loaded: libcudart.so.13" in str(raised.value)
    assert raised.value.hint.endswith("pip install --force-reinstall tiny-one tiny-two")


# The requirements


def test_requirements_are_those_of_the_metadata(metadata: Path):
    write(
        metadata,
        "numpy>=2",
        'one[fast]<2,>=1.7; extra == "a"',
        "two>=1; (sys_platform == 'linux' or os_name == 'nt') and extra == 'b'",
        'three; sys_platform == "linux" and extra == "b"',
        'one[fast]<2,>=1.7; extra == "b"',
        'deskhand[a,b]; extra == "both"',
    )
    assert extras.requirements("a") == ["one[fast]<2,>=1.7"]
    assert extras.requirements("b") == [
        "two>=1; (sys_platform == 'linux' or os_name == 'nt')",
        'three; sys_platform == "linux"',
        "one[fast]<2,>=1.7",
    ]
    assert extras.requirements("both") == [
        *extras.requirements("a"),
        *extras.requirements("b")[:2],
    ]
    with pytest.raises(ModelError, match=r"does not know the extra c.*pip install -e"):
        extras.requirements("c")


def test_deskhand_that_is_not_installed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "meta_path", [])
    with pytest.raises(ModelError, match=r"is not installed.*pip install -e"):
        extras.requirements("easyocr")


@pytest.mark.parametrize("name", EXTRAS)
def test_the_project_declares_each_extra(name: str, metadata: Path):
    """What pyproject.toml says comes out as setuptools would write it."""
    import tomllib

    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lines = declared["optional-dependencies"].items()
    write(metadata, *(f'{line}; extra == "{one}"' for one, given in lines for line in given))
    found = extras.requirements(name)
    assert any(line.startswith("torch>=") for line in found)
    assert not [line for line in found if "deskhand" in line or "extra" in line]


def test_never_two_opencv_packages():
    found = importlib.metadata.requires("deskhand") or ()
    assert not [line for line in found if re.match(r"(ultralytics|opencv-python)\b(?!-)", line)]


# Ways to ask for one


def test_easyocr_as_the_reader():
    with pytest.raises(ModelError, match="deskhand extras get easyocr"):
        eyes.reader("easy")
    assert not eyes.ready("easy")


@pytest.mark.parametrize(
    ("name", "model"), [("omniparser", "omniparser-v2-icon"), ("uitag", "uitag-yolo11s")]
)
def test_another_detector(data_folder: Path, name: DetectorName, model: str):
    said = eyes.missing_detector(name)
    assert "deskhand extras get omniparser" in said
    assert f"deskhand models get {model}" in said
    with pytest.raises(ModelError, match="deskhand extras get omniparser"):
        eyes.detector_with(name, 0.1, 0.3)


def test_a_llava_folder(tmp_path: Path):
    (tmp_path / "config.json").write_text('{"architectures": ["LlavaForConditionalGeneration"]}')
    with pytest.raises(ModelError, match="deskhand extras get llava"):
        TransformersLlava(tmp_path)


def test_an_imported_llava_folder(data_folder: Path):
    folder = data_folder / "models" / "tiny-llava"
    folder.mkdir(parents=True)
    (folder / "config.json").write_text('{"architectures": ["LlavaForConditionalGeneration"]}')
    (folder / "model.safetensors").write_bytes(b"one")
    files = "".join(
        f'[[model.files]]\nfile = "{path.name}"\nbytes = {path.stat().st_size}\n'
        f'sources = [{{ kind = "local", path = "{path}" }}]\n'
        for path in (folder / "model.safetensors", folder / "config.json")
    )
    (data_folder / "models.toml").write_text(
        '[[model]]\nid = "tiny-llava"\nrole = "vision-language"\nname = "Tiny"\n'
        f'licence = "MIT"\n{files}'
    )
    assert extras.missing_for(spec("tiny-llava")) == "llava"
    fetch(spec("tiny-llava"))
    with (
        pytest.raises(ModelError, match="deskhand extras get llava"),
        loaded_pictures.seeing("tiny-llava"),
    ):
        pass
    assert not loaded_pictures.held()


def test_weights_that_come_with_an_extra():
    with pytest.raises(ModelError, match="deskhand extras get easyocr"):
        fetch(spec("easyocr-english"))
    assert extras.missing_for(spec("omniparser-v2-icon")) == "omniparser"
    assert extras.missing_for(spec("uitag-yolo11s")) == "omniparser"
    assert extras.missing_for(spec("qwen2.5-coder-1.5b-q4")) == ""
    assert extras.missing_for(spec("smolvlm-500m-q8")) == "", "a GGUF file with a projector"


def test_the_settings_that_name_one_are_kept(data_folder: Path):
    settings_file.change({"ocr": "easy", "detector": "omniparser"})
    with pytest.raises(ModelError):
        eyes.reader(seeing().ocr)
    assert (seeing().ocr, seeing().detector) == ("easy", "omniparser")
    assert 'ocr = "easy"' in (data_folder / "settings.toml").read_text()


# Reports


def test_the_checks_say_it_as_information(data_folder: Path):
    found = {check.name: check for check in preflight._extras()}
    assert len(found) == 3
    for name in ("easyocr", "omniparser", "llava"):
        check = found[EXTRAS[name].title]
        assert check.problem is None
        assert check.optional
        assert f"deskhand extras get {name}" in check.found


@pytest.mark.parametrize("name", ["omniparser", "uitag"])
def test_a_part_that_the_settings_name_is_a_problem(data_folder: Path, name: str):
    settings_file.change({"ocr": "easy", "detector": name})
    found = {check.name: check.problem for check in preflight._extras()}
    reader, detector = found["EasyOCR"], found["OmniParser's or uitag's detector"]
    assert reader is not None
    assert reader.essential, "no run begins without it"
    assert "ocr = easy" in reader.text
    assert "deskhand extras get easyocr" in reader.hint
    assert detector is not None
    assert f"detector = {name}" in detector.text
    assert not detector.essential, "a run goes on with text and shapes"
    assert found["LLaVA by transformers"] is None


def test_the_versions_name_the_command():
    told = dict(versions())
    assert told["easyocr"] == "not installed (deskhand extras get easyocr)"
    assert told["ultralytics"] == "not installed (deskhand extras get omniparser)"
    assert told["transformers"] == "not installed (deskhand extras get llava)"
