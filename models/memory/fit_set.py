"""Whether the models that work together fit together, and which ones suit this machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from models.catalogue.catalogue import builtin, spec
from models.catalogue.spec import ModelSpec
from models.files import store
from models.memory.fit import Colour, Fit, fit, gigabytes
from models.memory.fit_eyes import OWN_DETECTOR, Recogniser, recogniser_need
from models.memory.fit_language import Need
from models.memory.machine import Machine

_WORST: Sequence[Colour] = ("green", "amber", "red")
# The best first. Larger models choose better; without a GPU a step with them takes too long.
_ON_GPU = ("qwen3-8b-q4", "qwen2.5-7b-q4", "qwen3-4b-instruct-q4", "llama-3.2-3b-q4")
_IN_RAM = (store.DEFAULT_MODEL, "smollm2-135m-q4")
# Those that `models.runtime.pictures` can run.
_SEEING_ON_GPU = ("llava-1.6-mistral-7b-q4", "moondream2", "smolvlm-500m-q8", "smolvlm-256m-q8")
_SEEING_IN_RAM = ("smolvlm-500m-q8", "smolvlm-256m-q8")


@dataclass(frozen=True, slots=True)
class SetFit:
    """How a set fits: each part by its name, in the order of loading, and all together."""

    parts: Mapping[str, Fit]
    colour: Colour
    sentence: str

    @property
    def need(self) -> Need:
        return sum((part.need for part in self.parts.values()), Need())


def set_in_use() -> list[ModelSpec]:
    """The selected language model, before it the detector when it is not our own, and the model
    for pictures when one is here.

    Raises:
        ModelError: the settings or the person's catalogue cannot be read.
    """
    chosen = (store.detector_in_use(), store.selected(), store.picture_model())
    return [spec(one) for one in chosen if one]


def fit_set(
    models: Sequence[ModelSpec],
    machine: Machine,
    *,
    recogniser: Recogniser = "rapid",
    freed: Need | None = None,
) -> SetFit:
    """How models fit when they are loaded one after the other beside the recogniser of text, and
    beside our own detector when there is no other among them.

    Raises:
        ModelError: a file of a model that is here cannot be read.
    """
    held = recogniser_need(recogniser)
    parts: dict[str, Fit] = {f"text: {recogniser}": _shipped_fit(held, machine)}
    if all(model.role != "detector" for model in models):
        left = replace(machine, ram_free=machine.ram_free - held.ram)
        parts["controls: Deskhand's own"] = _shipped_fit(OWN_DETECTOR, left)
        held += OWN_DETECTOR
    for model in models:
        left = replace(machine, ram_free=machine.ram_free - held.ram)
        if left.gpu is not None:
            left = replace(left, gpu=replace(left.gpu, free=left.gpu.free - held.gpu))
        found = fit(model, left, freed=freed)
        parts[model.id] = found
        held += found.need
    colour = max((part.colour for part in parts.values()), key=_WORST.index)
    return SetFit(parts, colour, _sentence(colour, held, machine, parts))


def recommended(machine: Machine) -> list[ModelSpec]:
    """The best set of Deskhand's models that fits: language model, and a model for pictures when
    one fits beside it and our own detector."""
    known = builtin()
    seeing = _SEEING_IN_RAM if machine.gpu is None else _SEEING_ON_GPU
    for language in (*(_ON_GPU if machine.gpu else ()), *_IN_RAM):
        chosen = [known[language]]
        found = fit_set(chosen, machine)
        wanted: Colour = "green" if language in _ON_GPU else "amber"
        if _WORST.index(found.parts[language].colour) > _WORST.index(wanted):
            continue
        for other in seeing:
            more = fit_set([*chosen, known[other]], machine)
            if more.parts[other].colour in ("green", wanted):
                return [*chosen, known[other]]
        return chosen
    return [known[_IN_RAM[-1]]]


def _shipped_fit(need: Need, machine: Machine) -> Fit:
    fits = need.ram <= machine.ram_free
    text = f"{gigabytes(need.ram)} of the {gigabytes(machine.ram_free)} of RAM that are free"
    # Text and controls are read by the processor: that is no reason to call a set amber.
    sentence = f"It needs {text}." if fits else f"It does not fit: it needs {text}."
    return Fit("green" if fits else "red", sentence, need)


def _sentence(colour: Colour, need: Need, machine: Machine, parts: Mapping[str, Fit]) -> str:
    if colour == "red":
        which = ", ".join(name for name, part in parts.items() if part.colour == "red")
        return f"The set does not fit into memory: no room for {which}."
    ram = f"{gigabytes(need.ram)} of {gigabytes(machine.ram_free)} free RAM"
    if machine.gpu is None:
        return f"The set fits: it needs {ram}."
    gpu = f"{gigabytes(need.gpu)} of {gigabytes(machine.gpu_free)} free GPU memory"
    return f"The set fits: it needs {gpu} and {ram}."
