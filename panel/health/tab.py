"""The Health tab: whether everything works, why not, and mending it.

Only imported together with gradio.
"""

from __future__ import annotations

from typing import Any

import gradio as gr
from gradio.context import Context

from agent.diagnostics.checkup import Checkup, ClickCheck
from agent.diagnostics.repair import Mender, question
from agent.diagnostics.versions import last_lines, versions
from agent.reports.statistics import last_runs
from models.files.paths import runs_folder
from models.runtime.errors import ModelError
from panel.health import markup
from panel.page.control import Control
from panel.page.events import DIRECT, page_name
from panel.page.html import LOADING, safe

_TICK = 0.4
_WATCHING = (
    "<p class='dh-said dh-bad' role='status'>⚠ Another page is in control. Nothing was done.</p>"
)
_WARNING = (
    "<p>The mouse will move by itself and click nine targets on each monitor, about four seconds "
    "each, in a window that covers it. Take your hand off the mouse. Escape, or the mouse in a "
    "corner of the screen, ends it.</p>"
)
_PRESSED = """element.addEventListener('click', (event) => {
  const button = event.target.closest('button[data-key]');
  if (button) trigger('click', { key: button.dataset.key });
});"""
# Where the page may not use the clipboard (it was not loaded from this machine), the old way.
_COPY = """async () => {
  const from = document.querySelector('#dh-versions');
  try {
    await navigator.clipboard.writeText(from.textContent);
  } catch {
    getSelection().selectAllChildren(from);
    document.execCommand('copy');
  }
  return 'Copied';
}"""


def health_tab(control: Control) -> None:
    """Put the tab on the page."""
    tab = Context.block
    page = _Tab(control)
    with gr.Column(elem_id="dh-health"):
        with gr.Row(elem_classes="dh-bar"):
            gr.HTML(_heading("Checks"))
            again = gr.Button("Check again", size="sm", elem_id="dh-check-again")
        checks = gr.HTML(LOADING, js_on_load=_PRESSED, elem_id="dh-checks")
        with gr.Column(visible=False, elem_id="dh-fix") as card:
            asked = gr.HTML()
            wanted = gr.State("")
            with gr.Row(elem_classes="dh-bar"):
                yes = gr.Button("Yes, do it", variant="primary", size="sm", elem_id="dh-fix-yes")
                no = gr.Button("Not now", size="sm", elem_id="dh-fix-no")
        with gr.Row(elem_classes="dh-bar"):
            mended = gr.HTML(elem_id="dh-mended")
            halt = gr.Button("Stop the download", size="sm", visible=False, elem_id="dh-mend-stop")
        gr.HTML(_heading("Where clicks land"))
        test = gr.Button("Test clicks…", size="sm", elem_id="dh-clicks")
        with gr.Column(visible=False, elem_id="dh-clicks-card") as warning:
            gr.HTML(_WARNING)
            with gr.Row(elem_classes="dh-bar"):
                go = gr.Button(
                    "Move my mouse", variant="primary", size="sm", elem_id="dh-clicks-go"
                )
                leave = gr.Button("Not now", size="sm")
        clicks = gr.HTML(elem_id="dh-clicked")
        gr.HTML(_heading("Where the time goes"))
        stages = gr.HTML(LOADING, elem_id="dh-stages")
        gr.HTML(_heading("Connections to other machines"))
        connections = gr.HTML(LOADING, elem_id="dh-connections")
        gr.HTML(_heading("Recent problems"))
        ends = gr.HTML(LOADING, elem_id="dh-ends")
        with gr.Row(elem_classes="dh-bar"):
            gr.HTML(_heading("Versions and folders"))
            copy = gr.Button("Copy", size="sm", elem_id="dh-copy")
        about = gr.HTML(LOADING)
        gr.HTML(_heading("Last lines of programs on the virtual desktop"))
        log = gr.HTML(LOADING, elem_id="dh-log")
    timer = gr.Timer(_TICK, active=False)
    live = [checks, mended, halt, clicks, timer]
    # The checks and the rest by themselves: neither waits for the other.
    tab.select(_rest, None, [stages, connections, ends, about, log], **DIRECT)
    tab.select(page.opened, None, live, **DIRECT)
    timer.tick(page.now, None, live, **DIRECT)
    again.click(page.again, None, live, **DIRECT)
    checks.click(page.ask, None, [card, asked, wanted], **DIRECT)
    yes.click(page.mend, wanted, [card, *live], **DIRECT)
    halt.click(page.halt, None, live, **DIRECT)
    test.click(lambda: gr.Column(visible=True), None, warning, **DIRECT)
    go.click(page.click, None, [warning, *live], **DIRECT)
    for button, part in ((no, card), (leave, warning)):
        button.click(lambda: gr.Column(visible=False), None, part, **DIRECT)
    copy.click(None, None, copy, js=_COPY, **DIRECT)


class _Tab:
    """What the tab's buttons do; all pages see the same checks."""

    def __init__(self, control: Control) -> None:
        self._control = control
        self._checkup, self._clicks, self._mender = Checkup(), ClickCheck(), Mender()
        self._mending = False

    def opened(self) -> list[Any]:
        """The tab is shown: the first checkup begins."""
        now = self._checkup.now()
        if not now.checks and not now.busy:
            self._checkup.begin()
        return self.now()

    def now(self) -> list[Any]:
        """How far everything is; the timer goes on as long as something does."""
        mended = self._mender.now()
        if self._mending and not mended.busy:
            # What was mended is looked at again.
            self._mending = False
            self._checkup.begin()
        checked, clicked = self._checkup.now(), self._clicks.now()
        busy = checked.busy or clicked.busy or mended.busy
        return [
            markup.checks(checked),
            markup.mended(mended),
            gr.Button(visible=mended.busy),
            markup.clicks(clicked),
            gr.Timer(active=busy),
        ]

    def again(self) -> list[Any]:
        self._checkup.begin()
        return self.now()

    def ask(self, event: gr.EventData) -> list[Any]:
        """What mending would do; the person agrees to it or not."""
        fix = str(event.key)
        try:
            words = question(fix)
        except ModelError as problem:
            return [gr.Column(visible=True), f"<p>{safe(str(problem))}</p>", ""]
        return [gr.Column(visible=True), f"<p class='dh-what'>{safe(words)}</p>", fix]

    def mend(self, fix: str, request: gr.Request) -> list[Any]:
        if not self._control.take(page_name(request)):
            return [gr.Column(visible=False), *self._watching(1)]
        self._mending = self._mender.begin(fix) or self._mending
        return [gr.Column(visible=False), *self.now()]

    def halt(self, request: gr.Request) -> list[Any]:
        """Stop the download; what was fetched is kept."""
        if not self._control.take(page_name(request)):
            return self._watching(1)
        self._mender.stop()
        return self.now()

    def click(self, request: gr.Request) -> list[Any]:
        if not self._control.take(page_name(request)):
            return [gr.Column(visible=False), *self._watching(3)]
        self._clicks.begin()
        return [gr.Column(visible=False), *self.now()]

    def _watching(self, place: int) -> list[Any]:
        """All as it is, but a sentence in that place."""
        return [_WATCHING if place == number else part for number, part in enumerate(self.now())]


def _rest() -> list[str]:
    """What is told beside the checks."""
    runs = last_runs(runs_folder())
    told = [markup.stages(runs), markup.connections(runs), markup.ends(runs)]
    return [*told, markup.versions(versions()), markup.log(last_lines())]


def _heading(text: str) -> str:
    return f"<h2 class='dh-group'>{safe(text)}</h2>"
