"""Measurements of the whole product: memory, and the wait from Run to the first action."""

from __future__ import annotations

import contextlib
import re
import tempfile
import time
from pathlib import Path

from agent.events import Acting, Event
from agent.eyes import make_perceiver
from agent.session import Settings, run_task
from agent.stop import StopSwitch
from benchmarks.speed.frames import dense_page
from benchmarks.speed.language import CONTEXT
from benchmarks.speed.prompt import question
from models.loaded import load
from vision.screen import MssScreen
from vision.windows import list_windows

_TASK = 'Tick "keep" and press Order.'
_MOST_SECONDS = 300.0


def memory(model_id: str, ocr: str) -> dict[str, float]:
    """Megabytes (10^6 bytes) that this process held at most while it loaded the model and the eyes,
    looked at a dense page of 1920 by 1080 pixels and answered one question.

    Puts this process on another desktop: call it in a process of its own.

    Raises:
        ModelError: the model's weights are missing.
    """
    from agent.desktop import start

    before = _peak()
    with start((1920, 1080)) as desktop:
        desktop.activate_environment()
        perceiver = make_perceiver(ocr)
        with dense_page(desktop), contextlib.closing(MssScreen()) as screen:
            perceiver.perceive(screen.grab(), list_windows())
    eyes = _peak()
    asked = question()
    load(model_id, CONTEXT).complete(asked.messages, grammar=asked.grammar, max_tokens=16)
    return {"start": before, "eyes": eyes, "peak": _peak()}


def _peak() -> float:
    # Not of getrusage: that counts what the parent process held when it started this one.
    found = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    if found is None:
        raise RuntimeError("/proc/self/status does not tell the largest size of this process")
    return int(found.group(1)) * 1024 / 1e6


def first_action(model_id: str, ocr: str) -> dict[str, float]:
    """Seconds from Run to the first action in a new process, and once more in the same one, on a
    dense page of 1280 by 800 pixels. The action itself is not carried out.

    Raises:
        AgentError, ModelError: the run cannot begin.
        RuntimeError: it ended without an action.
    """
    from agent.desktop import start

    with start((1280, 800)) as desktop:
        desktop.activate_environment()
        with dense_page(desktop):
            settings = Settings(model_id, ocr=ocr)
            return {"cold": _run(settings), "warm": _run(settings)}


def _run(settings: Settings) -> float:
    stop = StopSwitch()
    at: list[float] = []
    began = time.perf_counter()

    def tell(event: Event) -> None:
        if isinstance(event, Acting) and not at:
            at.append(time.perf_counter())
        if at or time.perf_counter() - began > _MOST_SECONDS:
            stop.press("the benchmark")

    with tempfile.TemporaryDirectory(prefix="dh") as runs:
        used = Settings(settings.model_id, ocr=settings.ocr, runs=Path(runs))
        outcome = run_task(_TASK, tell=tell, stop=stop, settings=used)
    if not at:
        raise RuntimeError(f"the run ended without an action: {outcome.kind}, {outcome.message}")
    return at[0] - began
