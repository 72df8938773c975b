"""A program with a dialog that leads nowhere: python stray_window.py LOG"""

from __future__ import annotations

import json
import sys
import tkinter as tk
from pathlib import Path

log = Path(sys.argv[1])


def told(what: str) -> None:
    with log.open("a", encoding="utf-8") as file:
        file.write(json.dumps(what) + "\n")


def colours() -> None:
    """A dialog whose buttons only count. Escape closes it."""
    told("opened")
    dialog = tk.Toplevel(root)
    dialog.title("Colours")
    dialog.geometry("360x260+320+220")
    dialog.transient(root)
    said = tk.StringVar(value="nothing yet")
    tk.Label(dialog, textvariable=said, font=("DejaVu Sans", 14)).pack(pady=12)
    for name in ("Warmer", "Colder", "Darker"):

        def counted(name: str = name) -> None:
            told(name)
            said.set(f"{name}, {said.get()[:24]}")

        tk.Button(dialog, text=name, command=counted, font=("DejaVu Sans", 12)).pack(pady=6)

    def gone(_: object) -> None:
        told("closed")
        dialog.destroy()

    dialog.bind("<Escape>", gone)
    dialog.focus_force()


def fresh() -> None:
    told("Mint")
    heading.set("It is minty now")


root = tk.Tk()
root.title("Wallpaper")
root.geometry("420x300+40+60")
heading = tk.StringVar(value="Your desktop")
tk.Label(root, textvariable=heading, font=("DejaVu Sans", 16)).pack(pady=20)
tk.Button(root, text="Colours", command=colours, font=("DejaVu Sans", 12)).pack(pady=10)
tk.Button(root, text="Mint", command=fresh, font=("DejaVu Sans", 12)).pack(pady=10)
root.after(300, lambda: told("shown"))
root.mainloop()
