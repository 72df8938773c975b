"""A worker: a process with a virtual desktop of its own that does one job after the other.

`benchmarks.harness.runner` starts it: `python -m benchmarks.harness.worker NAME`. The options come
as the first line of standard input, then a job a line; each is answered by a line with its result.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TextIO

from agent.diagnostics import offline


def own_output() -> TextIO:
    """Standard output for answers alone: from now on libraries print to standard error."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return answers


def main() -> None:
    """Answer jobs until standard input ends, or the desktop has died: the last answer says so."""
    offline.apply()
    os.environ["GSETTINGS_BACKEND"] = "memory"
    answers = own_output()
    from agent.desktop.virtual_desktop import start
    from benchmarks.episodes.programs import clear
    from benchmarks.harness.jobs import Job, Options
    from benchmarks.harness.suites import Place, attempted, suite
    from models.memory import loaded

    chosen = suite(sys.argv[1])
    first = json.loads(sys.stdin.readline())
    options = Options.from_plain(first["options"])
    records = Path(first["records"]) if first["records"] else None
    with start(chosen.size) as desktop:
        desktop.activate_environment()
        for text in sys.stdin:
            job = Job(**json.loads(text))
            # What the model remembers of the last job must not matter.
            loaded.forget()
            result = attempted(chosen, job, options, Place(desktop, records))
            usable = desktop.alive()
            answer = {"result": result.as_plain(), "usable": usable}
            answers.write(json.dumps(answer, ensure_ascii=False) + "\n")
            answers.flush()
            if not usable:
                break
            clear(desktop)


if __name__ == "__main__":
    main()
