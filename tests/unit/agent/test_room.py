"""Room for actions in a reply: for what the task names, and for nothing else."""

from __future__ import annotations

import pytest
from agent.choices import choices
from agent.grammar import compile_grammar
from agent.room import MOST

from agent.memory import Memory
from agent.outline import Outline
from tests.support.made_maps import element, made_map, window
from vision.elements import State

FORM = made_map(
    [
        element(1, "field", "Name", state=State(value="")),
        element(2, "field", "City", state=State(value="")),
        *(element(number, "checkbox", name) for number, name in enumerate(["Red", "Green"], 3)),
        *(element(number, "button", f"Button {number}") for number in range(5, 20)),
        element(20, "button", "Save"),
    ],
    (window(1, "Main", application="editor", active=True),),
)


@pytest.mark.parametrize(
    ("parts", "most"),
    [
        # Nothing here is named: whatever is chosen is a try.
        (["get on with it"], 3),
        (["enter Ann in Name", "enter “Oslo” in City", "and press Save"], 3),
        (["tick Red, Green"], 2),
        (["press Save"], 1),
        (["press Button 5, Button 6, Button 7, Button 8, Button 9, Button 10, Button 11, "
          "Button 12, Button 13"], MOST),
    ],
)  # fmt: skip
def test_a_reply_has_room_for_what_the_task_names(parts: list[str], most: int):
    options = choices(FORM, Outline(parts), Memory())
    assert options.most == most
    grammar = compile_grammar(options)
    assert (f"{{0,{most - 1}}}" in grammar) == (most > 1)
    assert "{{" not in grammar
