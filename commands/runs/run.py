"""deskhand run: do a task, and say what happens while it happens."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from typing import Annotated, NoReturn

import typer

from agent.control.remote import reachable
from agent.control.stop import StopSwitch, sigint
from agent.desktop import virtual_desktop as desktops
from agent.desktop.view import View
from agent.desktop.virtual_desktop import HERE, MARK
from agent.diagnostics.preflight import require_display
from agent.policy.rules import LEVELS, Rules, Safety
from agent.routines.routine import Routine
from agent.routines.store import like
from agent.run import Settings, run_task
from commands.models.fetching import progress_bar, size_text
from commands.runs.pausing import TerminalPause
from commands.runs.printing import Teller
from commands.runs.questions import TerminalAsker, can_ask
from models.catalogue.catalogue import ModelSpec, language_model
from models.catalogue.profile import AUTO, NAMES
from models.fetch.ensure import ensure_language_model
from models.files import store
from models.runtime.errors import ModelError

_EXIT_CODES = {"done": 0, "unsure": 3, "stopped": 130}


def run(
    task: Annotated[str, typer.Argument(metavar="TASK", help="The task, in your own words.")],
    model: Annotated[
        str | None, typer.Option(metavar="ID", help="Language model; see: deskhand models list")
    ] = None,
    max_steps: Annotated[int, typer.Option(min=1, max=500, help="Maximum number of steps.")] = 30,
    desktop: Annotated[
        str,
        typer.Option(
            metavar="current|virtual|:N",
            help="Your own screen, a virtual desktop for this run only, or the X display :N.",
        ),
    ] = "current",
    monitor: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="See and use only this monitor; the first is 1."),
    ] = None,
    window: Annotated[
        str | None,
        typer.Option(
            metavar="TITLE",
            help="See and use only the window whose title contains this text, its dialogs and "
            "its menus.",
        ),
    ] = None,
    dry_run: Annotated[
        bool,
        typer.Option(
            "--dry-run",
            help="Print the first planned actions and exit; nothing is clicked or typed.",
        ),
    ] = False,
    strategy: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="plan-act-reflect (default), act-only, or a file of your own in the data "
            "folder's subfolder strategies.",
        ),
    ] = None,
    profile: Annotated[
        str | None,
        typer.Option(
            metavar="|".join((AUTO, *NAMES)),
            help="How much the model is asked and told at once. auto: by the size of the model. "
            "Default: the setting profile.",
        ),
    ] = None,
    yes: Annotated[
        bool,
        typer.Option(
            "--yes",
            "-y",
            help="Ask nothing: neither before the run, nor before a model is downloaded, nor "
            "before risky actions (as with --safety trusted).",
        ),
    ] = False,
    safety: Annotated[
        str | None,
        typer.Option(
            metavar="|".join(LEVELS),
            help="watch: Deskhand says what to do and you do it. ask: ask before every action. "
            "risky: ask before risky actions (default). trusted: never ask.",
        ),
    ] = None,
) -> None:
    """Carry out a task on the desktop.

    To stop a run, press Ctrl+C or Ctrl+Shift+Esc, move the mouse into a corner
    of the screen, or run `deskhand stop` in another terminal. Moving the mouse
    pauses it.

    Before risky actions (sending, paying, deleting, typing into terminals or
    password fields, …) Deskhand asks you in the terminal. Without a terminal it
    skips them.
    """
    if not task.strip():
        raise typer.BadParameter(
            "the task is empty; describe what should be done.", param_hint="TASK"
        )
    check_place(desktop)
    if monitor is not None and window is not None:
        raise typer.BadParameter("--monitor and --window cannot be used together.")
    if window is not None and not window.strip():
        raise typer.BadParameter("the title is empty; give a part of it.", param_hint="--window")
    view = View(monitor=monitor or 0, title=(window or "").strip())
    level = level_of(safety, yes)
    check_profile(profile)
    wanted = _wanted(model)
    if found := like(task):
        _offer(*found)
    do_task(
        task,
        lambda: wanted.id if store.verify(wanted) else _fetched(wanted, yes),
        Settings(
            max_steps=max_steps,
            dry_run=dry_run,
            safety=level,
            view=view,
            strategy=strategy,
            profile=profile,
        ),
        desktop=desktop,
        ask_to_begin=not (yes or dry_run),
    )


def do_task(
    task: str,
    model: Callable[[], str | None],
    settings: Settings,
    *,
    desktop: str,
    ask_to_begin: bool,
) -> NoReturn:
    """Carry out a task, say what happens, and exit. `model` gives the id of one that is there, or
    None when it is asked for later; `desktop` is as for `deskhand run`."""
    # Before anything is started or fetched: with rules that cannot be used no run begins.
    Rules.read()
    with ExitStack() as stack:
        _use_desktop(desktop, stack)
        settings = replace(settings, model_id=model())
        if ask_to_begin:
            _ask_to_begin()
        stop = StopSwitch()
        stack.enter_context(sigint(stop))
        asker = TerminalAsker() if can_ask() else None
        pause = TerminalPause()
        stack.enter_context(reachable(stop, pause))
        outcome = run_task(
            task, tell=Teller(), stop=stop, settings=settings, asker=asker, pause=pause
        )
    raise typer.Exit(_EXIT_CODES.get(outcome.kind, 1))


def check_place(desktop: str) -> None:
    """Raise BadParameter when this names no desktop."""
    if not (desktop in ("current", "virtual") or re.fullmatch(r":\d+(\.\d+)?", desktop)):
        raise typer.BadParameter(
            "use current, virtual or a display such as :1", param_hint="--desktop"
        )


def check_profile(profile: str | None) -> None:
    """Raise BadParameter when this is no profile."""
    if profile is not None and profile not in (AUTO, *NAMES):
        raise typer.BadParameter(f"use one of {', '.join((AUTO, *NAMES))}", param_hint="--profile")


def _offer(routine: Routine, values: Mapping[str, str]) -> None:
    """Say how a routine would do it; what is secret is asked for then."""
    given = [
        f" --set {shlex.quote(f'{each.name}={values[each.name]}')}"
        for each in routine.parameters
        if not each.secret and values[each.name] != each.value
    ]
    typer.echo(
        f"The routine “{routine.name}” can do this task without the model: "
        f"deskhand routines run {shlex.quote(routine.name)}{''.join(given)}",
        err=True,
    )


def _use_desktop(name: str, stack: ExitStack) -> None:
    if name == "virtual":
        stack.enter_context(desktops.start(dressed=True)).activate_environment()
    elif name != "current":
        if name != os.environ.get("DISPLAY"):
            # Another display than the session's own: whether that is a Wayland one is no matter.
            os.environ.pop("XDG_SESSION_TYPE", None)
            os.environ.pop("WAYLAND_DISPLAY", None)
        os.environ["DISPLAY"] = name
    require_display()


def level_of(safety: str | None, yes: bool) -> Safety | None:
    """How much is asked; None leaves it to the person's rules."""
    if safety is None:
        return "trusted" if yes else None
    for level in LEVELS:
        if level == safety:
            return level
    raise typer.BadParameter(f"use one of {', '.join(LEVELS)}", param_hint="--safety")


def _wanted(model: str | None) -> ModelSpec:
    """The language model asked for, else the selected one. An id that is none is bad use."""
    try:
        return language_model(model or store.selected())
    except ModelError as error:
        if model is None:
            raise
        raise typer.BadParameter(str(error), param_hint="--model") from error


def _fetched(wanted: ModelSpec, yes: bool) -> str:
    """Fetch the model, or the small one when it cannot be had; the id of what is there."""
    if not yes:
        typer.confirm(
            f"{wanted.name} is not installed. Download it ({size_text(wanted.bytes)})?",
            default=True,
            abort=True,
        )
    with progress_bar(wanted.id, wanted.bytes) as on_progress:
        ensured = ensure_language_model(on_progress, model_id=wanted.id)
    if ensured.notice:
        typer.echo(ensured.notice, err=True)
    return ensured.id


def _ask_to_begin() -> None:
    """On the person's own screen the mouse will move under their hand."""
    if HERE in os.environ or MARK in os.environ or not sys.stdin.isatty():
        return
    typer.confirm("Deskhand will now use your mouse and keyboard. Start?", default=True, abort=True)
