"""What a task says that a window tells: "The letter tells a telephone number", "the motto that the
page shows". It is read from there and known from then on, to be written or calculated with.

A value is always a piece of the window's own text; the model may only choose which.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from itertools import pairwise

import grammars
from agent.answers.word_problem import formula_for
from agent.deciding.gbnf import literal
from agent.task.literals import mentions, quoted
from agent.task.plan import Part
from agent.task.verbs import JOINTS, SPELLING
from agent.task.writing import asks_to_write
from models.runtime.llm import Message
from vision.core.elements import one_line, quote

Ask = Callable[[Sequence[Message], str], str]
"""Asks the model with a grammar; its reply."""

_SHOWS = (
    r"(?:shows?|has|have|says?|tells?|gives?|contains?|lists?|names?|displays?|zeigt|hat|sagt|nennt"
    r"|enthält|montre|indique|contient|muestra|dice|tiene|contiene|mostra)"
)
_THE = r"(?:the|this|that|my|our|der|die|das|le|la|el|il)"
_TELLS = re.compile(
    rf"^(?:(?:and|then) )?(?P<source>{_THE}\s[\w -]{{2,40}}?)\s{_SHOWS}\s"
    r"(?P<what>[^\"“]{3,120}?)[.,;:]?$",
    re.IGNORECASE,
)
_IN_PASSING = re.compile(
    rf"\b{_THE}\s(?P<what>[\w -]{{2,60}}?)(?P<said>,? (?:that|which|den|die|das|que|qui|che)"
    rf" (?P<source>{_THE}\s[\w -]{{2,40}}?)\s{_SHOWS}\b,?)",
    re.IGNORECASE,
)
_ARTICLE = re.compile(
    r"^(?:the|a|an|our|my|its|der|die|das|eine?|la|le|un|una|el|il)\s", re.IGNORECASE
)
_AND = re.compile(r"\s(?:and|und|et|y|e)\s|,\s")
_CALCULATES = re.compile(
    r"\b(multiply|add|subtract|divide|calculate|compute|work out|total|sum|product|difference"
    r"|multipliziere|addiere|berechne|multiplie|additionne|calcule|multiplica|suma|calcula|somma)\b",
    re.IGNORECASE,
)
_REFERS = re.compile(
    r"\b(?:this|that|these|the|diese[nrs]?|cette?|ce|est[ea]|quest[oa])\s(\w+)(?:\s(\w+))?",
    re.IGNORECASE,
)
_IT = re.compile(
    rf"\W*(?:(?:{'|'.join(sorted(JOINTS))})\s+)*(?:{'|'.join(sorted(SPELLING))})\s+"
    r"(?:it|this|that|them|es|das|le|la|lo|dit|het|to)"
    # "This command" is another thing, which has a name.
    r"(?=\W*$|[,.;:!]|\s+(?:in|into|to|on|onto|as|at|with|here|there|below|and|then|auf|ins|im|und"
    r"|dans|en|et|nel|nella|e|y|na|w|do)\b)",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[+(]?\d(?:[\d .,/()-]*\d)?")
_DATE = re.compile(r"\d{1,2}\.? [^\W\d]{3,9} \d{4}|[^\W\d]{3,9} \d{1,2}, \d{4}")
_TIME = re.compile(r"\d{1,2}[:.]\d{2}(?::\d{2})?(?:\s?[ap]\.?m\b\.?)?|\d{1,2}\s?[ap]m\b", re.I)
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]*\w|(?:https?://|www\.)[^\s<>\"]*[\w/]")
_COLON = re.compile(r"(?<!\d):(?!//)|:(?![\d/])")
# Within a line: a word with a capital that begins no sentence, or several.
_NAME = re.compile(r"(?<=[^\s.!?:;„“\"(]\s)(?:[A-ZÀ-ÖØ-Þ][\w'’-]+)(?: [A-ZÀ-ÖØ-Þ][\w'’-]+)*")
RESULTS = ("result", "total", "sum")
"""What a result is called when nobody named it."""
_RESULTS_SAID = frozenset(
    (*RESULTS, "answer", "ergebnis", "summe", "résultat", "resultado", "risultato", "resultaat")
)
_MOST_VALUES, _MOST_LINES, _LONGEST = 40, 60, 80


@dataclass
class Facts:
    """What was read so far, by name. `ask` asks the model."""

    ask: Ask
    known: dict[str, str] = field(default_factory=dict)
    _left: list[Part] = field(default_factory=list)

    def read(self, part: Part | None, texts: Sequence[str]) -> dict[str, str]:
        """What a part says that the window in front tells, read from its texts; empty when it says
        nothing like that, or not all of it is there. A part that says nothing else is done then;
        another one has it for its value."""
        if part is None or part.values or any(part is left for left in self._left):
            return {}
        names, passing = told_by(part.text), _IN_PASSING.search(part.text)
        if not names and passing is not None and not quoted(part.text):
            names = [passing.group("what")]
        found = {name: value for name in names if (value := self.value(name, texts))}
        if len(found) < len(names) or not names:
            self._left += [part] if names else []
            return {}
        self.known |= found
        if passing is None:
            part.done = True
        else:
            part.text = part.text.replace(passing.group("said"), "", 1)
            part.values, part.foreign = tuple(found.values()), True
        return found

    def fill(self, part: Part | None) -> bool:
        """Give a part that refers to what is known its value; whether it got one."""
        if part is None or not self.known or any(part is p for p in self._left):
            return False
        self._left.append(part)
        if part.values and quoted(part.text):
            return False  # it says itself what is to be written
        calculates = not part.values and _CALCULATES.search(part.text) and not asks_to_write(part)
        value = self._calculation(part) if calculates else self._meant(part)
        if value is None or value in part.values:
            return False
        part.values, part.foreign = (value, *part.values), True
        return True

    def _meant(self, part: Part) -> str | None:
        """The last value whose name ends as the part says: "this number"; or the last of all, of a
        part that writes "it"."""
        if not asks_to_write(part):
            return None
        for name in reversed(self.known):
            for said in _REFERS.finditer(part.text):
                words = [(word or "").casefold() for word in said.groups()]
                at = next((n for n, word in enumerate(words, 1) if word in _heads(name)), None)
                if at is None:
                    continue
                value, end = self.known[name], said.end(at)
                if part.values:  # Which of several it is must be told.
                    part.text = f"{part.text[:end]} “{value}”{part.text[end:]}"
                return value
        if not part.open_values and _IT.match(part.text):
            return list(self.known.values())[-1]
        return None

    def _calculation(self, part: Part) -> str | None:
        told = ". ".join(f"{name}: {value}" for name, value in self.known.items())
        return formula_for(f"{told}. {part.text}", self.ask)

    def result(self, name: str) -> str | None:
        """What was calculated last, where a name is that of a result."""
        return self.known.get(RESULTS[0]) if name.casefold() in _RESULTS_SAID else None

    def value(self, name: str, texts: Sequence[str]) -> str | None:
        """What some texts give for a name, a piece of them; None when they do not tell it."""
        lines = [line for text in texts for line in text.split("\n") if line.strip()][:_MOST_LINES]
        beside = {value for line in lines if (value := _behind(name, line))}
        beside = beside or {below for line, below in pairwise(lines) if _heads_it(name, line)}
        if len(beside) == 1:
            return beside.pop()
        values = candidates(lines)
        if not values:
            return None
        allowed = " | ".join(literal(value) for value in values)
        grammar = grammars.read("fact").replace("{{values}}", allowed)
        said = self.ask(_asked(name, lines), grammar).strip()
        return said if said in values else None


def _heads(name: str) -> set[str]:
    """The words by which a name is spoken of again: "date" and "party" of "date of the party"."""
    words = name.casefold().split()
    before = name.casefold().split(" of ")[0].split()
    return {words[-1], before[-1]}


def source_of(text: str) -> str | None:
    """Of what a text says that it tells something; None when it says no such thing."""
    said = _TELLS.match(" ".join(text.split())) or _IN_PASSING.search(text)
    return said.group("source") if said is not None and not quoted(text) else None


def told_by(text: str) -> list[str]:
    """The names of what a text says that something tells; none when it says no such thing."""
    said = _TELLS.match(" ".join(text.split()))
    if said is None or quoted(text):
        return []
    return [
        _ARTICLE.sub("", name.strip()) for name in _AND.split(said.group("what")) if name.strip()
    ]


def candidates(lines: Sequence[str]) -> list[str]:
    """What may be a value in some lines: numbers, dates, times, addresses, what stands behind a
    colon, short lines, names."""
    found: dict[str, None] = {}
    for line in lines:
        rest = line
        for whole in (_ADDRESS, _DATE, _TIME):
            found |= dict.fromkeys(value.strip() for value in whole.findall(rest))
            rest = whole.sub(" ", rest)  # "30" of "18:30" is no value
        found |= dict.fromkeys(number.strip() for number in _NUMBER.findall(rest))
        colon = _COLON.search(line)
        if colon and 0 < len(behind := line[colon.end() :].strip()) <= _LONGEST:
            found[behind] = None
    found |= dict.fromkeys(
        line.strip()
        for line in lines
        if 2 < len(line.strip()) <= _LONGEST and line.strip()[-1] != ":"
    )
    found |= dict.fromkeys(name for line in lines for name in _NAME.findall(line))
    return [value for value in found if value][:_MOST_VALUES]


def _heads_it(name: str, line: str) -> bool:
    """Whether a line only announces what is called so: "The motto of this week:"."""
    return line.strip().endswith(":") and mentions(line, name)


def _behind(name: str, line: str) -> str | None:
    """The number that follows a name in a line: "Hours worked: 34"."""
    said = re.search(
        rf"\b{re.escape(name)}\b\s*(?:[:=]|is|are|ist)?\s*({_NUMBER.pattern})", line, re.I
    )
    return said.group(1).strip() if said is not None else None


_EXAMPLES = (
    (("Invoice 2041", "Dear Tom, please pay 84 by Friday.", "Ann"), "amount to pay", "84"),
    (("Shopping", "Please bring 12 eggs and some milk."), "how many eggs are wanted", "12"),
    (("Opening hours", "Monday: 9 to 17", "Saturday: 10 to 14"), "price of a ticket", "not there"),
)


def _asked(name: str, lines: Sequence[str]) -> list[Message]:
    rules = files("agent").joinpath("prompts/fact.md").read_text("utf-8").strip()
    said = [Message("system", rules)]
    for shown, wanted, answer in _EXAMPLES:
        said += [Message("user", _question(wanted, shown)), Message("assistant", f"{answer}\n")]
    return [*said, Message("user", _question(name, lines))]


def _question(name: str, lines: Sequence[str]) -> str:
    shown = "\n".join(quote(one_line(line, 4 * _LONGEST)) for line in lines)
    return f"Text of the window:\n{shown}\nWhich value is wanted: {name}"
