"""What tests of whole runs share: the small program, a model that answers as told, the events."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import Popen
from typing import Any

from Xlib import X

from agent.desktop import Desktop
from agent.events import Acting, Ended, Event, Started, Stepped
from agent.gbnf import json_string
from agent.mechanisms import Mechanisms
from agent.routines.routine import Filled
from agent.run import Settings, run_task
from agent.saying import Sayings
from agent.stop import StopSwitch
from agent.trajectory import Outcome, Step
from agent.view import View
from models.llm import LanguageModel, Message
from models.scripted import Answer
from tests.support.timing import AMPLE, waited_for
from vision.windows import list_windows
from vision.x11 import NoDisplayError, open_display

FORM = Path(__file__).with_name("form_window.py")
TASK = "Enter “Ann Lee” as full name, tick Newsletter and press Save"
SPLIT = "- Enter “Ann Lee” as full name,\n- tick Newsletter\n- and press Save\n"
WISHES: list[dict[str, Any]] = [
    {"type into": "Full name field", "text": "Ann Lee"},
    {"click": "Newsletter checkbox"},
    {"click": "Save button"},
    {"shortcut": "help (f1)"},
    {"shortcut": "next field (tab)"},
    {"done": True},
]


@dataclass
class Form:
    """The program on the screen, and what it was told."""

    process: Popen[Any]
    log: Path

    def told(self) -> list[dict[str, Any]]:
        lines = self.log.read_text("utf-8").splitlines() if self.log.exists() else []
        return [entry for line in lines if (entry := json.loads(line))["what"] != "shown"]

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(AMPLE)
        # On a display that is gone there are no windows either.
        with suppress(NoDisplayError):
            waited_for(lambda: all(window.title != "Guest book" for window in list_windows()))


@contextmanager
def opened_form(
    desktop: Desktop, folder: Path, label: str = "Full name", layout: str = "usual"
) -> Iterator[Form]:
    log = folder / "form.log"
    form = Form(desktop.launch([sys.executable, str(FORM), str(log), label, layout]), log)
    try:
        waited_for(lambda: any(window.title == "Guest book" for window in list_windows()))
        waited_for(log.exists)
        time.sleep(0.3)
        yield form
    finally:
        form.close()


def obliging(wishes: Sequence[dict[str, Any]] = WISHES, split: str = SPLIT) -> Answer:
    """Splits the task as told, and does the first wish that the grammar allows."""

    def answer(messages: Sequence[Message], grammar: str | None) -> str:
        assert grammar is not None
        if "gap " in grammar:
            return split
        possible = [wish for wish in wishes if allowed(wish, grammar)]
        assert possible, f"none of the wishes is possible:\n{grammar}"
        return json.dumps({"reason": "as told", "actions": possible[:1]}, ensure_ascii=False)

    return answer


def allowed(wish: dict[str, Any], grammar: str) -> bool:
    """Whether the names in a wish are in the grammar."""
    words = [*wish, *(value for value in wish.values() if isinstance(value, str))]
    return all(json_string(word)[1:-1] in grammar for word in words)


@dataclass
class Told:
    """The events of a run with the moments they came."""

    events: list[Event] = field(default_factory=list)
    moments: list[float] = field(default_factory=list)
    on: Callable[[Event], None] = lambda event: None

    def __call__(self, event: Event) -> None:
        self.events.append(event)
        self.moments.append(time.monotonic())
        self.on(event)

    def of(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def steps(self) -> list[Step]:
        return [event.step for event in self.of(Stepped)]

    @property
    def descriptions(self) -> list[str]:
        return [event.description for event in self.of(Acting)]

    @property
    def outcome(self) -> Outcome:
        last = self.events[-1]
        assert isinstance(last, Ended)
        assert len(self.of(Ended)) == 1
        return last.outcome

    @property
    def folder_at_start(self) -> Path:
        (started,) = self.of(Started)
        assert isinstance(started.folder, Path)
        return started.folder

    @property
    def folder(self) -> Path:
        (ended,) = self.of(Ended)
        assert isinstance(ended.folder, Path)
        return ended.folder


def carried_out(
    model: LanguageModel | None,
    task: str = TASK,
    *,
    max_steps: int = 8,
    dry_run: bool = False,
    mechanisms: Mechanisms | None = None,
    on: Callable[[Event], None] = lambda event: None,
    sayings: Sayings | None = None,
    routine: Filled | None = None,
    view: View | None = None,
) -> Told:
    """A whole run on the display of this process, and what it told; forms are left to the model,
    unless `mechanisms` says otherwise."""
    told = Told(on=on)
    chosen = mechanisms or Mechanisms(forms=False)
    settings = Settings(
        max_steps=max_steps,
        dry_run=dry_run,
        mechanisms=chosen,
        routine=routine,
        view=view or View(),
    )
    outcome = run_task(
        task, tell=told, stop=StopSwitch(), settings=settings, model=model, sayings=sayings
    )
    assert told.outcome == outcome
    return told


def held() -> tuple[int, int]:
    """How many keys the X server sees pressed, and the mask of pressed mouse buttons."""
    display = open_display()
    try:
        keys = sum(byte.bit_count() for byte in display.query_keymap())
        buttons = display.screen().root.query_pointer().mask & (
            X.Button1Mask | X.Button2Mask | X.Button3Mask
        )
    finally:
        display.close()
    return keys, buttons


def pointer() -> tuple[int, int]:
    display = open_display()
    try:
        place = display.screen().root.query_pointer()
        return place.root_x, place.root_y
    finally:
        display.close()
