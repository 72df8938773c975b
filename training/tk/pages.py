"""What made windows of Tk are filled with: forms, rows of buttons, lists, notebooks."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from random import Random
from tkinter import ttk

from training.tk.controls import Controls
from training.tk.looks import Look
from training.web.vocabulary import Tongue, file_name, person, value

_LINK = "#1a5fb4"


class Page:
    """A window that is filled by chance. `names` says by path of a widget what it is called, `bar`
    is the menu bar and `opened` one of its menus."""

    def __init__(self, root: tk.Tk, look: Look, tongue: Tongue, chance: Random) -> None:
        self._root, self._look, self._tongue, self._chance = root, look, tongue, chance
        self._controls = Controls(root, look, tongue, chance)
        self.names = self._controls.names
        self.bar: tk.Menu | None = None
        self.opened: tk.Menu | None = None
        self._opened_at = 0

    def title(self) -> str:
        """What the window is called."""
        chance = self._chance
        name = chance.choice(self._tongue.places)
        return chance.choice((name, name, f"{file_name(chance)} - {name}"))

    def menu_left(self) -> int:
        """Where the menu that is open begins, from the left side of the window."""
        return self._opened_at

    def fill(self) -> None:
        """Make all parts."""
        chance = self._chance
        if chance.random() < 0.4:
            self._menu_bar()
        if chance.random() < 0.25:
            self._tool_bar()
        body = self._controls.frame(self._root, padding=chance.choice((0, 6, 10, 16)))
        body.pack(fill="both", expand=True)
        if chance.random() < 0.4:
            self._heading(body)
        layout = chance.choice(("form", "form", "form", "notebook", "list", "table", "two", "text"))
        getattr(self, f"_{layout}_page")(body)
        if chance.random() < 0.75:
            self._buttons(body)
        if chance.random() < 0.3:
            self._controls.text(self._root, chance.choice(self._tongue.sentences)).pack(
                side="bottom", fill="x", anchor="w"
            )
        self._focus()

    def _heading(self, parent: tk.Misc) -> None:
        chance = self._chance
        size = self._look.points + chance.choice((0, 2, 4, 8))
        title = self._controls.text(parent, chance.choice(self._tongue.places))
        weight = chance.choice(("bold", "bold", "normal"))
        title.configure(font=(self._look.family, size, weight))  # type: ignore[call-arg]
        title.pack(anchor="w", pady=self._look.gap)
        if chance.random() < 0.4:
            self._controls.text(parent, chance.choice(self._tongue.sentences)).pack(anchor="w")

    def _menu_bar(self) -> None:
        chance = self._chance
        self.bar = tk.Menu(self._root, tearoff=0, relief=chance.choice(("flat", "raised")))
        menus = []
        for name in chance.sample(self._tongue.places, chance.randint(2, 6)):
            menu = tk.Menu(self.bar, tearoff=0)
            for command in chance.sample(self._tongue.commands, chance.randint(3, 8)):
                state = self._controls.state(0.15)
                if chance.random() < 0.2:
                    on = self._controls.keep(tk.BooleanVar(self._root, value=chance.random() < 0.5))
                    menu.add_checkbutton(label=command, variable=on, state=state)
                else:
                    keys = chance.choice(("", "", "Ctrl+S", "F5", "Ctrl+Shift+N"))
                    menu.add_command(label=command, accelerator=keys, state=state)
                if chance.random() < 0.15:
                    menu.add_separator()
            if menu.type(menu.index("end") or 0) == "separator":
                menu.delete("end")
            self.bar.add_cascade(label=name, menu=menu)
            menus.append(menu)
        self._root.configure(menu=self.bar)
        self.opened = chance.choice(menus)
        self._opened_at = 40 * menus.index(self.opened)

    def _tool_bar(self) -> None:
        row = self._controls.frame(self._root, padding=2)
        row.pack(fill="x")
        for command in self._chance.sample(self._tongue.commands, self._chance.randint(2, 6)):
            self._controls.button(row, command, "Toolbutton").pack(side="left", padx=1)

    def _buttons(self, parent: tk.Misc) -> None:
        chance, row = self._chance, self._controls.frame(parent)
        row.pack(fill="x", side="bottom", pady=self._look.gap)
        side = chance.choice(("left", "right"))
        for command in chance.sample(self._tongue.commands, chance.randint(1, 4)):
            self._controls.button(row, command).pack(side=side, padx=self._look.gap)  # type: ignore[arg-type]
        if chance.random() < 0.25:
            words = chance.choice(self._tongue.commands)
            link = tk.Label(row, text=words, fg=_LINK, cursor="hand2")
            link.configure(font=(self._look.family, self._look.points, "underline"))
            if self._look.ground:
                link.configure(bg=self._look.ground)
            else:
                link.configure(bg=str(ttk.Style().lookup(".", "background")))
            link.pack(side=side, padx=2 * self._look.gap)  # type: ignore[arg-type]

    def _form_page(self, parent: tk.Misc) -> None:
        self._controls.form(parent, self._chance.randint(3, 9))

    def _two_page(self, parent: tk.Misc) -> None:
        row = self._controls.frame(parent)
        row.pack(fill="both", expand=True)
        for _ in range(2):
            around: tk.Widget
            words = self._chance.choice(self._tongue.places)
            if self._look.plain:
                around = tk.LabelFrame(row, text=words, padx=6, pady=6)
            else:
                around = ttk.Labelframe(row, text=words, padding=6)
            around.pack(side="left", fill="both", expand=True, padx=self._look.gap)
            self._controls.form(around, self._chance.randint(2, 6))

    def _notebook_page(self, parent: tk.Misc) -> None:
        book = ttk.Notebook(parent)
        book.pack(fill="both", expand=True)
        pages = []
        for name in self._chance.sample(self._tongue.places, self._chance.randint(2, 5)):
            page = ttk.Frame(book, padding=10)
            book.add(page, text=name, state=self._controls.state(0.08))
            pages.append(page)
        chosen = self._chance.choice(pages)
        book.add(chosen, state="normal")
        book.select(chosen)  # type: ignore[no-untyped-call]
        self._controls.form(chosen, self._chance.randint(2, 7))

    def _list_page(self, parent: tk.Misc) -> None:
        chance = self._chance
        name = self._controls.fields.pop()
        if chance.random() < 0.6:
            self._controls.text(parent, name + self._controls.mark).pack(anchor="w")
        row = self._controls.frame(parent)
        row.pack(fill="both", expand=True)
        shown, count = chance.randint(4, 12), chance.randint(3, 18)
        box = tk.Listbox(row, height=shown, width=chance.randint(16, 44), activestyle="none")
        box.insert("end", *self._lines(count))
        if chance.random() < 0.6:
            box.selection_set(chance.randrange(min(shown, count)))
        box.pack(side="left", fill="both", expand=True)
        if count > shown or chance.random() < 0.4:
            self._bar_of(row, box)
        self.names[str(box)] = name
        if chance.random() < 0.5:
            self._controls.form(parent, chance.randint(1, 4))

    def _table_page(self, parent: tk.Misc) -> None:
        chance = self._chance
        row = self._controls.frame(parent)
        row.pack(fill="both", expand=True)
        columns = [self._controls.fields.pop() for _ in range(chance.randint(1, 5))]
        shown, count = chance.randint(4, 12), chance.randint(3, 18)
        table = ttk.Treeview(row, columns=columns, show="headings", height=shown)
        for column in columns:
            table.heading(column, text=column)
            table.column(column, width=chance.randint(90, 190))
        rows = [
            table.insert("", "end", values=[value(chance) for _ in columns]) for _ in range(count)
        ]
        if chance.random() < 0.6:
            table.selection_set(chance.choice(rows[:shown]))
        table.pack(side="left", fill="both", expand=True)
        if count > shown:
            self._bar_of(row, table)

    def _text_page(self, parent: tk.Misc) -> None:
        chance = self._chance
        row = self._controls.frame(parent)
        row.pack(fill="both", expand=True)
        box = tk.Text(row, width=chance.randint(30, 70), height=chance.randint(6, 18), wrap="word")
        box.insert("end", "\n".join(chance.choices(self._tongue.sentences, k=chance.randint(0, 7))))
        box.pack(side="left", fill="both", expand=True)
        if chance.random() < 0.6:
            self._bar_of(row, box)

    def _bar_of(self, row: tk.Misc, box: tk.Listbox | ttk.Treeview | tk.Text) -> None:
        made = tk.Scrollbar if self._look.plain else ttk.Scrollbar
        bar = made(row, command=box.yview)
        bar.pack(side="right", fill="y")
        box.configure(yscrollcommand=bar.set)

    def _lines(self, count: int) -> list[str]:
        chance = self._chance
        made: Callable[[Random], str] = chance.choice((file_name, person, value))
        words = (*self._tongue.choices, *self._tongue.places)
        return [
            made(chance) if chance.random() < 0.7 else chance.choice(words) for _ in range(count)
        ]

    def _focus(self) -> None:
        if self._chance.random() < 0.6:
            kinds = (ttk.Entry, tk.Entry, tk.Text)
            found = [one for one in self._all(self._root) if isinstance(one, kinds)]
            if found:
                self._write_in(self._chance.choice(found))

    def _write_in(self, entry: tk.Misc) -> None:
        """The caret stands in an entry: before its text, behind it, or all of it is selected."""
        entry.focus_force()
        if isinstance(entry, tk.Entry):
            if self._chance.random() < 0.5:
                entry.icursor("end")
            elif self._chance.random() < 0.5:
                entry.selection_range(0, "end")

    def _all(self, widget: tk.Misc) -> Sequence[tk.Misc]:
        children = widget.winfo_children()
        return [*children, *(each for child in children for each in self._all(child))]
