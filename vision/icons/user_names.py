"""Names that a person gave to icons: kept per application, and found again by their look."""

from __future__ import annotations

import json
import os
import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.capture.screen import Pixels
from vision.capture.windows import Window
from vision.core.elements import one_line
from vision.icons.similarity import Look, Rows, distance, look_of

FILE = "icon-names.json"
"""The usual name of the file, in the data folder."""
_FORMAT = 1
_DIGITS = "0123456789abcdef"
# "report.odt — LibreOffice Writer", "Inbox | Mail": the program stands last.
_TITLE_PARTS = re.compile(r" [-–—|] ")


class CorrectionsError(OSError):
    """The file of names cannot be used. The message names it; the file is left as it is."""


@dataclass(frozen=True, slots=True)
class Correction:
    """An icon of an application (see `application_of`) and what a person calls it."""

    application: str
    name: str
    look: Look


def application_of(window: Window | None) -> str:
    """Under which application the names of a window's icons are kept: its own name, else the last
    part of its title; "" for a picture without windows."""
    if window is None:
        return ""
    return window.application or _TITLE_PARTS.split(window.title)[-1].strip()


class Corrections:
    """The names in one file of JSON, which is read again whenever it changed. It is replaced as a
    whole, so that a break never leaves half of it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.RLock()
        self._stamp: tuple[int, ...] | None = None
        self._all: tuple[Correction, ...] = ()
        self._revision = 0

    @property
    def revision(self) -> int:
        """Rises when names change, also when another program changes them.

        Raises:
            CorrectionsError: the file cannot be read.
        """
        with self._lock:
            self._refresh()
            return self._revision

    def all(self) -> tuple[Correction, ...]:
        """All names, in the order of the file.

        Raises:
            CorrectionsError: the file cannot be read.
        """
        with self._lock:
            self._refresh()
            return self._all

    def find(self, application: str, picture: Pixels) -> Correction | None:
        """What this icon of an application is called; the most alike when several are alike.

        Raises:
            CorrectionsError: the file cannot be read.
        """
        known = [each for each in self.all() if each.application == application]
        look = look_of(picture) if known else None
        if look is None:
            return None
        apart = [(distance(each.look, look), each) for each in known]
        alike = [(far, number) for number, (far, _) in enumerate(apart) if far is not None]
        return apart[min(alike)[1]][1] if alike else None

    def keep(self, application: str, picture: Pixels, name: str) -> Correction:
        """Call this icon so from now on, in place of what it was called.

        Raises:
            ValueError: the name is empty, or there is nothing to see on the picture.
            CorrectionsError: the file cannot be read or written.
        """
        name, look = one_line(name), look_of(picture)
        if not name:
            raise ValueError("A name needs at least one character that can be seen.")
        if look is None:
            raise ValueError("There is nothing to see on this picture.")
        fresh = Correction(application, name, look)
        with self._lock:
            old = self.find(application, picture)
            self._write([*(each for each in self._all if each is not old), fresh])
        return fresh

    def forget(self, application: str, picture: Pixels) -> Correction | None:
        """Forget what this icon was called; None when it had no name of a person.

        Raises:
            CorrectionsError: the file cannot be read or written.
        """
        with self._lock:
            old = self.find(application, picture)
            if old is not None:
                self._write([each for each in self._all if each is not old])
            return old

    def drop(self, correction: Correction) -> bool:
        """Forget this very name; False when it is not there (any more).

        Raises:
            CorrectionsError: the file cannot be read or written.
        """
        with self._lock:
            kept = [each for each in self.all() if each != correction]
            found = len(kept) < len(self._all)
            if found:
                self._write(kept)
            return found

    def _refresh(self) -> None:
        stamp: tuple[int, ...] = ()
        try:
            status = self.path.stat()
            stamp = (status.st_mtime_ns, status.st_size, status.st_ino)
        except FileNotFoundError:
            pass  # nobody has named an icon yet
        except OSError as problem:
            raise CorrectionsError(
                f"The names of icons in {self.path} cannot be read: {problem}"
            ) from problem
        if stamp == self._stamp:
            return
        self._all = _read(self.path) if stamp else ()
        self._stamp = stamp
        self._revision += 1

    def _write(self, corrections: Sequence[Correction]) -> None:
        text = _text(corrections)
        fresh = self.path.with_name(f"{self.path.name}.{os.getpid()}.new")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_text(text, encoding="utf-8")
            fresh.replace(self.path)
        except OSError as problem:
            fresh.unlink(missing_ok=True)
            raise CorrectionsError(
                f"The names of icons cannot be written to {self.path}: {problem}"
            ) from problem
        self._refresh()


def _read(path: Path) -> tuple[Correction, ...]:
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        if told["format"] != _FORMAT:
            raise ValueError(f"its format is {told['format']}, known is {_FORMAT}")
        return tuple(_correction(each) for each in told["icons"])
    except KeyError as problem:
        reason = f"{problem} is missing"
    except (OSError, TypeError, ValueError) as problem:
        reason = str(problem)
    raise CorrectionsError(
        f"The names of icons in {path} cannot be read: {reason}. Nothing was changed; mend the"
        " file, or move it away to begin anew."
    )


def _correction(told: Any) -> Correction:
    red_less_green, blue_less_both = told["colour"]
    look = Look(
        _rows(told["ink"]),
        _rows(told["shades"]),
        float(told["aspect"]),
        (float(red_less_green), float(blue_less_both)),
    )
    name = one_line(told["name"])
    if not name:
        raise ValueError("an icon has no name")
    return Correction(str(told["application"]), name, look)


def _rows(lines: Sequence[str]) -> Rows:
    return tuple(tuple(_DIGITS.index(digit) for digit in line) for line in lines)


def _text(corrections: Sequence[Correction]) -> str:
    """The rows of a look are lines of digits: with some distance the icon can be seen."""
    icons = [
        {
            "application": each.application,
            "name": each.name,
            "aspect": each.look.aspect,
            "colour": list(each.look.colour),
            "ink": _lines(each.look.levels),
            "shades": _lines(each.look.shades),
        }
        for each in corrections
    ]
    told = {"format": _FORMAT, "icons": icons}
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


def _lines(rows: Rows) -> list[str]:
    return ["".join(_DIGITS[level] for level in row) for row in rows]
