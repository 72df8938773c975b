"""The controls of made windows of Tk, by chance: of Tk itself or of a theme."""

from __future__ import annotations

import tkinter as tk
from random import Random
from tkinter import ttk
from typing import Literal

from training.tk.looks import Look
from training.web.vocabulary import Tongue, path, value

# With how often each comes.
_CONTROLS = {
    "entry": 4, "dropdown": 2, "check": 2, "spin": 1, "radios": 1, "scale": 1, "text_box": 1,
    "password": 1, "path": 1,
}  # fmt: skip


class Controls:
    """Makes controls for a window. `names` says by path of a widget what it is called, `fields` are
    names that are not used yet, `mark` stands behind the names of fields."""

    def __init__(self, root: tk.Tk, look: Look, tongue: Tongue, chance: Random) -> None:
        self._root, self._look, self._tongue, self._chance = root, look, tongue, chance
        self.names: dict[str, str] = {}
        self._kept: list[tk.Variable] = []
        self.fields = list(tongue.fields)
        chance.shuffle(self.fields)
        self.mark = chance.choice(("", "", "", ":", ":", "*"))
        self._above = chance.random() < 0.25

    def state(self, off: float) -> Literal["normal", "disabled"]:
        """Disabled by that chance."""
        return "disabled" if self._chance.random() < off else "normal"

    def frame(self, parent: tk.Misc, padding: int = 0) -> tk.Widget:
        """What holds others."""
        if self._look.plain:
            return tk.Frame(parent, padx=padding, pady=padding)
        return ttk.Frame(parent, padding=padding)

    def text(self, parent: tk.Misc, words: str) -> tk.Widget:
        """A line of text, which does nothing."""
        return (tk.Label if self._look.plain else ttk.Label)(parent, text=words, anchor="w")

    def button(self, parent: tk.Misc, words: str, style: str = "TButton") -> tk.Widget:
        """A button, or one of a tool bar: "Toolbutton"."""
        off = self.state(0.15)
        if self._look.plain:
            relief = "flat" if style == "Toolbutton" else "raised"
            return tk.Button(parent, text=words, state=off, relief=relief)  # type: ignore[arg-type]
        return ttk.Button(parent, text=words, state=off, style=style)

    def form(self, parent: tk.Misc, count: int) -> None:
        """Labels and controls in a grid: the labels at the left or above."""
        frame = self.frame(parent)
        frame.pack(fill="x", expand=self._chance.random() < 0.5, anchor="n")
        frame.columnconfigure(1, weight=1)
        row = 0
        for kind in self._chance.choices(
            list(_CONTROLS), list(_CONTROLS.values()), k=min(count, len(self.fields))
        ):
            row = self._line(frame, kind, row)

    def _line(self, frame: tk.Misc, kind: str, row: int) -> int:
        chance, gap = self._chance, self._look.gap
        if kind == "check":
            self._check(frame).grid(row=row, column=0, columnspan=2, sticky="w", pady=gap)
            return row + 1
        name = self.fields.pop()
        mark = self.mark if self.mark != "*" or chance.random() < 0.5 else ""
        label, control = self.text(frame, name + mark), self._control(frame, kind, name)
        sticky = "w" if kind in ("spin", "radios") or chance.random() < 0.2 else "we"
        if self._above:
            label.grid(row=row, column=0, columnspan=2, sticky="w", pady=(gap, 0))
            control.grid(row=row + 1, column=0, columnspan=2, sticky=sticky)
            return row + 2
        label.grid(row=row, column=0, sticky=chance.choice(("w", "w", "e")), padx=gap, pady=gap)
        control.grid(row=row, column=1, sticky=sticky, pady=gap)
        return row + 1

    def _check(self, frame: tk.Misc) -> tk.Widget:
        chance = self._chance
        words = chance.choice((*self._tongue.choices, *self._tongue.commands))
        on = self.keep(tk.BooleanVar(self._root, value=chance.random() < 0.5))
        made = tk.Checkbutton if self._look.plain else ttk.Checkbutton
        return made(frame, text=words, variable=on, state=self.state(0.15))

    def _control(self, frame: tk.Misc, kind: str, name: str) -> tk.Widget:
        widget: tk.Widget = getattr(self, f"_{kind}")(frame)
        self.names[str(widget)] = name
        if kind not in ("radios", "scale", "text_box") and self._chance.random() < 0.12:
            widget.configure(state="disabled")  # type: ignore[call-arg]
        return widget

    def _entry(self, frame: tk.Misc, words: str | None = None, show: str = "") -> tk.Widget:
        chance = self._chance
        if words is None:
            words = value(chance) if chance.random() < 0.55 else ""
        made = tk.Entry if self._look.plain else ttk.Entry
        entry = made(frame, width=chance.randint(10, 36), show=show)
        entry.insert(0, words)
        return entry

    def _password(self, frame: tk.Misc) -> tk.Widget:
        words = "x" * self._chance.choice((0, 6, 8, 11))
        return self._entry(frame, words, self._chance.choice(("*", "•", "●")))

    def _path(self, frame: tk.Misc) -> tk.Widget:
        return self._entry(frame, path(self._chance))

    def _dropdown(self, frame: tk.Misc) -> tk.Widget:
        chance = self._chance
        values = chance.sample(self._tongue.choices, 3)
        if self._look.plain and chance.random() < 0.6:
            chosen = self.keep(tk.StringVar(self._root, value=values[0]))
            return tk.OptionMenu(frame, chosen, *values)  # type: ignore[arg-type]
        box = ttk.Combobox(frame, values=values, state=chance.choice(("readonly", "normal")))
        if chance.random() < 0.8:
            box.set(values[0])
        return box

    def _spin(self, frame: tk.Misc) -> tk.Widget:
        made = tk.Spinbox if self._look.plain else ttk.Spinbox
        box = made(frame, from_=0, to=999, width=self._chance.randint(4, 14))
        box.delete(0, "end")
        box.insert(0, str(self._chance.randint(0, 400)))
        return box

    def _radios(self, frame: tk.Misc) -> tk.Widget:
        chance, row = self._chance, self.frame(frame)
        options = chance.sample(self._tongue.choices, chance.randint(2, 4))
        chosen = self.keep(tk.StringVar(self._root, value=chance.choice((*options, ""))))
        made = tk.Radiobutton if self._look.plain else ttk.Radiobutton
        side = chance.choice(("left", "top"))
        for option in options:
            state = self.state(0.1)
            button = made(row, text=option, value=option, variable=chosen, state=state)
            button.pack(side=side, anchor="w", padx=(0, 6))  # type: ignore[arg-type]
        return row

    def _scale(self, frame: tk.Misc) -> tk.Widget:
        chance = self._chance
        scale: tk.Widget
        if self._look.plain:
            scale = tk.Scale(frame, from_=0, to=100, orient="horizontal", showvalue=False)
        else:
            scale = ttk.Scale(frame, from_=0, to=100)
        scale.set(chance.randint(0, 100))
        return scale

    def _text_box(self, frame: tk.Misc) -> tk.Widget:
        chance = self._chance
        box = tk.Text(frame, width=chance.randint(16, 40), height=chance.randint(2, 4), wrap="word")
        box.insert("end", chance.choice((*self._tongue.sentences, "", "")))
        return box

    def keep(self, variable: tk.Variable) -> tk.Variable:
        """The variable of a widget, kept: without it Tk forgets the state of the widget."""
        self._kept.append(variable)
        return variable
