"""What a test needs of the machine: a missing thing is a failure that says how to get it."""

from __future__ import annotations

import importlib.util
import shutil

import pytest

# Where a program is in a package of another name on Debian.
PACKAGES = {
    "Xvfb": "xvfb",
    "dbus-daemon": "dbus",
    "ip": "iproute2",
    "setxkbmap": "x11-xkb-utils",
    "unshare": "util-linux",
}


def need(*programs: str) -> None:
    """Fail unless these programs are installed."""
    missing = [program for program in programs if shutil.which(program) is None]
    if missing:
        packages = " ".join(PACKAGES.get(program, program) for program in missing)
        pytest.fail(
            f"Missing: {', '.join(missing)}. Debian: apt install {packages} (make test does it)",
            pytrace=False,
        )


def need_module(name: str, package: str) -> None:
    """Fail unless a Python module is there, which `package` brings."""
    if importlib.util.find_spec(name) is None:
        pytest.fail(f"Missing: {name}. pip install '{package}' (make test does it)", pytrace=False)
