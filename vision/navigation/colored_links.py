"""Links without an underline: texts in a blue, teal or violet of their own, on a page whose texts
have no such colour. Titles of groups, badges, and words that say how something is are none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.capture.screen import Pixels
from vision.core.geometry import Box, bounding_box, overlap_area
from vision.core.pieces import Piece, same_row
from vision.core.views import Sight
from vision.navigation.links_and_text import below
from vision.ocr.engine import TextSpan
from vision.pixels.colors import Colour, distance, inks_of, shades_seen
from vision.pixels.flat_regions import is_underlined

# Of channels, 0 to 255: what those of a colour differ by, what those of a grey do, and how far the
# colour of a link is from that of most texts.
_COLOUR, _GREY, _OWN = 60, 60, 50
# Pages of more coloured texts than this share are programs, with words in many colours; unless so
# many of them have one.
_MANY, _ONE_COLOUR = 0.3, 0.8
# A text in one colour that stands there so often says how something is.
_STATUS = 3
# In heights of a text: less than a space; signs that follow a word without one.
_SPACE, _ENDS = 0.15, tuple(".,;:!?)")
# The same before a bracket: what a program calls by its name.
_CALL = 0.3
# In heights of a text: the space between two words, how near the line before it ends, and how much
# more above and below its ink is of its own line.
_GAP, _WORD, _LEADING = 0.6, 0.8, 0.25
# Of a text: its letters and figures at least, its signs at most, and its height in lines.
_FEWEST, _LONGEST, _TALLEST = 3, 40, 1.5
# The same in a column with a link, and the pixels by which that begins elsewhere.
_SHORTEST, _IN_LINE = 2, 3
# In heights of a text: how far around it the ground is looked at; of a channel: how it may differ.
_AROUND, _SAME_GROUND = 0.8, 6
# In heights of a text: how far beside it, and from how near on, lines are looked for; of a
# channel: how those stand out; the part of the way that they run.
_BESIDE, _NEAR, _LINE, _RUNS = 2.0, 0.25, 12, 0.6


def tinted_links(sight: Sight, free: Sequence[TextSpan]) -> dict[TextSpan, Piece]:
    """Those of the `free` texts that are links by their colour, each with its link."""
    inks = inks_of([span.box for span in sight.spans], sight)
    if not inks:
        return {}
    usual = np.median(inks, axis=0)
    if _is_coloured(usual) or _is_motley([ink for ink in inks if _is_coloured(ink)], len(inks)):
        return {}
    often = Counter(span.text for span in sight.spans)
    links = [s for s in free if often[s.text] < _STATUS and _is_link(s, usual, sight)]
    links += [s for s in free if _is_short(s) and _is_in_column(s, usual, sight)]
    lines: list[list[TextSpan]] = []
    for span in sorted(links, key=lambda span: span.box.left):
        if _is_part(span, sight):
            continue
        line = next((line for line in lines if _goes_on(line[-1].box, span.box, sight)), None)
        if line is None:
            lines.append([span])
        else:
            line.append(span)
    return {span: _link(line, sight) for line in lines for span in line}


def _is_short(span: TextSpan) -> bool:
    return _SHORTEST <= _signs(span) < _FEWEST


def _is_in_column(span: TextSpan, usual: Colour, sight: Sight) -> bool:
    """Whether a short text stands in one column with a longer one that is a link by its colour."""
    return _is_link(span, usual, sight, _SHORTEST) and any(
        abs(other.box.left - span.box.left) <= _IN_LINE
        and other.box != span.box
        and _is_link(other, usual, sight)
        for other in sight.spans
    )


def _signs(span: TextSpan) -> int:
    """How many letters and figures it has."""
    return sum(sign.isalnum() for sign in span.text)


def _goes_on(before: Box, box: Box, sight: Sight) -> bool:
    """Whether it is the next word of a link: readers may part them. Below the space between two
    links that are underlined there is no line."""
    gap = box.left - before.right
    if not same_row(before, box) or not 0 <= gap <= _GAP * before.height:
        return False
    if not any(sight.ask(is_underlined, below(word)) for word in (before, box)):
        return True
    between = replace(before.union(box), left=before.right, right=max(box.left, before.right + 1))
    return sight.ask(is_underlined, below(between))


def _link(line: Sequence[TextSpan], sight: Sight) -> Piece:
    text, box = " ".join(span.text for span in line), bounding_box(span.box for span in line)
    return Piece("link", text, _line_of(box, sight), source="merged", score=0.5)


def _line_of(text: Box, sight: Sight) -> Box:
    """The box of the line of a text, of which a reader tells no more than the ink."""
    more = round(_LEADING * text.height)
    bottom = min(sight.pixels.shape[0], text.bottom + more)
    return replace(text, top=max(0, text.top - more), bottom=bottom)


def _is_part(span: TextSpan, sight: Sight) -> bool:
    """Whether a text follows without a space, other than the end of a sentence, or goes before: it
    is a part of a word, or of a program, as is what a bracket follows or stands in."""
    box, near = span.box, _SPACE * span.box.height
    row = [o for o in sight.spans if o is not span and same_row(o.box, box)]
    called = _CALL * box.height
    if "(" in span.text.strip("(") or any(
        o.text.startswith("(") and 0 <= o.box.left - box.right <= called for o in row
    ):
        return True
    goes_on = any(
        abs(other.box.left - box.right) <= near and not other.text.startswith(_ENDS)
        for other in row
    )
    return goes_on or any(
        abs(box.left - other.box.right) <= near and not other.text.endswith("(") for other in row
    )


def _is_motley(coloured: Sequence[Colour], texts: int) -> bool:
    """Whether many of so many texts are coloured, and not in one colour."""
    if len(coloured) <= _MANY * texts:
        return False
    middle = np.median(coloured, axis=0)
    alike = sum(distance(ink, middle) <= _OWN for ink in coloured)
    return alike < _ONE_COLOUR * len(coloured)


def _is_link(span: TextSpan, usual: Colour, sight: Sight, fewest: int = _FEWEST) -> bool:
    text, box = span.text, span.box
    worded = _signs(span) >= fewest and len(text) <= _LONGEST
    badge = text.isupper() and text.isalpha() and not _follows(box, sight)
    if not worded or box.height > _TALLEST * sight.line or badge:
        return False
    own = shades_seen(box, sight)
    if own is None or not _is_coloured(own.ink) or np.ptp(own.ground) >= _GREY:
        return False
    if distance(own.ink, usual) < _OWN:
        return False
    reach = round(_AROUND * box.height)
    around = sight.ask(_rim, Box(box.left, box.top - reach, box.right, box.bottom + reach))
    even = any(distance(side, own.ground) <= _SAME_GROUND for side in around)
    if not even or _is_title(box, own.ground, sight):
        return False
    return not any(_is_of_another_colour(o.box, own.ink, sight) for o in _beside(box, sight))


def _beside(box: Box, sight: Sight) -> list[TextSpan]:
    """The texts close beside it in its line."""
    near = _WORD * box.height
    return [
        other
        for other in sight.spans
        if same_row(other.box, box)
        and other.box != box
        and max(box.left - other.box.right, other.box.left - box.right) <= near
    ]


def _is_of_another_colour(text: Box, ink: Colour, sight: Sight) -> bool:
    """Whether a text is coloured, and not in this colour: it is a line of a program."""
    own = shades_seen(text, sight)
    return own is not None and float(np.ptp(own.ink)) >= _COLOUR and distance(own.ink, ink) > _OWN


def _follows(box: Box, sight: Sight) -> bool:
    """Whether it goes on with a line of text."""
    return any(other.box.right <= box.left for other in _beside(box, sight))


def _is_coloured(ink: Colour) -> bool:
    """Whether it is blue, teal or violet: far from red and from leaf green, which warn and
    confirm."""
    red, green, blue = (float(channel) for channel in ink)
    return float(np.ptp(ink)) >= _COLOUR and blue > red and 2 * blue > green + red


def _rim(crop: Pixels) -> tuple[Colour, Colour]:
    """The usual colours of the first and of the last row of pixels: a line may run in one."""
    first, last = (np.asarray(np.median(crop[row], axis=0), np.float32) for row in (0, -1))
    return first, last


def _is_title(box: Box, ground: Colour, sight: Sight) -> bool:
    """Whether a line runs on at its side: it is the title of a frame."""
    near, far = round(_NEAR * box.height), round(_BESIDE * box.height)
    sides = [Box(box.right + near, box.top, box.right + far, box.bottom)]
    if box.left > far:
        sides.append(Box(box.left - far, box.top, box.left - near, box.bottom))
    free = [s for s in sides if not any(overlap_area(o.box, s) for o in sight.spans)]
    shade = tuple(round(float(channel)) for channel in ground)
    return any(sight.ask(_is_ruled, side, shade) for side in free)


def _is_ruled(crop: Pixels, ground: tuple[int, ...]) -> bool:
    if not crop.size:
        return False
    away = np.abs(crop.astype(np.int16) - np.array(ground)).max(axis=2) > _LINE
    return bool(away.mean(axis=1).max() > _RUNS)
