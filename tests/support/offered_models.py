"""Models for tests of the tab Models: entries in the person's catalogue, real small files, and a
real server that has them."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path
from tempfile import TemporaryDirectory

from models.catalogue.catalogue import own_file
from models.fetch.job import Patience
from tests.support.tiny_gguf import write_language
from tests.support.weights_server import Page, WeightsServer

HASTE = Patience(connect_seconds=2, stall_seconds=1, tries=3, first_pause_seconds=0.05)


def tiny_bytes(folder: Path, seed: int = 0) -> bytes:
    """A real language model that says nonsense."""
    return write_language(folder / f"tiny-{seed}.gguf", seed, 8192).read_bytes()


def _large() -> bytes:
    """A real one with bytes behind it that nobody reads: long enough to be paused."""
    with TemporaryDirectory() as folder:
        return tiny_bytes(Path(folder)) + random.Random(7).randbytes(2_000_000)


BODY = _large()


def offer(server: WeightsServer, identity: str, body: bytes = BODY, **settings: object) -> Page:
    """Add a language model to the person's catalogue and to the server."""
    page = Page(body, **settings)  # type: ignore[arg-type]
    write_entry(identity, body, server.add(f"/{identity}.gguf", page))
    return page


def write_entry(identity: str, body: bytes, url: str, sha256: str = "") -> None:
    """An entry in the person's catalogue for a file of these bytes at an address."""
    own_file().parent.mkdir(parents=True, exist_ok=True)
    with own_file().open("a") as file:
        file.write(
            f'[[model]]\nid = "{identity}"\nrole = "language"\nname = "Model {identity}"\n'
            f'file = "x.gguf"\nlicence = "MIT"\nbytes = {len(body)}\n'
            f'sha256 = "{sha256 or hashlib.sha256(body).hexdigest()}"\n'
            f'sources = [{{ kind = "url", url = "{url}" }}]\n\n'
        )
