"""Values of the task for what takes them: fields, drop-down lists, sliders and keypads; and texts
that the model writes itself, into a field or as an answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agent.actions import Action, Answer, Select, SetSlider, Tap, TypeText
from agent.computer.effect import is_document
from agent.constraints.parsing import constraints_of
from agent.secrets.placeholders import refers
from agent.suggestions.keypad import find_keypad
from agent.suggestions.meaning import likeness
from agent.suggestions.reading import Reading, meant_so
from agent.suggestions.weights import Candidate
from agent.task.asked import asked_of
from agent.task.literals import alike, is_file, mentions, quoted
from agent.values.in_fields import found_in, written_for
from agent.values.sorts import sort_of
from vision.core.elements import Element

_TAKING = ("field", "dropdown", "slider")
_STEM = 5  # letters
# A task of which an explanation is asked for is so much of its text.
_MOSTLY = 0.7
_WRITING = ("write it into the field", "type a text", "enter the answer")
_ASKING = (
    "tell me what it says",
    "what is it?",
    "answer the question",
    "explain it",
    "describe it",
)
# What is known of every element that counts for entries as well.
_OF_FIELDS = (
    *("like", "like whole", "less like whole", "like later", "like before", "named", "counted"),
    *("focused", "came", "others came", "browser bar", "searches", "was clicked", "covers"),
    *("covers most", "in the row of the last", "below the last", "far from the last"),
)
# What is to be worked out has one of these.
_WORKS_OUT = frozenset("+*/×÷−")
# Words around a value that tell where it goes.
_BEFORE, _AFTER = 5, 4


def entries(reading: Reading) -> Iterator[Candidate]:
    """All values for all that takes them."""
    fields = [e for e in reading.now.map.elements if e.kind in _TAKING and not e.state.disabled]
    known = reading.of_elements(fields)
    yield from _keypad(reading)
    for value in reading.part.values:
        yield from _values(reading, fields, known, value, reading.part.text)
    yield from _converted(reading, fields, known)
    for each in reading.later_parts:
        for value in each.open_values:
            yield from _values(reading, fields, known, value, each.text)
    yield from _own_texts(reading, fields, known)


def _keypad(reading: Reading) -> Iterator[Candidate]:
    """The values that a keypad can spell; where none of them is a sum and it can calculate, also a
    sum that the model makes of what the task tells ("split 90 among the six of us")."""
    keypad = find_keypad(reading.now.map)
    if keypad is None:
        return
    sums = False
    for value in reading.part.open_values:
        if tap := keypad.tap(value):
            is_sum = any(sign in _WORKS_OUT for sign in value)
            sums = sums or is_sum
            yield Candidate(tap, {"keypad": 1.0, "sum": float(is_sum)})
    if keypad.calculates and not (sums or reading.now.memory.summed):
        yield Candidate(Tap("", ()), {"keypad": 1.0, "own sum": 1.0}, open_text=True)


def _values(
    reading: Reading,
    fields: Sequence[Element],
    known: Sequence[dict[str, float]],
    value: str,
    text: str,
) -> Iterator[Candidate]:
    """One value for each field."""
    near = _words_near(value, text)
    likes = likeness(near, [e.text or e.kind for e in fields])
    likest = max(likes, default=0.0)
    sort = sort_of(value)
    sorts = likeness(sort, [e.text or e.kind for e in fields]) if sort else [0.0] * len(fields)
    about = _about_value(value, reading)
    for field, like, fits, own in zip(fields, likes, sorts, known, strict=True):
        if reading.now.memory.was_entered(field, value):
            continue
        features = {
            **(_about_later(field, text) if text != reading.part.text else {}),
            "like its sort": fits,
            **_about_field(field, value, own, reading),
            **about,
            "like near": like,
            "likest near": float(like >= likest),
            "named near": float(bool(field.text) and mentions(near, field.text)),
            "its value": float(value_of(field.text, text, reading.part.values) == value),
            "alone": float(len(fields) == 1),
            **reading.moment,
        }
        yield Candidate(entering(field, value), features)


def _about_later(field: Element, text: str) -> dict[str, float]:
    """What is known of an entry for a part of the task that comes later."""
    named = bool(field.text) and mentions(text, field.text)
    return {"entry later": 1.0, "entry later, unnamed": float(not named)}


def _about_value(value: str, reading: Reading) -> dict[str, float]:
    part = reading.part
    shown = any(alike(value, e.text, 0.9) for e in reading.now.map.elements if e.interactive)
    return {
        "value open": float(value in part.open_values),
        "value used": float(value in part.used),
        "value quoted": float(value in quoted(reading.now.task) or refers(value)),
        "value marked": float(any(sign.isdigit() or sign in "@/._" for sign in value)),
        "value shown": float(shown),
        "value long": float(len(value.split()) > 3),
    }


def _about_field(
    field: Element, value: str, own: dict[str, float], reading: Reading
) -> dict[str, float]:
    shown = field.state.value or ""
    return {
        "enter": 1.0,
        f"enter {field.kind}": 1.0,
        "holds it": float(alike(shown, value, 0.9)),
        "full": float(bool(shown)),
        "was filled": float(reading.now.memory.is_filled(field)),
        "figures for a slider": float(field.kind == "slider" and value.strip("%").isdigit()),
        "its own name": float(bool(field.text) and alike(field.text, value, 0.9)),
        **{f"enter {name}": own.get(name, 0.0) for name in _OF_FIELDS},
    }


def _converted(
    reading: Reading, fields: Sequence[Element], known: Sequence[dict[str, float]]
) -> Iterator[Candidate]:
    """Dates, times and amounts as each field wants them, where that is not as the task says it."""
    for found in found_in(reading.part.text):
        if found.quoted:
            continue
        for field, own in zip(fields, known, strict=True):
            shown = field.state.value or ""
            text = written_for(found, f"{field.text} {shown}", [shown] if shown else [])
            if text and text != found.text:
                for made in _values(reading, [field], [own], found.text, reading.part.text):
                    features = {**made.features, "converted": 1.0, "value open": 1.0}
                    yield Candidate(entering(field, text), features)


def _own_texts(
    reading: Reading, fields: Sequence[Element], known: Sequence[dict[str, float]]
) -> Iterator[Candidate]:
    """A text of the model's own: where the task gives none for a field, or all that it gives are
    used; and an answer to what is asked."""
    writing = meant_so(reading.part.text, _WRITING)
    values = reading.part.open_values
    left = float(bool(values))
    scale = reading.now.map.screenshot.scale
    for field, own in zip(fields, known, strict=True):
        if field.kind == "field" and not value_of(field.text, reading.part.text, values):
            features = _about_field(field, "\0", own, reading)
            features = {f"own {name}": value for name, value in features.items()}
            # On an empty sheet nothing can be done but writing.
            given = not all(map(is_file, values))
            sheet = is_document(field, scale) and not (field.state.value or given)
            told = {"own": 1.0, "own meant": writing, "own values left": left, **reading.moment}
            told["own on a sheet"] = float(sheet)
            yield Candidate(TypeText("", field.id), {**features, **told}, open_text=True)
    asking = meant_so(reading.part.text, _ASKING)
    mark = float("?" in reading.part.text)
    whole = len(reading.now.task.strip())
    explained = any(
        each.kind == "explain" and each.governs[1] - each.governs[0] > _MOSTLY * whole
        for each in constraints_of(reading.now.task).found
    )
    asked = float(bool(asked_of(reading.part)))
    told = {"answer": 1.0, "asking": asking, "question mark": mark, "asked": asked}
    told |= {"only explained": float(explained), **reading.moment}
    yield Candidate(Answer(""), told, open_text=True)


def entering(field: Element, value: str) -> Action:
    """Entering a value where it is typed, chosen or set."""
    if field.kind == "dropdown":
        return Select(field.id, value)
    return SetSlider(field.id, value) if field.kind == "slider" else TypeText(value, field.id)


def value_of(name: str, text: str, values: Sequence[str]) -> str | None:
    """The value that stands next to the name of a field, or to a word that begins like one of its
    words; None where the text does not say the name."""
    said = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) if name else None
    stems = [word[:_STEM] for word in re.findall(r"\w{4,}", name)]
    if said is None and stems:
        either = "|".join(map(re.escape, stems))
        said = re.search(rf"(?<!\w)(?:{either})\w*", text, re.IGNORECASE)
    places = [(text.find(value), value) for value in values if value in text]
    if said is None or not places:
        return None

    def gap(place: tuple[int, str]) -> int:
        start, value = place
        # Of two beside it, the one behind: "from York to Leeds".
        return start - said.end() if start >= said.end() else said.start() - start - len(value) + 1

    return min(places, key=gap)[1]


def _words_near(value: str, text: str) -> str:
    """The words around a value."""
    at = text.find(value)
    if at < 0:
        return text
    first, last = text[:at].split(), text[at + len(value) :].split()
    return " ".join([*first[-_BEFORE:], *last[:_AFTER]])
