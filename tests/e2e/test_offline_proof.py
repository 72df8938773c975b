"""Seen from outside of Python: a whole run and the panel's start reach no other machine."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from agent.diagnostics.network_guard import is_loopback
from tests.support import skips
from tests.support.needs import need
from tests.support.places import DATA, ROOT, SUPPORT
from tests.support.served_panel import free_port
from tests.support.timing import AMPLE, within

_RUN = [sys.executable, str(SUPPORT / "quiet_run.py")]
_PANEL = 'from commands.main import main; main(["panel", "--no-browser", "--port", "{port}"])'
_SEE = "import sys; from commands.main import main; main(sys.argv[1:])"
# Calls that reach for another machine; sockets of these families end inside of this one.
_CALLS = "connect,sendto,sendmsg,sendmmsg,bind"
_INSIDE = ("AF_UNIX", "AF_NETLINK", "AF_UNSPEC")
_DONE = [
    "type “Ann Lee” into “Full name” (field)",
    "click “Newsletter” (checkbox)",
    "click “Save” (button)",
]


def environment() -> dict[str, str]:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS")
    kept = {name: value for name, value in os.environ.items() if name not in hidden}
    return {**kept, "PYTHONPATH": str(ROOT)}


def unshared() -> list[str]:
    """The words before a command that take its network away; skips where that cannot be done."""
    if sys.platform != "linux":
        pytest.skip(skips.LINUX)
    need("unshare")
    words = ["unshare", "-n"] if os.geteuid() == 0 else ["unshare", "-r", "-n"]
    tried = subprocess.run([*words, "true"], capture_output=True, text=True, check=False)
    if tried.returncode != 0:
        print(tried.stderr)
        pytest.skip(skips.NAMESPACES)
    return words


def traced(record: Path) -> list[str]:
    """The words before a command that have its calls written down; skips where they cannot be."""
    if sys.platform != "linux":
        pytest.skip(skips.LINUX)
    need("strace")
    words = ["strace", "-f", "--seccomp-bpf", "-s", "64", "-e", f"trace={_CALLS}", "-o"]
    tried = subprocess.run(
        [*words, str(record), "true"], capture_output=True, text=True, check=False
    )
    if tried.returncode != 0:
        print(tried.stderr)
        pytest.skip(skips.TRACING)
    return [*words, str(record)]


def outcome_of(words: list[str]) -> dict[str, Any]:
    ended = subprocess.run(
        [*words, *_RUN], env=environment(), capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    told = json.loads(ended.stdout.splitlines()[-1])
    assert isinstance(told, dict)
    return told


def leaving(record: Path) -> list[str]:
    """The calls that name an address outside of this machine."""
    lines = record.read_text("utf-8", "replace").splitlines()
    assert any("AF_UNIX" in line for line in lines), "nothing was recorded, so it proves nothing"
    return [line for line in lines if not _stays(line)]


def _stays(line: str) -> bool:
    families = re.findall(r"sa_family=(\w+)", line)
    if all(family in _INSIDE for family in families):
        return True
    addresses = re.findall(r'inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"', line)
    ports = re.findall(r"sin6?_port=htons\((\d+)\)", line)
    # A resolver on this machine would pass a name on.
    return "53" not in ports and all(is_loopback(four or six) for four, six in addresses)


@pytest.mark.parametrize(
    ("line", "stays"),
    [
        ('9 connect(3, {sa_family=AF_UNIX, sun_path="/tmp/x"}, 110) = 0', True),
        ('9 connect(3, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("127.0.0.1")}, '
         "16) = 0", True),
        ('9 connect(3, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("192.0.2.1")}, '
         "16) = -1", False),
        ('9 connect(3, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("127.0.0.53")}, '
         "16) = 0", False),
        ('9 connect(3, {sa_family=AF_INET6, sin6_port=htons(443), sin6_flowinfo=htonl(0), '
         'inet_pton(AF_INET6, "2001:db8::1", &sin6_addr), sin6_scope_id=0}, 28) = -1', False),
        ('9 sendto(4, "x", 1, 0, NULL, 0) = 1', True),
    ],
)  # fmt: skip
def test_what_counts_as_leaving(line: str, stays: bool) -> None:
    assert _stays(line) == stays


@pytest.mark.smoke
def test_a_whole_run_without_a_network() -> None:
    told = outcome_of(unshared())
    assert told["done"] == _DONE
    assert told["kind"] == "done"
    assert (told["outbound_connections"], told["refused_connections"]) == (0, 0)


def with_loopback() -> list[str]:
    """The words before a command that leave it no network but the loopback."""
    need("ip")
    words = [*unshared(), "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]
    tried = subprocess.run([*words, "true"], capture_output=True, text=True, check=False)
    if tried.returncode != 0:
        print(tried.stderr)
        pytest.skip(skips.NAMESPACES)
    return words


def seconds_of(words: list[str], data: Path) -> tuple[float, str]:
    """How long a command took, and what it printed."""
    begin = time.monotonic()
    ended = subprocess.run(
        words, cwd=ROOT, capture_output=True, text=True, check=False,
        env={**environment(), "DESKHAND_DATA": str(data)},
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    return time.monotonic() - begin, ended.stdout


def test_seeing_needs_no_network_and_is_no_slower_without(tmp_path: Path):
    see = [sys.executable, "-c", _SEE, "see", "--image", str(DATA / "form.png")]
    _, first = seconds_of(see, tmp_path)  # What it reads from the disk is in memory from now on.
    connected, said = seconds_of(see, tmp_path)
    cut, said_cut = seconds_of([*with_loopback(), *see], tmp_path)
    assert said_cut == said == first
    # Waiting for a name or for a server that is not there would take many seconds.
    within(cut, 1.5 * connected + 4)


def test_the_panel_needs_no_network_and_starts_no_slower_without(tmp_path: Path):
    start = [sys.executable, str(SUPPORT / "panel_start.py")]
    connected = float(seconds_of(start, tmp_path)[1])
    cut = float(seconds_of([*with_loopback(), *start], tmp_path)[1])
    within(cut, 1.5 * connected + 4)


def test_the_calls_of_a_whole_run(tmp_path: Path) -> None:
    record = tmp_path / "calls"
    told = outcome_of(traced(record))
    assert told["kind"] == "done"
    assert told["outbound_connections"] == 0
    assert leaving(record) == []


def test_the_calls_of_the_panels_start(tmp_path: Path) -> None:
    record, port = tmp_path / "calls", free_port()
    words = [*traced(record), sys.executable, "-c", _PANEL.format(port=port)]
    panel = subprocess.Popen(
        words,
        cwd=ROOT,
        env={**environment(), "DESKHAND_DATA": str(tmp_path)},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert panel.stdout is not None
        while "panel:" not in (line := panel.stdout.readline()):
            assert line, "the panel ended before it was ready"
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=AMPLE) as page:
            assert b"Deskhand" in page.read()
    finally:
        # strace passes none of its own signals on: the panel is its child.
        _interrupt_children(panel.pid)
        panel.wait(AMPLE)
    assert leaving(record) == []


def _interrupt_children(parent: int) -> None:
    import psutil

    for child in psutil.Process(parent).children():
        child.send_signal(signal.SIGINT)
