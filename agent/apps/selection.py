"""Which applications a task needs, before anything is done: one, several, none, or one that is not
there.

Where the words of the task leave no doubt the model is not asked; else it answers one short
question whose answers are the programs for which something speaks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files
from typing import Literal

import grammars
from agent.apps.application import Application
from agent.apps.categories import helping, kind_of, kinds, of_kind, plain
from agent.apps.default_apps import Defaults
from agent.apps.evidence import SURE, Need, Text, may_both, needs, read
from agent.apps.windows import running
from agent.deciding.gbnf import literal
from agent.task.literals import mentions
from models.runtime.llm import Message
from vision.capture.windows import Window
from vision.core.elements import one_line, quote

Ask = Callable[[Sequence[Message], str], str]
"""Asks the model with a grammar; its reply."""

NONE, NOT_FOUND, THEN = "none", "not found", " then "
_MOST_NEEDS, _MOST_WINDOWS, _MOST_APPLICATIONS = 6, 4, 3
_LONGEST = 60
# Beside something sure a few hints are chance.
_LIKELY = 1.5


@dataclass(frozen=True, slots=True)
class Wanted:
    """An application that the task needs; `others` fit as well, and nothing tells which is meant.
    `words` are those of the task that speak for it. `window` is the handle of the one of several
    windows that is meant, 0 for any. `named`: the task says which program, not only what kind."""

    application: Application
    others: tuple[Application, ...] = ()
    words: tuple[str, ...] = ()
    window: int = 0
    named: bool = True


@dataclass(frozen=True, slots=True)
class Choice:
    """What a task needs. `missing` is what it asks for and what is not there; `asked` and `reply`
    are the conversation and what the model said, empty when it was not asked."""

    kind: Literal["applications", "none", "not found"]
    wanted: tuple[Wanted, ...] = ()
    missing: str = ""
    asked: tuple[Message, ...] = ()
    grammar: str = ""
    reply: str = ""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is there: the applications, the windows front to back, the names of what the front one
    shows, all its `texts`, and what the system opens things with."""

    installed: Sequence[Application]
    windows: Sequence[Window] = ()
    shown: Sequence[str] = ()
    defaults: Defaults = field(default_factory=Defaults)
    texts: Sequence[str] = ()

    @property
    def open(self) -> list[Window]:
        return [window for window in self.windows if not window.popup]


def choose(task: str, around: Surroundings, ask: Ask) -> Choice:
    """The applications that a task needs, in its order. `ask` is called at most once.

    Raises:
        Whatever `ask` raises.
    """
    found = needs(task, around.installed, around.defaults)
    found = [need for need in found if not _is_shown(need, read(task), around)]
    sure = [need for need in found if need.weight >= SURE]
    if missing := next((n for n in sure if n.named and not n.applications), None):
        return Choice("not found", missing=missing.label)
    named = any(need.named for need in sure)
    if not named and around.open and _is_about_the_front(task, found, around):
        return Choice("none")
    sure = _without_openers(_without_rivals(sure, read(task)))
    if (len(sure) == 1 and sure[0].applications) or (named and all(need.named for need in sure)):
        return _of(sure, task, around)
    if len(sure) == 1 and not around.open:
        return Choice("not found", missing=sure[0].label)
    offered = _offered(found, around)
    if found and not around.open and len(offered) == 1 and offered[0].applications:
        return _of(offered, task, around)
    if not offered:
        return Choice("none") if around.open else Choice("not found", missing="")
    return _asked(task, offered, around, ask)


def _is_shown(need: Need, text: Text, around: Surroundings) -> bool:
    """Whether the words that surely speak for a kind, or for a program that is not there, are only
    the names of things that the window in front shows: "Newsletter" of a form is no mail, and a
    file that stands there is used where it stands."""
    shown = {plain(name) for name in around.shown} - helping("everywhere")
    surely = [m for m in need.mentions if m.weight >= SURE]
    said = [text.plain[m.first : m.end] for m in surely]
    files = [" ".join(text.written[m.first : m.end]) for m in surely if m.file]
    if files and len(files) == len(surely) and not need.named:
        return all(any(mentions(each, name) for each in around.texts) for name in files)
    meant = need.named and bool(need.applications)
    return bool(said) and not meant and all(" ".join(words) in shown for words in said)


def _is_about_the_front(task: str, found: Sequence[Need], around: Surroundings) -> bool:
    """Whether something speaks for the program in front, its words or what it shows, and nothing
    surely for another one."""
    here = [need for need in found if running(need.applications, around.open[:1])]
    if any(need.weight >= SURE and need not in here for need in found):
        return False
    everywhere = helping("everywhere")
    named = (s for s in around.shown if mentions(task, s) and s.casefold() not in everywhere)
    return not found or bool(here) or any(named)


def _without_rivals(sure: list[Need], text: Text) -> list[Need]:
    """Of needs that a task cannot have both, the one with most weight; both when they are alike."""
    kept: list[Need] = []
    for need in sorted(sure, key=lambda need: -need.weight):
        places = {(m.first, m.end) for m in need.mentions if m.weight >= SURE}
        heavier = [other for other in kept if other.weight > need.weight]
        rival = any(
            not may_both(need, other, text) or places <= {(m.first, m.end) for m in other.mentions}
            for other in heavier
        )
        if not rival:
            kept.append(need)
    return sorted(kept, key=lambda need: need.first)


def _without_openers(sure: list[Need]) -> list[Need]:
    """Where a file manager is wanted: without what only the name of a file speaks for, since that
    file is opened, moved or deleted there."""
    if not any(_manages_files(need) for need in sure):
        return sure
    return [
        need
        for need in sure
        if _manages_files(need) or not all(m.file for m in need.mentions if m.weight >= SURE)
    ]


def _manages_files(need: Need) -> bool:
    kind = kind_of(need.applications[0]) if need.applications else None
    return kind is not None and kind.name == "file manager"


def _offered(found: Sequence[Need], around: Surroundings) -> list[Need]:
    """What the model may choose from: what something speaks for, else all kinds that are there."""
    if found:
        enough = _LIKELY if any(need.weight >= SURE for need in found) else 0.0
        likely = [need for need in found if need.weight >= enough]
        best = sorted(likely, key=lambda need: -need.weight)[:_MOST_NEEDS]
        return sorted(best, key=lambda need: need.first)
    there = [(kind, of_kind(kind, around.installed)) for kind in kinds()]
    return [Need(kind.name, able) for kind, able in there if able and kind_of(able[0]) is kind]


def _asked(task: str, offered: Sequence[Need], around: Surroundings, ask: Ask) -> Choice:
    names = {_name(need): need for need in offered}
    grammar = answers(names, read(task), with_none=bool(around.open))
    asked = question(task, names, around)
    reply = ask(asked, grammar)
    said = reply.strip().split(THEN)
    chosen = [names[name] for name in said if name in names]
    if said != [NOT_FOUND]:
        chosen = _with_named(chosen, offered, read(task))
    absent = next((need for need in chosen if not need.applications), None)
    if said == [NOT_FOUND] or absent is not None:
        choice = Choice("not found", missing=absent.label if absent is not None else "")
    elif chosen:
        choice = _of(chosen, task, around)
    else:  # "none", or no answer at all
        choice = Choice("none")
    return replace(choice, asked=asked, grammar=grammar, reply=reply)


def _with_named(chosen: Sequence[Need], offered: Sequence[Need], text: Text) -> list[Need]:
    """The chosen needs with those that the task calls by a program's name: a small model passes
    over the second ("what is 4 times 5? Write it in Notes")."""
    kept = list(chosen)
    for need in offered:
        called = need.named and need.weight >= SURE and bool(need.applications)
        if called and need not in kept and all(may_both(need, other, text) for other in kept):
            kept.append(need)
    return sorted(kept, key=lambda need: need.first)


def _name(need: Need) -> str:
    return one_line(need.label, _LONGEST)


def answers(names: Mapping[str, Need], text: Text, *, with_none: bool) -> str:
    """The grammar of the answers: names in the order of the task, none twice, and after one only
    what the task can need beside it."""
    rules = []
    for number, (name, need) in enumerate(names.items()):
        follows = (may_both(need, other, text) for other in names.values())
        later = " | ".join(f"p{n}" for n, can in enumerate(follows) if can and n > number)
        rest = f" ({literal(THEN)} ({later}))?" if later else ""
        rules.append(f"p{number} ::= {literal(name)}{rest}")
    first = [f"p{number}" for number in range(len(names))]
    first += [literal(NONE)] * with_none + [literal(NOT_FOUND)]
    whole = grammars.read("application").replace("{{first}}", " | ".join(first))
    return whole.replace("{{rules}}", "\n".join(rules))


_EXAMPLES = (
    (
        "- calculator: Calculator\n- text editor: Notes\n- video editor: not installed",
        'Write "call Ann" in a note and cut my film.',
        NOT_FOUND,
    ),
    (
        "- web browser: Browser\n- mail program: Post\n- spreadsheet: Tables",
        "Find the opening times of the zoo and send them to Tom.",
        f"web browser{THEN}mail program",
    ),
    (
        "- word processor: Texts\n- calendar: Days",
        "Write an invoice with a date.",
        "word processor",
    ),
)


def question(task: str, names: dict[str, Need], around: Surroundings) -> tuple[Message, ...]:
    """The conversation that asks which programs are needed."""
    listed = "\n".join(f"- {name}: {_programs(need)}" for name, need in names.items())
    rules = files("agent").joinpath("prompts/application.md").read_text("utf-8").strip()
    said = [Message("system", rules)]
    for programs, example, answer in _EXAMPLES:
        said.append(Message("user", f"Programs:\n{programs}\nTask: {example}"))
        said.append(Message("assistant", f"{answer}\n"))
    windows = "".join(
        f"\nWindow on the screen: {quote(one_line(window.title or window.application, _LONGEST))}"
        for window in around.open[:_MOST_WINDOWS]
    )
    words = " ".join(task.split())
    said.append(Message("user", f"Programs:\n{listed}{windows}\nTask: {words}"))
    return tuple(said)


def _programs(need: Need) -> str:
    there = [one_line(a.name, _LONGEST) for a in need.applications[:_MOST_APPLICATIONS]]
    return ", ".join(there) or "not installed"


def _of(chosen: Sequence[Need], task: str, around: Surroundings) -> Choice:
    wanted = tuple(wanted_of(need, task, around) for need in chosen)
    return Choice("applications", wanted)


def wanted_of(need: Need, task: str, around: Surroundings) -> Wanted:
    """The program of a need: what runs, else what the system would open, else the only one. What
    runs in a terminal is meant where it is named, or nothing else is there."""
    text = read(task)
    said = tuple(
        " ".join(text.written[mention.first : mention.end])
        for mention in sorted(need.mentions, key=lambda m: (-m.weight, m.first))
    )
    able = need.applications
    if not need.named:
        able = tuple(one for one in able if not one.in_terminal) or able
    chosen = next(iter(running(able, around.open)), None) or need.preferred
    chosen = chosen or around.defaults.for_kind(need.label, able)
    if chosen is not None or len(able) == 1:
        return Wanted(chosen or able[0], (), said, named=need.named)
    return Wanted(able[0], able[1:], said, named=need.named)


def wants_another_window(task: str) -> bool:
    """Whether a program that runs shall be opened once more."""
    return bool(re.search(r"\b(new|another|second) (\w+ )?(window|instance)\b", task.casefold()))
