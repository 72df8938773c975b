"""What a task tells for the entries of a form: quoted values with the words around them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.apps.categories import kinds, plain
from agent.task.literals import normal, quoted_places, without_quotes
from agent.task.plan import Outline, Part
from agent.task.verbs import ADDING, CHOOSING, DOING, JOINTS, WRITING
from vision.core.elements import Element

# What stands between the values of an enumeration.
_BETWEEN = re.compile(r"[\s,;]*(?:(?:and|or|und|oder|et|ou|y|o|e|i|oraz|en)\s+)?")
_EACH = re.compile(
    r"\b(?:each|every|all|both|je|jede[rsn]?|alle|chaque|tous|cada|todos|ogni|każd\w+)\b"
)
_OPTIONAL = re.compile(
    r"\b(?:may|optional(?:ly)?|if you (?:like|want)|not needed|kann|optional|wenn du willst|peut|"
    r"facultatif|puede|opcional|può|facoltativo)\b",
    re.IGNORECASE,
)
# Words between a value and the name of its entry behind it: "as documentation".
_LEADS = re.compile(
    r"\s*(?:(?:as|into|in|for|to|als|ins?|für|comme|dans|como|en|come|nel)\s+)?"
    r"(?:(?:the|its|their|a|an|der|die|das|den|le|la|les|el|il|lo)\s+)?",
    re.IGNORECASE,
)
_SENTENCE_ENDS = (".", "!", "?", ";")


@dataclass(frozen=True, slots=True)
class Told:
    """A quoted value, and the words before it (since the value before) and behind it."""

    value: str
    before: str
    after: str


def told(text: str) -> list[Told]:
    """All quoted values of a part of a task, in order."""
    places = quoted_places(text)
    starts = [start for _, start, _ in places] + [len(text)]
    ends = [0, *(end for _, _, end in places)]
    return [
        Told(value, text[ends[n] : start], text[end : starts[n + 1]])
        for n, (value, start, end) in enumerate(places)
    ]


def spot(words: str, name: str) -> int | None:
    """Where the last mention of a name of an entry ends in some words; None without one. Hyphens,
    spaces and the signs behind a label do not count."""
    said = _saying(name)
    ends = [match.end() for match in said.finditer(words)] if said is not None else []
    return ends[-1] if ends else None


def _saying(name: str) -> re.Pattern[str] | None:
    parts = re.findall(r"\w+", name.strip(" *:"))
    if len("".join(parts)) < 2:
        return None
    phrase = r"[\s-]*".join(map(re.escape, parts))
    return re.compile(rf"(?<!\w){phrase}(?!\w)", re.IGNORECASE)


def follows(words: str, name: str) -> bool:
    """Whether some words behind a value begin with the name of its entry: "as documentation"."""
    start = _LEADS.match(words)
    said = _saying(name)
    return (
        said is not None and said.match(words, start.end() if start is not None else 0) is not None
    )


def meant(one: Told, entries: Sequence[Element]) -> list[Element]:
    """The entries that the words around a value name: by the longest name, the nearest mention
    before the value first, else right behind it."""
    spots = {e.id: spot(one.before, e.text) for e in entries if e.text}
    named = [e for e in entries if spots.get(e.id) is not None]
    if named:
        best = max(named, key=lambda e: (len(normal(e.text)), spots[e.id]))
        return [e for e in named if normal(e.text) == normal(best.text)]
    behind = [e for e in entries if e.text and follows(one.after, e.text)]
    longest = max((len(e.text) for e in behind), default=0)
    return [e for e in behind if len(e.text) == longest]


def is_optional(part: Part) -> bool:
    return _OPTIONAL.search(without_quotes(part.text)) is not None


def says_each(part: Part) -> bool:
    """Whether a part wants something at several places: “into both fields”."""
    return _EACH.search(without_quotes(part.text).casefold()) is not None


def asks_for_deed(part: Part) -> bool:
    """Whether a part says what to do, not only how something is to be."""
    return any(word in DOING for word in words_of(part.text))


def only_fills(part: Part) -> bool:
    """Whether a part asks for nothing but that its values be entered or chosen."""
    return all(word in WRITING | CHOOSING for word in words_of(part.text) if word in DOING)


def says_program(part: Part) -> bool:
    """Whether a part speaks of a kind of program: “in the calculator”."""
    said = f" {plain(without_quotes(part.text))} "
    return any(f" {plain(word)} " in said for kind in kinds() for word in kind.asks)


def begins_with_deed(text: str) -> bool:
    words = [word for word in words_of(text) if word not in JOINTS]
    return bool(words) and words[0] in DOING


def words_of(text: str) -> list[str]:
    """The plain words outside of quotes."""
    return re.findall(r"[^\W\d_]+", without_quotes(text).casefold())


def adds(part: Part) -> bool:
    """Whether a part asks to add something."""
    return any(word in ADDING for word in words_of(part.text))


def gather(part: Part, outline: Outline) -> Part:
    """The part with the rest of its sentence, one part for each thing that is to be added: “add
    "a" and "b", each with the type "T"” are two. Changes the outline, unless nothing is quoted."""
    place = next(n for n, each in enumerate(outline.parts) if each is part)
    sentence = [part]
    for each in outline.parts[place + 1 :]:
        ended = sentence[-1].text.rstrip("\"'”»").endswith(_SENTENCE_ENDS)
        if ended or each.done or each.held or begins_with_deed(each.text):
            break
        sentence.append(each)
    if not any(quoted_places(each.text) for each in sentence):
        return part
    for _ in sentence[1:]:
        part = outline.join(part) or part
    several = _one_by_one(part.text)
    return outline.cut(part, several) if len(several) > 1 else part


def _one_by_one(text: str) -> list[str]:
    places = quoted_places(text)
    run = places[:1]
    for place in places[1:]:
        between = text[run[-1][2] : place[1]]
        if _BETWEEN.fullmatch(between) is None:
            if len(run) > 1:
                break
            run = []
        run.append(place)
    rest = len(places) - len(run)
    if len(run) < 2 or (rest and not _EACH.search(without_quotes(text).casefold())):
        return [text]
    start, end = run[0][1], run[-1][2]
    return [f"{text[:start]}{text[a:b]}{text[end:]}" for _, a, b in run]
