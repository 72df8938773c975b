"""Table: rows that are added, edited and removed through a dialog."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from tkinter import ttk

from benchmarks.wizard.dialog import Column, Row, RowDialog
from benchmarks.wizard.form import GAP, Form


class Table:
    """A table over both columns of a form, with Add…, Edit… and Remove.

    In the journal a cell is "TITLE/ROW/COLUMN"; a row is called by its first cell where the rows
    are `named`, else by its number.
    """

    def __init__(
        self, form: Form, title: str, thing: str, columns: Sequence[Column], *, named: bool = False
    ) -> None:
        self.rows: list[Row] = []
        self._form, self._title, self._thing = form, title, thing
        self._columns, self._named = columns, named
        self._told: dict[str, str] = {}
        frame = ttk.Frame(form.frame)
        names = [column.name for column in columns]
        self._view = ttk.Treeview(
            frame, columns=names, show="headings", height=4, selectmode="browse"
        )
        for name in names:
            self._view.heading(name, text=name, anchor="w")
            self._view.column(name, width=60, anchor="w")
        self._view.pack(side="left", fill="both", expand=True)
        self._view.bind("<<TreeviewSelect>>", lambda event: self._show_buttons())
        side = ttk.Frame(frame)
        side.pack(side="left", fill="y", padx=(GAP, 0))
        self._buttons = [
            ttk.Button(side, text=text, command=command)
            for text, command in (
                ("Add…", self._add),
                ("Edit…", self._edit),
                ("Remove", self._drop),
            )
        ]
        for button in self._buttons:
            button.pack(fill="x", pady=(0, GAP))
        form.span(frame, grow=True)
        self._show_buttons()

    def _chosen(self) -> int | None:
        chosen = self._view.selection()
        return self._view.index(chosen[0]) if chosen else None

    def _add(self) -> None:
        row = tuple(column.options[0] if column.options else "" for column in self._columns)
        self._ask(f"Add {self._thing}", row, self.rows.append)

    def _edit(self) -> None:
        number = self._chosen()
        if number is None:
            return

        def replaced(row: Row) -> None:
            self.rows[number] = row

        self._ask(f"Edit {self._thing}", self.rows[number], replaced)

    def _drop(self) -> None:
        number = self._chosen()
        if number is not None:
            del self.rows[number]
            self._show()

    def _ask(self, title: str, row: Row, accept: Callable[[Row], None]) -> None:
        others = {other[0] for other in self.rows if other is not row and other[0] != row[0]}

        def accepted(changed: Row) -> None:
            accept(changed)
            self._show()

        RowDialog(self._form, title, self._columns, row, others, accepted)

    def _show(self) -> None:
        self._view.delete(*self._view.get_children())
        for row in self.rows:
            self._view.insert("", "end", values=row)
        self._show_buttons()
        self._tell()
        self._form.wires.changed()

    def _show_buttons(self) -> None:
        state = "disabled" if self._chosen() is None else "!disabled"
        for button in self._buttons[1:]:
            button.state([state])

    def _tell(self) -> None:
        """Note every cell that is not what it was, those that are gone first."""
        now = {
            f"{self._title}/{row[0] if self._named else number}/{column.name}": value
            for number, row in enumerate(self.rows, start=1)
            for column, value in zip(self._columns, row, strict=True)
        }
        for what in self._told:
            if what not in now:
                self._form.wires.journal.note(self._form.page, what, "")
        for what, value in now.items():
            self._form.wires.journal.note(self._form.page, what, value)
        self._told = now
