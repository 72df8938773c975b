"""A window of the click test: shows one target after the other and prints where it was clicked.

A program of its own, `python -m agent.diagnostics.click_target LEFT TOP WIDTH HEIGHT` (in pointer
units), since a window needs its process to itself. Each line of its output is JSON: {"shown": n},
then {"target": [x, y], "click": [x, y]}; {"ended": true} when the person pressed Escape.
"""

from __future__ import annotations

import contextlib
import json
import sys
import tkinter
from typing import Any

COLOUR = (255, 0, 255)
"""Of the targets, as RGB; nothing else in the window has it."""
GROUND = (112, 112, 112)
RADIUS = 7
PLACES = tuple((x, y) for y in (0.12, 0.5, 0.88) for x in (0.08, 0.5, 0.92))
"""Middles of the targets as shares of the window."""


def main() -> None:
    left, top, width, height = map(int, sys.argv[1:])
    root = tkinter.Tk()
    root.overrideredirect(True)
    root.attributes("-topmost", True)
    root.geometry(f"{width}x{height}+{left}+{top}")
    canvas = tkinter.Canvas(
        root, background=_name(GROUND), highlightthickness=0, cursor="crosshair"
    )
    canvas.pack(fill="both", expand=True)
    canvas.create_text(
        width // 2,
        height // 4,
        text="Deskhand is testing where its clicks land.\n"
        "Do not touch the mouse. Press Escape to cancel.",
        fill="white",
        justify="center",
    )
    left_to_show = [(round(x * width), round(y * height)) for x, y in PLACES]

    def show() -> None:
        canvas.delete("target")
        x, y = left_to_show[0]
        canvas.create_oval(
            x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS,
            fill=_name(COLOUR), outline="", tags="target",
        )  # fmt: skip
        root.update_idletasks()
        _say({"shown": len(PLACES) - len(left_to_show)})

    def clicked(event: Any) -> None:
        _say({"target": left_to_show.pop(0), "click": [event.x, event.y]})
        if left_to_show:
            show()
        else:
            root.destroy()

    def ended(event: Any) -> None:
        _say({"ended": True})
        root.destroy()

    canvas.bind("<Button-1>", clicked)
    root.bind_all("<Escape>", ended)
    root.wait_visibility()
    # A window without a frame gets no keys, unless it takes them all; another one may have done so.
    with contextlib.suppress(tkinter.TclError):
        root.grab_set_global()
        root.focus_force()
    root.after(200, show)
    root.mainloop()


def _name(colour: tuple[int, int, int]) -> str:
    return "#" + "".join(f"{part:02x}" for part in colour)


def _say(values: dict[str, Any]) -> None:
    print(json.dumps(values), flush=True)


if __name__ == "__main__":
    main()
