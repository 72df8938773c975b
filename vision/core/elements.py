"""Element and ElementMap: what is on the screen, as values and as text for the model."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Literal, get_args

from vision.capture.screen import Screenshot
from vision.capture.windows import Window
from vision.core.geometry import Box
from vision.core.sanitize import defused
from vision.structure.scroll_areas import ScrollArea

ControlKind = Literal[
    "button",
    "field",
    "checkbox",
    "radio",
    "dropdown",
    "tab",
    "menu",
    "link",
    "list item",
    "slider",
    "icon",
    "image",
    "scroll bar",
    "window title",
    "dialog",
]
"""What our own detector tells apart; the order is that of its classes."""
CONTROL_KINDS: tuple[ControlKind, ...] = get_args(ControlKind)
Kind = Literal[ControlKind, "text"]
PASSIVE: frozenset[Kind] = frozenset({"text", "image", "window title", "dialog"})
"""Kinds that one does not click."""
MARKS: tuple[Kind, ...] = ("checkbox", "radio")
"""Kinds that one ticks."""
WRITTEN: frozenset[Kind] = frozenset({"field", "dropdown"})
"""Kinds that show a value."""
ROWS: frozenset[Kind] = frozenset({"list item", "menu"})
"""Kinds of entries, one below the other."""
Source = Literal["ocr", "detector", "shape", "merged"]

_LONGEST_NAME, _LONGEST_CAPTION = 60, 120


class UnknownElement(LookupError):
    """An id that is not on the map. Says which ids there are."""


@dataclass(frozen=True, slots=True)
class State:
    """What is visible of an element's state; None where the pixels do not tell."""

    checked: bool | None = None
    selected: bool | None = None
    disabled: bool | None = None
    focused: bool | None = None
    value: str | None = None

    def words(self) -> str:
        """The state in words for the model, '' when nothing is known."""
        said = []
        if self.value is not None:
            said.append(f"contains {quote(self.value)}" if self.value else "empty")
        if self.checked is not None:
            said.append("ticked" if self.checked else "not ticked")
        names = ("selected", "disabled", "focused")
        said += [name for name in names if getattr(self, name)]
        return ", ".join(said)


@dataclass(frozen=True, slots=True)
class Element:
    """One thing on the screen.

    `id` is 1..n, stable across frames for the same thing. `text` is what a person would call it
    (its own text, or for a field its label; the content of a field is `state.value`). `caption`
    says what a picture without text means and shows; its short form is then the text.
    `box` is in physical pixels of the virtual screen. `group` is the title of its window or ''.
    `within` is the title of what holds it inside of the window: the group of a radio button, the
    list or menu of an item, the heading of a column, the field that an error is about; or ''.
    `cell` is its row and column in a table, from 1. `notice` marks lines that give an alarm.
    """

    id: int
    kind: Kind
    text: str
    box: Box
    state: State = State()
    group: str = ""
    source: Source = "ocr"
    score: float = 1.0
    caption: str = ""
    within: str = ""
    cell: tuple[int, int] | None = None
    notice: Literal["", "error", "warning"] = ""

    @property
    def called(self) -> str:
        """Its name; of an entry without one what stands in it, as a card or a row may be taken for
        an entry."""
        return self.text or self.state.value or ""

    @property
    def interactive(self) -> bool:
        return self.kind not in PASSIVE

    def as_plain(self) -> dict[str, object]:
        """The element as values of JSON; only what is known of its state and structure."""
        state = asdict(self.state)
        plain: dict[str, object] = {
            "id": self.id,
            "kind": self.kind,
            "text": self.text,
            "box": self.box.as_list(),
            "state": {name: value for name, value in state.items() if value is not None},
            "source": self.source,
            "score": self.score,
            "caption": self.caption,
        }
        cell = list(self.cell) if self.cell else None
        structure = {"within": self.within, "cell": cell, "notice": self.notice}
        return plain | {name: value for name, value in structure.items() if value}


@dataclass(frozen=True, slots=True)
class ElementMap:
    """All elements of one screenshot in reading order. The empty map is legal."""

    elements: tuple[Element, ...]
    screenshot: Screenshot
    windows: tuple[Window, ...] = ()
    timings: dict[str, float] = field(default_factory=dict)
    areas: tuple[ScrollArea, ...] = ()

    def by_id(self, number: int) -> Element:
        """Raises UnknownElement."""
        for element in self.elements:
            if element.id == number:
                return element
        raise UnknownElement(f"there is no element {number}; there are {len(self.elements)}")

    def title_of(self, handle: int) -> str:
        """The title of the window with this handle; "" where there is none."""
        return next((w.title for w in self.windows if w.handle == handle), "")

    def unique_names(self) -> dict[int, str]:
        """A name on one line for every interactive element, no two the same: see
        vision.core.unique_names."""
        from vision.core.unique_names import unique_names

        return unique_names(self.elements)

    def describe(self) -> str:
        """The map as text: windows from the front, elements in reading order, one a line."""
        names = self.unique_names()
        lines: list[str] = []
        groups = list(dict.fromkeys(element.group for element in self.elements))
        for group in groups:
            lines.append(f"Window {quote(group)}:" if group else "Screen:")
            for element in self.elements:
                if element.group == group:
                    lines.append(_line(element, names.get(element.id)))
        lines += [f"  ({words})" for words in dict.fromkeys(a.words() for a in self.areas) if words]
        return "\n".join(lines) if lines else "Nothing can be seen on the screen."

    def diff(self, other: ElementMap) -> MapDiff:
        """What is different on the `other`, later map. See vision.core.map_diff."""
        from vision.core.map_diff import compare

        return compare(self, other)

    def fingerprint(self) -> str:
        """Kinds and places without text, on a coarse grid: the same for the same state of a
        screen, whatever was typed and however OCR wavers."""
        cells = {
            f"{e.kind}@{e.box.center.x // 24},{e.box.center.y // 24}"
            + ("+" if e.state.checked else "")
            for e in self.elements
            if e.interactive
        }
        windows = sorted(str(window.handle) for window in self.windows)
        return "|".join([*windows, *sorted(cells)])


@dataclass(frozen=True, slots=True)
class MapDiff:
    """What differs between two maps. False when nothing does."""

    appeared: tuple[Element, ...] = ()
    vanished: tuple[Element, ...] = ()
    changed: tuple[tuple[Element, Element], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.appeared or self.vanished or self.changed)

    def summary(self) -> str:
        """In plain English, at most three things of each sort."""
        said = []
        for before, after in self.changed[:2]:
            said.append(_change(before, after))
        for verb, elements in (("appeared", self.appeared), ("vanished", self.vanished)):
            named = [_short_name(e) for e in elements[:3]]
            more = f" and {len(elements) - 3} more" if len(elements) > 3 else ""
            if named:
                said.append(f"{', '.join(named)}{more} {verb}")
        return "; ".join(said)


def _short_name(element: Element) -> str:
    if element.text:
        return quote(one_line(element.text, 30))
    value = element.state.value
    return f"{element.kind} with {quote(one_line(value, 30))}" if value else element.kind


def _change(before: Element, after: Element) -> str:
    name = quote(one_line(after.text, 30)) if after.text else after.kind
    if before.state.checked != after.state.checked:
        return f"{name} is now {'ticked' if after.state.checked else 'not ticked'}"
    if before.state.value != after.state.value:
        return f"{name} now shows {quote(one_line(after.state.value or '', 40))}"
    if before.text != after.text:
        return f"{quote(one_line(before.text, 30))} is now {quote(one_line(after.text, 30))}"
    return f"{name} is now {after.state.words() or 'different'}"


def _line(element: Element, name: str | None) -> str:
    if name is None:
        about = f" ({one_line(element.within)})" if element.notice and element.within else ""
        said = f" {quote(one_line(element.text))}" if element.text else ""
        return f"  {element.notice or element.kind}{said}{about}"
    state, caption = element.state.words(), element.caption
    shown = f" ({quote(caption, _LONGEST_CAPTION)})" if caption not in ("", element.text) else ""
    return f"- [{element.id}] {name}{shown}" + (f": {state}" if state else "")


def one_line(text: str, longest: int = _LONGEST_NAME) -> str:
    """Text of the screen as one printable line, cut to a length: it is data, never layout, and
    what looks like a mark of a chat template is written with other signs."""
    flat = defused(" ".join("".join(c if c.isprintable() else " " for c in text).split()))
    return flat if len(flat) <= longest else flat[: longest - 1].rstrip() + "…"


def quote(text: str, longest: int = _LONGEST_NAME) -> str:
    """One line of text in double quotes, inner quotes made single."""
    return '"' + one_line(text, longest).replace('"', "'") + '"'
