"""What a made page consists of, without any looks: a tree of parts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a page.

    `kind` names the method of a skin that draws it. `text` is its caption, `value` its content,
    `hint` a placeholder or a message below, `icon` the name of a picture. `flags` are states
    ("checked", "disabled", "primary") and `form` a variant of the kind.
    """

    kind: str
    text: str = ""
    parts: tuple[Part, ...] = ()
    value: str = ""
    hint: str = ""
    icon: str = ""
    flags: frozenset[str] = frozenset()
    form: str = ""

    def every(self) -> Iterator[Part]:
        """The part and all that it holds."""
        yield self
        for part in self.parts:
            yield from part.every()


def flags(**given: bool) -> frozenset[str]:
    """The names of those that are true."""
    return frozenset(name for name, there in given.items() if there)
