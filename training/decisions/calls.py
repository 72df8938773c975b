"""Decisions before windows of programs, where procedures are offered: tasks of other authors with
the calls that do them (calls.jsonl.gz), played through with the product's own plan.

Nothing is seen of a real program: the window has the names of menus and tools that such programs
have, and what the author says stands in it; a call changes that as the program would.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from agent.actions import UseSkill
from agent.apps.application import Application
from agent.constraints.parsing import constraints_of
from agent.deciding.situation import Situation, Suggestion, among_steps, ranked
from agent.memory import Deed, Memory
from agent.skills.forms.filling import Forms
from agent.skills.procedures.course import Course
from agent.skills.procedures.filling import Call
from agent.skills.procedures.procedure import procedures as known_procedures
from agent.skills.procedures.procedures import Procedures
from agent.skills.running import Skills
from agent.suggestions.by_words import ByWords
from agent.suggestions.going_on import ALL_DONE, Ending
from agent.task.literals import normal
from agent.task.plan import Outline, cut
from agent.trajectory import Effect
from training.decisions.goals import words
from training.decisions.screens import SIZE, Screen
from vision.core.elements import ElementMap

CALLS = Path(__file__).parent / "calls.jsonl.gz"
UNREAD = Path(__file__).parents[2] / "tests" / "data" / "decisions" / "calls.jsonl.gz"
_KINDS = {
    "editor": ("mousepad", "TextEditor"),
    "writer": ("libreoffice-writer", "WordProcessor"),
    "sheet": ("libreoffice-calc", "Spreadsheet"),
    "slides": ("libreoffice-impress", "Presentation"),
    "files": ("thunar", "FileManager"),
    "shell": ("xterm", "TerminalEmulator"),
}
INSTALLED = tuple(
    Application(name, name.capitalize(), categories=(kind,), command=(name,))
    for name, kind in _KINDS.values()
)
_LOOKING = ("find", "open", "select")
_CELL = re.compile(r"([A-Z])(\d+)")
_FILE = re.compile(r"[\w-]+\.\w{2,4}\b")
# So often an argument of a call that is not meant, and of one that is, is said wrongly.
_WRONG, _SAID_WRONGLY = 0.6, 0.05


@dataclass(frozen=True, slots=True)
class Moment:
    """One decision: what is offered, each with whether it is right; `last`: all is done."""

    now: Situation
    judged: tuple[tuple[Suggestion, bool], ...]
    last: bool


def moments(told: dict[str, Any], wording: int, chance: Random) -> Iterator[Moment]:
    """The decisions of a task in their order; not those for which the right call is not offered."""
    text, shown = told["texts"][wording], _Shown(told, chance.random())
    outline, memory = Outline(cut(text)), Memory()
    outline.keep_to(constraints_of(text))
    for meant in [*told["calls"], None]:
        procedures = Procedures(INSTALLED)
        now = Situation(text, outline, memory, shown.map(), INSTALLED)
        skills = Skills((procedures, Forms()))
        every = (e for one in (skills, ByWords(), Ending()) for e in one.suggest(now))
        found = ranked(among_steps([*every]))
        offered = dict(procedures._offered)
        words_of = next((w for w, call in offered.items() if meant and fits(call, meant)), ALL_DONE)
        if meant is None or words_of != ALL_DONE:
            judged = tuple(_judged(found, words_of, meant, told, text, chance))
            if any(right for _, right in judged):
                ordered = sorted(judged, key=lambda pair: -pair[0].score)
                yield Moment(now, tuple(ordered), meant is None)
        if meant is None:
            return
        if words_of != ALL_DONE:
            call = replace(offered[words_of], values=(dict(meant["values"]),), asked=())
            part = procedures._part = procedures._asking[words_of]
            procedures._course = Course(call, part.text, now.map)
            procedures._end(outline, now.map, done=True)
        memory.written.extend(map(str, meant["values"].values()))
        shown.changed(meant)
        memory.deeds.extend(_deeds(meant, shown, chance))


def fits(call: Call, meant: dict[str, Any]) -> bool:
    """Whether a call is the one that is meant; what the model will say is left open."""
    (given, *_) = call.values
    return call.procedure.say == meant["say"] and all(
        slot in call.asked or normal(str(given.get(slot, ""))).endswith(normal(value))
        for slot, value in meant["values"].items()
    )


def _judged(
    found: Sequence[Suggestion],
    right: str,
    meant: dict[str, Any] | None,
    told: dict[str, Any],
    text: str,
    chance: Random,
) -> Iterator[tuple[Suggestion, bool]]:
    """The suggestions as the model reads them, each with whether it is the one of these words."""
    said: set[str] = set()
    for each in sorted(found, key=lambda one: one.words != right):
        own = meant if each.words == right else None
        filled = _filled(each, own, told, text, chance)
        if filled is not None and filled.words not in said:
            said.add(filled.words)
            yield filled, each.words == right


def _filled(
    each: Suggestion, meant: dict[str, Any] | None, told: dict[str, Any], text: str, chance: Random
) -> Suggestion | None:
    """A suggestion as the model reads it: it was asked for the arguments of a call before."""
    action = each.action
    if not isinstance(action, UseSkill) or not action.asked:
        return each
    values = dict(meant["values"]) if meant is not None else {}
    if meant is not None and chance.random() < _SAID_WRONGLY:
        return None
    others = [v for call in told["calls"] for v in call["values"].values()]
    spoken = text.split()
    for slot in action.asked:
        if slot not in values:
            begin, many = chance.randrange(len(spoken)), chance.randint(1, 4)
            some = " ".join(spoken[begin : begin + many])
            values[slot] = some if chance.random() < _WRONG or not others else chance.choice(others)
    known = dict(action.arguments) | values
    said = replace(action, arguments=tuple(known.items()), asked=())
    return replace(each, action=said, words=said.told, open_text=False)


class _Shown:
    """What a window of a program shows, and how calls change it."""

    def __init__(self, told: dict[str, Any], seed: float) -> None:
        self.program, self.title, self._seed = told["program"], told["title"], seed
        self.content: list[Any] = [
            list(row) if isinstance(row, list) else row for row in told["content"]
        ]

    def map(self) -> ElementMap:
        """The window as it is now."""
        screen = Screen(Random(self._seed), self.title)
        screen.frame()
        names = words()["lists"]["programs"]
        if self.program != "shell":
            screen.place(10, 40)
            for name in names["menus"][self.program]:
                screen.add("menu", name)
            screen.row()
            for name in screen.chance.sample(names["tools"][self.program], 6):
                screen.add("icon", name)
        screen.row()
        screen.row()
        getattr(self, f"_{self.program}")(screen)
        map_ = screen.as_map(0.0)
        window = replace(map_.windows[0], application=_KINDS[self.program][0])
        return replace(map_, windows=(window,))

    def _editor(self, screen: Screen) -> None:
        sheet = screen.add("field", "", wide=1180, value="\n".join(self.content))
        tall = replace(sheet.box, bottom=SIZE[1] - 20)
        screen.elements[-1] = replace(sheet, box=tall)

    _writer = _editor

    def _files(self, screen: Screen) -> None:
        for name in ("Home", "Desktop", "Trash"):
            screen.add("list item", name, "Places")
        screen.row()
        for name in self.content:
            screen.add("list item", name)
            screen.row()

    def _sheet(self, screen: Screen) -> None:
        screen.add("field", "", value="A1", wide=90)
        screen.add("field", "", wide=600)
        screen.row()
        for row in self.content:
            for cell in row:
                screen.add("text", str(cell), wide=110)
            screen.row()

    def _slides(self, screen: Screen) -> None:
        screen.add("text", str(self.content[0]) if self.content else "Click to add Title")

    def _shell(self, screen: Screen) -> None:
        screen.add("text", "ann@home:~$")

    def changed(self, call: dict[str, Any]) -> None:
        """Do what a call does."""
        say, values = call["say"], call["values"]
        text = values.get("text", "")
        if self.program in ("editor", "writer"):
            self._written(say, values)
        elif say.startswith(("rename", "move", "delete the file")) and self.program == "files":
            self.content = [n for n in self.content if n != values["file"]]
            self.content += [values["name"]] if "name" in values else []
        elif say.startswith("make a new folder"):
            self.content.append(values["name"])
        elif self.program == "sheet" and "cell" in values:
            self._put(values["cell"], text)
        elif say.startswith("in the row of"):
            for row in self.content:
                row[-1] = text if str(row[0]) == values["thing"] else row[-1]
        elif self.program == "slides" and text:
            self.content = [text]
        if say.startswith(("save", "open the file")):
            name = _FILE.search(str(values.get("path", self.title)))
            tail = self.title.partition(" - ")[2] or self.title.partition(" — ")[2]
            start = name[0] if name else self.title.partition(" - ")[0].strip("* ")
            self.title = f"{start} - {tail}"
        elif self.program in ("editor", "writer") and not say.startswith(_LOOKING):
            self.title = f"*{self.title.strip('*')}"

    def _written(self, say: str, values: dict[str, str]) -> None:
        text = values.get("text", "")
        if say.startswith("replace"):
            self.content = [line.replace(values["old"], values["new"]) for line in self.content]
        elif say.startswith("delete the line"):
            self.content = [line for line in self.content if line != text]
        elif say.startswith(("add the line", "write")):
            self.content.append(text)
        elif say.startswith("begin a new"):
            self.content = []

    def _put(self, cell: str, text: str) -> None:
        found = _CELL.fullmatch(cell)
        if found is None:
            return
        column, row = ord(found[1]) - ord("A"), int(found[2]) - 1
        while len(self.content) <= row and row < 30:
            self.content.append([])
        if row < len(self.content):
            line = self.content[row]
            line += [""] * (column + 1 - len(line))
            line[column] = text


def _deeds(meant: dict[str, Any], shown: _Shown, chance: Random) -> Iterator[Deed]:
    """What the steps of a call leave in the memory of a run."""
    known = (p for p in known_procedures() if p.say == meant["say"] and not p.programs)
    procedure = next(known, next(p for p in known_procedures() if p.say == meant["say"]))
    for step in procedure.steps:
        of = step.filled(meant["values"])
        yield Deed(*_done(step.do, of[0] if of else "", shown, chance))


def _done(verb: str, said: str, shown: _Shown, chance: Random) -> tuple[str, Effect]:
    changed = Effect("confirmed", f"the title is now “{shown.title}”")
    other = Effect("confirmed", "the picture changed")
    if verb in ("write", "fill"):
        return f"type “{said}” into what has the focus", chance.choice((changed, other))
    if verb == "bring":
        return f"press {said}", Effect("confirmed", "a window opened")
    if verb == "press":
        closed = said == "enter" and shown.program != "shell"
        last = Effect("confirmed", "the window closed") if closed else changed
        return f"press {said}", other if shown.program == "shell" else chance.choice((last, other))
    if verb in ("click", "choose", "select", "twice", "open", "cell", "go"):
        return f"click “{said}”", chance.choice((other, Effect("confirmed", "it is now selected")))
    return f"click into the {verb}", other
