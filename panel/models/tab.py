"""The tab "Models" on the page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from panel.models import actions, list_markup, machine_markup, work_markup
from panel.models.list_markup import ROLES, Filters
from panel.models.shared_markup import PRESSES
from panel.models.work import adding
from panel.models.work.service import Service
from panel.page.control import Control
from panel.page.events import DIRECT
from panel.server.opening import Parts

if TYPE_CHECKING:
    import gradio as gr

TICK = 0.4
_PARTS = 3
_ROLES = [("all kinds", ""), *((heading, role) for role, (heading, _) in ROLES.items())]
Shown = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tab:
    """What the tab's timer and its buttons do, for all pages."""

    service: Service
    control: Control
    views: actions.Views = field(default_factory=actions.Views)

    def tick(self, shown: Shown, filters: tuple[Any, ...], by: str) -> tuple[Any, ...]:
        """The sections that changed, and what is shown now."""
        import gradio as gr

        parts = self._parts(filters, by)
        fresh = [
            gr.skip() if i < len(shown) and shown[i] == part else part
            for i, part in enumerate(parts)
        ]
        return (*fresh, parts)

    def opened(self) -> Shown:
        """The sections as a page that is opened holds them."""
        return self._parts(("", "", False, False), "")

    def press(self, filters: tuple[Any, ...], pressed: dict[str, Any], by: str) -> tuple[Any, ...]:
        """The sections after it, and nothing as shown: an answer to the timer may be on its way,
        so that the next one sends everything."""
        actions.press(self.service, self.control, self.views, pressed, by)
        return (*self._parts(filters, by), ())

    def add(self, fields: tuple[Any, ...], by: str) -> None:
        if self.control.take(by):
            *texts, detector = fields
            place, file, projector, sha256 = map(_text, texts)
            wish = adding.OnTheNet(place, file, projector, sha256, bool(detector))
            self.service.add(wish)

    def bring(self, fields: tuple[Any, ...], by: str) -> None:
        if self.control.take(by):
            path, projector, link, detector = fields
            wish = adding.OnThisMachine(_text(path), _text(projector), bool(link), bool(detector))
            self.service.bring(wish)

    def connect(self, fields: tuple[Any, ...], by: str) -> None:
        if self.control.take(by):
            self.service.connect(adding.OnAServer(*map(_text, fields)))

    def _parts(self, filters: tuple[Any, ...], by: str) -> Shown:
        view = self.views.of(by)
        search, role, fits, here = filters
        wanted = Filters(_text(search), _text(role), bool(fits), bool(here))
        off = self.control.watches(by)
        now, downloads = self.service.overview(), self.service.downloads()
        jobs = self.service.jobs.read()
        doing = list_markup.Doing.of(downloads.models, jobs)
        return (
            machine_markup.machine(now, view, off),
            work_markup.work(downloads, jobs, view, off),
            list_markup.models(now, wanted, doing, view, off),
        )


def models_tab(service: Service, control: Control) -> Callable[[], Parts]:
    """Put the parts of the tab on the page, within its `gr.Tab`. Returns what gives their contents
    when the page is opened."""
    import gradio as gr
    from gradio.context import Context

    from panel.models.callbacks import press_of, running_of, tick_of

    tab = Tab(service, control)
    shown = gr.State(())
    # Each in its place from the beginning: what is empty takes no room.
    machine = gr.HTML(elem_id="dh-models-machine", js_on_load=PRESSES)
    work = gr.HTML(elem_id="dh-models-work", js_on_load=PRESSES)
    _adding(tab)
    with gr.Row(elem_id="dh-models-filters"):
        search = gr.Textbox(
            placeholder="Search models", show_label=False, container=False, max_length=200,
            scale=3, min_width=180, elem_id="dh-models-search",
        )  # fmt: skip
        role = gr.Dropdown(
            _ROLES, value="", show_label=False, container=False, scale=2, min_width=160,
            elem_id="dh-models-role",
        )  # fmt: skip
        fits = gr.Checkbox(label="Only models that fit", container=False, scale=1, min_width=130)
        here = gr.Checkbox(label="Only on this machine", container=False, scale=1, min_width=150)
    models = gr.HTML(elem_id="dh-models-list", js_on_load=PRESSES)
    filters = [search, role, fits, here]
    parts = [machine, work, models]
    assert len(parts) == _PARTS
    for part in parts:
        part.press(press_of(tab), filters, [*parts, shown], **DIRECT)
    outputs = [*parts, shown]
    # Only while the tab is open: looking costs.
    clock = gr.Timer(TICK, active=False)
    clock.tick(tick_of(tab), [shown, *filters], outputs, **DIRECT)
    block = Context.block
    assert block is not None
    block.parent.select(running_of(block.label), outputs=clock, **DIRECT)
    # The timer comes only after its first interval.
    block.select(tick_of(tab), [shown, *filters], outputs, **DIRECT)
    return lambda: {part: {"value": value} for part, value in zip(parts, tab.opened(), strict=True)}


def _adding(tab: Tab) -> None:
    """The three ways to add a model."""
    import gradio as gr

    from panel.models.callbacks import add_of, bring_of, connect_of

    with gr.Accordion("Add a model of your own", open=False, elem_id="dh-models-add"):
        with gr.Tab("From the internet"), gr.Column():
            with gr.Row():
                place = _field("Repository on Hugging Face, or address", "Qwen/Qwen3-0.6B-GGUF")
                file = _field("File in the repository", "Qwen3-0.6B-Q8_0.gguf")
            with gr.Row():
                projector = _field("Second file (projector), for a model for pictures", "mmproj-…")
                sha256 = _field("SHA-256, for an address (if you know it)", "")
            detector = gr.Checkbox(label="This is a detector", container=False)
            button = gr.Button("Add to the list", elem_id="dh-models-add-net")
            fields = [place, file, projector, sha256, detector]
            button.click(add_of(tab), fields, **DIRECT)
        with gr.Tab("From this machine"), gr.Column():
            with gr.Row():
                path = _field("Path of the file or folder", "~/Downloads/name.gguf")
                second = _field("Second file (projector), for a model for pictures", "mmproj-…")
            link = gr.Checkbox(label="Use it where it is; do not copy it", container=False)
            weights = gr.Checkbox(label="This is a detector", container=False)
            button = gr.Button("Import", elem_id="dh-models-add-file")
            button.click(bring_of(tab), [path, second, link, weights], **DIRECT)
        with gr.Tab("On a server"), gr.Column():
            with gr.Row():
                address = _field("Address of the server", "http://127.0.0.1:8080/v1")
                name = _field("Name of the model there", "llama3.1:8b")
                key = _field("Environment variable that holds the key (if one is needed)", "")
            button = gr.Button("Connect", elem_id="dh-models-add-server")
            button.click(connect_of(tab), [address, name, key], **DIRECT)


def _field(label: str, example: str) -> gr.Textbox:
    import gradio as gr

    return gr.Textbox(label=label, placeholder=example, max_length=2000, min_width=240)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
