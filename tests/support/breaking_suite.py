"""A benchmark whose jobs break in every way that a real one may, for tests of the runner."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.browser.chromium import command
from benchmarks.episodes.programs import wait_for_window
from benchmarks.harness.jobs import Job, Options, Result
from benchmarks.harness.suites import Place

TASKS = ("fine", "raises", "crashes", "fine", "hangs", "leaves", "loses its desktop", "fine")


class Breaking:
    size = (320, 240)
    limits = (20, 180.0)

    def jobs(self, options: Options) -> list[Job]:
        return [Job(task, seed) for seed, task in enumerate(TASKS)]

    def run(self, job: Job, options: Options, place: Place) -> Result:
        print("noise of a library, which must not be taken for a result")
        match job.task:
            case "raises":
                raise RuntimeError("this scene cannot be set up")
            case "crashes":
                os._exit(7)
            case "hangs":
                place.desktop.launch([sys.executable, "-c", "import time; time.sleep(600)"])
                time.sleep(600)
            case "hangs with a browser":
                profile = Path(tempfile.mkdtemp(prefix="dh"))
                place.desktop.launch(command(profile, "about:blank"))
                wait_for_window()
                time.sleep(600)
            case "leaves":
                place.desktop.launch([sys.executable, "-c", "import time; time.sleep(600)"])
            case "loses its desktop":
                for pid, _ in place.desktop.record.processes:
                    subprocess.run(["kill", "-9", str(pid)], check=True)
        return Result(job.task, job.seed, True, figures={"seed": float(job.seed)})

    def tables(self, results: Sequence[Result], options: Options) -> str:
        return f"{sum(result.success for result in results)} of {len(results)}"


SUITE = Breaking()
