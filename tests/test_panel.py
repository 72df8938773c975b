"""The panel in a real browser: what it shows, that Stop works, that nothing leaves the machine."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from browsers import chromium
from panel_server import INJECTION
from playwright.sync_api import Browser, Page, expect
from timing import AMPLE, within

import app
from agent.desktop import HERE, MARK
from agent.errors import AgentError
from agent.guard import is_loopback
from panel.listen import require_password

expect.set_options(timeout=AMPLE * 1000)
_ROOT = Path(__file__).parent.parent


@dataclass
class Server:
    """The panel as a program of its own, on a virtual desktop that it starts itself."""

    port: int
    connections: Path
    calls: Path
    process: subprocess.Popen[str]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def asked(self) -> list[list[Any]]:
        """What the session was asked, in order."""
        return [json.loads(line) for line in self.calls.read_text().splitlines()]

    def started(self) -> list[list[Any]]:
        """The runs that were asked for: task, maximum steps, dry run."""
        return [call[1:] for call in self.asked() if call[0] == "start"]

    def foreign(self) -> list[str]:
        """Connections and look-ups of names that are not loopback."""
        lines = [json.loads(line) for line in self.connections.read_text().splitlines()]
        return [f"{event} {where}" for event, where in lines if not _stays_here(where)]


def _stays_here(where: str) -> bool:
    host = where.split(",")[0].strip("(' ")
    return host.startswith("/") or host in ("", "None") or is_loopback(host)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def served(
    folder: Path,
    host: str = "127.0.0.1",
    password: str = "",
    screen: Mapping[str, str] | None = None,
    first: Path | None = None,
) -> Iterator[Server]:
    """The panel of panel_server.py; what it said when it started is in `folder` / said. `screen`
    are the variables of the person's own screen: none by default. `first` is a folder whose modules
    come before all others."""
    port = free_port()
    connections, calls = folder / "connections", folder / "calls"
    calls.touch()
    # Other tests in this process may be on a virtual desktop.
    theirs = {"DISPLAY", "XAUTHORITY", HERE, MARK}
    environment = {name: value for name, value in os.environ.items() if name not in theirs}
    environment |= screen or {}
    modules = os.pathsep.join(map(str, [first, _ROOT] if first else [_ROOT]))
    environment |= {"DESKHAND_DATA": str(folder / "data"), "PYTHONPATH": modules}
    program = [sys.executable, str(_ROOT / "tests" / "panel_server.py")]
    process = subprocess.Popen(
        [*program, str(port), str(connections), str(calls), host, password],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    said = ""
    while f":{port}" not in said:
        line = process.stdout.readline()
        assert line, f"the panel did not start: {said}"
        said += line
    (folder / "said").write_text(said)
    try:
        yield Server(port, connections, calls, process)
    finally:
        process.terminate()
        process.wait(AMPLE)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("panel")) as server:
        yield server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@dataclass
class Visit:
    """An open page, and the hosts that it asked for something."""

    page: Page
    hosts: set[str] = field(default_factory=set)


@pytest.fixture
def visit(server: Server, browser: Browser) -> Iterator[Visit]:
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    visit = Visit(page)

    def note(request: Any) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob"):
            visit.hosts.add(parts.hostname or request.url)

    page.on("request", note)
    page.goto(server.address)
    # The state line comes with the first tick: from then on the page is alive.
    page.locator(".dh-state").wait_for()
    yield visit
    page.locator("#dh-stop").click()
    expect(page.locator("#dh-run")).to_be_enabled()
    page.close()


def start(page: Page, task: str) -> None:
    """Run a task, and wait until the page shows it instead of the run before it."""
    page.locator("#dh-task textarea").fill(task)
    page.locator("#dh-run").click()
    expect(page.locator("#dh-run")).to_be_disabled()


def test_a_run_is_told_as_it_happens(visit: Visit, server: Server) -> None:
    page = visit.page
    start(page, "Save the file")
    steps = page.locator(".dh-steps li")
    expect(steps).to_have_count(1)
    assert page.locator("#dh-run").is_disabled()
    expect(steps).to_have_count(5)
    expect(page.locator(".dh-state")).to_contain_text("Done in")
    expect(page.locator(".dh-state")).to_contain_text("The file is saved.")
    first = steps.last
    expect(first).to_contain_text("Click the button “Open”")
    expect(first).to_contain_text("the file must be open first")
    expect(first).to_contain_text("2.3 s")
    expect(first.locator(".dh-effect.dh-good")).to_have_text("confirmed")
    expect(steps.first.locator(".dh-effect.dh-bad")).to_have_text("failed")
    expect(page.locator(".dh-plan li")).to_have_count(4)
    assert server.started()[-1] == ["Save the file", app.DEFAULT_STEPS, False]


def test_more_steps_than_fit_scroll(visit: Visit) -> None:
    page = visit.page
    start(page, "Save the file")
    steps = page.locator(".dh-steps li")
    expect(steps).to_have_count(5)
    story = page.locator("#dh-story")
    assert story.evaluate("e => e.scrollHeight > e.clientHeight"), "all five fit: make it lower"
    # The newest is seen as it comes, and every other one after scrolling.
    expect(steps.first).to_be_in_viewport(ratio=0.9)
    for step in steps.all():
        step.scroll_into_view_if_needed()
        expect(step).to_be_in_viewport(ratio=0.9)


def test_enter_in_the_task_box_starts_it(visit: Visit, server: Server) -> None:
    visit.page.locator("#dh-task textarea").fill("Started by the key")
    visit.page.keyboard.press("Enter")
    expect(visit.page.locator("#dh-run")).to_be_disabled()
    expect(visit.page.locator(".dh-steps li")).to_have_count(5)
    assert server.started()[-1][0] == "Started by the key"


def test_settings_reach_the_session(visit: Visit, server: Server) -> None:
    page = visit.page
    page.get_by_text("For this run", exact=True).click()
    page.get_by_label("Dry run").check()
    page.get_by_role("spinbutton").fill("7")
    page.get_by_role("spinbutton").press("Tab")
    start(page, "With settings")
    expect(page.locator(".dh-state")).to_contain_text("of 7")
    assert server.started()[-1] == ["With settings", 7, True]


@pytest.mark.parametrize(
    ("button", "answer"),
    [("Allow once", "once"), ("Allow for this task", "task"), ("Deny", "deny")],
)
def test_a_question_is_shown_with_its_picture_and_answered(
    visit: Visit, server: Server, button: str, answer: str
) -> None:
    page = visit.page
    card = page.locator("#dh-card")
    expect(card).to_be_hidden()
    start(page, "a question")
    expect(card).to_be_visible()
    expect(card).to_contain_text("Click the button “Open”")
    expect(card).to_contain_text(INJECTION)
    expect(card).to_contain_text("It may send or publish something.")
    expect(page.locator(".dh-state")).to_contain_text("waiting for your answer")
    assert card.locator("img").count() == 1, "text of the screen stays text"
    assert card.locator("img").evaluate("image => image.naturalWidth") > 100
    card.get_by_role("button", name=button, exact=True).click()
    expect(card).to_be_hidden()
    assert ["answer", 4, answer] in server.asked()
    expect(page.locator(".dh-steps li")).to_have_count(5)


def test_without_a_task_nothing_starts(visit: Visit, server: Server) -> None:
    before = server.started()
    visit.page.locator("#dh-task textarea").fill("   ")
    visit.page.locator("#dh-run").click()
    expect(visit.page.locator(".dh-state")).to_contain_text("Type a task first")
    assert server.started() == before


def test_stop_ends_a_run_while_the_model_thinks(visit: Visit, server: Server) -> None:
    page = visit.page
    start(page, "slow task")
    expect(page.locator(".dh-reply")).to_contain_text("and and")
    pressed = time.time()
    page.locator("#dh-stop").click()
    clicked = time.time()
    expect(page.locator(".dh-state")).to_contain_text("Stopped")
    within(time.time() - clicked, 1.0)
    stops = [call for call in server.asked() if call[0] == "stop"]
    # The click itself takes Playwright some time; the session heard of it soon after.
    within(stops[-1][2] - pressed, 0.5)


def test_text_of_the_screen_stays_text(visit: Visit) -> None:
    page = visit.page
    start(page, INJECTION)
    steps = page.locator(".dh-steps li")
    expect(steps).to_have_count(5)
    expect(steps.nth(2)).to_contain_text(f"Click the link “{INJECTION}”")
    expect(steps.nth(2)).to_contain_text(f"{INJECTION} says so")
    expect(page.locator(".dh-plan li").nth(2)).to_have_text(INJECTION)
    assert page.locator("#dh-story img:not(.dh-thumb), .dh-state img").count() == 0
    assert page.title() == "Deskhand"


def test_the_screen_is_shown_idle_and_during_a_run(visit: Visit) -> None:
    page = visit.page
    picture = page.locator(".dh-live img")
    picture.wait_for()
    assert picture.evaluate("image => image.naturalWidth") == 1280
    start(page, "slow task")
    expect(page.locator(".dh-live figcaption")).to_contain_text("5 elements")


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_stop_is_on_screen_and_nothing_is_cut_off(
    visit: Visit, width: int, height: int, scheme: Any
) -> None:
    page = visit.page
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": height})
    page.reload()
    page.locator(".dh-live img").wait_for()
    start(page, "slow task")
    expect(page.locator(".dh-reply")).to_be_visible()
    page.mouse.wheel(0, 2000)
    box = page.locator("#dh-stop").bounding_box()
    assert box is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= height
    assert box["height"] >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if folder := os.environ.get("DESKHAND_TEST_PICTURES"):
        page.mouse.wheel(0, -4000)
        page.wait_for_timeout(400)
        page.screenshot(path=Path(folder) / f"{width}-{scheme}.png")


def test_only_system_fonts(visit: Visit) -> None:
    loaded = visit.page.evaluate("[...document.fonts].filter(f => f.status !== 'unloaded').length")
    assert loaded == 0


def test_no_request_leaves_loopback(visit: Visit, server: Server) -> None:
    """Runs last of the tests that share the server: it judges all that happened before too."""
    start(visit.page, "Save the file")
    expect(visit.page.locator(".dh-steps li")).to_have_count(5)
    assert visit.hosts == {"127.0.0.1"}
    assert server.connections.read_text(), "the hook recorded nothing, so it proves nothing"
    assert server.foreign() == []


def test_a_taken_port_is_named(server: Server) -> None:
    with pytest.raises(AgentError, match=rf"Port {server.port} is in use.*--port"):
        app.serve(port=server.port, open_browser=False)


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "::"])
def test_other_machines_need_a_password(host: str) -> None:
    with pytest.raises(AgentError, match="DESKHAND_PASSWORD"):
        app.serve(host=host, port=free_port(), open_browser=False)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "localhost", "::1"])
def test_loopback_needs_no_password(host: str) -> None:
    require_password(host, None)


def test_an_address_that_is_not_ours_is_named() -> None:
    with pytest.raises(AgentError, match=r"cannot listen on 192\.0\.2\.1"):
        app.serve(host="192.0.2.1", port=free_port(), password="x", open_browser=False)
