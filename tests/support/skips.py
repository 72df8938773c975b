"""Why a test may be skipped: this machine cannot do it at all. What is only missing is a failure,
which says how to get it (needs.py).

With CI or DESKHAND_NO_SKIPS in the environment any other skip is a failure: tests/conftest.py takes
the two hooks over.
"""

from __future__ import annotations

import os
from collections.abc import Generator

import pytest

LINUX = "Linux only"
POSIX = "not on Windows"
GNU_OPENMP = "llama.cpp was built without the OpenMP of GNU"
ROOT_READS = "root may read every file"
ROOT_MOUNTS = "only root may mount a disk"
NAMESPACES = "no network namespaces here"
TRACING = "no tracing of programs here"

ALLOWED = {
    LINUX: "the test looks at /proc, limits memory or takes the network away as Linux does",
    POSIX: "Windows has other signals, permissions and links",
    GNU_OPENMP: "compilers other than GCC bring another OpenMP, which does not tell its settings",
    ROOT_READS: "no file can be kept from root; CI and containers often run as root",
    ROOT_MOUNTS: "test_download.py fills a disk otherwise",
    NAMESPACES: "kernels and containers may forbid them to everyone",
    TRACING: "kernels and containers may forbid it to everyone",
}

Report = pytest.TestReport | pytest.CollectReport


def must_not_skip() -> bool:
    return bool(os.environ.get("CI") or os.environ.get("DESKHAND_NO_SKIPS"))


def judge(report: Report) -> None:
    """Turn a skip into a failure unless its reason is allowed."""
    if not report.skipped or hasattr(report, "wasxfail"):
        return
    told = report.longrepr
    reason = str(told[2] if isinstance(told, tuple) else told).removeprefix("Skipped: ")
    if reason not in ALLOWED:
        report.outcome = "failed"
        report.longrepr = f"Skipped, but must not be ({__name__}): {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if must_not_skip():
        judge(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    if must_not_skip():
        judge(report)
    return report
