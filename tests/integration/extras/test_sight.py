"""Models of pictures: which form, do they fit together, do they see, and LLaVA by transformers."""

from __future__ import annotations

import gc
import json
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psutil
import pytest

import grammars
from agent.perception import icon_names
from models.files import store
from models.memory import loaded_pictures
from models.memory.gguf_header import Header
from models.runtime import sight
from models.runtime.errors import ModelError
from models.runtime.llama import LlamaModel
from models.runtime.llava import TransformersLlava
from models.runtime.manners import (
    GENERAL,
    LLAVA_15,
    LLAVA_16,
    LLAVA_16_MISTRAL,
    MOONDREAM,
    Manner,
    manner,
)
from models.runtime.pictures import PictureLlama
from tests.support.file_manager import CROPS, FORM
from tests.support.installed import installed_as_pictures
from tests.support.made_gguf import write_gguf
from tests.support.tiny_gguf import _language_facts, _language_tensors, write_llava
from tests.support.tiny_gguf import write_gguf as write_facts
from tests.support.tiny_llava_folder import write_llava_folder
from vision.capture.screen import Pixels


class Scripted:
    """Says what it is told of the square and of the word."""

    def __init__(self, square: str, word: str) -> None:
        self.said = [square, word]
        self.shown: list[Pixels] = []

    def tell(
        self, pictures: Sequence[Pixels], prompt: str, *, grammar: str | None = None,
        max_tokens: int = 64, stop: threading.Event | None = None,
    ) -> str | None:  # fmt: skip
        self.shown += pictures
        return self.said[(len(self.shown) - 1) % 2]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return write_llava(tmp_path_factory.mktemp("gguf"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_llava_folder(tmp_path_factory.mktemp("llava"))


# The form of the conversation


@pytest.mark.parametrize(
    ("model", "projector", "expected"),
    [
        ({"general.architecture": "llama"}, {"clip.projector_type": "mlp"}, LLAVA_15),
        ({"general.architecture": "llama", "llama.attention.head_count": 32},
         {"clip.vision.mm_patch_merge_type": "spatial_unpad"}, LLAVA_16),
        ({"general.architecture": "llama", "llama.attention.head_count": 32,
          "llama.attention.head_count_kv": 8},
         {"clip.vision.image_grid_pinpoints": [336, 672]}, LLAVA_16_MISTRAL),
        ({"general.architecture": "phi2"}, {"clip.projector_type": "mlp"}, MOONDREAM),
        ({"general.architecture": "llama"}, {"clip.projector_type": "idefics3"}, GENERAL),
    ],
)  # fmt: skip
def test_the_family_is_read_from_the_headers(
    model: dict[str, Any], projector: dict[str, Any], expected: Manner
):
    assert manner(Header(model), Header(projector)) == expected


def test_the_form_is_the_familys_where_the_file_holds_none(files: tuple[Path, Path]):
    llava = PictureLlama(*files, threads=1)
    assert llava.manner == LLAVA_15
    assert llava._around("What?") == ("USER: ", "\nASSISTANT:")
    llava.close()


# Files that do not fit


def test_what_does_not_fit_together_is_said(files: tuple[Path, Path], tmp_path: Path):
    model, projector = files
    wide = tmp_path / "wide.gguf"
    facts = _language_facts() | {"llama.embedding_length": 64, "llama.rope.dimension_count": 32}
    tensors = {
        name: _wider(name, tensor)
        for name, tensor in _language_tensors(__import__("numpy").random.default_rng(1)).items()
    }
    write_facts(wide, facts, tensors)
    with pytest.raises(
        ModelError, match=r"belongs to another model: it writes 32 numbers.*64\. Use"
    ):
        PictureLlama(wide, projector, threads=1)
    with pytest.raises(ModelError, match="is a complete model, not a projector"):
        PictureLlama(model, model, threads=1)
    with pytest.raises(ModelError, match=r"mmproj\.gguf is a projector: the half"):
        LlamaModel(projector)
    picture = tmp_path / "cat.gguf"
    picture.write_bytes(b"\x89PNG and more than eight bytes")
    with pytest.raises(ModelError, match="is not a GGUF file: it begins with"):
        LlamaModel(picture)
    with pytest.raises(ModelError, match="is not a GGUF file: it begins with"):
        PictureLlama(model, picture, threads=1)
    strange = write_gguf(tmp_path / "strange.gguf", "martian")
    with pytest.raises(ModelError, match='the unknown architecture "martian"'):
        LlamaModel(strange)
    cut = tmp_path / "cut.gguf"
    cut.write_bytes(projector.read_bytes()[:-4000])
    with pytest.raises(ModelError, match="is incomplete: it has"):
        PictureLlama(model, cut, threads=1)


def _wider(name: str, tensor: Any) -> Any:
    """The same tensor for a width of 64 in place of 32."""
    import numpy as np

    for axis, size in enumerate(tensor.shape):
        if size == 32:
            tensor = np.concatenate([tensor, tensor], axis)
    return tensor


# Does it see


@pytest.mark.parametrize(
    ("square", "word", "sees"),
    [
        ("The shape is a red square.", "QUARTZ", True),
        ("A red rectangle.", "The word is “Quartz”.", True),
        ("It is a blue square.", "QUARTZ", False),
        ("It is red.", "QUARTZ", False),
        ("A bored square.", "QUARTZ", False),
        ("A red square.", "HELLO", False),
        ("", "", False),
    ],
)
def test_what_counts_as_seeing(square: str, word: str, sees: bool):
    assert sight.tested(Scripted(square, word)).sees == sees


def test_what_it_is_shown():
    square, word = sight.red_square(), sight.written_word()
    assert square.shape == word.shape == (336, 336, 3)
    assert square[168, 168].tolist() == [220, 20, 30]
    assert square[10, 10].tolist() == [255, 255, 255]
    assert 0.01 < (word < 128).mean() < 0.3


def test_it_is_tested_once_until_its_files_change(data_folder: Path, tmp_path: Path):
    file = tmp_path / "model"
    file.write_bytes(b"one")
    blind = Scripted("A cat.", "A cat.")
    for _ in range(2):
        with pytest.raises(ModelError, match=r"m does not see images, .*'A cat\.'.*repair"):
            sight.require("m", [file], blind)
    assert len(blind.shown) == 2
    assert sight.is_blind("m", [file])
    file.write_bytes(b"another")
    assert not sight.is_blind("m", [file])
    seeing = Scripted("A red square.", "QUARTZ")
    sight.require("m", [file], seeing)
    sight.require("m", [file], seeing)
    assert len(seeing.shown) == 2


def test_a_random_model_is_blind_and_not_used_again(
    files: tuple[Path, Path], data_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("models.runtime.llama._default_threads", lambda: 1)
    assert not installed_as_pictures(data_folder, list(files))
    assert store.picture_model() == "mine"
    with (
        pytest.raises(ModelError, match="mine does not see images"),
        loaded_pictures.seeing("mine"),
    ):
        pass
    assert store.picture_model() is None


def test_a_random_llava_for_transformers_is_blind_too(folder: Path, data_folder: Path):
    assert not installed_as_pictures(data_folder, sorted(folder.iterdir()))
    assert store.picture_model() == "mine"
    with (
        pytest.raises(ModelError, match="mine does not see images"),
        loaded_pictures.seeing("mine"),
    ):
        pass
    assert store.picture_model() is None


# LLaVA by transformers


def test_the_whole_way_through_transformers(folder: Path):
    llava = TransformersLlava(folder, "cpu")
    question = icon_names._question()
    said = llava.tell_each(CROPS[:3], question.prompt, grammar=question.grammar, max_tokens=130)
    assert said is not None
    assert len(said) == 3
    assert all(FORM.fullmatch(one) for one in said), said
    assert len(set(said)) > 1, "what it says depends on the picture"
    one = llava.tell([CROPS[0]], question.prompt, grammar=question.grammar, max_tokens=130)
    assert one == said[0], "alone as in a batch"
    assert llava.tell(CROPS[:2], "Which is <image> older?", max_tokens=4) is not None
    assert llava.tell_each([], "What?") == []
    stop = threading.Event()
    stop.set()
    assert llava.tell([CROPS[0]], "What?", stop=stop) is None
    llava.close()
    with pytest.raises(ModelError, match="was closed"):
        llava.tell([CROPS[0]], "What?")


def test_its_memory_comes_back(folder: Path):
    import weakref

    llava = TransformersLlava(folder, "cpu")
    weights = weakref.ref(next(llava._model.parameters()))
    llava.close()
    gc.collect()
    assert weights() is None
    open_files = [file.path for file in psutil.Process().open_files()]
    assert not any(str(folder) in path for path in open_files)


def test_folders_that_hold_no_llava(folder: Path, tmp_path: Path):
    with pytest.raises(ModelError, match=r"config\.json does not exist"):
        TransformersLlava(tmp_path)
    (tmp_path / "config.json").write_text("{", "utf-8")
    with pytest.raises(ModelError, match="is not valid JSON"):
        TransformersLlava(tmp_path)
    (tmp_path / "config.json").write_text('{"architectures": ["BertModel"]}', "utf-8")
    with pytest.raises(
        ModelError, match="names BertModel as the architecture; Deskhand runs only Llava"
    ):
        TransformersLlava(tmp_path)
    config = json.loads((folder / "config.json").read_text("utf-8"))
    (tmp_path / "config.json").write_text(json.dumps(config), "utf-8")
    with pytest.raises(ModelError, match=r"cannot be loaded: .*Download all its files again"):
        TransformersLlava(tmp_path)


def test_the_icon_grammar_is_a_pattern():
    from models.grammar.gbnf_check import fitting

    assert fitting("save: A disk.", grammars.read("icon"))
