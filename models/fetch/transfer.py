"""One answer of a server: the only place in Deskhand that opens network connections."""

from __future__ import annotations

import queue
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import TracebackType

import httpx

from models.fetch import egress as door
from models.fetch.access import Access
from models.fetch.job import Job, Patience, SourceFailed
from models.fetch.wheels import PipSettings

_TRY_AGAIN = {408, 425, 429, 500, 502, 503, 504}
_ACCOUNT = {401, 403}


class Broken(Exception):
    """A transfer ended early; trying again can help. The text says how it ended."""

    def __init__(self, reason: str, *, unreachable: bool = False) -> None:
        super().__init__(reason)
        self.unreachable = unreachable


@dataclass(frozen=True, slots=True)
class Head:
    """`start` is the place of the body's first byte in the file, `total` the file's length.

    `ranges`: the server gives parts of the file, too, at `url`, which is where redirects led.
    """

    start: int
    total: int | None
    ranges: bool = False
    url: str = ""


def access(settings: PipSettings | None = None) -> Access:
    """What is trusted, with or without pip's settings."""
    return Access.of(settings or PipSettings(), httpx.create_ssl_context())


@contextmanager
def client(access: Access, patience: Patience) -> Iterator[httpx.Client]:
    """Connections to servers, for the thread that asks. The person's account of no site is used."""
    timeout = httpx.Timeout(patience.stall_seconds, connect=patience.connect_seconds)
    # identity: a compressed body would make the ranges those of another file.
    headers = {"Accept-Encoding": "identity", "User-Agent": "deskhand"}
    with (
        door.opened(),
        httpx.Client(
            verify=access.certificates, proxy=access.proxy, follow_redirects=True,
            timeout=timeout, headers=headers,
        ) as http,
    ):  # fmt: skip
        yield http


def in_range(begin: int, stop: int | None = None) -> dict[str, str]:
    """The header that asks for the bytes from `begin` up to, but not including, `stop`."""
    return {"Range": f"bytes={begin}-{'' if stop is None else stop - 1}"}


class Transfer:
    """One answer of a server, read in a thread so that a stop need not wait for the network.

    Used with `with`. A server that is silent for `stall_seconds` is a broken transfer.
    """

    def __init__(self, access: Access, patience: Patience, url: str, offset: int) -> None:
        self._access, self._patience, self._url, self._offset = access, patience, url, offset
        self._arrived: queue.Queue[Head | bytes | Exception | None] = queue.Queue(maxsize=64)
        self._left = threading.Event()

    def __enter__(self) -> Transfer:
        threading.Thread(target=self._run, name="download", daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._left.set()

    def head(self, job: Job) -> Head:
        item = self._next(job)
        assert isinstance(item, Head)
        return item

    def chunks(self, job: Job) -> Iterator[bytes]:
        while (item := self._next(job)) is not None:
            assert isinstance(item, bytes)
            yield item

    def _next(self, job: Job) -> Head | bytes | None:
        while True:
            job.check_stop()
            with suppress(queue.Empty):
                item = self._arrived.get(timeout=0.1)
                break
        if isinstance(item, Exception):
            raise problem(item) from item
        return item

    def _put(self, item: Head | bytes | Exception | None) -> None:
        while not self._left.is_set():
            with suppress(queue.Full):
                self._arrived.put(item, timeout=0.1)
                return

    def _run(self) -> None:
        headers = in_range(self._offset) if self._offset else {}
        try:
            with (
                client(self._access, self._patience) as http,
                http.stream("GET", self._url, headers=headers) as response,
            ):
                self._put(head_of(response, self._offset))
                body = response.iter_raw() if response.is_success else ()
                for chunk in body:
                    self._put(chunk)
                    if self._left.is_set():
                        return
            self._put(None)
        except Exception as error:  # Handed on: the reader raises it.
            self._put(error)


def problem(error: Exception) -> Exception:
    """What to raise for an error of a transfer: Broken when trying again can help."""
    if isinstance(error, httpx.ReadTimeout):
        return Broken("the server stopped sending")
    if isinstance(error, httpx.RemoteProtocolError | httpx.ReadError):
        return Broken("the connection was lost")
    if isinstance(error, httpx.TransportError):
        unreachable = isinstance(error, httpx.ConnectError | httpx.ConnectTimeout)
        return Broken(str(error) or type(error).__name__, unreachable=unreachable)
    if isinstance(error, httpx.HTTPError | httpx.InvalidURL):
        return SourceFailed(str(error))
    return error


def head_of(response: httpx.Response, offset: int) -> Head:
    """Where the body of an answer belongs; `offset` is the first byte that was asked for.

    Raises:
        Broken: the server is busy.
        SourceFailed: it does not give the file.
    """
    status, length = response.status_code, response.headers.get("Content-Length")
    url = str(response.url)
    if status == 200:
        if response.headers.get("Content-Type", "").startswith("text/html"):
            raise SourceFailed("the server sent a web page instead of the file")
        ranges = response.headers.get("Accept-Ranges") == "bytes" and not offset
        return Head(0, int(length) if length else None, ranges, url)
    place = re.fullmatch(
        r"bytes (?:(\d+)-\d+|\*)/(\d+|\*)", response.headers.get("Content-Range", "")
    )
    total = int(place[2]) if place and place[2] != "*" else None
    if status == 206 and place and place[1] and int(place[1]) == offset:
        return Head(offset, total, True, url)
    if status == 416:  # Nothing is left to send, or our part is not one of this file: once more.
        return Head(offset, total) if total == offset else Head(0, None)
    said = f"the server answered {status} {response.reason_phrase}".strip()
    if status in _TRY_AGAIN:
        raise Broken(said)
    if status in _ACCOUNT:
        said += (
            "; it may require an account: download the file in a browser, then use"
            " deskhand models import"
        )
    raise SourceFailed(said)
