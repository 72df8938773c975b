"""The model that is held: switched, waited for, freed; with adapters; with too little memory."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from benchmarks.language_models.switching import switch
from models.catalogue.catalogue import spec
from models.files import store
from models.files.loading_settings import LoadingSettings, loading_settings
from models.files.settings_file import change
from models.memory import loaded
from models.memory.loading import Loading
from models.runtime.errors import ModelError, OutOfMemory
from models.runtime.llama import LlamaModel
from models.runtime.llm import Message
from tests.support import skips
from tests.support.installed import entry
from tests.support.made_gguf import write_gguf as write_header_only
from tests.support.places import ROOT
from tests.support.timing import waited_for
from tests.support.tiny_gguf import write_adapter, write_language

ASK = [Message("user", "abc")]


@pytest.fixture
def models(data_folder: Path) -> list[str]:
    """Three small models that differ, installed; the ids."""
    text, ids = "", []
    for number, tokens in enumerate((2048, 4096, 2048)):
        identity = f"tiny-{number}"
        path = data_folder / "models" / identity / "m.gguf"
        path.parent.mkdir(parents=True)
        write_language(path, number, tokens)
        text += entry(identity, (path, "weights"))
        ids.append(identity)
    (data_folder / "models.toml").write_text(text)
    return ids


@pytest.fixture(autouse=True)
def _nothing_stays_loaded():
    yield
    loaded.unload()


def said(model: object) -> str:
    assert isinstance(model, LlamaModel)
    return model.complete(ASK, max_tokens=6).text


def test_switching_frees_the_old_model_and_leaks_nothing(models: list[str]):
    found = switch(models, 6, 1024)
    assert found.growth < 0.05
    assert found.last_files == found.first_files
    assert set(found.said) == {found.said[0]}
    assert len(set(found.said[0])) > 1


def test_the_model_in_memory_has_its_id_and_any_other_its_name(models: list[str]):
    first = loaded.load(models[0], 512)
    assert (loaded.id_of(first), first.name) == (models[0], "m")
    second = loaded.load(models[1], 512)
    assert (loaded.id_of(first), loaded.id_of(second)) == ("m", models[1])


def test_another_profile_loads_the_model_again_with_its_context(models: list[str]):
    assert loaded.load(models[1]).context_tokens == 4096
    change({"profile": "standard"})
    assert loaded.load(models[0]).context_tokens == 2048  # Its own is no longer.
    assert loaded.held() is not None
    assert loaded._held.context_tokens == 16_384


def test_a_switch_waits_until_the_run_ends(models: list[str]):
    first = loaded.load(models[0], 512)
    waits: list[str] = []
    ended = threading.Event()

    def other_run() -> None:
        with loaded.lease(first):
            waited_for(lambda: waits)
            said(first)  # Still usable while the switch waits.
            ended.set()

    run = threading.Thread(target=other_run)
    run.start()
    waited_for(lambda: loaded._held.leases)
    second = loaded.load(models[1], 512, on_wait=lambda: waits.append("asked"))
    assert ended.is_set()
    assert waits == ["asked"]
    assert loaded.holds(models[1])
    assert said(second)
    run.join()


def test_a_switch_can_stop_the_run_or_be_given_up(models: list[str]):
    first = loaded.load(models[0], 512)
    stop_run = threading.Event()

    def other_run() -> None:
        with loaded.lease(first):
            stop_run.wait()

    run = threading.Thread(target=other_run)
    run.start()
    waited_for(lambda: loaded._held.leases)
    waiting = Loading(models[1], 512)
    waiting.give_up()
    with pytest.raises(ModelError, match="tiny-1 was not loaded: the wait for the run that uses"):
        waiting.wait()
    assert loaded.load(models[0], 512) is first
    loaded.load(models[1], 512, on_wait=stop_run.set)
    assert loaded.holds(models[1])
    run.join()


def test_a_run_cannot_wait_for_itself(models: list[str]):
    model = loaded.load(models[0], 512)
    with loaded.lease(model):
        with pytest.raises(ModelError, match="this run is using tiny-0"):
            loaded.load(models[1], 512)
        with pytest.raises(ModelError, match="The model was not unloaded: this run is using"):
            loaded.unload()
    loaded.load(models[1], 512)


def test_loading_in_the_background_tells_how_far_it_is(models: list[str]):
    loading = Loading(models[0], 512)
    assert said(loading.wait(60))
    assert (loading.progress, loading.done, loading.notice) == (1.0, True, "")
    told: list[float] = []
    LlamaModel(store.weights_path(models[1]), 512, on_progress=told.append).close()
    assert told == sorted(told)
    assert told[-1] == 1.0


def test_an_idle_model_is_freed_only_when_the_person_wants_it(models: list[str], data_folder: Path):
    settings = data_folder / "settings.toml"
    model = loaded.load(models[0], 512)
    with loaded.lease(model):
        pass
    assert loaded._rest._timer is None
    settings.write_text("idle_unload_minutes = 0.005\n")
    with loaded.lease(model):
        time.sleep(0.4)
        assert loaded.holds(models[0])
    waited_for(lambda: not loaded.holds(models[0]))
    again = loaded.load(models[0], 512)
    settings.write_text("idle_unload_minutes = 60\n")
    with loaded.lease(again):
        pass
    assert loaded._rest._timer is not None
    assert loaded.load(models[0], 512) is again
    assert loaded._rest._timer is None


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("idle_unload_minutes = -1", "idle_unload_minutes must be a number of minutes, not -1"),
        ("idle_unload_minutes = true", "must be a number of minutes"),
        ('load_anyway = "yes"', "load_anyway must be true or false, not 'yes'"),
        ("=", "cannot be read"),
    ],
)
def test_wrong_settings_are_said(data_folder: Path, text: str, problem: str):
    assert loading_settings() == LoadingSettings()
    (data_folder / "settings.toml").write_text(text)
    with pytest.raises(ModelError, match=problem):
        loading_settings()


def test_a_model_that_does_not_fit_is_refused_and_the_old_one_stays(
    models: list[str], data_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    from models.memory.machine import Machine

    first = loaded.load(models[0], 512)
    monkeypatch.setattr(loaded, "this_machine", lambda: Machine(10**9, 10**6))
    with pytest.raises(OutOfMemory) as raised:
        loaded.load(models[1], 1024)
    assert "tiny-1 was not loaded. It does not fit into RAM: it needs" in str(raised.value)
    assert "load_anyway" in raised.value.hint
    assert loaded.load(models[0], 512) is first
    (data_folder / "settings.toml").write_text("load_anyway = true\n")
    assert said(loaded.load(models[1], 1024))


def test_a_file_that_llama_refuses_gives_the_old_model_back(models: list[str], data_folder: Path):
    path = data_folder / "models" / "broken" / "m.gguf"
    write_header_only(path)
    with (data_folder / "models.toml").open("a") as file:
        file.write(entry("broken", (path, "weights")))
    before = said(loaded.load(models[0], 512))
    with pytest.raises(ModelError, match="cannot be loaded"):
        loaded.load("broken", 512)
    assert loaded.holds(models[0])
    assert said(loaded.load(models[0], 512)) == before


SHORT = """
import resource, sys
from models.memory import loaded
from models.runtime.errors import OutOfMemory
from models.runtime.llm import Message

def room(extra):
    pages = int(open("/proc/self/statm").read().split()[0])
    limit = pages * resource.getpagesize() + extra
    resource.setrlimit(resource.RLIMIT_AS, (limit, resource.RLIM_INFINITY))

loaded.load("wide", 1 << 16).complete([Message("user", "abc")], max_tokens=2)
loaded.load("old", 512).complete([Message("user", "abc")], max_tokens=2)
room(int(sys.argv[1]) * 1_000_000)
told = []
try:
    model = loaded.load("wide", 1 << 20, tell=told.append)
    print("loaded", model.context_tokens, *told)
except OutOfMemory as error:
    room(10**9)
    print("failed", loaded.holds("old"), loaded.load("old", 512).context_tokens, error)
"""


@pytest.mark.skipif(sys.platform != "linux", reason=skips.LINUX)
@pytest.mark.parametrize(
    ("megabytes", "begins"),
    [
        (2000, "loaded 1048576\n"),
        (320, "loaded 524288 Memory is short, so wide runs with a context of 524,288 tokens.\n"),
        (40, "failed True 512 wide does not fit into memory: m cannot be started:"),
    ],
)
def test_memory_that_runs_out_means_a_smaller_context_or_the_old_model(
    data_folder: Path, megabytes: int, begins: str
):
    text = ""
    for identity, tokens in (("wide", 1 << 20), ("old", 2048)):
        path = data_folder / "models" / identity / "m.gguf"
        path.parent.mkdir(parents=True)
        text += entry(identity, (write_language(path, 0, tokens), "weights"))
    (data_folder / "models.toml").write_text(text)
    done = subprocess.run(
        [sys.executable, "-c", SHORT, str(megabytes)], cwd=ROOT, capture_output=True, text=True,
        env={**os.environ, "MALLOC_ARENA_MAX": "1", "OMP_NUM_THREADS": "1"}, check=False,
    )  # fmt: skip
    assert done.stdout.startswith(begins), (done.stdout, done.stderr[-1000:])


def test_an_adapter_of_the_entry_changes_what_is_said(data_folder: Path):
    folder = data_folder / "models"
    texts = ""
    for identity, seed in (("plain", None), ("tuned", 5)):
        place = folder / identity
        place.mkdir(parents=True)
        files = [(write_language(place / "m.gguf"), "weights")]
        if seed is not None:
            files.append((write_adapter(place / "a.gguf", seed=seed), "adapter"))
        texts += entry(identity, *files)
    (data_folder / "models.toml").write_text(texts)
    assert store.adapter_files(spec("tuned")) == [folder / "tuned" / "a.gguf"]
    assert said(loaded.load("plain", 512)) != said(loaded.load("tuned", 512))


def test_wrong_adapters_are_said(tmp_path: Path):
    model = write_language(tmp_path / "m.gguf")
    other = write_adapter(tmp_path / "wide.gguf", width=64)
    text = tmp_path / "text.gguf"
    text.write_text("no adapter at all")
    for adapter, problem in (
        (other, "cannot be used: .*An adapter works only with"),
        (model, "is not a LoRA adapter"),
        (text, "is not a GGUF file"),
        (tmp_path / "none.gguf", "does not exist"),
    ):
        with pytest.raises(ModelError, match=problem):
            LlamaModel(model, 256, adapters=[adapter])


def test_bad_files_are_said(tmp_path: Path):
    for name, content, problem in (
        ("page.gguf", b"<!doctype html>" * 50, "is not a GGUF file"),
        ("empty.gguf", b"", "empty.gguf"),
    ):
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(ModelError, match=problem):
            LlamaModel(path)
    with pytest.raises(ModelError, match='the unknown architecture "marsian"'):
        LlamaModel(write_header_only(tmp_path / "strange.gguf", "marsian"))
    with pytest.raises(ModelError, match="The model file"):
        LlamaModel(tmp_path / "none.gguf")
    with pytest.raises(ModelError, match='There is no model "gone"'):
        loaded.load("gone")


@pytest.mark.skipif(sys.platform == "win32", reason=skips.POSIX)
def test_a_file_that_may_not_be_read_is_said(tmp_path: Path):
    path = write_language(tmp_path / "m.gguf")
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip(skips.ROOT_READS)
    with pytest.raises(ModelError, match=r"cannot be read: Permission denied.*permissions"):
        LlamaModel(path)
