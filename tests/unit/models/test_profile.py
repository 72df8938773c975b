"""Profiles of models: by size and by setting, the context they want, what is recommended."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from agent.deciding.profiles import PROFILES, profile_of
from models.catalogue.catalogue import spec
from models.catalogue.profile import (
    AUTO,
    NAMES,
    ProfileName,
    chosen,
    profile_name,
    recommendation,
    recommended,
    wanted_context,
    with_room,
)
from models.catalogue.spec import ModelSpec
from models.files.settings_file import change
from models.files.store import DEFAULT_MODEL
from models.memory.fit import fit
from models.memory.machine import Gpu, Machine
from models.runtime.errors import ModelError
from models.server.engine import Engine

GB = 10**9
SMALL, MIDDLE = spec(DEFAULT_MODEL), spec("qwen3-8b-q4")


def of_size(size: int | None) -> ModelSpec:
    """A language model that is not here, of one file of so many bytes."""
    (weights,) = MIDDLE.files
    return replace(MIDDLE, files=(replace(weights, bytes=size),), context_tokens=40_960)


def on_server() -> ModelSpec:
    return replace(MIDDLE, files=(), engine=Engine("http://127.0.0.1:8080/v1", "far", "gbnf"))


def machine(gpu: float) -> Machine:
    return Machine(64 * GB, 48 * GB, Gpu("Card", 80 * GB, int(gpu * GB)))


@pytest.mark.parametrize(
    ("model", "name"),
    [
        (None, "small"),
        (SMALL, "small"),
        (of_size(2_600_000_000), "small"),
        (of_size(2_600_000_001), "standard"),
        (MIDDLE, "standard"),
        (of_size(12_000_000_001), "strong"),
        (of_size(None), "standard"),
        (on_server(), "standard"),
    ],
)
def test_the_size_says_which_profile_a_model_has(model: ModelSpec | None, name: str) -> None:
    assert profile_name(model) == name
    assert profile_of(model) is PROFILES[name]


def test_what_is_wanted_counts_more_than_the_size() -> None:
    assert set(PROFILES) == set(NAMES)
    for name in NAMES:
        assert profile_name(SMALL, name) == name
        assert profile_of(None, name).name == name


def test_the_context_is_that_of_the_profile(data_folder: Path) -> None:
    assert wanted_context(SMALL) == 4096
    assert wanted_context(MIDDLE) == 16_384
    assert wanted_context(of_size(20 * GB)) == 32_768
    assert wanted_context(SMALL, "strong") == 32_768
    change({"profile": "strong"})
    assert wanted_context(SMALL) == 32_768
    assert wanted_context(SMALL, AUTO) == 4096
    assert wanted_context(spec("smolvlm-500m-q8")) == 4096


@pytest.mark.parametrize(
    ("name", "context", "found"),
    [
        ("strong", 32_768, "strong"),
        ("strong", 16_384, "strong"),
        ("strong", 8192, "standard"),
        ("strong", 4096, "small"),
        ("standard", 40_960, "standard"),
        ("small", 1024, "small"),
    ],
)
def test_a_short_context_has_room_for_a_smaller_profile_only(
    name: ProfileName, context: int, found: str
) -> None:
    assert with_room(name, context) == found


def test_the_setting(data_folder: Path) -> None:
    assert chosen() == AUTO
    change({"profile": "small"})
    assert chosen() == "small"
    change({"profile": "huge"})
    with pytest.raises(ModelError, match="profile must be one of auto, small, standard, strong"):
        chosen()


@pytest.mark.parametrize(
    ("right", "size", "name"),
    [
        (8, 1 * GB, "small"),
        (8, 20 * GB, "small"),
        (9, 1 * GB, "standard"),
        (10, 12 * GB, "standard"),
        (9, 20 * GB, "standard"),
        (10, 20 * GB, "strong"),
        (10, None, "standard"),
        (0, None, "small"),
    ],
)
def test_what_is_recommended_after_the_choice_test(right: int, size: int | None, name: str) -> None:
    assert recommended(right, 10, size) == name


def test_the_share_of_right_answers_counts() -> None:
    assert recommended(17, 20, GB) == "standard"
    assert recommended(16, 20, GB) == "small"


def test_the_recommendation_says_what_to_do(data_folder: Path) -> None:
    assert recommendation(SMALL, 4, 10) == (
        "Recommended profile: small, which is in use for this model."
    )
    assert recommendation(SMALL, 10, 10) == (
        "Recommended profile: standard. To use it: deskhand settings set profile standard"
    )
    change({"profile": "standard"})
    assert recommendation(SMALL, 10, 10).endswith("in use for this model.")


@pytest.mark.parametrize(
    ("gpu", "colour", "tokens"),
    [(20, "green", 16_384), (7, "green", 8192), (6.2, "green", 4096), (5, "amber", 16_384)],
)
def test_a_long_context_is_halved_before_layers_leave_the_gpu(
    data_folder: Path, gpu: float, colour: str, tokens: int
) -> None:
    found = fit(of_size(5 * GB), machine(gpu))
    assert found.colour == colour
    reduced = f" The context is reduced from 16,384 to {tokens:,} tokens."
    assert found.sentence.endswith(reduced) == (tokens < 16_384)


def test_a_model_is_fitted_with_no_more_than_its_own_context(data_folder: Path) -> None:
    short = replace(of_size(5 * GB), context_tokens=8192)
    assert fit(short, machine(7)).need == fit(of_size(5 * GB), machine(7)).need
    assert "reduced" not in fit(short, machine(7)).sentence


def test_in_ram_a_context_is_halved_until_there_is_room(data_folder: Path) -> None:
    found = fit(of_size(5 * GB), Machine(16 * GB, int(6.5 * GB)))
    assert found.colour == "amber"
    assert "reduced from 16,384 to 4,096 tokens" in found.sentence
