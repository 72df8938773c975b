"""How near the calls of procedures are to what a task asks for, by meaning."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.skills.procedures.filling import Call, said_on
from agent.skills.procedures.front import content
from agent.skills.procedures.procedure import Procedure, filled
from agent.suggestions.meaning import likeness, likeness_of_skills
from agent.task.plan import Part
from vision.core.elements import ElementMap

# What an unused value of the task costs in likeness, and values that are not in its order.
_UNUSED, _LATER = 0.08, 0.03
# What values of these sorts are, in the words by which procedures are found.
_PLAIN = {
    "file": "the file",
    "files": "the files",
    "path": "the file",
    "target": "another name",
    "command file": "the file",
    "command new": "something else",
    "pdf": "the file",
    "new": "something else",
    "text": "the text",
    "place": "the folder",
    "known": "the folder",
    "cell": "the cell",
    "area": "the row",
    "address": "the page",
}
# The least likeness of what is surely to be opened first, of a command for a shell; and of a change
# to words that stand in the document.
_DUE, _FITS = 0.55, 0.45
# A path says nothing of what is to be done, and drowns the words that do. In quotes it is a text.
_PATH, _NAME = re.compile(r"(?<![\"“„«\w/\\~])(?:\w:)?[/\\~][^\s\"”,]*[/\\][^\s\"”,]+"), "that name"


def likes(text: str, calls: Sequence[Call]) -> list[float]:
    """How near each call is to what a text asks for: by what its procedure does, and by its words
    with their values; each value of the text that has no place in it counts against it."""
    paths = _PATH.findall(text)
    text = _without(paths, text)
    kinds = likeness_of_skills(text, [_said(call.procedure) for call in calls])
    words = likeness(text, [_without(paths, _worded(call)) for call in calls])
    found = [
        (kind + word) / 2 - _UNUSED * call.unused - _LATER * (call.place > 0)
        for kind, word, call in zip(kinds, words, calls, strict=True)
    ]
    # What a file is for does not say that it is to be opened first.
    least = [
        (_FITS if call.procedure.takes("written", "edit") else _DUE) * call.due for call in calls
    ]
    return [max(both) for both in zip(found, least, strict=True)]


def unnamed(part: Part, map_: ElementMap) -> str:
    """A part of a task with "it" for its values and for the names and words that stand on the
    screen: they drown those that say what is to be done."""
    text = part.text
    for value in sorted(part.values, key=len, reverse=True):
        text = text.replace(value, "it")
    for start, end in reversed(said_on(text, content(map_))):
        text = f"{text[:start]}it{text[end:]}"
    return text


def _worded(call: Call) -> str:
    return _said(call.procedure)[0] if call.asked else call.words


def _without(paths: Sequence[str], text: str) -> str:
    """A text with plain words for some paths."""
    for path in paths:
        text = text.replace(path, _NAME)
    return text


def _said(procedure: Procedure) -> list[str]:
    """The ways to say what a procedure does, with plain words for its values."""
    plain = {name: _PLAIN.get(sort, "it") for name, sort in procedure.slots}
    return [filled(text, plain) for text in (procedure.say, *procedure.also)]
