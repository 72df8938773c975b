"""What the tab Models does with models that are here, without a page: real small models."""

# ruff: noqa: F811 - fixtures
from __future__ import annotations

from pathlib import Path

from models.catalogue.catalogue import spec
from models.files import results, store
from models.memory import loaded
from panel.models.work.service import STOPPED_BY, Service
from panel.models.work.words import size
from tests.support.models_service import (  # noqa: F401 - fixtures
    Runs,
    ended,
    fetching,
    overview,
    row,
    runs,
    server,
    service,
    tiny,
)
from tests.support.offered_models import offer, tiny_bytes
from tests.support.timing import waited_for
from tests.support.weights_server import WeightsServer


def test_use_and_what_is_in_the_way(service: Service, tiny: str, runs: Runs, server: WeightsServer):
    offer(server, "far")
    service.use("far")
    assert "is not on this machine yet. Download it first." in ended(service).said
    assert store.selected() == store.DEFAULT_MODEL
    runs.running = True
    service.use(tiny)
    assert store.selected() == tiny
    told = ended(service)
    assert (told.state, told.offers) == ("done", ("stop-run",))
    assert "is used from the next run on" in told.said
    service.stop_run()
    assert runs.stopped == [STOPPED_BY]
    assert row(service, tiny).in_use


def test_a_model_is_loaded_seen_and_freed(service: Service, tiny: str):
    service.load(tiny)
    assert "is in memory" in ended(service).said
    now = overview(service)
    assert [one for one, _ in now.held] == [tiny]
    assert now.held[0][1] > 0
    assert row(service, tiny).held
    service.unload()
    assert ended(service).said == "The memory is free."
    assert overview(service).held == ()


def test_loading_waits_for_a_run_and_can_be_given_up(
    service: Service, server: WeightsServer, tiny: str, runs: Runs, tmp_path: Path
):
    offer(server, "other", tiny_bytes(tmp_path, 1))
    service.get("other")
    waited_for(lambda: store.ready(spec("other")))
    with loaded.lease(loaded.load("other")):
        runs.running = True
        service.load(tiny)
        waited_for(lambda: "stop-run" in service.jobs.read()[0].offers)
        job = service.jobs.read()[0]
        assert "is loaded when it has ended" in job.said
        service.jobs.give_up(job.number)
        # The lease is this thread's: the job's thread waits for it.
        assert "the wait for the run that uses other was stopped" in ended(service).said
    assert loaded.holds("other")


def test_a_model_is_measured_and_a_run_ends_that(service: Service, tiny: str, runs: Runs):
    service.measure(tiny)
    assert "of 10 choices correct" in ended(service).said
    score = row(service, tiny).score
    assert score == results.scores()[tiny]
    assert not loaded.holds(tiny), "it is freed again"
    service.measure(tiny)
    waited_for(lambda: "Question" in service.jobs.read()[0].said)
    runs.running = True
    assert ended(service).said == "A run began, so nothing was measured."
    service.measure(tiny)
    assert "Measure when it has ended" in ended(service).said


# Upkeep


def test_remove_frees_the_memory_too(service: Service, tiny: str, runs: Runs):
    service.load(tiny)
    ended(service)
    runs.running = True
    service.remove(tiny)
    assert "A run uses this model" in ended(service).said
    assert store.ready(spec(tiny))
    runs.running = False
    frees = row(service, tiny).frees
    assert frees == store.weights_file(spec(tiny)).stat().st_size
    service.remove(tiny)
    assert ended(service).said == f"Model tiny was removed. {size(frees)} were freed."
    assert not loaded.holds(tiny)
    assert not row(service, tiny).here


def test_damage_is_found_told_and_mended(service: Service, tiny: str):
    path = store.weights_path(tiny)
    right = path.read_bytes()
    service.check(tiny)
    assert ended(service).said == "All files of Model tiny are intact."
    path.write_bytes(right[:-1] + bytes([right[-1] ^ 1]))
    service.check(tiny)
    told = ended(service)
    assert (told.state, told.offers) == ("failed", ("mend",))
    assert "is damaged: its SHA-256" in told.said
    assert row(service, tiny).trouble
    assert not row(service, tiny).ready
    service.mend(tiny)
    waited_for(lambda: path.is_file() and path.read_bytes() == right)
    waited_for(lambda: fetching(service, tiny) is None)
    assert row(service, tiny).ready
