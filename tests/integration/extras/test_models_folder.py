"""deskhand models import FOLDER: a LLaVA as it was published for transformers."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from models.catalogue.catalogue import own
from models.files import store
from tests.support.said import Models


@pytest.fixture
def models(
    data_folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Models:
    monkeypatch.setenv("COLUMNS", "200")
    return Models(capsys, monkeypatch)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Looks like one; nothing of it is opened but the JSON files."""
    made = tmp_path / "files" / "Llava-Tiny 7B"
    made.mkdir(parents=True)
    (made / "config.json").write_text('{"architectures": ["LlavaForConditionalGeneration"]}')
    (made / "model-1.safetensors").write_bytes(b"one")
    (made / "model-2.safetensors").write_bytes(b"two")
    weights = {"a": "model-1.safetensors", "b": "model-2.safetensors"}
    index = json.dumps({"weight_map": weights})
    (made / "model.safetensors.index.json").write_text(index)
    (made / "tokenizer.json").write_text("{}")
    (made / "chat_template.jinja").write_text("{{ messages }}")
    (made / "pytorch_model.bin").write_bytes(b"a pickle")
    (made / ".gitattributes").write_text("x")
    (made / "runs").mkdir()
    return made


@pytest.mark.parametrize("link", [True, False])
def test_a_folder_becomes_a_model_that_sees(models: Models, folder: Path, link: bool):
    said = models("import", str(folder), *(["--link"] if link else []))
    assert said.code == 0, said.text
    model = own()["llava-tiny-7b"]
    assert (model.role, model.name) == ("vision-language", "Llava-Tiny 7B")
    assert model.file == "model-1.safetensors"
    assert {file.file for file in model.files} == {
        *("model-1.safetensors", "model-2.safetensors", "model.safetensors.index.json"),
        *("config.json", "tokenizer.json", "chat_template.jinja"),
    }, "what may hold a program stays away"
    assert store.picture_model() == model.id
    there = store.picture_folder(model.id)
    assert there is not None
    assert (there / "model-2.safetensors").read_bytes() == b"two"
    assert (there / "model-2.safetensors").is_symlink() == link
    # Again: another entry, since nothing tells that it is the same.
    assert models("import", str(folder), "--id", "second", "--licence", "MIT").code == 0
    assert own()["second"].licence == "MIT"


@pytest.mark.parametrize(
    ("break_", "said"),
    [
        (lambda f: (f / "config.json").unlink(), "does not exist"),
        (lambda f: (f / "config.json").write_text("no"), "is not valid JSON"),
        (lambda f: (f / "config.json").write_text('{"architectures": ["Qwen"]}'), "names Qwen"),
        (lambda f: [p.unlink() for p in f.glob("*.safetensors")], "There are no weights in"),
        (
            lambda f: (f / "model-2.safetensors").unlink(),
            "is incomplete; missing: model-2.safetensors",
        ),
        (lambda f: (f / "model.safetensors.index.json").write_text("{}"), "cannot be parsed"),
    ],
)
def test_a_folder_that_is_no_whole_llava_is_refused(
    models: Models, folder: Path, break_: Callable[[Path], object], said: str
):
    break_(folder)
    answer = models("import", str(folder))
    assert answer.code != 0
    assert said in answer.text
    assert own() == {}


def test_a_folder_takes_no_words_of_files_and_no_id_of_the_catalogue(models: Models, folder: Path):
    assert "cannot be used with a folder" in models("import", str(folder), "--detector").text
    answer = models("import", str(folder), "--id", "smollm2-135m-q4")
    assert "The file is not smollm2-135m-q4" in answer.text
    assert own() == {}
