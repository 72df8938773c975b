"""Where the clauses and sentences of a task begin and end, and how far a word reaches that forbids
or exempts something."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.constraints import lexicon
from agent.constraints.lexicon import Cue
from agent.policy.wording import canonical
from agent.task.verbs import DOING

JOINT = r"(?:and|then|und|dann|et|puis|y|luego|e|poi|en|i|or|oder|ou|o)"
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|\n")
_CLAUSE_END = re.compile(rf"[,;:.!?](?=\s|$)|\n|\s(?={JOINT}\s)", re.IGNORECASE)
_STRONG_END = re.compile(r"[;:.!?](?=\s|$)|\n")
_JOINTS = re.compile(rf"\s*(?:{JOINT}\s+)*", re.IGNORECASE)
_COUNTED = re.compile(r"([^\W\d_]+)\s+\d{1,2}\.(?=\s)")
WORD = re.compile(r"[^\W_]+(?:['’.\-][^\W_]+)*")
# Words of one thing of an enumeration, with what joins it.
_LISTED = 3
_NEGATIONS: tuple[Cue, ...] = ("not", "nothing")


def ordinal_stops(text: str) -> set[int]:
    """The places of full stops that end no sentence: of numbers behind a word such as "am" or "den"
    ("am 3. Juni"). Of some 40 such places in texts by other authors one may be an end."""
    before = lexicon.words("before ordinal")
    return {
        said.end() - 1 for said in _COUNTED.finditer(text) if before.fullmatch(said[1].casefold())
    }


def clause_starts(text: str) -> list[int]:
    return [0, *(_behind_joint(text, match.end()) for match in _CLAUSE_END.finditer(text))]


def _behind_joint(text: str, at: int) -> int:
    """The place of the first word from `at` on that is no "and", "then" or the like."""
    joint = _JOINTS.match(text, at)
    return joint.end() if joint else at


def clause_start(text: str, start: int) -> int:
    ends = [match.end() for match in _CLAUSE_END.finditer(text, 0, start)]
    return min(start, _behind_joint(text, ends[-1] if ends else 0))


def ends_sentence(text: str, at: int) -> bool:
    """Whether a sentence ends right before a place, or a space before it."""
    return _SENTENCE_END.search(text[: at + 1].rstrip() + " ", max(0, at - 2)) is not None


def sentence_start(text: str, start: int) -> int:
    ends = [match.end() for match in _SENTENCE_END.finditer(text, 0, start)]
    at = ends[-1] if ends else 0
    return at + len(text[at:start]) - len(text[at:start].lstrip())


def sentence_end(text: str, start: int) -> int:
    found = _SENTENCE_END.search(text, start)
    return found.start() if found else len(text)


def scope_end(text: str, start: int) -> int:
    """Where what a cue speaks of ends: at the end of the sentence, or where the next instruction
    begins. An enumeration goes on."""
    for match in _CLAUSE_END.finditer(text, start):
        if _STRONG_END.match(text, match.start()) or _begins(text[match.end() :]):
            return match.start()
    return len(text)


def end_of_fronted(text: str, start: int) -> int:
    """Where a clause ends that stands before what is asked for: at the first comma behind which no
    enumeration goes on ("without a.txt, b.txt or c.txt, ...")."""
    segments = text[start : sentence_end(text, start)].split(", ")
    end = start
    for number, segment in enumerate(segments[:-1], 1):
        end += len(segment)
        last = number == len(segments) - 1
        if last or len(WORD.findall(segments[number])) > _LISTED:
            return end
        end += len(", ")
    return scope_end(text, start)


def _begins(rest: str) -> bool:
    """Whether words begin another instruction."""
    words = [word.casefold() for word in WORD.findall(rest)[:4]]
    joints = re.compile(JOINT, re.IGNORECASE)
    while words and joints.fullmatch(words[0]):
        words = words[1:]
    if not words:
        return True
    first = canonical(words[0])
    if words[0] in DOING or lexicon.words("verbs").fullmatch(first):
        return True
    starts: Sequence[Cue] = ("not", "except", "only", "without", "instead")
    cues = any(lexicon.cue(kind).match(rest.lstrip()) for kind in starts)
    return cues or lexicon.words("but").fullmatch(first) is not None


def around_late(text: str, begin: int, cue: tuple[int, int], stop: int) -> tuple[int, int]:
    """Where what a cue speaks of that may stand behind it begins and ends: what is before it in its
    clause, from `begin` on and behind a "but"; else what follows, up to `stop`."""
    start, end = cue
    contrasts = [m.end() for m in lexicon.words("but").finditer(text.casefold(), begin, start)]
    begin = max([begin, *contrasts])
    if not WORD.search(text[begin:start].replace("¤", "x")):
        return start, stop
    following = _CLAUSE_END.search(text, end)
    return begin, min(stop, following.start()) if following else stop


def kept_otherwise(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Where the clause stands that says that all else stays, so that an exception frees what it
    names: "keep all but a.txt", "delete nothing except a.txt". None for other exceptions, also for
    "keep nothing but a.txt"."""
    sentence, clause = sentence_start(text, start), clause_start(text, start)
    if not WORD.search(text[sentence:start]):  # It begins the sentence.
        said = (end_of_fronted(text, end), sentence_end(text, end))
    else:
        said = (clause if WORD.search(text[clause:start]) else sentence, end)
    stays = [m.span() for cue in ("keep", "stays") for m in lexicon.cue(cue).finditer(text, *said)]
    negated = any(
        m.span() not in stays and not (kind == "not" and start <= m.start() < end)
        for kind in _NEGATIONS
        for m in lexicon.cue(kind).finditer(text, *said)
    )
    return said if bool(stays) != negated else None
