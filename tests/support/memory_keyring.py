"""A real backend of the keyring library that keeps everything in memory, and ones that fail."""

from __future__ import annotations

from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked, PasswordDeleteError


class MemoryKeyring(KeyringBackend):
    """`asked` are the names that were looked up."""

    priority: float = 5

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}
        self.asked: list[str] = []

    def get_password(self, service: str, username: str) -> str | None:
        self.asked.append(username)
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError("No such password!")


class LockedKeyring(MemoryKeyring):
    def get_password(self, service: str, username: str) -> str | None:
        raise KeyringLocked("Failed to unlock the collection!")


class PlainKeyring(MemoryKeyring):
    """One that the library itself does not recommend, such as a file that anyone can read."""

    priority = 0.5


class KeptKeyring(MemoryKeyring):
    """One with two secrets, for a program of its own (PYTHON_KEYRING_BACKEND)."""

    def __init__(self) -> None:
        super().__init__()
        self.kept = {
            ("deskhand", "names of the secrets"): "bank mail",
            ("deskhand", "bank"): "tell nobody",
            ("deskhand", "mail"): "nor of this",
        }
