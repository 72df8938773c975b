"""What must be there before a run, and how to get what is missing. Changes nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import psutil

from agent.desktop.dressing.dress import BAR, MENU, missing, programs_there
from agent.desktop.virtual_desktop import HERE, MARK
from agent.desktop.xserver import missing_programs
from agent.errors import AgentError, DisplayError
from models.catalogue import extras
from models.catalogue.catalogue import spec
from models.runtime.errors import ModelError
from vision.capture.x11 import NoDisplayError, open_display

FETCH, CLOSE = "fetch:", "close records"
"""What `Problem.fix` may be: FETCH with the id of a model, or CLOSE."""
_GIGABYTE = 1024**3
# The default model, OCR, detector and this program together; measured without a browser.
_MEMORY_GB = 4.0
_FINDER = "Detector of controls"


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is missing, and what to do. Without something essential nothing runs. `fix`
    says what the panel can do about it, see `agent.diagnostics.repair`; "": nothing."""

    text: str
    hint: str
    essential: bool = True
    fix: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at: what was found, or the problem. `optional`: it may be missing,
    and then `found` says how to get it."""

    name: str
    found: str
    problem: Problem | None = None
    optional: bool = False


def checks() -> Iterator[Check]:
    """Look at everything, one after the other (a few seconds: libraries are really loaded)."""
    if sys.platform == "linux":
        virtual = _virtual_desktop()
        yield _display(virtual.problem is None)
        yield virtual
        yield _dressing()
        yield _library("Mouse and keyboard", "import tkinter", _TKINTER)
    yield _library("Text recognition", "import onnxruntime, rapidocr", _REINSTALL)
    yield _library("Language models", _LLAMA, _REINSTALL)
    yield from _weights()
    yield from _extras()
    yield _memory()
    yield _settings()
    yield _records()


def require_display() -> None:
    """Raise DisplayError, with a hint, when there is no display that we could see and use."""
    problem = display_problem() if sys.platform == "linux" else None
    if problem is not None:
        raise DisplayError(problem.text, problem.hint)


def display_problem() -> Problem | None:
    """Why the current session cannot be used, or None. Linux only."""
    virtual = "Or use a virtual desktop: deskhand desktop shell, or deskhand run --desktop virtual"
    on_virtual = MARK in os.environ or HERE in os.environ
    usable, reason = _x_server()
    wayland = os.environ.get("XDG_SESSION_TYPE") == "wayland"
    if (wayland and not on_virtual) or (os.environ.get("WAYLAND_DISPLAY") and not usable):
        return Problem(
            "This is a Wayland session, in which programs cannot see or use the windows of others.",
            "Log out, and choose the session “Xorg” or “X11” on the login screen (the gear icon "
            f"beside the password). {virtual}",
        )
    if not usable:
        return Problem(
            f"There is no usable display: {reason}.",
            f"Run Deskhand in a graphical session with X11. {virtual}",
        )
    return None


def _x_server() -> tuple[bool, str]:
    try:
        open_display().close()
    except NoDisplayError as problem:
        return False, str(problem)
    return True, ""


def _display(virtual_works: bool) -> Check:
    problem = display_problem()
    if problem is not None and virtual_works:
        problem = Problem(problem.text, problem.hint, essential=False)
    return Check("Display", os.environ.get("DISPLAY", ""), problem)


def _virtual_desktop() -> Check:
    missing = missing_programs()
    if not missing:
        return Check("Virtual desktop", "Xvfb, openbox, dbus, xclip")
    return Check(
        "Virtual desktop",
        "",
        Problem(
            f"Not installed: {', '.join(missing)}.",
            f"apt install {' '.join(missing.values())}",
            essential=False,
        ),
    )


def _dressing() -> Check:
    """What makes the virtual desktop one for a person."""
    name, lacking, there = "Bar and programs of the virtual desktop", missing(), programs_there()
    browser = there.get("web browser", "no web browser (if you want one: apt install chromium)")
    found = ", ".join([BAR, MENU, there.get("file manager", ""), browser])
    if not lacking:
        return Check(name, found)
    text = f"{', '.join(lacking)}: not installed. The virtual desktop works without."
    hint = f"apt install {' '.join(lacking.values())}"
    return Check(name, "", Problem(text, hint, essential=False))


_TKINTER = "apt install python3-tk (or use a Python with tkinter)"
_REINSTALL = "Reinstall Deskhand's dependencies, in its folder: make setup, or pip install -e ."
_LLAMA = """
import llama_cpp
gpu = llama_cpp.llama_supports_gpu_offload()
print(f"llama-cpp-python {llama_cpp.__version__},", "with GPU support" if gpu else "CPU only")
"""


def _library(name: str, code: str, hint: str) -> Check:
    """Run `code` in a process of its own: a library built for another processor ends it."""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120
    )
    if done.returncode == 0:
        return Check(name, done.stdout.strip() or code.removeprefix("import "))
    last = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
    return Check(name, "", Problem(last, hint))


def _weights() -> Iterator[Check]:
    """The language model in use, and the detector when it is fetched; what is missing is fetched
    when asked for."""
    from models.files import store

    try:
        wanted = {"Model in use": store.selected(), _FINDER: store.detector_in_use()}
    except ModelError as error:
        yield Check("Model in use", "", Problem(error.args[0], error.hint))
        wanted = {}
    for name, identity in wanted.items():
        if not identity:
            yield _own_detector()
            continue
        text, fix = f"{identity} is not installed, or incomplete.", f"{FETCH}{identity}"
        hint = f"Download it: deskhand models get {identity}"
        try:
            if store.ready(spec(identity)):
                yield Check(name, identity)
                continue
        except ModelError as error:
            text, fix = error.args[0], ""
            hint = "Choose a model: deskhand models list, then deskhand models use ID"
        yield Check(name, "", Problem(text, hint, essential=False, fix=fix))


def _own_detector() -> Check:
    from agent.perception.perceiver import own_weights

    if own_weights().is_file():
        return Check(_FINDER, "Deskhand's own")
    text = f"The weights {own_weights()} are missing, so no controls are found."
    hint = "Reinstall Deskhand, or choose another detector in the panel's Settings"
    return Check(_FINDER, "", Problem(text, hint))


def _extras() -> Iterator[Check]:
    """The optional parts. A part that is missing is a problem only where the settings name it."""
    chosen = _chosen_extras()
    for name in ("easyocr", "omniparser", "llava"):
        title = extras.extra(name).title
        if not extras.missing(name):
            yield Check(title, "installed", optional=True)
        elif name in chosen:
            setting, essential = chosen[name]
            text = f"Not installed, although the settings say {setting}."
            hint = f"{extras.how_to_get(name)}, or change the setting"
            yield Check(title, "", Problem(text, hint, essential))
        else:
            found = f"Not installed. {extras.how_to_get(name)}"
            yield Check(title, found, optional=True)


def _chosen_extras() -> dict[str, tuple[str, bool]]:
    """The extras that the settings name, how they name them, and whether no run begins without."""
    from agent.perception.settings import seeing

    try:
        chosen = seeing()
    except AgentError:
        return {}  # The check of the settings says what is wrong with them.
    found = {}
    if chosen.ocr == "easy":
        found["easyocr"] = ("ocr = easy", True)
    if chosen.detector != "controls":
        found["omniparser"] = (f"detector = {chosen.detector}", False)
    return found


def _settings() -> Check:
    """Whether the file of settings can be used: with one that cannot, no run begins."""
    from agent.settings.file import read

    contents = read()
    if not contents.problems:
        given = sum(each.given for each in contents.found.values())
        said = f"{given} set in {contents.path.name}" if given else "the defaults"
        return Check("Settings", said)
    hint = f"Correct it in the panel's Settings, or by hand in {contents.path.parent}"
    return Check("Settings", "", Problem(" ".join(contents.problems), hint))


def _records() -> Check:
    """Whether each record says how its run ended."""
    from agent.records.archive import stored
    from agent.records.interrupted import left_open
    from models.files.paths import runs_folder

    runs, open_ = stored(runs_folder()), left_open(runs_folder())
    plural = "" if len(runs) == 1 else "s"
    said = f"{len(runs)} record{plural}, {sum(run.bytes for run in runs) / 1e6:.0f} MB"
    if not open_:
        return Check("Records of runs", said)
    count = f"{len(open_)} run was" if len(open_) == 1 else f"{len(open_)} runs were"
    text = f"{count} interrupted: Deskhand was killed or crashed."
    hint = "The next run marks it in the record."
    return Check("Records of runs", said, Problem(text, hint, essential=False, fix=CLOSE))


def _memory() -> Check:
    free = psutil.virtual_memory().available / _GIGABYTE
    found = f"{free:.1f} GB free"
    if free >= _MEMORY_GB:
        return Check("Memory", found)
    text = f"Only {found}; the default model and text recognition need about {_MEMORY_GB:.0f} GB."
    hint = "Close other programs, or choose a smaller model: deskhand models use smollm2-135m-q4"
    return Check("Memory", found, Problem(text, hint, essential=False))
