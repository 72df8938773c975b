"""Record decision cases from programs: python -m benchmarks.decide.record miniwob|wizard [PAGE …].

Needs Xvfb, and Chromium for the pages. Replaces the file of the source under cases/ unless pages
are named; then it only says how they went.
"""

from __future__ import annotations

import os
import sys

from agent.diagnostics import offline
from benchmarks.decide.cases import FOLDER
from benchmarks.decide.format import Case, problems, write_cases


def main() -> None:
    """Record, and tell what could not be solved on standard error. Raises SystemExit."""
    source, names = sys.argv[1], sys.argv[2:]
    offline.apply()
    os.environ["GSETTINGS_BACKEND"] = "memory"
    from agent.desktop.virtual_desktop import start

    with start((1280, 800)) as desktop:
        desktop.activate_environment()
        from agent.computer.controller import PyAutoGuiController
        from benchmarks.decide.recording import miniwob, wizard
        from benchmarks.decide.recording.browser_pages import browser_pages

        cases: list[Case] = []
        controller = PyAutoGuiController()
        if source == "wizard":
            cases = wizard.record(desktop, controller)
        else:
            for name in names or sorted(miniwob.PAGES):
                # What a browser asks of its own accord must not reach the next page.
                with browser_pages(desktop, controller) as pages:
                    found, failures = miniwob.record(pages, name)
                cases += found
                print(f"{name}: {len(found)} cases", file=sys.stderr)
                print(*failures, sep="\n", end="\n" if failures else "", file=sys.stderr)
            cases = miniwob.without_twins(cases)
    for problem in (line for case in cases for line in problems(case)):
        print(problem, file=sys.stderr)
    if not names:
        write_cases(FOLDER / f"{source}.jsonl.gz", cases)
    print(f"{len(cases)} cases", file=sys.stderr)


if __name__ == "__main__":
    main()
