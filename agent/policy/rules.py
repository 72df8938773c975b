"""The rules of what may be done: rules.toml as shipped, and the person's own in settings.toml.

Their form is checked before a run: a rule that cannot be understood must not be left out.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import time
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal, Self, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from agent import strategies
from agent.errors import ActionFailed, AgentError, of_models
from agent.keyboard.keys import MODIFIERS, parse_keys
from agent.perception import settings as seeing
from models.catalogue import profile
from models.files import loading_settings, settings_file, store
from vision.core.elements import Kind
from vision.core.geometry import Box

Safety = Literal["watch", "ask", "risky", "trusted"]
LEVELS: tuple[Safety, ...] = get_args(Safety)
Act = Literal["click", "enter", "type", "press", "open", "drop"]
_OF_OTHERS = frozenset(
    {store.SETTING, *loading_settings.KEYS, *seeing.KEYS, *strategies.KEYS, *profile.KEYS}
)


def _expression(text: str) -> str:
    try:
        re.compile(text)
    except re.error as error:
        raise ValueError(f"not a regular expression: {error}") from error
    return text


def _hours(text: str) -> str:
    if text:
        hours_of(text)
    return text


def _combination(text: str) -> str:
    try:
        names = parse_keys(text) if text else ()
    except ActionFailed as error:
        raise ValueError(str(error)) from error
    # One key alone is typed all the time, by the run too.
    if text and (not set(names) & set(MODIFIERS) or names[-1] in MODIFIERS):
        raise ValueError('write keys like "ctrl+shift+esc": one or more of ctrl, shift, alt, win')
    return text


def hours_of(text: str) -> tuple[time, time]:
    """The two times of "08:00-18:30". Raises ValueError."""
    parts = text.split("-")
    if len(parts) != 2:
        raise ValueError('write hours like "08:00-18:30"')
    begin, end = (time.fromisoformat(part.strip()) for part in parts)
    return begin, end


Expression = Annotated[str, AfterValidator(_expression)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=False)

    def joined(self, own: Self, *, replace: bool = False) -> Self:
        """These with what the person's file says: lists are added, unless they `replace` these; the
        rest is the person's."""
        given = {name: getattr(own, name) for name in own.model_fields_set}
        for name, value in given.items():
            if isinstance(value, tuple) and not replace:
                given[name] = (*getattr(self, name), *value)
        return self.model_copy(update=given)


class Risk(_Part):
    """One reason to ask. The lists are explained in rules.toml."""

    id: str
    why: str = ""
    never: bool = False
    acts: tuple[Act, ...] = ()
    kinds: tuple[Kind, ...] = ()
    words: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    pictures: bool = False
    keys: tuple[str, ...] = ()
    texts: tuple[Expression, ...] = ()
    applications: tuple[str, ...] = ()
    windows: tuple[Expression, ...] = ()
    off: bool = False
    replace: bool = False


class Names(_Part):
    """Applications and windows, by words in their name or title."""

    applications: tuple[str, ...] = ()
    windows: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.applications or self.windows)


class _Words(_Part):
    words: tuple[str, ...] = ()


class Pair(_Part):
    """Words of which one of each list, near each other, make an instruction."""

    one: tuple[str, ...] = ()
    other: tuple[str, ...] = ()


class Screen(_Part):
    """When text on the screen counts as an instruction, and what is used without one. The lists
    are explained in rules.toml."""

    ask: bool = True
    why: str = ""
    phrases: tuple[str, ...] = ()
    patterns: tuple[Expression, ...] = ()
    pair: tuple[Pair, ...] = ()
    ordinary: tuple[str, ...] = ()


class _Area(_Part):
    name: str = ""
    box: tuple[int, int, int, int]
    read: bool = True


class _File(_Part):
    """The whole of rules.toml, and what of settings.toml is rules."""

    safety: Safety = "risky"
    answer_seconds: float = Field(default=120, gt=0, le=86_400)
    max_actions: int = Field(default=0, ge=0, le=1_000_000)
    max_minutes: float = Field(default=0, ge=0, le=1_000_000)
    hours: Annotated[str, AfterValidator(_hours)] = ""
    keep_days: float = Field(default=0, ge=0, le=1_000_000)
    keep_megabytes: float = Field(default=0, ge=0, le=1_000_000_000)
    hotkey: Annotated[str, AfterValidator(_combination)] = ""
    pause_on_mouse: bool = True
    stop_with_page: bool = True
    allow: Names = Names()
    deny: Names = Names()
    area: tuple[_Area, ...] = ()
    confirming: _Words = _Words()
    screen: Screen = Screen()
    risk: tuple[Risk, ...] = ()


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the screen, in physical pixels of the virtual screen, that is never touched; with
    `read` False it is not seen either."""

    name: str
    box: Box
    read: bool = True


@dataclass(frozen=True, slots=True)
class Rules:
    """What holds for a run. Numbers that are 0 and `hours` "" mean no limit."""

    safety: Safety = "risky"
    answer_seconds: float = 120.0
    max_actions: int = 0
    max_minutes: float = 0.0
    hours: str = ""
    allow: Names = field(default_factory=Names)
    deny: Names = field(default_factory=Names)
    areas: tuple[Area, ...] = ()
    confirming: tuple[str, ...] = ()
    risks: tuple[Risk, ...] = ()
    keep_days: float = 0.0
    keep_megabytes: float = 0.0
    screen: Screen = field(default_factory=Screen)
    hotkey: str = ""
    pause_on_mouse: bool = True
    stop_with_page: bool = True

    @classmethod
    def shipped(cls) -> Self:
        """The rules as they come, without the person's own."""
        return cls._of(_shipped(), None, Path())

    @classmethod
    def read(cls, path: Path | None = None) -> Self:
        """The shipped rules with those of the person's file (default: settings.toml in the data
        folder), if there is one.

        Raises:
            AgentError: the file cannot be read or understood, or there is one from before; nothing
                may be done then.
        """
        with of_models():
            if path is None and (old := settings_file.left_behind()) is not None:
                raise old
            path = path or settings_file.settings_path()
            values = settings_file.values_of(path)
        try:
            return cls._of(_shipped(), _own(values), path)
        except ValidationError as error:
            place, why = _places(error)[0]
            raise _unusable(path, f"{place}: {why}") from error

    @classmethod
    def _of(cls, base: _File, own: _File | None, path: Path) -> Self:
        own = own or _File()
        given = {name: getattr(own, name) for name in own.model_fields_set}
        file = base.model_copy(update=given)
        same = {each.name for each in fields(cls)} & _File.model_fields.keys()
        return cls(
            **{name: getattr(file, name) for name in same - {"confirming", "screen"}},
            areas=tuple(_area(area, path) for area in own.area),
            confirming=(*base.confirming.words, *own.confirming.words),
            risks=_risks(base.risk, own.risk, path),
            screen=base.screen.joined(own.screen),
        )


def problems(values: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What of the rules in a person's file, as it was parsed, cannot be understood: the places,
    such as "deny.windows.0", each with why. The place is "" when the parts do not fit together."""
    try:
        Rules._of(_shipped(), _own(values), Path(settings_file.NAME))
    except ValidationError as error:
        return _places(error)
    except AgentError as error:
        return [("", error.args[0])]
    return []


def _shipped() -> _File:
    text = files("agent.policy").joinpath("rules.toml").read_text("utf-8")
    return _File.model_validate(tomllib.loads(text))


def _own(values: Mapping[str, Any]) -> _File:
    return _File.model_validate({k: v for k, v in values.items() if k not in _OF_OTHERS})


def _places(error: ValidationError) -> list[tuple[str, str]]:
    told = []
    for each in error.errors():
        *tables, name = each["loc"]
        why = each["msg"].removeprefix("Value error, ")
        if each["type"] == "extra_forbidden":
            misplaced = tables and (name in _OF_OTHERS or name in _File.model_fields)
            why = (
                "it must stand above the first [table]"
                if misplaced
                else "there is no setting of this name"
            )
        told.append((".".join(map(str, each["loc"])), why))
    return told


def _risks(base: Sequence[Risk], own: Sequence[Risk], path: Path) -> tuple[Risk, ...]:
    risks = {risk.id: risk for risk in base}
    for risk in own:
        known = risks.get(risk.id)
        risks[risk.id] = known.joined(risk, replace=risk.replace) if known else risk
        if not risks[risk.id].acts:
            raise _unusable(path, f"risk “{risk.id}”: acts is missing, so it would never fit")
    return tuple(risk for risk in risks.values() if not risk.off)


def _area(area: _Area, path: Path) -> Area:
    try:
        return Area(area.name, Box(*area.box), area.read)
    except ValueError as error:
        raise _unusable(path, f"area “{area.name}”: {error}") from error


def _unusable(path: Path, why: str) -> AgentError:
    return AgentError(
        f"The rules in {path} cannot be used: {why}.",
        "Correct it by hand or in the panel's Settings; docs/security.md says what may be there.",
    )
