"""Estimated memory beside the real peak, each measured in a new process.

`deskhand models fit --measure` prints the table. The peak is what Linux counts as the largest size
of the process, less what it held before anything was loaded.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from models.memory.fit_language import Running
from models.runtime.errors import ModelError

Kind = Literal["language", "detector", "ocr"]
SCREENS = ((1280, 800), (1920, 1080))
_STATUS = Path("/proc/self/status")
_MOST_SECONDS = 900.0
_PROMPT = "word " * 300


@dataclass(frozen=True, slots=True)
class Load:
    """What is loaded and used once: a GGUF file with a context, a detector's weights, or a
    recogniser of text by its name, both with a screen of `width` by `height` pixels."""

    kind: Kind
    path: str
    context_tokens: int = 4096
    width: int = 1920
    height: int = 1080
    adapters: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Measured:
    """Bytes that the process grew by at most, and seconds to load."""

    peak: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table: estimated and measured bytes."""

    what: str
    estimated: int
    measured: int

    @property
    def error(self) -> float:
        """How far off the estimate is, as a share of what was measured; above 0: too much."""
        return self.estimated / self.measured - 1


def measure(load: Load) -> Measured:
    """The peak of a new process that loads and uses this.

    Raises:
        ModelError: it failed; the message ends with the last line that the process wrote. Or this
            is not Linux.
    """
    if not _STATUS.is_file():
        raise ModelError("Peaks of memory are measured on Linux only.")
    root = str(Path(__file__).parents[2])
    found = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
    done = subprocess.run(
        [sys.executable, "-c", "from benchmarks.language_models.memory_check import main; main()"],
        input=json.dumps(asdict(load)), capture_output=True, text=True, check=False,
        timeout=_MOST_SECONDS, env={**os.environ, "PYTHONPATH": found},
    )  # fmt: skip
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
        raise ModelError(f"{load.path} could not be measured: {last}")
    return Measured(**json.loads(done.stdout.splitlines()[-1]))


def table(rows: Sequence[Row]) -> str:
    """The rows as a table in Markdown."""
    lines = ["| what | estimated MB | measured MB | error |", "|---|---:|---:|---:|"]
    lines += [
        f"| {row.what} | {row.estimated / 1e6:,.0f} | {row.measured / 1e6:,.0f} |"
        f" {row.error:+.1%} |"
        for row in rows
    ]
    return "\n".join(lines)


def main() -> None:
    """Load what standard input names, and write the figures to standard output."""
    import time

    from agent.diagnostics import offline

    offline.apply()
    asked = json.loads(sys.stdin.readline())
    load = Load(**{**asked, "adapters": tuple(asked["adapters"])})
    use = {"language": _language, "detector": _detector, "ocr": _recogniser}[load.kind]
    before = _kilobytes("VmRSS")
    began = time.perf_counter()
    use(load)
    seconds = time.perf_counter() - began
    peak = (_kilobytes("VmHWM") - before) * 1024
    print(json.dumps(asdict(Measured(peak, round(seconds, 2)))))


def _language(load: Load) -> None:
    from models.runtime.llama import LlamaModel
    from models.runtime.llm import Message

    running = Running(load.context_tokens)
    model = LlamaModel(
        Path(load.path),
        running.context_tokens,
        gpu_layers=0,
        adapters=[Path(one) for one in load.adapters],
        batch_tokens=running.batch_tokens,
    )
    # As much as a prompt of a run, or as there is room for.
    words = min(300, load.context_tokens // 2)
    model.complete([Message("user", " ".join(_PROMPT.split()[:words]))], max_tokens=4)
    model.close()


def _detector(load: Load) -> None:
    from vision.detection.detector import YoloDetector

    YoloDetector(Path(load.path)).detect(_page(load))


def _recogniser(load: Load) -> None:
    from vision.ocr.engine import recognizer

    recognizer(load.path).read(_page(load))


def _page(load: Load) -> Any:
    """A screen full of lines of text, the same every time."""
    import numpy as np
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (load.width, load.height), "white")
    draw = ImageDraw.Draw(image)
    for top in range(10, load.height - 20, 28):
        for left in range(10, load.width - 150, 200):
            draw.text((left, top), f"Setting {left} of {top}", fill="black")
    return np.asarray(image)


def _kilobytes(name: str) -> int:
    found = re.search(rf"{name}:\s+(\d+) kB", _STATUS.read_text())
    if found is None:
        raise RuntimeError(f"{_STATUS} does not tell {name}")
    return int(found.group(1))
