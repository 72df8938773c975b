"""Which applications and kinds of programs the words of a task speak for, and where.

Only the person's task is read here, without what it quotes: that is to be written somewhere.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from agent.apps.application import Application
from agent.apps.categories import Kind, helping, kind_of, kinds, of_kind, plain, words
from agent.apps.default_apps import Defaults, type_of_file
from agent.apps.known_folders import without_folders
from agent.apps.managing import manages_files
from agent.task.literals import quoted
from agent.task.told_text import without_pairs
from agent.task.verbs import JOINTS

NAMED, SURE, HINT = 6.0, 3.0, 1.0
"""What a name weighs, a word that speaks for one kind of program, and one that only may."""
_FILE = 3.0
_ADDRESS = 4.0
_SCHEME = re.compile(r"(?:https?|file|ftp)://", re.IGNORECASE)
_DOMAIN = re.compile(r"(?:[\w-]+\.)+(?:com|org|net|edu|gov|info|io|eu|uk|de|fr|es|it|ch|at|nl|pl)$")


@dataclass(frozen=True, slots=True)
class Mention:
    """A run of words of the task, by number from `first` to before `end`, and what it weighs.
    `concrete` ones name a program, a file or an address; `file` is the name of one."""

    first: int
    end: int
    weight: float
    concrete: bool = False
    file: bool = False


@dataclass(slots=True)
class Need:
    """A kind of program, or a single one, for which something speaks. `applications` are those that
    could be meant, none when none is installed; `named` that the task says which; `preferred` is
    what the system opens the task's file with."""

    label: str
    applications: tuple[Application, ...]
    named: bool = False
    preferred: Application | None = None
    mentions: list[Mention] = field(default_factory=list)

    @property
    def weight(self) -> float:
        sure = [m.weight for m in self.mentions if m.weight >= SURE]
        return max(sure, default=0.0) + sum(m.weight for m in self.mentions if m.weight < SURE)

    @property
    def first(self) -> int:
        """The number of the first word that speaks for it, sure ones before hints."""
        return min((m.first for m in _best(self)), default=0)


def may_both(one: Need, other: Need, text: Text) -> bool:
    """Whether a task can need both: different clauses speak for them, or both are concrete. Two
    words of one clause are most often two sides of one thing ("pack the folder into a zip")."""
    if all(any(m.concrete for m in need.mentions) for need in (one, other)):
        return True
    clauses = [{text.clauses[m.first] for m in _best(need)} for need in (one, other)]
    return bool(clauses[0] and clauses[1]) and clauses[0].isdisjoint(clauses[1])


def _best(need: Need) -> list[Mention]:
    """The sure mentions, else all."""
    return [m for m in need.mentions if m.weight >= SURE] or need.mentions


@dataclass(frozen=True, slots=True)
class Text:
    """A task as words: `plain` in lower case, `written` as they are; `starts` are the numbers of
    those that begin a sentence, `clauses` the number of the clause of each."""

    plain: tuple[str, ...]
    written: tuple[str, ...]
    starts: frozenset[int]
    clauses: tuple[int, ...]


def read(task: str) -> Text:
    """The words of a task without what it quotes, but for a name right after "open", and without
    what is to be replaced in a text."""
    task = without_pairs(task)
    for said in quoted(task):
        before = task.partition(said)[0].split()
        if len(before) < 2 or before[-2].casefold() not in helping("starting"):
            task = task.replace(said, " ")
    parts = re.findall(r"\S+", task)
    written: list[str] = []
    starts: set[int] = set()
    clauses: list[int] = []
    clause = 0
    begins = True
    for part in parts:
        for word in _as_written(part):
            if begins:
                starts.add(len(written))
            clause += word.casefold() in JOINTS
            written.append(word)
            clauses.append(clause)
            begins = False
        begins = begins or part[-1] in ".!?:"
        clause += part[-1] in ".!?:,;"
    return Text(
        tuple(w.casefold() for w in written), tuple(written), frozenset(starts), tuple(clauses)
    )


def _as_written(part: str) -> list[str]:
    bare = part.strip("\"'“”„«»‘’()[],;:!?").rstrip(".")
    if re.search(r"\w[./\\@]\w", bare):
        return [bare]  # a file, an address
    return re.findall(r"\w+(?:[\-'’+]\w+)*[+!]*|[%*/×÷=]", bare)


def needs(task: str, installed: Sequence[Application], defaults: Defaults) -> list[Need]:
    """All for which the task speaks, in the order of the task."""
    text = read(without_folders(task))
    found: dict[str, Need] = {}

    def note(need: Need, mention: Mention) -> None:
        found.setdefault(need.label, need).mentions.append(mention)

    for application, mention in _named(text, installed):
        note(Need(application.name, (application,), named=True), mention)
    for name, mention in _missing(text, installed):
        note(Need(name, (), named=True), mention)
    for kind, mention in _kinds(text, installed):
        note(Need(kind.name, of_kind(kind, installed)), mention)
    named = any(need.weight >= SURE for need in found.values())
    folders = next(kind for kind in kinds() if kind.name == "file manager")
    for number, word in enumerate(text.written):
        openers = _opens(word, installed, defaults)
        if openers and not named and manages_files(task):
            able = of_kind(folders, installed)
            openers = [(folders, defaults.for_kind(folders.name, able))]
        for kind, preferred in openers:
            mention = Mention(number, number + 1, _FILE, concrete=True, file=True)
            note(Need(kind.name, of_kind(kind, installed)), mention)
            found[kind.name].preferred = preferred
        if _is_address(word):
            web = next(kind for kind in kinds() if kind.name == "web browser")
            mention = Mention(number, number + 1, _ADDRESS, True)
            note(Need(web.name, of_kind(web, installed)), mention)
    _join_named(found)
    left = [need for need in found.values() if need.mentions]
    return sorted(left, key=lambda need: need.first)


def _named(text: Text, installed: Sequence[Application]) -> Iterator[tuple[Application, Mention]]:
    counts = Counter(word for each in installed for word in set(words(each.name)))
    for application in installed:
        for name in _names(application, counts):
            for first, end in _places(name, text):
                if len(name) > 1 or _meant_as_name(text, first, name[0]):
                    yield application, Mention(first, end, NAMED + 0.1 * (end - first), True)


def _names(application: Application, counts: Mapping[str, int]) -> set[tuple[str, ...]]:
    """What an application is called: its whole name, its program, its own word in the name."""
    whole = tuple(words(application.name))
    program = re.sub(r"-\d[\d.]*$|-stable$|-gtk$|-qt$", "", application.program)
    own = re.sub(r"-gtk$|-qt$", "", application.id.split(".")[-1])
    names = {whole, *(tuple(words(other)) for other in (program, own))}
    # "Start" of a "Start Center" is an everyday word; "Calc" is how its program is called, too.
    proper = set(re.split(r"[\W_]+", f"{application.id} {application.program}".casefold()))
    names |= {
        (w,)
        for w in set(whole) & proper
        if counts.get(w) == 1 and w not in helping("common") and len(w) > 2
    }
    starters = {"libreoffice", "soffice", "python3", "sh", "env", "open", "cmd", "exo-open"}
    return {name for name in names if (name and name[0] not in starters) or len(name) > 1}


_ENDINGS = {"s", "es", "ing", "ed", "e", "en", "n", "d", "ping", "ning"}


def _same_name(said: str, wanted: str) -> bool:
    return said.rstrip("!") == wanted.rstrip("!")


def _same_word(said: str, wanted: str) -> bool:
    """The same but for an ending ("slide", "slides")."""
    if said == wanted:
        return True
    if len(wanted) < 4 or not said.startswith(wanted.removesuffix("e")):
        return False
    return said.removeprefix(wanted.removesuffix("e")) in _ENDINGS


def _places(
    wanted: Sequence[str], text: Text, same: Callable[[str, str], bool] = _same_name
) -> Iterator[tuple[int, int]]:
    """Where some words stand one after the other."""
    length = len(wanted)
    for first in range(len(text.plain) - length + 1):
        said = text.plain[first : first + length]
        if all(map(same, said, wanted)):
            yield first, first + length


def _meant_as_name(text: Text, number: int, name: str) -> bool:
    """Whether a single word is a program's name here: written as one, or where one stands."""
    word = text.written[number]
    if word[0].isupper() and number not in text.starts:
        return True
    if any(sign.isupper() for sign in word[1:]) or any(sign.isdigit() for sign in word):
        return True
    return number > 0 and text.plain[number - 1] in helping("before_names") | helping("starting")


def _missing(text: Text, installed: Sequence[Application]) -> Iterator[tuple[str, Mention]]:
    """Programs that the task names and that are not there: well-known ones, and what stands after
    "open" and is written like a name."""
    here = {plain(a.name) for a in installed} | {w for a in installed for w in words(a.name)}
    here |= {plain(word) for a in installed for word in a.keywords}
    for kind in kinds():
        for program in kind.programs:
            if plain(program) in here:
                continue
            for first, end in _places(tuple(words(program)), text):
                if _meant_as_name(text, first, program):
                    yield program, Mention(first, end, NAMED + 0.1 * (end - first) - 0.05)
    for number, word in enumerate(text.written[1:], start=1):
        after = text.plain[number - 1]
        known = text.plain[number] in here or text.plain[number] in _known_words()
        if after not in helping("starting") or known or not word.isalpha():
            continue
        if word[0].isupper():
            yield word, Mention(number, number + 1, NAMED - 0.5)


def _known_words() -> set[str]:
    return {w for kind in kinds() for ask in (*kind.asks, *kind.hints) for w in words(ask)}


def _kinds(text: Text, installed: Sequence[Application]) -> Iterator[tuple[Kind, Mention]]:
    for kind, phrase, weight in _phrases(installed):
        for first, end in _places(words(phrase), text, _same_word):
            yield kind, Mention(first, end, weight + 0.1 * (end - first - 1))


def _phrases(installed: Sequence[Application]) -> Iterator[tuple[Kind, str, float]]:
    """What speaks for which kind: the words of the kinds, and what programs say of themselves in
    the languages that they know."""
    for kind in kinds():
        yield from ((kind, phrase, SURE) for phrase in kind.asks)
        yield from ((kind, phrase, HINT) for phrase in kind.hints)
    for application in installed:
        if (own := kind_of(application)) is None:
            continue
        for said in {application.generic_name, *application.other_names}:
            if not set(words(said)) <= helping("common"):
                yield own, said, SURE


def _opens(
    word: str, installed: Sequence[Application], defaults: Defaults
) -> list[tuple[Kind, Application | None]]:
    """The kinds of programs that open a file of this name, or that of the system's choice."""
    if not re.search(r"\w\.\w{1,7}$", word) or "@" in word or _DOMAIN.search(word):
        return []
    if _SCHEME.match(word):
        return []  # a page, whatever its name ends with
    type_ = type_of_file(word)
    able = [a for a in installed if type_ and type_ in a.types]
    chosen = defaults.for_type(type_, able)
    if chosen is not None:
        kind = kind_of(chosen)
        return [(kind, chosen)] if kind is not None else []
    found = dict.fromkeys(kind for a in able if (kind := kind_of(a)) is not None)
    if len(found) > 1:
        # A browser shows nearly everything.
        found = {kind: None for kind in found if kind.name != "web browser"}
    return [(kind, None) for kind in found]


def _is_address(word: str) -> bool:
    return "@" not in word and bool(
        _SCHEME.match(word) or (_DOMAIN.search(word.casefold().split("/")[0]))
    )


def _join_named(found: dict[str, Need]) -> None:
    """What speaks for a kind of which the task names a program speaks for that program."""
    for need in [need for need in found.values() if need.named and need.applications]:
        kind = kind_of(need.applications[0])
        other = found.get(kind.name) if kind is not None else None
        if other is not None and other is not need and not other.named:
            need.mentions += other.mentions
            other.mentions = []
