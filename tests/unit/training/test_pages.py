"""Pages that were seen while their tasks were done, played through in every wording."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from training.decisions.pages import PAGES, UNREAD, moments, read_pages


@pytest.mark.parametrize("file", [PAGES, UNREAD])
def test_the_screens_of_a_page_end_where_all_is_done(file: Any) -> None:
    pages = read_pages(file)
    assert len(pages) > 10
    for page in pages:
        assert len(page["tasks"]) == 3
        *before, last = page["states"]
        assert any(act["verb"] == "done" for act in last["right"])
        assert all(state["done"] for state in before)


def test_what_is_right_is_on_the_screen_and_remembered() -> None:
    page = read_pages(UNREAD)[0]
    played = list(moments(page, 1, Random(5)))
    assert played[-1].last
    assert played[-1].now.memory.deeds
    for one in played:
        ids = {element.id for element in one.now.map.elements}
        assert all(act.target is None or act.target in ids for act in one.right)
