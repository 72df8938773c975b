"""Text, detections and shapes of one frame become elements in reading order. Pure functions."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import replace

from vision.controls import Sight, controls, field_piece, text_areas
from vision.detect import Detection
from vision.elements import Element, Kind, State
from vision.geometry import Box, coverage
from vision.labels import give_labels
from vision.marks import marks_beside_text
from vision.parts import Piece, inside, joined_text, same_row
from vision.recognise import TextSpan
from vision.screen import Pixels
from vision.shapes import Shape, is_grey, is_link_colour, is_underlined, text_colour
from vision.windows import Window

_USUAL_LINE = 14.0
_ONLY_PLAUSIBLE = 0.2
# In heights of a line of text.
_TALLEST_ITEM = 3.4


def line_height(spans: Sequence[TextSpan]) -> float:
    """The usual height of a line of text in pixels."""
    heights = [span.box.height for span in spans if len(span.text) > 2]
    return max(9.0, statistics.median(heights)) if heights else _USUAL_LINE


def merge(
    pixels: Pixels,
    spans: Sequence[TextSpan],
    detections: Sequence[Detection],
    shapes: Sequence[Shape],
    windows: Sequence[Window] = (),
) -> list[Element]:
    """Elements with ids 1..n in reading order. All boxes, also those of the windows, are relative
    to `pixels`; windows come front to back."""
    sight = Sight(pixels, tuple(spans), tuple(shapes), line_height(spans))
    popups = [window for window in windows if window.popup]
    frame = Box(0, 0, pixels.shape[1], pixels.shape[0])
    titles = _titles(sight, windows)
    free = [span for span in spans if span not in titles]
    pieces = controls(replace(sight, spans=tuple(free)))
    pieces += marks_beside_text(replace(sight, spans=tuple(free)), pieces)
    pieces = [p for p in pieces if not _in_popup_rows(p, popups)]
    pieces += _detected(sight, detections, pieces, free)
    areas = text_areas(sight, pieces, [w.box for w in windows if not w.popup] or [frame])
    pieces += areas
    held = [s for s in free if not any(_holds(piece, s) for piece in pieces)]
    pieces += _texts(sight, held, windows, popups)
    pieces = give_labels(pieces, sight.line)
    return _numbered(pieces, windows)


def _holds(piece: Piece, span: TextSpan) -> bool:
    return piece.kind not in ("checkbox", "radio") and inside(span, piece.box)


def _titles(sight: Sight, windows: Sequence[Window]) -> set[TextSpan]:
    """Lines that repeat the title in the top of a window: the window's name, no element."""
    found = set()
    for window in windows:
        strip = Box(window.box.left, window.box.top, window.box.right, window.box.top + 40)
        for span in sight.spans:
            same = span.text.strip("*") in window.title and len(span.text) > 3
            if same and inside(span, strip) and span.box.top < window.box.top + 1.8 * sight.line:
                found.add(span)
    return found


def _in_popup_rows(piece: Piece, popups: Sequence[Window]) -> bool:
    """A highlighted row of an open menu looks like a button; menus are read by their rows."""
    return piece.kind in ("button", "field") and any(
        coverage(piece.box, popup.box) > 0.9 and piece.box.width > 0.8 * popup.box.width
        for popup in popups
    )


def _detected(
    sight: Sight,
    detections: Sequence[Detection],
    pieces: list[Piece],
    spans: Sequence[TextSpan],
) -> list[Piece]:
    """What only the detector saw: icons, and text that can be clicked."""
    found: list[Piece] = []
    for detection in sorted(detections, key=lambda d: -d.score):
        box = detection.box
        known = [*pieces, *found]
        if any(coverage(p.box, box) > 0.55 or coverage(box, p.box) > 0.55 for p in known):
            continue
        texts = [span for span in spans if inside(span, box)]
        if not texts:
            if detection.score >= _ONLY_PLAUSIBLE and _is_icon_sized(box, sight):
                found.append(Piece("icon", "", box, State(), "detector", detection.score, True))
            continue
        if box.height > 8 * sight.line or len(texts) > 3:
            continue
        found.append(_detected_text(box, texts, detection.score, sight))
    return found


def _is_icon_sized(box: Box, sight: Sight) -> bool:
    return max(box.width, box.height) < 9 * sight.line and min(box.width, box.height) >= 6


def _detected_text(box: Box, texts: list[TextSpan], score: float, sight: Sight) -> Piece:
    text = joined_text(texts)
    ink = texts[0].box
    if box.height > _TALLEST_ITEM * sight.line:
        return Piece("icon", text.replace("\n", " "), box, State(), "merged", score)
    colour = text_colour(sight.crop(ink))
    if is_link_colour(colour) or is_underlined(sight.pixels, ink):
        return Piece("link", text, ink, State(), "merged", score)
    state = State(disabled=is_grey(sight.crop(ink)) or None)
    roomy = box.width > 3.5 * box.height and ink.left - box.left < 0.25 * box.width
    if roomy and box.right - max(s.box.right for s in texts) > 2.5 * sight.line:
        starts_with_icon = ink.left - box.left > 1.3 * sight.line
        if not starts_with_icon and box.height > 1.5 * sight.line and "\n" not in text:
            return field_piece(box, text, sight.crop(box))
    kind: Kind = "list item" if ink.left - box.left > 1.2 * sight.line else "button"
    return Piece(kind, text.replace("\n", " "), box, state, "merged", score)


def _texts(
    sight: Sight,
    spans: Sequence[TextSpan],
    windows: Sequence[Window],
    popups: Sequence[Window],
) -> list[Piece]:
    """Lines that lie in no control: menus, links, items of open lists, plain text."""
    menu_bar = _menu_bar(sight, spans, windows)
    found = []
    for span in spans:
        popup = next((window for window in popups if inside(span, window.box)), None)
        state = State(disabled=is_grey(sight.crop(span.box)) or None)
        if popup is not None:
            rows = {round(s.box.center.y / sight.line) for s in spans if inside(s, popup.box)}
            if len(rows) > 1:
                if not _is_shortcut(span, popup, spans):
                    row = Box(popup.box.left, span.box.top, popup.box.right, span.box.bottom)
                    found.append(Piece("menu", span.text, row, state, "merged", span.score))
                continue
        if span in menu_bar:
            found.append(Piece("menu", span.text, span.box, state, "ocr", span.score))
        elif is_link_colour(text_colour(sight.crop(span.box))):
            found.append(Piece("link", span.text, span.box, State(), "ocr", span.score))
        else:
            found.append(Piece("text", span.text, span.box, State(), "ocr", span.score))
    return found


def _is_shortcut(span: TextSpan, popup: Window, spans: Sequence[TextSpan]) -> bool:
    """The keys at the right of a menu's row ("Ctrl+S") belong to the item on their left."""
    return any(
        other is not span
        and inside(other, popup.box)
        and same_row(other.box, span.box)
        and other.box.right < span.box.left
        for other in spans
    )


def _menu_bar(sight: Sight, spans: Sequence[TextSpan], windows: Sequence[Window]) -> set[TextSpan]:
    """Titles of menu bars: the first row of at least three short words near a window's top."""
    found: set[TextSpan] = set()
    for window in windows:
        if window.popup:
            continue
        strip = Box(
            window.box.left,
            window.box.top,
            window.box.right,
            min(window.box.bottom, window.box.top + round(6 * sight.line)),
        )
        inner = [s for s in spans if inside(s, strip) and len(s.text) <= 16]
        for first in sorted(inner, key=lambda s: (s.box.top, s.box.left)):
            row = [s for s in inner if same_row(s.box, first.box)]
            words = [s for s in row if s.text[:1].isalpha()]
            if len(words) >= 3 and min(s.box.left for s in words) - strip.left < 5 * sight.line:
                found.update(words)
                break
    return found


def _numbered(pieces: Sequence[Piece], windows: Sequence[Window]) -> list[Element]:
    groups = [_window_of(piece.box, windows) for piece in pieces]
    order = sorted(
        range(len(pieces)),
        key=lambda i: (groups[i], *_reading_place(pieces[i].box, [p.box for p in pieces])),
    )
    return [
        Element(
            number,
            pieces[i].kind,
            pieces[i].text,
            pieces[i].box,
            pieces[i].state,
            windows[groups[i]].title if groups[i] < len(windows) else "",
            pieces[i].source,
            round(pieces[i].score, 3),
        )
        for number, i in enumerate(order, 1)
    ]


def _window_of(box: Box, windows: Sequence[Window]) -> int:
    """The number of the front-most window that holds the middle of a box; len(windows) for none."""
    for number, window in enumerate(windows):
        if window.box.contains(box.center):
            return number
    return len(windows)


def _reading_place(box: Box, boxes: Sequence[Box]) -> tuple[int, int]:
    """Row and column: boxes of one row sort by their left edge, whatever their exact top."""
    tops = [b.center.y for b in boxes if same_row(b, box) and b.height < 3 * box.height]
    return (min(tops, default=box.center.y), box.left)
