"""Which profile a run has: by the model that is loaded, or that a routine may ask later."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.routines.routine import Filled
from agent.run import Settings, _profile
from models.catalogue.profile import AUTO
from models.files.settings_file import change
from models.memory import loaded
from models.memory.on_demand import OnDemand
from models.runtime.scripted import ScriptedModel
from tests.support.made_routines import BOOK

MODEL = ScriptedModel(lambda *_: "")
LATER = OnDemand("routine “book”", lambda: MODEL)
BY_ROUTINE = Settings(routine=Filled(BOOK, {}), profile=AUTO)


def test_a_scripted_model_has_the_small_profile_unless_another_is_wanted() -> None:
    assert _profile(MODEL, Settings(profile=AUTO), asked_later=False).name == "small"
    assert _profile(MODEL, Settings(profile="strong"), asked_later=False).name == "strong"


@pytest.mark.parametrize(("context", "name"), [(8192, "standard"), (4096, "small")])
def test_the_model_in_memory_is_known_by_its_id_and_has_a_profile_that_its_context_allows(
    context: int, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = ScriptedModel(lambda *_: "", context_tokens=context)
    monkeypatch.setattr(loaded._held, "model", model)
    monkeypatch.setattr(loaded._held, "id", "qwen3-8b-q4")
    assert loaded.id_of(model) == "qwen3-8b-q4"
    assert _profile(model, Settings(profile=AUTO), asked_later=False).name == name
    assert _profile(model, Settings(profile="standard"), asked_later=False).name == "standard"


def test_a_routine_has_the_profile_of_the_model_that_it_would_ask(data_folder: Path) -> None:
    assert _profile(LATER, BY_ROUTINE, asked_later=True).name == "small"
    change({"language_model": "qwen3-8b-q4"})
    assert _profile(LATER, BY_ROUTINE, asked_later=True).name == "standard"
