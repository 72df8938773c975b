"""What the page's buttons and its timer do: a run is started, steered and shown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from agent.desktop.desks import on_virtual
from agent.errors import AgentError
from agent.events import Answer, Asking, Event, Noted
from agent.policy.rules import LEVELS
from agent.records.verdict import keep_verdict
from agent.routines.routine import Routine, filled
from agent.routines.store import like
from agent.run import Settings
from models.runtime.errors import ModelError
from panel.page.control import Control
from panel.page.html import safe
from panel.task import markup
from panel.task.buttons import ANSWERS, card_now, pause_buttons_now
from panel.task.live_picture import LiveView
from panel.task.progress import Progress, Watch
from panel.task.touch import HINT, touch
from panel.task.viewing import Viewing
from vision.capture.jpeg import jpeg_address

RESTING, BUSY, HELD = 0.7, 0.1, 0.2
"""Seconds between two looks of the page at what goes on; so long, while a run goes on, an answer is
held back until there is more to show than another piece of a reply."""


class Session(Protocol):
    """Carries out one run at a time, in a thread of its own."""

    @property
    def running(self) -> bool: ...

    def start(
        self, task: str, settings: Settings, *, on_event: Callable[[Event], None]
    ) -> None: ...

    def stop(self, by: str) -> None: ...

    def pause(self, by: str) -> None: ...

    def resume(self, only: str = "") -> None: ...

    def step(self) -> None: ...

    def say(self, text: str) -> None: ...

    def answer(self, number: int, answer: Answer) -> bool: ...


class Page:
    """What the page's buttons and its timer do. `control` knows which of several pages steers."""

    def __init__(self, session: Session, note: str = "", viewing: Viewing | None = None) -> None:
        self._session = session
        self.viewing = viewing or Viewing()
        self._watch = Watch()
        self._watch(Noted(note))
        self._live = LiveView(self.viewing.picture)
        self._card: tuple[Asking | None, str] = (None, "")
        self.control = Control()
        self._touch = touch(self._at_work)
        self._judged = ""
        self._by_routine = False

    def run(self, task: str, max_steps: float, dry_run: bool, safety: str | None, by: str) -> None:
        """Start a run; why it cannot start appears in the state line. The page `by` takes control:
        while another one has it, nothing is done."""
        self._start(task, max_steps, dry_run, safety, by, None)

    def run_routine(
        self, task: str, max_steps: float, dry_run: bool, safety: str | None, by: str
    ) -> None:
        """As `run`, by the routine that does such a task."""
        self._start(task, max_steps, dry_run, safety, by, like)

    def folder(self) -> str:
        """Where the run is recorded that began last; "" for none."""
        return self._watch.read()[0].folder

    def _start(
        self,
        task: str,
        max_steps: float,
        dry_run: bool,
        safety: str | None,
        by: str,
        find: Callable[[str], tuple[Routine, dict[str, str]] | None] | None,
    ) -> None:
        if not self.control.take(by) or self._session.running:
            return
        task = task.strip()
        self._watch.begin(task, int(max_steps))
        if not task:
            self._watch.fail("Type a task first, such as: open the calculator and work out 12 * 7")
            return
        self._by_routine = find is not None
        try:
            found = find(task) if find is not None else None
            if find is not None and found is None:
                raise AgentError("No routine does this task any more.", "Press Run instead.")
            self.viewing.prepare()
            settings = Settings(
                max_steps=int(max_steps),
                dry_run=dry_run,
                safety=next((level for level in LEVELS if level == safety), None),
                routine=filled(*found) if found is not None else None,
                view=self.viewing.view,
            )
            self._session.start(task, settings, on_event=self._watch)
        except (AgentError, ModelError, OSError) as problem:
            self._watch.fail(str(problem))

    def stop(self) -> None:
        self._session.stop("the Stop button")
        self._watch.stopping()

    def pause(self) -> None:
        self._session.pause("the Pause button")
        self._watch.pausing()

    def resume(self, by: str) -> None:
        if self.control.take(by):
            self._session.resume()

    def step(self, by: str) -> None:
        if self.control.take(by):
            self._session.step()

    def answer(self, number: int, answer: Answer, by: str) -> None:
        """Answer the question that the page showed when the button was pressed."""
        if self.control.take(by):
            self._session.answer(number, answer)

    def say(self, text: str, by: str) -> str:
        """Have the run heed these words. Why it does not, or ""."""
        if not self.control.take(by):
            return "Another page is in control."
        try:
            self._session.say(text)
        except AgentError as problem:
            return str(problem)
        return ""

    def _at_work(self) -> bool:
        now, _ = self._watch.read()
        return now.busy and not now.paused

    def touch(self, number: int, events: list[dict[str, Any]], by: str) -> str:
        """Use the virtual desktop with the person's own mouse and keyboard. Why not, or ""."""
        if not self.control.take(by):
            return "Another page is in control."
        if not on_virtual():
            return "Only a virtual desktop can be used from here."
        problem = self._touch.send(by, number, events)
        self._live.refresh()
        return problem

    def view(self, text: str, by: str) -> str:
        """Have the next runs see and use this, and nothing else. Why not, or ""."""
        if not self.control.take(by):
            return "Another page is in control."
        if self._session.running:
            return "A run is in progress. Choose when it has ended."
        try:
            self.viewing.choose(text)
        except AgentError as problem:
            return str(problem)
        finally:
            self._live.refresh()
        return ""

    def view_now(self) -> tuple[Any, str]:
        """The box of what is seen and used, and what can be done with the picture."""
        problem = ""
        try:
            self.viewing.prepare()
        except AgentError as error:
            problem = f"<p class='dh-bad' role='alert'>{safe(str(error))}</p>"
        return self.viewing.box(), problem or self.hint()

    def hint(self) -> str:
        """What can be done with the picture; nothing with that of the person's own screen."""
        return HINT if on_virtual() else ""

    def judge(self, right: bool, by: str) -> None:
        """Keep with the run whether it was right."""
        import gradio as gr

        now, _ = self._watch.read()
        if not now.folder or not self.control.take(by):
            return
        try:
            keep_verdict(Path(now.folder), right)
        except OSError as problem:
            gr.Warning(f"The answer cannot be saved: {problem}")
        self._judged = now.folder

    def closed(self, by: str) -> None:
        self.control.leave(by)

    def _question(self, asked: Asking | None) -> str:
        """The card; its picture is made once."""
        if self._card[0] is not asked:
            source = jpeg_address(asked.picture) if asked is not None else ""
            self._card = (asked, markup.question(asked, source))
        return self._card[1]

    def parts(self) -> tuple[str, ...]:
        """State, picture, plan, reply and steps as a page that is opened shows them."""
        return self._parts(self._watch.read()[0], watching=False)[:-1]

    def _parts(self, now: Progress, watching: bool) -> tuple[str, ...]:
        source, note = self._live.read(now)
        return (
            markup.state_line(now) + markup.watching_line(watching),
            markup.picture(source, note, on_virtual()),
            markup.plan(now),
            markup.reply(now),
            markup.steps(now),
            self._question(now.question),
        )

    def tick(self, shown: tuple[str, ...], by: str) -> tuple[Any, ...]:
        """State, picture, plan, reply, steps, the card with its buttons, Run, the buttons of a
        pause, the rows to say more, to judge and to keep, the timer; unchanged parts are left
        alone."""
        import gradio as gr

        from panel.routines.saving import keep_now

        news = self._watch.wait(int(shown[-1]) if shown else -1, HELD)
        # Before the progress: a run that begins meanwhile says so there first.
        by_routine = self._by_routine
        now, _ = self._watch.read()
        watching = self.control.watches(by)
        parts = self._parts(now, watching)
        known = parts if not shown else shown[: len(parts)]
        fresh = [
            gr.skip() if shown and old == part else part
            for old, part in zip(known, parts, strict=True)
        ]
        over = now.phase == "ended" and bool(now.folder) and now.folder != self._judged
        done = now.phase == "ended" and now.outcome is not None and now.outcome.kind == "done"
        keepable = done and bool(now.steps) and not (by_routine or watching)
        steering = f"{watching} {now.busy} {bool(now.paused)} {over} {keepable}"
        same = bool(shown) and shown[len(parts)] == steering
        card: list[Any] = [gr.skip()] * (2 + len(ANSWERS))
        if not same or shown[len(parts) - 1] != parts[-1]:
            card = card_now(now.question, watching)
        buttons: list[Any] = [gr.skip()] * 10
        if not same:
            run = gr.Button(interactive=not (now.busy or watching))
            more = gr.Row(visible=now.busy and not watching)
            judging = gr.Row(visible=over and not watching)
            clock = gr.Timer(BUSY if now.busy else RESTING)
            buttons = [run, *pause_buttons_now(now), more, judging, *keep_now(keepable), clock]
        return (*fresh, *card, *buttons, (*parts, steering, str(news)))
