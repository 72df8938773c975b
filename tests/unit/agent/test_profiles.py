"""How much a model is asked and told at once. Which profile it has is tested in
tests/unit/models/test_profile.py."""

from __future__ import annotations

import pytest

from agent.deciding.profiles import PROFILES, profile_of
from models.catalogue.profile import NAMES
from models.catalogue.spec import ModelFile, ModelSpec

LARGE = ModelSpec("m", "language", "M", "MIT", (ModelFile("m.gguf", None, 20_000_000_000, ()),))


def test_every_profile_has_its_name() -> None:
    assert tuple(PROFILES) == NAMES
    assert all(profile.name == name for name, profile in PROFILES.items())


@pytest.mark.parametrize("name", NAMES)
def test_what_the_person_says_goes_before_the_size(name: str) -> None:
    assert profile_of(LARGE, name).name == name


def test_without_a_wish_the_model_decides() -> None:
    assert profile_of(LARGE) is PROFILES["strong"]
    assert profile_of(None) is PROFILES["small"]


def test_a_larger_profile_is_asked_and_told_more() -> None:
    small, standard, strong = PROFILES.values()
    assert [p.lists_first for p in (small, standard, strong)] == [True, False, False]
    assert small.actions == 1, "a small model says one action at a time"
    for less, more in ((small, standard), (standard, strong)):
        for each in ("thought", "actions", "reply_tokens", "history", "screen_lines"):
            assert getattr(less, each) < getattr(more, each), each
