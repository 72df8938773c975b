"""deskhand bench: measure seeing, deciding and finishing on this machine."""

from __future__ import annotations

import re
import shlex
import signal
import sys
import time
from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from agent.perception.settings import DetectorName
from commands.bench.fuzz import fuzz
from commands.bench.soak import soak
from models.catalogue.catalogue import language_model
from models.files import store
from models.files.paths import data_folder
from models.runtime.errors import ModelError

if TYPE_CHECKING:
    from benchmarks.jobs import Job, Options, Result
    from benchmarks.suites import Suite

app = typer.Typer(
    help="Compare models and settings by benchmarks on this machine.",
    no_args_is_help=True,
)
_HELP = {
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
}


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
                "same in other words (apps, wizard, never).",
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
        from benchmarks.jobs import Options
        from benchmarks.suites import suite

        if not fallen:
            _require(model)
        chosen = suite(name)
        most_steps, most_seconds = chosen.limits
        options = Options(
            model=model,
            ocr=ocr.value,
            detector=detector,
            oracle=oracle,
            tasks=tuple(task.strip() for task in tasks.split(",") if task.strip()),
            seeds=_range(seeds, "--seeds"),
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
        _run(name, options, workers, json, report, save)

    return bench


for _name, _help in _HELP.items():
    app.command(_name, help=_help)(_command(_name))
app.command("fuzz")(fuzz)
app.command("soak")(soak)


@app.command("compare")
def compare(
    a: Annotated[Path, typer.Argument(metavar="A", help="Result file written with --json.")],
    b: Annotated[Path, typer.Argument(metavar="B", help="Another result file.")],
) -> None:
    """Compare two result files episode by episode, with a confidence interval."""
    from benchmarks.compare import compare as compared
    from benchmarks.results import read_results

    typer.echo(compared(_last(read_results(a).results), _last(read_results(b).results)))


def _last(results: Sequence[Result]) -> list[Result]:
    """The last result of each episode: the harness tries again what it failed."""
    return list({result.job: result for result in results}.values())


def _require(model: str) -> None:
    """The model must be there before anything starts."""
    try:
        wanted = language_model(model)
    except ModelError as error:
        raise typer.BadParameter(str(error), param_hint="--model") from error
    if not store.ready(wanted):
        raise ModelError(
            f"{wanted.id} is not installed.", f"Download it: deskhand models get {wanted.id}"
        )


def _range(text: str, option: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d+)(?:-(\d+))?", text.strip())
    if match is None or int(match[1]) > int(match[2] or match[1]):
        raise typer.BadParameter("use A-B where A is at most B, such as 0-2", param_hint=option)
    return int(match[1]), int(match[2] or match[1])


def _wordings(text: str, chosen: Suite) -> tuple[int, int]:
    from benchmarks.suites import Reworded

    first, last = _range(text, "--wording")
    most = chosen.wordings if isinstance(chosen, Reworded) else 0
    if last > most:
        there = f"0 to {most}" if most else "the usual wording, 0, only"
        raise typer.BadParameter(f"this benchmark has {there}", param_hint="--wording")
    return first, last


def _run(
    name: str,
    options: Options,
    workers: int,
    json: Path | None,
    report: Path | None,
    save: Path | None,
) -> None:
    from benchmarks.report import write_report
    from benchmarks.results import open_results
    from benchmarks.suites import Reporting, suite

    chosen = suite(name)
    jobs = chosen.jobs(options)
    path = json or data_folder() / "benchmarks" / time.strftime(f"{name}-%Y%m%d-%H%M%S.jsonl")
    file = open_results(path, name, options)
    records = report / "records" if report else None
    left = file.left(jobs)
    log = path.with_suffix(".log")
    # Ended like with Ctrl+C: the workers and their desktops must not outlive us. (Started in the
    # background by a script, Ctrl+C itself would be ignored.)
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, signal.default_int_handler)
    try:
        _work(name, options, left, workers, log, file.add, records, done=len(jobs) - len(left))
    except KeyboardInterrupt:
        typer.echo(f"Stopped. Continue with: --json {path}", err=True)
        raise
    results = file.of(jobs)
    tables = chosen.tables(results, options)
    typer.echo(tables)
    typer.echo(f"\nMachine: {file.machine}\nResults: {path}", err=True)
    if report:
        write = chosen.report if isinstance(chosen, Reporting) else write_report
        page = write(report, f"deskhand bench {name}", results)
        typer.echo(f"Failures: {page}", err=True)
    if save:
        _append(save, name, file.machine, tables)


def _work(
    name: str,
    options: Options,
    left: Sequence[Job],
    workers: int,
    log: Path,
    add: Callable[[Result], None],
    records: Path | None,
    done: int,
) -> None:
    """Do what is left, with a progress bar on standard error."""
    from benchmarks.runner import run_jobs

    columns = (
        TextColumn(f"{name}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[right]} right"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(elapsed_when_finished=True),
        TextColumn("{task.fields[last]}"),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, speed_estimate_period=3600) as progress:
        bar = progress.add_task(name, total=done + len(left), completed=done, right=0, last="")
        right = 0

        def tell(result: Result) -> None:
            nonlocal right
            add(result)
            right += result.success
            said = "right" if result.success else result.failure
            progress.update(bar, advance=1, right=right, last=f"{result.job.name}: {said}")
            if not console.is_terminal:
                console.print(f"{result.job.name}: {said}, {result.seconds:.0f} s")

        run_jobs(name, left, options, workers=workers, log=log, tell=tell, records=records)


def _append(path: Path, name: str, machine: str, tables: str) -> None:
    command = shlex.join(["deskhand", *sys.argv[1:]])
    heading = f"## {name}, {time.strftime('%Y-%m-%d')}"
    text = f"\n{heading}\n\nMachine: {machine}. Command: `{command}`.\n\n{tables}\n"
    with path.open("a", encoding="utf-8") as file:
        file.write(text)
