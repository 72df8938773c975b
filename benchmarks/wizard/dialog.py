"""A dialog in front of the wizard that asks for the cells of one row of a table."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from tkinter import ttk

from benchmarks.wizard.form import GAP, Form, Wires
from benchmarks.wizard.plan import DIALOG

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: free text, or one of `options`, of which the first is offered."""

    name: str
    options: Sequence[str] = ()


class RowDialog:
    """A window in front of the wizard that asks for the cells of one row; OK and Cancel end it."""

    def __init__(
        self,
        owner: Form,
        title: str,
        columns: Sequence[Column],
        row: Row,
        taken: set[str],
        accept: Callable[[Row], None],
    ) -> None:
        self._owner, self._accept, self._taken = owner, accept, taken
        self._window = tk.Toplevel(owner.frame)
        self._window.withdraw()
        self._window.title(title)
        self._window.resizable(False, False)
        self._problem = tk.StringVar(self._window)
        # What is not accepted yet is written down, but is no state of the wizard.
        wires = Wires(owner.wires.journal, self._check, owner.wires.names)
        form = Form(self._window, f"{owner.page}/{title}", wires)
        wires.journal.forget(form.page)
        self._cells = [
            form.dropdown(column.name, column.options, value)
            if column.options
            else form.field(column.name, value)
            for column, value in zip(columns, row, strict=True)
        ]
        form.span(ttk.Label(form.frame, textvariable=self._problem, style="Problem.TLabel"))
        self._ok = self._buttons(form)
        form.frame.pack(fill="both", expand=True)
        self._window.bind("<Return>", lambda event: self._ok.invoke())
        self._window.bind("<Escape>", lambda event: self._close())
        self._window.protocol("WM_DELETE_WINDOW", self._close)
        owner.wires.journal.note(owner.page, DIALOG, title)
        self._check()
        self._open()

    def _buttons(self, form: Form) -> ttk.Button:
        line = ttk.Frame(form.frame)
        cancel = ttk.Button(line, text="Cancel", command=self._close)
        cancel.pack(side="right")
        ok = ttk.Button(line, text="OK", command=self._take)
        ok.pack(side="right", padx=GAP)
        form.span(line)
        return ok

    def _open(self) -> None:
        """Show it over its owner, and let nothing else be used meanwhile."""
        root = self._owner.frame.winfo_toplevel()
        self._window.transient(root)
        root.update_idletasks()
        x = root.winfo_rootx() + (root.winfo_width() - self._window.winfo_reqwidth()) // 2
        y = root.winfo_rooty() + (root.winfo_height() - self._window.winfo_reqheight()) // 3
        self._window.geometry(f"+{max(0, x)}+{max(0, y)}")
        self._window.deiconify()
        self._window.wait_visibility()
        self._window.grab_set()
        self._window.focus_set()

    def _check(self) -> None:
        name = self._cells[0].get().strip()
        problem = ""
        if not all(cell.get().strip() for cell in self._cells):
            problem = "Every value is needed."
        elif name in self._taken:
            problem = f"There is already one called {name}."
        self._problem.set(problem)
        self._ok.state(["disabled" if problem else "!disabled"])

    def _take(self) -> None:
        row = tuple(cell.get().strip() for cell in self._cells)
        self._close()
        self._accept(row)

    def _close(self) -> None:
        self._window.grab_release()
        self._window.destroy()
        self._owner.wires.journal.note(self._owner.page, DIALOG, "")
