"""Several connections to one server, for files that are large enough to gain from it.

Each connection (a lane) asks for short stretches of the file. What arrives is appended in order, so
that the part file stays one unbroken beginning: it can be hashed as it grows, and after a break any
other source can go on with it. At most the stretches that were ahead are fetched again.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

import httpx

from models.fetch.access import Access
from models.fetch.job import Job, SourceFailed
from models.fetch.part_file import PartFile
from models.fetch.transfer import Broken, Head, client, head_of, in_range, problem


class NoRanges(Exception):
    """The server gives only the whole file."""


@dataclass(slots=True)
class _Stretch:
    """Bytes `begin` to `stop` of the file; `data` is what has arrived of them."""

    begin: int
    stop: int
    data: bytearray = field(default_factory=bytearray)
    read: int = 0

    @property
    def whole(self) -> bool:
        return self.begin + len(self.data) == self.stop


def fill_with_lanes(
    job: Job, access: Access, url: str, head: Head, file: PartFile, show: Callable[[int], None]
) -> None:
    """Bring `file` to its full length with `job.patience.connections` connections.

    Raises:
        Broken: the last connection gave up.
        NoRanges: the server did not do as it said; one connection may still work.
        SourceFailed: the server has another file now, or none.
    """
    assert head.total is not None
    lanes = _Lanes(job, access, (head.url, url), file.size, head.total)
    try:
        lanes.start(job.patience.connections)
        while file.size < head.total:
            job.check_stop()
            for piece in lanes.arrived():
                file.append(piece)
            show(file.size + lanes.ahead())
    finally:
        lanes.leave()


class _Lanes:
    """The stretches under way. Everything below is guarded by `_changed`."""

    def __init__(
        self, job: Job, access: Access, urls: tuple[str, str], begin: int, total: int
    ) -> None:
        self._patience, self._access, self._total = job.patience, access, total
        self._url, self._first_url = urls
        self._changed = threading.Condition()
        self._left = threading.Event()
        self._next = begin
        self._stretches: deque[_Stretch] = deque()
        self._given_back: list[_Stretch] = []
        self._running = 0
        self._error: Exception | None = None

    def start(self, count: int) -> None:
        self._running = count
        for _ in range(count):
            threading.Thread(target=self._run, name="download lane", daemon=True).start()

    def leave(self) -> None:
        """Let the lanes end; they are not waited for."""
        self._left.set()
        with self._changed:
            self._changed.notify_all()

    def arrived(self) -> list[bytes]:
        """The bytes that come next in the file; waits a moment for them."""
        with self._changed:
            pieces = self._in_order()
            if not pieces and self._error is None:
                self._changed.wait(0.1)
                pieces = self._in_order()
            if not pieces and self._error is not None:
                raise self._error
            return pieces

    def ahead(self) -> int:
        """The bytes that wait for those before them."""
        with self._changed:
            return sum(len(one.data) - one.read for one in self._stretches)

    def _in_order(self) -> list[bytes]:
        pieces = []
        while self._stretches:
            first = self._stretches[0]
            if len(first.data) > first.read:
                pieces.append(bytes(first.data[first.read :]))
                first.read = len(first.data)
            if not first.whole:
                break
            self._stretches.popleft()
            self._changed.notify_all()
        return pieces

    def _run(self) -> None:
        try:
            with client(self._access, self._patience) as http:
                while (stretch := self._take()) is not None:
                    if not self._fetch(http, stretch):
                        return
        except Exception as error:  # Handed on: the reader raises it.
            with self._changed:
                self._error = self._error or error
                self._changed.notify_all()

    def _take(self) -> _Stretch | None:
        """The next stretch to fetch; waits while those ahead fill their share of the memory."""
        size = self._patience.stretch_bytes
        with self._changed:
            while not self._left.is_set():
                if self._given_back:
                    return self._given_back.pop(0)
                room = len(self._stretches) < 2 * self._patience.connections
                if self._next < self._total and room:
                    stretch = _Stretch(self._next, min(self._next + size, self._total))
                    self._next = stretch.stop
                    self._stretches.append(stretch)
                    return stretch
                if self._next >= self._total and not self._stretches:
                    return None
                self._changed.wait(0.5)
        return None

    def _fetch(self, http: httpx.Client, stretch: _Stretch) -> bool:
        """Fetch one stretch, trying again after a break; False when this lane should end."""
        failed = 0
        while not (stretch.whole or self._left.is_set()):
            before = len(stretch.data)
            try:
                self._ask(http, stretch)
            except Exception as error:
                trouble = problem(error)
                if not isinstance(trouble, Broken):
                    raise trouble from error
                failed = failed + 1 if len(stretch.data) == before else 1
                if failed > 1 and self._retire(stretch):
                    return False  # Some servers allow fewer connections than we would like.
                if failed >= self._patience.tries:
                    raise trouble from error
                self._left.wait(self._patience.first_pause_seconds * 2 ** (failed - 1))
        return True

    def _retire(self, stretch: _Stretch) -> bool:
        """Leave the rest of a stretch to the other lanes; False for the last lane."""
        with self._changed:
            if self._running == 1:
                return False
            self._running -= 1
            self._given_back.append(stretch)
            self._changed.notify_all()
            return True

    def _ask(self, http: httpx.Client, stretch: _Stretch) -> None:
        begin = stretch.begin + len(stretch.data)
        with http.stream("GET", self._url, headers=in_range(begin, stretch.stop)) as response:
            if response.status_code in (401, 403, 410) and self._url != self._first_url:
                self._url = self._first_url  # An address behind redirects is good for a while only.
                raise Broken("the download link has expired")
            head = head_of(response, begin)
            if response.status_code != 206:
                raise NoRanges
            if head.total != self._total:
                raise SourceFailed("its file changed during the download")
            for chunk in response.iter_raw():
                wanted = stretch.stop - stretch.begin - len(stretch.data)
                with self._changed:
                    stretch.data += chunk[:wanted]
                    self._changed.notify_all()
                if stretch.whole or self._left.is_set():
                    return
        raise Broken("the connection ended early")
