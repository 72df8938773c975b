"""setup.sh: what it says when a step fails, and that the next call goes on where it ended.

The script is the real one, in a folder of its own; pip, the compiler and the registry are stood in
for by a Python that writes down what it was asked.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.places import ROOT

PYTHON = """#!/usr/bin/env bash
# Stands in for .venv/bin/python: writes down its words, and fails where `broken` says so.
echo "$*" >>asked
case "$*" in
  *tomllib*) echo 'numpy>=2' ;;
  *models_folder*|*data_folder*) echo "$PWD/weights" ;;
  *weights_file*) mkdir -p weights; echo x >weights/file; echo weights/file ;;
esac
broken=$(cat broken 2>/dev/null || true)
if [ -n "$broken" ] && [[ "$*" == *"$broken"* ]]; then echo "no space left on device"; exit 1; fi
"""


@dataclass(frozen=True)
class Checkout:
    folder: Path

    def set_up(self, what: str = "run", **more: str) -> subprocess.CompletedProcess[str]:
        own = {"FULL": "0", "PATH": os.environ["PATH"], "HOME": str(self.folder), **more}
        words = ["bash", "setup.sh", what]
        return subprocess.run(
            words, cwd=self.folder, env=own, capture_output=True, text=True, check=False
        )

    def breaks(self, words: str) -> None:
        (self.folder / "broken").write_text(words)

    def asked(self) -> list[str]:
        """What Python was asked since the last call."""
        path = self.folder / "asked"
        lines = path.read_text().splitlines() if path.exists() else []
        path.unlink(missing_ok=True)
        return lines


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    for name in ("setup.sh", "pyproject.toml", "llama.cmake"):
        shutil.copy(ROOT / name, tmp_path / name)
    for name in ("packages-debian.txt", "packages-debian-test.txt"):
        (tmp_path / name).write_text("bash\n")
    bin_ = tmp_path / ".venv" / "bin"
    bin_.mkdir(parents=True)
    for name in ("python", "deskhand"):
        (bin_ / name).write_text(PYTHON)
        (bin_ / name).chmod(0o755)
    return Checkout(tmp_path)


def asks(lines: list[str], words: str) -> bool:
    return any(words in line for line in lines)


def test_what_is_done_is_not_done_again(checkout: Checkout) -> None:
    first = checkout.set_up()
    assert first.returncode == 0, first.stdout + first.stderr
    for step in ("Compiling llama.cpp: done", "Python packages: done", "Models (qwen2.5"):
        assert step in first.stdout
    lines = checkout.asked()
    assert asks(lines, "pip wheel")
    assert asks(lines, "models get qwen2.5-coder-1.5b-q4 --yes")
    second = checkout.set_up()
    assert (second.returncode, second.stdout, second.stderr) == (0, "", "")
    assert checkout.asked() == []


@pytest.mark.parametrize(
    ("words", "label", "advice"),
    [
        ("pip wheel", "Compiling llama.cpp", "build-essential cmake"),
        ("-r .setup/needs.txt", "Python packages", "space on the disk"),
    ],
)
def test_a_failed_step_says_what_to_do_and_the_next_call_goes_on(
    checkout: Checkout, words: str, label: str, advice: str
) -> None:
    checkout.breaks(words)
    failed = checkout.set_up()
    assert failed.returncode == 1
    assert f"{label}: failed" in failed.stderr
    assert "no space left on device" in failed.stderr
    assert advice in failed.stderr
    assert "run make again" in failed.stderr
    checkout.asked()
    checkout.breaks("")
    again = checkout.set_up()
    assert again.returncode == 0, again.stderr
    assert f"{label}: done" in again.stdout
    # What was done before the failure stays done.
    assert asks(checkout.asked(), "-r .setup/needs.txt") == (label == "Python packages")


def test_without_the_model_the_panel_can_still_be_opened(checkout: Checkout) -> None:
    checkout.breaks("models get")
    ended = checkout.set_up()
    assert ended.returncode == 0
    assert "The model could not be fetched" in ended.stdout
    assert "Models" in ended.stdout
    # Tests need it.
    assert checkout.set_up("test").returncode == 1


def test_test_and_all_bring_more(checkout: Checkout) -> None:
    assert checkout.set_up("test").returncode == 0
    lines = checkout.asked()
    assert asks(lines, "-e .[dev]")
    assert asks(lines, "models get smollm2-135m-q4 --yes")
    assert checkout.set_up("all").returncode == 0
    lines = checkout.asked()
    assert asks(lines, "-e .[dev,training,full]")
    assert not asks(lines, "pip wheel")
    # Everything holds what the tests need.
    assert checkout.set_up("test").returncode == 0
    assert checkout.asked() == []


def test_full_adds_the_extras(checkout: Checkout) -> None:
    assert checkout.set_up(FULL="1").returncode == 0
    assert asks(checkout.asked(), "-e .[full]")


def test_other_words_are_refused(checkout: Checkout) -> None:
    ended = checkout.set_up("everything")
    assert ended.returncode == 2
    assert "usage" in ended.stderr
