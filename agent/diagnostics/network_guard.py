"""Nothing leaves this machine: every connection to another one is refused, and counted.

An audit hook of Python sees each connection, datagram, listening and look-up of a name before it
happens, whatever library asks for it. Native code that opens sockets by itself is not seen:
docs/security.md says how that is tested. A hook cannot be taken away again, which is meant.
"""

from __future__ import annotations

import contextlib
import socket
import sys
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from models.fetch import egress as door
from models.fetch.egress import is_loopback

__all__ = ["OutboundRefused", "Traffic", "install", "is_loopback", "listen_on", "traffic"]
_ADDRESSED = ("socket.connect", "socket.sendto", "socket.sendmsg", "socket.bind")
_NAMED = ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr")
# Families that end in this machine: other programs, and Linux itself.
_INSIDE = tuple(
    getattr(socket, name) for name in ("AF_UNIX", "AF_NETLINK", "AF_ALG") if hasattr(socket, name)
)
_MOST_KEPT = 50


class OutboundRefused(ConnectionRefusedError):
    """A connection to another machine, which is not allowed. Libraries see a network error."""


@dataclass(frozen=True, slots=True)
class Traffic:
    """How many connections went out (through the door of a download, or to the server of a model
    that the person named), and what was refused (the first fifty; `refusals` counts all)."""

    outbound: int = 0
    refusals: int = 0
    refused: tuple[str, ...] = ()

    def since(self, earlier: Traffic) -> Traffic:
        return Traffic(
            self.outbound - earlier.outbound,
            self.refusals - earlier.refusals,
            self.refused[len(earlier.refused) :],
        )

    def words(self) -> str:
        """As in "0 outbound connections (2 refused)"."""
        plural = "" if self.outbound == 1 else "s"
        return f"{self.outbound} outbound connection{plural} ({self.refusals} refused)"


class _Guard:
    def __init__(self) -> None:
        # Taken inside of the hook, which any code may set off at any place.
        self._lock = threading.RLock()
        self._own: set[str] = set()
        self._traffic = Traffic()
        self._installed = False

    def install(self) -> None:
        with self._lock:
            if not self._installed:
                self._installed = True
                sys.addaudithook(self.look)

    def own(self, addresses: Iterable[str]) -> None:
        with self._lock:
            self._own.update(addresses)

    @property
    def traffic(self) -> Traffic:
        return self._traffic

    def look(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not event.startswith("socket."):
            return
        host = _host(event, arguments)
        if host is None or self._stays(host):
            return
        if door.is_open() or door.is_open_to(host, _port(event, arguments)):
            if event == "socket.connect":
                self._count(Traffic(1))
            return
        what = f"{event.removeprefix('socket.')} {host}"
        self._count(Traffic(0, 1, (what,)))
        raise OutboundRefused(f"Deskhand lets no data leave this machine: {what} was refused.")

    def _stays(self, host: str) -> bool:
        return host in self._own or is_loopback(host)

    def _count(self, more: Traffic) -> None:
        with self._lock:
            now = self._traffic
            refused = (*now.refused, *more.refused)[:_MOST_KEPT]
            self._traffic = Traffic(
                now.outbound + more.outbound, now.refusals + more.refusals, refused
            )


_guard = _Guard()


def install() -> None:
    """Refuse from now on what would leave this machine; calling it again changes nothing."""
    _guard.install()


def listen_on(host: str) -> None:
    """Allow this process to listen on an address of this machine and to reach itself there: the
    person asked for it with --host."""
    found = {host}
    if not is_loopback(host):
        # An unknown name: listening there says so, in words that name the address.
        with door.opened(), contextlib.suppress(OSError):
            found |= {str(entry[4][0]) for entry in socket.getaddrinfo(host, None)}
    _guard.own(found)


def traffic() -> Traffic:
    """What went out and what was refused since the process began."""
    return _guard.traffic


def _host(event: str, arguments: tuple[Any, ...]) -> str | None:
    """The machine that an event is about; None when it is surely this one."""
    if event in _NAMED:
        return _text(arguments[0])
    if event not in _ADDRESSED:
        return None
    handle, address = arguments[0], arguments[1]
    if address is None or getattr(handle, "family", None) in _INSIDE:
        return None
    host = _text(address[0]) if isinstance(address, tuple) and address else str(address)
    if host in (None, "") and event != "socket.bind":
        return None
    return host or "every address"


def _port(event: str, arguments: tuple[Any, ...]) -> object:
    """The port that an event is about; None for a look-up of a name alone. Only connecting and
    looking up count: nothing else is ever let through to a named server."""
    if event == "socket.connect" and isinstance(arguments[1], tuple):
        return arguments[1][1]
    if event == "socket.getaddrinfo":
        return arguments[1]
    return -1


def _text(host: Any) -> str | None:
    """A name or address as text; None for the machine itself."""
    if isinstance(host, bytes | bytearray):
        host = bytes(host).decode("ascii", "replace")
    return str(host) if host else None
