"""Runs the tests by groups: `make test`, `make test-all` and CI call it.

    python tests/groups.py main              what `make test` runs: unit tests, then the smoke tests
    python tests/groups.py all               every group; writes benchmarks/test-times.json
    python tests/groups.py changed MINUTES   the groups whose folders changed since the commit in
                                             that file, as far as they fit into MINUTES
    python tests/groups.py GROUP ...         these groups

A group is a process of pytest of its own. All groups run even where one fails.
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

ROOT = Path(__file__).parent.parent
TIMES = ROOT / "benchmarks" / "test-times.json"
# Folders and files whose change makes a group run; the group's own tests always do.
GROUPS = {
    "unit": (
        "agent",
        "benchmarks",
        "commands",
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


def groups_of(paths: Iterable[str]) -> list[str]:
    """The groups that changed files of these paths, below the root of the checkout, call for."""
    changed = list(paths)

    def touched(group: str) -> bool:
        watched = (*GROUPS[group], *SHARED, folder(group))
        return any(path == one or path.startswith(f"{one}/") for path in changed for one in watched)

    return [group for group in GROUPS if touched(group)]


def changed_paths() -> list[str] | None:
    """What changed since all tests last passed; None where that is not known."""
    commit = known().get("commit", "")
    words = ["git", "diff", "--name-only", f"{commit}..HEAD"]
    said = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    return said.stdout.splitlines() if commit and said.returncode == 0 else None


def known() -> dict[str, object]:
    """What the last `make test-all` wrote; empty where there is none."""
    return dict(json.loads(TIMES.read_text("utf-8"))) if TIMES.exists() else {}


def fitting(groups: Sequence[str], minutes: float) -> tuple[list[str], list[str]]:
    """The groups that fit into `minutes`, the shortest first, and those that do not. A group whose
    time nobody knows counts as five minutes."""
    times = known().get("groups", {})
    assert isinstance(times, dict)
    cost = {group: times.get(group, {}).get("seconds", 300) for group in groups}
    taken: list[str] = []
    for group in sorted(groups, key=cost.__getitem__):
        if sum(cost[one] for one in [*taken, group]) <= minutes * 60:
            taken.append(group)
    return taken, [group for group in groups if group not in taken]


def changed_tests(minutes: float) -> int:
    paths = changed_paths()
    groups = [g for g in (groups_of(paths) if paths is not None else GROUPS) if g != "unit"]
    taken, left = fitting(groups, minutes)
    print(f"Groups that the change touched: {', '.join(groups) or 'none'}")
    print(f"Run now: {', '.join(taken) or 'none'}")
    if left:
        print(f"LEFT OUT, no time: {', '.join(left)}. Run them: make test-all")
    if set(taken) & set(NEED_TORCH):
        subprocess.run(["./setup.sh", "all"], cwd=ROOT, check=True)
    return max((of_group(group).code for group in taken), default=0)


def all_tests() -> int:
    results = {group: of_group(group) for group in GROUPS}
    code = max(result.code for result in results.values())
    for group, result in results.items():
        print(f"{group:10} {result.tests:5} tests {result.seconds:6.0f} s  exit code {result.code}")
    if code == 0:
        write(results)
    return code


def write(results: dict[str, Result]) -> None:
    """Keep the times: groups in seconds, and files that take a second or more."""
    words = ["git", "rev-parse", "HEAD"]
    commit = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    times = {
        "commit": commit.strip(),
        "date": datetime.now(UTC).date().isoformat(),
        "cores": os.cpu_count(),
        "groups": {
            group: {"tests": result.tests, "seconds": round(result.seconds)}
            for group, result in results.items()
        },
        "files": {
            name: round(seconds)
            for result in results.values()
            for name, seconds in sorted(result.files.items())
            if seconds >= 1
        },
    }
    TIMES.write_text(json.dumps(times, indent=1) + "\n", "utf-8")
    print(f"Times: {TIMES.relative_to(ROOT)}")


def main(words: Sequence[str]) -> int:
    match words:
        case ["main"]:
            return main_tests()
        case ["all"]:
            return all_tests()
        case ["changed", minutes]:
            return changed_tests(float(minutes))
        case [_, *_] if set(words) <= set(GROUPS):
            return max(of_group(group).code for group in words)
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
