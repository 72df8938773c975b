"""Times and sizes in words, for lists, pages and exports."""

from __future__ import annotations

import time

# The stages of a step (agent.trajectory.Step.timings) as people would say it.
STAGES = {
    "grab": "taking the picture",
    "ocr": "reading the text",
    "detect": "finding icons",
    "merge": "recognising elements",
    "captions": "naming icons",
    "prompt": "model reads",
    "generate": "model replies",
    "act": "mouse and keyboard",
    "settle": "waiting for the screen",
    "compare": "checking the effect",
}

# Who chose a step (agent.trajectory.By), for lists of steps; "" is not known.
CHOSEN_BY = {
    "model": "chosen by the model",
    "skill": "step of a skill",
    "routine": "routine",
    "person": "you",
    "": "",
}


def moment(seconds: float) -> str:
    """A time since the epoch as "2026-03-01 10:00", on the clock of this machine."""
    try:
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))
    except (ValueError, OverflowError, OSError):
        return "at an unknown time"


def duration(seconds: float | None) -> str:
    """As "4.2 s", "34 s" or "2 min 5 s"; '' when it is not known."""
    if seconds is None:
        return ""
    if seconds < 10:
        return f"{seconds:.1f} s"
    if seconds < 60:
        return f"{seconds:.0f} s"
    return f"{int(seconds) // 60} min {int(seconds) % 60} s"


def size(count: float) -> str:
    """Bytes as "512 bytes", "34 kB", "1.2 MB" or "3.4 GB"."""
    if count < 1000:
        return f"{count:.0f} bytes"
    for unit in ("kB", "MB"):
        count /= 1000
        if count < 999.5:
            return f"{count:.0f} {unit}" if count >= 10 or unit == "kB" else f"{count:.1f} {unit}"
    return f"{count / 1000:.1f} GB"


def counted(count: int, thing: str) -> str:
    """As "1 step" or "3 steps"."""
    return f"{count:,} {thing}{'' if count == 1 else 's'}"
