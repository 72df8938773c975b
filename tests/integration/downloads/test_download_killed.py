"""A download of 1.1 GB that everything happens to, from a real server, ends with the right file."""

from __future__ import annotations

import hashlib
import mmap
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from models.catalogue.catalogue import own_file, spec
from models.fetch.queue import part_files
from models.files import store
from tests.support import skips
from tests.support.needs import need
from tests.support.places import ROOT
from tests.support.timing import AMPLE, waited_for
from tests.support.weights_server import Page, WeightsServer, serving

SIZE = 1_117_320_768
GET = [sys.executable, "-c", "from commands.main import main; main()", "models", "get", "--yes"]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason=skips.POSIX)


@dataclass(frozen=True)
class Body:
    """The file on the server. It takes 1 MB of disk: all but a mark in each MiB is a hole."""

    data: mmap.mmap
    sha256: str


@pytest.fixture(scope="module")
def body(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Body]:
    path = tmp_path_factory.mktemp("server") / "body"
    marks = random.Random(11)
    with path.open("w+b") as file:
        file.truncate(SIZE)
        for place in range(0, SIZE, 1 << 20):
            file.seek(place)
            file.write(marks.randbytes(16) if place else b"GGUF")
        file.flush()
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            yield Body(data, hashlib.sha256(data).hexdigest())


@pytest.fixture
def server(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WeightsServer]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with serving() as server:
        yield server


def offer(server: WeightsServer, body: Body) -> Page:
    page = Page(body.data, says_ranges=True)
    own_file().write_text(
        '[[model]]\nid = "big"\nrole = "language"\nname = "Big"\nfile = "big.gguf"\n'
        f'licence = "MIT"\nbytes = {SIZE}\nsha256 = "{body.sha256}"\n'
        f'sources = [{{ kind = "url", url = "{server.add("/big", page)}" }}]\n'
    )
    return page


def start() -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*GET, "big"], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


def have() -> int:
    return sum(path.stat().st_size for path in part_files(spec("big")))


def nothing_is_ready() -> None:
    """What is not whole is neither listed nor used, and is the beginning of the file."""
    model = spec("big")
    assert store.installed(model) is None
    assert not store.file_path(model, model.weights).exists()
    assert not store.verify(model)


def once_it_has(process: subprocess.Popen[str], size: int, then: Callable[[], None]) -> str:
    """Do something when `size` bytes are there; what the process said in the end."""
    waited_for(lambda: have() >= size or process.poll() is not None, 5 * AMPLE)
    assert process.poll() is None, process.communicate()[0]
    nothing_is_ready()
    then()
    output, _ = process.communicate(timeout=5 * AMPLE)
    nothing_is_ready()
    return output


@contextmanager
def a_disk_of(size: int, folder: Path) -> Iterator[None]:
    """A real small disk at `folder`; only root may make one."""
    need("mount")
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)],
        capture_output=True,
        check=False,
    )
    if done.returncode != 0:
        pytest.skip(skips.ROOT_MOUNTS)
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_five_breaks_and_then_the_right_file(server: WeightsServer, body: Body):
    page = offer(server, body)
    dice = random.Random(os.getpid())  # Other points each time; what came is in the message.
    points = sorted(dice.sample(range(30_000_000, SIZE - 100_000_000), 5))
    began = time.monotonic()

    # 1. The process is killed.
    process = start()
    once_it_has(process, points[0], process.kill)
    kept = have()
    assert points[0] <= kept < SIZE, points

    # 2. Every connection is dropped again and again, until it gives up.
    def drop() -> None:
        page.breaks = [0] * 1000

    process = start()
    assert "Big could not be downloaded" in once_it_has(process, points[1], drop), points
    assert have() >= points[1]
    page.breaks = []

    # 3. Killed again, by a server that sends more than it is asked for.
    page.too_much = 100_000
    process = start()
    once_it_has(process, points[2], process.kill)
    assert have() >= points[2]

    # 4. The server answers with an error.
    process = start()
    assert "503" in once_it_has(process, points[3], lambda: setattr(page, "status", 503)), points
    assert have() >= points[3]
    page.status = 200

    # 5. Killed, and then a server that ignores ranges: all comes once more, in one piece.
    process = start()
    once_it_has(process, points[4], process.kill)
    page.ranges = page.says_ranges = False
    page.asked.clear()
    process = start()
    output, _ = process.communicate(timeout=5 * AMPLE)
    assert process.returncode == 0, (output, points)
    assert page.asked == [0]

    path = store.weights_path("big")
    assert path.stat().st_size == SIZE
    assert store.sha256_of(path) == body.sha256
    assert have() == 0
    print(f"{time.monotonic() - began:.0f} s")


def test_breaks_with_a_server_that_has_ranges_fetch_little_twice(server: WeightsServer, body: Body):
    page = offer(server, body)
    process = start()
    once_it_has(process, 400_000_000, process.kill)
    kept = have()
    page.asked.clear()
    output, _ = (process := start()).communicate(timeout=5 * AMPLE)
    assert process.returncode == 0, output
    assert min(page.asked) == kept
    assert store.sha256_of(store.weights_path("big")) == body.sha256


def test_a_full_disk_is_said_and_what_was_fetched_is_kept(
    server: WeightsServer, body: Body, data_folder: Path, tmp_path: Path
):
    page = offer(server, body)
    entry = own_file().read_text()
    with a_disk_of(200 << 20, data_folder):
        # The size is not known, so the disk is full before it is noticed.
        own_file().write_text("".join(
            line for line in entry.splitlines(keepends=True) if not line.startswith("bytes")
        ))  # fmt: skip
        page.says_length = page.says_ranges = page.ranges = False
        process = start()
        output, _ = process.communicate(timeout=5 * AMPLE)
        assert process.returncode == 1
        assert "is full: Big needs more space" in output
        nothing_is_ready()
        kept = have()
        assert kept > 100 << 20
        # With the size known it is said before anything is fetched.
        own_file().write_text(entry)
        page.asked.clear()
        output, _ = (process := start()).communicate(timeout=5 * AMPLE)
        assert process.returncode == 1
        assert "MB more, but only 0 MB are free" in output
        assert page.asked == []
        assert have() == kept
