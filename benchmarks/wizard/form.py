"""Form: labelled controls in a grid, each of which tells the journal what becomes of it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from tkinter import ttk

from benchmarks.wizard.journal import Journal
from benchmarks.wizard.plan import OFF, ON

GAP = 6
"""Pixels between controls."""


@dataclass(frozen=True, slots=True)
class Wires:
    """What every control is connected to: the journal, the names of controls by Tk path (a person
    reads them from the label beside), and what is called after each change."""

    journal: Journal
    changed: Callable[[], None]
    names: dict[str, str] = field(default_factory=dict)


class Form:
    """Two columns, labels and controls, filled from the top. `page` is its name in the journal."""

    def __init__(self, parent: tk.Misc, page: str, wires: Wires) -> None:
        self.page, self.wires = page, wires
        self.frame = ttk.Frame(parent, padding=2 * GAP)
        self.frame.columnconfigure(1, weight=1)
        self._row = 0

    def part(self, title: str) -> Form:
        """A framed group over both columns."""
        label = ttk.Label(self.frame, text=title)
        box = ttk.Labelframe(self.frame, labelwidget=label)
        self.span(box)
        form = Form(box, self.page, self.wires)
        form.frame.configure(padding=GAP)
        form.frame.pack(fill="both", expand=True)
        return form

    def span(self, widget: tk.Widget, *, grow: bool = False) -> None:
        """Place a widget over both columns; one that grows takes the height that is left."""
        row = self._next_row()
        widget.grid(row=row, column=0, columnspan=2, sticky="nsew", pady=GAP // 2)
        if grow:
            self.frame.rowconfigure(row, weight=1)

    def text(self, words: str) -> None:
        """A line that only explains."""
        self.span(ttk.Label(self.frame, text=words))

    def field(self, name: str, value: str = "", *, what: str = "") -> tk.StringVar:
        """A field of one line; `what` is its name in the journal when it is not its label."""
        variable = self._variable(what or name, value)
        self._labelled(name, ttk.Entry(self.frame, textvariable=variable))
        return variable

    def read_only(self, name: str) -> tk.StringVar:
        """A field that only shows."""
        variable = tk.StringVar(self.frame)
        self._labelled(name, ttk.Entry(self.frame, textvariable=variable, state="readonly"))
        return variable

    def dropdown(self, name: str, options: Sequence[str], value: str) -> tk.StringVar:
        """One of `options`."""
        variable = self._variable(name, value)
        box = ttk.Combobox(
            self.frame,
            textvariable=variable,
            values=list(options),
            state="readonly",
            # In the list's font a line is as high as everywhere else.
            height=len(options),
        )
        # The chosen text would stay marked like a selection.
        box.bind("<<ComboboxSelected>>", lambda event: box.selection_clear())
        self._labelled(name, box)
        return variable

    def checkbox(self, name: str, *, on_change: Callable[[bool], None] | None = None) -> None:
        """A box to tick, empty at first."""
        variable = tk.BooleanVar(self.frame, value=False)
        self.wires.journal.begin(self.page, name, OFF)

        def changed() -> None:
            if on_change is not None:
                on_change(variable.get())
            self._changed(name, ON if variable.get() else OFF)

        # Tk shows a box without a variable of its own as neither ticked nor empty.
        box = ttk.Checkbutton(self.frame, text=name, variable=variable, command=changed)
        box.grid(row=self._next_row(), column=0, columnspan=2, sticky="w", pady=GAP // 2)
        box.keep = variable  # type: ignore[attr-defined]  # else it is collected

    def radios(self, name: str, options: Sequence[str], value: str) -> None:
        """One of `options`, all in sight, in a framed group."""
        part = self.part(name)
        variable = part._variable(name, value)
        for option in options:
            button = ttk.Radiobutton(part.frame, text=option, value=option, variable=variable)
            row = part._next_row()
            button.grid(row=row, column=0, columnspan=2, sticky="w", pady=GAP // 2)

    def choices(self, name: str, options: Sequence[str]) -> None:
        """A list of which one line can be chosen."""
        box = tk.Listbox(
            self.frame, height=len(options) + 1, exportselection=False, activestyle="none"
        )
        box.insert("end", *options)
        self.wires.names[str(box)] = name
        self.wires.journal.begin(self.page, name, "")

        def changed(event: object) -> None:
            chosen = box.curselection()  # type: ignore[no-untyped-call]
            self._changed(name, str(box.get(chosen[0])) if chosen else "")

        box.bind("<<ListboxSelect>>", changed)
        self.span(box)

    def box(self, name: str, *, label: bool = True, lines: int = 3) -> tk.Text:
        """A box of several lines."""
        text = tk.Text(self.frame, height=lines, width=20, wrap="word", undo=True)
        self.wires.names[str(text)] = name
        self.wires.journal.begin(self.page, name, "")

        def changed(event: object) -> None:
            if text.edit_modified():
                text.edit_modified(False)
                self._changed(name, text.get("1.0", "end-1c"))

        text.bind("<<Modified>>", changed)
        if label:
            self.text(name)
        self.span(text, grow=True)
        return text

    def _labelled(self, name: str, widget: tk.Widget) -> None:
        row = self._next_row()
        label = ttk.Label(self.frame, text=name)
        label.grid(row=row, column=0, sticky="w", padx=(0, 2 * GAP), pady=GAP // 2)
        widget.grid(row=row, column=1, sticky="ew", pady=GAP // 2)
        self.wires.names[str(widget)] = name

    def _variable(self, name: str, value: str) -> tk.StringVar:
        variable = tk.StringVar(self.frame, value=value)
        self.wires.journal.begin(self.page, name, value)
        variable.trace_add("write", lambda *_: self._changed(name, variable.get()))
        return variable

    def _changed(self, name: str, value: str) -> None:
        self.wires.journal.note(self.page, name, value)
        self.wires.changed()

    def _next_row(self) -> int:
        self._row += 1
        return self._row - 1
