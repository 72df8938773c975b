"""What the tab Models downloads, without a page: real files from a real server."""

# ruff: noqa: F811 - fixtures
from __future__ import annotations

import threading
from pathlib import Path

import pytest

from models.catalogue.catalogue import spec
from models.fetch import queue as waiting
from models.files import store
from models.runtime.errors import ModelError
from panel.models import actions
from panel.models.work.service import Service
from panel.page.control import Control
from tests.support.models_service import (  # noqa: F401 - fixtures
    SLOW,
    Runs,
    ended,
    fetching,
    part,
    row,
    runs,
    server,
    service,
    wait_begun,
    wait_for,
)
from tests.support.offered_models import BODY, HASTE, offer, tiny_bytes, write_entry
from tests.support.timing import waited_for
from tests.support.weights_server import WeightsServer


def test_a_download_is_paused_resumed_and_arrives(service: Service, server: WeightsServer):
    page = offer(server, "a", seconds_per_block=SLOW)
    service.get("a")
    wait_begun(service, "a")
    now = wait_for(service, "a", "fetching")
    assert (now.total, now.speed > 0) == (len(BODY), True)
    service.pause("a")
    paused = wait_for(service, "a", "paused")
    kept = part("a").stat().st_size
    assert paused.done == kept == len(part("a").read_bytes())
    assert not row(service, "a").here
    assert row(service, "a").begun == kept
    page.seconds_per_block = 0
    service.get("a")
    waited_for(lambda: fetching(service, "a") is None)
    assert store.weights_path("a").read_bytes() == BODY
    assert page.asked == [0, kept]
    assert row(service, "a").ready


def test_a_connection_that_is_cut_goes_on(service: Service, server: WeightsServer):
    page = offer(server, "a", breaks=[500_000, 700_000])
    service.get("a")
    waited_for(lambda: store.ready(spec("a")))
    assert page.asked == [0, 500_000, 1_200_000]
    waited_for(lambda: waiting.read() == [])


def test_cancel_deletes_what_is_here(service: Service, server: WeightsServer):
    offer(server, "a", seconds_per_block=SLOW)
    service.get("a")
    wait_begun(service, "a")
    service.cancel("a")
    waited_for(lambda: fetching(service, "a") is None and not part("a").exists())
    assert ended(service).said == "The download of Model a was cancelled."
    service.cancel("a")
    assert "is not in the download queue" in ended(service).said


def test_one_after_the_other(service: Service, server: WeightsServer):
    slow = offer(server, "a", seconds_per_block=SLOW)
    offer(server, "b")
    service.get("a")
    service.get("b")
    wait_begun(service, "a")
    assert wait_for(service, "b", "waiting").done == 0
    service.pause("a")
    waited_for(lambda: store.ready(spec("b")))
    assert wait_for(service, "a", "paused").done > 0
    slow.seconds_per_block = 0
    service.get("a")
    waited_for(lambda: store.ready(spec("a")))


def test_wrong_bytes_are_never_ready(service: Service, server: WeightsServer):
    offer(server, "a")
    server.pages["/a.gguf"].body = BODY[:-1] + b"?"
    service.get("a")
    failed = wait_for(service, "a", "failed")
    assert "have the wrong SHA-256" in failed.reason
    assert "deskhand" not in failed.reason
    assert not store.weights_file(spec("a")).exists()
    assert not part("a").exists()
    assert not row(service, "a").ready
    server.pages["/a.gguf"].body = BODY
    service.get("a")
    waited_for(lambda: store.ready(spec("a")))


def test_without_a_network_it_says_so(service: Service, data_folder: Path):
    write_entry("a", BODY, "http://127.0.0.1:9/a.gguf")
    service.get("a")
    failed = wait_for(service, "a", "failed")
    assert failed.reason.startswith("Model a could not be downloaded. Tried:")
    assert "a.gguf: Connection refused (tried 2 times)" in failed.reason
    assert "Check the network and try again" in failed.reason


def test_a_full_disk_is_told_and_keeps_what_is_here(
    service: Service, server: WeightsServer, monkeypatch: pytest.MonkeyPatch
):
    page = offer(server, "a", seconds_per_block=SLOW)
    service.get("a")
    wait_begun(service, "a")
    service.pause("a")
    kept = wait_for(service, "a", "paused").done
    page.seconds_per_block = 0
    with monkeypatch.context() as patch:
        patch.setattr("models.fetch.job._RESERVE_BYTES", 1 << 60)
        service.get("a")
        failed = wait_for(service, "a", "failed")
    assert "is full: Model a needs 2 MB more" in failed.reason
    assert "DESKHAND_DATA" not in failed.reason
    assert failed.done == kept
    service.get("a")
    waited_for(lambda: store.ready(spec("a")))
    assert page.asked[-1] == kept


def test_what_was_not_finished_is_there_after_a_restart(server: WeightsServer, runs: Runs):
    page = offer(server, "a", seconds_per_block=SLOW)
    part("a").parent.mkdir(parents=True)
    part("a").write_bytes(BODY[:300_000])
    waiting.put("a")  # As the end of the panel leaves it.
    service = Service(runs, HASTE)
    assert wait_for(service, "a", "unfinished").done == 300_000
    assert row(service, "a").begun == 300_000
    page.seconds_per_block = 0
    service.get("a")
    waited_for(lambda: store.ready(spec("a")))
    assert page.asked == [300_000]


def test_another_program_that_fetches_is_seen_and_can_be_paused(
    service: Service, server: WeightsServer
):
    offer(server, "a", seconds_per_block=SLOW)
    stopped: list[ModelError] = []

    def other() -> None:
        try:
            waiting.fetch_waiting(spec("a"))
        except ModelError as error:
            stopped.append(error)

    thread = threading.Thread(target=other)
    thread.start()
    waited_for(lambda: part("a").is_file() and part("a").stat().st_size)
    wait_for(service, "a", "elsewhere")
    service.pause("a")
    thread.join()
    assert "is paused" in str(stopped[0])
    assert wait_for(service, "a", "paused").done > 0


def test_a_list_that_cannot_be_read_is_told(service: Service, data_folder: Path):
    waiting.queue_file().write_text("what is this")
    assert "cannot be read" in service.downloads().trouble


def test_the_recommended_models_are_fetched_and_used(service: Service, server: WeightsServer):
    offer(server, "a")
    offer(server, "b", tiny_bytes(store.weights_file(spec("a")).parents[2]))
    actions.press(service, Control(), actions.Views(), {"do": "set", "about": "b,a"}, "page")
    waited_for(lambda: store.ready(spec("a")) and store.ready(spec("b")))
    waited_for(lambda: store.selected() == "b")
