"""Arguments in plain words: the ways to say a procedure (`say`, `also`) as patterns of what a task
says. "Replace every {old} with {new}" fits "replace red with blue".

The telling words must be said in their order; small ones and what a thing is ("the word", "a line
saying") may be there or not. A slot takes the words between, up to the end of the clause, without
the quotes around them. What only points at something ("it", "the first line") is no argument.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from agent.skills.procedures.procedure import Procedure, Sort
from agent.suggestions.ordinals import ORDINAL
from agent.task.literals import quoted_places
from agent.task.told_text import VERBS, without_place
from agent.task.verbs import DOING, JOINTS

FREE: tuple[Sort, ...] = ("text", "new", "target")
"""Sorts of which any words may be a value."""
_SLOT = re.compile(r"\{(\w+)\}")
_TOKEN = re.compile(r"\{\w+\}|[\w'’-]+")
_SMALL = ("the", "a", "an", "every", "each", "all", "new", "called", "that", "says")
_ALIKE = {"with": "with|by", "into": "into|in|to", "document": "document|file|text|it|this"}
# What a value is, and that it follows now.
_THING = (
    r"(?:words?|text|phrase|sentence|lines?|name|title|heading|files?|folder|directory|command)"
)
_THINGS = re.compile(rf"{_THING}|cells?|page|site|slide|document", re.IGNORECASE)
_FOLLOWS = (
    r"(?:called|named|titled|saying|containing|(?:that|which)\s+(?:says|reads|contains)"
    r"|with\s+the\s+(?:words?|text|name|title))"
)
_GAP = r":?\s+(?:(?:the|an?|every|each|all|my|new|called|that|says)\s+)*+"
# Before a slot. Nothing is given back: "the text" alone is no value.
_BEFORE = (
    r":?\s+(?:(?:the|every|each|all|any|(?:occurrence|instance)s?\s+of)\s+)*+"
    rf"(?P<{{0}}>(?:(?:an?|new)\s+)*"
    rf"(?:{_THING}(?!\s+of\b)(?:\s+{_FOLLOWS})?|{_FOLLOWS})\s+)?+"
)
_BEHIND_THING = rf"(?P<{{0}}>:?\s+(?:{_FOLLOWS}\s+)?+)"
_TO_WRITE = rf":?\s+(?P<{{0}}>(?:(?:the\s+)?{_THING}(?!\s+of\b)(?:\s+{_FOLLOWS})?\s+)?+)"
# Where it is done goes without saying.
_PLACE = re.compile(
    r"\s+(?P<how>(?:in|into|at|with)\s+(?:the|a)\s+(?:document|end|list|terminal|command))$"
)
_JOINT = f"(?:{'|'.join(sorted(JOINTS))})"
_VERB = f"(?:{'|'.join(sorted(map(re.escape, DOING), key=len, reverse=True))})"
_STARTS = (
    rf"(?:^\W*|[,;:.!?]\s+"
    rf"|\b(?:{_JOINT}|please|now|just|also|to|you|document|window|tab|editor)\s+)"
)
_CLAUSE = r"(?:^\W*|[,;:.!?]\s+)"
_ENDS = rf"(?=[.!?,;]*\s*$|[.!?;]\s|,?\s+(?:{_JOINT}\s+)+{_VERB}\b|,\s+{_VERB}\b)"
# Signs that stand for quoted strings: a quoted string is one value.
_FIRST_SIGN = 0xE000
_SIGN = re.compile(r"[\ue000-\uf8ff]")
_IN_PLACE = re.compile(
    r"\s+(?:in|on|throughout|within|inside|from)\s+(?:the|this|that|my|all|every|each|it)\b.*$",
    re.IGNORECASE,
)
_LAST = re.compile(r"\s+(?:everywhere|throughout|please|now|instead)$", re.IGNORECASE)
_LAST_OF_NAME = re.compile(r"\s+(?:here|there|too|again|as well|for me)$", re.IGNORECASE)
# Behind these something is described, or pointed at.
_NEVER_FIRST = re.compile(
    r"(?:in|on|at|for|from|of|with|to|out|up|off|down|about|as|after|before|by|like|into|onto|under"
    r"|below|above|behind|beside|again|it|its|them|this|that|these|those|him|her|everything|anything"
    r"|something|nothing|here|there|now|too|please|and|or|which|who|whose|where|what|how|when|why|if|so|only)\b",
    re.IGNORECASE,
)
_DESCRIBES = re.compile(
    rf"^(?:the|an?|my|your|his|our|their|some|any|one|two|three|both|more|another|blank|empty"
    rf"|{ORDINAL})\b"
    r"|^(?:other|next|previous|same|current|selected)\s+(?:one|ones|two|match|result|place"
    rf"|occurrence|error|{_THINGS.pattern}|paragraphs?|rows?|columns?)\b|\b(?:selection|it|them)$"
    rf"|^(?:{_THINGS.pattern}|paragraphs?|headers?|rows?|columns?|selection|button|item|tab)\b"
    r"(?:$|\s+(?:of|in|at|on|with|that|which|from|above|below|before|after)\b)",
    re.IGNORECASE,
)
_MOST_WORDS, _MOST_TOLD = 6, 16


def said_by(procedure: Procedure, text: str) -> Iterator[dict[str, str]]:
    """What a text says for the slots that a way to say the procedure has."""
    sorts = dict(procedure.slots)
    if not any(sort in FREE for sort in sorts.values()):
        return
    quotes = quoted_places(text)
    for number, (_, start, end) in reversed(list(enumerate(quotes))):
        text = text[:start] + chr(_FIRST_SIGN + number) + text[end:]
    for pattern in _patterns(procedure):
        for match in pattern.finditer(text):
            values = {
                slot: _value(match, slot, sorts[slot], [said for said, _, _ in quotes])
                for slot in sorts
                if slot in pattern.groupindex
            }
            if all(values.values()):
                yield {slot: value for slot, value in values.items() if value is not None}


@functools.cache
def _patterns(procedure: Procedure) -> tuple[re.Pattern[str], ...]:
    """Those of the ways to say a procedure that name a free value."""
    sorts = dict(procedure.slots)
    ways = (procedure.say, *procedure.also)
    free = [way for way in ways if any(sorts[slot] in FREE for slot in _SLOT.findall(way))]
    return tuple(re.compile(_pattern(way, sorts), re.IGNORECASE) for way in free)


def _pattern(way: str, sorts: dict[str, Sort]) -> str:
    place = _PLACE.search(way)
    tokens = [t for t in _TOKEN.findall(way[: place.start()] if place else way) if t not in _SMALL]
    slots = [_SLOT.fullmatch(token) for token in tokens]
    # "The file {file}" is a file anyway, "the line {text}" may be a word.
    told = [
        not (_THINGS.fullmatch(token) and slot and sorts[slot[1]] not in FREE)
        for token, slot in zip(tokens, [*slots[1:], None], strict=True)
    ]
    kept = [
        pair for pair, tells in zip(zip(tokens, slots, strict=True), told, strict=True) if tells
    ]
    pattern, before = _CLAUSE if kept[0][1] else _STARTS, ""
    for token, slot in kept:
        if slot is None:
            pattern += (_GAP if before else "") + f"(?:{_ALIKE.get(token, re.escape(token))})\\b"
        else:
            pattern += _gap(before, kept[0][0]).format(f"{slot[1]}_is") if before else ""
            pattern += f"(?P<{slot[1]}>{_taken(sorts[slot[1]], first=not before)})"
        before = token
    how = "\\s+".join(map(re.escape, place["how"].split())) if place else ""
    return pattern + (rf"(?:\s+{how})?" if how else "") + _ENDS


def _gap(before: str, first: str) -> str:
    """What may stand between a word and a slot behind it."""
    if _THINGS.fullmatch(before):
        return _BEHIND_THING
    return _TO_WRITE if first in VERBS else _BEFORE


def _taken(sort: Sort, *, first: bool) -> str:
    if first:
        return r"[^\s,;:][^,;:]*?"
    return r"\S.*?" if sort == "text" else r"[^\s,;][^,;]*?"


def _value(match: re.Match[str], slot: str, sort: Sort, quotes: list[str]) -> str | None:
    """What a slot was given; None where that is no value."""
    said = match[slot].strip()
    if _SIGN.search(said):
        return quotes[ord(said) - _FIRST_SIGN] if len(said) == 1 else None
    if sort not in FREE:
        return said
    said = without_place(said)
    said = _LAST.sub("", said if sort == "text" else _LAST_OF_NAME.sub("", said))
    told = bool(match.groupdict().get(f"{slot}_is"))
    if not told:
        said = _IN_PLACE.sub("", said)
    if _NEVER_FIRST.match(said) or not (told or not _DESCRIBES.search(said)):
        return None
    words = len(said.split())
    return said if words <= (_MOST_TOLD if told else _MOST_WORDS) else None
