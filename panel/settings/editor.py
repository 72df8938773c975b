"""What the fields of the tab show, and saving what was written into them. Knows no page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from agent.errors import AgentError
from agent.settings.described import SETTINGS, Setting, setting
from agent.settings.file import Change, Found, change, read
from agent.settings.kinds import Choice, Value, YesNo
from models.files import settings_file
from models.runtime.errors import ModelError

Entry = str | bool
EDITED: tuple[Setting, ...] = tuple(each for each in SETTINGS if each.in_panel)


@dataclass(frozen=True, slots=True)
class Shown:
    """The entries of the fields by the names of their settings, and the problems beside them.
    `off_default` are the settings that are not at their default; `banners` are sentences about
    the whole file, `damaged` whether it cannot be read at all."""

    entries: Mapping[str, Entry]
    problems: Mapping[str, str]
    off_default: frozenset[str]
    banners: tuple[str, ...] = ()
    damaged: bool = False


@dataclass(frozen=True, slots=True)
class Saved:
    """What saving did, in a sentence; with `problems` beside fields or `good` False, nothing."""

    message: str
    good: bool
    problems: Mapping[str, str] = field(default_factory=dict)


def look() -> Shown:
    """The fields as the file says now."""
    contents = read()
    found, damaged = contents.found, bool(contents.damage)
    entries = {each.name: _entry(each, found.get(each.name)) for each in EDITED}
    problems = {name: each.problem for name, each in found.items() if each.problem}
    off = frozenset(name for name, f in found.items() if f.value != f.setting.default or f.problem)
    banners = [f"{each} No run can begin until this is corrected." for each in contents.others]
    if damaged:
        banners.append("What you change here cannot be saved; the fields show the defaults.")
    return Shown(entries, problems, off, tuple(banners), damaged)


def default_entry(wanted: Setting) -> Entry:
    return as_entry(wanted, wanted.default)


def as_entry(wanted: Setting, value: Value) -> Entry:
    """A value as its field holds it."""
    return bool(value) if isinstance(wanted.kind, YesNo) else wanted.kind.show(value)


def merged(
    before: Mapping[str, Entry], here: Mapping[str, Entry], fresh: Mapping[str, Entry]
) -> dict[str, Entry]:
    """What the fields show when the file is read again: what the person wrote since (`here`
    differs from `before`) stays, the rest is as in the file."""
    return {
        name: here[name] if name in before and here[name] != before[name] else entry
        for name, entry in fresh.items()
    }


def save(before: Mapping[str, Entry], here: Mapping[str, Entry]) -> Saved:
    """Save the fields that the person changed since `before`, and those that were wrong in the
    file. All or nothing: with one that cannot be used nothing is written."""
    now = look()
    wanted: dict[Setting, Value | None] = {}
    problems: dict[str, str] = {}
    for name, entry in here.items():
        # A page that was open before the panel was started anew has no `before`.
        if entry == before.get(name, now.entries[name]) and name not in now.problems:
            continue
        each = setting(name)
        try:
            value = entry if isinstance(entry, bool) else each.read(entry)
        except ValueError as error:
            problems[name] = str(error)
            continue
        wanted[each] = None if value == each.default else value
    if problems:
        labels = ", ".join(f"“{setting(name).label}”" for name in problems)
        return Saved(f"Nothing was saved. Correct first: {labels}.", False, problems)
    try:
        return Saved(_said(change(wanted)), True)
    except AgentError as error:
        return Saved(f"Nothing was saved. {error}", False)


def put_aside() -> str:
    """Put a damaged file aside, so that the defaults hold; what was done, in sentences."""
    contents = read()
    if not contents.damage:
        return "The file is no longer damaged."
    try:
        aside = settings_file.put_aside()
    except ModelError as error:
        return str(error)
    return (
        f"{contents.path.name} was moved aside and is now {aside.name}. The defaults apply, to"
        " rules too."
    )


def _said(changes: list[Change]) -> str:
    if not changes:
        return "Nothing has changed, so there is nothing to save."
    words = [f"{each.setting.label}: {_words(each)}" for each in changes]
    return f"Saved. {'; '.join(words)}. This applies from the next run on."


def _words(each: Change) -> str:
    return each.setting.kind.words(each.new)


def _entry(wanted: Setting, found: Found | None) -> Entry:
    if found is None:
        return default_entry(wanted)
    if found.problem and found.raw and not isinstance(wanted.kind, Choice | YesNo):
        return found.raw
    return as_entry(wanted, found.value)
