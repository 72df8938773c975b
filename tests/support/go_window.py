"""A window with one big button “Go” at 100, 100 whose colour changes with every click."""

from __future__ import annotations

import tkinter as tk

window = tk.Tk()
window.title("Go window")
window.geometry("300x200+100+100")
colours = ["white", "navy"]


def turn() -> None:
    colours.reverse()
    button.configure(bg=colours[0], activebackground=colours[0])


button = tk.Button(window, text="Go", command=turn, bg=colours[0], activebackground=colours[0])
button.pack(fill="both", expand=True)
window.mainloop()
