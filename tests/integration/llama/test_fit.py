"""Whether models fit: sums from real headers, colours on machines of several sizes."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.language_models.memory_check import Load, Row, measure, table
from models.catalogue.catalogue import catalogue, spec
from models.memory.fit import fit, fit_header, with_freed
from models.memory.fit_eyes import detector_need, recogniser_need
from models.memory.fit_language import (
    Need,
    Running,
    all_layers,
    cache_bytes,
    language_need,
    projector_need,
)
from models.memory.fit_set import fit_set, recommended
from models.memory.gguf_header import Header, read_header
from models.memory.machine import Gpu, Machine, machine_key, parse_nvidia, this_machine
from tests.support.small_model import small_model
from tests.support.tiny_gguf import write_adapter, write_language, write_llava

GB = 10**9
PLAIN = Machine(32 * GB, 24 * GB)


def large() -> Header:
    """As Llama 3.1 8B in Q4_K_M: 32 layers, 32 heads, 8 of them with keys and values."""
    values = {
        "general.architecture": "llama",
        "llama.block_count": 32,
        "llama.attention.head_count": 32,
        "llama.attention.head_count_kv": 8,
        "llama.embedding_length": 4096,
        "llama.feed_forward_length": 14336,
        "llama.context_length": 131072,
        "tokenizer.ggml.tokens": 128256,
        "tokenizer.ggml.merges": 280147,
    }
    tensors = {"token_embd.weight": ("Q4_K", 296 * 10**6), "output.weight": ("Q6_K", 431 * 10**6)}
    tensors |= {f"blk.{n}.ffn_up.weight": ("Q4_K", 131 * 10**6) for n in range(32)}
    return Header(values, tensors=tensors)


def with_gpu(free_gb: float, ram_gb: float = 24) -> Machine:
    return Machine(32 * GB, int(ram_gb * GB), Gpu("Card", 24 * GB, int(free_gb * GB)))


@pytest.mark.parametrize(
    ("cache", "megabytes"), [("f16", 536.9), ("q8_0", 285.2), ("q4_0", 151.0), ("f32", 1073.7)]
)
def test_keys_and_values_of_a_known_model(cache: str, megabytes: float):
    running = Running(4096, cache=cache)  # type: ignore[arg-type] # a table of texts
    layers = cache_bytes(large(), running)
    assert len(layers) == 32
    assert sum(layers) / 1e6 == pytest.approx(megabytes, rel=0.001)


def test_layers_may_have_different_heads():
    values = {**large().values, "llama.attention.head_count_kv": [8, 0] * 16}
    assert cache_bytes(replace(large(), values=values), Running(256))[:2] == [2**20, 0]


def test_weights_lie_where_their_layer_runs():
    header = large()
    need = [language_need(header, Running(4096, layers)) for layers in (0, 1, 17, 33)]
    assert need[0].gpu == 0
    assert [a.gpu < b.gpu and a.ram > b.ram for a, b in itertools.pairwise(need)] == [True] * 3
    output_and_half = 431e6 + 16 * 131e6 + 536.9e6 / 2
    assert need[2].gpu - output_and_half == pytest.approx(0.6e9, abs=0.1e9)  # CUDA and work
    assert need[3].ram < 0.5 * GB


def test_a_tied_output_is_on_the_gpu_and_the_words_stay_in_ram():
    tensors = {name: one for name, one in large().tensors.items() if name != "output.weight"}
    tied = replace(large(), tensors=tensors)
    none, one = (language_need(tied, Running(4096, layers)) for layers in (0, 1))
    assert one.ram == none.ram
    assert one.gpu > 296e6


@pytest.mark.parametrize(
    ("machine", "colour", "layers", "tokens"),
    [
        (with_gpu(20), "green", 33, 4096),
        (with_gpu(3), "amber", range(5, 20), 4096),
        (with_gpu(0.3), "amber", 0, 4096),
        (PLAIN, "amber", 0, 4096),
        (Machine(8 * GB, int(5.7 * GB)), "amber", 0, 2048),
        (Machine(8 * GB, 4 * GB), "red", 0, 1024),
        (with_gpu(20, ram_gb=0.3), "red", 0, 1024),
    ],
)
def test_colours(machine: Machine, colour: str, layers: int | range, tokens: int):
    found = fit_header(large(), machine)
    assert found.colour == colour
    running = found.running
    assert running is not None
    assert running.gpu_layers in (layers if isinstance(layers, range) else [layers])
    assert running.context_tokens == tokens
    said = {"green": "It fits on the GPU", "red": "It does not fit"}.get(colour, "RAM")
    assert said in found.sentence
    assert ("context is reduced from" in found.sentence) == (colour == "amber" and tokens < 4096)


def test_as_many_layers_as_there_is_room_for():
    machine = with_gpu(3)
    running = fit_header(large(), machine).running
    assert running is not None
    more = replace(running, gpu_layers=running.gpu_layers + 1)
    assert language_need(large(), running).gpu <= machine.gpu_free
    assert language_need(large(), more).gpu > machine.gpu_free - 256e6
    assert fit_header(large(), with_gpu(20)).running == Running(4096, all_layers(large()), 512)


def test_what_is_freed_first_counts_as_free_but_never_more_than_there_is():
    small = Machine(8 * GB, 3 * GB)
    assert fit_header(large(), small).colour == "red"
    assert fit_header(large(), with_freed(small, Need(ram=4 * GB))).colour == "amber"
    assert with_freed(small, Need(ram=90 * GB)).ram_free == 8 * GB
    assert with_freed(with_gpu(1), Need(gpu=5 * GB)).gpu_free == 6 * GB
    assert with_freed(with_gpu(20), Need(gpu=5 * GB)).gpu_free == 24 * GB


def test_a_model_that_is_not_here_is_judged_by_its_size(data_folder: Path):
    model = spec("llama-3.1-8b-q4")
    for machine, colour in ((with_gpu(20), "green"), (PLAIN, "amber"), (with_gpu(3), "amber")):
        found = fit(model, machine)
        assert (found.colour, found.exact) == (colour, False)
    assert fit(model, Machine(4 * GB, 3 * GB)).colour == "red"


def test_every_model_of_the_catalogue_can_be_judged(data_folder: Path):
    for model in catalogue().values():
        assert fit(model, PLAIN).colour == "amber"


def test_a_set_is_as_bad_as_its_worst_part(data_folder: Path):
    models = [spec("omniparser-v2-icon"), spec("llama-3.2-3b-q4")]
    found = fit_set(models, PLAIN)
    assert list(found.parts) == ["text: rapid", *(one.id for one in models)]
    assert found.colour == "amber"
    assert found.need.ram == sum(part.need.ram for part in found.parts.values())
    assert found.need.ram > 3.5 * GB
    own = fit_set(models[1:], PLAIN)
    assert list(own.parts) == ["text: rapid", "controls: Deskhand's own", "llama-3.2-3b-q4"]
    assert own.need.ram < found.need.ram
    short = fit_set(models, Machine(8 * GB, 3 * GB))
    assert short.colour == "red"
    assert short.sentence == "The set does not fit into memory: no room for llama-3.2-3b-q4."


@pytest.mark.parametrize(
    ("machine", "language"),
    [
        (with_gpu(24), "qwen3-8b-q4"),
        (with_gpu(5), "qwen3-4b-instruct-q4"),
        (PLAIN, "qwen2.5-coder-1.5b-q4"),
        (Machine(4 * GB, int(1.6 * GB)), "smollm2-135m-q4"),
    ],
)
def test_the_recommended_set(data_folder: Path, machine: Machine, language: str):
    ids = [one.id for one in recommended(machine)]
    assert ids[0] == language
    if machine is PLAIN:
        assert ids[1:] == ["smolvlm-500m-q8"]


def test_a_projector_counts(tmp_path: Path):
    _, projector = write_llava(tmp_path)
    size = projector.stat().st_size
    in_ram = projector_need(read_header(projector), size, on_gpu=False)
    assert in_ram.ram > size
    on_gpu = projector_need(read_header(projector), size, on_gpu=True)
    assert on_gpu.gpu == in_ram.ram


def test_seeing_grows_with_the_screen():
    assert recogniser_need("rapid", (3840, 2160)).ram > recogniser_need("rapid").ram
    assert recogniser_need("easy").ram > 2 * recogniser_need("rapid").ram
    small, full, larger = (detector_need(0, (s, s)).ram for s in (800, 1920, 4000))
    assert small < full == larger


def test_cards_as_nvidia_smi_prints_them():
    text = "NVIDIA GeForce RTX 3060, 12288, 11000\nNVIDIA T4, 15360, 15000\n"
    assert parse_nvidia(text) == Gpu("NVIDIA T4", 15360 << 20, 15000 << 20)
    for text in ("", "No devices were found\n", "Card, [N/A], [N/A]\n"):
        assert parse_nvidia(text) is None


def test_this_machine_has_memory():
    machine = this_machine()
    assert 0 < machine.ram_free <= machine.ram_total
    assert "cores" in machine_key()


def test_the_table_says_how_far_off_an_estimate_is():
    text = table([Row("a", 110 * 10**6, 100 * 10**6), Row("b", 90 * 10**6, 100 * 10**6)])
    assert "| a | 110 | 100 | +10.0% |" in text
    assert "| b | 90 | 100 | -10.0% |" in text


def test_an_estimate_beside_the_real_peak():
    # A random model would be too small: how much of its caches is touched is up to the system.
    path = small_model()
    running = Running(8192)
    estimated = language_need(read_header(path), running).peak
    measured = measure(Load("language", str(path), running.context_tokens)).peak
    assert estimated == pytest.approx(measured, rel=0.15), (estimated, measured)


def test_an_adapter_counts(tmp_path: Path):
    size = write_adapter(tmp_path / "a.gguf").stat().st_size
    header = read_header(write_language(tmp_path / "m.gguf"))
    running = Running(512)
    with_it = language_need(header, running, size)
    assert with_it.ram - language_need(header, running).ram == size
