"""The service behind the tab Models for tests, with a real server of models."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from models.catalogue.catalogue import spec
from models.files import store
from models.memory import loaded
from panel.models.work.fetcher import Fetching
from panel.models.work.jobs import Job
from panel.models.work.overview import Overview, Row, look
from panel.models.work.service import Service
from tests.support.offered_models import HASTE, offer, tiny_bytes
from tests.support.timing import waited_for
from tests.support.weights_server import WeightsServer, serving

SLOW = 0.2


class Runs:
    """A run that goes on or not."""

    def __init__(self) -> None:
        self.running = False
        self.stopped: list[str] = []

    def stop(self, by: str) -> None:
        self.stopped.append(by)
        self.running = False


@pytest.fixture
def server(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WeightsServer]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with serving() as server:
        yield server


@pytest.fixture
def runs() -> Runs:
    return Runs()


@pytest.fixture
def service(data_folder: Path, runs: Runs) -> Iterator[Service]:
    yield Service(runs, HASTE)
    loaded.unload()


@pytest.fixture
def tiny(service: Service, server: WeightsServer, tmp_path: Path) -> str:
    """A real model that is here."""
    offer(server, "tiny", tiny_bytes(tmp_path))
    service.get("tiny")
    arrived(service, "tiny")
    return "tiny"


def fetching(service: Service, identity: str) -> Fetching | None:
    found = service.downloads()
    assert not found.trouble
    return next((one for one in found.models if one.model.id == identity), None)


def wait_for(service: Service, identity: str, state: str) -> Fetching:
    def there() -> Fetching | None:
        one = fetching(service, identity)
        return one if one is not None and one.state == state else None

    found = waited_for(there)
    assert found is not None
    return found


def wait_begun(service: Service, identity: str, least: int = 200_000) -> None:
    waited_for(lambda: (one := fetching(service, identity)) is not None and one.done >= least)


def arrived(service: Service, identity: str) -> None:
    """Wait until a model is here and nothing is done for its download any more: the file stands in
    its place a moment before the thread that fetched it is through."""
    waited_for(lambda: store.ready(spec(identity)) and not service._fetcher.fetches(identity))


def ended(service: Service) -> Job:
    """The newest job, when nothing is being worked on any more."""
    waited_for(lambda: (all_ := service.jobs.read()) and all_[0].state != "working")
    return service.jobs.read()[0]


def overview(service: Service) -> Overview:
    """As it is at this moment."""
    return look(service._troubles())


def row(service: Service, identity: str) -> Row:
    found = overview(service).row(identity)
    assert found is not None
    return found


def part(identity: str) -> Path:
    path = store.weights_file(spec(identity))
    return path.with_name(path.name + ".part")
