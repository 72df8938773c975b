"""Recorded sessions read from their folders.

A session is a folder of JSON files in the order of their names (times), with the screenshots in
`images`. First a plan is made, then each sub-task is worked in one step and judged in the next.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from agent.errors import AgentError
from benchmarks.screenagent.calls import Call, recorded

DesktopName = Literal["Linux", "Windows", "unknown"]
_WHERE = (
    "Give the folder that holds the recorded sessions with --data; they are in data/ScreenAgent of "
    "github.com/niuzaisheng/ScreenAgent."
)
# Judgements made wrong on purpose, for training.
_INVENTED = "_neg_eval"
_CODE = re.compile(r"```json(.*?)```", re.DOTALL)


@dataclass(frozen=True, slots=True)
class RecordedStep:
    """One turn that acts: what was asked, what was on the screen, what was done."""

    sub_task: str
    picture: Path
    calls: tuple[Call, ...]


@dataclass(frozen=True, slots=True)
class Session:
    """A recorded session: its task, its plan in English, the steps that act."""

    name: str
    task: str
    desktop: DesktopName
    plan: tuple[str, ...]
    steps: tuple[RecordedStep, ...]


def session_names(data: Path | None) -> list[str]:
    """The sessions in a folder, by name.

    Raises:
        AgentError: no folder is given, it is not there, or there is no session in it.
    """
    if data is None:
        raise AgentError("There are no recordings to measure with.", _WHERE)
    if not data.is_dir():
        raise AgentError(f"There is no folder {data}.", _WHERE)
    names = sorted(folder.name for folder in data.iterdir() if any(folder.glob("*.json")))
    if not names:
        raise AgentError(f"There is no recorded session in {data}.", _WHERE)
    return names


def read_session(folder: Path) -> Session:
    """Read a session.

    Raises:
        AgentError: there is no session, a file is damaged, or a screenshot is missing.
    """
    turns = list(_turns(folder))
    if not turns:
        raise AgentError(f"There is no recorded session in {folder}.", _WHERE)
    first = turns[0][0]
    task = first.get("task_prompt_en") or first.get("task_prompt") or ""
    plan: list[str] = []
    done = 0
    steps = []
    for values, calls in turns:
        kinds = {call.type for call in calls}
        if "plan" in kinds:
            plan, done = _plan(values, calls), 0
        elif "evaluate" in kinds:
            done += all(call.kind != "need_retry" for call in calls if call.type == "evaluate")
        elif calls:
            asked = plan[done] if done < len(plan) else values.get("current_task") or task
            steps.append(RecordedStep(asked, _picture(folder, values), calls))
    return Session(folder.name, task, _desktop(folder.name, first), tuple(plan), tuple(steps))


def _turns(folder: Path) -> Iterator[tuple[Mapping[str, Any], tuple[Call, ...]]]:
    for path in sorted(folder.glob("*.json")):
        if path.stem.endswith(_INVENTED):
            continue
        try:
            values = json.loads(path.read_text(encoding="utf-8"))
            calls = tuple(recorded(call) for call in values["actions"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as problem:
            raise AgentError(
                f"{path} cannot be read as a step of a session: {problem!r}.",
                "Fetch the recordings again.",
            ) from problem
        yield values, calls


def _plan(values: Mapping[str, Any], calls: tuple[Call, ...]) -> list[str]:
    """The sub-tasks, in English where a translation of the reply is there."""
    own = [call.text for call in calls if call.type == "plan"]
    translated: list[str] = []
    for block in _CODE.findall(values.get("LLM_response_editer_en") or ""):
        try:
            translated += [entry["element"] for entry in json.loads(block)]
        except (ValueError, KeyError, TypeError):
            return own  # The translation broke the code.
    return translated if len(translated) == len(own) else own


def _picture(folder: Path, values: Mapping[str, Any]) -> Path:
    picture = folder / "images" / str(values.get("saved_image_name"))
    if not picture.is_file():
        raise AgentError(f"The screenshot {picture} is missing.", "Fetch the recordings again.")
    return picture


def _desktop(name: str, values: Mapping[str, Any]) -> DesktopName:
    """What the prompt says of the operating system, else what is known of the session."""
    prompt = values.get("send_prompt_en") or values.get("send_prompt") or ""
    known = tomllib.loads(files(__package__).joinpath("desktops.toml").read_text("utf-8"))
    if "Windows operating system" in prompt or name in known["windows"]:
        return "Windows"
    if "Linux operating system" in prompt or name in known["linux"]:
        return "Linux"
    return "unknown"
