"""What is added in the tab Models, without a page, and its small parts."""

# ruff: noqa: F811 - fixtures
from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from models.catalogue.catalogue import own, spec
from models.fetch import queue as waiting
from models.files import paths, store
from models.runtime.errors import ModelError
from panel.models import actions
from panel.models.shared_markup import View
from panel.models.work.adding import OnAServer, OnTheNet, OnThisMachine
from panel.models.work.jobs import SEEN, Ending, Jobs, Telling
from panel.models.work.overview import Looking, Overview, look
from panel.models.work.service import Service
from panel.models.work.words import problem
from panel.page.control import Control
from tests.support.engine_server import saying, served
from tests.support.models_service import (  # noqa: F401 - fixtures
    arrived,
    ended,
    overview,
    row,
    runs,
    server,
    service,
)
from tests.support.offered_models import offer, tiny_bytes
from tests.support.timing import waited_for
from tests.support.weights_server import WeightsServer


def test_a_model_of_an_address_is_added_fetched_and_forgotten(
    service: Service, server: WeightsServer, tmp_path: Path
):
    body = tiny_bytes(tmp_path)
    offer(server, "source", body)
    service.add(OnTheNet(f"{server.address}/source.gguf"))
    told = ended(service)
    assert (told.state, told.offers) == ("done", ("get",))
    assert "Its SHA-256 is not known" in told.said
    assert told.about in own()
    service.get(told.about)
    arrived(service, told.about)
    service.forget(told.about)
    assert "is no longer in the list" in ended(service).said
    assert told.about not in own()
    assert not (paths.data_folder() / "models" / told.about).exists()


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (OnTheNet(""), "Type a repository, such as"),
        (OnTheNet("Qwen/Qwen3"), "Name the file in Qwen/Qwen3."),
        (OnTheNet("http://127.0.0.1:9/x.gguf", "x.gguf"), "An address needs no file name."),
        (OnTheNet("http://127.0.0.1:9/x.gguf", sha256="12"), "This is not a SHA-256."),
        (OnTheNet("http://127.0.0.1:9/x.gguf"), "cannot be read"),
        (OnThisMachine(""), "Type where the file is"),
        (OnThisMachine("/no/such.gguf"), "The file /no/such.gguf does not exist."),
        (OnAServer("", "m"), "Type the address of the server"),
        (OnAServer("http://127.0.0.1:9/v1", ""), "Type the name that the model has"),
        (OnAServer("nonsense", "m"), "is not the URL of a server"),
        (OnAServer("http://127.0.0.1:9/v1", "m", "not a name"), "not the name of an environment"),
        (OnAServer("http://127.0.0.1:9/v1", "m"), "127.0.0.1:9"),
    ],
)
def test_bad_input_gets_a_sentence(
    service: Service, wish: OnTheNet | OnThisMachine | OnAServer, said: str
):
    match wish:
        case OnTheNet():
            service.add(wish)
        case OnThisMachine():
            service.bring(wish)
        case OnAServer():
            service.connect(wish)
    told = ended(service)
    assert told.state == "failed"
    assert said in told.said
    assert "deskhand models" not in told.said
    assert own() == {}


@pytest.mark.parametrize("link", [False, True])
def test_a_file_is_imported(service: Service, tmp_path: Path, link: bool):
    path = tmp_path / "My Model.gguf"
    path.write_bytes(tiny_bytes(tmp_path))
    service.bring(OnThisMachine(str(path), link=link))
    told = ended(service)
    assert told.state == "done", told.said
    assert ("stays where it is" if link else "was copied") in told.said
    assert store.weights_path(told.about).read_bytes() == path.read_bytes()
    assert store.weights_file(spec(told.about)).is_symlink() is link


def test_a_server_is_connected_and_used(service: Service, data_folder: Path):
    with served(saying(lambda _: "yes")) as engine:
        service.connect(OnAServer(engine.url, "small"))
        told = ended(service)
        assert told.state == "done", told.said
        service.use(told.about)
    assert store.selected() == told.about
    assert row(service, told.about).ready
    service.forget(told.about)
    assert "Choose another one first" in ended(service).said


# Parts


def test_a_broken_catalogue_of_the_person_is_told(service: Service, data_folder: Path):
    (data_folder / "models.toml").write_text("[[model]]\nid = 1\n")
    now = overview(service)
    assert "models.toml has an error" in now.trouble
    assert now.row(store.DEFAULT_MODEL) is not None


def test_one_job_for_a_model_at_a_time_and_old_ones_go():
    jobs, go = Jobs(), threading.Event()

    def work(tell: Telling) -> Ending:
        tell("half", 0.5)
        go.wait()
        return Ending("done")

    assert jobs.start("One", "a", work)
    assert jobs.start("Two", "a", work) == 0
    assert jobs.start("Three", "b", work)
    waited_for(lambda: all(one.fraction == 0.5 for one in jobs.read()))
    jobs.dismiss(jobs.read()[0].number)
    assert len(jobs.read()) == 2, "what goes on stays in sight"
    go.set()
    waited_for(lambda: all(one.state == "done" for one in jobs.read()))
    for number in range(9):
        jobs.note(str(number), Ending("told"))
    assert [one.title for one in jobs.read()] == ["8", "7", "6", "5", "4"]
    jobs.dismiss(jobs.read()[0].number)
    assert [one.title for one in jobs.read()] == ["7", "6", "5", "4"]


def test_what_changes_while_it_is_looked_at_is_looked_at_again():
    empty, go = look({}), threading.Event()
    looked: list[Overview] = []

    def one_more() -> Overview:
        go.wait()
        looked.append(replace(empty, selected=str(len(looked))))
        return looked[-1]

    looking = Looking(one_more)
    assert looking.read() is None
    looking.touch()
    go.set()
    waited_for(lambda: (now := looking.read()) is not None and now.selected != "0")


def test_what_went_well_goes_out_of_sight():
    now = [0.0]
    jobs = Jobs(clock=lambda: now[0])
    jobs.note("well", Ending("done"))
    jobs.note("failed", Ending("no", good=False))
    jobs.note("asks", Ending("added", offers=("get",)))
    now[0] = SEEN
    assert [one.title for one in jobs.read()] == ["asks", "failed", "well"]
    now[0] += 1
    assert [one.title for one in jobs.read()] == ["asks", "failed"]


def test_only_the_page_with_control_changes_anything(service: Service, server: WeightsServer):
    offer(server, "a")
    control, views = Control(), actions.Views()
    assert control.take("first")
    download = {"do": "get", "about": "a"}

    def press(pressed: dict[str, object], by: str) -> View:
        actions.press(service, control, views, pressed, by)
        return views.of(by)

    assert press({"do": "ask-get", "about": "a"}, "second") == View("get", "a")
    assert press(dict(download), "second") == View("get", "a")
    assert waiting.read() == []
    odd: list[dict[str, object]] = [
        {}, {"do": "ask-all"}, {"do": "__init__"}, {"do": ["get"]}, {"do": "give-up"}
    ]  # fmt: skip
    for pressed in odd:
        assert press(pressed, "first") == View()
    assert waiting.read() == []
    assert press({"do": "ask-get", "about": "a"}, "first") == View("get", "a")
    assert press({"do": "close"}, "first") == View()
    assert press(dict(download), "first") == View()
    waited_for(lambda: store.ready(spec("a")))


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ModelError("It is gone.", "Download it: deskhand models get x"), "It is gone."),
        (ModelError("No.", "Name it with --projector."), "No."),
        (ModelError("Full.", "Make room, and try again."), "Full. Make room, and try again."),
        (ModelError("A:\n  b: c\n", "Check the network."), "A:\nb: c\nCheck the network."),
        (OSError(28, "No space left on device"), "No space left on device"),
    ],
)
def test_errors_without_the_command_line(error: Exception, said: str):
    assert problem(error) == said
