"""Values of the task for what takes them: fields, drop-down lists, sliders and keypads; and fields
for a text that the model writes itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agent.actions import Action, Select, SetSlider, Tap, TypeText
from agent.deciding.situation import Situation
from agent.keypad import find_keypad
from agent.literals import alike, mentions
from agent.outline import Part
from agent.suggestions.meaning import likeness
from agent.suggestions.ordinals import pointed_at
from agent.suggestions.scored import Scored
from agent.task.in_fields import found_in, written_for
from vision.elements import Element

_TAKING = ("field", "dropdown", "slider")
# Scores: a value for any field, one for a later part; what is said for a field beside the value, or
# at all in the part; the field that the task counts out; its place among the fields.
_FOR_FIELD, _LATER = 0.75, 0.55
_NEAR, _SAID, _COUNTED, _PLACE = 0.5, 0.2, 0.4, 0.05
# A value that is there, or that a field was given before; one that reached the screen; a field that
# holds something.
_HELD, _WRITTEN, _USED, _FULL = -1.2, -0.6, -0.2, -0.15
_KEYPAD, _SLIDER, _OWN, _CONVERTED = 0.5, -0.1, 0.4, 0.1
# Words around a value that tell where it goes.
_BEFORE, _AFTER = 5, 4


def entries(now: Situation, part: Part) -> Iterator[Scored]:
    """All values for all that takes them, each with its score."""
    fields = [e for e in now.map.elements if e.kind in _TAKING and not e.state.disabled]
    yield from _keypad(now, part)
    counted = pointed_at(part.text, fields)
    for place, value in enumerate(part.values):
        score = _FOR_FIELD + (0.0 if value in part.open_values else _USED)
        near = _words_near(value, part.text)
        likes = likeness(near, [e.text or e.kind for e in fields])
        for number, (field, like) in enumerate(zip(fields, likes, strict=True)):
            fits = _fits(field, near, part) + 0.4 * like + (_PLACE if place == number else 0.0)
            fits += _COUNTED if field is counted else 0.0
            yield _entry(field, value, score + fits, now)
    yield from _converted(now, part, fields)
    yield from _later(now, part, fields)
    yield from _own_texts(now, part, fields)


def _keypad(now: Situation, part: Part) -> Iterator[Scored]:
    keypad = find_keypad(now.map)
    for value in part.open_values:
        if keypad is not None and (buttons := keypad.presses(value)):
            yield Scored(Tap(value, tuple(b.id for b in buttons)), _FOR_FIELD + _KEYPAD)


def _converted(now: Situation, part: Part, fields: Sequence[Element]) -> Iterator[Scored]:
    """Dates, times and amounts as each field wants them, where that is not as the task says it."""
    for found in found_in(part.text):
        if found.quoted:
            continue
        near = _words_near(found.text, part.text)
        likes = likeness(near, [e.text or e.kind for e in fields])
        for field, like in zip(fields, likes, strict=True):
            shown = field.state.value or ""
            text = written_for(found, f"{field.text} {shown}", [shown] if shown else [])
            if text and text != found.text:
                score = _FOR_FIELD + _fits(field, near, part) + 0.4 * like + _CONVERTED
                yield _entry(field, text, score, now)


def _later(now: Situation, part: Part, fields: Sequence[Element]) -> Iterator[Scored]:
    for each in now.plan.parts:
        if each.done or each is part:
            continue
        for value in each.open_values:
            near = _words_near(value, each.text)
            for field in (e for e in fields if e.text and mentions(near, e.text)):
                yield _entry(field, value, _LATER, now)


def _own_texts(now: Situation, part: Part, fields: Sequence[Element]) -> Iterator[Scored]:
    """A text of the model's own: where the task gives none, or all that it gives are used."""
    empty = [e for e in fields if e.kind == "field" and not now.memory.is_filled(e)]
    likes = likeness(part.text, [e.text or e.kind for e in empty])
    held = 0.3 if part.open_values else 0.0
    for field, like in zip(empty, likes, strict=True):
        named = _SAID if field.text and mentions(part.text, field.text) else 0.0
        score = _OWN + 0.4 * like + named - held - (0.1 if field.state.value else 0.0)
        yield Scored(TypeText("", field.id), score, open_text=True)


def _entry(field: Element, value: str, score: float, now: Situation) -> Scored:
    shown = field.state.value or ""
    score += _HELD if alike(shown, value, 0.9) else 0.0
    score += _WRITTEN if now.memory.is_filled(field) else 0.0
    score += _FULL if shown and field.kind == "field" else 0.0
    if field.kind == "slider":
        score += _SLIDER if value.strip("%").isdigit() else _HELD
    return Scored(entering(field, value), score)


def entering(field: Element, value: str) -> Action:
    """Entering a value where it is typed, chosen or set."""
    if field.kind == "dropdown":
        return Select(field.id, value)
    return SetSlider(field.id, value) if field.kind == "slider" else TypeText(value, field.id)


def _fits(field: Element, near: str, part: Part) -> float:
    """What is said for a field as the place of a value: its name, or its kind."""
    for name in (field.text, field.kind):
        if name and mentions(near, name):
            return _NEAR
        if name and mentions(part.text, name):
            return _SAID
    return 0.0


def _words_near(value: str, text: str) -> str:
    """The words around a value."""
    at = text.find(value)
    if at < 0:
        return text
    before, after = text[:at], text[at + len(value) :]
    return f"{' '.join(before.split()[-_BEFORE:])} {' '.join(after.split()[:_AFTER])}"
