"""The tab Inspector in a real browser: frames of stored runs and the screen, why, names, export."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from agent.errors import AgentError
from agent.perception.icon_names import corrections
from models.runtime.llm import Piece
from panel.inspector import frames, markup
from panel.inspector.frames import Look, Looks
from tests.support.made_maps import element, made_map, window
from tests.support.made_runs import GRAMMAR, Did, desk, made_run
from tests.support.served_panel import Server
from vision.capture.screen import Screenshot
from vision.core.elements import UnknownElement
from vision.core.geometry import Box

EVIL = "<img src=x onerror=\"document.title='owned'\">"
PIECES = (Piece('{"reason": "', 0.02), Piece("so", 0.51, 0.93), Piece(EVIL, 0.8, 0.41))


@pytest.fixture(scope="module")
def place(server: Server) -> Server:
    """The panel with one stored run."""
    steps = [Did("click “Save” (button)", pieces=PIECES), Did(f"click {EVIL}", reply=EVIL)]
    made_run(server.data / "runs", "save it", steps)
    return server


@pytest.fixture
def page(place: Server, browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.goto(place.address)
    page.get_by_role("tab", name="Inspector").click()
    yield page
    page.close()
    assert wrong == []


def choose(page: Page, box: str, option: str) -> None:
    page.locator(f"{box} input").first.click()
    page.get_by_role("option", name=option).first.click()


@pytest.mark.smoke
def test_a_step_of_a_stored_run_is_looked_into(page: Page):
    choose(page, "#dh-inspect-run", "save-it")
    expect(page.locator(".dh-frame figcaption")).to_contain_text("Step 1: click “Save” (button)")
    boxes = page.locator("#dh-inspect .dh-spot")
    expect(boxes).to_have_count(3)
    save = page.locator(".dh-spot[data-id='2']")
    save.hover()
    expect(save.locator(".dh-tip")).to_be_visible()
    expect(save.locator(".dh-tip")).to_contain_text("2 button Save")
    save.click()
    details = page.locator("#dh-inspect-details")
    expect(details).to_contain_text("Element 2")
    expect(details.locator(".dh-why-text")).to_contain_text("Read again from the picture alone")
    expect(save).to_have_attribute("aria-pressed", "true")
    # What the model was asked and answered.
    page.get_by_text("What the model was asked and answered").click()
    talk = page.locator("#dh-inspect-talk")
    expect(talk).to_contain_text("You choose.")
    talk.get_by_text("Grammar of the answer").click()
    expect(talk).to_contain_text(GRAMMAR)
    # Another step; what the screen and the model say stays text.
    choose(page, "#dh-inspect-step", "step 2")
    expect(page.locator(".dh-frame figcaption")).to_contain_text(EVIL)
    assert page.title() == "Deskhand"


def test_the_reply_piece_by_piece(page: Page):
    choose(page, "#dh-inspect-run", "save-it")
    page.get_by_text("What the model was asked and answered").click()
    box = page.locator("#dh-inspect-pieces")
    expect(box.locator(".dh-pieces .dh-piece")).to_have_count(3)
    expect(box.get_by_role("status")).to_contain_text("Piece 3 of 3")
    expect(box.get_by_role("status")).to_contain_text(EVIL)
    slider = page.locator("#dh-upto input[type='range']")
    slider.focus()
    slider.press("ArrowLeft")
    expect(box.locator(".dh-pieces .dh-piece")).to_have_count(2)
    said = "“so”, 0.51 s after the question was read; the model gave it 93 %."
    expect(box.get_by_role("status")).to_contain_text(f"Piece 2 of 3: {said}")
    slider.press("ArrowLeft")
    expect(box.get_by_role("status")).to_contain_text("0.02 s after the question was read.")
    # A step whose pieces are not known.
    choose(page, "#dh-inspect-step", "step 2")
    expect(box.locator(".dh-piece")).to_have_count(0)
    expect(page.locator("#dh-upto")).to_be_hidden()
    assert page.title() == "Deskhand"


def test_only_some_kinds_and_the_list(page: Page):
    choose(page, "#dh-inspect-run", "save-it")
    expect(page.locator("#dh-inspect .dh-spot")).to_have_count(3)
    page.get_by_text("All elements").click()
    expect(page.locator("#dh-inspect-list tr")).to_have_count(4)
    page.locator("#dh-inspect-list button[data-id='3']").click()
    expect(page.locator("#dh-inspect-details")).to_contain_text("Quit")
    page.get_by_label("Kinds of elements").click()
    page.get_by_role("option", name="icon", exact=True).click()
    expect(page.locator("#dh-inspect .dh-spot")).to_have_count(0)


def test_a_name_for_what_is_no_icon_is_refused_with_the_reason(page: Page):
    choose(page, "#dh-inspect-run", "save-it")
    page.locator(".dh-spot[data-id='1']").click()
    expect(page.locator("#dh-inspect-details")).to_contain_text("Element 1")
    page.get_by_placeholder("Your name for this icon").fill("Folder")
    page.get_by_role("button", name="Save name").click()
    expect(page.locator("#dh-inspect-named")).to_contain_text("only icons and buttons without a")


def test_a_frame_is_saved_as_a_test_case(page: Page):
    choose(page, "#dh-inspect-run", "save-it")
    expect(page.locator("#dh-inspect .dh-spot")).to_have_count(3)
    page.get_by_role("button", name="Save as a test case").click()
    with page.expect_download() as saving:
        page.locator(".dh-save").click()
    with zipfile.ZipFile(saving.value.path()) as saved:
        names = {"picture.png", "map.json", "prompt.txt", "grammar.gbnf", "reply.txt"}
        assert set(saved.namelist()) == names
        elements = json.loads(saved.read("map.json"))["elements"]
    assert [one["text"] for one in elements] == ["Open", "Save", "Quit"]


def test_the_screen_now(page: Page):
    page.get_by_role("button", name="Look at the screen now").click()
    expect(page.locator(".dh-frame figcaption")).to_contain_text("The screen read in")
    page.get_by_text("What the model was asked and answered").click()
    expect(page.locator("#dh-inspect-talk")).to_contain_text("No model was asked")


def test_with_a_phone_nothing_is_cut_off(page: Page):
    page.set_viewport_size({"width": 390, "height": 844})
    choose(page, "#dh-inspect-run", "save-it")
    expect(page.locator("#dh-inspect .dh-spot")).to_have_count(3)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


# Without a page


def icon_look() -> Look:
    pixels = np.full((200, 300, 3), 240, np.uint8)
    pixels[50:74, 40:64] = (200, 40, 40)
    pixels[56:68, 46:58] = 255
    icon = element(1, "icon", "", Box(40, 50, 64, 74))
    front = window(1, "Editor", box=Box(0, 0, 300, 200))
    return Look("made", made_map([icon], (front,), Screenshot(pixels)))


def test_a_name_is_kept_and_forgotten(data_folder: Path):
    look = icon_look()
    said = frames.rename(look, 1, "record")
    assert said == "It will be called “record” when the screen is read next."
    assert [one.name for one in corrections().all()] == ["record"]
    assert frames.rename(look, 1, "") == "Its name “record” was removed."
    assert frames.rename(look, 1, "") == "You had not named it."
    with pytest.raises(UnknownElement):
        frames.rename(look, 7, "x")


def test_while_a_run_goes_on_the_screen_is_left_to_it():
    with pytest.raises(AgentError, match=r"A run is in progress. Look at its steps"):
        Looks(lambda: True).now()


@pytest.mark.parametrize("name", ["../..", "/etc", "20260101-000000-gone", ""])
def test_a_run_that_is_not_there_is_not_opened(data_folder: Path, name: str):
    assert frames.stored_steps(name) == []
    with pytest.raises(AgentError, match="no longer exists"):
        frames.stored(name, 1)


def test_why_of_an_element_that_a_fresh_look_does_not_find():
    empty = Screenshot(np.full((200, 300, 3), 240, np.uint8))
    look = Look("made", made_map([element(1, "icon", "", Box(40, 50, 64, 74))], screenshot=empty))
    assert "nothing is found in this place" in Looks(lambda: False).why(look, 1)


def test_other_thresholds_of_the_detector_in_use(data_folder: Path):
    from models.files import settings_file
    from models.runtime.errors import ModelError

    assert "minimum score 0.9" in Looks(lambda: False).again(icon_look(), 0.9, 0.3).what
    settings_file.change({"detector": "omniparser"})
    with pytest.raises(ModelError, match="omniparser"):
        Looks(lambda: False).again(icon_look(), 0.2, 0.3)


def test_the_link_holds_the_whole_frame():
    look = Look("made", desk(200), prompt="p")
    link = markup.download(look)
    data = link.partition("base64,")[2].partition("'")[0]
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(data))) as saved:
        assert set(saved.namelist()) == {"picture.png", "map.json", "prompt.txt"}
