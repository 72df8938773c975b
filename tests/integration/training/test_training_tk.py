"""Labelled windows of Tk: they tell what they show, where it is, and its states."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from pathlib import Path
from tkinter import ttk

import pytest

from agent.desktop.virtual_desktop import Desktop
from training.apps.faces import FaceReader
from training.labels import Label
from training.tk.__main__ import shoot
from training.tk.telling import bar_labels, labels_of, menu_labels
from vision.capture.screen import load_image
from vision.core.geometry import Box
from vision.ocr.engine import TextRecognizer


@pytest.fixture
def root(desktop: Desktop) -> Iterator[tk.Tk]:
    root = tk.Tk()
    root.geometry("+40+60")
    yield root
    root.destroy()


def _told(root: tk.Tk, names: dict[str, str] | None = None) -> dict[str, list[Label]]:
    root.update()
    by_kind: dict[str, list[Label]] = {}
    for label in labels_of(root, names or {}):
        by_kind.setdefault(label.kind, []).append(label)
    return by_kind


def test_controls_tell_their_kinds_names_and_states(root: tk.Tk) -> None:
    on, kind = tk.BooleanVar(root, value=True), tk.StringVar(root, value="final")
    entry = ttk.Entry(root)
    entry.insert(0, "Vienna")
    hidden = tk.Entry(root, show="*")
    hidden.insert(0, "abc")
    box = ttk.Combobox(root, values=["A4", "A5"], state="disabled")
    box.set("A4")
    parts = (
        ttk.Label(root, text="City"), entry, hidden, box,
        ttk.Checkbutton(root, text="Colour", variable=on),
        tk.Radiobutton(root, text="Draft", value="draft", variable=kind),
        ttk.Button(root, text="Print"), tk.Scale(root, orient="horizontal"),
    )  # fmt: skip
    for part in parts:
        part.pack()
    told = _told(root, {str(entry): "City", str(hidden): "Password", str(box): "Paper"})
    assert [(f.name, f.text, f.value) for f in told["field"]] == [
        ("City", "Vienna", "Vienna"), ("Password", "", "***"),
    ]  # fmt: skip
    [paper] = told["dropdown"]
    assert (paper.name, paper.value, paper.disabled) == ("Paper", "A4", True)
    assert [(m.name, m.checked) for m in told["checkbox"] + told["radio"]] == [
        ("Colour", True), ("Draft", False),
    ]  # fmt: skip
    assert [b.name for b in told["button"]] == ["Print"]
    assert len(told["slider"]) == 1
    # A line of text is no control.
    assert not any(label.text == "City" for labels in told.values() for label in labels)


def test_rows_tabs_and_arrows_have_boxes_of_their_own(root: tk.Tk) -> None:
    book = ttk.Notebook(root)
    for name in ("General", "Network"):
        book.add(ttk.Frame(book, width=200, height=30), text=name)
    table = ttk.Treeview(root, columns=("a", "b"), show="headings", height=3)
    table.heading("a", text="Name")
    table.heading("b", text="Size")
    rows = [table.insert("", "end", values=(f"file {n}", n)) for n in range(6)]
    table.selection_set(rows[1])
    lines = tk.Listbox(root, height=2)
    lines.insert("end", "Oslo", "Riga", "Turku")
    spin = ttk.Spinbox(root)
    for part in (book, table, lines, spin):
        part.pack()
    told = _told(root)
    assert [(t.name, t.selected) for t in told["tab"]] == [("General", True), ("Network", False)]
    first, second = told["tab"]
    assert first.box.right <= second.box.left + 4
    assert [b.name for b in told["button"]] == ["Name", "Size"]
    texts = [(item.text, item.selected) for item in told["list item"]]
    assert texts == [
        ("file 0 0", False), ("file 1 1", True), ("file 2 2", False),
        ("Oslo", False), ("Riga", False),
    ]  # fmt: skip
    up, down = told["icon"]
    assert (up.name, down.name) == ("increase", "decrease")
    [field] = told["field"]
    assert field.box.contains(up.box.center)
    assert up.box.bottom <= down.box.top + 1


def test_menus_are_told_in_their_bar_and_open(root: tk.Tk) -> None:
    bar = tk.Menu(root, tearoff=0)
    menu = tk.Menu(bar, tearoff=0)
    menu.add_command(label="Open")
    menu.add_separator()
    menu.add_command(label="Quit", state="disabled")
    bar.add_cascade(label="File", menu=menu)
    bar.add_cascade(label="Help", menu=menu)
    root.configure(menu=bar)
    ttk.Label(root, text="x" * 60).pack()
    root.update()
    file, help_ = bar_labels(bar)
    assert (file.name, help_.name) == ("File", "Help")
    assert file.box.right == help_.box.left
    assert file.box.bottom <= root.winfo_rooty() + 1
    menu.post(300, 300)
    root.update()
    entries = list(menu_labels(menu))
    menu.unpost()
    assert [(e.name, e.disabled) for e in entries] == [("Open", False), ("Quit", True)]
    assert entries[0].box.bottom < entries[1].box.top  # the line between them


def test_what_reaches_beyond_the_window_is_not_told(root: tk.Tk) -> None:
    ttk.Button(root, text="Near").place(x=5, y=5, width=80, height=30)
    ttk.Button(root, text="Cut").place(x=150, y=5, width=80, height=30)
    ttk.Button(root, text="Far").place(x=190, y=45, width=80, height=30)
    root.geometry("200x80+40+60")
    told = _told(root)["button"]
    assert [b.name for b in told] == ["Near", "Cut"]
    assert told[1].box.width == 50


def test_a_made_window_shows_what_its_labels_say(
    desktop: Desktop, tmp_path: Path, rapid: TextRecognizer
) -> None:
    reader = FaceReader(rapid)
    wrong, looked_at = [], 0
    for seed in ("test 1", "test 2", "test 3"):
        sample = shoot(desktop, seed, tmp_path / f"{seed[-1]}.png")
        assert sample is not None
        pixels = load_image(tmp_path / sample.picture).pixels
        whole = Box(0, 0, sample.width, sample.height)
        assert all(whole.intersection(label.box) == label.box for label in sample.labels)
        assert any(label.kind == "window title" for label in sample.labels)
        for label in sample.labels:
            if label.kind != "button" or label.disabled:
                continue
            looked_at += 1
            face = reader.face(pixels, label.box, label.text, 13.0)
            if face is None or face.kind != "button":
                wrong.append(label)
    assert looked_at >= 4
    assert wrong == []
