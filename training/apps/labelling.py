"""The labels of a scene."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from benchmarks.apps.atspi import Node
from training.apps import ink, kinds
from training.apps.faces import FaceReader
from training.apps.kinds import Sort
from training.apps.looks import Look
from training.apps.places import Placed, Places, visible
from training.apps.scene import Scene
from training.apps.spin import spin_buttons
from training.apps.tables import rows
from training.apps.tabs import tab_box
from training.apps.titles import title_labels
from training.labels import Label, LabelKind, Word
from vision.core.geometry import Box

_LEAST_IMAGE = 12  # pixels
_HOLDERS = frozenset({"dialog", "menu", "list item", "dropdown"})
_TEXTLESS = frozenset({"icon", "checkbox", "radio", "slider", "scroll bar", "image", "dialog"})


@dataclass(frozen=True, slots=True)
class Labelled:
    """The labels and words of a scene, and what was left out, by reason."""

    labels: tuple[Label, ...]
    words: tuple[Word, ...]
    dropped: Counter[str]


class Labeller:
    """Labels scenes of one look."""

    def __init__(self, look: Look, reader: FaceReader) -> None:
        self._look, self._reader = look, reader

    def label(self, scene: Scene) -> Labelled:
        """All labels of a scene."""
        return _Work(scene, self._look, self._reader).done()


class _Work:
    """One scene on its way to labels."""

    def __init__(self, scene: Scene, look: Look, reader: FaceReader) -> None:
        self.scene, self.look, self.reader = scene, look, reader
        self.places = Places(scene, look.scales)
        self.placed = self.places.placed()
        self.dropped = self.places.dropped
        self.labels: list[Label] = []
        self.order: dict[int, int] = {}

    def done(self) -> Labelled:
        for one in self.placed:
            found = kinds.sort(one.node)
            if found is None or found == "cell":
                continue
            label = self._label(one, found)
            if label is not None:
                self._keep(one.node, label)
            if label is not None and one.node.role == "spin button" and one.box == one.whole:
                self._arrows(one, label)
        for row in rows(self.placed, self.scene, self.places, self.look.scale):
            self._keep(row.node, row.label)
        for label in title_labels(self.scene, self.places, self.placed):
            self.labels.append(label)
        return Labelled(tuple(self._focus_once()), tuple(self._words()), self.dropped)

    def _arrows(self, one: Placed, field: Label) -> None:
        if one.node.does == "Increase":
            return  # Qt has arrows or none, and does not say which
        for name, box in spin_buttons(self.scene.pixels, one.box, self.look.scale):
            self.labels.append(Label("icon", box, name, disabled=field.disabled))

    def _keep(self, node: Node, label: Label) -> None:
        self.order[id(node)] = len(self.labels)
        self.labels.append(replace(label, parent=self._parent(node)))

    def _parent(self, node: Node) -> int | None:
        for around in reversed(node.path):
            number = self.order.get(id(around))
            if number is not None and self.labels[number].kind in _HOLDERS:
                return number
        return None

    def _label(self, one: Placed, found: Sort) -> Label | None:
        label = self._bare(one, found)
        if label is None:
            return None
        node = one.node
        cut = label.kind not in ("field", "dropdown") and one.box.width < 0.95 * one.whole.width
        return replace(
            label,
            text="" if cut else label.text,
            disabled="sensitive" not in node.states and label.kind not in ("dialog", "image"),
            focused="focused" in node.states and label.kind != "dialog",
        )

    def _bare(self, one: Placed, found: Sort) -> Label | None:
        """The label without states that all kinds have."""
        node, box = one.node, one.box
        name = kinds.told_name(node)
        if found == "button":
            return self._button(one, name)
        if found == "tick":
            return self._tick(one, name)
        if found == "switch":
            return Label("checkbox", box, name, checked=kinds.checked(node))
        if found in ("field", "dropdown"):
            return self._holder(one, "field" if found == "field" else "dropdown", name)
        if found == "tab":
            return self._tab(one, name)
        if found == "dialog":
            window = self.scene.frames[one.frame].window
            seen = visible(window.box, one.frame, self.places.owners)
            return Label("dialog", seen, window.title) if seen else None
        if found == "image":
            return self._image(one, name)
        if found == "entry icon":
            return None if self._flat(box) else Label("icon", box, _plain_icon(name))
        return self._named(one, found, name)

    def _named(self, one: Placed, found: Sort, name: str) -> Label | None:
        """Menus, items, links, sliders and scroll bars."""
        node, box = one.node, one.box
        if found == "list item":
            name = name or self._inner_text(node)
        if found in ("menu", "list item", "link") and not name:
            return None
        kind: LabelKind = found  # type: ignore[assignment]
        if found in ("slider", "scroll bar"):
            if self._flat(box):
                return self._drop("a bar that does not show")
            return Label(kind, box, name, value=kinds.value(node))
        chosen = kinds.selected(node, found)
        return Label(kind, box, name, name, checked=kinds.checked(node), selected=chosen)

    def _button(self, one: Placed, name: str) -> Label | None:
        node = one.node
        if "header" in node.role:
            return Label("button", one.box, name, name) if name else None
        face = self.reader.face(self.scene.pixels, one.box, name, self.look.font)
        if face is None:
            return self._drop("a button that shows nothing")
        shown = name or face.text or _plain_icon(self._inner_text(node))
        kind: LabelKind = face.kind
        chosen = kinds.selected(node, "button") if node.role == "toggle button" else None
        return Label(kind, one.box, shown, face.text, selected=chosen)

    def _mark(self, box: Box, name: str) -> Box | None:
        """The mark of a checkbox or radio; the first letter of a name may be as large as one."""
        if box.width < 1.7 * box.height and box.height > 22 * self.look.scale:
            return None
        mark = ink.tick(self.scene.pixels, box, self.look.scale)
        if mark is None or mark.right >= box.right or mark.height > 1.1 * self.look.font:
            return mark
        rest = Box(mark.right, box.top, box.right, box.bottom)
        return None if self.reader.lacks_first(self.scene.pixels, rest, name) else mark

    def _tick(self, one: Placed, name: str) -> Label | None:
        """A checkbox or radio by its mark; without one it is drawn as a button."""
        node, mark = one.node, self._mark(one.whole, name)
        if mark is not None:
            inside = mark.intersection(one.box)
            if inside != mark:
                return self._drop("a mark that is partly covered")
            kind: LabelKind = "radio" if node.role == "radio button" else "checkbox"
            return Label(kind, mark, name, checked=kinds.checked(node))
        face = self.reader.face(self.scene.pixels, one.box, name, self.look.font)
        inner = ink.trimmed(self.scene.pixels, one.box, 3)
        if face is None or inner is None:
            return self._drop("a checkbox that shows nothing")
        left, right = inner.left - one.box.left, one.box.right - inner.right
        if face.kind == "button" and abs(left - right) > 0.2 * one.box.width:
            return self._drop("a checkbox whose mark was not found")
        return Label(face.kind, one.box, name, face.text, selected=kinds.selected(node, "tick"))

    def _holder(self, one: Placed, kind: LabelKind, name: str) -> Label | None:
        node = one.node
        name = name or kinds.guessed_name(one, self.placed)
        value, hint = kinds.value(node), kinds.placeholder(node)
        inner = (
            next((p.node for p in self.placed if p.node.path and p.node.path[-1] is node), None)
            if (kind == "dropdown" and not value)
            else None
        )
        if inner is not None:
            value = value or inner.text
            hint = hint or kinds.placeholder(inner)
        text = "" if node.role == "password text" else (value or hint or "")
        if one.box.height > 3 * self.look.font:
            text = " ".join(word for word, _ in self.places.words(node))
        return Label(kind, one.box, name, text, value=value, placeholder=hint)

    def _tab(self, one: Placed, name: str) -> Label | None:
        name = name or self._inner_text(one.node)
        whole = tab_box(one, self.placed, self.look.scale)
        seen = visible(whole, one.frame, self.places.owners)
        if seen is None:
            return self._drop("a tab that is covered")
        return Label("tab", seen, name, name, selected=self._in_front(one.node))

    def _in_front(self, tab: Node) -> bool:
        """Whether a tab is the chosen one; GTK 2 tells it only by the page that shows."""
        tabs = [p.node for p in self.placed if p.node.role == "page tab"]
        siblings = [
            node for node in tabs if node.path and tab.path and node.path[-1] is tab.path[-1]
        ]
        if any(kinds.selected(node, "tab") for node in siblings):
            return bool(kinds.selected(tab, "tab"))
        return any(p.node.path and p.node.path[-1] is tab for p in self.placed)

    def _image(self, one: Placed, name: str) -> Label | None:
        if min(one.box.width, one.box.height) < _LEAST_IMAGE:
            return None
        seen = ink.trimmed(self.scene.pixels, one.box)
        if seen is None or min(seen.width, seen.height) < _LEAST_IMAGE - 4:
            return self._drop("an image that shows nothing")
        return Label("image", seen, _plain_icon(name))

    def _inner_text(self, node: Node) -> str:
        """The texts that a widget without a name holds."""
        inner = [
            " ".join(one.node.name.split())
            for one in self.placed
            if any(around is node for around in one.node.path)
            and one.node.role in ("label", "static", "icon", "table cell")
        ]
        return " ".join(text for text in inner if text)

    def _flat(self, box: Box) -> bool:
        return ink.flat(ink.cut(self.scene.pixels, box))

    def _drop(self, reason: str) -> Label | None:
        self.dropped[reason] += 1
        return None

    def _focus_once(self) -> list[Label]:
        """Several programs tell a focus, and some tell it of what is only chosen."""
        focused = [number for number, one in enumerate(self.labels) if one.focused]
        active = next((f.window.box for f in self.scene.frames if f.window.active), None)
        there = [n for n in focused if active and active.contains(self.labels[n].box.center)]
        fields = [n for n in there if self.labels[n].kind == "field"]
        right = (fields or [n for n in there if self.labels[n].kind != "tab"])[-1:]
        return [replace(one, focused=number in right) for number, one in enumerate(self.labels)]

    def _words(self) -> list[Word]:
        found = []
        for one in self.placed:
            # Of cells in a tree GTK tells a wrong left edge.
            in_tree = any(around.role == "tree table" for around in one.node.path)
            if one.node.role == "password text" or in_tree:
                continue
            found += [Word(text, box) for text, box in self.places.words(one.node)]
        return found


def _plain_icon(name: str) -> str:
    """ "document-save-symbolic" as "document save"."""
    return name.removesuffix("-symbolic").replace("-", " ").replace("_", " ").strip()


def kinds_of(labels: Sequence[Label]) -> Counter[str]:
    """How many labels there are of each kind."""
    return Counter(str(label.kind) for label in labels)
