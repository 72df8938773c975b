"""A random LLaVA of a few hundred kilobytes: a language model and a projector, as GGUF files.

It says nonsense, but by the way that a real one takes through llama.cpp.
"""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
Value = bool | int | float | str | list[int] | list[float] | list[str]

_WIDTH, _HEADS, _INNER = 32, 2, 64
_ALIGNED = 32
_UINT32, _INT32, _FLOAT32, _BOOL, _STRING, _ARRAY = 4, 5, 6, 7, 8, 9


def write_llava(folder: Path, seed: int = 0) -> tuple[Path, Path]:
    """The language model and its projector (mmproj)."""
    model, projector = folder / "tiny-llava.gguf", folder / "tiny-llava-mmproj.gguf"
    chance = np.random.default_rng(seed)
    write_gguf(model, _language_facts(), _language_tensors(chance))
    write_gguf(projector, _vision_facts(), _vision_tensors(chance))
    return model, projector


def write_language(path: Path, seed: int = 0, context_tokens: int = 2048) -> Path:
    """The language model alone."""
    facts = {**_language_facts(), "llama.context_length": context_tokens}
    write_gguf(path, facts, _language_tensors(np.random.default_rng(seed)))
    return path


def write_adapter(path: Path, width: int = _WIDTH, seed: int = 5) -> Path:
    """A LoRA adapter for it, strong enough to be noticed; another width fits no such model."""
    chance = np.random.default_rng(seed)
    facts: dict[str, Value] = {
        "general.architecture": "llama",
        "general.type": "adapter",
        "adapter.type": "lora",
        "adapter.lora.alpha": 4.0,
    }
    tensors = {
        "blk.0.attn_output.weight.lora_a": chance.normal(0, 3, (4, width)).astype(np.float32),
        "blk.0.attn_output.weight.lora_b": chance.normal(0, 3, (width, 4)).astype(np.float32),
    }
    write_gguf(path, facts, tensors)
    return path


def write_gguf(path: Path, facts: dict[str, Value], tensors: dict[str, Array]) -> None:
    """Version 3 of the format: facts, the tensors' names and shapes, then their numbers."""
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(facts))
    for key, value in facts.items():
        head += _string(key) + _typed(value)
    offset = 0
    body = b""
    for name, tensor in tensors.items():
        shape = tensor.shape[::-1]
        head += _string(name) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, 0, offset)
        data = tensor.astype("<f4").tobytes()
        body += data + bytes(-len(data) % _ALIGNED)
        offset = len(body)
    path.write_bytes(head + bytes(-len(head) % _ALIGNED) + body)


def _string(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<Q", len(data)) + data


def _typed(value: Value) -> bytes:
    if isinstance(value, list):
        kind = _kind(value[0])
        kind = _INT32 if kind == _UINT32 else kind  # as the kinds of tokens must be
        items = b"".join(_plain(each) for each in value)
        return struct.pack("<IIQ", _ARRAY, kind, len(value)) + items
    return struct.pack("<I", _kind(value)) + _plain(value)


def _kind(value: Value) -> int:
    kinds = {bool: _BOOL, int: _UINT32, float: _FLOAT32, str: _STRING}
    return kinds[type(value)]  # lists have gone another way


def _plain(value: Value) -> bytes:
    if isinstance(value, str):
        return _string(value)
    form = {_BOOL: "<?", _UINT32: "<I", _FLOAT32: "<f"}[_kind(value)]
    return struct.pack(form, value)


def _words() -> list[str]:
    """The vocabulary: three special tokens, then each byte."""
    return ["<unk>", "<s>", "</s>"] + [f"<0x{byte:02X}>" for byte in range(256)]


def _language_facts() -> dict[str, Value]:
    words = _words()
    return {
        "general.architecture": "llama",
        "general.name": "tiny",
        "llama.context_length": 2048,
        "llama.embedding_length": _WIDTH,
        "llama.block_count": 1,
        "llama.feed_forward_length": _INNER,
        "llama.attention.head_count": _HEADS,
        "llama.attention.layer_norm_rms_epsilon": 1e-5,
        "llama.rope.dimension_count": _WIDTH // _HEADS,
        "tokenizer.ggml.model": "llama",
        "tokenizer.ggml.tokens": list(words),
        "tokenizer.ggml.scores": [0.0] * len(words),
        "tokenizer.ggml.token_type": [2, 3, 3] + [6] * 256,
        "tokenizer.ggml.bos_token_id": 1,
        "tokenizer.ggml.eos_token_id": 2,
        "tokenizer.ggml.unknown_token_id": 0,
        "tokenizer.ggml.add_space_prefix": False,
    }


def _language_tensors(chance: np.random.Generator) -> dict[str, Array]:
    def random(*shape: int) -> Array:
        return chance.normal(0, 0.3, shape).astype(np.float32)

    count = len(_words())
    tensors = {
        "token_embd.weight": random(count, _WIDTH),
        "output_norm.weight": np.ones(_WIDTH, np.float32),
        "output.weight": random(count, _WIDTH),
        "blk.0.attn_norm.weight": np.ones(_WIDTH, np.float32),
        "blk.0.ffn_norm.weight": np.ones(_WIDTH, np.float32),
        "blk.0.ffn_gate.weight": random(_INNER, _WIDTH),
        "blk.0.ffn_up.weight": random(_INNER, _WIDTH),
        "blk.0.ffn_down.weight": random(_WIDTH, _INNER),
    }
    for part in ("q", "k", "v", "output"):
        tensors[f"blk.0.attn_{part}.weight"] = random(_WIDTH, _WIDTH)
    return tensors


def _vision_facts() -> dict[str, Value]:
    return {
        "general.architecture": "clip",
        "clip.has_vision_encoder": True,
        "clip.projector_type": "mlp",
        "clip.use_gelu": True,
        "clip.vision.image_size": 56,
        "clip.vision.patch_size": 14,
        "clip.vision.embedding_length": _WIDTH,
        "clip.vision.feed_forward_length": _INNER,
        "clip.vision.projection_dim": _WIDTH,
        "clip.vision.block_count": 2,
        "clip.vision.attention.head_count": _HEADS,
        "clip.vision.attention.layer_norm_epsilon": 1e-5,
        "clip.vision.image_mean": [0.48, 0.46, 0.41],
        "clip.vision.image_std": [0.27, 0.26, 0.28],
    }


def _vision_tensors(chance: np.random.Generator) -> dict[str, Array]:
    def random(*shape: int) -> Array:
        return chance.normal(0, 0.3, shape).astype(np.float32)

    patches = (56 // 14) ** 2
    tensors = {
        "v.class_embd": random(_WIDTH),
        "v.patch_embd.weight": random(_WIDTH, 3, 14, 14),
        "v.position_embd.weight": random(patches + 1, _WIDTH),
        "v.pre_ln.weight": np.ones(_WIDTH, np.float32),
        "v.pre_ln.bias": random(_WIDTH),
        "mm.0.weight": random(_WIDTH, _WIDTH),
        "mm.0.bias": random(_WIDTH),
        "mm.2.weight": random(_WIDTH, _WIDTH),
        "mm.2.bias": random(_WIDTH),
    }
    for block in ("v.blk.0", "v.blk.1"):
        for part in ("attn_q", "attn_k", "attn_v", "attn_out"):
            tensors[f"{block}.{part}.weight"] = random(_WIDTH, _WIDTH)
            tensors[f"{block}.{part}.bias"] = random(_WIDTH)
        for part in ("ln1", "ln2"):
            tensors[f"{block}.{part}.weight"] = np.ones(_WIDTH, np.float32)
            tensors[f"{block}.{part}.bias"] = random(_WIDTH)
        tensors[f"{block}.ffn_up.weight"] = random(_INNER, _WIDTH)
        tensors[f"{block}.ffn_up.bias"] = random(_INNER)
        tensors[f"{block}.ffn_down.weight"] = random(_WIDTH, _INNER)
        tensors[f"{block}.ffn_down.bias"] = random(_WIDTH)
    return tensors
