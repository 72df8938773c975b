"""Arguments that the model writes itself: what it is asked, and what its replies may be."""

from __future__ import annotations

import json

from agent.deciding.prompt import command_messages, edit_messages, files_messages
from agent.deciding.reply import edit_grammar, files_grammar
from models.grammar.gbnf_check import fitting


def test_one_line_of_the_text_is_changed() -> None:
    grammar = edit_grammar(["Size:", 'say "hi"'])
    for line in ("Size:", 'say "hi"'):
        said = {"todo": "the size is 4", "line": line, "new": "Size: 4\nTea"}
        assert fitting(json.dumps(said), grammar)
    assert fitting(json.dumps({"todo": "", "line": "Other", "new": ""}), grammar) is None
    (*_, asked) = edit_messages("the size is 4", ["Size:", "Colour:"])
    assert asked.content == "Task: the size is 4\nText:\nSize:\nColour:"


def test_files_are_of_those_that_are_shown() -> None:
    grammar = files_grammar(["a.txt", "b.txt"])
    assert fitting('["b.txt"]', grammar)
    assert fitting('["a.txt", "b.txt"]', grammar)
    assert fitting('["c.txt"]', grammar) is None
    assert fitting("[]", grammar) is None
    (*_, asked) = files_messages("move both", ["a.txt", "b.txt"])
    assert asked.content == "Task: move both\nFiles: a.txt, b.txt"


def test_a_command_is_asked_for_with_the_files_of_the_task() -> None:
    (*_, asked) = command_messages("count the lines of /tmp/a.log and x.txt")
    assert asked.content.endswith("\nFiles: /tmp/a.log, x.txt")
    (*_, asked) = command_messages("what time is it")
    assert asked.content == "Task: what time is it"
