"""How a made window of Tk looks, from a seed."""

from __future__ import annotations

import tkinter as tk
from dataclasses import dataclass
from random import Random
from tkinter import font, ttk

_THEMES = ("default", "clam", "alt", "classic")
_FAMILIES = ("DejaVu Sans", "Liberation Sans", "Noto Sans", "DejaVu Serif")
# Ground, ground of fields, ink, ink of what is disabled, chosen ground.
_COLOURS = (
    ("", "", "", "", ""),
    ("", "", "", "", ""),
    ("", "", "", "", ""),
    ("#ececec", "#ffffff", "#1a1a1a", "#9a9a9a", "#3875d7"),
    ("#f5f0e6", "#fffdf7", "#3b2f20", "#b3a791", "#b5742e"),
    ("#e6eef5", "#ffffff", "#10263b", "#93a5b5", "#2a6fb0"),
    ("#2b2b2b", "#3a3a3a", "#e4e4e4", "#7d7d7d", "#4b6eaf"),
    ("#1e2430", "#2a3140", "#d5dbe6", "#6d7787", "#5f8dd3"),
    ("#ffffff", "#ffffff", "#202020", "#a8a8a8", "#0a64ad"),
)


@dataclass(frozen=True, slots=True)
class Look:
    """A look. `plain` widgets are those of Tk itself, not of a theme; "" is the theme's colour."""

    theme: str
    plain: bool
    family: str
    points: int
    ground: str = ""
    field: str = ""
    ink: str = ""
    faint: str = ""
    chosen: str = ""
    gap: int = 4


def look(seed: str) -> Look:
    """The look of a seed."""
    chance = Random(f"look of Tk {seed}")
    return Look(
        chance.choice(_THEMES),
        chance.random() < 0.3,
        chance.choice(_FAMILIES),
        chance.choice((8, 9, 10, 10, 11, 12, 14)),
        *chance.choice(_COLOURS),
        gap=chance.choice((1, 2, 3, 4, 6, 9)),
    )


def dress(root: tk.Tk, look: Look) -> None:
    """Set the fonts, the theme and the colours of all widgets that follow."""
    for name in ("TkDefaultFont", "TkTextFont", "TkMenuFont", "TkHeadingFont"):
        font.nametofont(name).configure(family=look.family, size=look.points)
    style = ttk.Style(root)
    style.theme_use(look.theme)
    height = font.nametofont("TkDefaultFont").metrics("linespace")
    style.configure("Treeview", rowheight=height + 2 + look.gap)
    if not look.ground:
        # The colour of a window is that of its theme.
        root.configure(background=style.lookup(".", "background") or root.cget("background"))
        return
    root.configure(background=look.ground)
    style.configure(
        ".", background=look.ground, foreground=look.ink, fieldbackground=look.field,
        insertcolor=look.ink, selectbackground=look.chosen, selectforeground="#ffffff",
    )  # fmt: skip
    style.configure("Treeview", background=look.field, foreground=look.ink)
    for name in ("TEntry", "TCombobox", "TSpinbox"):
        style.configure(name, fieldbackground=look.field, foreground=look.ink)
    style.map(".", foreground=[("disabled", look.faint)], background=[("active", look.ground)])
    style.map("TNotebook.Tab", background=[("selected", look.field)])
    style.map("Treeview", background=[("selected", look.chosen)], foreground=[("selected", "#fff")])
    style.map("TCombobox", fieldbackground=[("readonly", look.field), ("disabled", look.ground)])
    style.map("TEntry", fieldbackground=[("disabled", look.ground)])
    for name, colour in (
        ("background", look.ground), ("foreground", look.ink), ("disabledForeground", look.faint),
        ("selectBackground", look.chosen), ("highlightBackground", look.ground),
        ("activeBackground", look.ground), ("activeForeground", look.ink),
    ):  # fmt: skip
        root.option_add(f"*{name}", colour)
    for name in ("Entry", "Text", "Listbox", "Spinbox"):
        root.option_add(f"*{name}.background", look.field)
    root.option_add("*Menu.activeBackground", look.chosen)
    root.option_add("*Menu.activeForeground", "#ffffff")
