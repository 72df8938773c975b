"""Large files over several connections, from a real server."""

from __future__ import annotations

import dataclasses
import hashlib
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from models.catalogue.catalogue import ModelFile, ModelSpec
from models.catalogue.sources import UrlSource
from models.fetch.download import fetch
from models.fetch.job import DownloadStopped, Patience
from models.files import store
from models.runtime.errors import ModelError
from tests.support.timing import within
from tests.support.weights_server import Page, WeightsServer, serving

pytestmark = pytest.mark.smoke

BODY = b"GGUF" + random.Random(5).randbytes(6_000_000)
HASTE = Patience(
    connect_seconds=5, stall_seconds=2, tries=3, first_pause_seconds=0.01, connections=4,
    stretch_bytes=300_000, many_from_bytes=1_000_000,
)  # fmt: skip


@pytest.fixture
def server(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WeightsServer]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with serving() as server:
        yield server


def model(*urls: str, size: int | None = len(BODY)) -> ModelSpec:
    digest = hashlib.sha256(BODY).hexdigest()
    file = ModelFile("tiny.gguf", digest, size, tuple(UrlSource(url) for url in urls))
    return ModelSpec("tiny", "language", "Tiny", "MIT", (file,))


def part(spec: ModelSpec) -> Path:
    path = store.weights_file(spec)
    return path.with_name(path.name + ".part")


def page(**settings: Any) -> Page:
    return dataclasses.replace(Page(BODY, says_ranges=True), **settings)


def test_every_stretch_is_asked_for_once_and_they_come_side_by_side(server: WeightsServer):
    offered = page(seconds_per_block=0.02)
    spec = model(server.add("/a", offered))
    seen: list[int] = []
    most: list[int] = []

    def note(done: int, total: int | None, speed: float) -> None:
        seen.append(done)
        most.append(offered.busy)

    assert fetch(spec, patience=HASTE, on_progress=note).read_bytes() == BODY
    assert sorted(offered.asked) == [0, *range(0, len(BODY), HASTE.stretch_bytes)]
    assert max(most) > 1
    assert seen == sorted(seen)
    assert seen[-1] == len(BODY)


def test_a_small_file_takes_one_connection(server: WeightsServer):
    offered = page()
    patience = dataclasses.replace(HASTE, many_from_bytes=len(BODY) + 1)
    assert fetch(model(server.add("/a", offered)), patience=patience).read_bytes() == BODY
    assert offered.asked == [0]


def test_connections_that_break_off_go_on(server: WeightsServer):
    offered = page(breaks=[len(BODY), 100_000, 50_000, 0, 200_000, 7, 0])
    assert fetch(model(server.add("/a", offered)), patience=HASTE).read_bytes() == BODY


def test_a_server_that_allows_fewer_connections_gets_fewer(server: WeightsServer):
    offered = page(at_once=1, seconds_per_block=0.001)
    assert fetch(model(server.add("/a", offered)), patience=HASTE).read_bytes() == BODY


def test_a_server_that_breaks_its_word_on_ranges(server: WeightsServer):
    offered = page(ranges=False)
    assert fetch(model(server.add("/a", offered)), patience=HASTE).read_bytes() == BODY


def test_a_server_that_sends_too_much(server: WeightsServer):
    offered = page(too_much=70_000)
    assert fetch(model(server.add("/a", offered)), patience=HASTE).read_bytes() == BODY


def test_a_server_that_gives_up_leaves_an_unbroken_beginning(server: WeightsServer):
    offered = page(breaks=[len(BODY), *[300_000] * 8, *[0] * 50])
    other = page()
    spec = model(server.add("/a", offered))
    with pytest.raises(ModelError, match=r"tried \d times"):
        fetch(spec, patience=HASTE)
    kept = part(spec).read_bytes()
    assert kept == BODY[: len(kept)]
    assert store.installed(spec) is None
    spec = model(server.add("/b", other))
    assert fetch(spec, patience=HASTE).read_bytes() == BODY
    assert min(other.asked) == len(kept)


def test_a_stop_keeps_an_unbroken_beginning(server: WeightsServer):
    spec = model(server.add("/a", page(seconds_per_block=0.05)))
    stop = threading.Event()
    set_at: list[float] = []

    def halt(done: int, total: int | None, speed: float) -> None:
        if done > 1_500_000 and not set_at:
            set_at.append(time.monotonic())
            stop.set()

    with pytest.raises(DownloadStopped):
        fetch(spec, patience=HASTE, stop=stop, on_progress=halt)
    within(time.monotonic() - set_at[0], 0.5)
    kept = part(spec).read_bytes()
    assert kept == BODY[: len(kept)]
    assert len(kept) > 100_000


def test_a_file_that_changes_meanwhile_is_not_taken(server: WeightsServer):
    offered = page(seconds_per_block=0.02)
    spec = model(server.add("/a", offered), size=None)

    def change(done: int, total: int | None, speed: float) -> None:
        if done > 1_000_000:
            offered.body = BODY + b"more"

    with pytest.raises(ModelError, match="changed during the download"):
        fetch(spec, patience=HASTE, on_progress=change)
    assert store.installed(spec) is None


def test_what_is_no_gguf_file_is_given_up_at_once(server: WeightsServer):
    offered = page(body=bytes(6_000_000), seconds_per_block=0.1)
    spec = model(server.add("/a", offered), size=None)
    with pytest.raises(ModelError, match="are not a GGUF file"):
        fetch(spec, patience=HASTE)
    assert not part(spec).exists()
    assert len(offered.asked) < 10
