"""The tab Models in a real browser, with downloads from a real server."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect
from playwright.sync_api import Page as Tab

from models.catalogue.catalogue import own, spec
from models.files import store
from tests.support.made_gguf import write_gguf
from tests.support.offered_models import BODY, offer, tiny_bytes
from tests.support.served_panel import Server, Visit, served
from tests.support.timing import waited_for, within
from tests.support.weights_server import Page, WeightsServer, serving

SLOW = 1.0


@dataclass
class Place:
    """The panel, the server of the models, and a folder with files that can be imported."""

    panel: Server
    web: WeightsServer
    folder: Path


@pytest.fixture(scope="module")
def place(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with pytest.MonkeyPatch.context() as patch, serving() as web:
        patch.setenv("NO_PROXY", "127.0.0.1")
        patch.setenv("DESKHAND_DATA", str(server.data))
        yield Place(server, web, tmp_path_factory.mktemp("models"))


def visited(browser: Browser, address: str) -> Visit:
    visit = Visit(browser.new_page(viewport={"width": 1280, "height": 720}))
    visit.page.goto(address)
    opened(visit.page)
    return visit


def opened(tab: Tab) -> None:
    """Open the tab, and wait until the models are listed."""
    tab.locator(".dh-state").wait_for()
    tab.get_by_role("tab", name="Models").click()
    tab.locator(".dh-model").first.wait_for()


@pytest.fixture(scope="module")
def first(place: Place, browser: Browser) -> Iterator[Visit]:
    visit = visited(browser, place.panel.address)
    yield visit
    visit.page.close()


@pytest.fixture
def visit(first: Visit) -> Visit:
    """The page that all tests share; whatever went wrong before is told by the next test too."""
    assert first.errors == []
    assert first.hosts == {"127.0.0.1"}
    return first


def row(tab: Tab, identity: str) -> Locator:
    return tab.locator(f".dh-model[data-model='{identity}']")


def task(tab: Tab, identity: str) -> Locator:
    return tab.locator(f".dh-task[data-model='{identity}']")


def press(where: Locator, words: str) -> None:
    """Press a button by the words on it."""
    where.locator("button", has_text=words).first.click()


def download(tab: Tab, identity: str) -> Locator:
    """Accept the licence and begin; the download."""
    press(row(tab, identity), "Download")
    expect(row(tab, identity).locator(".dh-question")).to_contain_text("Licence: MIT")
    press(row(tab, identity), "Accept and download")
    return task(tab, identity)


def open_adding(tab: Tab) -> None:
    if not tab.locator("#dh-models-add [role=tab]").first.is_visible():
        tab.get_by_text("Add a model of your own").click()


def here(identity: str) -> bool:
    return store.installed(spec(identity)) is not None


def test_pause_reload_resume(visit: Visit, place: Place) -> None:
    page, tab = offer(place.web, "slow", seconds_per_block=SLOW), visit.page
    going = download(tab, "slow")
    expect(going).to_contain_text("Downloading")
    expect(going).to_contain_text("MB/s")
    # A button keeps the keyboard while the figures beside it change.
    going.locator("button", has_text="Pause").focus()
    before = going.locator(".dh-numbers").inner_text()
    expect(going.locator(".dh-numbers")).not_to_have_text(before)
    assert tab.evaluate("document.activeElement.dataset.do") == "pause"
    tab.reload()
    opened(tab)
    expect(going).to_contain_text("Downloading")
    press(going, "Pause")
    expect(going).to_contain_text("Paused")
    assert not here("slow")
    expect(row(tab, "slow")).not_to_contain_text("On this machine")
    page.seconds_per_block = 0
    press(going, "Resume")
    expect(row(tab, "slow")).to_contain_text("On this machine")
    expect(going).to_have_count(0)
    assert store.weights_path("slow").read_bytes() == BODY
    assert len(page.asked) == 2
    assert page.asked[1] > 0


@pytest.mark.smoke
def test_what_happens_is_shown_at_once(visit: Visit, place: Place) -> None:
    identity = f"prompt-{time.time_ns()}"  # Another one when the limit was missed.
    offer(place.web, identity)
    download(visit.page, identity)
    waited_for(lambda: here(identity))
    arrived = time.time()
    expect(row(visit.page, identity)).to_contain_text("On this machine")
    print(f"shown {time.time() - arrived:.2f} s after it was here")
    within(time.time() - arrived, 2.0)


def test_cancel_asks_and_deletes(visit: Visit, place: Place) -> None:
    offer(place.web, "given-up", seconds_per_block=SLOW)
    going = download(visit.page, "given-up")
    expect(going).to_contain_text("MB/s")
    press(going, "Cancel")
    expect(going.locator(".dh-question")).to_contain_text("Cancel the download")
    press(going, "Not now")
    expect(going.locator(".dh-question")).to_have_count(0)
    press(going, "Cancel")
    press(going, "Delete them")
    expect(going).to_have_count(0)
    expect(row(visit.page, "given-up").locator("button", has_text="Download")).to_be_visible()
    assert not list(store.weights_file(spec("given-up")).parent.glob("*.part"))


def test_a_cut_connection_goes_on_and_wrong_bytes_do_not(visit: Visit, place: Place) -> None:
    page = offer(place.web, "cut", breaks=[700_000])
    offer(place.web, "wrong")
    place.web.pages["/wrong.gguf"] = Page(BODY[:-1] + b"?")
    download(visit.page, "cut")
    going = download(visit.page, "wrong")
    expect(row(visit.page, "cut")).to_contain_text("On this machine")
    assert page.asked == [0, 700_000]
    expect(going).to_contain_text("Download failed")
    expect(going).to_contain_text("have the wrong SHA-256")
    expect(row(visit.page, "wrong")).not_to_contain_text("On this machine")
    press(going, "Cancel")
    expect(going).to_have_count(0)


def test_the_model_in_use_changes_and_can_be_removed(visit: Visit, place: Place) -> None:
    tab = visit.page
    offer(place.web, "chosen", tiny_bytes(place.folder))
    download(tab, "chosen")
    mine = row(tab, "chosen")
    press(mine, "Use")
    expect(tab.locator(".dh-head")).to_contain_text("Model chosen")
    expect(tab.locator(".dh-head .dh-dot")).to_have_count(1)
    expect(mine).to_contain_text("In use")
    press(mine, "Load now")
    expect(tab.locator("#dh-models-machine")).to_contain_text("In memory: Model chosen")
    press(tab.locator("#dh-models-machine"), "Unload")
    expect(tab.locator("#dh-models-machine")).to_contain_text("No model is in memory")
    press(mine, "Remove")
    question = mine.locator(".dh-question")
    expect(question).to_contain_text("That frees 0 MB. It is the model in use.")
    press(question, "Not now")
    expect(question).to_have_count(0)
    assert here("chosen")
    press(mine, "Remove")
    press(question, "Remove")
    expect(mine.locator("button", has_text="Download")).to_be_visible()
    expect(mine).to_contain_text("Chosen")
    expect(tab.locator(".dh-head")).to_contain_text("not downloaded yet")
    assert not here("chosen")


def test_a_run_keeps_its_model(visit: Visit, place: Place) -> None:
    tab = visit.page
    offer(place.web, "next", tiny_bytes(place.folder, 3))
    download(tab, "next")
    tab.locator("#dh-task textarea").fill("slow task")
    tab.locator("#dh-run").click()
    expect(tab.locator("#dh-run")).to_be_disabled()
    press(row(tab, "next"), "Use")
    told = tab.locator(".dh-task[data-job]").first
    expect(told).to_contain_text("Model next is used from the next run on.")
    press(told, "Stop the run")
    expect(tab.locator(".dh-state")).to_contain_text("Stopped")


def test_a_model_is_added_by_its_address_and_taken_out(visit: Visit, place: Place) -> None:
    tab = visit.page
    url = place.web.add("/added.gguf", Page(tiny_bytes(place.folder, 5)))
    open_adding(tab)
    field = tab.get_by_label("Repository on Hugging Face, or address")
    field.fill("nonsense")
    tab.locator("#dh-models-add-net").click()
    told = tab.locator(".dh-task[data-job]").first
    expect(told).to_contain_text("Name the file in nonsense.")
    assert field.input_value() == "nonsense"
    field.fill(url)
    tab.locator("#dh-models-add-net").click()
    expect(told).to_contain_text("It was added to the list.")
    press(told, "Accept the licence and download")
    expect(row(tab, "added")).to_contain_text("On this machine")
    press(row(tab, "added"), "Remove from the list")
    press(row(tab, "added").locator(".dh-question"), "Remove it")
    expect(row(tab, "added")).to_have_count(0)
    assert "added" not in own()


def test_a_file_is_imported(visit: Visit, place: Place) -> None:
    tab, name = visit.page, "<img src=x onerror=document.title=1> ${1+1} {{1}}"
    path = write_gguf(place.folder / "made.gguf", name=name)
    odd = place.folder / "<b>.gguf"
    odd.write_bytes(path.read_bytes())
    open_adding(tab)
    tab.get_by_role("tab", name="From this machine").click()
    told = tab.locator(".dh-task[data-job]").first
    for wrong, said in (
        (place.folder / "not-here.gguf", "does not exist"),
        (odd, "The name <b>.gguf has characters that some systems cannot store."),
        (path, "It was copied and is ready."),
    ):
        tab.get_by_label("Path of the file or folder").fill(str(wrong))
        tab.locator("#dh-models-add-file").click()
        expect(told).to_contain_text(said)
    [model] = [one for one in own().values() if one.file == path.name]
    expect(row(tab, model.id)).to_contain_text("On this machine")
    expect(row(tab, model.id).locator("b").first).to_have_text(name)
    press(row(tab, model.id), "Check")
    expect(row(tab, model.id)).to_contain_text("are intact.")
    assert tab.locator("#dh-models-list img, #dh-models-work img").count() == 0
    assert tab.title() == "Deskhand"


def test_search_and_filters(visit: Visit, place: Place) -> None:
    tab = visit.page
    offer(place.web, "kept")
    download(tab, "kept")
    expect(row(tab, "kept")).to_contain_text("On this machine")
    rows = tab.locator(".dh-model")
    everything = rows.count()
    tab.locator("#dh-models-search input, #dh-models-search textarea").fill("smollm2 135")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("SmolLM2 135M")
    tab.locator("#dh-models-search input, #dh-models-search textarea").fill("no such thing")
    expect(tab.locator("#dh-models-list")).to_contain_text("No model matches.")
    tab.locator("#dh-models-search input, #dh-models-search textarea").fill("")
    expect(rows).to_have_count(everything)
    tab.get_by_label("Only on this machine").check()
    expect(row(tab, "qwen3-8b-q4")).to_have_count(0)
    expect(row(tab, "kept")).to_have_count(1)
    tab.get_by_label("Only on this machine").uncheck()


def test_the_recommended_models_are_told_with_their_licences(visit: Visit) -> None:
    press(visit.page.locator("#dh-models-machine"), "Download them")
    question = visit.page.locator("#dh-models-machine .dh-question")
    expect(question).to_contain_text("This downloads")
    known = spec(store.DEFAULT_MODEL)
    expect(question).to_contain_text(f"{known.name}, ")
    expect(question).to_contain_text(f"Licence: {known.licence}")
    press(question, "Not now")
    expect(question).to_have_count(0)


def test_another_page_only_watches(visit: Visit, place: Place, browser: Browser) -> None:
    offer(place.web, "watched", seconds_per_block=3 * SLOW)
    going = download(visit.page, "watched")
    other = visited(browser, place.panel.address)
    theirs = task(other.page, "watched")
    expect(theirs).to_contain_text("Downloading")
    expect(theirs.locator("button", has_text="Pause")).to_be_disabled()
    expect(row(other.page, "gemma-3-270m-q4").locator("button")).to_be_disabled()
    other.page.close()
    # Giving up asks only where something was fetched already.
    going.locator("button[data-do='ask-cancel']").click()
    press(going, "Delete them")
    expect(going).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_cut_off_and_stop_stays(
    visit: Visit, width: int, height: int, scheme: Any
) -> None:
    tab = visit.page
    tab.emulate_media(color_scheme=scheme)
    tab.set_viewport_size({"width": width, "height": height})
    tab.mouse.wheel(0, 1500)
    expect(tab.locator("#dh-stop")).to_be_in_viewport(ratio=1)
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    names = tab.locator(".dh-model-name b")
    boxes = [box for one in names.all() if (box := one.bounding_box())]
    assert all(box["x"] + box["width"] <= width for box in boxes)
    if folder := os.environ.get("DESKHAND_TEST_PICTURES"):
        tab.evaluate("window.scrollTo(0, 0)")
        tab.wait_for_timeout(400)
        tab.screenshot(path=Path(folder) / f"models-{width}-{scheme}.png")
    tab.evaluate("window.scrollTo(0, 0)")
    tab.set_viewport_size({"width": 1280, "height": 720})


def test_a_download_outlives_the_panel(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("DESKHAND_DATA", str(tmp_path / "data"))
    with serving() as web:
        page = offer(web, "long", seconds_per_block=SLOW)
        with served(tmp_path) as panel:
            tab = visited(browser, panel.address).page
            expect(download(tab, "long")).to_contain_text("MB/s")
            tab.close()
            panel.process.kill()
        page.seconds_per_block = 0
        with served(tmp_path) as panel:
            tab = visited(browser, panel.address).page
            expect(task(tab, "long")).to_contain_text("Unfinished")
            press(task(tab, "long"), "Resume")
            expect(row(tab, "long")).to_contain_text("On this machine")
            tab.close()
        assert page.asked[1] > 0
