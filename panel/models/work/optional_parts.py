"""Optional parts: which are installed, and installing one with progress and a stop."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from agent.settings.described import setting
from models.catalogue import extras
from models.fetch.job import DownloadStopped
from models.fetch.pip_install import Step
from models.runtime.errors import ModelError
from panel.models.work.jobs import Ending, Telling
from panel.models.work.words import problem

PARTS = ("easyocr", "omniparser", "llava")
_LOOK_SECONDS = 0.2
# pip must not run twice at the same time in one Python.
_pip = threading.Lock()


@dataclass(frozen=True, slots=True)
class Part:
    """An optional part by its name; `size` is what its installation takes, in words."""

    name: str
    missing: bool
    size: str


def part(name: str) -> Part:
    """How it is now."""
    missing = bool(extras.missing(name))
    return Part(name, missing, extras.size_text(name) if missing else "")


def about(name: str) -> str:
    """What a job is about that installs this part."""
    return f"extra {name}"


def install(name: str, tell: Telling) -> Ending:
    """Install a part. Whatever is wrong is told in the ending."""
    title = extras.extra(name).title

    def show(step: Step) -> None:
        share = step.done / step.total if step.total else None
        # Half a package would be left.
        tell(f"{step.text}…", share, () if step.doing == "installing" else ("give-up",))

    try:
        if not _turn(tell):
            return Ending(f"{title} was not installed: you cancelled it.", good=False)
        try:
            extras.install(name, show, tell.stop)
        finally:
            _pip.release()
    except DownloadStopped:
        return Ending(
            f"{title} was not installed: you cancelled it. pip keeps what it has downloaded and"
            " continues from there next time.",
            good=False,
        )
    except (ModelError, OSError) as error:
        return Ending(problem(error), good=False)
    return Ending(f"{title} is installed. {_afterwards(name)}")


def _turn(tell: Telling) -> bool:
    """Wait until no other part is being installed; False when it is cancelled before."""
    while not _pip.acquire(timeout=_LOOK_SECONDS):
        tell("Waiting until the other part is installed…", None, ("give-up",))
        if tell.stop.is_set():
            return False
    return True


def _afterwards(name: str) -> str:
    match name:
        case "easyocr":
            return f"Choose it in Settings under “{setting('ocr').label}”."
        case "omniparser":
            return (
                "Download its weights in Models, then choose it in Settings under"
                f" “{setting('detector').label}”."
            )
    return "Add the folder of a LLaVA model in Models under “Add a model of your own”."
