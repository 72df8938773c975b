"""deskhand models repair and remove."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.catalogue.catalogue import catalogue, own_file, spec
from models.files import store, upkeep
from models.memory import loaded
from models.runtime.errors import ModelError
from tests.support.made_gguf import write_gguf
from tests.support.said import Models
from tests.support.small_model import SMALL, install_small_model


@pytest.fixture
def models(
    data_folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Models:
    monkeypatch.setenv("COLUMNS", "200")
    # The package of English weights is large, and other tests read it.
    monkeypatch.setattr("models.catalogue.sources.PackageSource.path", lambda source: None)
    return Models(capsys, monkeypatch)


@pytest.fixture
def mine(models: Models, tmp_path: Path) -> Path:
    """A model that was imported; its file in the data folder."""
    made = write_gguf(tmp_path / "files" / "made.gguf")
    assert models("import", str(made), "--id", "mine").code == 0
    return store.weights_path("mine")


def spoil(path: Path) -> None:
    """Change a byte so that neither size nor time tell."""
    import os

    stat = path.stat()
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))


def test_nothing_here_is_nothing_wrong(models: Models):
    assert models("repair").text == "No model is installed."
    assert models("repair", "qwen3-4b-q4").text == "qwen3-4b-q4 is not installed."


def test_what_is_right_is_said(models: Models, mine: Path):
    said = models("repair")
    assert (said.code, said.text) == (0, "mine: made.gguf is intact.")


def test_damage_that_the_size_and_time_hide_is_found_and_mended(models: Models, mine: Path):
    right = mine.read_bytes()
    spoil(mine)
    assert store.verify(spec("mine")), "the record says that it is right"
    said = models("repair", "mine", answer="n\n")
    assert said.code == 1
    assert f"mine: {mine} is damaged: its SHA-256 is not the one in the catalogue." in said.text
    assert "Not repaired: mine." in said.text
    said = models("repair", "mine", answer="y\n")
    assert said.code == 0, said.text
    assert mine.read_bytes() == right
    assert models("repair").text == "mine: made.gguf is intact."


def test_what_cannot_be_mended_stays_wrong(models: Models, mine: Path, tmp_path: Path):
    (tmp_path / "files" / "made.gguf").unlink()
    mine.write_bytes(b"GGUF")
    said = models("repair", "--yes")
    assert said.code == 1
    assert "is incomplete: it has 4 of" in said.text
    assert "Made Small could not be downloaded" in said.text


def test_a_fetch_that_broke_off_and_strangers_are_named(models: Models, data_folder: Path):
    model = spec(SMALL)
    path = store.weights_file(model)
    path.parent.mkdir(parents=True)
    path.with_name(path.name + ".part").write_bytes(b"GGUF")
    (data_folder / "models" / "unknown").mkdir()
    said = models("repair", answer="n\n")
    assert said.code == 1
    assert f"{SMALL}: {path}.part is incomplete: its download was not finished." in said.text
    assert f"{data_folder / 'models' / 'unknown'} belongs to no model in the list" in said.text


def test_remove_asks_and_says_what_is_freed(models: Models, mine: Path):
    store.select("mine")
    said = models("remove", "mine", answer="n\n")
    assert said.code == 1
    assert "Delete Made Small and free 0 MB? It is the model in use." in said.text
    assert mine.exists()
    said = models("remove", "mine", answer="y\n")
    assert (said.code, mine.parent.exists()) == (0, False)
    assert "mine was deleted; 0 MB were freed." in said.text
    assert "mine" in catalogue()
    assert "mine is not installed" in models("remove", "mine", "--yes").text


def test_remove_takes_parts_too(models: Models):
    model = spec(SMALL)
    path = store.weights_file(model)
    path.parent.mkdir(parents=True)
    for name in (".part", ".wheel1.part"):
        path.with_name(path.name + name).write_bytes(bytes(1_500_000))
    assert upkeep.bytes_freed(model) == 3_000_000
    assert "3 MB were freed" in models("remove", SMALL, "--yes").text
    assert not path.parent.exists()


def test_forget_takes_only_this_entry_out(models: Models, mine: Path, tmp_path: Path):
    other = write_gguf(tmp_path / "files" / "other.gguf", name="Other")
    assert models("import", str(other), "--id", "other").code == 0
    own_file().write_text("# my notes\n" + own_file().read_text())
    assert models("remove", "mine", "--forget", "--yes").code == 0
    assert "mine" not in catalogue()
    assert store.weights_path("other").read_bytes() == other.read_bytes()
    assert own_file().read_text().startswith("# my notes\n")
    said = models("remove", SMALL, "--forget")
    assert said.code == 2
    assert f"{SMALL} is in Deskhand's own catalogue" in said.text


def test_a_loaded_model_is_not_removed(models: Models):
    path = install_small_model()
    loaded.load(SMALL, 256)
    try:
        with pytest.raises(ModelError, match=f"{SMALL} is loaded at the moment"):
            upkeep.remove(spec(SMALL))
    finally:
        loaded.unload()
    assert path.exists()
    upkeep.remove(spec(SMALL))
    assert not path.is_symlink()


@pytest.mark.parametrize("command", ["pause", "resume", "cancel", "repair", "remove"])
def test_an_unknown_id_is_bad_use(models: Models, command: str):
    said = models(command, "no-such-model")
    assert said.code == 2
    assert 'There is no model "no-such-model"' in said.text
