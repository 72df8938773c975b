"""The outline of a task: its own words in parts, with ticks.

A small model translates an instruction into actions well and reads a history badly. So the program
keeps the books: it knows which values of which part were used, and shows the model only what is
left of the task. The words of a part are always the person's own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from agent.constraints.clauses import ordinal_stops
from agent.constraints.parsing import Constraints, constraints_of
from agent.secrets.placeholders import refers
from agent.suggestions.beside import words as telling_words
from agent.task.literals import alike, literals, mentions, normal, quoted
from agent.task.requests import ASKS, asks, only_tells
from agent.task.told_text import VERBS, in_lines, told_pair, told_text, told_words
from agent.task.verbs import DOING, JOINTS
from agent.values.days import weekdays
from agent.values.in_fields import in_figures, moments_in

PREPOSITIONS = {"in", "on", "with", "for", "from", "at", "using", "für", "mit", "pour", "dans"}
# What follows says more about what stands before it.
SUBORDINATE = {"as", "so", "which", "that", "als", "wie", "damit", "comme", "como", "come", "jako"}
# A text and a part of a task that it runs through share so many signs, without spaces.
_SHORTEST_SHARED = 6
# Words that say where something is to be done, with the verb behind them.
_WHERE = 7
_NAME = re.compile(r"(?!I\b)[A-ZÀ-Ý][\w-]+(?: [A-ZÀ-Ý][\w-]+)+")
_TOKEN = re.compile(
    r"\"[^\"]*\"\S*|“[^”]*”\S*|„[^“”]*[“”]\S*|«[^»]*»\S*|‘[^’]*’\S*|(?<!\S)'[^']*'\S*|\S+"
)


@dataclass
class Part:
    """A piece of the task. `values` are its literals; `used` those that reached the screen,
    `shown` those that an action brought up there.
    `guessed`: nothing of its words was used for what it was ticked for. `unseen`: what it was
    ticked for showed nothing. `foreign`: a value of it is not the
    person's own words, but stood on the screen or was composed. `held`: the task forbids or
    exempts something there, so that no rule may act on it."""

    text: str
    values: tuple[str, ...]
    used: set[str] = field(default_factory=set)
    shown: set[str] = field(default_factory=set)
    done: bool = False
    guessed: bool = False
    unseen: bool = False
    foreign: bool = False
    held: bool = False

    @property
    def open_values(self) -> list[str]:
        return [value for value in self.values if value not in self.used]

    @property
    def unshown(self) -> list[str]:
        """The open values that nothing on the screen has shown yet."""
        return [value for value in self.open_values if value not in self.shown]


class Outline:
    """The parts of a task in order, and which of them are done."""

    forbids: tuple[str, ...] = ()
    """What the task forbids or exempts, in its own words."""

    def __init__(self, texts: list[str]) -> None:
        self.parts = [Part(text, tuple(_values(text))) for text in texts]
        for part in self.parts:
            part.held = bool(constraints_of(part.text))
            if part.held:
                rest = constraints_of(part.text).rest()
                part.values = tuple(_values(rest))
        self._drop_capitals_of_first_words()

    def keep_to(self, constraints: Constraints) -> None:
        """Hold the parts that the task's constraints limit. What only says what is not to be done
        asks for nothing more, and neither does what only tells why or how it came."""
        self.forbids = constraints.lines()
        for part in self.parts:
            part.held = part.held or constraints.governs(part.text)
            part.done = part.done or constraints.only_forbids(part.text)

        asking = [part for part in self.parts if not part.done and not _is_background(part)]
        for part in self.parts if asking else ():
            part.done = part.done or _is_background(part)
        for part in () if asking else self.parts:
            # "I do not want to get notifications" is a wish, where nothing else is asked for.
            if constraints.wishes(part.text):
                part.held = part.done = False

    def _drop_capitals_of_first_words(self) -> None:
        # "Tick Newsletter": a part that came after a comma may begin with a capitalised verb.
        for part in self.parts:
            first = part.text.split()[0].strip(",.") if part.text.split() else ""
            verb = len(first) > 1 and first.isalpha()
            kept = (v for v in part.values if v != first or not verb or refers(v))
            part.values = tuple(kept)

    def insert(self, texts: Sequence[str]) -> None:
        """Put parts before the first one that is not done."""
        fresh = Outline(list(texts)).parts
        place = next((n for n, part in enumerate(self.parts) if not part.done), len(self.parts))
        self.parts[place:place] = fresh

    def cut(self, part: Part, texts: Sequence[str]) -> Part:
        """Make several parts of one, whose words they are. Returns the first of them."""
        fresh = Outline(list(texts)).parts
        for each in fresh:
            each.used = {value for value in each.values if value in part.used}
            each.foreign, each.held = part.foreign, part.held or each.held
        place = next(n for n, each in enumerate(self.parts) if each is part)
        self.parts[place : place + 1] = fresh
        return fresh[0]

    def join(self, part: Part) -> Part | None:
        """Make one part of a part and the next, whose words belong to it; None without a next."""
        place = next(n for n, each in enumerate(self.parts) if each is part)
        both = self.parts[place : place + 2]
        if len(both) < 2:
            return None
        (whole,) = Outline([" ".join(each.text for each in both)]).parts
        whole.used = {value for each in both for value in each.used}
        whole.foreign = any(each.foreign for each in both)
        whole.held = whole.held or any(each.held for each in both)
        self.parts[place : place + 2] = [whole]
        return whole

    @property
    def current(self) -> Part | None:
        return next((part for part in self.parts if not part.done), None)

    @property
    def finished(self) -> bool:
        return self.current is None

    @property
    def progress(self) -> int:
        """Grows with every part that is ticked and every value that reached the screen."""
        return sum(part.done + len(part.used) for part in self.parts)

    @property
    def remaining(self) -> str:
        """The words of the parts that are not done."""
        return " ".join(part.text for part in self.parts if not part.done)

    @property
    def open_values(self) -> list[str]:
        return [value for part in self.parts if not part.done for value in part.open_values]

    def is_quoted(self, value: str) -> bool:
        """Whether the person put the value in quotes."""
        return any(value in quoted(part.text) for part in self.parts)

    def lines(self) -> tuple[str, ...]:
        return tuple(
            f"{'✓' if part.done else '·'} {' '.join(part.text.split())}" for part in self.parts
        )

    def use(self, value: str) -> int | None:
        """Note that a value reached the screen; returns the number of the part it belongs to."""
        for number, part in enumerate(self.parts):
            if part.done:
                continue
            for known in part.open_values:
                if alike(known, value, 0.9):
                    part.used.add(known)
                    return number
        return None

    def _run_through(self, text: str) -> list[int]:
        """The numbers of the open parts that a written text of the task runs through: a task is cut
        at commas. Those that are nothing but it are done, of the others the values in it used."""
        written = normal(text)
        found = []
        for number, part in enumerate(self.parts):
            said = normal(part.text)
            shared = _overlap(said, written) if not part.done else ""
            if len(shared) < _SHORTEST_SHARED or shared == written:
                continue
            part.used |= {value for value in part.values if normal(value) in shared}
            part.done = part.done or shared == said
            found.append(number)
        return found

    def place_of(self, value: str) -> int | None:
        """The number of the first open part with this value still open, or that mentions it."""
        for number, part in enumerate(self.parts):
            if not part.done and any(alike(known, value, 0.9) for known in part.open_values):
                return number
        return self.part_of(value)

    def part_of(self, name: str) -> int | None:
        """The number of the first open part that mentions this name of an element."""
        for number, part in enumerate(self.parts):
            if not part.done and (
                mentions(part.text, name) or any(alike(name, value) for value in part.values)
            ):
                return number
        return None

    def known(self, word: str) -> list[str]:
        """The open values that a word stands for, as they are written in the task."""
        return [value for value in self.open_values if alike(value, word, 0.9)]

    def end(self) -> None:
        """Tick the parts whose values all reached the screen: the rest was over by now."""
        for part in self.parts:
            if not (part.done or part.unshown):
                part.done, part.guessed = True, not part.values

    def credit(
        self, words: Sequence[str], *, ends_part: bool, names: Sequence[str] = ()
    ) -> int | None:
        """Note an action that had its effect. `words` are what it typed or chose and what it
        touched; `ends_part` when nothing that it began is still open. `names` are those of the
        entries that it wrote into: values only in the part that it belongs to anyway.

        Parts before the one it belongs to are ticked when all their values were used, that part
        itself also only when `ends_part`. Returns its number, None when no part is known.
        """
        numbers: list[int | None] = [self.use(word) for word in words if word]
        numbers += [number for word in words for number in self._run_through(word)]
        numbers = [n for n in numbers if n is not None] or [
            n for word in (*words, *names) if word and (n := self.part_of(word)) is not None
        ]
        if not numbers:
            return None
        number = max(n for n in numbers if n is not None)
        here = self.parts[number]
        for word in words:
            # "Huber, Klara" of "call Huber, Klara" says two values at once.
            if mentions(here.text, word):
                here.used |= {value for value in here.open_values if mentions(word, value)}
                # A label of two lines is read as its first.
                here.used |= {value for value in here.open_values if _is_most_of(word, value)}
        for name in names:
            here.used |= {value for value in here.open_values if alike(value, name, 0.9)}
        for place, part in enumerate(self.parts[: number + ends_part]):
            if part.done or part.open_values:
                continue
            part.done = True
            # "Click the yellow square, then press Select": was it clicked?
            part.guessed = place < number and not part.values
        return number


def _overlap(part: str, written: str) -> str:
    """What a part of a task and a written text have in common, where one goes on in the other: all
    of the part, its end or its beginning; "" for nothing."""
    if part in written:
        return part
    longest = min(len(part), len(written))
    ends = (part[-n:] for n in range(longest, 0, -1) if written.startswith(part[-n:]))
    begins = (part[:n] for n in range(longest, 0, -1) if written.endswith(part[:n]))
    return max(next(ends, ""), next(begins, ""), key=len)


def _values(text: str) -> list[str]:
    """The values of a part: its literals, or what it tells without quotes as a whole: to write, to
    replace, to look otherwise."""
    told = told_text(text)
    if not told:
        words = told_words(text)
        pair = told_pair(text) or ((words,) if words else ())
        # "Red" of "Red Hat" is no value of its own.
        return [*pair, *(v for v in _literals(text) if not any(v in each for each in pair))]
    before, _, after = text.rpartition(told)
    told, before = in_lines(in_figures(told), before)
    return list(dict.fromkeys([*_literals(before), told, *_literals(after)]))


def _literals(text: str) -> list[str]:
    """The literals of a text, where a day or a time in several words is one: "14 March 2027"."""
    found = [each.text for each in moments_in(text)]
    if name := _first_name(text):
        found.append(name)
    found += [word for word in re.findall(r"[^\W\d_]+", text) if word.casefold() in weekdays()]
    kept = [v for v in literals(text) if not any(v != whole and v in whole for whole in found)]
    return sorted(dict.fromkeys([*kept, *found]), key=text.find)


def _first_name(text: str) -> str:
    """The name of several words with which a clause begins that only tells something: what begins
    a request is its verb."""
    said, clause = _NAME.match(text), re.split(r"[,;.!?]", text)[0]
    return said.group() if said and only_tells(clause) else ""


def boundaries(task: str) -> list[tuple[str, bool]]:
    """The words of the task; True where a new part may begin before the word. What is told to be
    written stays together."""
    result: list[tuple[str, bool]] = []
    previous, goes_on = "", False
    ordinals = ordinal_stops(task)
    for found in _TOKEN.finditer(task):
        word = found.group()
        fixed = normal(word) == "y" and normal(previous).endswith("il")  # "il y a"
        joins = normal(word) in JOINTS and normal(previous) not in JOINTS and not fixed
        joint = bool(previous) and (joins or (previous[-1] in ",;.:!?" and not goes_on))
        result.append((word, joint))
        previous, goes_on = word, found.end() - 1 in ordinals
    return _told_together(result)


def _told_together(words: list[tuple[str, bool]]) -> list[tuple[str, bool]]:
    """The words with no joint inside of a text that is told to be written without quotes."""
    joined, end = list(words), 0
    for start, (word, joint) in enumerate(words):
        opens = start == 0 or joint or normal(words[start - 1][0]) in JOINTS
        if start < end or not opens or normal(word.rstrip(":")) not in VERBS:
            continue
        rest = " ".join(word for word, _ in words[start:])
        if told := told_text(rest):
            end = start + len(rest[: rest.index(told) + len(told)].split())
            joined[start + 1 : end] = [(word, False) for word, _ in words[start + 1 : end]]
    return joined


def cut(task: str) -> list[str]:
    """The parts of a task: its clauses, those that say nothing by themselves joined to their
    neighbour ("For the user Ann," belongs to what follows, "as a list" to what precedes)."""
    joined: list[str] = []
    carried = ""
    for text in _clauses(task):
        if joined and not carried and normal(text.split()[0]) in SUBORDINATE:
            joined[-1] = f"{joined[-1]} {text}"
            continue
        text = f"{carried} {text}".strip()
        carried = ""
        if (normal(text.split()[0]) in PREPOSITIONS and text.endswith(",")) or text.endswith(":"):
            carried = text
        else:
            joined.append(text)
    if carried:
        joined.append(carried)
    return _with_background([clause for part in joined for clause in _instructions(part)])


def _with_background(texts: Sequence[str]) -> list[str]:
    """The parts, where one that only tells something with a value belongs to the part behind it:
    "Ada Lee has not paid, send her a reminder". The last one belongs to the part before it."""
    found: list[str] = []
    told = ""
    for text in texts:
        whole = f"{told} {text}".strip()
        if only_tells(text) and _values(text):
            told = whole
        else:
            found.append(whole)
            told = ""
    if told and found:
        found[-1] = f"{found[-1]} {told}"
    return found or [told]


def _is_background(part: Part) -> bool:
    """Whether nothing is to be done for a part: it only tells something, or is only polite."""
    if part.values or part.held:
        return False
    if not telling_words(part.text):
        return True
    clauses = _clauses(part.text)
    # "We still have butter, so take it off the list" asks for something behind its reason.
    return only_tells(part.text) and (len(clauses) < 2 or max(asks(clauses)) < ASKS)


def wish_of(text: str) -> str:
    """A part of a task without the clauses that only tell something."""
    return " ".join(c for c in _clauses(text) if not only_tells(c)) or text


def _clauses(text: str) -> list[str]:
    """A text cut at every joint."""
    clauses: list[str] = []
    for word, begins in boundaries(text):
        if begins or not clauses:
            clauses.append(word)
        else:
            clauses[-1] += f" {word}"
    return clauses


def _instructions(text: str) -> list[str]:
    """A part of a task cut where another instruction begins: at a joint with a verb behind it, also
    behind what says where ("on the second tab choose Dark")."""
    words = boundaries(text)
    plain = [normal(word.strip(",.;:!?")) for word, _ in words]
    cut: list[list[str]] = []
    doing = joint = False
    said = 0
    for number, (word, may_begin) in enumerate(words):
        joint = may_begin or (joint and plain[number - 1] in JOINTS)
        ends = number > 0 and words[number - 1][0][-1] in ".?!"
        if not cut or (joint and (doing or ends) and said > 1 and _begins(plain[number:])):
            cut.append([])
            doing, said = False, 0
        doing = doing or plain[number] in DOING
        said += plain[number] not in JOINTS  # "find and click it" is one instruction
        cut[-1].append(word)
    return [" ".join(clause) for clause in cut]


def _begins(plain: Sequence[str]) -> bool:
    """Whether words begin an instruction; what joins it to the one before may stand first."""
    while plain and plain[0] in JOINTS:
        plain = plain[1:]
    if not plain:
        return False
    where = plain[0] in PREPOSITIONS and any(word in DOING for word in plain[2:_WHERE])
    return plain[0] in DOING or where


def _is_most_of(beginning: str, value: str) -> bool:
    """Whether a text begins with another one of some words, and has hardly as much besides."""
    several = len(beginning.split()) > 2
    return (
        several and normal(value).startswith(normal(beginning)) and 2 * len(beginning) > len(value)
    )
