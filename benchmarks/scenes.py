"""Scenes: a real application on a virtual desktop, a task, and a check of what came of it.

The check looks at what really happened (a file's bytes, what a server received, the reward of a
page), never at what the agent says. Each scene has variants: other words, other window places.
"""

from __future__ import annotations

import contextlib
import functools
import http.server
import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from agent import applications
from agent.desktop import Desktop
from vision.windows import list_windows

_PLACES = ((40, 30), (260, 120), (140, 70))


@dataclass(frozen=True, slots=True)
class Scene:
    """A task on a prepared screen. `wrong()` is '' when the task is really done, else what is not
    as it should be."""

    name: str
    task: str
    wrong: Callable[[], str]


@contextlib.contextmanager
def editor(desktop: Desktop, variant: int) -> Iterator[Scene]:
    """mousepad: type a sentence with ü and €, save it under a path."""
    sentences = (
        "Grüße aus Köln, das macht 12 € bitte.",
        "Für fünf Brötchen zahlt Jürgen 3 €.",
        "Über 40 € kostet die Tür nach Zürich.",
    )
    sentence = sentences[variant % len(sentences)]
    folder = Path(tempfile.mkdtemp(prefix="dh"))
    path = folder / ("brief.txt", "rechnung.txt", "notiz-7.txt")[variant % 3]

    def wrong() -> str:
        if not path.is_file():
            return f"{path.name} was not saved"
        written = path.read_text("utf-8").rstrip("\n")
        return "" if written == sentence else f"the file holds {written!r}"

    with _program(desktop, ["mousepad", "--disable-server"], _PLACES[variant % 3]):
        yield Scene("editor", f'Type "{sentence}" and save it as {path}', wrong)
    shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def calculator(desktop: Desktop, variant: int) -> Iterator[Scene]:
    """galculator: 12 * 7; the display is read through the clipboard."""

    def wrong() -> str:
        subprocess.run(["xdotool", "key", "ctrl+c"], check=True, env=_variables(desktop))
        time.sleep(0.5)
        shown = subprocess.run(
            ["xclip", "-selection", "clipboard", "-o"],
            capture_output=True,
            text=True,
            check=False,
            env=_variables(desktop),
            timeout=10,
        ).stdout.strip()
        return "" if shown == "84" else f"the display shows {shown!r}"

    with _program(desktop, ["galculator"], _PLACES[variant % 3]):
        yield Scene("calculator", "Calculate 12 * 7", wrong)


_FORMS: tuple[dict[str, Any], ...] = (
    {
        "title": "Order form",
        "fields": {"First name": "Zoë", "E-mail": "zoe@mail.example", "City": "Bern"},
        "check": "Newsletter",
        "list": "Shipping",
        "options": ["Standard", "Express", "Pickup"],
        "choice": "Express",
        "task": 'Fill in the form: First name "Zoë", E-mail "zoe@mail.example", City "Bern". '
        "Tick Newsletter, choose Express as Shipping, and press Submit.",
    },
    {
        "title": "Library card",
        "fields": {"Reader": "Tim O'Neil", "Street": "Mill Lane 7", "Phone": "0171 5550"},
        "check": "I accept the rules",
        "list": "Branch",
        "options": ["North", "Harbour", "Centre", "West"],
        "choice": "Centre",
        "task": 'Enter Tim O\'Neil as Reader, "Mill Lane 7" as Street and "0171 5550" as Phone, '
        'check "I accept the rules", set Branch to Centre, then click Submit.',
    },
    {
        "title": "Room booking",
        "fields": {"Surname": "Müller", "Guests": "4", "Remark": "late arrival"},
        "check": "Breakfast",
        "list": "Room",
        "options": ["Single", "Double", "Suite"],
        "choice": "Suite",
        "task": 'Book a room: Surname "Müller", Guests "4", Remark "late arrival", with Breakfast, '
        'Room "Suite". Then Submit.',
    },
)


@contextlib.contextmanager
def form(desktop: Desktop, variant: int) -> Iterator[Scene]:
    """A web page in Chromium; the check is what the server received."""
    spec = _FORMS[variant % len(_FORMS)]
    received: list[list[tuple[str, str]]] = []
    wanted = [(f"field{i}", value) for i, value in enumerate(spec["fields"].values())]
    wanted += [("check", "yes"), ("choice", spec["choice"])]

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer(_page(spec))

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            received.append(parse_qsl(body, keep_blank_values=True))
            self._answer("<!doctype html><title>Thanks</title><h1>Thank you</h1>")

        def _answer(self, text: str) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *args: object) -> None:
            pass

    def wrong() -> str:
        if len(received) != 1:
            return f"the form was sent {len(received)} times"
        return "" if received[0] == wanted else f"received {received[0]}"

    with _server(Handler) as address:
        browser = applications.find("Chromium")[0]
        started = applications.launch(browser, desktop.environment(), [address])
        try:
            _wait_for_window()
            _move(desktop, *_PLACES[variant % 3])
            time.sleep(2.0)
            yield Scene("form", spec["task"], wrong)
        finally:
            _end(started)


def _page(spec: dict[str, Any]) -> str:
    page = (Path(__file__).parent / "pages" / "order.html").read_text("utf-8")
    fields = "\n".join(
        f'<label>{label} <input type="text" name="field{number}"></label>'
        for number, label in enumerate(spec["fields"])
    )
    options = "".join(f"<option>{option}</option>" for option in spec["options"])
    for name, text in {**spec, "fields": fields, "options": options}.items():
        page = page.replace("{{" + name + "}}", str(text))
    return page


@contextlib.contextmanager
def miniwob(desktop: Desktop, page_name: str, seed: int) -> Iterator[Scene]:
    """A page of MiniWoB++ in Chromium at three times its size; the check is its raw reward."""
    from playwright.sync_api import sync_playwright

    # Only the pages: importing the package would want gymnasium.
    package = importlib.util.find_spec("miniwob")
    if package is None or package.origin is None:
        raise FileNotFoundError("the pages of MiniWoB++ are not installed: make setup")
    folder = Path(package.origin).parent / "html"
    handler = functools.partial(_Files, directory=str(folder))
    profile = tempfile.mkdtemp(prefix="dh")
    with _server(handler) as address, sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=shutil.which("chromium"),
            headless=False,
            no_viewport=True,
            ignore_default_args=["--enable-automation"],
            args=[
                f"--app={address}/miniwob/{page_name}.html",
                "--force-device-scale-factor=3",
                "--window-size=160,210",
                "--test-type",
                "--no-first-run",
            ],
            env={**_variables(desktop)},
            chromium_sandbox=False,
        )
        try:
            page = context.pages[0]
            page.wait_for_selector("#sync-task-cover")
            # The countdown beside the page would keep the screen from ever coming to rest.
            page.add_style_tag(
                content="#reward-display { display: none !important } body { overflow: hidden }"
            )
            page.evaluate(
                f"Math.seedrandom({seed}); core.EPISODE_MAX_TIME = 3600000;"
                " core.startEpisodeReal();"
            )
            task = page.inner_text("#query")
            _move(desktop, *_PLACES[seed % 3])
            time.sleep(1.0)

            def wrong() -> str:
                reward = page.evaluate("WOB_RAW_REWARD_GLOBAL")
                return "" if reward == 1 else f"the reward is {reward}"

            yield Scene(page_name, " ".join(task.split()), wrong)
        finally:
            context.close()
            shutil.rmtree(profile, ignore_errors=True)


Prepare = Callable[[Desktop, int], AbstractContextManager[Scene]]


def _miniwob_page(name: str) -> Prepare:
    return lambda desktop, seed: miniwob(desktop, name, seed)


TASKS: dict[str, Prepare] = {
    "editor": editor,
    "calculator": calculator,
    "form": form,
    **{
        name: _miniwob_page(name)
        for name in ("click-button", "click-link", "enter-text", "click-checkboxes")
    },
}


class _Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        pass


@contextlib.contextmanager
def _server(handler: Any) -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@contextlib.contextmanager
def _program(desktop: Desktop, argv: list[str], place: tuple[int, int]) -> Iterator[None]:
    # Settings and sessions of its own: mousepad asks whether to restore what it had open before.
    with tempfile.TemporaryDirectory(prefix="dh") as home:
        names = ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")
        started = desktop.launch(argv, env={name: home for name in names})
        try:
            _wait_for_window()
            _move(desktop, *place)
            time.sleep(1.0)
            yield
        finally:
            _end(started)


def _wait_for_window(seconds: float = 30.0) -> None:
    deadline = time.monotonic() + seconds
    while not any(not window.popup for window in list_windows()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"no window opened within {seconds:.0f} s")
        time.sleep(0.2)


def _move(desktop: Desktop, x: int, y: int) -> None:
    subprocess.run(
        ["wmctrl", "-r", ":ACTIVE:", "-e", f"0,{x},{y},-1,-1"],
        check=True,
        env=_variables(desktop),
    )


def _variables(desktop: Desktop) -> dict[str, str]:
    return {**os.environ, **desktop.environment()}


def _end(started: subprocess.Popen[Any]) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(started.pid, signal.SIGTERM)
    with contextlib.suppress(subprocess.TimeoutExpired):
        started.wait(10)
    deadline = time.monotonic() + 10
    while any(not window.popup for window in list_windows()) and time.monotonic() < deadline:
        time.sleep(0.1)
