"""Measurements of the whole product: memory, and the wait from Run to the first action."""

from __future__ import annotations

import contextlib
import re
import tempfile
import time
from pathlib import Path

from agent.control.stop import StopSwitch
from agent.events import Acting, Event
from agent.perception.perceiver import make_perceiver
from agent.run import Settings, run_task
from benchmarks.speed.frames import shown
from benchmarks.speed.language import CONTEXT
from benchmarks.speed.prompt import question
from models.memory.loaded import forget, load
from vision.capture.screen import MssScreen
from vision.capture.windows import list_windows

_TASK = 'Write "Ann" into First name, tick Newsletter and press Submit.'
_MOST_SECONDS = 300.0


def memory(model_id: str, ocr: str) -> dict[str, float]:
    """Megabytes (10^6 bytes) that this process held at most: at its start, when the model was
    loaded and had answered a question, and when the eyes were loaded too and had looked at a dense
    page of 1920 by 1080 pixels.

    Puts this process on another desktop: call it in a process of its own.

    Raises:
        ModelError: the model's weights are missing.
    """
    from agent.desktop.virtual_desktop import start

    figures = {"start": _peak()}
    asked = question()
    load(model_id, CONTEXT).complete(asked.messages, grammar=asked.grammar, max_tokens=16)
    figures["model"] = _peak()
    with start((1920, 1080)) as desktop:
        desktop.activate_environment()
        perceiver = make_perceiver(ocr)
        with shown(desktop), contextlib.closing(MssScreen()) as screen:
            perceiver.perceive(screen.grab(), list_windows())
    return {**figures, "peak": _peak()}


def _peak() -> float:
    # Not of getrusage: that counts what the parent process held when it started this one.
    found = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    if found is None:
        raise RuntimeError("/proc/self/status does not tell the largest size of this process")
    return int(found.group(1)) * 1024 / 1e6


def first_action(model_id: str, ocr: str) -> dict[str, float]:
    """Seconds from Run to the first action in a new process, and once more in the same one, on a
    small form at 1280 by 800 pixels. The action itself is not carried out.

    Raises:
        AgentError, ModelError: the run cannot begin.
        RuntimeError: it ended without an action.
    """
    from agent.desktop.virtual_desktop import start

    with start((1280, 800)) as desktop:
        desktop.activate_environment()
        with shown(desktop, "form.html"):
            settings = Settings(model_id, ocr=ocr)
            return {"cold": _run(settings), "warm": _run(settings)}


def _run(settings: Settings) -> float:
    # The words that were read for the last run must not be known any more.
    forget()
    stop = StopSwitch()
    at: list[float] = []
    began = time.perf_counter()

    def tell(event: Event) -> None:
        if isinstance(event, Acting) and not at:
            at.append(time.perf_counter())
        if at or time.perf_counter() - began > _MOST_SECONDS:
            stop.press("the benchmark")

    with tempfile.TemporaryDirectory(prefix="dh") as runs:
        used = Settings(settings.model_id, ocr=settings.ocr, runs=Path(runs), safety="trusted")
        outcome = run_task(_TASK, tell=tell, stop=stop, settings=used)
    if not at:
        raise RuntimeError(f"the run ended without an action: {outcome.kind}, {outcome.message}")
    return at[0] - began
