"""Named secrets in the system's keyring: kept, listed, looked up, removed.

The keyring is that of the person's session: Secret Service on Linux (GNOME Keyring, KWallet,
KeePassXC), the Credential Manager on Windows, the Keychain on macOS.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agent.desktop.virtual_desktop import HERE, MARK, OWN_BUS
from agent.errors import AgentError
from agent.secrets.placeholders import checked_name

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

SERVICE = "deskhand"
# A keyring cannot list what it keeps. No secret can have this name: it has spaces.
_NAMES = "names of the secrets"
_BUS = "DBUS_SESSION_BUS_ADDRESS"
_lock = threading.Lock()


class KeyringUnusable(AgentError):
    """There is no keyring, it is locked, or it did not do what it was asked."""


def names() -> list[str]:
    """The names of the secrets that are kept, in order.

    Raises:
        KeyringUnusable: the keyring cannot be used.
    """
    with _opened() as keyring:
        return _listed(keyring)


def keep(name: str, value: str) -> str:
    """Keep a secret, in the place of one of the same name; its name as it is kept.

    Raises:
        AgentError: the name or the value cannot be kept.
        KeyringUnusable: the keyring cannot be used, or did not keep it.
    """
    name = checked_name(name)
    _check_value(value)
    with _opened() as keyring:
        keyring.set_password(SERVICE, name, value)
        if keyring.get_password(SERVICE, name) != value:
            raise KeyringUnusable(
                f"The keyring ({_title(keyring)}) did not store the secret.", _HELP
            )
        _list(keyring, {*_listed(keyring), name})
    return name


def value_of(name: str) -> str:
    """The secret of this name.

    Raises:
        AgentError: there is none.
        KeyringUnusable: the keyring cannot be used.
    """
    name = checked_name(name)
    with _opened() as keyring:
        value = keyring.get_password(SERVICE, name)
    if value is None:
        raise _unknown(name)
    return value


def remove(name: str) -> str:
    """Delete a secret; its name as it was kept.

    Raises:
        AgentError: there is none.
        KeyringUnusable: the keyring cannot be used.
    """
    name = checked_name(name)
    with _opened() as keyring:
        listed, kept = _listed(keyring), keyring.get_password(SERVICE, name) is not None
        if name not in listed and not kept:
            raise _unknown(name)
        if kept:
            keyring.delete_password(SERVICE, name)
        _list(keyring, {*listed} - {name})
    return name


def require(wanted: Iterable[str]) -> None:
    """Raise when a secret of these names is not kept; asks the keyring only when there are names.

    Raises:
        AgentError: the first that is not kept.
        KeyringUnusable: the keyring cannot be used.
    """
    wanted = [checked_name(name) for name in wanted]
    if wanted:
        listed = names()
        for name in wanted:
            # One that was put there by another program is on no list of ours.
            if name not in listed:
                value_of(name)


def _check_value(value: str) -> None:
    if not value:
        raise AgentError("The secret is empty.", "Nothing was stored.")
    if not value.isprintable():
        # Surrogates, too: a terminal that does not use UTF-8 gives them.
        raise AgentError(
            "The secret contains a line break, a tab or another character that cannot be typed.",
            "Nothing was stored. A secret must be a single line.",
        )


def _unknown(name: str) -> AgentError:
    return AgentError(
        f"There is no secret “{name}” in the keyring.",
        f"Store it with: deskhand secrets set {name}   (to list the names: deskhand secrets list)",
    )


def _listed(keyring: KeyringBackend) -> list[str]:
    return sorted((keyring.get_password(SERVICE, _NAMES) or "").split())


def _list(keyring: KeyringBackend, known: set[str]) -> None:
    if known:
        keyring.set_password(SERVICE, _NAMES, " ".join(sorted(known)))
    elif keyring.get_password(SERVICE, _NAMES) is not None:
        keyring.delete_password(SERVICE, _NAMES)


@contextmanager
def _opened() -> Iterator[KeyringBackend]:
    """The keyring of the person; what it raises becomes a sentence."""
    from keyring import errors, get_keyring

    with _lock, _on_own_bus():
        try:
            found = get_keyring()
            _check_protects(found)
            yield found
        except errors.KeyringLocked as problem:
            raise KeyringUnusable("The keyring is locked.", _UNLOCK) from problem
        except errors.NoKeyringError as problem:
            raise KeyringUnusable("No usable keyring was found.", _HELP) from problem
        except _refusals() as problem:
            said = str(problem).rstrip(".") or type(problem).__name__
            raise KeyringUnusable(f"The keyring cannot be used: {said}.", _UNLOCK) from problem


_UNLOCK = (
    "Unlock it: log in to the desktop, or open your password manager (Passwords and Keys, "
    "KWalletManager, KeePassXC). Then try again."
)
_HELP = (
    "On Linux the session needs a Secret Service: install gnome-keyring (or KWallet, or turn on "
    "“Secret Service integration” in KeePassXC) and log in again."
    if sys.platform == "linux"
    else "The keyring is part of the system; see the documentation of Python's keyring package."
)


def _refusals() -> tuple[type[Exception], ...]:
    """What the keyring raises, and what the parts under it raise by themselves."""
    from keyring.errors import KeyringError

    found: list[type[Exception]] = [KeyringError, OSError]
    if sys.platform == "linux":
        from jeepney.wrappers import DBusErrorResponse  # type: ignore[import-untyped]
        from secretstorage.exceptions import SecretStorageException

        found += [DBusErrorResponse, SecretStorageException]
    return tuple(found)


def _check_protects(keyring: KeyringBackend) -> None:
    """A keyring that keeps secrets readable for all programs is used only when it was chosen."""
    first: Any = next(iter(getattr(keyring, "backends", ())), keyring)
    chosen = "PYTHON_KEYRING_BACKEND" in os.environ
    if 0 < first.priority < 1 and not chosen:
        raise KeyringUnusable(
            f"The only keyring here ({_title(first)}) does not encrypt what it stores.", _HELP
        )


def _title(keyring: KeyringBackend) -> str:
    return f"{type(keyring).__module__}.{type(keyring).__name__}"


@contextmanager
def _on_own_bus() -> Iterator[None]:
    """Ask on the message bus of the person's session: a virtual desktop has one of its own, with
    no keyring on it."""
    here = os.environ.get(_BUS)
    own = os.environ.get(OWN_BUS) or _usual_bus()
    if not (HERE in os.environ or MARK in os.environ) or not own:
        yield
        return
    os.environ[_BUS] = own
    try:
        yield
    finally:
        if here is None:
            os.environ.pop(_BUS, None)
        else:
            os.environ[_BUS] = here


def _usual_bus() -> str:
    """Where systemd puts the bus of a session; '' when it is not there."""
    path = Path("/run/user") / str(os.getuid()) / "bus" if sys.platform == "linux" else None
    return f"unix:path={path}" if path is not None and path.exists() else ""
