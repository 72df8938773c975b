"""The Settings tab: every setting with its sentence, its default and what is wrong with it.

Only imported together with gradio.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import gradio as gr
from gradio.context import Context

from agent.settings.described import GROUPS, Setting
from agent.settings.kinds import Areas, Choice, Words, YesNo
from panel.models.work.service import Service
from panel.page.control import Control
from panel.page.events import DIRECT, page_name
from panel.server.opening import Parts
from panel.settings import markup, stored_data
from panel.settings.editor import (
    EDITED,
    Entry,
    Shown,
    default_entry,
    look,
    merged,
    put_aside,
    save,
)
from panel.settings.optional_parts import NEEDED, Extra, extra_line
from vision.capture.jpeg import jpeg_address
from vision.capture.screen import MssScreen, ScreenError
from vision.capture.x11 import NoDisplayError

_LONGEST = 4000


@dataclass(frozen=True, slots=True)
class _Field:
    """The parts of one setting: the field itself, the sentence on what is wrong, the button."""

    setting: Setting
    entry: Any
    wrong: gr.HTML
    back: gr.Button


def settings_tab(service: Service, control: Control) -> Callable[[], Parts]:
    """Put the tab on the page. Returns what gives its contents when the page is opened."""
    tab = Context.block
    before = gr.State({})
    with gr.Column(elem_id="dh-settings"):
        gr.HTML(markup.top())
        banner = gr.HTML()
        with gr.Row(visible=False, elem_id="dh-damaged") as damaged:
            again = gr.Button("Look again", size="sm")
            aside = gr.Button("Move it aside and use the defaults…", size="sm", elem_id="dh-aside")
            sure = gr.Button(
                "Really move it aside", size="sm", variant="stop", visible=False, elem_id="dh-sure"
            )
        fields: list[_Field] = []
        needs: list[tuple[gr.HTML, Extra]] = []
        for group in GROUPS:
            gr.HTML(markup.group(group))
            for setting in (one for one in EDITED if one.group == group):
                fields.append(_field(setting))
                if setting.name in NEEDED:
                    needs.append(extra_line(NEEDED[setting.name], tab, service, control))
            if group == "Records":
                storage = stored_data.records(control)
        gr.HTML(markup.group("Icon names"))
        named = stored_data.icons(control)
        gr.HTML(markup.group("Secrets"))
        stored_data.secrets(control)
        with gr.Row(elem_id="dh-save-bar"):
            saving = gr.Button("Save", variant="primary", elem_id="dh-save", scale=0)
            undo = gr.Button("Discard changes", elem_id="dh-undo", scale=0, min_width=140)
            said = gr.HTML(elem_id="dh-saved")
    entries = [each.entry for each in fields]
    outputs = [before, banner, damaged, sure, *entries, *(each.wrong for each in fields)]
    outputs += [*(each.back for each in fields), storage, named]
    page = _Tab(control, [each.setting.name for each in fields])
    for event in (tab.select, again.click):
        event(page.shown, [before, *entries], outputs, **DIRECT)
    undo.click(page.undone, None, [said, *outputs], **DIRECT)
    saving.click(page.saved, [before, *entries], [said, *outputs], **DIRECT)
    aside.click(lambda: gr.Button(visible=True), None, sure, **DIRECT)
    sure.click(page.aside, [before, *entries], [said, *outputs], **DIRECT)
    for each in fields:
        each.back.click(_default_of(each.setting), None, [each.entry, each.back], **DIRECT)
    return lambda: {**_opened(fields), **{shown: {"value": one.html("")} for shown, one in needs}}


def _opened(fields: Sequence[_Field]) -> Parts:
    """The fields as the file says; the rest comes when the tab is opened."""
    now = look()
    parts: dict[Any, Mapping[str, Any]] = {}
    for each in fields:
        name = each.setting.name
        parts[each.entry] = {"value": now.entries[name]}
        parts[each.wrong] = {"value": markup.problem(now.problems.get(name, ""))}
        parts[each.back] = {"visible": name in now.off_default}
    return parts


class _Tab:
    """What the tab's buttons do. The updates are those of `outputs`, in their order."""

    def __init__(self, control: Control, names: Sequence[str]) -> None:
        self._control, self._names = control, list(names)

    def shown(self, before: dict[str, Entry], *here: Entry) -> list[Any]:
        """The file as it is now; what was written here and not saved stays."""
        fresh, mine = look(), self._by_name(here)
        return self._updates(fresh, merged(before, mine, fresh.entries), mine)

    def undone(self) -> list[Any]:
        fresh = look()
        words = markup.message("The changes were discarded.")
        return [words, *self._updates(fresh, fresh.entries, {})]

    def saved(self, request: gr.Request, before: dict[str, Entry], *here: Entry) -> list[Any]:
        if not self._control.take(page_name(request)):
            return self._only(markup.message(stored_data.WATCHING, False))
        mine = self._by_name(here)
        done = save(before, mine)
        words = markup.message(done.message, done.good)
        fresh = look()
        if done.good:
            return [words, *self._updates(fresh, fresh.entries, mine)]
        entries = merged(before, mine, fresh.entries)
        return [words, *self._updates(fresh, entries, mine, done.problems)]

    def aside(self, request: gr.Request, before: dict[str, Entry], *here: Entry) -> list[Any]:
        if not self._control.take(page_name(request)):
            return self._only(markup.message(stored_data.WATCHING, False))
        return [markup.message(put_aside()), *self.shown(before, *here)]

    def _updates(
        self,
        fresh: Shown,
        entries: Mapping[str, Entry],
        here: Mapping[str, Entry],
        wrong: Mapping[str, str] | None = None,
    ) -> list[Any]:
        """Fields that show already what they should are left alone: the person may write there
        while this is on its way. Problems of what was not saved stay until it is."""
        problems = {**fresh.problems, **(wrong or {})}
        return [
            dict(fresh.entries),
            markup.banners(fresh.banners),
            gr.Row(visible=fresh.damaged),
            gr.Button(visible=False),
            *(self._unless(entries[name], here.get(name)) for name in self._names),
            *(markup.problem(problems.get(name, "")) for name in self._names),
            *(gr.Button(visible=name in fresh.off_default) for name in self._names),
            stored_data.storage_line(),
            stored_data.icon_rows(),
        ]

    def _unless(self, entry: Entry, shown: Entry | None) -> Any:
        return gr.skip() if entry == shown else entry

    def _only(self, message: str) -> list[Any]:
        return [message, *[gr.skip()] * (6 + 3 * len(self._names))]

    def _by_name(self, here: Sequence[Entry]) -> dict[str, Entry]:
        return dict(zip(self._names, here, strict=True))


def _default_of(setting: Setting) -> Callable[[], list[Any]]:
    return lambda: [default_entry(setting), gr.Button(visible=False)]


def _field(setting: Setting) -> _Field:
    name = setting.name.replace(".", "-").replace("_", "-")
    with gr.Row(elem_classes="dh-setting", elem_id=f"dh-row-{name}"):
        gr.HTML(markup.about(setting))
        with gr.Column(elem_classes="dh-value", min_width=200):
            entry = _entry(setting, f"dh-set-{name}")
            wrong = gr.HTML()
            back = gr.Button(
                "Reset to default", size="sm", visible=False, elem_classes="dh-back",
                elem_id=f"dh-back-{name}",
            )  # fmt: skip
    if isinstance(setting.kind, Areas):
        _screens()
    return _Field(setting, entry, wrong, back)


def _entry(setting: Setting, name: str) -> Any:
    start = default_entry(setting)
    match setting.kind:
        case Choice():
            choices = [(meaning, value) for value, meaning in setting.kind.options]
            return gr.Dropdown(
                choices, value=start, label=setting.label, elem_id=name, show_label=False,
                container=False,
            )  # fmt: skip
        case YesNo():
            return gr.Checkbox(start, label=setting.label, elem_id=name, container=False)
    lines = 3 if isinstance(setting.kind, Words | Areas) else 1
    return gr.Textbox(
        start, label=setting.label, lines=lines, max_lines=8 if lines > 1 else 1, elem_id=name,
        placeholder="One per line" if lines > 1 else "", max_length=_LONGEST, show_label=False,
        container=False,
    )  # fmt: skip


def _screens() -> None:
    """The picture of the screen, on which areas are shown and drawn."""
    show = gr.Button("Show or draw areas on the screen", size="sm", elem_id="dh-screens-show")
    script = files("panel.settings").joinpath("screens.js").read_text("utf-8")
    shown = gr.HTML(js_on_load=script, elem_id="dh-screens")
    show.click(_pictures, None, shown, **DIRECT)


def _pictures() -> str:
    """The screen as it is now, each monitor by itself."""
    try:
        screen = MssScreen()
        try:
            boxes = [monitor.box for monitor in screen.monitors()]
            shots = [(jpeg_address(screen.grab(box).pixels), box) for box in boxes]
        finally:
            screen.close()
    except (ScreenError, NoDisplayError) as problem:
        return markup.problem(str(problem))
    return markup.screens(
        [(source, (box.left, box.top, box.right, box.bottom)) for source, box in shots]
    )
