"""The memory that a GGUF model takes when llama.cpp runs it, worked out from its header.

Weights, keys and values of the context, working memory, vocabulary. Checked against real peaks by
`deskhand models fit --measure`; what is said of GPUs follows the same sums and is not measured.
"""

from __future__ import annotations

import math
import platform
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from models.memory.gguf_header import Header

CacheType = Literal["f32", "f16", "q8_0", "q4_0"]
CACHE_BYTES: Mapping[CacheType, float] = {"f32": 4, "f16": 2, "q8_0": 34 / 32, "q4_0": 18 / 32}
"""Bytes of one number of a key or value."""

_CELLS = 256  # llama.cpp rounds the context up to whole blocks of cells.
_LAYER = re.compile(r"blk\.(\d+)\.")
_EMBEDDING = "token_embd.weight"
# On x86 these types are copied into another order for the processor, beside the mapped file.
# Q4_K was seen; the others stand so in llama.cpp's list.
_REORDERED = ("Q4_0", "Q4_K", "Q2_K", "IQ4_NL")
# Tables of the vocabulary for each word and for each pair that is merged, and the libraries
# themselves (llama.cpp, numpy). Measured.
_WORD_BYTES, _MERGE_BYTES = 150, 150
_LIBRARY_BYTES = 32_000_000
# What CUDA takes for itself as soon as a layer is on the GPU. Not measured here.
_CUDA_BYTES = 450_000_000
_FLOAT = 4


@dataclass(frozen=True, slots=True)
class Running:
    """How a model is run: tokens of context, layers on the GPU (the last one is the output),
    tokens evaluated in one go, and the type of the keys and values."""

    context_tokens: int
    gpu_layers: int = 0
    batch_tokens: int = 128
    cache: CacheType = "f16"


@dataclass(frozen=True, slots=True)
class Need:
    """Bytes that must be free on the GPU and in RAM.

    `peak` is what the process grows by as the system counts it: RAM, and the part of the mapped
    file that is not used any more, which the system takes back when others need the memory.
    """

    gpu: int = 0
    ram: int = 0
    peak: int = 0

    def __add__(self, other: Need) -> Need:
        return Need(self.gpu + other.gpu, self.ram + other.ram, self.peak + other.peak)


def all_layers(header: Header) -> int:
    """The layers that can go to the GPU: the blocks and the output."""
    return (header.layers or 0) + 1


def language_need(header: Header, running: Running, extra_bytes: int = 0) -> Need:
    """What a language model needs; `extra_bytes` are the files of its LoRA adapters."""
    layers = header.layers or 0
    first = max(0, all_layers(header) - running.gpu_layers)  # The first layer on the GPU.
    caches = cache_bytes(header, running)
    on_gpu = sum(caches[first:])
    weights_gpu, weights_ram, reordered = _weights(header, first, layers)
    work = _work(header, running)
    gpu = 0
    if running.gpu_layers > 0:
        # Room for the scores of every word is set aside for a whole batch.
        scores = running.batch_tokens * _words(header) * _FLOAT
        gpu = weights_gpu + on_gpu + work + scores + _CUDA_BYTES
    ram = weights_ram + sum(caches[:first]) + work + extra_bytes
    ram += _words(header) * _WORD_BYTES + _LIBRARY_BYTES
    ram += _length(header, "tokenizer.ggml.merges") * _MERGE_BYTES
    return Need(gpu, ram, ram + reordered)


def cache_bytes(header: Header, running: Running) -> list[int]:
    """Bytes of the keys and values of each layer, for the whole context."""
    cells = math.ceil(running.context_tokens / _CELLS) * _CELLS
    keys = header.head_size or 0
    values = header.number("attention.value_length") or keys
    each = CACHE_BYTES[running.cache] * (keys + values) * cells
    return [int(heads * each) for heads in _kv_heads(header)]


def projector_need(header: Header, file_bytes: int, *, on_gpu: bool) -> Need:
    """What the half of a vision-language model that reads pictures needs, for one picture."""

    def number(key: str) -> int:
        value = header.values.get(f"clip.vision.{key}")
        return value if isinstance(value, int) else 0

    side = number("image_size") // max(1, number("patch_size"))
    patches = side * side + 1
    heads = max(1, number("attention.head_count"))
    width = 6 * number("embedding_length") + 2 * number("feed_forward_length")
    work = patches * (width + heads * patches) * _FLOAT
    total = file_bytes + work + _LIBRARY_BYTES
    return Need(gpu=total, ram=_LIBRARY_BYTES) if on_gpu else Need(ram=total, peak=total)


def _weights(header: Header, first: int, layers: int) -> tuple[int, int, int]:
    """Bytes on the GPU and in RAM, and those of them that are in RAM a second time."""
    gpu = ram = reordered = 0
    tied = "output.weight" not in header.tensors
    for name, (kind, size) in header.tensors.items():
        match = _LAYER.match(name)
        layer = int(match[1]) if match else layers
        if name == _EMBEDDING:
            ram += size  # The words are always looked up in RAM.
            gpu += size if tied and first <= layers else 0
        elif layer >= first:
            gpu += size
        else:
            ram += size
            reordered += size if kind in _REORDERED and _reorders() else 0
    return gpu, ram, reordered


def _work(header: Header, running: Running) -> int:
    """Bytes of what is computed between two layers for a batch, and of the table that says which
    token may look at which cell of the context."""
    batch = running.batch_tokens
    width = header.number("embedding_length") or 0
    inner = header.number("feed_forward_length") or 4 * width
    table = batch * running.context_tokens * (_FLOAT + 2)
    return batch * _FLOAT * (3 * inner + 6 * width) + table


def _kv_heads(header: Header) -> list[int]:
    """The heads with keys and values of each layer; some models differ from layer to layer."""
    layers = header.layers or 0
    given = header.values.get(f"{header.architecture}.attention.head_count_kv")
    if isinstance(given, list) and len(given) == layers:
        return [heads if isinstance(heads, int) else 0 for heads in given]
    return [header.kv_heads or 0] * layers


def _words(header: Header) -> int:
    return _length(header, "tokenizer.ggml.tokens")


def _length(header: Header, key: str) -> int:
    """The length of a list; a long one is kept as its length."""
    found = header.values.get(key)
    if isinstance(found, list):
        return len(found)
    return found if isinstance(found, int) else 0


def _reorders() -> bool:
    return platform.machine().lower() in ("x86_64", "amd64")
