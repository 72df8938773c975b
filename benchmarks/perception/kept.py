"""What the recipe saw of each picture, kept between runs: it does not change, and takes long.

A file of JSON lines, one a picture. A picture is known by what is in it, not by its name.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.perception.recipe import Look
from vision.core.geometry import Box
from vision.ocr.engine import TextSpan


class Looks:
    """The looks that were made in one way (`how`: settings and weights, in words), in a file.

    Lines that are damaged, or were made in another way, are as good as not there; several
    processes may add to the file.
    """

    def __init__(self, path: Path, how: str) -> None:
        self._path, self._how = path, how

    def of(self, picture: Path, look: Callable[[], Look]) -> Look:
        """The kept look at this picture, or else a new one, which is then kept."""
        known = self.known(picture)
        if known is None:
            known = look()
            self._add(_key(picture), known)
        return known

    def known(self, picture: Path) -> Look | None:
        """The kept look at this picture."""
        return self._read().get(_key(picture))

    def _read(self) -> dict[str, Look]:
        try:
            lines = self._path.read_text(encoding="utf-8", errors="replace").splitlines()
        except FileNotFoundError:
            return {}
        found = (_from_line(line, self._how) for line in lines)
        return dict(one for one in found if one is not None)

    def _add(self, key: str, look: Look) -> None:
        plain = {
            "picture": key,
            "how": self._how,
            "seconds": round(look.seconds, 2),
            "core seconds": round(look.core_seconds, 2),
            "boxes": [box.as_list() for box in look.boxes],
            "spans": [[s.text, s.box.as_list(), round(s.score, 3)] for s in look.spans],
        }
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("ab") as file:
            # The line break comes first too: a half line of a broken run spoils only itself.
            file.write(b"\n" + json.dumps(plain, ensure_ascii=False).encode() + b"\n")


def _key(picture: Path) -> str:
    return hashlib.sha256(picture.read_bytes()).hexdigest()


def _from_line(line: str, how: str) -> tuple[str, Look] | None:
    try:
        plain: dict[str, Any] = json.loads(line)
        if plain["how"] != how:
            return None
        boxes = tuple(Box(*sides) for sides in plain["boxes"])
        spans = tuple(TextSpan(str(t), Box(*sides), float(s)) for t, sides, s in plain["spans"])
        seconds = float(plain["seconds"]), float(plain["core seconds"])
        return str(plain["picture"]), Look(boxes, spans, *seconds)
    except (ValueError, KeyError, TypeError):
        return None
