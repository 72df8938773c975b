"""Nothing leaves this machine: what the guard refuses, what it lets through, and what it counts."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator

import httpx
import pytest

from agent.diagnostics import network_guard as guard
from agent.diagnostics.network_guard import OutboundRefused, Traffic
from models.fetch import egress as door

# Addresses that are reserved for documentation: nobody answers there.
FAR, FAR6 = "192.0.2.1", "2001:db8::1"


@pytest.fixture(autouse=True)
def installed() -> None:
    guard.install()
    guard.install()


@pytest.fixture
def server() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


def tcp(host: str, family: socket.AddressFamily = socket.AF_INET) -> None:
    with socket.socket(family) as connection:
        connection.settimeout(5)
        connection.connect((host, 9))


def udp(host: str) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams:
        datagrams.sendto(b"x", (host, 9))


def message(host: str) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams:
        datagrams.sendmsg([b"x"], [], 0, (host, 9))


def listen(host: str) -> None:
    with socket.socket() as server:
        server.bind((host, 0))


@pytest.mark.parametrize(
    "leave",
    [
        lambda: tcp(FAR),
        lambda: tcp(FAR6, socket.AF_INET6),
        lambda: udp(FAR),
        lambda: udp("255.255.255.255"),
        lambda: message(FAR),
        lambda: socket.create_connection((FAR, 443), timeout=5),
        lambda: socket.getaddrinfo("example.org", 443),
        lambda: socket.gethostbyname("example.org"),
        lambda: listen("0.0.0.0"),
        lambda: listen(""),
        lambda: listen(FAR),
    ],
)
def test_what_would_leave_is_refused_and_counted(leave: Callable[[], object]):
    before = guard.traffic()
    with pytest.raises(OutboundRefused, match="lets no data leave this machine"):
        leave()
    after = guard.traffic().since(before)
    assert (after.outbound, after.refusals) == (0, 1)


def test_libraries_see_a_network_error():
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://{FAR}/", trust_env=False, timeout=5)


def test_another_thread_is_refused_too():
    problems: list[BaseException] = []

    def leave() -> None:
        try:
            tcp(FAR)
        except OSError as problem:
            problems.append(problem)

    thread = threading.Thread(target=leave)
    thread.start()
    thread.join(30)
    assert [type(problem) for problem in problems] == [OutboundRefused]


def test_this_machine_can_be_reached(server: socket.socket):
    before = guard.traffic()
    port = server.getsockname()[1]
    for host in ("127.0.0.1", "localhost"):
        with socket.create_connection((host, port), timeout=5):
            pass
    one, other = socket.socketpair()
    one.close()
    other.close()
    listen("127.0.0.1")
    assert guard.traffic() == before


def test_the_door_of_a_download_is_open_only_in_its_thread_and_only_meanwhile():
    before = guard.traffic()
    inside, leave = threading.Event(), threading.Event()

    def download() -> None:
        with door.opened(), socket.socket() as connection:
            connection.setblocking(False)
            connection.connect_ex((FAR, 9))
            inside.set()
            leave.wait(30)

    thread = threading.Thread(target=download)
    thread.start()
    assert inside.wait(30)
    with pytest.raises(OutboundRefused):
        tcp(FAR)
    leave.set()
    thread.join(30)
    with door.opened():
        assert door.is_open()
    with pytest.raises(OutboundRefused):
        tcp(FAR)
    assert guard.traffic().since(before).outbound == 1
    assert guard.traffic().since(before).refusals == 2


def test_listening_is_allowed_where_the_person_said():
    with pytest.raises(OutboundRefused):
        listen("192.0.2.77")
    guard.listen_on("192.0.2.77")
    with pytest.raises(OSError, match="assign"):
        listen("192.0.2.77")


@pytest.mark.parametrize(
    ("traffic", "words"),
    [
        (Traffic(), "0 outbound connections (0 refused)"),
        (Traffic(0, 3, ("a",)), "0 outbound connections (3 refused)"),
        (Traffic(1), "1 outbound connection (0 refused)"),
    ],
)
def test_words(traffic: Traffic, words: str):
    assert traffic.words() == words


@pytest.mark.parametrize(
    ("host", "here"),
    [("127.0.0.1", True), ("127.9.9.9", True), ("::1", True), ("localhost", True),
     ("0.0.0.0", False), ("localhost.example.org", False), ("10.0.0.1", False), ("", False)],
)  # fmt: skip
def test_loopback(host: str, here: bool):
    assert guard.is_loopback(host) == here
