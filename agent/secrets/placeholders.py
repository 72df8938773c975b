"""Named secrets in a task: {secret:mail} stands for a text that the system's keyring keeps.

The placeholder is all that the model, the record and the page ever see of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from agent.errors import AgentError

LONGEST_NAME = 40
_NAME = re.compile(rf"[\w.-]{{1,{LONGEST_NAME}}}")
_PLACEHOLDER = re.compile(rf"\{{secret:({_NAME.pattern})\}}")
# As people may write it, right or wrong.
_MEANT = re.compile(r"\{\s*secrets?\b([^{}]*)\}", re.IGNORECASE)


def placeholder(name: str) -> str:
    """What stands for the secret of this name in a task."""
    return f"{{secret:{name}}}"


def checked_name(text: str) -> str:
    """The name of a secret as it is kept: in lower case.

    Raises:
        AgentError: it is none.
    """
    name = text.strip().casefold()
    if not _NAME.fullmatch(name):
        raise AgentError(
            f"“{text.strip()}” cannot be the name of a secret.",
            f"Use letters, digits, “.”, “-” and “_”, {LONGEST_NAME} at most.",
        )
    return name


def names_in(text: str) -> list[str]:
    """The names of the secrets that the text refers to, in order and without repetition."""
    return list(dict.fromkeys(_PLACEHOLDER.findall(text)))


def refers(text: str) -> bool:
    """Whether the text refers to a named secret."""
    return "{secret:" in text and _PLACEHOLDER.search(text) is not None


def spans_in(text: str) -> list[tuple[int, int]]:
    """Where placeholders begin and end."""
    return [match.span() for match in _PLACEHOLDER.finditer(text)]


def without(text: str) -> str:
    """The text with blanks of the same length for placeholders: their names are no words of it."""
    if not refers(text):
        return text
    return _PLACEHOLDER.sub(lambda match: " " * len(match.group()), text)


def filled(text: str, value_of: Callable[[str], str]) -> str:
    """The text with the values of the secrets that it refers to."""
    return _PLACEHOLDER.sub(lambda match: value_of(match.group(1)), text)


def tidied(task: str) -> str:
    """The task with its placeholders in the one form that counts ("{ Secret: Mail }" is meant).

    Raises:
        AgentError: one names no secret.
    """

    def tidy(match: re.Match[str]) -> str:
        said = match.group(1).strip()
        name = said.removeprefix(":").strip().casefold()
        if not said.startswith(":") or not _NAME.fullmatch(name):
            raise AgentError(
                f"{match.group()} in the task is not a reference to a secret.",
                "Write {secret:NAME}. To list the names: deskhand secrets list",
            )
        return placeholder(name)

    return _MEANT.sub(tidy, task)
