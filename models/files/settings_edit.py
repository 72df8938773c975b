"""Changing some values of a TOML text and nothing else of it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, MutableMapping, MutableSequence
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT

# The next table with the comment over it and the empty lines before that.
_FOLLOWING = re.compile(r"^(?:[ \t]*\r?\n)*(?:[ \t]*#.*\n)*[ \t]*\[", re.MULTILINE)


def edited(text: str, wanted: Mapping[str, Any]) -> str | None:
    """The text with these values, plain data, under their dotted names; None takes a name out.
    None when that is not possible without changing anything else."""
    try:
        expected = tomllib.loads(text)
        for name, value in wanted.items():
            if value is not None and value != [] and _missing(expected, name.split(".")):
                text = _with_line(text, name, value)
        document = tomlkit.parse(text)
        for name, value in wanted.items():
            # A file cannot hold a list of no tables; for all lists nothing is the default.
            kept = None if value == [] else value
            _put(document, name.split("."), kept, styled=True)
            _put(expected, name.split("."), kept, styled=False)
        result = tomlkit.dumps(document)
        good = _without_empty(tomllib.loads(result)) == _without_empty(expected)
    except (TOMLKitError, tomllib.TOMLDecodeError, KeyError, TypeError, ValueError):
        return None
    return result if good else None


def _missing(data: Any, path: list[str]) -> bool:
    for part in path:
        if not isinstance(data, dict) or part not in data:
            return True
        data = data[part]
    return False


def _with_line(text: str, name: str, value: Any) -> str:
    """The text with a new name below the last one of its table. (tomlkit would put it below the
    comment that belongs to the next table.)"""
    *tables, key = name.split(".")
    item, begin = _tables(value), 0
    if tables:
        header = re.search(rf"^[ \t]*\[{re.escape('.'.join(tables))}\].*\n", text, re.MULTILINE)
        begin = header.end() if header else -1
    if begin < 0 or isinstance(item, AoT):
        return text
    following = _FOLLOWING.search(text, begin)
    end = following.start() if following else len(text)
    head, tail = text[:end], text[end:]
    before = "\n" if head and not head.endswith("\n") else ""
    after = "\n" if tail and not tail.startswith(("\n", "\r")) else ""
    return f"{head}{before}{tomlkit.dumps({key: item})}{after}{tail}"


def _without_empty(data: Mapping[str, Any]) -> dict[str, Any]:
    """Empty tables say nothing: the last key of a dotted one takes it away, that of others not."""
    inner = {
        key: _without_empty(value) if isinstance(value, dict) else value
        for key, value in data.items()
    }
    return {key: value for key, value in inner.items() if value != {}}


def _put(table: MutableMapping[str, Any], path: list[str], value: Any, styled: bool) -> None:
    for part in path[:-1]:
        if part not in table:
            if value is None:
                return
            table[part] = tomlkit.table() if styled else {}
        table = table[part]
    key = path[-1]
    if value is None:
        table.pop(key, None)
    elif isinstance(table.get(key), MutableSequence) and isinstance(value, list):
        _match(table[key], value, styled)
    else:
        table[key] = _tables(value) if styled else value


def _match(old: MutableSequence[Any], new: list[Any], styled: bool) -> None:
    """Make a list in a document equal to `new`; what stays keeps its comments."""
    for place in reversed(range(len(old))):
        if _bare(old[place]) not in new:
            del old[place]
    kept = [_bare(each) for each in old]
    if new[: len(kept)] != kept:
        del old[:]
        kept = []
    for each in new[len(kept) :]:
        old.append(_item(each, inline=not isinstance(old, AoT)) if styled else each)


def _bare(item: Any) -> Any:
    return item.unwrap() if hasattr(item, "unwrap") else item


def _tables(data: Any) -> Any:
    """A value as an item of a document: a list of tables as [[name]]."""
    if not isinstance(data, list):
        return tomlkit.item(data)
    if data and isinstance(data[0], dict):
        return _aot(data)
    array = tomlkit.array()
    array.extend(data)
    return array.multiline(len(data) > 3)


def _aot(data: list[dict[str, Any]]) -> AoT:
    found = tomlkit.aot()
    for each in data:
        found.append(_item(each, inline=False))
    return found


def _item(data: Any, inline: bool) -> Any:
    if not isinstance(data, dict):
        return data
    table = tomlkit.inline_table() if inline else tomlkit.table()
    table.update(data)
    return table
