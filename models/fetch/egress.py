"""The doors to other machines: one for fetches, open only in the thread that fetches and only while
it does; and one to the server of a model that the person named, for that host and port only.

What keeps everything else inside stands in agent/diagnostics/network_guard.py; here are only the
doors themselves.
"""

from __future__ import annotations

import ipaddress
import socket
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

_here = threading.local()
# Name or address, and port. Any thread may use it: libraries look names up in threads of their own.
_named: Counter[tuple[str, int]] = Counter()
_lock = threading.Lock()


@contextmanager
def opened() -> Iterator[None]:
    """While it lasts, this thread may connect to other machines."""
    _here.depth = getattr(_here, "depth", 0) + 1
    try:
        yield
    finally:
        _here.depth -= 1


def is_open() -> bool:
    """Whether the thread that asks may connect to other machines now."""
    return getattr(_here, "depth", 0) > 0


@contextmanager
def opened_to(host: str, port: int) -> Iterator[None]:
    """While it lasts, this process may look up `host` and connect to it, on `port` only.

    Raises:
        OSError: the name is not known.
    """
    places = {(host, port)}
    if not is_loopback(host):
        with opened():
            places |= {(str(entry[4][0]), port) for entry in socket.getaddrinfo(host, port)}
    with _lock:
        _named.update(places)
    try:
        yield
    finally:
        with _lock:
            _named.subtract(places)


def is_open_to(host: str, port: object) -> bool:
    """Whether this process may connect to this place now. `port` None is a look-up of the name."""
    with _lock:
        return any(
            count > 0 and known == (host, known[1] if port is None else port)
            for known, count in _named.items()
        )


def is_loopback(host: str) -> bool:
    """Whether a name or an address means this machine, without a look-up."""
    if host in ("localhost", "ip6-localhost"):
        return True
    try:
        return ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return False
