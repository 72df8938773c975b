"""What a step of a stored run saw: its picture with the elements, put together again."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import get_args

from agent.records import loose
from agent.records.reader import StoredStep
from vision.capture.screen import ScreenError, Screenshot, load_image
from vision.core.elements import Element, ElementMap, Kind, Source, State
from vision.core.geometry import Box, Point

_KINDS: tuple[Kind, ...] = get_args(Kind)
_SOURCES: tuple[Source, ...] = get_args(Source)


def seen(folder: Path, step: StoredStep) -> ElementMap:
    """The screenshot and the elements of a step; those that cannot be read are left out.

    Raises:
        ScreenError: the picture is missing or damaged.
    """
    shot = picture_in(folder / f"{step.stem}.png")
    data = loose.object_in(folder / f"{step.stem}-map.json") or {}
    origin, scale = loose.numbers(data, "origin"), loose.number(data, "scale")
    if len(origin) == 2:
        x, y = (int(value) for value in origin)
        # No larger than its picture may be drawn, whatever a file says.
        grown = scale if scale is not None and 0.5 <= scale <= 4 else 1.0
        shot = Screenshot(shot.pixels, Point(x, y), grown, taken_at=shot.taken_at)
    listed = data.get("elements")
    found = [_element(entry) for entry in (listed if isinstance(listed, list) else [])]
    # What lies elsewhere cannot be drawn, and comes from a damaged file.
    inside = (e for e in found if e is not None and e.box.intersection(shot.box) is not None)
    return ElementMap(tuple(inside), shot)


def picture_in(path: Path) -> Screenshot:
    """Raises ScreenError when the file is missing or no whole picture."""
    try:
        return load_image(path)
    # What Pillow raises for some damaged files.
    except (SyntaxError, ValueError, EOFError, zlib.error, struct.error) as problem:
        raise ScreenError(
            f"{path} cannot be read as an image: {problem}. Give a picture, such as a PNG or JPEG."
        ) from problem


def _element(entry: object) -> Element | None:
    if not isinstance(entry, dict):
        return None
    box, number = loose.numbers(entry, "box"), loose.number(entry, "id")
    kind = next((kind for kind in _KINDS if kind == entry.get("kind")), None)
    if len(box) != 4 or number is None or kind is None:
        return None
    left, top, right, bottom = (int(value) for value in box)
    if left >= right or top >= bottom:
        return None
    source: Source = next((one for one in _SOURCES if one == entry.get("source")), "ocr")
    return Element(
        int(number),
        kind,
        loose.text(entry, "text"),
        Box(left, top, right, bottom),
        _state(loose.inner(entry, "state")),
        source=source,
        score=loose.number(entry, "score") or 0.0,
        caption=loose.text(entry, "caption"),
        within=loose.text(entry, "within"),
    )


def _state(told: loose.Plain) -> State:
    flags = {name: told.get(name) for name in ("checked", "selected", "disabled", "focused")}
    value = loose.text(told, "value") if "value" in told else None
    return State(**{n: f if isinstance(f, bool) else None for n, f in flags.items()}, value=value)
