"""Icons and buttons without text get a name: from a person, the captioner, or a describing model.

Nothing is looked at twice: answers are remembered by the picture's content.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision.capture.screen import Pixels, Screenshot
from vision.capture.windows import Window
from vision.core.elements import Element, ElementMap, Kind, one_line
from vision.core.geometry import Box
from vision.core.reading_order import window_of
from vision.icons.classifier import IconCaptioner
from vision.icons.plain_shapes import plain_name
from vision.icons.similarity import ink_box
from vision.icons.user_names import Corrections, application_of
from vision.icons.vlm_describer import IconDescriber

LONGEST_CAPTION = 120
"""Characters of a caption at most."""
_LONGEST_TEXT = 40
# Of the longer side (a minus is thin), in pixels: larger ones are pictures, smaller ones dots.
_LARGEST, _SMALLEST = 128, 5
# Squares of a palette may be large.
_LARGEST_FIGURE = 320
# An icon's box is drawn tightly round its ink: the ground is seen around it.
_AROUND = 4
# The edge of a button is not a part of its picture.
_EDGE = 3
_MARGIN = 0.18
_REMEMBERED = 4096


@dataclass(frozen=True, slots=True)
class Icon:
    """The picture of an icon with a little ground around it, and the application that shows it
    (see `corrections.application_of`)."""

    picture: Pixels
    application: str = ""


@dataclass(frozen=True, slots=True)
class Name:
    """What an icon is called ("save") and its caption ("save: floppy disk"); "" if not known."""

    text: str = ""
    caption: str = ""


class Namer:
    """Asks in this order: what a person said (`corrections`), the small network (`captioner`), a
    model that describes pictures (`describer`). The first that knows is believed."""

    def __init__(
        self,
        corrections: Corrections | None = None,
        captioner: IconCaptioner | None = None,
        describer: IconDescriber | None = None,
    ) -> None:
        self._corrections = corrections
        self._captioner, self._describer = captioner, describer
        self._known: OrderedDict[tuple[str, bytes], Name] = OrderedDict()
        self._known_at = -1

    @property
    def revision(self) -> int:
        """Rises when an icon may be called otherwise than before: a person named it, or a
        description has come.

        Raises:
            CorrectionsError: the file of corrections cannot be read.
        """
        own = self._corrections.revision if self._corrections else 0
        return own + (self._describer.revision if self._describer else 0)

    def name(self, icons: Sequence[Icon]) -> list[Name]:
        """A name for each icon, in the same order; an empty one where nobody knows.

        Raises:
            CorrectionsError: the file of corrections cannot be read.
        """
        revision = self.revision
        if revision != self._known_at:
            self._known.clear()
            self._known_at = revision
        keys = [(icon.application, _digest(icon.picture)) for icon in icons]
        fresh = {key: icon for key, icon in zip(keys, icons, strict=True) if key not in self._known}
        answers = dict(zip(fresh, self._asked(list(fresh.values())), strict=True))
        answers.update({key: self._known[key] for key in keys if key not in answers})
        self._known.update(answers)
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return [answers[key] for key in keys]

    def _asked(self, icons: Sequence[Icon]) -> list[Name]:
        found = [self._corrected(icon) for icon in icons]
        for captioner in (self._captioner, self._describer):
            open_ = [number for number, name in enumerate(found) if not name.text]
            if captioner is None or not open_:
                continue
            captions = captioner.name([icons[number].picture for number in open_])
            for number, caption in zip(open_, captions, strict=True):
                if line := one_line(caption.text, LONGEST_CAPTION):
                    found[number] = Name(short_name(line), line)
        return found

    def _corrected(self, icon: Icon) -> Name:
        if self._corrections is None:
            return Name()
        said = self._corrections.find(icon.application, icon.picture)
        return Name(said.name, said.name) if said else Name()


_MARKS: dict[str, tuple[Kind, bool]] = {
    "checkbox, ticked": ("checkbox", True),
    "checkbox, empty: square": ("checkbox", False),
    "radio button, chosen: dot in a circle": ("radio", True),
    "radio button, empty: circle": ("radio", False),
}
"""What icons of these captions are, and whether they are ticked or chosen."""
_FEWEST_MARKS = 3


def name_icons(
    elements: Sequence[Element],
    screenshot: Screenshot,
    windows: Sequence[Window],
    namer: Namer,
) -> tuple[Element, ...]:
    """The elements, with a text and a caption where the namer knows what an icon or a button
    without a text of its own means. Windows come front to back; all boxes are in physical pixels
    of the virtual screen."""
    named = [_plain(element) for element in elements]
    icons = {
        number: icon
        for number, element in enumerate(elements)
        if (icon := icon_of(element, screenshot, windows)) is not None
    }
    for number, name in zip(icons, namer.name(list(icons.values())), strict=True):
        named[number] = replace(named[number], text=name.text, caption=name.caption)
    figures = (_as_figure(e, screenshot, icons.get(n)) for n, e in enumerate(named))
    return tuple(_with_marks(tuple(figures)))


def _with_marks(elements: Sequence[Element]) -> list[Element]:
    """The elements; several icons that look like check boxes or radio buttons are such. One alone
    may be the square that stops a film."""
    marked = [_mark(element) for element in elements]
    few = sum(mark is not None for mark in marked) < _FEWEST_MARKS
    return [e if few or mark is None else mark for e, mark in zip(elements, marked, strict=True)]


def _mark(element: Element) -> Element | None:
    """The check box or radio button that an icon shows; None for any other."""
    if element.kind not in ("icon", "button") or element.caption not in _MARKS:
        return None
    kind, checked = _MARKS[element.caption]
    return replace(element, kind=kind, text="", state=replace(element.state, checked=checked))


def _as_figure(element: Element, screenshot: Screenshot, icon: Icon | None) -> Element:
    """The element; a plain figure that nobody knows is called by its colour and its form."""
    side = max(element.box.width, element.box.height)
    if element.text or element.kind not in ("icon", "button") or side > _LARGEST_FIGURE:
        return element
    caption = plain_name(icon.picture) if icon is not None else ""
    if not caption:
        seen = element.box.grown(_AROUND).intersection(screenshot.box)
        caption = plain_name(screenshot.crop(seen)) if seen else ""
    return replace(element, text=short_name(caption), caption=caption)


def short_name(caption: str) -> str:
    """What an icon is called: "save" of "save: floppy disk", "close" of "close / cancel: cross"."""
    meaning = caption.partition(":")[0].partition(" / ")[0].strip()
    return one_line(meaning or caption, _LONGEST_TEXT)


def icon_of(
    element: Element, screenshot: Screenshot, windows: Sequence[Window] = ()
) -> Icon | None:
    """The picture by which an element is named; None for what is not named by its picture: other
    kinds, what has a text of its own, and what is too large, too small or plain."""
    if element.kind not in ("icon", "button") or (element.text and not element.caption):
        return None
    if max(element.box.width, element.box.height) < _SMALLEST:
        return None
    seen, inked = _inked(element, screenshot)
    if seen is None or inked is None:
        return None
    side = max(inked.width, inked.height)
    if not _SMALLEST <= side <= _LARGEST:
        return None
    with_margin = inked.moved(seen.left, seen.top).grown(max(2, round(_MARGIN * side)))
    window = window_of(element.box, windows)
    application = application_of(windows[window] if window < len(windows) else None)
    return Icon(screenshot.crop(with_margin.intersection(seen) or seen), application)


def _inked(element: Element, screenshot: Screenshot) -> tuple[Box | None, Box | None]:
    """Where the picture of an icon is looked for, on the virtual screen, and the box of its ink in
    there; None where there is nothing. A picture that stands free within its box, on a ground or
    in a frame, is looked at alone; one that fills its box is looked at with what is around."""
    if min(element.box.width, element.box.height) > 4 * _EDGE:
        seen = element.box.grown(-_EDGE).intersection(screenshot.box)
        inked = ink_box(screenshot.crop(seen)) if seen else None
        if element.kind == "button" or (seen and inked and _is_free(inked, seen)):
            return seen, inked
    seen = element.box.grown(_AROUND).intersection(screenshot.box)
    return seen, ink_box(screenshot.crop(seen)) if seen else None


def _is_free(inked: Box, seen: Box) -> bool:
    """Whether there is ground on all four sides."""
    before, after = (
        min(inked.left, inked.top),
        (seen.width - inked.right, seen.height - inked.bottom),
    )
    return min(before, *after) > 0


def correct(map_: ElementMap, number: int, name: str, corrections: Corrections) -> str:
    """Keep what a person calls element `number` of a map, "" to forget it. The name it had from a
    person before, or "".

    Raises:
        UnknownElement: there is no such element.
        ValueError: it is nothing that is named by its picture.
        CorrectionsError: the file of corrections cannot be read or written.
    """
    element = map_.by_id(number)
    icon = icon_of(element, map_.screenshot, map_.windows)
    if icon is None:
        said = f" “{one_line(element.text)}”" if element.text else ""
        raise ValueError(
            f"Element {number} is the {element.kind}{said}: only icons and buttons without a text"
            " of their own are named by their picture."
        )
    before = corrections.find(icon.application, icon.picture)
    if name.strip():
        corrections.keep(icon.application, icon.picture, name)
    else:
        corrections.forget(icon.application, icon.picture)
    return before.name if before else ""


def _plain(element: Element) -> Element:
    """The element without the name that its picture gave it."""
    return replace(element, text="", caption="") if element.caption else element


def _digest(picture: Pixels) -> bytes:
    return hashlib.blake2b(
        repr(picture.shape).encode() + picture.tobytes(), digest_size=16
    ).digest()
