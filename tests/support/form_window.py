"""A small real program: a label, a field, a box to tick, two buttons. For tests of whole runs.

Writes what is done with it, one JSON object a line, into the file named first; the second argument
is the field's label, if it is given. The third is a layout: "other" is dark, elsewhere, and the
button Save below; "without" has no button Save.

What it shows stands in a file beside the log, for eyes that need not read the screen: see
form_eyes.py.
"""

from __future__ import annotations

import json
import sys
import tkinter as tk
from pathlib import Path
from typing import Any

SHOWN = ".shown"
"""What the name of the file with what is shown ends with, after the name of the log."""


def drawn(root: tk.Tk, *, ticked: bool) -> tk.PhotoImage:
    """A box to tick, as most programs of today draw it."""
    image = tk.PhotoImage(master=root, width=20, height=20)
    image.put("#555555", to=(0, 0, 20, 20))
    image.put("#ffffff", to=(1, 1, 19, 19))
    if ticked:
        for step in range(5):
            image.put("#111111", to=(4 + step, 9 + step, 6 + step, 12 + step))
        for step in range(9):
            image.put("#111111", to=(8 + step, 13 - step, 10 + step, 16 - step))
    return image


def box_of(widget: tk.Misc) -> list[int]:
    """Left, top, right and bottom of a widget in pixels of the screen."""
    left, top = widget.winfo_rootx(), widget.winfo_rooty()
    return [left, top, left + widget.winfo_width(), top + widget.winfo_height()]


def write(path: Path, shown: list[dict[str, Any]]) -> None:
    """Write what is shown; whoever reads it sees all of it or what was there before."""
    part = path.with_name(f"{path.name}.part")
    part.write_text(json.dumps(shown), "utf-8")
    part.replace(path)


def main() -> None:
    log, label = Path(sys.argv[1]), (*sys.argv[2:3], "Full name")[0]
    layout = (*sys.argv[3:], "usual")[0]
    ground = "#2b2b2b" if layout == "other" else "#d9d9d9"
    root = tk.Tk(className="formular")
    root.title("Guest book")
    root.geometry("600x400+520+300" if layout == "other" else "520x330+200+150")
    if layout == "other":
        root.tk_setPalette(background=ground, foreground="#f0f0f0")
    root.option_add("*Font", "{DejaVu Sans} 14")
    name, news = tk.StringVar(), tk.BooleanVar()
    message = tk.StringVar(value="Please sign")

    def told(what: str) -> None:
        with log.open("a", encoding="utf-8") as file:
            print(json.dumps({"what": what, "name": name.get(), "news": news.get()}), file=file)

    def saved() -> None:
        told("saved")
        message.set("Thank you, it was saved")

    tk.Label(root, text=label).place(x=30, y=30)
    entry = tk.Entry(root, textvariable=name, width=22, relief="solid", borderwidth=1)
    if layout == "other":
        # As dark themes draw it: a field and its caret can be seen.
        entry.configure(background="#4a4a4a", insertbackground="#f0f0f0")
        entry.configure(relief="flat", highlightthickness=1, highlightbackground="#a0a0a0")
    entry.place(x=180, y=30)
    empty, ticked = drawn(root, ticked=False), drawn(root, ticked=True)
    box = tk.Checkbutton(
        root, text="  Newsletter", variable=news, command=lambda: told("ticked"), image=empty,
        selectimage=ticked, compound="left", indicatoron=False, relief="flat", borderwidth=0,
        offrelief="flat", highlightthickness=0, selectcolor=ground,
    )  # fmt: skip
    box.place(x=30, y=90)
    place = {"usual": (30, 150), "other": (330, 300)}.get(layout)
    save = tk.Button(root, text="Save", width=10, command=saved)
    if place is not None:
        save.place(x=place[0], y=place[1])
    nothing = tk.Button(root, text="Nothing", width=10, command=lambda: told("nothing"))
    nothing.place(x=240, y=150)
    said = tk.Label(root, textvariable=message)
    said.place(x=30, y=240)
    root.bind("<Map>", lambda event: told("shown") if event.widget is root else None)

    def show(*_: object) -> None:
        focused = root.focus_get()
        each: list[tuple[tk.Widget, str, str, dict[str, object]]] = [
            (entry, "field", label, {"value": name.get(), "focused": focused is entry}),
            (box, "checkbox", "Newsletter", {"checked": news.get(), "focused": focused is box}),
            (save, "button", "Save", {"focused": focused is save}),
            (nothing, "button", "Nothing", {"focused": focused is nothing}),
            (said, "text", message.get(), {}),
        ]
        shown = [
            {"kind": kind, "text": text, "box": box_of(widget), "state": state}
            for widget, kind, text, state in each
            if widget.winfo_viewable()
        ]
        write(log.with_name(log.name + SHOWN), shown)

    for variable in (name, news, message):
        variable.trace_add("write", lambda *_: root.after_idle(show))
    for event in ("<Configure>", "<Map>", "<FocusIn>", "<FocusOut>", "<Expose>"):
        root.bind_all(event, lambda _: root.after_idle(show))
    root.mainloop()


if __name__ == "__main__":
    main()
