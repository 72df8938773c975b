"""How much a model is asked at once, by its size or as the person says."""

from __future__ import annotations

import pytest

from agent.deciding.profiles import AUTO, PROFILES, chosen_of, profile_of
from models.catalogue.spec import ModelFile, ModelSpec
from models.server.engine import Engine

GIGABYTE = 1_000_000_000


def sized(*sizes: int | None, engine: Engine | None = None) -> ModelSpec:
    files = tuple(ModelFile(f"part-{n}.gguf", None, size, ()) for n, size in enumerate(sizes))
    return ModelSpec("m", "language", "M", "MIT", files, engine=engine)


@pytest.mark.parametrize(
    ("gigabytes", "name"),
    [(1.1, "small"), (2.6, "small"), (2.7, "standard"), (12, "standard"), (12.1, "strong")],
)
def test_the_profile_follows_from_the_size_of_the_weights(gigabytes: float, name: str) -> None:
    size = int(gigabytes * GIGABYTE)
    assert profile_of(sized(size)).name == name
    assert profile_of(sized(size // 2, size - size // 2)).name == name


def test_a_size_that_is_not_known_is_a_standard_one_and_no_model_a_small_one() -> None:
    assert profile_of(sized(GIGABYTE, None)).name == "standard"
    assert profile_of(sized(engine=Engine("http://[::1]:1/v1", "m", "words"))).name == "standard"
    assert profile_of(None).name == "small"


@pytest.mark.parametrize("name", PROFILES)
def test_what_the_person_says_goes_before_the_size(name: str) -> None:
    assert profile_of(sized(GIGABYTE), name).name == name
    assert chosen_of({"profile": name}) == name


def test_a_profile_that_there_is_not_is_told_with_those_there_are() -> None:
    assert chosen_of({}) == AUTO
    for wrong in ("large", 3, None):
        with pytest.raises(ValueError, match="must be one of auto, small, standard, strong, not"):
            chosen_of({"profile": wrong})


def test_a_larger_profile_is_asked_and_told_more() -> None:
    small, standard, strong = PROFILES.values()
    assert [p.lists_first for p in (small, standard, strong)] == [True, False, False]
    assert small.actions == 1, "a small model says one action at a time"
    for less, more in ((small, standard), (standard, strong)):
        for each in ("thought", "actions", "reply_tokens", "history", "screen_lines"):
            assert getattr(less, each) < getattr(more, each), each
        assert less.suggestions <= more.suggestions
