"""What the tab Models can do, without a page: real files, a real server, real small models."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from engine_server import saying, served
from offered_models import BODY, HASTE, offer, tiny_bytes, write_entry
from timing import waited_for
from weights_server import WeightsServer, serving

from models import loaded, results, store, waiting
from models.catalogue import own, spec
from models.errors import ModelError
from panel.control import Control
from panel.models import acts
from panel.models.adding import OnAServer, OnTheNet, OnThisMachine
from panel.models.chores import SEEN, Chore, Chores, Ending, Telling
from panel.models.fetcher import Fetching
from panel.models.overview import Looking, Overview, Row, look
from panel.models.parts import View
from panel.models.service import STOPPED_BY, Service
from panel.models.words import problem, size

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
    waited_for(lambda: store.ready(spec("tiny")))
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


def ended(service: Service) -> Chore:
    """The newest chore, when nothing is being worked on any more."""
    waited_for(lambda: (all_ := service.chores.read()) and all_[0].state != "working")
    return service.chores.read()[0]


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


# Downloads


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
    assert ended(service).said == "Model a is not downloaded any more."
    service.cancel("a")
    assert "is not being fetched" in ended(service).said


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
    assert failed.reason.startswith("Model a could not be fetched. Tried:")
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
        patch.setattr("models.job._RESERVE_BYTES", 1 << 60)
        service.get("a")
        failed = wait_for(service, "a", "failed")
    assert "is full: for Model a 2 MB more are needed" in failed.reason
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
    acts.press(service, Control(), acts.Views(), {"do": "set", "about": "b,a"}, "page")
    waited_for(lambda: store.ready(spec("a")) and store.ready(spec("b")))
    waited_for(lambda: store.selected() == "b")


# Choosing and memory


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
        waited_for(lambda: "stop-run" in service.chores.read()[0].offers)
        chore = service.chores.read()[0]
        assert "is loaded when it has ended" in chore.said
        service.chores.give_up(chore.number)
        # The lease is this thread's: the chore's thread waits for it.
        assert "stopped while a run was using other" in ended(service).said
    assert loaded.holds("other")


def test_a_model_is_measured_and_a_run_ends_that(service: Service, tiny: str, runs: Runs):
    service.measure(tiny)
    assert "of 10 choices right" in ended(service).said
    score = row(service, tiny).score
    assert score == results.scores()[tiny]
    assert not loaded.holds(tiny), "it is freed again"
    service.measure(tiny)
    waited_for(lambda: "Question" in service.chores.read()[0].said)
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
    assert ended(service).said == f"Model tiny was removed. {size(frees)} are free again."
    assert not loaded.holds(tiny)
    assert not row(service, tiny).here


def test_damage_is_found_told_and_mended(service: Service, tiny: str):
    path = store.weights_path(tiny)
    right = path.read_bytes()
    service.check(tiny)
    assert ended(service).said == "All files of Model tiny are right."
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


# Adding


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
    waited_for(lambda: store.ready(spec(told.about)))
    service.forget(told.about)
    assert "is no longer in the list" in ended(service).said
    assert told.about not in own()
    assert not (store.data_folder() / "models" / told.about).exists()


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (OnTheNet(""), "Type a repository, such as"),
        (OnTheNet("Qwen/Qwen3"), "Say which file of Qwen/Qwen3."),
        (OnTheNet("http://127.0.0.1:9/x.gguf", "x.gguf"), "An address needs no file name."),
        (OnTheNet("http://127.0.0.1:9/x.gguf", sha256="12"), "This is not a SHA-256."),
        (OnTheNet("http://127.0.0.1:9/x.gguf"), "cannot be looked at"),
        (OnThisMachine(""), "Type where the file is"),
        (OnThisMachine("/no/such.gguf"), "There is no file /no/such.gguf."),
        (OnAServer("", "m"), "Type the address of the server"),
        (OnAServer("http://127.0.0.1:9/v1", ""), "Type the name that the model has"),
        (OnAServer("nonsense", "m"), "is not the address of a server"),
        (OnAServer("http://127.0.0.1:9/v1", "m", "not a name"), "no name of an environment"),
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
    assert "models.toml is wrong" in now.trouble
    assert now.row(store.DEFAULT_MODEL) is not None


def test_one_chore_for_a_model_at_a_time_and_old_ones_go():
    chores, go = Chores(), threading.Event()

    def work(tell: Telling) -> Ending:
        tell("half", 0.5)
        go.wait()
        return Ending("done")

    assert chores.start("One", "a", work)
    assert chores.start("Two", "a", work) == 0
    assert chores.start("Three", "b", work)
    waited_for(lambda: all(one.fraction == 0.5 for one in chores.read()))
    chores.dismiss(chores.read()[0].number)
    assert len(chores.read()) == 2, "what goes on stays in sight"
    go.set()
    waited_for(lambda: all(one.state == "done" for one in chores.read()))
    for number in range(9):
        chores.note(str(number), Ending("told"))
    assert [one.title for one in chores.read()] == ["8", "7", "6", "5", "4"]
    chores.dismiss(chores.read()[0].number)
    assert [one.title for one in chores.read()] == ["7", "6", "5", "4"]


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
    chores = Chores(clock=lambda: now[0])
    chores.note("well", Ending("done"))
    chores.note("failed", Ending("no", good=False))
    chores.note("asks", Ending("added", offers=("get",)))
    now[0] = SEEN
    assert [one.title for one in chores.read()] == ["asks", "failed", "well"]
    now[0] += 1
    assert [one.title for one in chores.read()] == ["asks", "failed"]


def test_only_the_page_with_control_changes_anything(service: Service, server: WeightsServer):
    offer(server, "a")
    control, views = Control(), acts.Views()
    assert control.take("first")
    download = {"do": "get", "about": "a"}

    def press(pressed: dict[str, object], by: str) -> View:
        acts.press(service, control, views, pressed, by)
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
        (ModelError("It is gone.", "Get it with: deskhand models get x"), "It is gone."),
        (ModelError("No.", "Name it with --projector."), "No."),
        (ModelError("Full.", "Make room, and try again."), "Full. Make room, and try again."),
        (ModelError("A:\n  b: c\n", "Check the network."), "A:\nb: c\nCheck the network."),
        (OSError(28, "No space left on device"), "No space left on device"),
    ],
)
def test_errors_without_the_command_line(error: Exception, said: str):
    assert problem(error) == said
