"""A language model of the kind of Qwen2 with LoRA adapters (Hu et al. 2021), made of the tensors of
a GGUF file. Import this module late: torch takes seconds."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import torch
from gguf import GGMLQuantizationType, GGUFReader, GGUFWriter, dequantize, quantize
from torch import Tensor, nn
from torch.nn import functional

ADAPTED = ("attn_q", "attn_k", "attn_v", "attn_output", "ffn_down")
"""The matrices with an adapter. Those of the other two have six times as many outputs, and on a CPU
an adapter costs by its outputs."""


class Layers:
    """The frozen weights."""

    def __init__(self, file: Path, device: str) -> None:
        reader = GGUFReader(file)
        self.weights: dict[str, Tensor] = {}
        for tensor in reader.tensors:
            if tensor.name in ("token_embd.weight", "output.weight"):
                continue
            values = torch.from_numpy(dequantize(tensor.data, tensor.tensor_type).copy())
            kind = torch.bfloat16 if values.dim() == 2 else torch.float32
            self.weights[tensor.name] = values.to(device, kind)

        def number(key: str) -> float:
            field = reader.fields[f"qwen2.{key}"]
            return float(field.parts[field.data[0]][0])

        self.count = int(number("block_count"))
        self.heads = int(number("attention.head_count"))
        self.shared = int(number("attention.head_count_kv"))
        self.base = number("rope.freq_base")
        self.least = number("attention.layer_norm_rms_epsilon")


class Choosing(nn.Module):
    """Tokens to the logits of the letters behind the last one. `embedding` and `letters` are rows
    of the vocabulary; `rank` and `strength` are of the adapters, of which those before the layer
    `first` learn nothing: that spares their part of the way back."""

    first = 0

    def __init__(
        self, layers: Layers, embedding: Tensor, letters: Tensor, rank: int, strength: float
    ) -> None:
        super().__init__()
        self.layers, self.embedding, self.letters = layers, embedding, letters
        self.strength, device = strength, embedding.device
        self.down, self.up = nn.ParameterDict(), nn.ParameterDict()
        chance = torch.Generator().manual_seed(0)
        for number in range(layers.count):
            for name in ADAPTED:
                outputs, inputs = layers.weights[f"blk.{number}.{name}.weight"].shape
                start = torch.rand(rank, inputs, generator=chance) * 2 - 1
                key = f"{number} {name}"
                self.down[key] = nn.Parameter((start / math.sqrt(inputs)).to(device))
                self.up[key] = nn.Parameter(torch.zeros(outputs, rank, device=device))
        self.size = embedding.shape[1] // layers.heads
        steps = torch.arange(0, self.size, 2, device=device).float()
        self.angles = 1.0 / layers.base ** (steps / self.size)

    def forward(self, tokens: Tensor, last: Tensor) -> Tensor:
        """Tokens (n, t), filled up at the right, and the place of the last true one (n,)."""
        layers, learns = self.layers, torch.is_grad_enabled()
        x = self.embedding[tokens]
        angle = torch.arange(tokens.shape[1], device=x.device)[:, None] * self.angles
        turn = torch.cat([angle, angle], 1)
        for number in range(layers.count):
            if number == self.first:
                x = x.detach()
            with torch.set_grad_enabled(learns and number >= self.first):
                x = self._layer(x, number, turn, last)
        with torch.autocast(x.device.type, enabled=False):
            weight = layers.weights["output_norm.weight"]
            x = functional.rms_norm(x.float(), (x.shape[-1],), weight, layers.least)
            return x @ self.letters.T

    def _layer(self, x: Tensor, number: int, turn: Tensor, last: Tensor) -> Tensor:
        """One of the network's layers; the last one only at the places `last`."""
        layers, rows = self.layers, torch.arange(len(x), device=x.device)
        inner = self._norm(x, number, "attn_norm")
        q, k, v = (
            self._linear(inner, number, name).unflatten(-1, (-1, self.size)).transpose(1, 2)
            for name in ("attn_q", "attn_k", "attn_v")
        )
        times = layers.heads // layers.shared
        q, k = _turned(q, turn), _turned(k, turn).repeat_interleave(times, 1)
        v = v.repeat_interleave(times, 1)
        seen = functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        seen = seen.transpose(1, 2).flatten(2)
        if number == layers.count - 1:
            seen, x = seen[rows, last], x[rows, last]
        x = x + self._linear(seen, number, "attn_output")
        inner = self._norm(x, number, "ffn_norm")
        gate = functional.silu(self._linear(inner, number, "ffn_gate"))
        return x + self._linear(gate * self._linear(inner, number, "ffn_up"), number, "ffn_down")

    def _norm(self, x: Tensor, number: int, name: str) -> Tensor:
        weight = self.layers.weights[f"blk.{number}.{name}.weight"].to(x.dtype)
        return functional.rms_norm(x, (x.shape[-1],), weight, self.layers.least)

    def _linear(self, x: Tensor, number: int, name: str) -> Tensor:
        held, key = self.layers.weights, f"{number} {name}"
        bias = held.get(f"blk.{number}.{name}.bias")
        whole = functional.linear(
            x, held[f"blk.{number}.{name}.weight"], bias if bias is None else bias.to(x.dtype)
        )
        if key not in self.down:
            return whole
        few = functional.linear(x, self.down[key].to(x.dtype))
        return whole + functional.linear(few, (self.up[key] * self.strength).to(x.dtype))

    def load(self, file: Path) -> None:
        """Go on from adapters that `save` wrote."""
        found = {t.name: dequantize(t.data, t.tensor_type) for t in GGUFReader(file).tensors}
        for key in self.down:
            number, name = key.split()
            for part, tensors in (("a", self.down), ("b", self.up)):
                values = torch.from_numpy(found[f"blk.{number}.{name}.weight.lora_{part}"].copy())
                with torch.no_grad():
                    tensors[key].copy_(values)

    def save(self, file: Path) -> None:
        """Write the adapters for llama.cpp."""
        rank = next(iter(self.down.values())).shape[0]
        out = GGUFWriter(file, "qwen2")
        out.add_string("general.type", "adapter")
        out.add_string("adapter.type", "lora")
        out.add_float32("adapter.lora.alpha", self.strength * rank)
        for key, down in self.down.items():
            number, name = key.split()
            eighth = GGMLQuantizationType.Q8_0
            values = quantize(down.detach().float().cpu().numpy(), eighth)
            up = self.up[key].detach().cpu().numpy().astype(np.float16)
            out.add_tensor(f"blk.{number}.{name}.weight.lora_a", values, raw_dtype=eighth)
            out.add_tensor(f"blk.{number}.{name}.weight.lora_b", up)
        out.write_header_to_file()
        out.write_kv_data_to_file()
        out.write_tensors_to_file()
        out.close()


def _turned(x: Tensor, turn: Tensor) -> Tensor:
    """Rotary position embedding (Su et al. 2021) of heads, by angles (t, size)."""
    first, second = x.chunk(2, -1)
    return x * turn.cos().to(x.dtype) + torch.cat([-second, first], -1) * turn.sin().to(x.dtype)
