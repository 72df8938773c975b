"""Kinds of programs: which kind an application is of, and which kinds a text may ask for."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from agent.apps.application import Application

_SETS_UP = "Settings"


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind; the lists are explained in categories.toml."""

    name: str
    categories: tuple[str, ...] = ()
    called: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()
    types: tuple[str, ...] = ()

    def fits(self, application: Application) -> bool:
        """Whether an application is of this kind, as far as it says so itself."""
        if any(_has(rule, application) for rule in self.categories):
            return True
        if _SETS_UP in application.categories and _SETS_UP not in self.categories:
            return False  # The settings of a file manager are no file manager.
        told = f" {plain(f'{application.generic_name} {application.name}')} "
        more = f" {plain(application.comment)} " if not application.generic_name else ""
        return any(f" {plain(word)} " in told + more for word in self.called) or plain(
            application.name
        ) in {plain(name) for name in self.programs}


def _has(rule: str, application: Application) -> bool:
    """Whether all categories of a rule such as "Graphics+Viewer-Office" are there, and none that
    must not be. In lower case stands what the application opens: "video", "pdf"."""
    parts = re.findall(r"([+-]?)([^+-]+)", rule)
    return all((_one(name, application)) is (sign != "-") for sign, name in parts)


def _one(name: str, application: Application) -> bool:
    if name.islower():
        return any(name in type_ for type_ in application.types)
    return name in application.categories


@functools.cache
def _file() -> dict[str, Any]:
    return tomllib.loads(files("agent.apps").joinpath("categories.toml").read_text("utf-8"))


@functools.cache
def helping(name: str) -> frozenset[str]:
    """One of the lists of words of categories.toml, such as "starting"."""
    return frozenset(_file()["words"][name])


@functools.cache
def kinds() -> tuple[Kind, ...]:
    """All kinds, in the order of the file: the first that fits is what a program is."""
    return tuple(
        Kind(entry.pop("name"), **{key: tuple(words) for key, words in entry.items()})
        for entry in map(dict, _file()["kind"])
    )


def kind_of(application: Application) -> Kind | None:
    """What an application is; None when nothing tells."""
    return next((kind for kind in kinds() if kind.fits(application)), None)


def of_kind(kind: Kind, among: Iterable[Application]) -> tuple[Application, ...]:
    """The applications that are of this kind before all; without any, those that are it too."""
    found = [application for application in among if kind.fits(application)]
    return tuple(a for a in found if kind_of(a) is kind) or tuple(found)


def plain(text: str) -> str:
    """Text as compared: lower case, words with one space between them."""
    return " ".join(words(text))


def words(text: str) -> Sequence[str]:
    """The words of a text in lower case; a word may hold dots, dashes and signs inside ("e-mail",
    "main.c", "c++")."""
    return re.findall(r"\w+(?:[.\-'’+]\w+)*\+*|[%+*/×÷=]", text.casefold())
