"""The first steps: shown until the first run is stored. Whether screen and models are ready, and a
practice task."""

from __future__ import annotations

from dataclasses import dataclass

from agent.apps.applications import find
from agent.diagnostics.preflight import display_problem
from agent.perception.perceiver import own_weights
from agent.records import archive
from models.catalogue.catalogue import spec
from models.files import store
from models.files.paths import runs_folder
from models.runtime.errors import ModelError
from panel.page.html import safe

PRACTICE = "Open Mousepad and write “Hello from Deskhand”"
_PROGRAM = "Mousepad"


@dataclass(frozen=True, slots=True)
class Ready:
    """One thing that a run needs: whether it is there, and a sentence."""

    name: str
    good: bool
    said: str


def is_first() -> bool:
    """Whether no run is stored."""
    return not archive.folders(runs_folder())


def can_practise() -> bool:
    """Whether the program of the practice task is on this machine."""
    return bool(find(_PROGRAM))


def ready() -> list[Ready]:
    """What a run needs, in the order in which it is needed."""
    problem = display_problem()
    return [
        Ready(
            "Screen",
            not problem,
            f"{problem.text} {problem.hint}" if problem else "It can be seen and used.",
        ),
        _model(),
        _detector(),
    ]


def card() -> str:
    """The steps as HTML."""
    rows = "".join(map(_row, ready()))
    if can_practise():
        last = (
            f"Then try it: Deskhand will do <i>{safe(PRACTICE)}</i> while you watch. Stop ends it."
        )
    else:
        last = "Then type a task above, such as: open the calculator and work out 12 * 7"
    return (
        "<h2>First steps</h2><p>Deskhand looks at the screen, chooses with a model on this "
        "machine, and uses mouse and keyboard. Nothing leaves this machine.</p>"
        f"<ul class='dh-first-list'>{rows}</ul><p>{last}</p>"
    )


def _row(one: Ready) -> str:
    mark, colour, word = ("✓", "good", "ready") if one.good else ("!", "mixed", "not yet")
    return (
        f"<li><span class='dh-{colour}'><b>{mark} {word}</b></span> <b>{one.name}</b>"
        f" <span class='dh-why'>{safe(one.said)}</span></li>"
    )


def _model() -> Ready:
    try:
        model = spec(store.selected())
    except ModelError as problem:
        return Ready("Language model", False, str(problem))
    if model.engine is not None or store.ready(model):
        return Ready("Language model", True, f"{model.name} is installed.")
    size = f" ({model.bytes / 1e9:.1f} GB)" if model.bytes else ""
    return Ready(
        "Language model",
        False,
        f"{model.name}{size} is not downloaded yet. The first run downloads it; Models lists"
        " others.",
    )


def _detector() -> Ready:
    """What finds controls: the one that was set."""
    name = "Detector of controls"
    try:
        detector = store.detector_in_use()
    except ModelError as problem:
        return Ready(name, False, str(problem))
    if store.ready(spec(detector)) if detector else own_weights().is_file():
        return Ready(name, True, "It is installed.")
    if not detector:
        return Ready(name, False, "Its weights are missing. Install Deskhand again.")
    return Ready(
        name,
        False,
        "It is not installed, so only text and shapes are recognised. Download it in Models.",
    )
