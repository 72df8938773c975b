"""What the wizard's task says: wordings.toml, with the commands of the plan."""

from __future__ import annotations

from pathlib import Path

from benchmarks.harness.jobs import Job
from benchmarks.harness.wordings import Wordings
from benchmarks.wizard import plan

WORDINGS = Wordings.read(Path(__file__).with_suffix(".toml"))


def told(job: Job) -> str:
    """The task of a job. Raises IndexError: there is no such wording."""
    return WORDINGS.told(job, command=plan.COMMAND, before=plan.BEFORE, after=plan.AFTER)
