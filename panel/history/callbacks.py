"""The callbacks of the tab: each passes to the actions what was pressed, and on which page.

Only imported together with gradio.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import astuple, fields, replace
from typing import Any

import gradio as gr

from agent.records.listing import Found
from agent.records.summary import KIND_WORDS
from panel.history.actions import Actions, Parts
from panel.history.view import Act, View

_LONGEST_SEARCH = 200
# Columns and lists of choices among what is answered.
_BEFORE_PARTS = 5


def acted_of(actions: Actions) -> Callable[..., tuple[Any, ...]]:
    """What a button of the tab does. Only what it can change is sent: answers may overtake each
    other, and none may bring back an older picture."""

    def acted(view: View, event: gr.EventData, request: gr.Request) -> tuple[Any, ...]:
        act, by = _act(event._data), str(request.session_hash or "")
        if act.name in ("again", "again-stop", "again-look"):
            return _only(again=actions.asked_again(view, act, by))
        if act.name == "more":
            return _only(head=actions.parts(view).head)
        if act.name == "refresh" and view.run:
            return _only()
        if act.name != "refresh":  # That leaves standing what was said last.
            view = actions.after(view, act, by)
        if act.name == "frame" and view.run:
            return _only(view, stage=actions.parts(view).stage)
        found, parts = _read(actions, view)
        kinds, models = gr.Dropdown(_kinds(found)), gr.Dropdown(_models(found))
        told = gr.skip() if act.name == "refresh" else view
        return (told, *_columns(parts), kinds, models, *astuple(parts))

    return acted


def _only(view: View | None = None, **changed: str) -> tuple[Any, ...]:
    """An answer that changes the view, if one is given, and the parts that are named."""
    before = [gr.skip() if view is None else view, *[gr.skip()] * _BEFORE_PARTS]
    return (*before, *(changed.get(part.name, gr.skip()) for part in fields(Parts)))


def filtered_of(actions: Actions) -> Callable[..., tuple[Any, ...]]:
    """What a search or another filter does: the view and the list."""

    def filtered(view: View, words: str, kind: str, model: str) -> tuple[Any, ...]:
        words = str(words or "")[:_LONGEST_SEARCH]
        view = replace(view, words=words, kind=str(kind or ""), model=str(model or ""), page=0)
        view = replace(view, asking="", said="")
        return view, _read(actions, view)[1].listing

    return filtered


def _read(actions: Actions, view: View) -> tuple[Found, Parts]:
    try:
        found = actions.found(view)
        return found, actions.parts(view, found)
    except OSError as problem:
        empty = Found((), 0, 0, 0, (), ())
        said = f"The runs cannot be read: {problem.strerror or problem}."
        return empty, actions.parts(View(said=said), empty)


def _columns(parts: Parts) -> list[Any]:
    """Which of the list, the replay and the comparison is shown."""
    return [gr.Column(visible=bool(part)) for part in (parts.listing, parts.head, parts.compare)]


def _kinds(found: Found) -> list[tuple[str, str]]:
    return [("Every outcome", ""), *((KIND_WORDS[kind], kind) for kind in found.kinds)]


def _models(found: Found) -> list[tuple[str, str]]:
    return [("Every model", ""), *((name, name) for name in found.models)]


def _act(data: object) -> Act:
    """What the page says was pressed; anything that makes no sense is no act."""
    if not isinstance(data, Mapping):
        return Act("")
    name, value = data.get("act"), data.get("value")
    frame = data.get("frame")
    number = int(frame) if isinstance(frame, str) and frame.isdecimal() and len(frame) < 6 else 0
    return Act(
        name if isinstance(name, str) else "", value if isinstance(value, str) else "", number
    )
