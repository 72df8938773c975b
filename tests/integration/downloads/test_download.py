"""Fetching weights from a real server that breaks off, lies, or is somebody else's."""

from __future__ import annotations

import errno
import hashlib
import itertools
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from models.catalogue.catalogue import ModelFile, ModelSpec
from models.catalogue.sources import UrlSource
from models.fetch.download import fetch
from models.fetch.job import DiskFull, DownloadStopped, Patience
from models.files import store
from models.runtime.errors import ModelError
from tests.support.places import ROOT
from tests.support.timing import AMPLE, within
from tests.support.weights_server import Page, WeightsServer, serving

pytestmark = pytest.mark.smoke

BODY = b"GGUF" + random.Random(1).randbytes(2_999_996)
OTHER = b"GGUF" + random.Random(2).randbytes(2_999_996)
HASTE = Patience(connect_seconds=2, stall_seconds=0.5, tries=3, first_pause_seconds=0.01)


@pytest.fixture
def server(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WeightsServer]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with serving() as server:
        yield server


def model(*urls: str, size: int | None = len(BODY), body: bytes = BODY) -> ModelSpec:
    digest = hashlib.sha256(body).hexdigest()
    file = ModelFile("tiny.gguf", digest, size, tuple(UrlSource(url) for url in urls))
    return ModelSpec("tiny", "language", "Tiny", "MIT", (file,))


def part(spec: ModelSpec) -> Path:
    path = store.weights_file(spec)
    return path.with_name(path.name + ".part")


def get(spec: ModelSpec) -> bytes:
    return fetch(spec, patience=HASTE).read_bytes()


def nothing_installed(spec: ModelSpec) -> bool:
    return not store.weights_file(spec).exists()


def test_a_whole_file_arrives_under_its_name_only(server: WeightsServer):
    spec = model(server.add("/a", Page(BODY)))
    seen: list[tuple[int, int | None, float]] = []
    path = fetch(spec, on_progress=lambda *report: seen.append(report), patience=HASTE)
    assert path.read_bytes() == BODY
    assert {file.name for file in path.parent.iterdir()} == {
        "tiny.gguf", "tiny.gguf.verified.json"
    }  # fmt: skip
    assert seen[0][0] == 0
    assert seen[-1][:2] == (len(BODY), len(BODY))
    assert all(one[0] <= other[0] for one, other in itertools.pairwise(seen))


def test_a_file_that_is_there_is_not_asked_for_again(server: WeightsServer):
    page = Page(BODY)
    spec = model(server.add("/a", page))
    get(spec)
    get(spec)
    assert page.asked == [0]


def test_a_broken_connection_goes_on_behind_its_last_byte(server: WeightsServer):
    page = Page(BODY, breaks=[1_000_000, 500_000])
    assert get(model(server.add("/a", page))) == BODY
    assert page.asked == [0, 1_000_000, 1_500_000]


def test_the_next_call_goes_on_where_the_last_one_gave_up(server: WeightsServer):
    page = Page(BODY, breaks=[1_000_000, 0, 0, 0])
    spec = model(server.add("/a", page))
    with pytest.raises(ModelError, match=r"was lost \(tried 3 times\)"):
        get(spec)
    assert part(spec).read_bytes() == BODY[:1_000_000]
    assert nothing_installed(spec)
    page.breaks.clear()
    assert get(spec) == BODY
    assert page.asked[-1] == 1_000_000


def test_a_server_without_ranges_begins_again(server: WeightsServer):
    page = Page(BODY, ranges=False, breaks=[1_000_000])
    assert get(model(server.add("/a", page))) == BODY
    assert page.asked == [0, 0]


def test_a_break_after_the_last_byte_asks_for_nothing(server: WeightsServer):
    page = Page(BODY)
    spec = model(server.add("/a", page))
    part(spec).parent.mkdir(parents=True)
    part(spec).write_bytes(BODY)
    assert get(spec) == BODY
    assert page.asked == []


@pytest.mark.parametrize("says_length", [True, False])
def test_wrong_bytes_are_deleted_and_never_installed(server: WeightsServer, says_length: bool):
    url = server.add("/a", Page(OTHER, says_length=says_length))
    spec = model(url)
    with pytest.raises(ModelError, match="wrong SHA-256") as raised:
        get(spec)
    assert url in str(raised.value)
    assert str(store.weights_file(spec)) in raised.value.hint
    assert nothing_installed(spec)
    assert not part(spec).exists()


def test_wrong_bytes_from_before_do_not_spoil_a_good_source(server: WeightsServer):
    page = Page(BODY)
    spec = model(server.add("/a", page))
    part(spec).parent.mkdir(parents=True)
    part(spec).write_bytes(OTHER[:1_000_000])
    assert get(spec) == BODY
    assert page.asked == [1_000_000, 0]


@pytest.mark.parametrize("size", [None, len(BODY)])
def test_a_part_longer_than_the_file_is_given_up(server: WeightsServer, size: int | None):
    spec = model(server.add("/a", Page(BODY)), size=size)
    part(spec).parent.mkdir(parents=True)
    part(spec).write_bytes(BODY + b"more")
    assert get(spec) == BODY


LIES = {
    "another size than the catalogue's": (Page(BODY[:-1]), "2,999,999 bytes instead of 3,000,000"),
    "more bytes told than sent": (
        Page(BODY[:-1], length=len(BODY), ranges=False),
        r"was lost \(tried 3 times\)",
    ),
    "fewer bytes told than sent": (Page(BODY, length=1000), "1,000 bytes instead of"),
    "no length, too few bytes": (
        Page(BODY[:-1], says_length=False, ranges=False),
        "ended after 2,999,999 of 3,000,000",
    ),
    "no length, too many bytes": (Page(BODY + b"x", says_length=False), "wrong SHA-256"),
    "not there": (Page(status=404), "404 Not Found"),
    "not allowed": (Page(status=403), "403 Forbidden"),
    "out of order": (Page(status=503), r"503 Service Unavailable \(tried 3 times\)"),
    "a page": (
        Page(b"<p>Sign in", kind="text/html; charset=utf-8"),
        "a web page instead of the file",
    ),
    "a circle": (Page(status=302, location="/bad"), "redirect"),
}


@pytest.mark.parametrize("lie", LIES)
def test_what_a_server_does_wrong_is_said(server: WeightsServer, lie: str):
    page, said = LIES[lie]
    page.asked.clear()
    spec = model(server.add("/bad", page))
    with pytest.raises(ModelError, match=f"(?s)Tiny could not be downloaded.*{said}"):
        get(spec)
    assert page.asked
    assert nothing_installed(spec)


@pytest.mark.parametrize("lie", LIES)
def test_the_second_source_is_used_when_the_first_fails(server: WeightsServer, lie: str):
    bad = server.add("/bad", LIES[lie][0])
    assert get(model(bad, server.add("/good", Page(BODY)))) == BODY


def test_a_server_that_is_not_there_is_left_for_the_next(server: WeightsServer):
    assert get(model("http://127.0.0.1:1/a", server.add("/a", Page(BODY)))) == BODY


def test_the_second_source_goes_on_with_the_bytes_of_the_first(server: WeightsServer):
    first = Page(BODY, breaks=[1_000_000, 0, 0, 0])
    second = Page(BODY)
    assert get(model(server.add("/a", first), server.add("/b", second))) == BODY
    assert second.asked == [1_000_000]


def test_a_sign_in_page_does_not_cost_what_was_fetched(server: WeightsServer):
    page = Page(b"<p>Sign in", kind="text/html", ranges=False)
    spec = model(server.add("/a", page))
    part(spec).parent.mkdir(parents=True)
    part(spec).write_bytes(BODY[:1_000_000])
    with pytest.raises(ModelError, match="a web page instead of the file"):
        get(spec)
    assert part(spec).read_bytes() == BODY[:1_000_000]


def test_a_silent_server_is_given_up(server: WeightsServer):
    spec = model(server.add("/a", Page(BODY, seconds_per_block=3, ranges=False)))
    began = time.monotonic()
    with pytest.raises(ModelError, match="stopped sending \\(tried 3 times\\)"):
        get(spec)
    within(time.monotonic() - began, 10)


def test_a_stop_ends_a_slow_transfer_at_once_and_keeps_what_came(server: WeightsServer):
    page = Page(BODY, seconds_per_block=0.05)
    spec = model(server.add("/a", page))
    stop = threading.Event()
    set_at: list[float] = []

    def halt(done: int, total: int | None, speed: float) -> None:
        if done > 300_000 and not set_at:
            set_at.append(time.monotonic())
            stop.set()

    with pytest.raises(DownloadStopped, match=r"is kept.*deskhand models get tiny"):
        fetch(spec, on_progress=halt, stop=stop, patience=HASTE)
    within(time.monotonic() - set_at[0], 0.5)
    kept = part(spec).read_bytes()
    assert kept == BODY[: len(kept)]
    assert len(kept) > 300_000
    page.seconds_per_block = 0
    assert get(spec) == BODY
    assert page.asked == [0, len(kept)]


def test_too_little_room_is_said_before_anything_is_fetched(server: WeightsServer):
    page = Page(BODY)
    spec = model(server.add("/a", page), size=10**15)
    with pytest.raises(DiskFull, match=r"needs 1,000,000,000 MB more, but only [\d,]+ MB are free"):
        get(spec)
    assert page.asked == []


def test_a_disk_that_fills_up_keeps_what_was_fetched(
    server: WeightsServer, monkeypatch: pytest.MonkeyPatch
):
    spec = model(server.add("/a", Page(BODY)))
    real = os.write

    def write(file: int, data: memoryview) -> int:
        if Path(f"/dev/fd/{file}").resolve().suffix == ".part" and os.fstat(file).st_size > 10**6:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(file, data)

    with monkeypatch.context() as patch:
        patch.setattr("os.write", write)
        with pytest.raises(DiskFull, match=r"Tiny needs 2 MB more, but only [\d,]+ MB are"):
            get(spec)
    kept = part(spec).read_bytes()
    assert len(kept) > 10**6
    assert kept == BODY[: len(kept)]
    assert get(spec) == BODY


def test_a_file_size_limit_is_said(server: WeightsServer):
    spec = model(server.add("/a", Page(BODY)))
    code = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (10**6, 10**6))\n" + FETCH
    done = other_process(spec, code)
    done.wait(AMPLE)
    assert done.stdout is not None
    assert "Tiny could not be saved: [Errno 27] File too large" in done.stdout.read()
    assert nothing_installed(spec)
    assert part(spec).stat().st_size == 10**6


def test_a_data_folder_that_cannot_be_written_is_said(
    server: WeightsServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "file").touch()
    monkeypatch.setenv("DESKHAND_DATA", str(tmp_path / "file"))
    with pytest.raises(ModelError, match=r"could not be saved.*Set DESKHAND_DATA"):
        get(model(server.add("/a", Page(BODY))))


FETCH = """
import sys
from models.catalogue.catalogue import ModelFile, ModelSpec
from models.fetch.download import fetch
from models.runtime.errors import ModelError
from models.catalogue.sources import UrlSource
url, size, sha256 = sys.argv[1:]
file = ModelFile("tiny.gguf", sha256, int(size), (UrlSource(url),))
spec = ModelSpec("tiny", "language", "Tiny", "MIT", (file,))
try:
    print("got", fetch(spec))
except ModelError as error:
    print(error)
"""


def other_process(spec: ModelSpec, code: str = FETCH) -> subprocess.Popen[str]:
    """Fetch in another process, which prints what came of it."""
    file = spec.weights
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, (file.sources[0], file.bytes, file.sha256))],
        cwd=ROOT, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip


def test_two_processes_do_not_write_the_same_file(server: WeightsServer):
    page = Page(BODY, seconds_per_block=0.03)
    spec = model(server.add("/a", page))
    first = other_process(spec)
    while not part(spec).exists() or part(spec).stat().st_size < 100_000:
        time.sleep(0.01)
    with pytest.raises(ModelError, match="is being downloaded by another Deskhand process"):
        get(spec)
    assert first.communicate(timeout=AMPLE)[0].startswith("got")
    assert get(spec) == BODY
    assert page.asked == [0]


def test_many_at_once_leave_one_right_file(server: WeightsServer):
    spec = model(server.add("/a", Page(BODY)))
    results: list[str] = []

    def one() -> None:
        try:
            results.append("right" if get(spec) == BODY else "wrong")
        except ModelError as error:
            results.append(str(error))

    for _ in range(5):
        store.weights_file(spec).unlink(missing_ok=True)
        threads = [threading.Thread(target=one) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert store.weights_file(spec).read_bytes() == BODY
    others = [result for result in results if result != "right"]
    assert results.count("right") >= 5
    assert all("being downloaded by another Deskhand process" in result for result in others), (
        others
    )


def test_a_killed_process_leaves_bytes_that_the_next_one_uses(server: WeightsServer):
    page = Page(BODY, seconds_per_block=0.03)
    spec = model(server.add("/a", page))
    first = other_process(spec)
    while not part(spec).exists() or part(spec).stat().st_size < 500_000:
        time.sleep(0.01)
    first.kill()
    first.wait()
    page.seconds_per_block = 0
    assert get(spec) == BODY
    assert page.asked[1] >= 500_000


def test_a_file_without_certificates_is_said(
    server: WeightsServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    bundle = tmp_path / "bundle.pem"
    bundle.write_text("no certificates")
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(bundle))
    with pytest.raises(ModelError, match=r"no usable certificates in .*bundle.pem"):
        get(model(server.add("/a", Page(BODY))))
