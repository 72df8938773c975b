"""Tasks for programs with the calls that do them, played through before made windows."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from training.decisions.calls import CALLS, UNREAD, moments
from training.decisions.scenes import read_lines

LIST: dict[str, Any] = {
    "program": "editor",
    "title": "list.txt - Pad",
    "content": ["tent", "torch", "rope"],
    "texts": ["Delete the line torch and save the file."],
    "calls": [
        {"say": "delete the line {text}", "values": {"text": "torch"}},
        {"say": "save the document under the name that it has", "values": {}},
    ],
}


def test_each_call_is_right_when_it_is_due_and_the_end_behind_them() -> None:
    played = list(moments(LIST, 0, Random(3)))
    right = [[each.words for each, fits in one.judged if fits] for one in played]
    assert right == [
        ['delete the line "torch"'],
        ["save the document under the name that it has"],
        ["the whole task is done"],
    ]
    assert [one.last for one in played] == [False, False, True]


def test_what_a_call_did_is_seen_and_remembered() -> None:
    _, second, last = moments(LIST, 0, Random(3))
    shown = [e.state.value for e in second.now.map.elements if e.state.value]
    assert "tent\nrope" in shown
    assert last.now.map.windows[0].title == "list.txt - Pad"
    assert any("ctrl+s" in deed.line() for deed in last.now.memory.deeds)


@pytest.mark.parametrize("file", [CALLS, UNREAD])
def test_every_task_gives_its_values_in_each_wording(file: Any) -> None:
    told = read_lines(file)
    assert len(told) > 40
    for one in told:
        assert len(one["texts"]) == 3
        assert one["calls"]
