"""Adapters for choosing, learnt by a tiny network of made weights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from models.memory.gguf_header import read_header
from training.choosing.lora import ADAPTED, Choosing, Layers
from training.choosing.train import Decisions

_WIDE, _INNER, _LETTERS = 64, 96, 12


def made_layers(count: int = 2) -> Layers:
    chance = torch.Generator().manual_seed(3)

    def matrix(outputs: int, inputs: int) -> torch.Tensor:
        return torch.randn(outputs, inputs, generator=chance) / inputs**0.5

    layers = Layers.__new__(Layers)
    layers.count, layers.heads, layers.shared, layers.base, layers.least = count, 4, 2, 1e4, 1e-6
    layers.weights = {"output_norm.weight": torch.ones(_WIDE)}
    sizes = {"attn_q": (_WIDE, _WIDE), "attn_k": (32, _WIDE), "attn_v": (32, _WIDE)}
    sizes |= {"attn_output": (_WIDE, _WIDE), "ffn_gate": (_INNER, _WIDE), "ffn_up": (_INNER, _WIDE)}
    sizes |= {"ffn_down": (_WIDE, _INNER)}
    for number in range(count):
        for name, size in sizes.items():
            layers.weights[f"blk.{number}.{name}.weight"] = matrix(*size)
        for name in ("attn_norm", "ffn_norm"):
            layers.weights[f"blk.{number}.{name}.weight"] = torch.ones(_WIDE)
    return layers


@pytest.fixture
def network() -> Choosing:
    chance = torch.Generator().manual_seed(4)
    rows = [torch.randn(n, _WIDE, generator=chance) for n in (20, _LETTERS)]
    return Choosing(made_layers(), rows[0], rows[1], 4, 2.0)


@pytest.fixture
def packed() -> dict[str, Any]:
    """Decisions whose right letter is told by their last token."""
    chance = np.random.default_rng(5)
    lengths = chance.integers(3, 9, 40)
    lists = [chance.integers(0, 20, length) for length in lengths]
    right = np.zeros((40, _LETTERS), np.bool_)
    right[np.arange(40), [each[-1] % 3 for each in lists]] = True
    return {
        "train_tokens": np.concatenate(lists).astype(np.uint16),
        "train_lengths": lengths.astype(np.int32),
        "train_right": right,
        "train_shown": np.full(40, 4, np.int16),
        "train_weight": np.ones(40, np.float32),
    }


def test_adapters_learn_the_right_letters(network: Choosing, packed: dict[str, Any]) -> None:
    known = Decisions(packed, "train", "cpu")
    optimiser = torch.optim.AdamW(network.parameters(), 2e-2)
    before = known.first_right(network)
    for _ in range(40):
        for part in known.parts(np.arange(40)):
            (known.losses(network, part).sum() / 40).backward()
        optimiser.step()
        optimiser.zero_grad()
    assert before[0] == 40
    assert before[1] < 24
    assert known.first_right(network)[1] > 36


def test_it_goes_on_from_an_adapter(network: Choosing, tmp_path: Path) -> None:
    with torch.no_grad():
        for each in network.up.values():
            each.copy_(torch.randn(each.shape))
    network.save(tmp_path / "a.gguf")
    tokens, last = torch.tensor([[3, 5, 7]]), torch.tensor([2])
    other = Choosing(made_layers(), network.embedding, network.letters, 4, 2.0)
    with torch.no_grad():
        before = other(tokens, last)
        other.load(tmp_path / "a.gguf")
        told, meant = other(tokens, last), network(tokens, last)
    # The file holds 16-bit numbers, so that what is read back is nearly the same.
    apart = float((told - meant).abs().max())
    assert apart < 0.05 * float((before - meant).abs().max())


def test_what_fills_up_a_row_changes_nothing(network: Choosing) -> None:
    tokens, last = torch.tensor([[3, 5, 7, 0, 0]]), torch.tensor([2])
    with torch.no_grad():
        alone, filled = network(tokens[:, :3], last), network(tokens, last)
    assert torch.allclose(alone, filled, atol=1e-4)


def test_letters_that_are_not_shown_are_never_likely(
    network: Choosing, packed: dict[str, Any]
) -> None:
    shares = Decisions(packed, "train", "cpu").logits(network, np.arange(3)).softmax(1)
    assert float(shares[:, 4:].detach().max()) == 0.0


def test_the_file_is_a_lora_adapter(network: Choosing, tmp_path: Path) -> None:
    file = tmp_path / "a.gguf"
    network.save(file)
    header = read_header(file)
    assert header.text("general.type") == "adapter"
    assert len(network.down) == 2 * len(ADAPTED)
