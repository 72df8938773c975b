"""Which commands of a model's own are run in a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.policy.commands import may_be_run

TASK = (
    "Count the lines of log.txt that say ERROR, put the number into errors.txt, copy it to Backup"
)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "log.txt").write_text("ERROR\n")


@pytest.mark.parametrize(
    "command",
    [
        "grep -c ERROR ~/log.txt > ~/errors.txt",
        "grep 'ERROR' log.txt | sort -n | uniq -c 2>/dev/null",
        "wc -l < log.txt >> errors.txt",
        "mkdir -p ~/Backup && cp ~/log.txt ~/Backup/",
        "mkdir Backup",
        "find ~ -type f -size +5M",
        "sed -n 2,5p log.txt",
        "sed 's/ERROR/error/g' log.txt",
        "awk '{print $2}' log.txt",
    ],
)
def test_what_reads_and_what_makes_what_the_task_names(command: str) -> None:
    assert may_be_run(command, TASK)


@pytest.mark.parametrize(
    "command",
    [
        "rm log.txt",
        "grep ERROR log.txt > log.txt",
        "echo done > other.txt",
        "sort -o log.txt log.txt",
        "sed -i s/a/b/ log.txt",
        "sed 's/a/b/w errors.txt' log.txt",
        "find . -delete",
        "find . -exec rm {} +",
        "awk 'BEGIN{system(\"ls\")}'",
        "echo $(whoami)",
        "echo `whoami`",
        "cat log.txt & ls",
        "curl localhost",
        "ls | sh",
        "cp other.txt ~/log.txt",
        "uniq log.txt errors.txt",
        "date -s tomorrow",
        "cat 'log.txt",
        "",
        "ls ;",
        "echo done > errors.txt",
        "sort --outp=log.txt log.txt",
        "tree -o errors.txt",
        "cp -t Backup log.txt",
        "date 0101",
        "awk -fprogram log.txt",
    ],
)
def test_what_writes_over_something_runs_something_or_cannot_be_read(command: str) -> None:
    assert not may_be_run(command, TASK)
