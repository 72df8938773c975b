"""A panel with a scripted session, as a program of its own for tests (served_panel.py).

The script yields real events, slowly; the network is recorded by an audit hook of Python itself.
Arguments: port, file for the record of connections, file for what the session was asked, host,
password (empty: none).
"""

from __future__ import annotations

import contextlib
import json
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

_writing = threading.Lock()


def record(event: str, args: tuple[Any, ...]) -> None:
    if event in ("socket.connect", "socket.sendto", "socket.getaddrinfo"):
        where = args[0] if event == "socket.getaddrinfo" else args[1]
        with _writing, Path(sys.argv[2]).open("a") as file:
            file.write(json.dumps([event, str(where)]) + "\n")


if __name__ == "__main__":
    # Before everything else is imported, so that no connection is missed.
    sys.addaudithook(record)

import app  # noqa: E402
import panel.server.open_pages  # noqa: E402
from agent.actions import Click, TypeText  # noqa: E402
from agent.control.pause import PauseSwitch  # noqa: E402
from agent.control.stop import StopSwitch  # noqa: E402
from agent.control.user_messages import Sayings  # noqa: E402
from agent.errors import Stopped  # noqa: E402
from agent.events import (  # noqa: E402
    Acting,
    Answer,
    Asking,
    Ended,
    Event,
    Judged,
    Planned,
    Said,
    Seen,
    Started,
    Stepped,
    Token,
)
from agent.policy.picture import spotlight  # noqa: E402
from agent.run import Settings  # noqa: E402
from agent.trajectory import Effect, EffectKind, Outcome, Step  # noqa: E402
from models.files.paths import runs_folder  # noqa: E402
from tests.support.served_panel import GRACE  # noqa: E402
from vision.capture.screen import MssScreen  # noqa: E402
from vision.core.elements import Element, ElementMap  # noqa: E402
from vision.core.geometry import Box  # noqa: E402

INJECTION = "<img src=x onerror=\"document.title='owned'\"> ${document.title='owned'} {{1+1}}"
FOLDER = runs_folder() / "20260101-000000-scripted"
STEPS: list[tuple[str, str, EffectKind, str]] = [
    ("Click the button “Open”", "the file must be open first", "confirmed", "a menu opened"),
    ("Type “Grüße, 12 €” into the field “Name”", "the task gives it", "confirmed", "it shows it"),
    (f"Click the link “{INJECTION}”", f"{INJECTION} says so", "no visible change", INJECTION),
    ("Click the button “Save”", "save what was typed", "changed elsewhere", "the title changed"),
    ("Press ctrl+s", "save what was typed", "failed", "the window is gone"),
]


def screen_map() -> ElementMap:
    screen = MssScreen()
    shot = screen.grab()
    screen.close()
    boxes = [Box(40 + 180 * i, 60 + 40 * i, 180 + 180 * i, 96 + 40 * i) for i in range(5)]
    elements = [
        Element(number, "button", INJECTION, box) for number, box in enumerate(boxes, start=1)
    ]
    return ElementMap(tuple(elements), shot)


class ScriptedSession:
    """Tells a run of five steps; with "slow" in the task the model thinks until it is stopped."""

    def __init__(self) -> None:
        self.running = False
        self._stop = threading.Event()
        self._answered = threading.Event()
        self._switch = StopSwitch()
        self._pause = PauseSwitch()
        self._sayings = Sayings()

    def start(self, task: str, settings: Settings, *, on_event: Callable[[Event], None]) -> None:
        by = [dict(settings.routine.values)] if settings.routine is not None else []
        self._note(["start", task, settings.max_steps, settings.dry_run, *by])
        self._note(["view", settings.view.monitor, settings.view.title])
        FOLDER.mkdir(parents=True, exist_ok=True)
        self.running = True
        self._stop.clear()
        self._switch, self._pause = StopSwitch(), PauseSwitch()
        threading.Thread(target=self._tell, args=(task, on_event), daemon=True).start()

    def stop(self, by: str) -> None:
        self._note(["stop", by, time.time()])
        self._stop.set()
        self._switch.press(by)

    def pause(self, by: str) -> None:
        self._note(["pause", by])
        self._pause.press(by)

    def resume(self, only: str = "") -> None:
        self._note(["resume", *filter(None, [only])])
        self._pause.resume(only)

    def step(self) -> None:
        self._note(["step"])
        self._pause.step()

    def say(self, text: str) -> None:
        self._note(["say", text])
        self._sayings.give(text)

    def answer(self, number: int, answer: Answer) -> bool:
        self._note(["answer", number, answer])
        self._answered.set()
        return True

    def _note(self, call: list[Any]) -> None:
        with Path(sys.argv[3]).open("a") as file:
            file.write(json.dumps(call) + "\n")

    def _tell(self, task: str, on_event: Callable[[Event], None]) -> None:
        outcome = Outcome("done", "The file is saved.")
        began = time.monotonic()
        for event in self._events(task):
            for text in self._sayings.take():
                on_event(Said(text))
            on_event(event)
            if isinstance(event, Stepped):
                self._pause.acted()
                # Stopped meanwhile: the line below ends the run.
                with contextlib.suppress(Stopped):
                    self._pause.wait(self._switch, on_event, 60)
            # Long enough after the first step for a page on a busy machine to show it alone.
            first = isinstance(event, Stepped) and event.step.number == 1
            if self._stop.wait(1.5 if first else 0.06):
                outcome = Outcome("stopped", "by the Stop button")
                break
        self.running = False
        on_event(Ended(outcome, FOLDER, time.monotonic() - began))

    def _events(self, task: str) -> Iterator[Event]:
        yield Started(task, "scripted", FOLDER)
        yield Planned(("Open the file", "Fill in the name", INJECTION, "Save"))
        seen = screen_map()
        for number, (what, why, kind, evidence) in enumerate(STEPS, start=1):
            yield Seen(number, seen)
            for piece in ("click ", "the button ", "because ", why):
                yield Token(piece)
            while "slow" in task and number == 3:
                yield Token("and ")
            if "question" in task and number == 1:
                self._answered.clear()
                watch = "watch" in task
                picture = spotlight(Click(number), seen)
                reasons = (INJECTION, "It may send or publish something.")
                yield Asking(4, number, what, INJECTION, reasons, picture, 120, watch)
                while not (self._answered.wait(0.05) or self._stop.is_set()):
                    pass
                yield Judged(number, what, True, "you allowed it", 4, "once")
            yield Acting(number, what, why, number)
            action = TypeText("Grüße, 12 €", number) if "Type" in what else Click(number)
            timings = {"ocr": 1.2, "generate": 0.9, "act": 0.2}
            yield Stepped(
                Step(number, seen, "", "", action, what, why, Effect(kind, evidence), timings)
            )


if __name__ == "__main__":
    # Tests that close the last page need not wait long.
    panel.server.open_pages.GRACE = GRACE
    app.serve(
        port=int(sys.argv[1]),
        host=sys.argv[4],
        open_browser=False,
        password=sys.argv[5] or None,
        session=ScriptedSession(),
    )
