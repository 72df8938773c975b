"""What tests of whole runs share: the small program, a run on it, what the X server says."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from subprocess import Popen
from typing import Any

from Xlib import X

from agent.control.stop import StopSwitch
from agent.control.user_messages import Sayings
from agent.desktop.view import View
from agent.desktop.virtual_desktop import Desktop
from agent.events import Event
from agent.mechanisms import Mechanisms
from agent.perception.observer import Eyes
from agent.routines.routine import Filled
from agent.run import Settings, run_task
from models.runtime.llm import LanguageModel
from tests.support.as_told import TASK, Told
from tests.support.form_eyes import TITLE, FormEyes
from tests.support.form_window import SHOWN
from tests.support.timing import AMPLE, waited_for
from vision.capture.windows import list_windows
from vision.capture.x11 import NoDisplayError, open_display

FORM = Path(__file__).with_name("form_window.py")


@dataclass
class Form:
    """The program on the screen, and what it was told."""

    process: Popen[Any]
    log: Path

    def told(self) -> list[dict[str, Any]]:
        lines = self.log.read_text("utf-8").splitlines() if self.log.exists() else []
        return [entry for line in lines if (entry := json.loads(line))["what"] != "shown"]

    @property
    def eyes(self) -> FormEyes:
        """Eyes that know what the program shows, without reading the screen."""
        return FormEyes(self.log)

    @property
    def value(self) -> str:
        """What stands in the field of the program now."""
        shown = json.loads(self.log.with_name(self.log.name + SHOWN).read_text("utf-8"))
        return next(str(one["state"]["value"]) for one in shown if one["kind"] == "field")

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(AMPLE)
        # On a display that is gone there are no windows either.
        with suppress(NoDisplayError):
            waited_for(lambda: all(window.title != TITLE for window in list_windows()))


def in_front(title: str) -> None:
    """Wait until the window with this title has the keys; a run waits itself until it is drawn."""
    waited_for(lambda: any(w.title == title and w.active for w in list_windows()))


@contextmanager
def opened_form(
    desktop: Desktop, folder: Path, label: str = "Full name", layout: str = "usual"
) -> Iterator[Form]:
    log = folder / "form.log"
    form = Form(desktop.launch([sys.executable, str(FORM), str(log), label, layout]), log)
    try:
        in_front(TITLE)
        waited_for(log.with_name(log.name + SHOWN).exists)
        yield form
    finally:
        form.close()


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
    eyes: Eyes | None = None,
) -> Told:
    """A whole run on the display of this process, and what it told; nothing is suggested and no
    skill is offered, unless `mechanisms` says otherwise. Without `eyes` the screen is read as for a
    person."""
    told = Told(on=on)
    chosen = mechanisms or Mechanisms(skills=False, suggestions=False)
    settings = Settings(
        max_steps=max_steps,
        dry_run=dry_run,
        mechanisms=chosen,
        routine=routine,
        view=view or View(),
    )
    outcome = run_task(
        task,
        tell=told,
        stop=StopSwitch(),
        settings=settings,
        model=model,
        eyes=eyes,
        sayings=sayings,
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
