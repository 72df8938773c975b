"""Pages that were seen while their tasks were done, played through in every wording."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from training.decisions.pages import PAGES, UNREAD, moments
from training.decisions.scenes import read_lines


@pytest.mark.parametrize("file", [PAGES, UNREAD])
def test_something_is_done_on_each_screen_but_the_last(file: Any) -> None:
    pages = read_lines(file)
    assert len(pages) > 10
    for page in pages:
        assert len(page["tasks"]) == 3
        *before, last = page["states"]
        assert last["right"]
        assert all(state["done"] for state in before)
    ends = [act["verb"] for page in pages for act in page["states"][-1]["right"]]
    assert ends.count("done") > 0.6 * len(pages)


def test_what_is_right_is_on_the_screen_and_remembered() -> None:
    page = read_lines(UNREAD)[0]
    played = list(moments(page, 1, Random(5)))
    assert played[-1].last
    assert played[-1].now.memory.deeds
    for one in played:
        ids = {element.id for element in one.now.map.elements}
        assert all(act.target is None or act.target in ids for act in one.right)
