"""A worker: a process with a virtual desktop of its own that does one job after the other.

Run by benchmarks.runner as `python -m benchmarks.worker NAME`. The options come as the first line
of standard input, then a job a line; each is answered by a line with its result.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from agent.diagnostics import offline
from benchmarks.answering import own_output


def main() -> None:
    """Answer jobs until standard input ends, or the desktop has died: the last answer says so."""
    offline.apply()
    os.environ["GSETTINGS_BACKEND"] = "memory"
    answers = own_output()
    from agent.desktop.virtual_desktop import start
    from benchmarks.jobs import Job, Options
    from benchmarks.programs import clear
    from benchmarks.suites import Place, attempted, suite
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
