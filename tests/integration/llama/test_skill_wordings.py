"""The default model chooses a procedure and says its arguments, for wordings of everyday life that
somebody else wrote who did not know the program (tests/data/skill_wordings)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import platformdirs
import pytest

from agent.actions import UseSkill
from agent.control.stop import StopSwitch
from agent.deciding.decider import Decider
from agent.deciding.modal import in_reach
from agent.deciding.profiles import PROFILES
from agent.deciding.situation import Situation, among_steps, ranked
from agent.memory import Memory
from agent.skills.forms.filling import Forms
from agent.skills.menus import Menus
from agent.skills.procedures.procedure import filled
from agent.skills.procedures.procedures import Procedures
from agent.skills.running import Skills
from agent.suggestions.by_words import ByWords
from agent.suggestions.going_on import Ending
from agent.task.plan import Outline, cut
from models.catalogue.catalogue import spec
from models.choosing.adapter import chooser_of
from models.files import store
from models.files.store import DEFAULT_MODEL
from models.runtime.llama import LlamaModel
from tests.support.made_programs import FILES, INSTALLED, program, sheet

_WORDINGS = Path(__file__).parents[2] / "data" / "skill_wordings" / "wordings.jsonl"
_LETTER = "Annual report. Profit rose in spring. Please contact the head office before Friday. "
_LIST = "Shopping for Monday: milk, brown bread, old cheese, a red umbrella. Call the plumber "
_SCREENS = {
    "editor": program("pad", value=f"{_LIST}about the kitchen sink. The meeting is in Berlin."),
    "writer": program("libreoffice-writer", value=f"{_LETTER}With kind regards, Tom"),
    "files": program("thunar", *FILES),
    "sheet": sheet(),
    "shell": program("term", "ann@home:~$"),
    "slides": program("libreoffice-impress", "Click to add Title"),
}
# Of each third wording, 30 in all, 19 were right to the letter when this was written.
_EACH, _LEAST = 3, 15


def called(model: LlamaModel, told: dict[str, Any]) -> str:
    """The procedure that the model has done, with its arguments; "" for anything else."""
    task = told["text"]
    now = Situation(
        task, Outline(cut(task)), Memory(), in_reach(_SCREENS[told["program"]]), INSTALLED
    )
    procedures = Procedures(INSTALLED)
    skills = Skills((procedures, Forms(), Menus()))
    suggesters = (skills, ByWords(), Ending())
    found = ranked(among_steps([each for one in suggesters for each in one.suggest(now)]))
    decider = Decider(model, StopSwitch(), lambda text: None, PROFILES["small"])
    action = decider.next(now, found).reply.actions[0]
    if not isinstance(action, UseSkill):
        return ""
    skills.begin(action, now)
    course = procedures._course
    return course.call.words if course is not None else ""


def meant(told: dict[str, Any]) -> str:
    return filled(told["say"], {slot: f'"{value}"' for slot, value in told["values"].items()})


def plain(words: str) -> str:
    """A call as it is compared: a command is the same whoever wrote it."""
    return words.casefold().replace("do it with the command", "run the command")


@pytest.mark.timeout(900)
def test_most_wordings_lead_to_the_call_that_is_meant() -> None:
    lines = _WORDINGS.read_text("utf-8").splitlines()
    told = [json.loads(line) for line in lines][2::_EACH]
    documents = f"{platformdirs.user_documents_dir()}/"
    weights = store.weights_path(DEFAULT_MODEL)
    model = LlamaModel(weights, 4096, choosing=chooser_of(spec(DEFAULT_MODEL)))
    try:
        said = [called(model, each).replace(documents, "") for each in told]
    finally:
        model.close()
    right = sum(plain(one) == plain(meant(each)) for one, each in zip(said, told, strict=True))
    print(f"{right} of {len(told)} are right.")
    assert len(told) == 30
    assert right >= _LEAST
