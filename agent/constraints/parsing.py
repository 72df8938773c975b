"""What a task forbids or exempts: "do not delete a.txt", "everything except a.txt", "only b.txt".

Found by words of the languages of agent.constraints.lexicon, and in whatever words by what was
learnt (agent.constraints.prohibitions). What is quoted, or told to be typed, is data. A phrase that
is doubtful counts: it costs a question, the other mistake a file.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, get_args

from agent.constraints import lexicon
from agent.constraints.clauses import (
    JOINT,
    WORD,
    around_late,
    clause_start,
    clause_starts,
    end_of_fronted,
    kept_otherwise,
    ordinal_stops,
    scope_end,
    sentence_end,
    sentence_start,
)
from agent.constraints.goal import before_goal, carries
from agent.constraints.lexicon import Cue, Deed
from agent.constraints.prohibitions import Phrases, Span, led
from agent.policy.wording import canonical
from agent.task.literals import is_file, literals, normal, quoted, quoted_places
from agent.task.told_text import told_text
from agent.task.verbs import PRESSING

Kind = Literal["not", "except", "only", "explain"]
DEEDS: frozenset[Deed] = frozenset(get_args(Deed)) - {"use"}
"""What may not be done to the things that a task protects by their names."""
# What a task must ask for besides, so that "keep the receipts" exempts something.
_LOSING: tuple[Deed, ...] = ("delete", "move", "overwrite", "rename", "close", "send")
# What an exception from "keep everything" allows.
_TAKING: tuple[Deed, ...] = ("delete", "move")
# "Do not leave" may also mean this.
_LEAVING: frozenset[Deed] = frozenset(("close",))
# What stands before its main clause ends at the comma.
_SUBORDINATE: tuple[Cue, ...] = ("without", "instead", "except")
_KINDS: dict[Cue, Kind] = {
    "not": "not",
    "keep": "except",
    "except": "except",
    "only": "only",
    "without": "not",
    "instead": "except",
    "explain": "explain",
}
# A label that is to be pressed: "click no thanks", "choose never".
_PRESSES = PRESSING | {"choose", "select", "pick", "answer", "say", "kies", "wähle"}
_LABELLED = re.compile(
    rf"\b(?:{'|'.join(sorted(_PRESSES))}"
    r")\s+(?:(?:on|the|auf|sur|en|su|op)\s+){0,2}$",
    re.IGNORECASE,
)
_NEGATED_LABEL = re.compile(r"no\b|don['’]?t|do not|never|nie$|nicht|non\b|não|niet|nee", re.I)
# "l'exécute", "d'Anna".
_ELIDED = re.compile(r"^\w{1,2}['’](?=\w)")
# "Do not press Enter" names no thing.
_ENTER = re.compile(r"enter|return|eingabe(?:taste)?|entrée|invio|intro", re.IGNORECASE)
# Of these a phrase must sound like a prohibition where it does not begin with one.
_ARGUED: tuple[Cue, ...] = ("not", "keep", "without", "instead")
_QUOTES = tuple("\"'“„«‘")
_MOST_NAMED = 8


@dataclass(frozen=True, slots=True)
class Constraint:
    """One phrase of a task that forbids or exempts. `said` are its words. `names` are what it
    protects by name (with kind "only": what it allows), `things` what it only describes ("the
    oldest message"). `own` are the deeds that it speaks of itself, `deeds` all that may not be
    done to what has a name. `vague`: it names nothing that could be told from anything else, so
    that none of its own deeds may be done at all. `learnt`: no word of the lexicon says
    it, so that it only protects what it names."""

    kind: Kind
    said: str
    names: tuple[str, ...]
    things: tuple[str, ...]
    own: frozenset[Deed]
    deeds: frozenset[Deed]
    governs: tuple[int, int]
    only_forbids: tuple[int, int] | None = None
    learnt: bool = False

    @property
    def vague(self) -> bool:
        return not self.names

    def place(self, task: str) -> tuple[int, int]:
        """Where its words stand in the task."""
        start = task.find(self.said, self.governs[0])
        return start, start + len(self.said)


@dataclass(frozen=True, slots=True)
class Constraints:
    """All that one task forbids or exempts. False when it does neither."""

    task: str
    found: tuple[Constraint, ...]

    def __bool__(self) -> bool:
        return bool(self.found)

    def governs(self, text: str) -> bool:
        """Whether a part of the task holds a constraint, or one beside it limits what it asks:
        then no rule may act on it."""
        if constraints_of(text).found:
            return True
        said = bare(text)
        return bool(said) and any(
            said in bare(self.task[one.governs[0] : one.governs[1]]) for one in self.found
        )

    def only_forbids(self, text: str) -> bool:
        """Whether a part of the task says nothing but what is not to be done."""
        said = bare(text)
        if said and any(
            said in bare(self.task[one.only_forbids[0] : one.only_forbids[1]])
            for one in self.found
            if one.only_forbids is not None
        ):
            return True
        return _asks_nothing_else(text)

    def wishes(self, text: str) -> bool:
        """Whether what a part of the task negates is nothing that could be done to a thing: not
        to "be seen" or "be told" is what somebody wants to be set so."""
        own = constraints_of(text).found
        return bool(own) and not any(one.own or one.names for one in own)

    def rest(self) -> str:
        """The task without the words that only forbid or exempt: what is to be entered or chosen
        is said by the others."""
        kept = list(self.task)
        for one in self.found:
            if one.kind != "only":
                start, end = one.place(self.task)
                kept[start:end] = " " * (end - start)
        words = "".join(kept).split()
        while words and lexicon.words("but").fullmatch(canonical(words[-1].strip(",;"))):
            words.pop()
        return " ".join(words)

    def lines(self) -> tuple[str, ...]:
        """The constraints in the words of the task."""
        return tuple(dict.fromkeys(" ".join(one.said.split()) for one in self.found))


@functools.lru_cache(256)
def constraints_of(task: str) -> Constraints:
    """What a task, or a part of it, forbids or exempts."""
    text = _masked(task)
    phrases = Phrases.of(text)
    exempt = [match.span() for match in lexicon.cue("except").finditer(text)]
    freed = {span: kept for span in exempt if (kept := kept_otherwise(text, *span))}
    found = list(_by_words(task, text, phrases, exempt, freed))
    keeping = [match.span() for match in lexicon.cue("keep").finditer(text)]
    saving = [(start, end) for start, end in keeping if _saves(text, start, scope_end(text, end))]
    known = [*exempt, *freed.values(), *saving, *(one.place(task) for one in found)]
    for match in lexicon.cue("nothing").finditer(text):
        of_name = re.match(r"[.\-_]\w", task[match.end() :]) is not None  # nothing.txt
        known_already = any(a <= match.start() < b for a, b in known)
        if not (of_name or known_already or phrases.only_tells(match.start())):
            one = _of_nothing(task, text, match.start(), match.end())
            if one is not None:
                found.append(one)
                known.append(one.place(task))
    found += [_prohibited(task, text, *span) for span in phrases.forbidding(known)]
    # "Do not set any that are not needed" exempts nothing from the rest of the sentence.
    forbids = [one.said for one in found if one.kind == "not"]
    found = [one for one in found if one.kind == "not" or not any(one.said in f for f in forbids)]
    return Constraints(task, tuple(sorted(found, key=lambda one: one.governs)))


def _by_words(
    task: str, text: str, phrases: Phrases, exempt: Sequence[Span], freed: Mapping[Span, Span]
) -> Iterator[Constraint]:
    """What words of the lexicon say, but for those that only tell something. `exempt` is where
    exceptions begin, `freed` what those are exceptions from that stays otherwise."""
    for kind in _KINDS:
        for match in lexicon.cue(kind).finditer(text):
            if kind == "not" and any(a <= match.start() and match.end() <= b for a, b in exempt):
                continue  # "All that is not a.txt" exempts it, and forbids nothing.
            if kind in ("not", "keep") and any(a <= match.start() < b for a, b in freed.values()):
                continue  # "Delete nothing except a.txt" is said by its exception.
            if kind == "except" and match.span() in freed:
                yield _freeing(task, text, *match.span())
                continue
            if kind in _ARGUED and phrases.only_tells(match.start()):
                continue
            one = _constraint(kind, match.start(), match.end(), task, text)
            if one is not None:
                yield one


def _prohibited(task: str, text: str, start: int, stop: int) -> Constraint:
    """What a phrase forbids or exempts of which only what was learnt tells that it does."""
    begin = stop - len(led(text[start:stop]))
    sentence, end = sentence_start(text, begin), sentence_end(text, max(begin, stop - 1))
    own = _deeds(text[begin:stop]) | (DEEDS if touches(text[begin:stop]) else frozenset())
    kind: Kind = "not" if own - {"use"} else "except"
    names = _names(task[begin:stop], opens=begin == sentence)
    things = _things(text[begin:stop], names)
    said = task[begin:stop].strip(" ,;:.!?\n()–—-")
    governs = (sentence, _before_contrast(text, stop, end)) if kind == "except" else (start, stop)
    deeds = DEEDS - (_asked_of(names, text, task, (begin, stop)) - own)
    return Constraint(
        kind, said, names, things or ("",), own, deeds, governs, (start, stop), learnt=True
    )


def _before_contrast(text: str, start: int, end: int) -> int:
    """Where what is exempted up to a place stops limiting its sentence: at a “but”, unless the rest
    is spoken of behind it."""
    contrast = lexicon.words("but").match(canonical(text[start:end]).lstrip(" ,;"))
    others = lexicon.words("rest").search(_folded(text[start:end])) is not None
    return start if contrast is not None and not others else end


def asks_for(deed: Deed, task: str) -> bool:
    """Whether a task asks for a deed in what it does not forbid; what is quoted does not count."""
    return lexicon.deed(deed).search(_folded(positive(task))) is not None


@functools.lru_cache(256)
def positive(task: str) -> str:
    """The task without its constraints and without what is quoted or told to be typed."""
    kept = list(_masked(task))
    for one in constraints_of(task).found:
        start, end = one.place(task)
        kept[start:end] = " " * (end - start)
    return "".join(kept)


def _asks_nothing_else(text: str) -> bool:
    """Whether a part of a task has constraints and beside them nothing but small words."""
    kept = list(text)
    for one in constraints_of(text).found:
        start, end = one.only_forbids or (0, 0)
        kept[start:end] = " " * (end - start)
    left = "".join(kept)
    small = (lexicon.words("small"), lexicon.words("but"), lexicon.words("pronouns"))
    return left.strip() != text.strip() and all(
        re.fullmatch(JOINT, word, re.IGNORECASE) or any(w.fullmatch(word) for w in small)
        for word in _folded(left).replace(",", " ").split()
        if any(sign.isalnum() for sign in word)
    )


def bare(text: str) -> str:
    """The letters and digits of a text alone, in lower case."""
    return re.sub(r"[\W_]+", "", normal(text))


def _folded(text: str) -> str:
    # "!" looks like a letter to `canonical`.
    return canonical(text.replace("!", "."))


def _masked(task: str) -> str:
    """The task with "¤" for what is data: as long as before."""
    text = quotes_masked(task)
    # "Do not forget to save" forbids nothing.
    text = lexicon.cue("reminder").sub(lambda found: " " * len(found[0]), text)
    for start in clause_starts(text):
        told = told_text(text[start:])
        if not told or (at := text.find(told, start)) < 0:
            continue
        end = _told_end(text, at, at + len(told), after_colon=":" in text[start:at])
        text = text[:at] + "¤" * (end - at) + text[end:]
    return text


def quotes_masked(task: str) -> str:
    """The task with "¤" for what stands in quotes, and for full stops that end no sentence."""
    signs = list(task)
    for stop in ordinal_stops(task):
        signs[stop] = "¤"
    for _, start, end in quoted_places(task):
        signs[start + 1 : end - 1] = "¤" * max(0, end - start - 2)
    return "".join(signs)


def _told_end(text: str, start: int, end: int, *, after_colon: bool) -> int:
    """Where a text that is told without quotes ends: a constraint may follow ("type rm a.txt but do
    not run it")."""
    ends = [end]
    cues = [m for kind in _KINDS for m in lexicon.cue(kind).finditer(text, start, end)]
    for contrast in lexicon.words("but").finditer(text, start, end):
        if any(match.start() > contrast.end() for match in cues):
            ends.append(contrast.start())
    for kind in _KINDS:
        for match in lexicon.cue(kind).finditer(text, start, end):
            before = text[start : match.start()].rstrip()
            last = _folded(before).split()[-1:] or [""]
            joined = lexicon.words("but").fullmatch(last[0]) is not None
            comma = before.endswith((",", ";")) or last[0] in ("and", "und", "et", "y", "e", "en")
            if joined or (not after_colon and before and (comma or kind not in ("not", "keep"))):
                cut = len(before) - (len(last[0]) if joined else 0)
                ends.append(start + cut)
    return max(start, min(ends))


def _constraint(kind: Cue, start: int, end: int, task: str, masked: str) -> Constraint | None:
    """The constraint that a cue at this place begins; None when it is none."""
    clause = clause_start(masked, start)
    if _is_label(kind, masked, clause, start, end):
        return None
    sentence, stop = sentence_start(masked, start), _reach(kind, masked, start, end)
    if kind == "except" and carries(masked[sentence : sentence_end(masked, stop)]):
        stop = end + before_goal(task[sentence:start], task[end:stop])
    if kind == "keep" and not _exempts(masked, sentence, start, stop):
        return None
    if kind == "explain":
        return _question(task, masked, clause, start)
    begin = start
    if lexicon.cue("late").fullmatch(masked[start:end]) is not None:
        # "Lösche a.txt nicht": what is meant may stand before. What is told to be typed is cut off
        # where the words of the person go on.
        begin = max(clause, clause_start(quotes_masked(task), start))
        begin, stop = around_late(masked, begin, (start, end), stop)
    elif kind == "not" and not WORD.search(masked[end:stop].replace("¤", "x")):
        return None  # "Set it to never" forbids nothing.
    said = task[begin:stop].strip(" ,;:.!?\n")
    own = {
        "except": _deeds(masked[sentence : sentence_end(masked, stop)]),
        "only": _deeds(masked[clause:stop]) - {"use"},
    }.get(_KINDS[kind], _deeds(masked[begin:stop]))
    scope = [f"{text[begin:start]} , {text[end:stop]}" for text in (task, masked)]
    names = _names(scope[0], opens=begin == sentence and begin < start)
    things = _things(scope[1], names)
    if "run" in own:
        names = tuple(one for one in names if not _ENTER.fullmatch(one))
        things = tuple(one for one in things if not _ENTER.fullmatch(one))
    if not names and (not things or _is_someones(scope[1])):
        names = _names(task[sentence:start], opens=True)
    own = own | (DEEDS if touches(masked[start:stop]) else frozenset())
    governs = _governed(kind, masked, sentence, clause, stop)
    before = _folded(masked[clause:start]).strip(" ,;")
    joined = bool(before) and lexicon.words("but").fullmatch(before) is not None
    first = not before or begin < start or joined
    if _KINDS[kind] == "not" and not (names or own):
        things = things or ("",)
    # "But leave b.txt here" asks for nothing more than "do not touch b.txt".
    alone = kind in ("except", "without", "instead") or (first and kind in ("not", "keep"))
    forbids_only = (clause if joined else begin, stop) if alone else None
    deeds = DEEDS - (_asked_of(names, masked, task, (start, stop)) - own)
    found = Constraint(_KINDS[kind], said, names, things, own, deeds, governs, forbids_only)
    return _of_others(_of_kept(found, masked[end:stop]), task[:begin], task[stop:])


def _of_kept(found: Constraint, denied: str) -> Constraint:
    """The constraint; where it denies that something stays, as in “without leaving an empty row”,
    it forbids at most to leave a place. “Leave none of them, except a.txt” is no such thing."""
    stays = lexicon.cue("keep").match(denied.strip()) is not None
    if found.kind != "not" or not stays or lexicon.cue("except").search(denied):
        return found
    return replace(found, own=found.own & _LEAVING, deeds=found.deeds & _LEAVING)


def _of_nothing(task: str, text: str, start: int, end: int) -> Constraint | None:
    """“Save nothing”: what is not to be done at all; None where no word beside it says what."""
    clause = clause_start(text, start)
    begin, stop = around_late(text, clause, (start, end), scope_end(text, end))
    beside = (*text[begin:start].split()[-1:], *text[end:stop].split()[:1])
    own = _deeds(" , ".join(beside)) - {"use"}
    if not own:
        return None
    said, places = task[begin:stop].strip(" ,;:.!?\n"), (clause, stop)
    return Constraint("not", said, (), ("",), own, DEEDS, places, places)


def _of_others(one: Constraint, *rest: str) -> Constraint:
    """The constraint, when the `rest` of the task is known: a document that is to be saved is saved
    though a part of it is exempt, and “touch nothing else” allows what has a name there."""
    if not one.vague or one.kind not in ("not", "except"):
        return one
    saved = any("overwrite" in _deeds(text) for text in rest)
    if saved and "overwrite" not in _deeds(one.said):
        one = replace(one, own=one.own - {"overwrite"})
    others = lexicon.words("rest").search(_folded(" ".join(one.things))) is not None
    names = _names(" ".join(rest), opens=True)
    if not (others and names):
        return one
    return replace(one, kind="only", names=names, things=())


def touches(text: str) -> bool:
    """Whether a phrase says that something is changed in whatever way."""
    return lexicon.words("touch").search(_folded(text)) is not None


def _freeing(task: str, text: str, start: int, end: int) -> Constraint:
    """“Delete nothing except a.txt”: only that."""
    sentence, stop = sentence_start(text, start), _reach("except", text, start, end)
    governs = sentence, sentence_end(text, stop)
    own = _deeds(text[slice(*governs)]) - {"use", "overwrite"} or frozenset(_TAKING)
    said = task[start:stop].strip(" ,;:.!?\n")
    names = _names(task[start:stop], opens=False)
    return Constraint("only", said, names, (), own, DEEDS, governs)


def _reach(kind: Cue, text: str, start: int, end: int) -> int:
    """Where what a cue at this place speaks of ends."""
    fronted = kind in _SUBORDINATE and not WORD.search(text[sentence_start(text, start) : start])
    return end_of_fronted(text, end) if fronted else scope_end(text, end)


def _is_label(kind: Cue, text: str, clause: int, start: int, end: int) -> bool:
    """Whether words that look like a constraint are the name of something: "Do Not Disturb"."""
    cue = text[start:end]
    rest = cue.split()[1:]
    if any(word[:1].isupper() for word in rest):
        return True
    opens = not text[clause:start].strip() or sentence_start(text, start) == start
    if cue[:1].isupper() and not opens:
        return True
    said = kind == "not" and _NEGATED_LABEL.match(cue) is not None
    return said and _LABELLED.search(text[:start]) is not None


def _exempts(text: str, sentence: int, start: int, stop: int) -> bool:
    """Whether "leave" or "keep" takes something out of what else is asked for."""
    if _saves(text, start, stop):
        return False
    before = _folded(text[sentence:start]).split()
    if before and lexicon.words("but").fullmatch(before[-1]):
        return True
    if lexicon.words("as it is").search(_folded(text[start:stop])):
        return True  # "Leave a.txt alone."
    others = f"{text[sentence:start]} {text[stop : sentence_end(text, stop)]}"
    return any(lexicon.deed(one).search(_folded(others)) for one in _LOSING)


def _saves(text: str, start: int, stop: int) -> bool:
    """Whether “keep” saves: “keep it under notes.txt”."""
    scope = _folded(text[start:stop])
    named = lexicon.words("as named").search(scope)
    name = scope[named.end() :].split()[:1] if named is not None else []
    if named is None or not name:
        return False
    if not (name[0].startswith(_QUOTES) or is_file(name[0].rstrip(".,;:!?"))):
        return False
    # It, or the letter; "keep those saved as a.txt" exempts them.
    _, *what = scope[: named.start()].split()
    small, pronoun = lexicon.words("small"), lexicon.words("pronouns")
    telling = [word for word in what if not (small.fullmatch(word) or pronoun.fullmatch(word))]
    return not telling or (telling == what[1:] and pronoun.fullmatch(what[0]) is None)


def _question(task: str, text: str, clause: int, start: int) -> Constraint | None:
    """What a question speaks of is not to be done: “Explain what "rm -rf x" does”."""
    if text[clause:start].strip() or text[start : start + 1] == "¤":
        return None
    end = sentence_end(text, start)
    names = tuple(quoted(task[start:end]))
    own: frozenset[Deed] = frozenset({"run", "use"})
    elsewhere = _folded(text[:start] + " " + text[end:])
    if not names and lexicon.deed("run").search(elsewhere):
        return None
    said = task[start:end].strip()
    return Constraint("explain", said, names, () if names else ("",), own, own, (start, end))


def _governed(kind: Cue, text: str, sentence: int, clause: int, stop: int) -> tuple[int, int]:
    """What of the task a constraint limits: with an exception all of its sentence; with "do not"
    its own words, and what stands before a "but"."""
    if kind in ("not", "without"):
        before = _folded(text[clause:stop]).split()[:1]
        contrast = bool(before) and lexicon.words("but").fullmatch(before[0]) is not None
        inner = kind == "without" or contrast or _has_but(text[sentence:stop])
        return (sentence if inner else clause), stop
    return sentence, sentence_end(text, stop)


def _has_but(text: str) -> bool:
    return re.search(r"\b(?:but|aber|mais|pero|ma|mas|maar|ale)\b", text, re.IGNORECASE) is not None


def _deeds(text: str) -> frozenset[Deed]:
    folded = _folded(text)
    return frozenset(one for one in get_args(Deed) if lexicon.deed(one).search(folded))


def _names(scope: str, *, opens: bool) -> tuple[str, ...]:
    """What a phrase calls by its name: what is quoted, names of files, words with a capital; the
    first word of a sentence that it `opens` has one anyway."""
    return tuple(literals(scope.strip() if opens else f"x {scope.strip()}"))[:_MOST_NAMED]


def _is_someones(scope: str) -> bool:
    """Whether a phrase speaks of what belongs to somebody: "Ana is coming, leave her row"."""
    owned = lexicon.words("possessives")
    return any(owned.fullmatch(canonical(word)) for word in WORD.findall(scope))


def _things(scope: str, names: Sequence[str]) -> tuple[str, ...]:
    """What a phrase describes in plain words, without its verb and its names."""
    for name in names:
        scope = scope.replace(name, ",")
    found: list[list[str]] = [[]]
    every = [lexicon.deed(one) for one in get_args(Deed)]
    for written in re.findall(r"[\w'’.\-]+|\S", scope):
        word = _ELIDED.sub("", written).strip(".'’")
        plain = canonical(word)
        telling = word[:1].isalpha() and not (
            lexicon.words("but").fullmatch(plain)
            or lexicon.words("small").fullmatch(plain)
            or lexicon.words("pronouns").fullmatch(plain)
            or lexicon.words("touch").fullmatch(plain)
            or any(each.fullmatch(plain) for each in every)
        )
        if telling:
            found[-1].append(word)
        elif found[-1]:
            found.append([])
    return tuple(" ".join(words) for words in found if words)[:_MOST_NAMED]


def _asked_of(names: Iterable[str], text: str, task: str, own: tuple[int, int]) -> frozenset[Deed]:
    """What the rest of the task asks to be done to a thing: “Do not delete a.txt, rename it”."""
    asked: set[Deed] = set()
    known = [normal(name) for name in names]
    starts = [*clause_starts(text), len(text)]
    for start, end in pairwise(starts):
        if own[0] <= start < own[1]:
            continue
        words = _folded(text[start:end]).split()
        near = start >= own[1] and any(lexicon.words("pronouns").fullmatch(w) for w in words)
        if near or any(name in normal(task[start:end]) for name in known):
            asked |= _deeds(text[start:end])
    return frozenset(asked)
