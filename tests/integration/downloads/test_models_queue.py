"""Downloads that wait, rest, go on in another process, and are given up."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from models.catalogue.catalogue import spec
from models.fetch import queue as waiting
from models.files import store
from models.runtime.errors import ModelError
from tests.support import skips
from tests.support.offered_models import BODY, offer
from tests.support.places import ROOT
from tests.support.said import Models
from tests.support.timing import AMPLE, waited_for
from tests.support.weights_server import WeightsServer, serving

GET = [sys.executable, "-c", "from commands.main import main; main()", "models", "get", "--yes"]


@pytest.fixture
def models(
    data_folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Models:
    monkeypatch.setenv("COLUMNS", "200")
    return Models(capsys, monkeypatch)


@pytest.fixture
def server(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WeightsServer]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with serving() as server:
        yield server


def part(identity: str) -> Path:
    path = store.weights_file(spec(identity))
    return path.with_name(path.name + ".part")


def getting(identity: str) -> subprocess.Popen[str]:
    """Fetch in another process; come back when a part is there."""
    process = subprocess.Popen(
        [*GET, identity], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip

    def has_begun() -> bool:
        there = part(identity).stat().st_size if part(identity).exists() else 0
        return there > 200_000 or process.poll() is not None

    waited_for(has_begun)
    assert process.poll() is None, process.communicate()[0]
    return process


def test_what_is_done_is_not_in_the_list(models: Models, server: WeightsServer):
    offer(server, "a")
    assert "No downloads are waiting." in models("queue").text
    assert models("get", "a", "--yes").code == 0
    assert waiting.read() == []
    assert "No downloads are waiting." in models("resume").text


@pytest.mark.smoke
def test_a_killed_download_is_still_in_the_list_and_goes_on(models: Models, server: WeightsServer):
    page = offer(server, "a", seconds_per_block=0.4)
    offer(server, "b")
    process = getting("a")
    process.kill()
    process.wait(AMPLE)
    waiting.put("b")
    page.seconds_per_block = 0
    assert [one["id"] for one in json.loads(waiting.queue_file().read_text())] == ["a", "b"]
    assert "a waiting, " in " ".join(models("queue").text.split())
    assert "waiting, " in models("list").text
    said = models("resume")
    assert said.code == 0, said.text
    assert store.weights_path("a").read_bytes() == store.weights_path("b").read_bytes() == BODY
    assert page.asked[-1] > 200_000
    assert waiting.read() == []


def test_pause_stops_another_process_and_resume_goes_on(models: Models, server: WeightsServer):
    page = offer(server, "a", seconds_per_block=0.4)
    process = getting("a")
    assert "Resume it with: deskhand models resume a" in models("pause", "a").text
    output, _ = process.communicate(timeout=AMPLE)
    assert process.returncode == 130
    assert "The download of Model a is paused. The partial download is kept." in output
    kept = part("a").stat().st_size
    assert part("a").read_bytes() == BODY[:kept]
    assert "paused, " in models("list").text
    page.seconds_per_block = 0
    assert models("resume", "a").code == 0
    assert page.asked == [0, kept]
    assert store.weights_path("a").read_bytes() == BODY


def test_cancel_stops_another_process_and_deletes_the_part(models: Models, server: WeightsServer):
    offer(server, "a", seconds_per_block=0.4)
    process = getting("a")
    said = models("cancel", "a")
    assert said.code == 0, said.text
    output, _ = process.communicate(timeout=AMPLE)
    assert process.returncode == 130
    assert "The download of Model a was cancelled." in output
    assert not part("a").exists()
    assert waiting.read() == []


@pytest.mark.skipif(sys.platform == "win32", reason=skips.POSIX)
def test_ctrl_c_leaves_it_in_the_list(models: Models, server: WeightsServer):
    offer(server, "a", seconds_per_block=0.4)
    process = getting("a")
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=AMPLE)
    assert process.returncode == 130
    assert "The partial download is kept." in output
    assert [(one.id, one.state) for one in waiting.read()] == [("a", "waiting")]


def test_one_that_fails_does_not_keep_the_others_from_coming(models: Models, server: WeightsServer):
    offer(server, "a").status = 404
    offer(server, "b")
    waiting.put("a")
    waiting.put("b")
    said = models("resume")
    assert said.code == 1
    assert "Not downloaded: a. They stay in the queue." in said.text
    assert "a failed, 0 %: Model a could not be downloaded. Tried:" in models("queue").text
    assert store.installed(spec("b"))


def test_what_is_in_no_catalogue_any_more_leaves_the_list(models: Models, server: WeightsServer):
    offer(server, "a")
    waiting.put("gone")
    waiting.put("a")
    said = models("resume")
    assert said.code == 0, said.text
    assert "gone is no longer in a catalogue, so it is not downloaded." in said.text
    assert store.installed(spec("a"))
    assert waiting.read() == []


@pytest.mark.parametrize("command", ["pause", "cancel"])
def test_what_is_not_being_fetched_is_said(models: Models, command: str):
    said = models(command, "qwen3-4b-q4")
    assert said.code == 1
    assert "qwen3-4b-q4 is not in the download queue. See: deskhand models queue" in said.text


@pytest.mark.parametrize("text", ["{", "[1]", '[{"id": "a", "state": "odd"}]', '[{"name": "a"}]'])
def test_a_list_that_cannot_be_read_is_said(models: Models, text: str):
    waiting.queue_file().write_text(text)
    with pytest.raises(ModelError, match=r"The list of downloads .*downloads.json cannot be read"):
        waiting.read()
    assert models("queue").code == 1
