"""The tab Inspector on the page.

Only imported together with gradio.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, get_args

import gradio as gr

from agent.errors import AgentError
from agent.records import archive
from models.files.paths import runs_folder
from models.runtime.errors import ModelError
from panel.inspector import frames, markup
from panel.inspector.frames import CONFIDENCE, OVERLAP, Look, Looks
from panel.inspector.pieces_markup import pieces_html
from panel.page.control import Control
from panel.page.events import DIRECT, page_name
from vision.capture.screen import ScreenError
from vision.core.elements import Kind, UnknownElement

_RUNS, _PAGES = 50, 4
_PRESSED = """element.addEventListener('click', (event) => {
  const button = event.target.closest('button[data-id]');
  if (button) trigger('click', { id: Number(button.dataset.id) });
});"""
_ERRORS = (AgentError, ModelError, ScreenError, UnknownElement, OSError, ValueError)


class Inspector:
    """What the tab does; each page looks at a frame of its own."""

    def __init__(self, source: Looks, control: Control) -> None:
        self._source, self._control = source, control
        self._seen: OrderedDict[str, Look] = OrderedDict()

    def runs(self) -> Any:
        """The stored runs as choices, newest first."""
        names = [run.name for run in reversed(archive.by_age(runs_folder()))][:_RUNS]
        return gr.Dropdown(choices=names)

    def steps(self, run: str | None) -> Any:
        """The steps of a run as choices, the first one chosen."""
        numbers = frames.stored_steps(run) if run else []
        return gr.Dropdown(
            choices=[(f"step {n}", n) for n in numbers], value=next(iter(numbers), None)
        )

    def show(self, by: str, kinds: Sequence[Kind], take: Callable[[], Look]) -> list[Any]:
        """Take a look, and all parts of the tab after it."""
        try:
            look = take()
        except _ERRORS as error:
            return [
                *[gr.skip()] * 5,
                markup.problem(str(error)),
                *[gr.skip()] * 2,
            ]
        self._seen[by] = look
        self._seen.move_to_end(by)
        while len(self._seen) > _PAGES:
            self._seen.popitem(last=False)
        return [
            *self._parts(look, kinds, None),
            markup.details(None, ""),
            markup.talk(look),
            "",
            "",
            *self._pieces(look),
        ]

    def upto(self, count: float, by: str) -> str:
        """The reply as far as this piece."""
        look = self._seen.get(by)
        return pieces_html(look.pieces, int(count)) if look else ""

    def _pieces(self, look: Look) -> list[Any]:
        count = len(look.pieces)
        # A slider of one step cannot be moved.
        slider = gr.Slider(maximum=max(count, 2), value=max(count, 1), visible=count > 1)
        return [slider, pieces_html(look.pieces, count)]

    def filtered(self, kinds: Sequence[Kind], by: str) -> list[Any]:
        return self._parts(self._seen.get(by), kinds, None)

    def choose(self, number: int, kinds: Sequence[Kind], by: str) -> list[Any]:
        """Picture, list, details of the element, its number, and what went wrong."""
        look = self._seen.get(by)
        if look is None:
            return [gr.skip()] * 5
        try:
            element = look.map.by_id(number)
            why = self._source.why(look, number)
        except _ERRORS as error:
            return [gr.skip()] * 4 + [markup.problem(str(error))]
        return [*self._parts(look, kinds, number), markup.details(element, why), number, ""]

    def again(self, by: str, kinds: Sequence[Kind], confidence: float, overlap: float) -> list[Any]:
        look = self._seen.get(by)
        if look is None:
            return self.show(by, kinds, _nothing)
        return self.show(by, kinds, lambda: self._source.again(look, confidence, overlap))

    def rename(self, number: int, name: str, by: str) -> str:
        look = self._seen.get(by)
        if look is None or not number:
            return markup.problem("Choose an icon first.")
        if not self._control.take(by):
            return markup.problem("Another page is in control. Nothing was done.")
        try:
            return markup.note(frames.rename(look, number, name))
        except _ERRORS as error:
            return markup.problem(str(error))

    def save(self, by: str) -> str:
        look = self._seen.get(by)
        return markup.download(look) if look else markup.problem("Look at a frame first.")

    def now(self) -> Look:
        return self._source.now()

    def _parts(self, look: Look | None, kinds: Sequence[Kind], chosen: int | None) -> list[Any]:
        return [markup.frame(look, kinds, chosen), markup.table(look, kinds)]


def inspector_tab(busy: Callable[[], bool], control: Control) -> None:
    """Put the tab on the page; `busy` says whether a run goes on."""
    tab = Inspector(Looks(busy), control)
    with gr.Row(elem_id="dh-inspect-bar"):
        now = gr.Button("Look at the screen now", variant="primary", size="sm", min_width=180)
        run = gr.Dropdown([], label="Stored run", elem_id="dh-inspect-run", scale=3)
        step = gr.Dropdown([], label="Step", elem_id="dh-inspect-step", scale=1)
        kinds = gr.Dropdown(
            list(get_args(Kind)), multiselect=True, label="Kinds of elements", scale=2
        )
    wrong = gr.HTML(elem_id="dh-inspect-wrong")
    with gr.Row():
        with gr.Column(scale=5, min_width=320):
            frame = gr.HTML(markup.frame(None, (), None), js_on_load=_PRESSED, elem_id="dh-inspect")
            with gr.Accordion("Thresholds of the detector", open=False), gr.Row():
                confidence = gr.Slider(
                    0.01, 0.9, CONFIDENCE, step=0.01, label="Minimum score of a box"
                )
                overlap = gr.Slider(
                    0.05, 0.95, OVERLAP, step=0.05, label="Maximum overlap of two boxes"
                )
                again = gr.Button("Read again", size="sm", min_width=120)
        with gr.Column(scale=3, min_width=300, elem_id="dh-inspect-side"):
            details = gr.HTML(markup.details(None, ""), elem_id="dh-inspect-details")
            number = gr.State(0)
            with gr.Row():
                name = gr.Textbox(
                    placeholder="Your name for this icon",
                    show_label=False,
                    container=False,
                    max_length=100,
                    scale=3,
                )
                keep = gr.Button("Save name", size="sm", min_width=90)
            named = gr.HTML(elem_id="dh-inspect-named")
    with gr.Accordion("What the model was asked and answered", open=False):
        talk = gr.HTML(markup.talk(None), elem_id="dh-inspect-talk")
        upto = gr.Slider(
            1, 2, 1, step=1, visible=False, label="The reply, piece by piece", elem_id="dh-upto"
        )
        pieces = gr.HTML(elem_id="dh-inspect-pieces")
    with gr.Accordion("All elements", open=False):
        table = gr.HTML(js_on_load=_PRESSED, elem_id="dh-inspect-list")
    with gr.Row():
        save = gr.Button("Save as a test case", size="sm", scale=0, min_width=180)
        saved = gr.HTML(elem_id="dh-inspect-saved")

    def look_now(chosen: Sequence[Kind], request: gr.Request) -> list[Any]:
        return tab.show(page_name(request), chosen, tab.now)

    def look_at(of: str, at: int, chosen: Sequence[Kind], request: gr.Request) -> list[Any]:
        if not (of and at):
            return [gr.skip()] * 8
        return tab.show(page_name(request), chosen, lambda: frames.stored(of, int(at)))

    def filtered(chosen: Sequence[Kind], request: gr.Request) -> list[Any]:
        return tab.filtered(chosen, page_name(request))

    def choose(chosen: Sequence[Kind], event: gr.EventData, request: gr.Request) -> list[Any]:
        return tab.choose(int(event.id), chosen, page_name(request))

    def read_again(
        chosen: Sequence[Kind], least: float, most: float, request: gr.Request
    ) -> list[Any]:
        return tab.again(page_name(request), chosen, least, most)

    def rename(which: int, text: str, request: gr.Request) -> str:
        return tab.rename(which, text, page_name(request))

    def export(request: gr.Request) -> str:
        return tab.save(page_name(request))

    seen = [frame, table, details, talk, saved, wrong, upto, pieces]
    upto.input(_upto_of(tab), upto, pieces, **DIRECT)
    now.click(look_now, kinds, seen, **DIRECT)
    run.focus(tab.runs, outputs=run, **DIRECT)
    run.change(tab.steps, run, step, **DIRECT)
    step.change(look_at, [run, step, kinds], seen, **DIRECT)
    kinds.change(filtered, kinds, [frame, table], **DIRECT)
    for part in (frame, table):
        part.click(choose, kinds, [frame, table, details, number, wrong], **DIRECT)
    again.click(read_again, [kinds, confidence, overlap], seen, **DIRECT)
    gr.on([keep.click, name.submit], rename, [number, name], named, **DIRECT)
    save.click(export, outputs=saved, **DIRECT)


def _upto_of(tab: Inspector) -> Callable[..., str]:
    def upto(count: float, request: gr.Request) -> str:
        return tab.upto(count, page_name(request))

    return upto


def _nothing() -> Look:
    raise AgentError("There is no frame to read again.", "Look at a frame first.")
