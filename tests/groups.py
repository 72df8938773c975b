"""Runs the tests by groups: `make test`, `make test-all` and CI call it.

    python tests/groups.py main              what `make test` runs: unit tests, then the smoke tests
    python tests/groups.py all               every group
    python tests/groups.py changed MINUTES   the groups whose folders changed since they passed, as
                                             far as they fit into MINUTES
    python tests/groups.py GROUP ...         these groups

A group is a process of pytest of its own. All groups run even where one fails. What passed, at
which commit and in how many seconds, is kept in benchmarks/test-times.json: commit that file.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
KEPT = "benchmarks/test-times.json"
TIMES = ROOT / KEPT
# Folders and files whose change makes a group run; the group's own tests always do.
GROUPS = {
    "unit": (
        "agent",
        "benchmarks",
        "commands",
        "evaluation",
        "grammars",
        "models",
        "panel",
        "training",
        "vision",
    ),
    "desktop": ("agent", "commands"),
    "eyes": ("vision",),
    "llama": ("models", "grammars"),
    "downloads": ("models", "commands"),
    "panel": ("panel", "app.py"),
    "apps": ("benchmarks",),
    "training": ("training",),
    "extras": ("pyproject.toml", "setup.sh", "llama.cmake"),
    "e2e": ("agent", "commands", "grammars"),
}
SHARED = ("tests/support", "tests/data", "tests/conftest.py", "tests/groups.py")
NEED_TORCH = ("training", "extras")
# Two workers: the suite is made for two cores. One thread each, else they take turns on the cores.
PARALLEL = ("-n", "2", "--dist", "loadfile")
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


@dataclass(frozen=True, slots=True)
class Result:
    """How a process of pytest ended: its exit code, and its seconds with those of each file."""

    code: int
    seconds: float
    files: dict[str, float]
    tests: int


def folder(group: str) -> str:
    return f"tests/{group}" if group in ("unit", "e2e") else f"tests/integration/{group}"


def run(name: str, *arguments: str) -> Result:
    """Run pytest, with its output as it comes."""
    print(f"\n=== {name}", flush=True)
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as kept:
        report = Path(kept, "junit.xml")
        words = [sys.executable, "-m", "pytest", *arguments, f"--junitxml={report}"]
        more = ONE_THREAD if "-n" in arguments else {}
        code = subprocess.run(words, cwd=ROOT, env={**os.environ, **more}, check=False).returncode
        files = seconds_of(report) if report.exists() else {}
        tests = len(ET.parse(report).findall(".//testcase")) if report.exists() else 0
    seconds = time.monotonic() - begin
    print(f"=== {name}: {seconds:.0f} s, {tests} tests", flush=True)
    return Result(code, seconds, files, tests)


def seconds_of(report: Path) -> dict[str, float]:
    """Seconds by file, from a report in JUnit's format."""
    found: dict[str, float] = defaultdict(float)
    for case in ET.parse(report).iter("testcase"):
        name = case.get("classname", "").replace(".", "/") + ".py"
        found[name] += float(case.get("time", "0"))
    return dict(found)


def of_group(group: str) -> Result:
    return run(group, folder(group), *(PARALLEL if group == "unit" else ()))


def main_tests() -> int:
    """The unit tests, then one test or more of each real path."""
    begin = time.monotonic()
    without = [f"--ignore={folder(group)}" for group in NEED_TORCH]
    smoke = ("tests/integration", "tests/e2e", "-m", "smoke", *without)
    results = [of_group("unit"), run("smoke", *smoke)]
    print(f"\nmake test: {time.monotonic() - begin:.0f} s")
    return max(result.code for result in results)


def watched(group: str) -> tuple[str, ...]:
    """Folders and files of the checkout whose change calls for a group."""
    return (*GROUPS[group], *SHARED, folder(group))


def touched(group: str, paths: Iterable[str]) -> bool:
    """Whether files of these paths, below the root of the checkout, call for a group."""
    return any(
        path == one or path.startswith(f"{one}/") for path in paths for one in watched(group)
    )


def changed_since(commit: str) -> list[str] | None:
    """The files that changed since a commit; None where git does not know it."""
    words = ["git", "diff", "--name-only", f"{commit}..HEAD"]
    said = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    if not commit or said.returncode != 0:
        return None
    return [path for path in said.stdout.splitlines() if path != KEPT]


def is_due(group: str) -> bool:
    """Whether something that a group tests changed since it last passed."""
    paths = changed_since(known().get(group, {}).get("commit", ""))
    return paths is None or touched(group, paths)


def known() -> dict[str, dict[str, Any]]:
    """What is kept of the groups that passed: commit, date, seconds, number of tests, and the
    seconds of files that take one or more."""
    return dict(json.loads(TIMES.read_text("utf-8"))) if TIMES.exists() else {}


def fitting(groups: Sequence[str], minutes: float) -> tuple[list[str], list[str]]:
    """The groups that fit into `minutes`, the shortest first, and those that do not. A group whose
    time nobody knows counts as five minutes."""
    cost = {group: known().get(group, {}).get("seconds", 300) for group in groups}
    taken: list[str] = []
    for group in sorted(groups, key=cost.__getitem__):
        if sum(cost[one] for one in [*taken, group]) <= minutes * 60:
            taken.append(group)
    return taken, [group for group in groups if group not in taken]


def changed_tests(minutes: float) -> int:
    groups = [group for group in GROUPS if group != "unit" and is_due(group)]
    taken, left = fitting(groups, minutes)
    print(f"Groups that the change touched: {', '.join(groups) or 'none'}")
    print(f"Run now: {', '.join(taken) or 'none'}")
    if left:
        print(f"LEFT OUT, no time: {', '.join(left)}. Run them: make test-all")
    if set(taken) & set(NEED_TORCH):
        subprocess.run(["./setup.sh", "all"], cwd=ROOT, check=True)
    return several(taken)


def several(groups: Sequence[str]) -> int:
    """Run groups, keep the times of those that pass, and return the worst exit code."""
    results = {}
    for group in groups:
        # What is changed while a group runs is not what it tested.
        commit, clean = git("rev-parse", "HEAD"), not set(changed_files()) - {KEPT}
        results[group] = result = of_group(group)
        if result.code == 0 and clean:
            keep(group, result, commit)
    for group, result in results.items():
        print(f"{group:10} {result.tests:5} tests {result.seconds:6.0f} s  exit code {result.code}")
    return max((result.code for result in results.values()), default=0)


def keep(group: str, result: Result, commit: str) -> None:
    """Keep when a group passed, and its times."""
    new = {
        "commit": commit,
        "date": datetime.now(UTC).date().isoformat(),
        "tests": result.tests,
        "seconds": round(result.seconds),
        "files": {name: round(s) for name, s in sorted(result.files.items()) if s >= 1},
    }
    TIMES.write_text(json.dumps(known() | {group: new}, indent=1, sort_keys=True) + "\n", "utf-8")


def changed_files() -> list[str]:
    """Files with changes that no commit holds."""
    return git("diff", "--name-only", "HEAD").splitlines()


def git(*words: str) -> str:
    said = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return said.stdout.strip()


def main(words: Sequence[str]) -> int:
    match words:
        case ["main"]:
            return main_tests()
        case ["all"]:
            return several(list(GROUPS))
        case ["changed", minutes]:
            return changed_tests(float(minutes))
        case [_, *_] if set(words) <= set(GROUPS):
            return several(words)
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
