"""Named secrets in the keyring: what is kept, told and refused, by the library's own backends."""

from __future__ import annotations

import os
import pty
import select
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends import chainer, fail, null
from typer.testing import CliRunner, Result

from agent.desktop import virtual_desktop as desktop
from agent.errors import AgentError
from agent.secrets import keyring_store as vault
from agent.secrets.placeholders import names_in, tidied
from commands.secrets import app
from tests.support.memory_keyring import LockedKeyring, MemoryKeyring, PlainKeyring
from tests.support.places import ROOT
from tests.support.timing import AMPLE

pytestmark = pytest.mark.smoke


@pytest.fixture
def ring() -> Iterator[MemoryKeyring]:
    before = keyring.core._keyring_backend
    ring = MemoryKeyring()
    keyring.set_keyring(ring)
    yield ring
    keyring.core._keyring_backend = before


def called(*words: str, said: str = "") -> Result:
    return CliRunner().invoke(app, list(words), input=said)


def test_kept_listed_looked_up_removed(ring: MemoryKeyring):
    assert vault.names() == []
    assert vault.keep(" Mail ", "hunter2 §!") == "mail"
    vault.keep("bank.pin", "1234")
    vault.keep("mail", "hunter3")
    assert vault.names() == ["bank.pin", "mail"]
    assert vault.value_of("MAIL") == "hunter3"
    assert {service for service, _ in ring.kept} == {"deskhand"}
    assert vault.remove("mail") == "mail"
    vault.remove("bank.pin")
    assert ring.kept == {}, "not even the list of names stays behind"
    with pytest.raises(AgentError, match=r"no secret “mail”.*deskhand secrets set mail"):
        vault.value_of("mail")
    with pytest.raises(AgentError, match="no secret “mail”"):
        vault.remove("mail")


@pytest.mark.parametrize("name", ["", "a b", "a:b", "{x}", "x" * 41, "names of the secrets"])
def test_names_that_cannot_be(ring: MemoryKeyring, name: str):
    with pytest.raises(AgentError, match="cannot be the name"):
        vault.keep(name, "x")
    assert ring.kept == {}


@pytest.mark.parametrize("value", ["", "two\nlines", "a\ttab", "bad \udcff byte"])
def test_values_that_cannot_be_typed(ring: MemoryKeyring, value: str):
    with pytest.raises(AgentError, match="Nothing was stored") as told:
        vault.keep("x", value)
    assert ring.kept == {}
    assert "bad" not in str(told.value), "an error does not tell the secret"


def test_required_before_a_run_without_looking_a_listed_one_up(ring: MemoryKeyring):
    vault.keep("mail", "hunter2")
    ring.set_password("deskhand", "by-hand", "x")
    ring.asked.clear()
    vault.require([])
    assert ring.asked == [], "a task without secrets does not ask the keyring"
    vault.require(["mail"])
    assert "mail" not in ring.asked
    vault.require(["by-hand"])
    with pytest.raises(AgentError, match="no secret “bank”"):
        vault.require(["mail", "bank"])


@pytest.mark.parametrize(
    ("backend", "said"),
    [
        (fail.Keyring, "No usable keyring.*"),
        (LockedKeyring, "The keyring is locked. Unlock it"),
        (PlainKeyring, "does not encrypt what it stores"),
    ],
)
def test_a_keyring_that_cannot_be_used(
    ring: MemoryKeyring, backend: Callable[[], KeyringBackend], said: str
):
    keyring.set_keyring(backend())
    for act in (vault.names, lambda: vault.value_of("x"), lambda: vault.keep("x", "hunter2")):
        with pytest.raises(vault.KeyringUnusable, match=said) as told:
            act()
        assert "hunter2" not in str(told.value)
        assert told.value.hint


def test_a_keyring_that_forgets_is_noticed(ring: MemoryKeyring):
    keyring.set_keyring(null.Keyring())
    with pytest.raises(vault.KeyringUnusable, match="did not store the secret"):
        vault.keep("x", "hunter2")


def test_an_unprotected_keyring_can_be_chosen(ring: MemoryKeyring, monkeypatch: pytest.MonkeyPatch):
    keyring.set_keyring(PlainKeyring())
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "memory_keyring.PlainKeyring")
    assert vault.keep("x", "hunter2") == "x"


def test_the_first_of_a_chain_counts(ring: MemoryKeyring, monkeypatch: pytest.MonkeyPatch):
    chain = chainer.ChainerBackend()
    keyring.set_keyring(chain)
    monkeypatch.setattr(chainer.ChainerBackend, "backends", [PlainKeyring(), ring])
    with pytest.raises(vault.KeyringUnusable, match="does not encrypt"):
        vault.keep("x", "hunter2")
    monkeypatch.setattr(chainer.ChainerBackend, "backends", [ring, PlainKeyring()])
    vault.keep("x", "hunter2")
    assert ring.kept["deskhand", "x"] == "hunter2"


def test_on_a_virtual_desktop_the_persons_own_bus_is_asked(
    ring: MemoryKeyring, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    seen: list[str] = []

    class Looking(MemoryKeyring):
        def get_password(self, service: str, username: str) -> str | None:
            seen.append(os.environ["DBUS_SESSION_BUS_ADDRESS"])
            return None

    keyring.set_keyring(Looking())
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/virtual")
    monkeypatch.setenv(desktop.OWN_BUS, "unix:path=/own")
    monkeypatch.delenv(desktop.HERE, raising=False)
    monkeypatch.delenv(desktop.MARK, raising=False)
    vault.names()
    monkeypatch.setenv(desktop.HERE, str(tmp_path))
    vault.names()
    assert seen == ["unix:path=/virtual", "unix:path=/own"]
    assert os.environ["DBUS_SESSION_BUS_ADDRESS"] == "unix:path=/virtual"


def test_the_command_tells_names_only(ring: MemoryKeyring):
    ended = called("set", "Mail", said="hunter2\n")
    assert (ended.exit_code, "{secret:mail}" in ended.output) == (0, True)
    assert ring.kept["deskhand", "mail"] == "hunter2"
    listed = called("list")
    assert listed.stdout == "mail\n"
    for result in (ended, listed):
        assert "hunter2" not in result.output
    assert called("remove", "mail").exit_code == 0
    assert "no secrets yet" in called("list").output
    assert isinstance(called("remove", "mail").exception, AgentError)


def test_asked_on_a_terminal_without_echo():
    """By a program on a real terminal: what it shows does not hold the secret."""
    program = (
        "import keyring; from tests.support.memory_keyring import MemoryKeyring;"
        "ring = MemoryKeyring(); keyring.set_keyring(ring);"
        "from commands.secrets import app; app(['set', 'mail'], standalone_mode=False);"
        "print('KEPT', len(ring.kept['deskhand', 'mail']))"
    )
    pid, terminal = pty.fork()
    if pid == 0:
        surroundings = {**os.environ, "PYTHONPATH": str(ROOT)}
        os.execve(sys.executable, [sys.executable, "-c", program], surroundings)
    shown = b""
    for prompt in (b"Secret: ", b"Repeat the secret: ", b"KEPT 7"):
        end = time.monotonic() + AMPLE
        while prompt not in shown and time.monotonic() < end:
            if select.select([terminal], [], [], 0.1)[0]:
                shown += os.read(terminal, 1000)
        assert prompt in shown, shown
        if prompt != b"KEPT 7":
            os.write(terminal, b"hunter2\n")
    _, status = os.waitpid(pid, 0)
    os.close(terminal)
    assert status == 0, shown
    assert b"hunter2" not in shown


@pytest.mark.parametrize(
    ("task", "tidy", "names"),
    [
        ("Log in with {secret:mail}", "Log in with {secret:mail}", ["mail"]),
        ("Use { Secret : Mail } and {secret:b.2}", "Use {secret:mail} and {secret:b.2}",
         ["mail", "b.2"]),
        ("{secret:a} and {secret:a}", "{secret:a} and {secret:a}", ["a"]),
        ("Keep it a secret: {x}", "Keep it a secret: {x}", []),
    ],
)  # fmt: skip
def test_how_a_task_names_secrets(task: str, tidy: str, names: list[str]):
    assert tidied(task) == tidy
    assert names_in(tidy) == names


@pytest.mark.parametrize(
    "task", ["type {secret}", "{secret:}", "{secret:my mail}", "{secret mail}"]
)
def test_what_names_no_secret_is_said(task: str):
    with pytest.raises(AgentError, match=r"is not a reference to a secret.*deskhand secrets list"):
        tidied(task)
