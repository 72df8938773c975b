"""deskhand models fit, load, unload and bench: does it fit, does it load, how well does it do."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from commands.models.fetching import known, size_text
from models.catalogue import extras
from models.catalogue.catalogue import ModelSpec
from models.catalogue.profile import CONTEXT, recommendation
from models.files import store
from models.memory.fit import SMALLEST_CONTEXT, fit, gigabytes
from models.memory.fit_eyes import detector_need, recogniser_need
from models.memory.fit_language import Running, language_need
from models.memory.fit_set import SetFit, fit_set, recommended, set_in_use
from models.memory.gguf_header import read_header
from models.memory.machine import Machine, this_machine
from models.runtime.errors import ModelError, OutOfMemory

_Context = Annotated[
    int | None,
    typer.Option(
        "--context",
        metavar="TOKENS",
        min=SMALLEST_CONTEXT,
        help="Context size in tokens. Default: that of the model's profile.",
    ),
]
_Ids = Annotated[
    list[str] | None,
    typer.Argument(metavar="ID", help="Models used together. Default: those in use."),
]
_IdOrChosen = Annotated[
    str, typer.Argument(metavar="ID", help="A language model. Default: the one in use.")
]


def fit_models(
    model_ids: _Ids = None,
    measure: Annotated[
        bool, typer.Option("--measure", help="Compare with measurements (minutes; Linux only).")
    ] = False,
) -> None:
    """Check whether models fit into memory together, and recommend a set for this machine."""
    models = [known(one) for one in model_ids or []]
    if measure:
        _measure(models)
        return
    machine = this_machine()
    _say_machine(machine)
    _say_set(fit_set(models or set_in_use(), machine))
    if not models:
        best = recommended(machine)
        typer.echo(f"\nRecommended for this machine: {', '.join(one.id for one in best)}")
        missing = [one.id for one in best if not store.installed(one)]
        if missing:
            typer.echo(f"Not installed: {', '.join(missing)}. Download: deskhand models get ID")


def load(model_id: _IdOrChosen = "", context: _Context = None) -> None:
    """Load a language model as a test, report time and memory, and unload it again."""
    from models.memory import loaded
    from models.runtime.llm import Message

    model = _language(model_id)
    _require_here(model)
    machine = this_machine()
    planned = fit(model, machine, context_tokens=context)
    typer.echo(planned.sentence)
    began = time.perf_counter()
    found = loaded.load(model.id, context, tell=typer.echo)
    seconds = time.perf_counter() - began
    try:
        said = found.complete([Message("user", "Say yes.")], max_tokens=4)
        taken = machine.ram_free - this_machine().ram_free
        typer.echo(
            f"{model.id} loaded in {seconds:.1f} s with a context of {found.context_tokens:,}"
            f" tokens and took {gigabytes(max(0, taken))} of RAM. It answered with"
            f" {said.new_tokens} tokens and was unloaded again. Runs and the panel load it when"
            " they need it."
        )
    finally:
        loaded.unload()


def unload() -> None:
    """Show which Deskhand processes hold a model in memory, and how to free it."""
    holders = _holders()
    for number, name in holders:
        typer.echo(f"Process {number} holds {name} in memory.")
    if not holders:
        typer.echo("No Deskhand process holds a model in memory.")
        return
    typer.echo(
        "The memory is freed when the process ends, or after its last run when the time in the"
        " setting idle_unload_minutes has passed."
    )


def bench(model_id: _IdOrChosen = "") -> None:
    """Benchmark a language model: tokens per second, ten choices with and without suggestions."""
    from benchmarks.language_models.measuring import measure

    model = _language(model_id)
    _require_here(model)
    score = measure(model.id, on_answer=_say_answer, tell=typer.echo)
    typer.echo(
        f"{model.id}: {score.right} of {score.questions} choices correct,"
        f" {score.free_right} without suggestions,"
        f" prompt {score.read_rate} tokens/s, generation {score.write_rate} tokens/s,"
        f" loaded in {score.load_seconds} s."
    )
    typer.echo(recommendation(model, score.right, score.questions))


def require_room(model: ModelSpec, anyway: bool) -> str:
    """How a model fits, in a sentence with its colour, before it is fetched or chosen.

    Raises:
        OutOfMemory: it does not fit, and `anyway` is false.
    """
    found = fit(model, this_machine())
    if found.colour == "red" and not anyway:
        raise OutOfMemory(
            f"{model.id}: {found.sentence}",
            "To proceed all the same, use --anyway. For details: deskhand models fit",
        )
    return f"Memory: {found.colour}. {found.sentence}"


def _say_machine(machine: Machine) -> None:
    gpu = machine.gpu
    card = f"{gpu.name}: {_of(gpu.free, gpu.total)}" if gpu else "no GPU that llama.cpp can use"
    typer.echo(f"RAM: {_of(machine.ram_free, machine.ram_total)}; {card}.")
    if gpu:
        typer.echo("The figures for the GPU are estimates, not measurements.")


def _of(free: int, total: int) -> str:
    return f"{gigabytes(free)} of {gigabytes(total)} free"


def _say_set(found: SetFit) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("part", "fits", ""):
        table.add_column(heading)
    for name, part in found.parts.items():
        rough = "" if part.exact else " (estimate: the model is not downloaded)"
        table.add_row(name, f"[{_shade(part.colour)}]{part.colour}[/]", part.sentence + rough)
    Console().print(table)
    typer.echo(f"All together: {found.colour}. {found.sentence}")


def _shade(colour: str) -> str:
    return {"amber": "yellow"}.get(colour, colour)


def _language(model_id: str) -> ModelSpec:
    model = known(model_id or store.selected())
    try:
        model.require_language()
    except ModelError as error:
        raise typer.BadParameter(str(error)) from error
    return model


def _require_here(model: ModelSpec) -> None:
    store.weights_path(model.id)


def _say_answer(number: int, right: bool) -> None:
    typer.echo(f"  question {number}: {'correct' if right else 'wrong'}")


def _holders() -> list[tuple[int, str]]:
    """The processes of this person that have weights of Deskhand in memory, with the file."""
    import psutil

    from models.files.paths import data_folder

    folder = str((data_folder() / "models").resolve())
    found = []
    for process in psutil.process_iter():
        try:
            maps = process.memory_maps()
        except (psutil.Error, OSError, AttributeError):  # Of others, or ended, or not Linux.
            continue
        names = {Path(one.path).name for one in maps if one.path.startswith(folder)}
        found += [(process.pid, name) for name in sorted(names)]
    return found


def _measure(models: list[ModelSpec]) -> None:
    from benchmarks.language_models.memory_check import SCREENS, Load, Row, measure, table

    rows = []
    for model in models or [one for one in _all_here() if one.role in ("language", "detector")]:
        path = store.weights_path(model.id)
        if model.role == "language":
            need = language_need(read_header(path), Running(CONTEXT))
            peak = measure(Load("language", str(path))).peak
            rows.append(Row(f"{model.id}, {CONTEXT:,} tokens", need.peak, peak))
        elif model.role == "detector":
            extras.require(extras.of_model(model))
            for width, height in SCREENS:
                need = detector_need(path.stat().st_size, (width, height))
                peak = measure(Load("detector", str(path), width=width, height=height)).peak
                rows.append(Row(f"{model.id}, {width}×{height}", need.peak, peak))
        else:
            raise ModelError(
                f"The memory use of {model.id} cannot be measured.",
                "Choose a language model or a detector.",
            )
        typer.echo(f"{model.id}: {size_text(rows[-1].measured)}", err=True)
    for width, height in () if models else SCREENS:
        need = recogniser_need("rapid", (width, height))
        peak = measure(Load("ocr", "rapid", width=width, height=height)).peak
        rows.append(Row(f"text: rapid, {width}×{height}", need.peak, peak))
    typer.echo(table(rows))


def _all_here() -> list[ModelSpec]:
    from models.catalogue.catalogue import catalogue

    return [model for model in catalogue().values() if store.installed(model)]
