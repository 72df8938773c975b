"""What is read from the headers of GGUF files, and what is said of files that are none."""

from __future__ import annotations

import struct
import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.memory.gguf_header import parse, read_header, require_known
from models.runtime.errors import ModelError
from tests.support.made_gguf import write_gguf
from tests.support.small_model import small_model

pytestmark = pytest.mark.smoke


@pytest.fixture
def made(tmp_path: Path) -> Path:
    return write_gguf(tmp_path / "made.gguf")


def test_the_header_is_read(made: Path):
    header = read_header(made)
    assert header.architecture == "llama"
    assert (header.layers, header.heads, header.kv_heads, header.head_size) == (3, 4, 2, 16)
    assert (header.context_tokens, header.quantisation) == (4096, "F16")
    assert header.chat_template.startswith("{% for m in messages %}")
    assert header.values["tokenizer.ggml.tokens"] == 2000
    assert header.text("general.name") == "Made Small"
    assert (header.parameters, header.end) == (64 * 32, made.stat().st_size)
    require_known(header, "made")


def test_the_beginning_of_a_file_says_the_same(made: Path):
    header = parse(made.read_bytes()[:1000], "made", beginning=True)
    assert (header.architecture, header.layers, header.context_tokens) == ("llama", 3, 4096)
    assert header.chat_template == ""
    assert header.end is None


def test_a_real_file():
    began = time.process_time()
    header = read_header(small_model())
    assert time.process_time() - began < 2
    assert (header.architecture, header.layers, header.heads, header.kv_heads) == (
        "llama",
        30,
        9,
        3,
    )
    assert (header.head_size, header.context_tokens) == (64, 8192)
    assert (header.quantisation, header.parameters) == ("Q4_1", 134_515_008)
    assert "<|im_start|>" in header.chat_template
    assert header.end == small_model().stat().st_size


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is not a GGUF file: it has only 0 bytes"),
        (b"GG", "is not a GGUF file: it has only 2 bytes"),
        (b"<!doctype html>", "is not a GGUF file: it begins with b'<!doctype ht'"),
        (b"GGUF" + struct.pack("<IQQ", 1, 0, 0), "of version 1; only versions 2 and 3 can be read"),
        (b"GGUF" + struct.pack(">IQQ", 3, 0, 0), "big-endian"),
        (b"GGUF" + struct.pack("<IQQ", 3, 1, 1), "its header has no end"),
        (b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, 1 << 63), "its header has no end"),
        (b"GGUF" + struct.pack("<IQQQBI", 3, 0, 1, 1, 65, 99), "its header has no end"),
        (
            b"GGUF" + struct.pack("<IQQQBI", 3, 0, 1, 1, 65, 9) + struct.pack("<IQ", 9, 1) * 50,
            "its header has no end",
        ),
    ],
)
def test_what_is_no_gguf_file_is_said(tmp_path: Path, data: bytes, said: str):
    path = tmp_path / "x.gguf"
    path.write_bytes(data)
    with pytest.raises(ModelError) as raised:
        read_header(path)
    assert said in str(raised.value)
    assert str(path) in str(raised.value)


@pytest.mark.parametrize("place", [30, 400, -3000, -1])
def test_a_file_that_is_cut_off_is_noticed(made: Path, place: int):
    made.write_bytes(made.read_bytes()[:place])
    with pytest.raises(ModelError, match="is incomplete"):
        read_header(made)


def test_files_that_cannot_be_opened(tmp_path: Path):
    with pytest.raises(ModelError, match="does not exist"):
        read_header(tmp_path / "gone.gguf")
    with pytest.raises(ModelError, match="cannot be read: Is a directory"):
        read_header(tmp_path)


@pytest.mark.parametrize("architecture", ["llamb", ""])
def test_an_unknown_architecture_is_said(tmp_path: Path, architecture: str):
    header = read_header(write_gguf(tmp_path / "x.gguf", architecture))
    with pytest.raises(ModelError, match=r'architecture "llamb"|does not state its architecture'):
        require_known(header, "x.gguf")


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(tail: bytes):
    for data in (tail, b"GGUF\x03\x00\x00\x00" + tail):
        with suppress(ModelError):  # Nothing else may come out.
            parse(data, "x")
