"""The guest book without a display: a program made of values, and the loop at work on it.

What the loop is given is real but for the screen, the mouse and the keyboard; nothing waits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from PIL import ImageFont

from agent.apps.default_apps import Defaults
from agent.apps.first import ApplicationsFirst
from agent.computer.controller import Button, RecordingController
from agent.computer.executor import Hands
from agent.control.pause import PauseSwitch
from agent.control.stop import StopSwitch
from agent.control.user_messages import Sayings
from agent.deciding.decider import Decider, Decides
from agent.deciding.profiles import PROFILES
from agent.deciding.situation import Suggester
from agent.events import Event, Token
from agent.knowledge import Knowledge
from agent.loop import Loop
from agent.mechanisms import Mechanisms
from agent.perception.focus import Focus
from agent.perception.observer import Observer
from agent.policy.answers import Asker
from agent.policy.gate import Gate
from agent.policy.rules import Rules, Safety
from agent.secrets.redaction import Secrets
from agent.skills.running import Skills
from agent.trajectory import Outcome
from models.catalogue.profile import ProfileName
from models.runtime.scripted import ScriptedModel
from tests.support.as_told import TASK, Told
from tests.support.drawn import Page
from tests.support.made_maps import element, made_map
from vision.capture.screen import Monitor, Screenshot
from vision.capture.windows import Window
from vision.core.elements import Element, ElementMap, State
from vision.core.geometry import Box, Point

_FONT = ImageFont.truetype("DejaVuSans.ttf", 14)
_WINDOW = Box(20, 20, 480, 280)
_FIELD, _TICK = Box(160, 40, 400, 66), Box(40, 90, 180, 112)
_SAVE, _NOTHING, _MESSAGE = Box(40, 150, 140, 180), Box(200, 150, 300, 180), Box(40, 220, 300, 240)


class GuestBook(RecordingController):
    """The program, the screen that shows it, and the mouse and keyboard that it listens to.

    `told` are its entries, as those of form_window.py; `calls` is what mouse and keyboard did.
    """

    def __init__(self) -> None:
        super().__init__()
        self.name, self.news, self.message, self.focused = "", False, "Please sign", False
        self.open = True
        self.told: list[dict[str, Any]] = []

    def click(self, at: Point, button: Button = "left", count: int = 1, held: str = "") -> None:
        super().click(at, button, count, held)
        if not self.open:
            return
        self.focused = _FIELD.contains(at)
        if _TICK.contains(at):
            self.news = not self.news
            self._tell("ticked")
        elif _SAVE.contains(at):
            self.message = "Thank you, it was saved"
            self._tell("saved")
        elif _NOTHING.contains(at):
            self._tell("nothing")

    def press(self, keys: str) -> None:
        super().press(keys)
        if keys == "tab":
            self.focused = not self.focused
        elif keys == "ctrl+a" and self.focused:
            self.name = ""

    def type_text(self, text: str) -> None:
        super().type_text(text)
        if self.focused:
            self.name += text

    def _tell(self, what: str) -> None:
        self.told.append({"what": what, "name": self.name, "news": self.news})

    @property
    def touched(self) -> list[tuple[object, ...]]:
        """What mouse and keyboard did, but for moving and letting go."""
        return [call for call in self.calls if call[0] not in ("move", "release_all")]

    def windows(self) -> tuple[Window, ...]:
        shown = Window(1, "Guest book", "formular", _WINDOW, active=True)
        return (shown,) if self.open else ()

    def monitors(self) -> list[Monitor]:
        return [Monitor(1, Box(0, 0, 500, 300))]

    def grab(self, region: Box | None = None) -> Screenshot:
        page = Page()
        if self.open:
            page.frame(_WINDOW, "#d9d9d9")
            page.text(40, 44, "Full name")
            page.frame(_FIELD, outline="black" if self.focused else "#808080")
            page.pen.text((164, 44), self.name, fill="black", font=_FONT)
            page.frame(Box(40, 92, 58, 110), "black" if self.news else "white")
            page.text(66, 92, "Newsletter")
            for box, text in ((_SAVE, "Save"), (_NOTHING, "Nothing")):
                page.frame(box, "#eeeeee")
                page.text(box.left + 10, box.top + 6, text)
            page.pen.text((40, 222), self.message, fill="black", font=_FONT)
        return Screenshot(page.pixels)

    def elements(self) -> Sequence[Element]:
        if not self.open:
            return ()
        focus = True if self.focused else None
        return (
            element(1, "field", "Full name", _FIELD, State(value=self.name, focused=focus)),
            element(2, "checkbox", "Newsletter", _TICK, State(checked=self.news)),
            element(3, "button", "Save", _SAVE),
            element(4, "button", "Nothing", _NOTHING),
            element(5, "text", self.message, _MESSAGE),
        )

    def look(self, before: Screenshot | None = None, patience: float = 0.0) -> ElementMap:
        """The map of what shows; as an Observer's."""
        return made_map(self.elements(), self.windows(), self.grab())


class Unhurried(StopSwitch):
    """A switch that waits for nothing; `slept` are the seconds that it was asked to wait."""

    def __init__(self) -> None:
        super().__init__()
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.check()


@dataclass
class Ran:
    """How a run of the loop ended, on what, and what it told."""

    outcome: Outcome
    book: GuestBook
    told: Told
    decider: Decider
    stop: Unhurried


@dataclass
class Given:
    """What a run of the loop is given beside the task and the model; all of it may be changed.

    `decides` makes what decides of the decider, as a strategy does. Without `suggesters` the model
    is asked with the whole action space at once.
    """

    book: GuestBook = field(default_factory=GuestBook)
    max_steps: int = 8
    dry_run: bool = False
    mechanisms: Mechanisms = field(default_factory=Mechanisms)
    rules: Rules = field(default_factory=Rules)
    safety: Safety = "risky"
    asker: Asker | None = None
    pause: PauseSwitch = field(default_factory=PauseSwitch)
    sayings: Sayings = field(default_factory=Sayings)
    stop: Unhurried = field(default_factory=Unhurried)
    told: Told = field(default_factory=Told)
    lost: Callable[[], str] = lambda: ""
    decides: Callable[[Decider], Decides] = lambda decider: decider
    skills: Skills = field(default_factory=Skills)
    suggesters: Sequence[Suggester] = ()
    profile: ProfileName = "small"

    def run(self, model: ScriptedModel, task: str = TASK) -> Ran:
        """Carry out the task; raises what the loop raises."""
        decider = self.decider(model)
        outcome = self.loop(decider, task).go()
        return Ran(outcome, self.book, self.told, decider, self.stop)

    def decider(self, model: ScriptedModel) -> Decider:
        profile = PROFILES[self.profile]
        return Decider(model, self.stop, lambda text: self.told(Token(text)), profile)

    def loop(self, decider: Decider, task: str) -> Loop:
        book, stop, tell = self.book, self.stop, self.told
        secrets = Secrets(self.rules, task)
        return Loop(
            task,
            cast(Observer, book),
            self.decides(decider),
            Hands(book, book, book.look, book.windows, stop, {}, lambda window: True),
            stop,
            tell,
            Gate(self.rules, tell, stop, self.asker, self.safety, secrets, task),
            ApplicationsFirst(decider, (), Defaults(), Focus(), lambda one, map_: None, on=False),
            max_steps=self.max_steps,
            dry_run=self.dry_run,
            model_ends=PROFILES[self.profile].ends,
            mechanisms=self.mechanisms,
            pause=self.pause,
            sayings=self.sayings,
            lost=self.lost,
            skills=self.skills,
            suggesters=self.suggesters,
            knowledge=Knowledge(tell),
        )


def on(event: type[Event], do: Callable[[], object], *, times: int = 1) -> Told:
    """Events of a run that does something when the given one came so many times."""
    left = [times]

    def heard(one: Event) -> None:
        if isinstance(one, event):
            left[0] -= 1
            if left[0] == 0:
                do()

    return Told(on=heard)
