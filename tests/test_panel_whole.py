"""Whole runs through the page: the real panel, a real desktop with a real program, a real browser.

The model is a server on this machine that answers as the test wishes; where a real one can do it,
the smallest one of the catalogue does. One panel and one browser for all; the last test kills it.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from engine_server import Body, grammar_of, saying, served
from playwright.sync_api import Browser, Page, expect
from small_model import SMALL, small_model
from test_panel import _ROOT, browser, free_port  # noqa: F401 - a fixture
from timing import AMPLE, waited_for, within
from whole_runs import FORM, TASK, WISHES, obliging

from agent import desktop as desktops
from agent.desktop import MARK, Desktop
from models import own_entries, store
from models.engine import Engine
from models.llm import Message
from models.spec import ModelSpec
from vision.windows import list_windows

pytestmark = [pytest.mark.desktop, pytest.mark.weights, pytest.mark.slow]

_PANEL = 'from commands.main import main; main(["panel", "--no-browser", "--port", "{port}"])'
# A whole run loads what reads the screen and looks at it some ten times.
_RUN = 2 * AMPLE * 1000
_ICON = """
import sys, tkinter as tk
root = tk.Tk(className="icons")
root.title("Icons")
root.geometry("300x200+900+80")
image = tk.PhotoImage(width=32, height=32)
for y in range(32):
    for x in range(32):
        inside = (x - 16) ** 2 + (y - 16) ** 2 < 150
        image.put("#c03030" if inside else "#f4f4f4", to=(x, y, x + 1, y + 1))
def pressed():
    open(sys.argv[1], "a").write("pressed\\n")
tk.Button(root, image=image, command=pressed, background="#f4f4f4").place(x=60, y=60)
root.mainloop()
"""


@dataclass
class Mind:
    """What the model wants, in this order, as far as it is possible; and whether it may speak on
    after its first word."""

    wishes: list[dict[str, Any]] = field(default_factory=lambda: list(WISHES))
    free: threading.Event = field(default_factory=threading.Event)
    asked: list[str] = field(default_factory=list)

    def answer(self, body: Body) -> str:
        self.asked.append(body["messages"][-1]["content"])
        messages = [Message(**one) for one in body["messages"]]
        return obliging(self.wishes)(messages, grammar_of(body))

    def speak(self, body: Body) -> Iterator[Body]:
        for number, chunk in enumerate(saying(self.answer)(body)):
            if number == 2:
                self.free.wait(AMPLE)
            yield chunk


@dataclass
class Place:
    """The panel as a program of its own, and the screen that it uses."""

    folder: Path
    screen: Desktop
    mind: Mind
    port: int
    process: subprocess.Popen[str]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def runs(self) -> list[Path]:
        return sorted((self.folder / "runs").glob("2*"))

    def outcome(self) -> dict[str, Any]:
        """Of the last run."""
        path = self.runs()[-1] / "outcome.json"
        waited_for(path.exists)
        return dict(json.loads(path.read_text("utf-8")))


def panel(folder: Path, screen: Desktop, port: int) -> subprocess.Popen[str]:
    own = {name: value for name, value in screen.environment().items() if name != MARK}
    process = subprocess.Popen(
        [sys.executable, "-c", _PANEL.format(port=port)],
        cwd=_ROOT,
        env={**os.environ, **own, "DESKHAND_DATA": str(folder)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    while "panel:" not in (line := process.stdout.readline()):
        assert line, "the panel ended before it was ready"
    return process


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder, mind = tmp_path_factory.mktemp("whole"), Mind()
    models = small_model().parent.parent
    (folder / "models").symlink_to(models)
    with served(mind.speak) as server, desktops.start((1280, 800)) as screen:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("DESKHAND_DATA", str(folder))
            engine = Engine(server.url, "small", "gbnf")
            own_entries.add(
                ModelSpec("remote", "language", "Remote", "MIT", (), own=True, engine=engine)
            )
            store.select("remote")
        port = free_port()
        place = Place(folder, screen, mind, port, panel(folder, screen, port))
        yield place
        place.process.send_signal(signal.SIGINT)
        place.process.wait(AMPLE)


@dataclass
class Form:
    """The program on the screen."""

    process: subprocess.Popen[Any]
    log: Path

    def told(self) -> list[dict[str, Any]]:
        lines = self.log.read_text("utf-8").splitlines() if self.log.exists() else []
        return [json.loads(line) for line in lines]


@contextmanager
def window(place: Place, title: str, argv: list[str]) -> Iterator[subprocess.Popen[Any]]:
    def there() -> bool:
        return any(w.title == title for w in list_windows(place.screen.display))

    process = place.screen.launch([sys.executable, *argv])
    waited_for(there)
    yield process
    process.kill()
    process.wait(AMPLE)
    waited_for(lambda: not there())


@pytest.fixture
def form(place: Place, tmp_path: Path) -> Iterator[Form]:
    log = tmp_path / "form.log"
    with window(place, "Guest book", [str(FORM), str(log)]) as process:
        yield Form(process, log)


@pytest.fixture
def page(browser: Browser, place: Place) -> Iterator[Page]:  # noqa: F811
    place.mind.wishes[:] = WISHES
    place.mind.free.set()
    page = opened(browser, place)
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    yield page
    place.mind.free.set()
    page.close()
    assert wrong == []


def opened(browser: Browser, place: Place) -> Page:  # noqa: F811
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.set_default_timeout(_RUN)
    page.goto(place.address)
    page.locator(".dh-live img").wait_for()
    return page


def begin(page: Page, task: str = TASK) -> None:
    page.locator("#dh-task textarea, #dh-task input").fill(task)
    page.locator("#dh-run").click()
    page.locator(".dh-busy").wait_for()


def ended(page: Page, words: str) -> None:
    expect(page.locator(".dh-state")).to_contain_text(words, timeout=_RUN)
    expect(page.locator("#dh-run")).to_be_enabled()


def paused(page: Page) -> None:
    expect(page.locator(".dh-state")).to_contain_text("Paused: the Pause button", timeout=_RUN)


def test_a_task_is_watched_done_and_found_in_the_history(
    page: Page, place: Place, form: Form
) -> None:
    begin(page)
    expect(page.locator(".dh-live figcaption")).to_contain_text("What step 1 sees", timeout=_RUN)
    ended(page, "Done in")
    rows = page.locator(".dh-steps li")
    expect(rows).to_have_count(3)
    expect(page.locator(".dh-steps .dh-effect")).to_have_text(["confirmed"] * 3)
    expect(rows.last).to_contain_text("type “Ann Lee” into “Full name”")
    expect(page.locator(".dh-ticked")).to_have_count(3)
    assert form.told()[-1] == {"what": "saved", "name": "Ann Lee", "news": True}
    expect(page.locator(".dh-folder")).to_contain_text(place.runs()[-1].name)
    assert place.outcome()["kind"] == "done"
    page.get_by_role("tab", name="History").click()
    first = page.locator(".dh-h-rows li").first
    expect(first).to_contain_text("Enter “Ann Lee” as full name")
    expect(first).to_contain_text("3 steps")
    page.locator(".dh-h-open").first.click()
    expect(page.locator(".dh-h-stage img").first).to_be_visible()
    expect(page.locator("#dh-h-head .dh-h-strip img")).to_have_count(4)


def test_what_is_asked_about_is_done_or_not(page: Page, place: Place, form: Form) -> None:
    page.get_by_text("For this run").click()
    page.locator("#dh-safety input").click()
    page.get_by_role("option", name="ask before every action").click()
    begin(page)
    card = page.locator("#dh-card")
    expect(card).to_contain_text("type “Ann Lee” into “Full name”")
    assert form.told()[-1]["name"] == ""
    card.get_by_role("button", name="Allow once").click()
    expect(card).to_contain_text("click “Newsletter”")
    place.mind.free.clear()
    card.get_by_role("button", name="Deny").click()
    expect(page.locator(".dh-steps li").first).to_contain_text("not allowed")
    page.locator("#dh-stop").click()
    ended(page, "Stopped")
    assert [entry["what"] for entry in form.told()] == ["shown"]
    said = (place.runs()[-1] / "decisions.jsonl").read_text("utf-8")
    answers = [json.loads(line).get("answer") for line in said.splitlines()]
    assert [answer for answer in answers if answer] == ["once", "deny"]


def test_a_run_is_paused_corrected_and_goes_on(page: Page, place: Place, form: Form) -> None:
    place.mind.free.clear()
    begin(page)
    expect(page.locator("#dh-pause")).to_be_visible()
    page.locator("#dh-pause").click()
    place.mind.free.set()
    paused(page)
    done = page.locator(".dh-steps li:not(.dh-yours)")
    before = done.count()
    words = page.locator("#dh-say textarea, #dh-say input")
    words.fill("Enter “Bob Ray” as full name")
    words.press("Enter")
    place.mind.wishes.insert(0, {"type into": "Full name field", "text": "Bob Ray"})
    page.locator("#dh-resume").click()
    expect(page.locator(".dh-yours")).to_contain_text("Bob Ray")
    expect(done.filter(has_text="type “Bob Ray”")).to_have_count(1)
    del place.mind.wishes[0]
    ended(page, "Done in")
    assert form.told()[-1] == {"what": "saved", "name": "Ann Lee", "news": True}
    assert before == 0
    expect(done).to_have_count(4)


def test_two_pages_and_one_loaded_again_during_a_run(
    page: Page,
    place: Place,
    form: Form,
    browser: Browser,  # noqa: F811
) -> None:
    begin(page)
    expect(page.locator(".dh-steps li").first).to_be_visible(timeout=_RUN)
    page.locator("#dh-pause").click()
    paused(page)
    done = page.locator(".dh-steps li").count()
    second = opened(browser, place)
    expect(second.locator("#dh-watching")).to_contain_text("Another page steers")
    expect(second.locator(".dh-steps li").first).to_be_visible()
    expect(second.locator("#dh-run")).to_be_disabled()
    page.reload()
    # Nothing is lost: the pause, the plan, the steps, the picture.
    paused(page)
    expect(page.locator(".dh-plan li")).to_have_count(3)
    expect(page.locator(".dh-steps li")).to_have_count(done)
    expect(page.locator(".dh-steps li").last).to_contain_text("type “Ann Lee”")
    expect(page.locator(".dh-live img")).to_be_visible()
    # Who only watches may stop all the same.
    second.locator("#dh-stop").click()
    ended(page, "Stopped")
    second.close()
    assert place.outcome()["message"] == "Stopped by the Stop button."


def test_models_are_switched_and_a_real_one_is_stopped_while_it_writes(
    page: Page, place: Place
) -> None:
    page.get_by_role("tab", name="Models").click()
    page.locator(f".dh-model[data-model='{SMALL}'] button", has_text="Use").first.click()
    expect(page.locator(".dh-head")).to_contain_text("SmolLM2")
    page.get_by_role("tab", name="Task").click()
    begin(page, 'Open the editor, write "a long letter to the town" and then save it')
    expect(page.locator(".dh-reply")).to_be_visible()
    # During the run another one is chosen: it keeps its own.
    page.get_by_role("tab", name="Models").click()
    page.locator(".dh-model[data-model='remote'] button", has_text="Use").first.click()
    expect(page.locator(".dh-task[data-chore]").first).to_contain_text("from the next run on")
    page.get_by_role("tab", name="Task").click()
    page.locator("#dh-stop").click()
    pressed = time.time()
    expect(page.locator(".dh-state")).to_contain_text("Stopped")
    record = place.runs()[-1]
    assert json.loads((record / "task.json").read_text("utf-8"))["model"].startswith("SmolLM2")
    assert place.outcome()["message"] == "Stopped by the Stop button."
    within((record / "outcome.json").stat().st_mtime - pressed, 1.0)
    expect(page.locator(".dh-head")).to_contain_text("Remote")


def test_an_icon_is_renamed_and_used_by_its_name(page: Page, place: Place, tmp_path: Path) -> None:
    log = tmp_path / "icons.log"
    with window(place, "Icons", ["-c", _ICON, str(log)]):
        page.get_by_role("tab", name="Inspector").click()
        page.get_by_role("button", name="Look at the screen now").click()
        spot = page.locator(".dh-spot.dh-kind-icon, .dh-spot.dh-kind-button").last
        spot.click()
        page.get_by_placeholder("Your name for this icon").fill("recording")
        page.get_by_role("button", name="Keep it").click()
        expect(page.locator("#dh-inspect-named")).to_contain_text("It is called “recording”")
        page.get_by_role("tab", name="Task").click()
        place.mind.wishes[:] = [{"click": "recording icon"}, {"click": "recording button"}]
        begin(page, "Press recording")
        ended(page, "Done in")
        assert log.read_text() == "pressed\n"
    expect(page.locator(".dh-steps li").first).to_contain_text("recording")


def test_a_panel_that_was_killed_says_that_its_run_was_interrupted(
    page: Page,
    place: Place,
    form: Form,
    browser: Browser,  # noqa: F811
) -> None:
    begin(page)
    expect(page.locator(".dh-steps li").first).to_be_visible(timeout=_RUN)
    place.process.kill()
    place.process.wait(AMPLE)
    folder = place.runs()[-1]
    assert not (folder / "outcome.json").exists()
    place.process = panel(place.folder, place.screen, place.port)
    again = opened(browser, place)
    expect(again.locator(".dh-state")).to_contain_text("was interrupted at step")
    again.get_by_role("tab", name="History").click()
    expect(again.locator(".dh-h-rows li").first).to_contain_text("Interrupted")
    again.close()
    page.close()
