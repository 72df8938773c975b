"""deskhand bench: measure seeing, deciding and finishing on this machine."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agent.perception.settings import DetectorName
from commands.bench.compare import compare
from commands.bench.decide import decide
from commands.bench.fuzz import fuzz
from commands.bench.options import first_and_last, installed_model
from commands.bench.running import run_benchmark
from commands.bench.soak import soak
from models.files import store

if TYPE_CHECKING:
    from benchmarks.harness.suites import Suite

app = typer.Typer(
    help="Compare models and settings by benchmarks on this machine.",
    no_args_is_help=True,
)
BENCHMARKS = {
    "miniwob": "Small web tasks of MiniWoB++, from pixels, with the real mouse and keyboard.",
    "wizard": "A wizard of six pages, scored as in the DLR thesis of 2024.",
    "apps": "Tasks in real applications, each checked by its result.",
    "screenagent": "Recorded desktop sessions: is the right click target found and chosen?",
    "perception": "Labelled screenshots: what is recognised, compared with OmniParser's pipeline.",
    "speed": "Time per frame, tokens per second, load time and memory.",
    "injection": "Prompt injection: how many instructions of hostile pages are followed?",
    "stop": "Time from a stop request to the end of a run, for each way to stop.",
    "choosing": "Choice of applications for written requests.",
    "never": "Tasks that forbid something, run without questions: was harm done?",
    "everyday": "Everyday web pages of other authors: was the task done, and was harm done?",
}
"""The help of each benchmark, by its name."""


class Ocr(StrEnum):
    RAPIDOCR = "rapidocr"
    EASYOCR = "easyocr"


class RealScreens(StrEnum):
    DEV = "dev"
    LOCKED = "locked"


def _command(name: str) -> Callable[..., None]:
    """The command of one benchmark; all take the same options."""

    def bench(
        tasks: Annotated[
            str,
            typer.Option(metavar="A,B,…", help="Only these tasks. Default: all of the benchmark."),
        ] = "",
        seeds: Annotated[
            str, typer.Option(metavar="A-B", help="Range of seeds, inclusive.")
        ] = "0-0",
        wording: Annotated[
            str,
            typer.Option(
                metavar="N",
                help="Wording of the tasks, or a range A-B: 0 is the usual one, others say the "
                "same in other words (apps, wizard, never, everyday).",
            ),
        ] = "0",
        model: Annotated[
            str, typer.Option(metavar="ID", help="Language model; see: deskhand models list")
        ] = store.DEFAULT_MODEL,
        ocr: Annotated[Ocr, typer.Option(help="Text recogniser.")] = Ocr.RAPIDOCR,
        detector: Annotated[DetectorName, typer.Option(help="Detector of controls.")] = "controls",
        oracle: Annotated[
            bool,
            typer.Option("--oracle", help="Use the ground truth instead of recognising pixels."),
        ] = False,
        steps: Annotated[
            int | None, typer.Option(min=1, help="Maximum number of steps of an episode.")
        ] = None,
        seconds: Annotated[
            float | None, typer.Option(min=1, help="Time limit of an episode in seconds.")
        ] = None,
        workers: Annotated[
            int, typer.Option(min=1, help="Number of parallel virtual desktops.")
        ] = 1,
        json: Annotated[
            Path | None,
            typer.Option(
                metavar="FILE", help="Result file (JSON lines). An existing one is continued."
            ),
        ] = None,
        report: Annotated[
            Path | None,
            typer.Option(
                metavar="FOLDER", help="Write a page with the screenshots of each failure."
            ),
        ] = None,
        data: Annotated[
            Path | None,
            typer.Option(
                metavar="FOLDER",
                help="Recordings (screenagent) or labelled screenshots (perception).",
            ),
        ] = None,
        real: Annotated[
            RealScreens | None,
            typer.Option(
                help="Real screens labelled by hand, beside those of --data (perception); the "
                "failures of the locked set are never told."
            ),
        ] = None,
        save: Annotated[
            Path | None, typer.Option(metavar="FILE", help="Append the tables to this file.")
        ] = None,
        alone: Annotated[
            bool,
            typer.Option("--alone", help="Do not run the pipeline compared with (perception)."),
        ] = False,
        fallen: Annotated[
            bool,
            typer.Option("--fallen", help="Simulate a model that obeys the screen (injection)."),
        ] = False,
        no_blocking: Annotated[
            bool, typer.Option("--no-blocking", help="Offer actions without effect again.")
        ] = False,
        no_reflection: Annotated[
            bool, typer.Option("--no-reflection", help="Assume that every action worked.")
        ] = False,
        no_plan: Annotated[
            bool, typer.Option("--no-plan", help="Do not split the task into parts.")
        ] = False,
        no_multi_action: Annotated[
            bool, typer.Option("--no-multi-action", help="Allow only one action per reply.")
        ] = False,
        applications: Annotated[
            bool,
            typer.Option(
                "--applications/--no-applications",
                help="Choose and open applications before the first step.",
            ),
        ] = True,
        no_skills: Annotated[
            bool, typer.Option("--no-skills", help="Offer the model no skills.")
        ] = False,
        no_suggestions: Annotated[
            bool, typer.Option("--no-suggestions", help="Suggest nothing to the model.")
        ] = False,
        profile: Annotated[
            str, typer.Option(metavar="NAME", help="auto, small, standard or strong")
        ] = "auto",
        strategy: Annotated[
            str, typer.Option(metavar="NAME", help="Strategy; see: deskhand run --help")
        ] = "plan-act-reflect",
        manuals: Annotated[
            bool, typer.Option("--manuals", help="Give the model passages from manuals.")
        ] = False,
    ) -> None:
        from agent.errors import AgentError
        from benchmarks.harness.jobs import Options
        from benchmarks.harness.suites import suite

        if not fallen:
            installed_model(model)
        try:
            chosen = suite(name)
        except ModuleNotFoundError as missing:
            raise AgentError(
                f"The benchmark {name} needs the Python package {missing.name}, which is missing.",
                f"Install what benchmarks need and run it: make bench BENCH={name}",
            ) from missing
        most_steps, most_seconds = chosen.limits
        options = Options(
            model=model,
            ocr=ocr.value,
            detector=detector,
            oracle=oracle,
            tasks=tuple(task.strip() for task in tasks.split(",") if task.strip()),
            seeds=first_and_last(seeds, "--seeds"),
            wordings=_wordings(wording, chosen),
            max_steps=steps or most_steps,
            seconds=seconds or most_seconds,
            data=data,
            real=real.value if real else "",
            blocking=not no_blocking,
            reflection=not no_reflection,
            plan=not no_plan,
            several_actions=not no_multi_action,
            applications=applications,
            skills=not no_skills,
            suggestions=not no_suggestions,
            profile=profile,
            manuals=manuals,
            strategy=strategy,
            alone=alone,
            fallen=fallen,
        )
        run_benchmark(name, options, workers, json, report, save)

    return bench


for _name, _help in BENCHMARKS.items():
    app.command(_name, help=_help)(_command(_name))
app.command("decide")(decide)
app.command("fuzz")(fuzz)
app.command("soak")(soak)
app.command("compare")(compare)


def _wordings(text: str, chosen: Suite) -> tuple[int, int]:
    from benchmarks.harness.suites import Reworded

    first, last = first_and_last(text, "--wording")
    most = chosen.wordings if isinstance(chosen, Reworded) else 0
    if last > most:
        there = f"0 to {most}" if most else "the usual wording, 0, only"
        raise typer.BadParameter(f"this benchmark has {there}", param_hint="--wording")
    return first, last
