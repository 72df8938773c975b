"""Options that programs need as root or on a virtual desktop, such as a profile of their own."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

_CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "brave-browser", "microsoft-edge")
_CHROMIUM_QUIET = (
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--password-store=basic",
)


def missing_options(command: Sequence[str], folder: str | None) -> list[str]:
    """The options that `command` still needs as root, or on the virtual desktop whose folder is
    given (None: on no virtual desktop)."""
    return [option for option in _options(command, folder) if option not in command]


def _options(command: Sequence[str], folder: str | None) -> list[str]:
    if not command:
        return []
    program = Path(command[0]).name.removesuffix("-stable")
    root = sys.platform == "linux" and os.geteuid() == 0
    if program in _CHROMIUM and (root or folder):
        own = ["--disable-gpu", f"--user-data-dir={folder}/chromium"] if folder else []
        # Chromium refuses to run as root with its sandbox; --test-type hides its bar about that.
        return [*(["--no-sandbox", "--test-type"] if root else []), *_CHROMIUM_QUIET, *own]
    if program in {"libreoffice", "soffice"} and folder:
        return [f"-env:UserInstallation=file://{folder}/libreoffice"]
    return []
