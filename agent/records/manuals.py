"""Documentation of applications: of the one in front, the section that speaks of what stands on the
screen and of what is left of the task.

A manual is a Markdown file: "# Name of the application", maybe a line "Also: other name, …", then
"## Title" and a few lines for each section, with the names of controls, menus and dialogs in
**bold**. A person's own lie in the data folder in `apps`, and come before those of docs/apps.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from agent.errors import AgentError
from agent.skills.procedures.front import active
from agent.task.literals import normal
from agent.task.plan import Outline
from models.files.paths import data_folder
from vision.core.elements import ElementMap, one_line

SHIPPED = Path(__file__).resolve().parents[2] / "docs" / "apps"
_MOST_BYTES = 200_000
_MOST_SIGNS = 500  # of a section that a model is given: a small one is drowned by more
_LONGER_THAN, _STEM = 3, 6
_BOLD = re.compile(r"\*\*([^*]+)\*\*")  # also where a name goes on in the next line


@dataclass(frozen=True, slots=True)
class Section:
    """`names` are the controls that it speaks of, as `normal` has them."""

    title: str
    text: str
    names: frozenset[str]


@dataclass(frozen=True, slots=True)
class Manual:
    """Of one application, which may be known by other names."""

    application: str
    also: tuple[str, ...]
    sections: tuple[Section, ...]
    path: Path

    def is_of(self, name: str) -> bool:
        return _plain(name) in (
            *map(_plain, (self.application, *self.also)),
            _plain(self.path.stem),
        )


def folder() -> Path:
    """Where a person's own manuals lie."""
    return data_folder() / "apps"


def all_manuals(problem: Callable[[str], None] = lambda why: None) -> list[Manual]:
    """The manuals that can be read, a person's own first, each application once; `problem` hears
    why a file cannot be."""
    found: list[Manual] = []
    for path in (*_files(folder()), *_files(SHIPPED)):
        try:
            manual = read(path)
        except AgentError as error:
            problem(str(error))
            continue
        if not any(each.is_of(manual.application) for each in found):
            found.append(manual)
    return found


def manual(application: str) -> Manual:
    """The manual of an application.

    Raises:
        AgentError: there is none, or the person's own cannot be read.
    """
    for path in _files(folder()):
        if _plain(path.stem) == _plain(application):
            return read(path)
    found = next((each for each in all_manuals() if each.is_of(application)), None)
    if found is None:
        hint = f"To list them: deskhand notes manuals. Put your own into {folder()}"
        raise AgentError(f"There is no manual for “{application}”.", hint)
    return found


def read(path: Path) -> Manual:
    """A file as a manual.

    Raises:
        AgentError: it cannot be read, is no UTF-8, or has no name or no section.
    """
    try:
        status = path.stat()
        return _read(path, status.st_mtime_ns, status.st_size)
    except OSError as error:
        raise AgentError(f"{path} cannot be read: {error.strerror or error}.") from error
    except ValueError as error:
        shape = "A manual starts with “# Application”, and each section with “## Title”."
        raise AgentError(f"{path} is not a manual: {error}.", shape) from error


def passage(map_: ElementMap, outline: Outline) -> tuple[str, ...]:
    """The lines of the manual of the application in front that are of use now, few and short: its
    section that shares most words with what is left of the task, of those that speak of something
    on the screen. None when there is no such section."""
    window = active(map_)
    name = window.application if window is not None else ""
    found = next((each for each in all_manuals() if name and each.is_of(name)), None)
    if window is None or found is None:
        return ()
    shown = {_plain(e.text) for e in map_.elements if e.group in ("", window.title)}
    wanted = _stems(outline.remaining)

    def use(section: Section) -> tuple[int, int]:
        said = len(wanted & _stems(f"{section.title} {section.text}"))
        return said, len(section.names & shown)

    best = max(found.sections, key=use)
    if 0 in use(best):
        best = max((s for s in found.sections if 0 not in use(s)), key=use, default=best)
    return _told(best) if 0 not in use(best) else ()


def _told(section: Section) -> tuple[str, ...]:
    """Whole sentences only, as many as there is room for."""
    quoted = _BOLD.sub(r"“\1”", section.text)
    text = one_line(f"{section.title}: {quoted}", _MOST_BYTES)
    if len(text) > _MOST_SIGNS:
        text = text[:_MOST_SIGNS]
        text = text[: text.rfind(". ") + 1] or text
    return (text,)


def _files(place: Path) -> list[Path]:
    return sorted(place.glob("*.md")) if place.is_dir() else []


@lru_cache(64)
def _read(path: Path, changed: int, size: int) -> Manual:
    """`changed` and `size` tell one content of the file from another."""
    if size > _MOST_BYTES:
        raise ValueError(f"it has {size} bytes, and the limit is {_MOST_BYTES}")
    head, *rest = re.split(r"^## +", path.read_bytes().decode("utf-8-sig"), flags=re.MULTILINE)
    name = re.search(r"^# +(.+)$", head, re.MULTILINE)
    if name is None or not rest:
        raise ValueError("it has no heading" if name is None else "it has no section")
    also = re.search(r"^Also: *(.+)$", head, re.MULTILINE)
    others = tuple(part.strip() for part in also[1].split(",")) if also else ()
    return Manual(one_line(name[1]), others, tuple(map(_section, rest)), path)


def _section(text: str) -> Section:
    title, _, body = text.partition("\n")
    # What is without a text would be found in every picture without a name.
    names = frozenset(map(_plain, _BOLD.findall(body))) - {""}
    return Section(one_line(title), body.strip(), names)


def _plain(name: str) -> str:
    return normal(name).rstrip(".…: ")


def _stems(text: str) -> frozenset[str]:
    words: Iterable[str] = re.findall(r"\w+", text.casefold())
    return frozenset(word[:_STEM] for word in words if len(word) > _LONGER_THAN)
