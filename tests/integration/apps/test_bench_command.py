"""deskhand bench: bad use is said, and a small benchmark runs from one command."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from agent.desktop.xserver import runs
from benchmarks.harness.suites import suite
from benchmarks.reports.results import read_results
from commands.bench.bench import BENCHMARKS
from tests.support.places import ROOT
from tests.support.small_model import SMALL, small_model
from tests.support.timing import AMPLE, waited_for

_COMMAND = [sys.executable, "-c", "from commands.main import main; main()", "bench"]


def _bench(*words: str, seconds: float = 60) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*_COMMAND, *words],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=seconds,
    )


def _begun(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*_COMMAND, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "400"},
    )


def test_every_benchmark_of_the_command_has_a_suite():
    for name in BENCHMARKS:
        assert suite(name).size[0] >= 640


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["miniwob", "--seeds", "5-2"], 2, "where A is at most B"),
        (["miniwob", "--seeds", "many"], 2, "where A is at most B"),
        (["apps", "--wording", "2-1"], 2, "where A is at most B"),
        (["apps", "--wording", "4"], 2, "this benchmark has 0 to 3"),
        (["wizard", "--wording", "5"], 2, "this benchmark has 0 to 4"),
        (["miniwob", "--wording", "1"], 2, "this benchmark has the usual wording, 0, only"),
        (["miniwob", "--model", "no-such-model"], 2, "no-such-model"),
        (["miniwob", "--ocr", "tesseract"], 2, "rapidocr"),
        (["miniwob", "--workers", "0"], 2, "--workers"),
        (["miniwob", "--model", "omniparser-v2-icon"], 2, "not a language model"),
    ],
)
def test_bad_use_is_said_before_anything_starts(words: list[str], code: int, said: str):
    ended = _bench(*words)
    assert ended.returncode == code
    assert said in " ".join(ended.stderr.replace("│", " ").split())


def test_a_page_that_does_not_exist_and_a_file_of_something_else(tmp_path: Path):
    ended = _bench("miniwob", "--tasks", "click-nothing")
    assert ended.returncode == 1
    assert "MiniWoB++ has no page click-nothing" in ended.stderr
    other = tmp_path / "mine.txt"
    other.write_text("my shopping list\n")
    ended = _bench("miniwob", "--tasks", "click-test", "--json", str(other))
    assert ended.returncode == 1
    assert "no result file" in ended.stderr
    assert other.read_text() == "my shopping list\n"
    ended = _bench("compare", str(other), str(other))
    assert ended.returncode == 1
    assert "no result file" in ended.stderr


def test_a_small_benchmark_from_one_command_gone_on_with_and_compared(tmp_path: Path):
    small_model()
    results, page = tmp_path / "results.jsonl", tmp_path / "report"
    words = ["miniwob", "--oracle", "--model", SMALL, "--json", str(results)]
    first = _bench(*words, "--tasks", "click-test-2,click-link", "--workers", "2", seconds=200)
    assert first.returncode == 0, first.stderr
    assert "| click-test-2 | 1/1 |" in first.stdout
    before = read_results(results).results
    assert {r.task for r in before} == {"click-test-2", "click-link"}
    saved = tmp_path / "RESULTS.md"
    more = [*words, "--tasks", "click-test-2,click-link,click-test", "--save", str(saved)]
    second = _bench(*more, "--report", str(page), seconds=200)
    assert second.returncode == 0, second.stderr
    # Only what was missing was run.
    after = read_results(results).results
    assert after[:2] == before
    assert [r.task for r in after[2:]] == ["click-test"]
    assert "## miniwob, " in saved.read_text()
    assert f"Machine: {read_results(results).machine}. " in saved.read_text()
    assert "calibration: Python " in first.stderr
    assert (page / "index.html").exists()
    header = json.loads(results.read_text().splitlines()[0])
    assert header["options"]["model"] == SMALL
    compared = _bench("compare", str(results), str(results))
    assert "3 episodes that both have" in compared.stdout
    assert "unsure" in compared.stdout


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_benchmark_that_is_ended_leaves_nothing_and_says_how_to_go_on(
    tmp_path: Path, sign: signal.Signals
):
    small_model()
    results = tmp_path / "results.jsonl"
    words = ["miniwob", "--oracle", "--model", SMALL, "--json", str(results)]
    process = _begun(*words, "--tasks", "click-test-2,click-link", "--seeds", "0-20")
    waited_for(lambda: results.exists() and len(results.read_text().splitlines()) > 1, 90)
    children = psutil.Process(process.pid).children(recursive=True)
    assert any("benchmarks.harness.worker" in child.cmdline() for child in children)
    process.send_signal(sign)
    _, said = process.communicate(timeout=AMPLE)
    assert process.returncode == 130
    assert f"Continue with: --json {results}" in said.replace("\n", "")
    waited_for(lambda: not any(runs(child) for child in children))
