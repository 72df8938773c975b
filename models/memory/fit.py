"""Whether models fit into this machine, and how they are run there.

Green: on the GPU as a whole. Amber: in RAM, or in both. Red: it does not fit. The context that is
wanted is halved, down to 4,096 tokens, as long as that puts the whole model on the GPU. Otherwise
it is kept at the price of layers on the GPU, and halved when RAM is too small.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from models.catalogue.profile import CONTEXT, wanted_context
from models.catalogue.spec import ModelSpec
from models.files import store
from models.memory.fit_eyes import detector_need, recogniser_need
from models.memory.fit_language import Need, Running, all_layers, language_need, projector_need
from models.memory.gguf_header import Header, read_header
from models.memory.machine import Machine

Colour = Literal["green", "amber", "red"]
SMALLEST_CONTEXT = 1024
_BATCH, _GPU_BATCH = 128, 512
# Left to the system and to other programs.
_RAM_KEPT = 256_000_000
_GPU_KEPT = 256_000_000
# Before the header is here: keys, values and working memory beside the weights. Llama 3 8B needs
# 0.54 GB for 4,096 tokens, beside 4.9 GB.
_ROUGH_SHARE, _ROUGH_BYTES = 0.12, 150_000_000


@dataclass(frozen=True, slots=True)
class Fit:
    """How a model fits. `sentence` says it; `running` is how to run a language model.

    `exact` is false when only the size of the model is known, because it is not here yet.
    """

    colour: Colour
    sentence: str
    need: Need
    running: Running | None = None
    exact: bool = True


def fit(
    model: ModelSpec,
    machine: Machine,
    *,
    context_tokens: int | None = None,
    freed: Need | None = None,
) -> Fit:
    """How a model of any kind fits; what is `freed` before it is loaded counts as free.
    `context_tokens` None are those of its profile.

    Raises:
        ModelError: a file of it that is here, or the settings, cannot be read.
    """
    free = with_freed(machine, freed or Need())
    if model.role in ("detector", "ocr"):
        return _plain(_eyes(model, free), free)
    tokens = context_tokens or wanted_context(model)
    header = _header(model)
    if header is None:
        return _rough(model, free, min(tokens, model.context_tokens or tokens))
    other = _beside(model, free)
    wanted = min(tokens, header.context_tokens or tokens)
    return fit_header(header, free, wanted, other)


def fit_header(
    header: Header, machine: Machine, context_tokens: int = CONTEXT, other: Need | None = None
) -> Fit:
    """How a GGUF model fits beside `other` things that are loaded with it, and how to run it."""
    beside = other or Need()
    for running in _ways(header, machine, context_tokens):
        need = language_need(header, running) + beside
        if _has_room(need, machine):
            return _said(need, running, machine, context_tokens, header)
    running = Running(_halves(context_tokens, SMALLEST_CONTEXT)[-1])
    need = language_need(header, running) + beside
    return Fit("red", _red(need, machine), need, running)


def with_freed(machine: Machine, freed: Need) -> Machine:
    """The machine when what `freed` held is free too."""
    gpu = machine.gpu and replace(
        machine.gpu, free=min(machine.gpu.total, machine.gpu.free + freed.gpu)
    )
    return Machine(machine.ram_total, min(machine.ram_total, machine.ram_free + freed.ram), gpu)


def _ways(header: Header, machine: Machine, wanted: int) -> Iterator[Running]:
    """Ways to run it with this context or less, the best first."""
    most = all_layers(header) if machine.gpu is not None else 0
    if most:
        for tokens in _halves(wanted, CONTEXT):
            yield Running(tokens, most, _GPU_BATCH)
            yield Running(tokens, most, _BATCH)
    for tokens in _halves(wanted, SMALLEST_CONTEXT):
        for layers in range(most, -1, -1):
            yield Running(tokens, layers, _BATCH)


def _halves(wanted: int, least: int) -> list[int]:
    """This context, and its halves that are not below `least`."""
    found = [wanted]
    while found[-1] // 2 >= least:
        found.append(found[-1] // 2)
    return found


def _has_room(need: Need, machine: Machine) -> bool:
    if need.ram + _RAM_KEPT > machine.ram_free:
        return False
    return need.gpu == 0 or need.gpu + _GPU_KEPT <= machine.gpu_free


def _said(need: Need, running: Running, machine: Machine, wanted: int, header: Header) -> Fit:
    layers = all_layers(header)
    if running.gpu_layers >= layers:
        colour: Colour = "green"
        text = f"It fits on the GPU and needs {_of(need.gpu, machine.gpu_free)}."
    elif running.gpu_layers:
        colour = "amber"
        ram = _of(need.ram, machine.ram_free)
        text = (
            f"{running.gpu_layers} of {layers} layers fit on the GPU; the others need {ram} in RAM."
        )
    else:
        colour = "amber"
        text = f"It runs in RAM and needs {_of(need.ram, machine.ram_free)}."
    return Fit(colour, text + _reduced(wanted, running.context_tokens), need, running)


def _reduced(wanted: int, tokens: int) -> str:
    if tokens >= wanted:
        return ""
    return f" The context is reduced from {wanted:,} to {tokens:,} tokens."


def _plain(need: Need, machine: Machine, exact: bool = True) -> Fit:
    """The colour of something that is loaded as a whole."""
    if not _has_room(need, machine):
        return Fit("red", _red(need, machine), need, exact=exact)
    about = "" if exact else "about "
    if need.gpu:
        text = f"It fits on the GPU and needs {about}{_of(need.gpu, machine.gpu_free)}."
        return Fit("green", text, need, exact=exact)
    text = f"It runs in RAM and needs {about}{_of(need.ram, machine.ram_free)}."
    return Fit("amber", text, need, exact=exact)


def _rough(model: ModelSpec, machine: Machine, wanted: int) -> Fit:
    """From the size of the files alone; of a model of unknown size nothing can be said."""
    if model.bytes is None:
        return Fit("amber", "Its memory use is not known yet.", Need(), exact=False)
    for tokens in _halves(wanted, CONTEXT) if machine.gpu is not None else ():
        on_gpu = Need(gpu=_size(model.bytes, tokens), ram=_ROUGH_BYTES, peak=_ROUGH_BYTES)
        if _has_room(on_gpu, machine):
            return _shortened(_plain(on_gpu, machine, exact=False), wanted, tokens)
    left = machine.gpu_free // 2  # Layers go to the GPU one by one.
    for tokens in _halves(wanted, SMALLEST_CONTEXT):
        in_ram = max(0, _size(model.bytes, tokens) - left)
        found = _plain(Need(ram=in_ram, peak=in_ram), machine, exact=False)
        if found.colour != "red":
            return _shortened(found, wanted, tokens)
    return found


def _size(weights: int, tokens: int) -> int:
    """About what a model of so many bytes needs with this context."""
    return int(weights * (1 + _ROUGH_SHARE * tokens / CONTEXT)) + _ROUGH_BYTES


def _shortened(found: Fit, wanted: int, tokens: int) -> Fit:
    return replace(found, sentence=found.sentence + _reduced(wanted, tokens))


def _header(model: ModelSpec) -> Header | None:
    """The header of a model that is here; None when it is not."""
    path = store.installed(model)
    if path is None or not model.weights.is_gguf:
        return None
    stat = path.stat()
    return _header_of(path, stat.st_size, stat.st_mtime_ns)


@functools.lru_cache(maxsize=64)
def _header_of(path: Path, size: int, modified_ns: int) -> Header:
    """The header of this very file: a list of models asks for it again and again."""
    return read_header(path)


def _beside(model: ModelSpec, machine: Machine) -> Need:
    """What its other files need: the projector of a vision-language model, LoRA adapters."""
    need = Need()
    for file in model.files[1:]:
        path = store.located(model, file)
        if path is None:
            continue
        size = path.stat().st_size
        if file.part == "projector":
            need += projector_need(read_header(path), size, on_gpu=machine.gpu is not None)
        else:
            need += Need(ram=size, peak=size)
    return need


def _eyes(model: ModelSpec, machine: Machine) -> Need:
    if model.role == "ocr":
        return recogniser_need("easy")
    return detector_need(model.bytes or 0, on_gpu=machine.gpu is not None)


def _red(need: Need, machine: Machine) -> str:
    if machine.gpu is not None:
        free = f"{gigabytes(machine.gpu_free)} on the GPU and {gigabytes(machine.ram_free)} of RAM"
        return f"It does not fit: it needs {gigabytes(need.gpu + need.ram)}; {free} are free."
    return f"It does not fit into RAM: it needs {_of(need.ram, machine.ram_free)}."


def _of(need: int, free: int) -> str:
    return f"{gigabytes(need)} of the {gigabytes(free)} that are free"


def gigabytes(size: int) -> str:
    """A size in bytes as GB with one place."""
    return f"{size / 1e9:.1f} GB"
