"""Reading JSON that may be damaged or of another version: what is not as expected is left out."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

Plain = Mapping[str, Any]


def object_in(path: Path) -> Plain | None:
    """The object in a JSON file; None when there is no such file or it holds none."""
    try:
        data = json.loads(path.read_text("utf-8"))
    # Deeply nested brackets exhaust the reader.
    except (OSError, ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def text_in(path: Path) -> str:
    """What stands in a text file, '' when it cannot be read."""
    try:
        return path.read_text("utf-8", errors="replace")
    except OSError:
        return ""


def text(data: Plain, name: str) -> str:
    """A text, '' when there is none."""
    value = data.get(name)
    return clean(value) if isinstance(value, str) else ""


def texts(data: Plain, name: str) -> tuple[str, ...]:
    """A list of texts, empty when there is none."""
    value = data.get(name)
    return tuple(clean(v) for v in value if isinstance(v, str)) if isinstance(value, list) else ()


def inner(data: Plain, name: str) -> Plain:
    """An object in it, empty when there is none."""
    value = data.get(name)
    return value if isinstance(value, dict) else {}


def number(data: Plain, name: str) -> float | None:
    """A finite number, None when there is none."""
    return as_number(data.get(name))


def count(data: Plain, name: str) -> int:
    """A number of things, 0 when there is none."""
    value = number(data, name)
    return max(0, int(value)) if value is not None else 0


def numbers(data: Plain, name: str) -> tuple[float, ...]:
    """A list of numbers, empty when it is none or holds anything else."""
    values = data.get(name)
    found = [as_number(value) for value in values] if isinstance(values, list) else []
    return tuple(value for value in found if value is not None) if None not in found else ()


def as_number(value: object) -> float | None:
    """The value if it is a finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    # Larger ones fit into no column of a database.
    return float(value) if math.isfinite(value) and abs(value) < 2**53 else None


def clean(text: str) -> str:
    """The text without halves of signs, which no file and no page can hold."""
    return text.encode("utf-8", "replace").decode("utf-8")
