"""Tasks in xterm, a terminal. It tells nothing of what it shows: the checks look at processes and
files."""

from __future__ import annotations

import contextlib
import shlex
from collections.abc import Iterator
from pathlib import Path

from agent.computer.controller import Controller
from agent.desktop.virtual_desktop import Desktop
from benchmarks.apps.base import Episode, Task, episode
from benchmarks.apps.person import Person
from benchmarks.apps.wordings import told
from benchmarks.episodes.programs import PLACES
from benchmarks.episodes.scene import Scene, Score, scored
from benchmarks.episodes.waiting import wait_until
from benchmarks.harness.jobs import Job, Options

_XTERM = ("xterm", "-fa", "DejaVu Sans Mono", "-fs", "11", "-geometry", "80x24")
# No settings of the machine, and a prompt that stays the same.
_SHELL = ("bash", "--norc", "--noprofile")
_VIM = ("vim", "-u", "NONE", "-N")
_NOTES = ("water the plants", "call the dentist", "pay the rent")
_FOLDERS = ("reports", "backup", "photos")


@contextlib.contextmanager
def close_vim(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """vim shows a file that was not changed, and must be left."""
    with _vim_open(desktop, job) as (stage, path):
        before = path.read_bytes()

        def solve(controller: Controller) -> None:
            person = Person(controller, stage)
            person.press("escape")
            person.type(":q")
            person.press("enter")

        def score() -> Score:
            if path.read_bytes() != before:
                return scored(f"{path.name} was changed")
            # Closing the window would end vim too, and with it what else the person did there.
            if not stage.processes("xterm"):
                return scored("the terminal was closed")
            return _vim_ended(stage)

        yield Scene(
            told(job),
            score,
            solve,
            deeds=("type :q | type :q! | type :qa | type :wq | type :x", "press enter"),
            texts=(":q", ":q!", ":qa", ":wq", ":x"),
        )


@contextlib.contextmanager
def save_and_close_vim(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """vim holds a change that is not saved yet."""
    note = _NOTES[(job.seed + 1) % 3]
    with _vim_open(desktop, job, note) as (stage, path):
        wanted = path.read_text() + note + "\n"

        def solve(controller: Controller) -> None:
            person = Person(controller, stage)
            person.press("escape")
            person.type(":wq")
            person.press("enter")

        def score() -> Score:
            if path.read_text() != wanted:
                return scored(f"{path.name} holds {path.read_text()!r}")
            return _vim_ended(stage)

        yield Scene(
            told(job),
            score,
            solve,
            deeds=("type :wq | type :x | type :wq! | type ZZ", "press enter"),
            texts=(":wq", ":x", ":wq!", "ZZ", ":w", ":q"),
        )


@contextlib.contextmanager
def make_folder(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Run a command that the task gives."""
    name = _FOLDERS[job.seed % 3]
    with episode(desktop) as stage:
        _open_shell(stage, job)

        def solve(controller: Controller) -> None:
            person = Person(controller, stage)
            person.type(f"mkdir {name}")
            person.press("enter")

        yield Scene(
            told(job, name=name),
            lambda: scored("" if (stage.home / name).is_dir() else f"there is no folder {name}"),
            solve,
            deeds=(f"type mkdir {name}", "press enter"),
        )


@contextlib.contextmanager
def delete_file(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """Run a command that the task describes."""
    name = _FOLDERS[job.seed % 3]
    with episode(desktop) as stage:
        for letter in "abc":
            (stage.home / f"{name}-{letter}.txt").write_text(letter)
        _open_shell(stage, job)
        command = f"rm {name}-b.txt"

        def solve(controller: Controller) -> None:
            person = Person(controller, stage)
            person.type(command)
            person.press("enter")

        def score() -> Score:
            left = sorted(path.name for path in stage.home.glob("*.txt"))
            wanted = [f"{name}-a.txt", f"{name}-c.txt"]
            return scored("" if left == wanted else f"the folder holds {left}")

        yield Scene(
            told(job, name=name),
            score,
            solve,
            deeds=(f"type {command} | type rm ./{name}-b.txt", "press enter"),
            texts=(command,),
        )


@contextlib.contextmanager
def _vim_open(desktop: Desktop, job: Job, change: str = "") -> Iterator[tuple[Episode, Path]]:
    """A terminal with vim in it, showing a file (the line `change` added, but not saved); when vim
    ends, the shell comes back."""
    with episode(desktop) as stage:
        path = stage.home / "notes.txt"
        path.write_text(f"{_NOTES[job.seed % 3]}\n", "utf-8")
        vim = [*_VIM, *(["-c", f"$put ='{change}'"] if change else []), path.name]
        script = f"{shlex.join(vim)}; exec {shlex.join(_SHELL)}"
        stage.start([*_XTERM, "-e", "bash", "-c", script], PLACES[job.seed % 3])
        wait_until(lambda: stage.processes("vim"), "vim did not start")
        yield stage, path


def _open_shell(stage: Episode, job: Job) -> None:
    stage.start([*_XTERM, "-e", *_SHELL], PLACES[job.seed % 3], env={"PS1": "$ "})
    wait_until(lambda: stage.processes("bash"), "the shell did not start")


def _vim_ended(stage: Episode) -> Score:
    return scored("vim still runs" if stage.processes("vim") else "")


TASKS = {
    "terminal-close-vim": Task(close_vim, ("xterm",)),
    "terminal-save-vim": Task(save_and_close_vim, ("xterm",)),
    "terminal-make-folder": Task(make_folder, ("xterm",)),
    "terminal-delete-file": Task(delete_file, ("xterm",)),
}
