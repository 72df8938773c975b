"""Which of the files that a file manager shows a part of a task means: several by their names, or
all of them but what the task exempts.

Whether all are meant is told by words that are known one and all: a word more, as in "all files
that begin with b", and nothing is offered.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agent.apps.known_folders import WORDS
from agent.constraints import lexicon
from agent.constraints.goal import carries, is_goal
from agent.constraints.lexicon import Deed, WordList
from agent.constraints.parsing import Constraints
from agent.policy.wording import canonical
from agent.task.literals import ENDING, alike, looks_same, mentions, normal
from agent.task.told_text import COUNTED
from agent.task.verbs import JOINTS

_NAME = re.compile(rf"[^/\\]*{ENDING}")
_AND = rf"\W*(?:(?:{'|'.join(sorted(JOINTS))}|en|i|or|oder)\s)?\W*"
# "Dateien und Ordner", "alle Ordner": folders are not told from other things that are shown.
_FOLDERS_TOO = re.compile(
    rf"(?:\b(?:{'|'.join(sorted(JOINTS))}|en|i|or|oder|ou|o|alle|every|each|any|ogni|cada|chaque)"
    rf"|,)\s+(?:{WORDS})(?!\w)",
    re.IGNORECASE,
)
# A name that is shown in part may be any.
_CUT = re.compile(r"…|\.\.")
_NEARLY = 0.85
_STEM = 5  # letters
# More than one can read in one line is not offered.
_MOST = 24
_DOES: tuple[Deed, ...] = ("delete", "move", "use")
_ALL: tuple[WordList, ...] = ("every", "rest", "files")
_BOTH = "both beide beiden ambos ambas entrambi entrambe oba obie"
_COUNTED = {**COUNTED, **dict.fromkeys(_BOTH.split(), 2)}
_NOTHING = Constraints("", ())


@dataclass(frozen=True, slots=True)
class Folder:
    """What a file manager in front shows, and what the task says of it: the names of its `files` in
    their order, what else is there with a name that the task says (`folders`), and its `title`."""

    files: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    title: str = ""
    constraints: Constraints = _NOTHING


NO_FOLDER = Folder()


@dataclass(frozen=True, slots=True)
class Meant:
    """Names of files, and the `values` of the task that stand for them."""

    names: tuple[str, ...]
    values: tuple[str, ...]


def files_meant(
    text: str, values: Sequence[str], shown: Sequence[str], used: Sequence[str], folder: Folder
) -> Meant | None:
    """The files that a part means, whose values are these; `shown` are those of them that are on
    the screen, and `used` says where they go, if anywhere. None where it means no several."""
    if not all(is_goal(place, text) for place in used) or (used and _stays(text)):
        return None
    free = [v for v in values if not any(v in each for each in used)]
    named = _named(text, free, shown)
    if len(named) > 1:
        there = (*folder.files, *shown)
        whole = len(named) <= _MOST and all(any(looks_same(n, t) for t in there) for n in named)
        return Meant(named, named) if whole else None
    return None if named else _all(text, free, used, folder)


def not_exempt(names: Sequence[str], constraints: Constraints) -> list[str]:
    """The files of whose names a task says no word only where it forbids or exempts something: "the
    insurance stays" is about car_insurance.pdf."""
    limits = [one.said for one in constraints.found if one.kind in ("except", "not")]
    said, rest = canonical(" ".join(limits)), canonical(constraints.rest())
    small = lexicon.words("small")

    def is_exempt(name: str) -> bool:
        words = re.findall(r"[^\W_\d]{3,}", canonical(name.rpartition(".")[0]))
        stems = (
            rf"(?<!\w){re.escape(word[:_STEM])}" for word in words if not small.fullmatch(word)
        )
        return any(re.search(stem, said) and not re.search(stem, rest) for stem in stems)

    return [name for name in names if not is_exempt(name)]


def only_says_files(value: str, folder: Folder) -> bool:
    """Whether a value is no name, but a word for files: "Dateien", "PDFs"."""
    return not _left(_plain(value), set(map(_ending, folder.files)))


def _plain(text: str) -> str:
    return canonical(text.replace("-", " "))


def _stays(text: str) -> bool:
    """Whether a part asks to delete or select files: where they are is not where they go."""
    said = canonical(text)
    other = any(lexicon.deed(deed).search(said) for deed in ("delete", "use"))
    return other and not carries(text)


def _named(text: str, values: Sequence[str], shown: Sequence[str]) -> tuple[str, ...]:
    """The names of files that a part says; others on the screen where it enumerates them."""
    return tuple(
        value
        for value in values
        if _NAME.fullmatch(value)
        or (value in shown and any(_beside(value, other, text) for other in values))
    )


def _beside(one: str, other: str, text: str) -> bool:
    pairs = ((one, other), (other, one)) if one != other else ()
    return any(
        re.search(rf"{re.escape(a)}{_AND}{re.escape(b)}(?!\w)", text, re.IGNORECASE)
        for a, b in pairs
    )


def _all(text: str, values: Sequence[str], used: Sequence[str], folder: Folder) -> Meant | None:
    """All files that are shown, or those with an ending that the part says, but the protected."""
    protected = _protected(folder)
    here = [value for value in values if mentions(folder.title, value)]
    count, text = counted_in(_without(text, (*used, *here)))
    said = _plain(text)
    plural = any(
        re.search(rf"(?<!\w){re.escape(e)}s(?!\w)", said) for e in map(_ending, folder.files)
    )
    every = lexicon.words("every").search(said) is not None
    if protected is None or not (count or every or plural) or _FOLDERS_TOO.search(text):
        return None
    if any(_CUT.search(file) for file in folder.files):
        return None
    if lexicon.words("rest").search(said) and not _rest_is_known(folder, protected):
        return None
    endings = {ending: _pattern(ending) for ending in map(_ending, folder.files)}
    wanted = {ending for ending, pattern in endings.items() if pattern.search(said)}
    files = [f for f in folder.files if not wanted or _ending(f) in wanted]
    names = tuple(f for f in files if normal(f) not in protected)
    words = [value for value in values if not _left(_plain(value), wanted)]
    counted = not count or count == len(files)
    if not counted or not 0 < len(names) <= _MOST or not _only_asks(said, wanted):
        return None
    return Meant(names, (*names, *here, *words))


def _protected(folder: Folder) -> set[str] | None:
    """The files that the task protects, as they are compared; None where it does not say by their
    names which they are."""
    found: set[str] = set()
    for one in folder.constraints.found:
        if one.kind not in ("except", "not"):
            continue
        loses = one.kind == "except" or {"delete", "move", "overwrite", "rename"} & one.own
        if loses and one.things:
            return None
        for name in one.names:
            files = _called(name, folder.files)
            if loses and not files and not _is_no_file_here(name, folder):
                return None
            found |= {normal(each) for each in files}
    return found


def _is_no_file_here(name: str, folder: Folder) -> bool:
    """Whether a name is surely that of no file that is shown: it is that of something else there,
    or of a file, and none is called nearly so, as a name that was misread."""
    if not _NAME.fullmatch(name):
        return name in folder.folders
    return not any(alike(name, file, _NEARLY) for file in folder.files)


def _called(name: str, files: Iterable[str]) -> list[str]:
    """The files of this name, or of this ending ("PDFs")."""
    ends = re.sub(r"^[*.]+|s$", "", canonical(name))
    return [f for f in files if looks_same(f, name) or _ending(f) == ends]


def _rest_is_known(folder: Folder, protected: set[str]) -> bool:
    """Whether "the others" are those that the task does not protect: no other ones are named."""
    named = {normal(f) for f in folder.files if mentions(folder.constraints.task, f)}
    return bool(protected) and named <= protected


def _ending(name: str) -> str:
    return canonical(name.rpartition(".")[2])


@functools.lru_cache(256)
def _pattern(ending: str) -> re.Pattern[str]:
    """What says files with an ending: "PDFs", "*.pdf"."""
    return re.compile(rf"(?<!\w)[*.]*{re.escape(ending)}s?(?!\w)")


def _without(text: str, said: Iterable[str]) -> str:
    for one in said:
        text = re.sub(rf"(?<!\w){re.escape(one)}(?!\w)", " ", text, count=1)
    return text


def counted_in(text: str) -> tuple[int, str]:
    """How many a text says that there are, 0 for no number, and the rest of the text."""
    for word in re.findall(r"\w+", text):
        number = _COUNTED.get(word.casefold()) or (int(word) if word.isdecimal() else 0)
        if number:
            return number, _without(text, [word])
    return 0, text


def _left(said: str, endings: Iterable[str]) -> str:
    """What a text says but all, files and their endings; "" for nothing."""
    for pattern in (*map(_pattern, endings), *map(lexicon.words, _ALL)):
        said = pattern.sub(" ", said)
    return said if re.search(r"\w", said) else ""


def _only_asks(said: str, endings: Iterable[str]) -> bool:
    """Whether a part says no more than a verb, all, files and their endings."""
    rest = _left(said, endings)
    verbs = [*map(lexicon.deed, _DOES), lexicon.words("verbs")]
    found = [match for verb in verbs if (match := verb.search(rest)) is not None]
    if found:
        first = min(found, key=lambda match: (match.start(), -match.end()))
        return not re.search(r"\w", rest[: first.start()] + rest[first.end() :])
    # A verb that is not known stands first.
    words = [word for word in re.findall(r"\w+", said) if word not in JOINTS]
    return re.findall(r"\w+", rest) == words[:1]
