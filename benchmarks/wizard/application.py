"""The wizard: `python -m benchmarks.wizard.application --seed N --log FILE`.

Writes every change of its state to FILE, and answers at the socket FILE.sock what it shows.
"""

from __future__ import annotations

import argparse
import re
import tkinter as tk
from pathlib import Path
from tkinter import font, ttk

from benchmarks.wizard import plan
from benchmarks.wizard.answers import Answers
from benchmarks.wizard.form import GAP, Wires
from benchmarks.wizard.inspector import Inspector
from benchmarks.wizard.journal import Journal
from benchmarks.wizard.look import Look, look
from benchmarks.wizard.marks import draw_marks
from benchmarks.wizard.pages import Page, pages

TITLE = "Tool Integration Wizard"


class Wizard:
    """The window: a heading, one of the pages, the error line, and the buttons."""

    def __init__(self, root: tk.Tk, journal: Journal) -> None:
        self._root, self._journal, self._number = root, journal, 0
        self.wires = Wires(journal, self._check)
        self._heading, self._problem = tk.StringVar(root), tk.StringVar(root)
        head = ttk.Label(root, textvariable=self._heading, style="Heading.TLabel", padding=2 * GAP)
        head.pack(fill="x")
        self._buttons = self._button_row()
        line = ttk.Label(
            root, textvariable=self._problem, style="Problem.TLabel", padding=(2 * GAP, 0)
        )
        line.pack(side="bottom", fill="x")
        middle = ttk.Frame(root)
        middle.pack(fill="both", expand=True, padx=2 * GAP)
        self._pages = pages(middle, self.wires)
        root.protocol("WM_DELETE_WINDOW", self._cancel)
        journal.begin(plan.TYPE, plan.WIZARD, "")
        self._show()

    @property
    def _page(self) -> Page:
        return self._pages[self._number]

    def _button_row(self) -> dict[str, ttk.Button]:
        row = ttk.Frame(self._root, padding=2 * GAP)
        row.pack(side="bottom", fill="x")
        commands = {
            "Cancel": self._cancel,
            "Finish": self._finish,
            "Next >": lambda: self._go(1),
            "< Back": lambda: self._go(-1),
        }
        made = {name: ttk.Button(row, text=name, command=do) for name, do in commands.items()}
        for button in made.values():
            button.pack(side="right", padx=(GAP, 0))
        return made

    def _go(self, way: int) -> None:
        leaving = self._page.name
        self._page.frame.pack_forget()
        self._number += way
        # Where it leads is a state of the page that was left, each time anew.
        self._journal.begin(leaving, plan.PAGE, leaving)
        self._journal.note(leaving, plan.PAGE, self._page.name)
        self._journal.values[self._page.name, plan.PAGE] = self._page.name
        self._show()

    def _show(self) -> None:
        self._page.frame.pack(fill="both", expand=True)
        self._heading.set(f"{self._page.title} (page {self._number + 1} of {len(self._pages)})")
        self._check()

    def _check(self) -> None:
        """The error line, and which buttons can be used, after every change."""
        problem = self._page.problem()
        last = self._number == len(self._pages) - 1
        self._problem.set(problem)
        usable = {
            "< Back": self._number > 0,
            "Next >": not last and not problem,
            "Finish": last and not problem,
        }
        for name, can in usable.items():
            self._buttons[name].state(["!disabled" if can else "disabled"])

    def _finish(self) -> None:
        self._end(plan.FINISHED)

    def _cancel(self) -> None:
        self._end(plan.CANCELLED)

    def _end(self, how: str) -> None:
        self._journal.note(self._page.name, plan.WIZARD, how)
        self._root.destroy()


def dress(root: tk.Tk, look: Look) -> None:
    """Theme, fonts and place of a seed, and the keys that every other desktop program knows."""
    for name in ("TkDefaultFont", "TkTextFont", "TkMenuFont", "TkHeadingFont", "TkFixedFont"):
        font.nametofont(name, root).configure(family=look.family, size=look.size)
    root.option_add("*Text.font", "TkTextFont")
    style = ttk.Style(root)
    style.theme_use(look.theme)
    root.configure(background=style.lookup("TFrame", "background"))
    line = font.nametofont("TkTextFont", root).metrics("linespace")
    style.configure("Treeview", rowheight=line + 6)
    style.configure("TCombobox", arrowsize=line * 3 // 4)
    # What only shows looks so, in every theme.
    paper = str(root["background"])
    style.map("TEntry", fieldbackground=[("readonly", paper)])
    style.configure("Heading.TLabel", font=(look.family, look.size + 2, "bold"))
    style.configure("Problem.TLabel", foreground="#b00020")
    root.geometry(f"{look.width}x{look.height}+{look.x}+{look.y}")
    _tame_keys(root)
    draw_marks(root, line, paper)


def _tame_keys(root: tk.Tk) -> None:
    """Ctrl+A selects all and Ctrl+V replaces the selection, as in other programs of today; the keys
    of Emacs, which Tk knows on X (Ctrl+N goes to the next line), do nothing."""
    for event in root.event_info():
        for keys in root.event_info(event):
            if re.fullmatch(r"<Control-(Lock-)?Key-[abefnpwy]>", keys, re.IGNORECASE):
                root.event_delete(event, keys)
    for kind in ("Text", "TEntry"):
        for letter in "dhkot":
            root.unbind_class(kind, f"<Control-{letter}>")
    root.event_add("<<SelectAll>>", "<Control-a>")
    root.bind_class("Text", "<<Paste>>", _paste)


def _paste(event: tk.Event[tk.Misc]) -> str:
    """Pasted text replaces the selection, which Tk leaves standing on X."""
    text = event.widget
    assert isinstance(text, tk.Text)
    if text.tag_ranges("sel"):
        text.delete("sel.first", "sel.last")
    text.insert("insert", text.clipboard_get())
    return "break"


def main() -> None:
    parser = argparse.ArgumentParser(description=TITLE)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--log", type=Path, required=True)
    given = parser.parse_args()
    root = tk.Tk(className="wizard")
    root.title(TITLE)
    dress(root, look(given.seed, (root.winfo_screenwidth(), root.winfo_screenheight())))
    journal = Journal(given.log)
    wizard = Wizard(root, journal)
    answers = Answers(root, given.log, journal, Inspector(root, wizard.wires.names))
    root.mainloop()
    answers.close()


if __name__ == "__main__":
    main()
