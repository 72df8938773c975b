"""A small program for a run to be stopped at: a field, boxes to tick, buttons; with `dense` as its
argument also a screen full of text, which takes long to read."""

from __future__ import annotations

import sys
import tkinter as tk

TITLE = "Guest list"
_LINE = "Order {0:04d} of the harbour office was sent on the {1}th, paid, and packed in box {2:03d}"


def main() -> None:
    """Show the window until the program is ended."""
    root = tk.Tk(className="guest-list")
    root.title(TITLE)
    root.geometry("1000x700+40+40")
    root.option_add("*Font", "{DejaVu Sans} 12")
    tk.Label(root, text="First name").place(x=30, y=30)
    tk.Entry(root, width=40, relief="solid", borderwidth=1).place(x=180, y=30)
    for number, name in enumerate(("Newsletter", "Invoice by post")):
        tk.Checkbutton(root, text=name).place(x=30 + 200 * number, y=80)
    for number, name in enumerate(("Submit", "Help")):
        tk.Button(root, text=name, width=10).place(x=30 + 200 * number, y=130)
    if "dense" in sys.argv:
        lines = [_LINE.format(number * 37, 1 + number % 28, number * 11) for number in range(24)]
        tk.Label(root, text="\n".join(lines), justify="left").place(x=30, y=200)
    root.mainloop()


if __name__ == "__main__":
    main()
