"""What a GGUF file says of itself in its header: architecture, sizes, chat template, quantisation.

The names and sizes of types come from the `gguf` package. Its own reader is not used: it makes an
array of each word of the vocabulary, which takes 3.5 s for 49,000 words, and it needs the whole
file. This one takes 0.1 s, and the beginning of a file is enough for it.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from models.runtime.errors import ModelError

MAGIC = b"GGUF"
_VERSIONS = (2, 3)
# Longer lists, such as vocabularies, are counted but not kept.
_KEPT_VALUES = 1024
_MAX_DIMENSIONS = 8
_MAX_NESTING = 4
_PLAIN = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_STRING, _LIST = 8, 9


@dataclass(frozen=True, slots=True)
class Header:
    """The header of a GGUF file. `values` has all its keys; a long list is left as its length.

    `end` is the number of bytes that the file must have, or None when only its beginning was read.
    `tensors` has the type and the bytes of each tensor by its name.
    """

    values: Mapping[str, object]
    tensor_types: Mapping[str, int] = field(default_factory=dict)
    parameters: int = 0
    end: int | None = None
    tensors: Mapping[str, tuple[str, int]] = field(default_factory=dict)

    def text(self, key: str) -> str:
        """A value as text; "" when it is not there."""
        value = self.values.get(key)
        return value if isinstance(value, str) else ""

    def number(self, key: str) -> int | None:
        """A count of this architecture, such as "block_count"; the largest when layers differ."""
        value = self.values.get(f"{self.architecture}.{key}")
        if isinstance(value, list):
            value = max((one for one in value if isinstance(one, int)), default=None)
        return value if isinstance(value, int) else None

    @property
    def architecture(self) -> str:
        return self.text("general.architecture")

    @property
    def is_projector(self) -> bool:
        """Whether it is the half of a vision-language model that reads pictures (mmproj)."""
        return self.architecture == "clip"

    @property
    def layers(self) -> int | None:
        return self.number("block_count")

    @property
    def heads(self) -> int | None:
        return self.number("attention.head_count")

    @property
    def kv_heads(self) -> int | None:
        return self.number("attention.head_count_kv") or self.heads

    @property
    def head_size(self) -> int | None:
        """The numbers in one key of one head."""
        width, heads = self.number("embedding_length"), self.heads
        return self.number("attention.key_length") or (width // heads if width and heads else None)

    @property
    def context_tokens(self) -> int | None:
        return self.number("context_length")

    @property
    def chat_template(self) -> str:
        return self.text("tokenizer.chat_template")

    @property
    def quantisation(self) -> str:
        """Like "Q4_K_M"; else the type of most tensors, or ""."""
        from gguf import LlamaFileType

        number = self.values.get("general.file_type")
        known = {int(one): one.name for one in LlamaFileType}
        if isinstance(number, int) and number in known:
            return str(known[number]).removeprefix("MOSTLY_").removeprefix("ALL_")
        return max(self.tensor_types, key=lambda name: self.tensor_types[name], default="")


def read_header(path: Path) -> Header:
    """Read the header of a whole file.

    Raises:
        ModelError: the file is not there, cannot be read, is no GGUF file, or is cut off.
    """
    try:
        with path.open("rb") as file:
            size = path.stat().st_size
            if size < len(MAGIC):
                raise ModelError(f"{path} is not a GGUF file: it has only {size} bytes.")
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                header = parse(data, str(path))
    except FileNotFoundError as error:
        raise ModelError(f"The file {path} does not exist.") from error
    except OSError as error:
        raise ModelError(f"{path} cannot be read: {error.strerror or error}.") from error
    if header.end is not None and size < header.end:
        raise ModelError(
            f"{path} is incomplete: it has {size:,} of {header.end:,} bytes.", "Download it again."
        )
    return header


def parse(data: bytes | mmap.mmap, name: str, *, beginning: bool = False) -> Header:
    """Read a header from the bytes of a file, or from its `beginning`; `name` is for messages.

    Raises:
        ModelError: it is no GGUF file of a version that llama.cpp reads, or it is cut off.
    """
    if data[:4] != MAGIC:
        raise ModelError(f"{name} is not a GGUF file: {begins_with(bytes(data[:12]))}.")
    cursor = _Cursor(data)
    values: dict[str, object] = {}
    try:
        version = cursor.take("I")
        if version not in _VERSIONS:
            raise ModelError(_unread(name, version), "Look for a newer GGUF file of this model.")
        tensors, keys = cursor.take("Q"), cursor.take("Q")
        for _ in range(keys):
            key = cursor.text()
            values[key] = cursor.value(cursor.take("I"))
        return _with_tensors(cursor, values, tensors)
    except _CutOff:
        if beginning:
            return Header(values)
        raise ModelError(
            f"{name} is incomplete or damaged: its header has no end.", "Download it again."
        ) from None


def require_known(header: Header, name: str) -> None:
    """Raise ModelError unless llama.cpp's own list has the architecture."""
    from gguf.constants import MODEL_ARCH_NAMES

    if not header.architecture:
        raise ModelError(
            f"{name} does not state its architecture.", "Look for another file of the model."
        )
    if header.architecture not in MODEL_ARCH_NAMES.values():
        raise ModelError(
            f'{name} has the unknown architecture "{header.architecture}".',
            "Update the packages gguf and llama-cpp-python, or choose another model.",
        )


def begins_with(data: bytes) -> str:
    """What a file that is no GGUF begins with, for a message."""
    return f"it begins with {data!r}" if data else "it is empty"


def _unread(name: str, version: int) -> str:
    if version and version & 0xFFFF == 0:
        return f"{name} is a GGUF file for big-endian machines."
    return f"{name} is a GGUF file of version {version}; only versions 2 and 3 can be read."


def _with_tensors(cursor: _Cursor, values: dict[str, object], count: int) -> Header:
    from gguf.constants import GGML_QUANT_SIZES

    sizes = {int(kind): (kind.name, *size) for kind, size in GGML_QUANT_SIZES.items()}
    types: dict[str, int] = {}
    tensors: dict[str, tuple[str, int]] = {}
    parameters, last = 0, 0
    for _ in range(count):
        tensor = cursor.text()
        numbers = cursor.take("I")
        if numbers > _MAX_DIMENSIONS:
            raise _CutOff
        elements = 1
        for _ in range(numbers):
            elements *= cursor.take("Q")
        kind, offset = cursor.take("I"), cursor.take("Q")
        name, block, block_bytes = sizes.get(kind, (f"type {kind}", 1, 0))
        types[name] = types.get(name, 0) + 1
        parameters += elements
        tensors[tensor] = (name, elements // block * block_bytes)
        last = max(last, offset + elements // block * block_bytes)
    alignment = values.get("general.alignment", 32)
    step = alignment if isinstance(alignment, int) and alignment > 0 else 32
    begin = -(-cursor.place // step) * step if count else cursor.place
    return Header(values, types, parameters, begin + last, tensors)


class _CutOff(Exception):
    """The bytes ended before the header did, or they make no sense."""


class _Cursor:
    """Reads little-endian values one after the other."""

    def __init__(self, data: bytes | mmap.mmap) -> None:
        self._data = data
        self._size = len(data)
        self.place = len(MAGIC)

    def take(self, code: str) -> int:
        """The next number; `code` is that of `struct`."""
        begin = self._skip(struct.calcsize(f"<{code}"))
        value: int = struct.unpack_from(f"<{code}", self._data, begin)[0]
        return value

    def _skip(self, count: int) -> int:
        """Go on by `count` bytes; where they began."""
        begin = self.place
        if count > self._size - begin:
            raise _CutOff
        self.place = begin + count
        return begin

    def text(self) -> str:
        length = self.take("Q")
        begin = self._skip(length)
        return bytes(self._data[begin : begin + length]).decode("utf-8", "replace")

    def value(self, kind: int, nesting: int = 0) -> object:
        """A value of a kind of GGUF; a long list is only counted."""
        if kind == _STRING:
            return self.text()
        if kind == _LIST and nesting < _MAX_NESTING:
            return self._list(nesting + 1)
        if kind not in _PLAIN:
            raise _CutOff
        return self.take(_PLAIN[kind])

    def _list(self, nesting: int) -> object:
        kind, count = self.take("I"), self.take("Q")
        if count <= _KEPT_VALUES:
            return [self.value(kind, nesting) for _ in range(count)]
        if kind in _PLAIN:
            self._skip(count * struct.calcsize(f"<{_PLAIN[kind]}"))
            return count
        for _ in range(count):
            if kind == _STRING:
                self._skip(self.take("Q"))
            else:
                self.value(kind, nesting)
        return count
