"""What is known of an installed application."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Application:
    """An application of the system's menu. `command` is its argv without field codes.

    `id` is the name of its desktop entry on Linux, the path of its link or bundle elsewhere.
    `types` are the MIME types that it opens, `window_class` that of its windows where its entry
    says it; `other_names` are its name and what it is in other languages. `in_terminal`: it has no
    window of its own.
    """

    id: str
    name: str
    generic_name: str = ""
    keywords: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    command: tuple[str, ...] = ()
    comment: str = ""
    types: tuple[str, ...] = ()
    window_class: str = ""
    other_names: tuple[str, ...] = ()
    in_terminal: bool = False

    @property
    def program(self) -> str:
        """The name of its program; "" where its command has arguments: then it is one of several
        things that the program does ("thunar --bulk-rename")."""
        return Path(self.command[0]).name if len(self.command) == 1 else ""
