"""Strategies: how a run goes about its task.

Two come with the program; a person's own lie in the data folder in `strategies`, each one file with
a class `Strategy`. Such a file is a program that the person wrote: it is loaded only when it is
chosen by its name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib import util
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

from agent.errors import AgentError, of_models
from agent.mechanisms import Mechanisms
from models.files.paths import data_folder
from models.files.settings_file import used

if TYPE_CHECKING:
    from agent.deciding.decider import Decider, Decides

USUAL = "plan-act-reflect"
KEYS = ("strategy",)
FORM = "Write plan-act-reflect, act-only, or the name of a file of your own."
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,60}")


class Strategy(Protocol):
    """`title` says in a line what it does. `mechanisms` are those of the loop that it uses;
    `decides` makes what cuts the task into parts and chooses the actions of one run: `decider`,
    which asks the model, or something that uses it."""

    @property
    def title(self) -> str: ...

    def mechanisms(self) -> Mechanisms: ...

    def decides(self, decider: Decider) -> Decides: ...


@dataclass(frozen=True, slots=True)
class _Shipped:
    """Some mechanisms, and the model as it is. Safety is that of every run."""

    title: str
    used: Mechanisms

    def mechanisms(self) -> Mechanisms:
        return self.used

    def decides(self, decider: Decider) -> Decides:
        return decider


SHIPPED: Mapping[str, Strategy] = {
    USUAL: _Shipped("plan, act, and look at what came of it", Mechanisms()),
    # To compare with; its runs end as "perhaps done" at best.
    "act-only": _Shipped(
        "act only: the model chooses one action after the other", Mechanisms.none()
    ),
}


def folder() -> Path:
    """Where a person's own strategies lie, as NAME.py."""
    return data_folder() / "strategies"


def names() -> list[str]:
    """Those that may be chosen. None is loaded."""
    own = sorted(path.stem for path in folder().glob("*.py")) if folder().is_dir() else []
    return [*SHIPPED, *(name for name in own if name not in SHIPPED)]


def chosen() -> str:
    """The name in the settings.

    Raises:
        AgentError: they cannot be read, or it is no name.
    """
    with of_models():
        return used(chosen_of)


def chosen_of(found: Mapping[str, Any]) -> str:
    """What a file of settings says. Raises ValueError with a sentence."""
    name = found.get("strategy", USUAL)
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ValueError(f"strategy must be a name of small letters and digits, not {name!r}")
    return name


def strategy(name: str) -> Strategy:
    """The strategy of this name; a person's own is loaded.

    Raises:
        AgentError: there is none, or it cannot be used; the message says why.
    """
    if name in SHIPPED:
        return SHIPPED[name]
    path = folder() / f"{name}.py"
    if not _NAME.fullmatch(name) or not path.is_file():
        known = ", ".join(names())
        raise AgentError(f"There is no strategy “{name}”: {path} is missing.", f"Known: {known}.")
    problem = partial(_problem, name, path)
    own = _Guarded(_called(problem, lambda: _loaded(name, path).Strategy()), problem)
    own.require("its class Strategy", "title", "mechanisms", "decides")
    return own


@dataclass(frozen=True, slots=True)
class _Guarded:
    """What a person's own file made, a strategy or what decides with it: what goes wrong in it ends
    the run with its name."""

    own: Any
    problem: Callable[[str], AgentError]

    def require(self, what: str, *names: str) -> None:
        missing = [name for name in names if not hasattr(self.own, name)]
        if missing:
            raise self.problem(f"{what} has no {', '.join(missing)}")

    def mechanisms(self) -> Mechanisms:
        found = _called(self.problem, self.own.mechanisms)
        if not isinstance(found, Mechanisms):
            raise self.problem("its mechanisms() gives no Mechanisms")
        return found

    def decides(self, decider: Decider) -> Any:
        made = _Guarded(_called(self.problem, self.own.decides, decider), self.problem)
        made.require("what its decides() gives", "name", "outline", "next")
        return made

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.own, name)
        return partial(_called, self.problem, found) if callable(found) else found


def _called(problem: Callable[[str], AgentError], do: Callable[..., Any], *args: Any) -> Any:
    from agent.deciding.reply import UnusableReply
    from agent.errors import Stopped
    from models.runtime.errors import ModelError

    try:
        return do(*args)
    except (AgentError, ModelError, Stopped, UnusableReply):
        raise
    except Exception as error:
        raise problem(f"{type(error).__name__}: {error}") from error


def _problem(name: str, path: Path, why: str) -> AgentError:
    hint = f"Correct it, or choose another one: deskhand settings set strategy {USUAL}"
    return AgentError(f"The strategy “{name}” ({path}) cannot be used: {why}.", hint)


def _loaded(name: str, path: Path) -> ModuleType:
    spec = util.spec_from_file_location(f"deskhand_strategy_{name.replace('-', '_')}", path)
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
