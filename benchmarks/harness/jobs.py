"""The values of a benchmark: its options, one job, and the result of a job."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal

from agent.perception.settings import DetectorName
from agent.strategies import USUAL
from models.files.store import DEFAULT_MODEL

Failure = Literal[
    "",
    "not seen",
    "misread",
    "wrong choice",
    "wrong text",
    "premature done",
    "loop",
    "limit",
    "harness",
]
"""Why a task was not done; "" when it was."""
REPEATED = "repeated"
"""The figure of an episode that says how often one action was done in one state, at most."""
CLOSED = "windows closed that the run did not open"
"""The figure of an episode that counts windows which were open before it and are gone after it,
unless its task asks for that."""


@dataclass(frozen=True, slots=True)
class Options:
    """What a benchmark is run with. `seeds` are a first and a last seed, both included; `seconds`
    is the most that one episode may take, and a worker that says nothing `patience` seconds after
    that is taken to hang; `wordings` are the first and the last wording of the tasks, 0 being the
    usual one; `data` is a folder that some benchmarks read from; `real` is the set of real screens
    that `perception` measures ("" for none);
    `alone` leaves out what a benchmark compares with; `fallen` puts a model that does what the
    screen asks in the place of the real one."""

    model: str = DEFAULT_MODEL
    ocr: Literal["rapidocr", "easyocr"] = "rapidocr"
    detector: DetectorName = "controls"
    oracle: bool = False
    tasks: tuple[str, ...] = ()
    seeds: tuple[int, int] = (0, 0)
    wordings: tuple[int, int] = (0, 0)
    max_steps: int = 20
    seconds: float = 180.0
    patience: float = 600.0
    data: Path | None = None
    real: Literal["", "dev", "locked"] = ""
    blocking: bool = True
    reflection: bool = True
    plan: bool = True
    several_actions: bool = True
    applications: bool = True
    skills: bool = True
    suggestions: bool = True
    profile: str = "auto"
    manuals: bool = False
    strategy: str = USUAL
    alone: bool = False
    fallen: bool = False

    @property
    def all_seeds(self) -> range:
        return range(self.seeds[0], self.seeds[1] + 1)

    @property
    def all_wordings(self) -> range:
        return range(self.wordings[0], self.wordings[1] + 1)

    def as_plain(self) -> dict[str, Any]:
        """Values of JSON."""
        return {**asdict(self), "data": None if self.data is None else str(self.data)}

    @classmethod
    def from_plain(cls, values: Mapping[str, Any]) -> Options:
        """The opposite of `as_plain`."""
        known = {f.name: values[f.name] for f in fields(cls) if f.name in values}
        known["tasks"] = tuple(known.get("tasks", ()))
        known["seeds"] = tuple(known.get("seeds", (0, 0)))
        known["wordings"] = tuple(known.get("wordings", (0, 0)))
        known["data"] = Path(known["data"]) if known.get("data") else None
        return cls(**known)


@dataclass(frozen=True, slots=True)
class Job:
    """One episode: a task, the seed that shapes it, and the wording in which it is told."""

    task: str
    seed: int = 0
    wording: int = 0

    @property
    def name(self) -> str:
        """For people and files: "web-order-2", "web-order-2-wording-1"."""
        return f"{self.task}-{self.seed}" + (f"-wording-{self.wording}" if self.wording else "")


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one job.

    `reward` is 0..1 or what the page gives; `outcome` is how the agent says that it ended and
    `note` what is wrong with the result, in words; `tokens` were read and written by the model;
    `figures` are a benchmark's own; `record` is the folder with screenshots of a failure, if kept.
    """

    task: str
    seed: int
    success: bool
    reward: float = 0.0
    steps: int = 0
    seconds: float = 0.0
    tokens: int = 0
    failure: Failure = ""
    outcome: str = ""
    note: str = ""
    figures: dict[str, float] = field(default_factory=dict)
    record: str = ""
    wording: int = 0

    @property
    def job(self) -> Job:
        return Job(self.task, self.seed, self.wording)

    @classmethod
    def of_harness(cls, job: Job, note: str) -> Result:
        """What is left of a job that the harness broke off."""
        return cls(job.task, job.seed, False, failure="harness", note=note, wording=job.wording)

    def as_plain(self) -> dict[str, Any]:
        """Values of JSON."""
        return asdict(self)

    @classmethod
    def from_plain(cls, values: Mapping[str, Any]) -> Result:
        """The opposite of `as_plain`; raises TypeError or KeyError for what is none."""
        return cls(**{f.name: values[f.name] for f in fields(cls) if f.name in values})
