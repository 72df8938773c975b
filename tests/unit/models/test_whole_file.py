"""Files that are there as a whole: private, and whole whoever else writes them."""

from __future__ import annotations

import contextlib
import stat
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from models.files.whole_file import part_beside, write_whole
from tests.support import skips


def names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def test_it_replaces_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "said.json"
    write_whole(path, "one")
    write_whole(path, "two “ü”\n")
    assert path.read_bytes() == "two “ü”\n".encode()
    assert names(path.parent) == ["said.json"]


@pytest.mark.skipif(sys.platform == "win32", reason=skips.POSIX)
def test_only_this_user_reads_it_whoever_writes_at_once(tmp_path: Path) -> None:
    path = tmp_path / "said.json"
    texts = [str(number) * 5000 for number in range(8)]

    def write(text: str) -> set[tuple[str, int]]:
        seen = set()
        for _ in range(60):
            write_whole(path, text)
            seen.add((path.read_text(), stat.S_IMODE(path.stat().st_mode)))
        return seen

    with ThreadPoolExecutor(len(texts)) as pool:
        seen = set().union(*pool.map(write, texts))
    assert {text for text, _ in seen} <= set(texts)
    assert {mode for _, mode in seen} == {0o600}
    assert names(tmp_path) == ["said.json"]


def test_what_was_there_stays_when_it_cannot_be_written(tmp_path: Path) -> None:
    path = tmp_path / "said.json"
    path.write_text("before")
    with contextlib.suppress(ValueError), part_beside(path) as part:
        part.write_text("half")
        raise ValueError
    assert path.read_text() == "before"
    assert names(tmp_path) == ["said.json"]
    with pytest.raises(FileExistsError):
        write_whole(path / "below a file", "text")
    assert path.read_text() == "before"
