"""What a Tk program shows at this moment: its true widgets, read from Tk itself.

Tk is asked by path names, since Python's tkinter does not know all its windows (the lists of
drop-down boxes).
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator, Mapping
from typing import Any

Plain = dict[str, Any]
"""An element as `Element.as_plain` writes it, without an id."""
_TAB_STEP = 4  # pixels


class Inspector:
    """`names` are the labels of controls that have no text of their own, by Tk path."""

    def __init__(self, root: tk.Tk, names: Mapping[str, str]) -> None:
        self._root, self._names = root, names

    def elements(self) -> list[Plain]:
        """What can be seen, the front window first. Behind a dialog nothing can be used."""
        windows = [path for path in self._toplevels() if self._seen(path)]
        dialog = any(path != "." and not self._is_list(path) for path in windows)
        found: list[Plain] = []
        for number, window in enumerate(windows):
            above = [self._box(other) for other in windows[:number]]
            for element in self._of_window(window, self._title(window)):
                if any(_covers(box, element["box"]) for box in above):
                    continue
                if dialog and window == "." and element["kind"] != "text":
                    element["state"]["disabled"] = True
                found.append(element)
        return found

    def _call(self, *words: object) -> str:
        return str(self._root.tk.call(*words))

    def _list(self, *words: object) -> tuple[str, ...]:
        parts = self._root.tk.splitlist(self._root.tk.call(*words))
        return tuple(str(part) for part in parts)

    def _walk(self, path: str) -> Iterator[str]:
        yield path
        for child in self._list("winfo", "children", path):
            yield from self._walk(child)

    def _toplevels(self) -> list[str]:
        """Front to back: lists of drop-down boxes, dialogs, the wizard."""
        tops = [p for p in self._walk(".") if self._call("winfo", "toplevel", p) == p]
        return sorted(tops, key=len, reverse=True)

    def _title(self, window: str) -> str:
        owner = window
        while self._is_list(owner):
            owner = self._call("winfo", "toplevel", self._call("winfo", "parent", owner))
        return self._call("wm", "title", owner)

    def _is_list(self, window: str) -> bool:
        """Whether a window is the list of a drop-down box."""
        return self._call("winfo", "class", window) == "ComboboxPopdown"

    def _of_window(self, window: str, title: str) -> Iterator[Plain]:
        for path in self._walk(window):
            if self._call("winfo", "toplevel", path) == window and self._seen(path):
                for element in self._of_widget(path):
                    yield {**element, "group": title}

    def _of_widget(self, path: str) -> Iterator[Plain]:
        kind = self._call("winfo", "class", path)
        box = self._box(path)
        match kind:
            case "TLabel":
                if words := self._call(path, "cget", "-text"):
                    yield _element("text", words, self._requested(path, box))
            case "TButton":
                words = self._call(path, "cget", "-text")
                yield _element("button", words, box, self._common(path))
            case "TCheckbutton" | "TRadiobutton":
                state = {"checked": self._is(path, "selected"), **self._common(path)}
                sort = "checkbox" if kind == "TCheckbutton" else "radio"
                words = self._call(path, "cget", "-text")
                yield _element(sort, words, box, state)
            case "TEntry" | "TCombobox":
                state = {"value": self._call(path, "get"), **self._common(path)}
                sort = "field" if kind == "TEntry" else "dropdown"
                yield _element(sort, self._names.get(path, ""), box, state)
            case "Text":
                state = {"value": self._call(path, "get", "1.0", "end-1c"), **self._common(path)}
                yield _element("field", self._names.get(path, ""), box, state)
            case "TNotebook":
                yield from self._tabs(path, box)
            case "Listbox":
                yield from self._lines(path, box)
            case "Treeview":
                yield from self._cells(path, box)

    def _tabs(self, path: str, box: list[int]) -> Iterator[Plain]:
        """Tk tells which tab is at a point, but not where a tab is."""
        places: dict[int, list[int]] = {}
        for y in range(0, min(80, box[3] - box[1]), _TAB_STEP):
            for x in range(0, box[2] - box[0], _TAB_STEP):
                number = self._tab_at(path, x, y)
                if number is None:
                    continue
                one = [box[0] + x, box[1] + y, box[0] + x + _TAB_STEP, box[1] + y + _TAB_STEP]
                places[number] = _around(places.get(number, one), one)
        current = int(self._call(path, "index", "current"))
        for number, place in sorted(places.items()):
            words = self._call(path, "tab", number, "-text")
            yield _element("tab", words, place, {"selected": number == current})

    def _tab_at(self, path: str, x: int, y: int) -> int | None:
        if self._call(path, "identify", "tab", x, y) == "":
            return None
        return int(self._call(path, "identify", "tab", x, y))

    def _lines(self, path: str, box: list[int]) -> Iterator[Plain]:
        chosen = self._list(path, "curselection")
        for number in range(int(self._call(path, "size"))):
            if place := self._list(path, "bbox", number):
                x, y, _, height = (int(part) for part in place)
                line = [box[0] + x, box[1] + y, box[2] - x, box[1] + y + height]
                state = {"selected": str(number) in chosen}
                yield _element("list item", self._call(path, "get", number), line, state)

    def _cells(self, path: str, box: list[int]) -> Iterator[Plain]:
        """A row is chosen by its first cell; the others are text."""
        chosen = self._list(path, "selection")
        columns = self._list(path, "cget", "-columns")
        left, top = box[0] + 1, box[1] + 1
        for column in columns:
            width = int(self._call(path, "column", column, "-width"))
            words = self._call(path, "heading", column, "-text")
            height = self._heading_height(path)
            yield _element("text", words, [left, top, left + width, top + height])
            left += width
        for row in self._list(path, "children", ""):
            for number, column in enumerate(columns):
                place = self._list(path, "bbox", row, column)
                if not place:
                    continue
                x, y, width, height = (int(part) for part in place)
                cell = [box[0] + x, box[1] + y, box[0] + x + width, box[1] + y + height]
                words = self._call(path, "set", row, column)
                if number:
                    yield _element("text", words, cell)
                else:
                    yield _element("list item", words, cell, {"selected": row in chosen})

    def _heading_height(self, path: str) -> int:
        y = 2
        while self._call(path, "identify", "region", 8, y) == "heading":
            y += 1
        return y

    def _seen(self, path: str) -> bool:
        return self._call("winfo", "viewable", path) == "1"

    def _is(self, path: str, state: str) -> bool:
        return self._call(path, "instate", state) == "1"

    def _common(self, path: str) -> Plain:
        """A field that only shows counts as disabled; a drop-down box is read-only by nature."""
        kind = self._call("winfo", "class", path)
        if kind == "Text":
            disabled = self._call(path, "cget", "-state") == "disabled"
        else:
            only_shows = kind == "TEntry" and self._is(path, "readonly")
            disabled = only_shows or self._is(path, "disabled")
        focused = self._call("focus", "-displayof", path) == path
        return {
            **({"disabled": True} if disabled else {}),
            **({"focused": True} if focused else {}),
        }

    def _box(self, path: str) -> list[int]:
        names = ("rootx", "rooty", "width", "height")
        x, y, width, height = (int(self._call("winfo", name, path)) for name in names)
        return [x, y, x + width, y + height]

    def _requested(self, path: str, box: list[int]) -> list[int]:
        """A label may be given more room than its words take."""
        width = int(self._call("winfo", "reqwidth", path))
        return [box[0], box[1], min(box[2], box[0] + width), box[3]]


def _element(kind: str, text: str, box: list[int], state: Plain | None = None) -> Plain:
    return {"kind": kind, "text": text, "box": box, "state": state or {}}


def _around(a: list[int], b: list[int]) -> list[int]:
    return [min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])]


def _covers(upper: list[int], lower: list[int]) -> bool:
    """Whether the middle of the lower box is hidden."""
    x, y = (lower[0] + lower[2]) // 2, (lower[1] + lower[3]) // 2
    return upper[0] <= x < upper[2] and upper[1] <= y < upper[3]
