"""The model of pictures that is held: loaded once, freed at rest, out of the way, refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from models.catalogue.catalogue import spec
from models.memory import loaded, loaded_pictures
from models.memory.fit import fit
from models.memory.machine import Machine
from models.runtime import sight
from models.runtime.errors import ModelError, OutOfMemory
from models.runtime.pictures import PictureLlama
from tests.support.installed import entry, installed_as_pictures
from tests.support.timing import waited_for
from tests.support.tiny_gguf import write_language, write_llava

pytestmark = pytest.mark.smoke

PLENTY = Machine(ram_total=8_000_000_000, ram_free=8_000_000_000)


@pytest.fixture
def mine(data_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """An installed model of pictures, a tiny random LLaVA that counts as seeing."""
    assert not installed_as_pictures(data_folder, list(write_llava(tmp_path)))
    monkeypatch.setattr(sight, "require", lambda model_id, files, model: None)
    monkeypatch.setattr("models.runtime.llama._default_threads", lambda: 1)
    yield "mine"
    loaded_pictures.give_way()
    assert not loaded_pictures.holds("mine")


def test_it_is_loaded_once_and_not_freed_while_it_is_used(mine: str):
    with loaded_pictures.seeing(mine) as first, loaded_pictures.seeing(mine) as second:
        assert first is second
        assert not loaded_pictures.give_way()
        assert loaded_pictures.holds(mine)
    with loaded_pictures.seeing(mine) as third:
        assert third is first
    assert loaded_pictures.give_way()
    assert not loaded_pictures.holds(mine)
    assert not loaded_pictures.give_way(), "nothing is left to free"


def test_it_is_freed_at_rest_when_the_person_wants_it(mine: str, data_folder: Path):
    (data_folder / "settings.toml").write_text("idle_unload_minutes = 0.005\n")
    with loaded_pictures.seeing(mine):
        pass
    waited_for(lambda: not loaded_pictures.holds(mine))
    (data_folder / "settings.toml").unlink()
    with loaded_pictures.seeing(mine):
        pass
    assert loaded_pictures._rest._timer is None
    assert loaded_pictures.holds(mine)


def test_without_room_it_is_refused_and_said(mine: str, monkeypatch: pytest.MonkeyPatch):
    full = Machine(ram_total=8_000_000_000, ram_free=100_000_000)
    monkeypatch.setattr(loaded_pictures, "this_machine", lambda: full)
    with (
        pytest.raises(
            OutOfMemory, match=r"mine was not loaded. It does not fit.*Icons keep no description"
        ),
        loaded_pictures.seeing(mine),
    ):
        pass
    assert not loaded_pictures.holds(mine)


def test_what_fails_for_want_of_memory_is_tried_with_half_the_context(
    mine: str, monkeypatch: pytest.MonkeyPatch
):
    opened = PictureLlama.__init__
    rooms: list[int] = []

    def short(self: PictureLlama, path: Path, projector: Path, tokens: int, **more: object) -> None:
        rooms.append(tokens)
        if len(rooms) == 1:
            raise OutOfMemory("The memory is full.")
        opened(self, path, projector, tokens, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(PictureLlama, "__init__", short)
    with loaded_pictures.seeing(mine):
        assert rooms[1] == max(1024, rooms[0] // 2)


def test_a_failed_load_leaves_nothing_behind(mine: str, data_folder: Path):
    (data_folder / "models" / mine / "tiny-mmproj.gguf").unlink(missing_ok=True)
    for file in (data_folder / "models" / mine).glob("*mmproj*"):
        file.unlink()
    with pytest.raises(ModelError), loaded_pictures.seeing(mine):
        pass
    assert not loaded_pictures.holds(mine)


def test_it_gives_way_to_the_language_model(
    mine: str, data_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    (data_folder / "models" / "talks").mkdir()
    language = write_language(data_folder / "models" / "talks" / "m.gguf")
    listed = data_folder / "models.toml"
    listed.write_text(listed.read_text("utf-8") + entry("talks", (language, "weights")), "utf-8")
    need = fit(spec("talks"), PLENTY).need.ram
    crowded = Machine(ram_total=PLENTY.ram_total, ram_free=need)

    def machine() -> Machine:
        return crowded if loaded_pictures.holds(mine) else PLENTY

    with loaded_pictures.seeing(mine):
        pass
    monkeypatch.setattr(loaded, "this_machine", machine)
    assert loaded.load("talks", 512)
    assert not loaded_pictures.holds(mine)
    loaded.unload()
