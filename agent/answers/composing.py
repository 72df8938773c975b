"""Texts that a task describes and leaves to the model: "write a short poem about the sea",
"summarise this page". What stands in the window is given to the model only where the task speaks
of it, and then as data."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import grammars
from agent.task.literals import literals, quoted, without_quotes
from agent.task.plan import PREPOSITIONS, Part
from agent.task.told_text import told_text, without_place
from agent.task.verbs import JOINTS, SPELLING
from models.runtime.llm import Message

Compose = Callable[[Sequence[Message], str], str]
"""Asks the model for a text, with a grammar; the text, "" where it is of no use."""


@functools.cache
def _words() -> dict[str, Any]:
    return tomllib.loads(files("agent.answers").joinpath("composing.toml").read_text("utf-8"))


def _one_of(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(re.escape(word) for word in sorted(words, key=len, reverse=True))})"


_READINGS = frozenset((*_words()["summaries"], *_words()["translations"]))
_ABOUT = {verb: called for called, verbs in _words()["about"].items() for verb in verbs}
_MAKING = SPELLING | set(_words()["verbs"])
# Before the verb may stand where it is to be done.
_REQUEST = re.compile(
    rf"\W*(?:{_one_of({*JOINTS, 'please', 'bitte'})}\s+)*"
    r"(?:(?:in|on|im|auf|dans|en|nel|na|w)\s[^,:.]{1,40}?,?\s+)?"
    rf"(?P<verb>{_one_of({*_MAKING, *_ABOUT})})\s+(?P<what>.+)",
    re.IGNORECASE,
)
_TO_WHOM = re.compile(r"(?:me|us|mir|uns|moi|nous|nos|mi|ci)\s+", re.IGNORECASE)
_ANY = re.compile(rf"(?:{_one_of(_words()['any'])}|\d)\s+", re.IGNORECASE)
_THIS = re.compile(rf"\b{_one_of(_words()['this'])}\b", re.IGNORECASE)
_THING = re.compile(rf"\b{_one_of(_words()['things'])}\b", re.IGNORECASE)
_THIS_THING = re.compile(rf"{_THIS.pattern}\s+{_THING.pattern}", re.IGNORECASE)
_MADE_OF = re.compile(rf"{_one_of(_READINGS)}\s+{_one_of(_words()['of'])}\b", re.IGNORECASE)
_BEHIND = PREPOSITIONS | {*_words()["of"], *_words()["behind"]}
# Words of a description before what the text is called: "a very short and cheerful poem".
_MOST_WORDS = 6
_NUMBER = re.compile(r"\d+")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
# What a model leaves to be filled in.
_GAP = re.compile(
    r"\W*(?:your|my|ihr|dein|votre|ton|su|tu|seu|il tuo)\s+(?:full\s+)?n(?:ame|om\w*)\W*", re.I
)
# Of the window: lines and signs that the model reads. And the lines that it may write.
_MOST_LINES, _MOST_SIGNS, _MOST_WRITTEN = 80, 6000, 16


@dataclass(frozen=True, slots=True)
class Wish:
    """A text that is asked for: the request in the task's own words, what such a text is `called`,
    whether it is made of what the screen shows (`reads`), and whether it is to be written
    (`writes`) or only told."""

    request: str
    called: str
    reads: bool = False
    writes: bool = True

    def is_about_this(self) -> bool:
        """Whether it speaks of what is seen already, not of something still to be opened."""
        return bool(_THIS.search(self.request)) or not literals(without_place(self.request))


@dataclass(frozen=True, slots=True)
class Composed:
    """A text of the model. `strange` are numbers in it that the text it is made of does not have,
    or ""."""

    text: str
    strange: str = ""


def is_about_this(text: str) -> bool:
    """Whether a text points at what is seen: "summarise this letter"."""
    return _THIS_THING.search(without_quotes(text)) is not None


def wish_of(part: Part) -> Wish | None:
    """The text that a part of a task leaves to the model; None when it asks for none, or says its
    words itself."""
    text = " ".join(part.text.split())
    if quoted(text) or told_text(text):
        return None
    said = _REQUEST.match(text)
    if said is None:
        return None
    verb, what = said["verb"].casefold(), _without_whom(said["what"].rstrip(".,;!"))
    request = f"{said['verb']} {what}"
    if verb in _ABOUT:
        named = _THIS.search(what) or _THING.search(what)
        return Wish(request, _ABOUT[verb], reads=True, writes=False) if named else None
    noun, new = _noun(what), _ANY.match(what) is not None
    if noun in _READINGS:
        return Wish(request, noun, reads=True) if new or _MADE_OF.search(what) else None
    if noun not in _words()["nouns"] or not new:
        return None
    return Wish(request, noun, reads=_THIS_THING.search(what) is not None)


def _without_whom(what: str) -> str:
    whom = _TO_WHOM.match(what)
    return what[whom.end() :] if whom is not None else what


def text_for(wish: Wish, shown: Sequence[str], compose: Compose, *, lines: bool) -> Composed:
    """The text that is wished for, in one line or several; empty where the model says nothing of
    use. `shown` are the texts of the window in front, empty where it reads none."""
    if wish.called in _words()["translations"]:
        # A small model translates a line, and repeats or shortens a page.
        texts = [compose(_to_translate(wish, line), _grammar(1)) for line in _told(shown)]
        text = ("\n" if lines else " ").join(" ".join(each.split()) for each in texts)
        return Composed(text, " ".join(_strange(text, shown)))
    said = compose(_asked(wish, shown), _grammar(_MOST_WRITTEN if lines else 1)).strip()
    kept = [line.rstrip() for line in said.split("\n") if not _GAP.fullmatch(line)]
    text = "\n".join(kept).strip()
    if wish.called in _words()["summaries"]:
        # A sentence with a number that the text does not have gives way to the text's own.
        sentences = [s if not _strange(s, shown) else _nearest(s, shown) for s in _sentences(text)]
        return Composed(" ".join(dict.fromkeys(sentences)))
    return Composed(text, " ".join(_strange(text, shown)) if wish.reads else "")


def _grammar(most: int) -> str:
    """That of a text of so many lines at most."""
    return grammars.read("text").replace("{{more}}", str(most - 1))


def _strange(text: str, shown: Sequence[str]) -> list[str]:
    """The numbers of a text that those it was made of do not have."""
    known = set(_NUMBER.findall("\n".join(shown)))
    return [number for number in _NUMBER.findall(text) if number not in known]


def _nearest(sentence: str, shown: Sequence[str]) -> str:
    """The sentence of the shown texts with the most words in common."""
    words = _plain(sentence)
    known = [s for text in shown for line in text.split("\n") for s in _sentences(line)]
    return max(known, key=lambda s: (len(words & _plain(s)), -len(s)))


def _plain(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))


def _sentences(text: str) -> list[str]:
    return [sentence for sentence in _SENTENCE_END.split(" ".join(text.split())) if sentence]


def written(part: Part, wish: Wish, text: str) -> None:
    """Have a part ask that a text be written, which it only described before."""
    _, _, where = wish.request.partition(" ")
    part.text = f"write “{text}” ({where})"
    part.values, part.foreign = (text,), True
    part.used.clear()


def _noun(what: str) -> str:
    """What a text is called: the last of the words before a preposition that is one of those."""
    head: list[str] = []
    for word in re.findall(r"[\w-]+", what.casefold())[: _MOST_WORDS + 1]:
        if head and word in _BEHIND:
            break
        head.append(word)
    known = _READINGS | set(_words()["nouns"])
    return next((word for word in reversed(head) if word in known), "")


def _asked(wish: Wish, shown: Sequence[str]) -> list[Message]:
    request = without_place(wish.request)
    if wish.reads:
        window = "\n".join(_told(shown))
        request = f"Text of the window:\n{window}\n\nRequest: {request}"
    return [Message("system", _rules("text")), Message("user", request)]


def _to_translate(wish: Wish, line: str) -> list[Message]:
    # "Into German" looks like a place.
    request = f"{wish.request}:\n{line}"
    return [Message("system", _rules("translation")), Message("user", request)]


def _rules(name: str) -> str:
    return files("agent").joinpath(f"prompts/{name}.md").read_text("utf-8").strip()


def _told(shown: Sequence[str]) -> list[str]:
    """The lines of the window for which there is room."""
    told: list[str] = []
    room = _MOST_SIGNS
    for line in (line.strip() for text in shown for line in text.split("\n")):
        room -= len(line)
        if room < 0 or len(told) == _MOST_LINES:
            break
        told += [line] if line else []
    return told
