"""What the widgets of a window of Tk are to a person who sees them."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from dataclasses import replace
from tkinter import ttk
from tkinter.font import Font

from training.labels import Label, LabelKind
from vision.core.geometry import Box

_MARKS: dict[LabelKind, tuple[type[tk.Misc], ...]] = {
    "checkbox": (tk.Checkbutton, ttk.Checkbutton),
    "radio": (tk.Radiobutton, ttk.Radiobutton),
}
_BARS: dict[LabelKind, tuple[type[tk.Misc], ...]] = {
    "slider": (tk.Scale, ttk.Scale),
    "scroll bar": (tk.Scrollbar, ttk.Scrollbar),
}
_BESIDE = 10  # pixels that an entry of a menu bar is broader than its text, where none is beside it
_LEAST_SEEN = 0.6  # of a control: one that reaches further beyond its window is not told


def labels_of(root: tk.Misc, names: dict[str, str]) -> list[Label]:
    """The controls that show, in pixels of the screen. `names` says by path what a field, a list or
    a slider is called. Marks are told with their text: their `box` is the whole widget."""
    frame, found = box_of(root), list[Label]()
    for widget in _shown(root):
        for label in _of(widget, names.get(str(widget), "")):
            seen = label.box.intersection(frame)
            if seen is not None and seen.area >= _LEAST_SEEN * label.box.area:
                found.append(replace(label, box=seen))
    return found


def box_of(widget: tk.Misc) -> Box:
    """Where a widget is on the screen."""
    left, top = widget.winfo_rootx(), widget.winfo_rooty()
    return Box(left, top, left + widget.winfo_width(), top + widget.winfo_height())


def _shown(widget: tk.Misc) -> Iterator[tk.Misc]:
    for child in widget.winfo_children():
        if not child.winfo_viewable():
            continue
        # A menu bar is a copy that Tk makes; it is told by its own menu.
        if not isinstance(child, tk.Menu):
            yield child
            yield from _shown(child)


def _of(widget: tk.Misc, name: str) -> Iterator[Label]:
    if isinstance(widget, ttk.Notebook):
        yield from _tabs(widget)
    elif isinstance(widget, ttk.Treeview):
        yield from _table(widget)
    elif isinstance(widget, tk.Listbox):
        yield from _lines(widget)
    else:
        label = _one(widget, name)
        if label is not None:
            yield label
        if isinstance(widget, (ttk.Spinbox, tk.Spinbox)) and not isinstance(widget, ttk.Combobox):
            yield from _arrows(widget)


def _one(widget: tk.Misc, name: str) -> Label | None:
    box, disabled, focused = box_of(widget), _disabled(widget), widget.focus_get() is widget
    text = str(widget.cget("text")) if "text" in widget.keys() else ""  # noqa: SIM118

    def label(kind: LabelKind, **known: object) -> Label:
        called = name or text
        return Label(kind, box, called, disabled=disabled, focused=focused, **known)  # type: ignore[arg-type]

    if (held := _held(widget)) is not None:
        kind: LabelKind = "dropdown" if isinstance(widget, ttk.Combobox) else "field"
        return label(kind, text="" if _hides(widget) else held, value=held)
    for kind, classes in _MARKS.items():
        if isinstance(widget, classes):
            return label(kind, checked=_on(widget))
    if isinstance(widget, (tk.Menubutton, ttk.Menubutton)):
        return label("dropdown", text=text, value=text)
    if isinstance(widget, (tk.Button, ttk.Button)):
        return label("button", text=text)
    for kind, classes in _BARS.items():
        if isinstance(widget, classes):
            return label(kind)
    if isinstance(widget, tk.Label) and str(widget.cget("cursor")) == "hand2":
        return label("link", text=text)
    return None


def _held(widget: tk.Misc) -> str | None:
    """What is written in a field, as it shows; None for what is no field."""
    if isinstance(widget, tk.Text):
        return " ".join(widget.get("1.0", "end").split())
    if isinstance(widget, (tk.Entry, tk.Spinbox)):  # those of themes, too
        return (_hides(widget) * len(widget.get())) or widget.get()
    return None


def _hides(widget: tk.Misc) -> str:
    return str(widget.cget("show")) if "show" in widget.keys() else ""  # noqa: SIM118


def _disabled(widget: tk.Misc) -> bool:
    if isinstance(widget, ttk.Widget):
        return widget.instate(["disabled"])
    return "state" in widget.keys() and str(widget.cget("state")) == "disabled"  # noqa: SIM118


def _on(widget: tk.Misc) -> bool:
    if isinstance(widget, ttk.Widget):
        return widget.instate(["selected"])
    value = widget.getvar(str(widget.cget("variable")))
    wanted = widget.cget("onvalue" if isinstance(widget, tk.Checkbutton) else "value")
    return str(value) == str(wanted)


def _arrows(widget: tk.Misc) -> Iterator[Label]:
    for part, name in (("uparrow", "increase"), ("downarrow", "decrease")):
        box = part_of(widget, part, "buttonup" if part == "uparrow" else "buttondown")
        if box is not None:
            yield Label("icon", box, name, disabled=_disabled(widget))


def part_of(widget: tk.Misc, *parts: str) -> Box | None:
    """Where a part of a widget is, as Tk calls it: "indicator" and such."""
    width, height = widget.winfo_width(), widget.winfo_height()

    def there(x: int, y: int) -> bool:
        found = str(widget.tk.call(str(widget), "identify", *_words(widget, x, y)))
        return any(found.endswith(part) for part in parts)

    start = next(
        ((x, y) for y in range(1, height, 2) for x in range(width - 1, -1, -2) if there(x, y)), None
    )
    if start is None:
        return None
    across = [x for x in range(width) if there(x, start[1])]
    down = [y for y in range(height) if there((across[0] + across[-1]) // 2, y)]
    if not down:
        return None
    box = Box(across[0], down[0], across[-1] + 1, down[-1] + 1)
    return box.moved(widget.winfo_rootx(), widget.winfo_rooty())


def _words(widget: tk.Misc, x: int, y: int) -> tuple[object, ...]:
    return ("element", x, y) if isinstance(widget, ttk.Widget) else (x, y)


def _tabs(book: ttk.Notebook) -> Iterator[Label]:
    chosen = int(book.tk.call(str(book), "index", "current"))
    width, most = book.winfo_width(), 60
    places: dict[int, list[tuple[int, int]]] = {}
    for y in range(1, most, 2):
        for x in range(0, width, 2):
            number = book.tk.call(str(book), "identify", "tab", x, y)
            if number != "":
                places.setdefault(int(number), []).append((x, y))
    for number, points in places.items():
        text, state = (book.tk.call(str(book), "tab", number, w) for w in ("-text", "-state"))
        across, down = [x for x, _ in points], [y for _, y in points]
        box = Box(min(across), min(down), max(across) + 2, max(down) + 2)
        box = box.moved(book.winfo_rootx(), book.winfo_rooty())
        off = str(state) == "disabled"
        yield Label("tab", box, str(text), str(text), selected=number == chosen, disabled=off)


def _table(table: ttk.Treeview) -> Iterator[Label]:
    left, top = table.winfo_rootx(), table.winfo_rooty()
    columns = ["#0"] if "tree" in str(table.cget("show")) else []
    columns += [str(name) for name in table.cget("columns")]
    rows = table.get_children()
    lines = [(row, table.bbox(row)) for row in rows]
    first = next((place for _, place in lines if place), None)
    if first and "headings" in str(table.cget("show")):
        x = first[0]
        for column in columns:
            width = int(table.column(column, "width"))
            text = str(table.heading(column, "text"))
            middle = int(first[1]) // 2
            if text and table.identify_region(x + width // 2, middle) == "heading":
                box = Box(x, 2, min(x + width, table.winfo_width() - 2), int(first[1]))
                yield Label("button", box.moved(left, top), text, text)
            x += width
    for row, place in lines:
        if not place:
            continue
        x, y, width, height = (int(side) for side in place)
        if y + height > table.winfo_height():
            continue
        texts = [str(table.item(row, "text")), *(str(v) for v in table.item(row, "values"))]
        text = " ".join(each for each in texts if each)
        box = Box(x, y, min(x + width, table.winfo_width() - 2), y + height).moved(left, top)
        yield Label("list item", box, text, text, selected=row in table.selection())


def _lines(box: tk.Listbox) -> Iterator[Label]:
    edge = int(str(box.cget("borderwidth"))) + int(str(box.cget("highlightthickness")))
    chosen = box.curselection()  # type: ignore[no-untyped-call]
    for number in range(box.index("end")):
        place = box.bbox(number)
        if not place or place[1] + place[3] > box.winfo_height() - edge:
            continue
        text = str(box.get(number))
        line = Box(edge, place[1], box.winfo_width() - edge, place[1] + place[3])
        line = line.moved(box.winfo_rootx(), box.winfo_rooty())
        off = str(box.cget("state")) == "disabled"
        yield Label("list item", line, text, text, selected=number in chosen, disabled=off)


def bar_labels(menu: tk.Menu) -> Iterator[Label]:
    """The entries of the menu bar of a window, which stand side by side in one row or several."""
    # Tk shows a copy of the menu that it was given.
    bar = f".#{str(menu).removeprefix('.')}"
    call = menu.tk.call
    left, top, height = (int(call("winfo", what, bar)) for what in ("rootx", "rooty", "height"))
    texts = [str(menu.entrycget(n, "label")) for n in range((menu.index("end") or 0) + 1)]
    widths = [Font(font=menu.cget("font")).measure(text) for text in texts]
    sides = [int(call(bar, "xposition", n)) for n in range(len(texts))]
    heads = [int(call(bar, "yposition", n)) for n in range(len(texts))]
    pairs = [n for n in range(len(texts) - 1) if heads[n] == heads[n + 1]]
    # Beside each text is the same room.
    beside = min((sides[n + 1] - sides[n] - widths[n] for n in pairs), default=_BESIDE)
    rows = sorted({*heads, height - 1})
    for number, text in enumerate(texts):
        head = heads[number]
        tail = rows[rows.index(head) + 1]
        box = Box(sides[number], head, sides[number] + widths[number] + beside, tail)
        yield Label("menu", box.moved(left, top), text, text, disabled=_off(menu, number))


def menu_labels(menu: tk.Menu) -> Iterator[Label]:
    """The entries of a menu that is open."""
    frame = box_of(menu)
    count = (menu.index("end") or 0) + 1
    heads = [menu.yposition(n) for n in range(count)] + [frame.height - 1]
    for number in range(count):
        if menu.type(number) in ("separator", "tearoff"):
            continue
        text, checked = str(menu.entrycget(number, "label")), None
        if menu.type(number) in ("checkbutton", "radiobutton"):
            wanted = "onvalue" if menu.type(number) == "checkbutton" else "value"
            now = menu.getvar(str(menu.entrycget(number, "variable")))
            checked = str(now) == str(menu.entrycget(number, wanted))
        box = Box(1, heads[number], frame.width - 1, heads[number + 1])
        box = box.moved(frame.left, frame.top)
        yield Label("menu", box, text, text, checked=checked, disabled=_off(menu, number))


def _off(menu: tk.Menu, number: int) -> bool:
    return str(menu.entrycget(number, "state")) == "disabled"
