"""The kinds of values that settings have: read from what a person types, shown, kept in TOML.

What a value means and whether it may be is not decided here, but by those who use the files.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Protocol

from agent.policy.rules import Area
from vision.core.geometry import Box

Value = bool | int | float | str | tuple[str, ...] | tuple[Area, ...]


class Kind(Protocol):
    """`form` says in a sentence what may be written."""

    @property
    def form(self) -> str: ...

    def read(self, text: str) -> Value:
        """The value of what a person typed. Raises ValueError with a sentence."""
        ...

    def show(self, value: Value) -> str:
        """The value as `read` understands it."""
        ...

    def words(self, value: Value) -> str:
        """The value for people, on one line."""
        ...

    def of_plain(self, data: Any) -> Value:
        """The value of what stands in the file. Raises ValueError."""
        ...


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some words; `options` are (value, meaning)."""

    options: tuple[tuple[str, str], ...]

    @property
    def form(self) -> str:
        return f"Write one of: {', '.join(value for value, _ in self.options)}."

    def read(self, text: str) -> Value:
        return self.of_plain(text.strip())

    def show(self, value: Value) -> str:
        return str(value)

    def words(self, value: Value) -> str:
        return str(value)

    def of_plain(self, data: Any) -> Value:
        if data not in dict(self.options):
            raise ValueError(self.form)
        return str(data)


_YES = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


@dataclass(frozen=True, slots=True)
class YesNo:
    @property
    def form(self) -> str:
        return "Write true or false."

    def read(self, text: str) -> Value:
        if text.strip().lower() not in _YES:
            raise ValueError(self.form)
        return _YES[text.strip().lower()]

    def show(self, value: Value) -> str:
        return "true" if value else "false"

    def words(self, value: Value) -> str:
        return "on" if value else "off"

    def of_plain(self, data: Any) -> Value:
        if not isinstance(data, bool):
            raise ValueError(self.form)
        return data


@dataclass(frozen=True, slots=True)
class Number:
    """A number of `unit` from `least` (or, with `above`, from more than that) to `most`. `zero`
    says what 0 means, when it has a meaning of its own."""

    unit: str
    most: float
    least: float = 0
    above: bool = False
    whole: bool = False
    zero: str = ""

    @property
    def form(self) -> str:
        kind = "a whole number" if self.whole else "a number"
        low = f"above {self.least:g}" if self.above else f"{self.least:g} or more"
        meaning = f" 0 means {self.zero}." if self.zero else ""
        return f"Write {kind} of {self.unit}, {low}, at most {int(self.most):,}.{meaning}"

    def read(self, text: str) -> Value:
        digits = text.strip()
        if not re.fullmatch(r"-?\d{1,20}(\.\d{1,20})?", digits, re.ASCII):
            raise ValueError(self.form)
        return self.of_plain(float(digits) if "." in digits else int(digits))

    def show(self, value: Value) -> str:
        assert isinstance(value, int | float)
        return f"{value:.20g}" if float(value).is_integer() else repr(value)

    def words(self, value: Value) -> str:
        return self.zero if self.zero and value == 0 else f"{self.show(value)} {self.unit}"

    def of_plain(self, data: Any) -> Value:
        good = isinstance(data, int if self.whole else int | float) and not isinstance(data, bool)
        if not good or not self.least <= data <= self.most or (self.above and data == self.least):
            raise ValueError(self.form)
        number: int | float = data
        return int(number) if float(number).is_integer() else number


@dataclass(frozen=True, slots=True)
class Text:
    """One line; `form` says which, and `none` what nothing means."""

    form: str
    none: str = "none"

    def read(self, text: str) -> Value:
        return self.of_plain(text.strip())

    def show(self, value: Value) -> str:
        return str(value)

    def words(self, value: Value) -> str:
        return str(value) or self.none

    def of_plain(self, data: Any) -> Value:
        if not isinstance(data, str):
            raise ValueError(self.form)
        return data


@dataclass(frozen=True, slots=True)
class Words:
    """Some texts, one a line."""

    form: str
    none: str = "none"

    def read(self, text: str) -> Value:
        return tuple(line.strip() for line in text.splitlines() if line.strip())

    def show(self, value: Value) -> str:
        assert isinstance(value, tuple)
        return "\n".join(str(each) for each in value)

    def words(self, value: Value) -> str:
        assert isinstance(value, tuple)
        return ", ".join(str(each) for each in value) or self.none

    def of_plain(self, data: Any) -> Value:
        if not isinstance(data, list | tuple) or not all(isinstance(each, str) for each in data):
            raise ValueError("Write one text per line.")
        return tuple(data)


_AREA = re.compile(
    r"(?:(?P<name>.*?)\s*:\s*)?(?P<box>-?\d{1,6}(?:\s*,\s*-?\d{1,6}){3})"
    r"(?P<hidden>\s*,\s*not\s+read)?",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Areas:
    """Parts of the screen, one a line, in physical pixels from the top left."""

    @property
    def form(self) -> str:
        return (
            "Write one area per line: a name, a colon, and left, top, right and bottom in pixels "
            "from the top left corner of the screen, such as “my chat: 1500, 0, 1920, 1080”. Add "
            "“, not read” to paint the area over before the screen is read."
        )

    def read(self, text: str) -> Value:
        return tuple(self._area(line.strip()) for line in text.splitlines() if line.strip())

    def _area(self, line: str) -> Area:
        match = _AREA.fullmatch(line)
        if match is None:
            raise ValueError(f"“{line}” is not an area. {self.form}")
        sides = [int(side) for side in match["box"].split(",")]
        return _area(match["name"] or "", sides, match["hidden"] is None)

    def show(self, value: Value) -> str:
        return "\n".join(_line(area) for area in value) if isinstance(value, tuple) else ""

    def words(self, value: Value) -> str:
        return self.show(value).replace("\n", "; ") or "none"

    def of_plain(self, data: Any) -> Value:
        if not isinstance(data, list):
            raise ValueError(self.form)
        return tuple(self._of_table(table) for table in data)

    def _of_table(self, table: Any) -> Area:
        try:
            sides = [int(side) for side in table["box"]]
            name, read = table.get("name", ""), table.get("read", True)
        except (KeyError, TypeError, ValueError, AttributeError):
            raise ValueError(f"An area lacks its box. {self.form}") from None
        if len(sides) != 4 or not isinstance(name, str) or not isinstance(read, bool):
            raise ValueError(f"An area does not have this form. {self.form}")
        return _area(name, sides, read)


def _area(name: str, sides: list[int], read: bool) -> Area:
    try:
        return Area(name, Box(*sides), read)
    except ValueError:
        shown = ", ".join(map(str, sides))
        raise ValueError(
            f"The area “{name}” ({shown}) is empty: right must be greater than left, and "
            "bottom greater than top."
        ) from None


def _line(area: Area | str) -> str:
    assert isinstance(area, Area)
    box = ", ".join(map(str, area.box.as_list()))
    name = f"{area.name}: " if area.name else ""
    return f"{name}{box}" + ("" if area.read else ", not read")


def plain(value: Value) -> Any:
    """A value as data for TOML."""
    if not isinstance(value, tuple):
        return value
    return [_table(each) if isinstance(each, Area) else each for each in value]


def _table(area: Area) -> dict[str, Any]:
    table: dict[str, Any] = {"name": area.name} if area.name else {}
    table["box"] = area.box.as_list()
    return table if area.read else {**table, "read": False}
