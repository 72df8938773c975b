"""Procedures as skills: those that fit the program in front are offered by what they mean, with the
values of the task as arguments; the one that the model chooses is done step by step."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from agent.actions import Action, Click, UseSkill, Wait
from agent.apps.application import Application
from agent.constraints import lexicon
from agent.constraints.parsing import constraints_of
from agent.deciding.situation import Situation, Suggestion
from agent.policy.wording import canonical
from agent.skills.procedures.allowed import is_ruled_out
from agent.skills.procedures.course import Course
from agent.skills.procedures.filling import (
    Call,
    Words,
    blank,
    calls_of,
    is_known_pair,
    said_on,
    with_files_asked,
    with_words,
    words_of_part,
)
from agent.skills.procedures.front import (
    active,
    content,
    document_of,
    files_shown,
    is_dialog,
    kind_name,
    lines_of,
    names_shown,
    only_asks,
)
from agent.skills.procedures.likeness import likes, unnamed
from agent.skills.procedures.procedure import (
    Procedure,
    Sort,
    Value,
    filled,
    procedures,
    several,
)
from agent.skills.procedures.rows import file_in, with_names
from agent.skills.procedures.several import Folder
from agent.skills.procedures.sheet import table_of
from agent.skills.skill import Move
from agent.task.literals import ENDING, literals, mentions
from agent.task.plan import Outline, Part
from agent.trajectory import Effect
from vision.capture.windows import Window
from vision.core.elements import ElementMap, one_line

TITLE = "procedure"
# What has such slots opens something, and where a title has such a name, something is open.
_OPENED: tuple[Sort, ...] = ("file", "known", "path")
_FILE_NAME = re.compile(rf"[^/\\]{ENDING}\b")
_SHELL, _FOLDERS, _BROWSER = "terminal", "file manager", "web browser"
_MOST_LOOKS = 3
# Of all that fit, how many are offered.
_OFFERED = 8
# The logarithm of the odds of a likeness against all single steps. Of 60 wordings for which one is
# right 68 % reach 0.5 and 88 % 0.35; of 492 tasks for pages in a browser 0 and 0.2 %, of tasks for
# programs without one 4 and 22 %.
_SLOPE, _EVEN = 14.0, 0.41
# So many parts of a task are looked at, and what each that comes later costs in likeness.
_PARTS, _AHEAD = 4, 0.04
_LONGEST = 120
# Less alike in meaning is not offered: in a program, and in a browser, whose pages have controls of
# their own. Of 90 wordings that somebody else wrote, the right one is among the first ten lines for
# 50 with 0.25 in programs, and for 73 with 0.05 and names left out.
_LEAST, _LEAST_IN_PAGES = 0.05, 0.25


@dataclass
class Procedures:
    """The procedures of one run. `installed` are the applications, which tell the kind of a
    window."""

    installed: Sequence[Application] = ()
    title: str = TITLE
    problem: str = ""
    _offered: dict[str, Call] = field(default_factory=dict)
    _asking: dict[str, Part] = field(default_factory=dict)
    _part: Part | None = None
    _course: Course | None = None
    _proposed: Action | None = None
    _cells: tuple[str, ...] = ()
    _looks: int = 0
    _ended: str = ""
    _ended_at: int = -1

    def offers(self, now: Situation) -> Sequence[Suggestion]:
        """Those that mean most nearly what is left of the task: its next part, and those behind it,
        as a part may say nothing by itself."""
        window = active(now.map)
        self._offered = {}
        if self._ended_at < 0:
            self._ended_at = len(now.memory.deeds)
        if window is None or not self._has_keys(window, now.map):
            return []
        pages = kind_name(window, self.installed) == _BROWSER
        least = _LEAST_IN_PAGES if pages or now.plan.finished else _LEAST
        found: dict[str, tuple[float, Call, Part]] = {}
        icons = _icons(now.map)
        for place, part in enumerate(_ahead(now.plan)):
            for like, call in self._fitting(part, window, now):
                words, nearness = _read(call), like - _AHEAD * place
                if words == self._ended and self._has_just_ended(now):
                    continue
                due = nearness >= least or not icons.isdisjoint(call.procedure.icons)
                if due and nearness > found.get(words, (-1.0,))[0]:
                    found[words] = nearness, call, part
        known = _with_known_words(found, content(now.map))
        ordered = sorted(known.items(), key=lambda each: -each[1][0])
        best = ordered[:_OFFERED]
        best += [e for e in ordered[_OFFERED:] if not icons.isdisjoint(e[1][1].procedure.icons)]
        self._offered = {words: call for words, (_, call, _) in best}
        self._asking = {words: part for words, (*_, part) in best}
        return [_suggestion(words, call, like, part, now.map) for words, (like, call, part) in best]

    def _has_just_ended(self, now: Situation) -> bool:
        """Whether nothing was done since the last procedure: once more it would do the same again,
        or take it back ("show hidden files, or hide them again")."""
        again = lexicon.words("again").search(canonical(now.task)) is not None
        return len(now.memory.deeds) == self._ended_at and not again

    def _fitting(self, part: Part, window: Window, now: Situation) -> list[tuple[float, Call]]:
        """The calls for a part of the task that are not done yet, each with its likeness."""
        calls = self._calls(part, window, now.map, now.task)
        found = [call for call in calls if not _is_over(call, part)]
        if _is_empty(now.map) and not now.memory.written:
            # Before it is saved something is written on an empty sheet.
            found = [call for call in found if not call.procedure.takes("target")]
        found = [call for call in found if not (_opens(call.procedure) and _is_missing(call))]
        found = [call for call in found if _can_begin(call, part, now.map)]
        if _is_empty(now.map) and any(_opens(c.procedure) and _is_there(c) for c in found):
            # What the task says is for the file that it names, not for the empty sheet in front.
            found = [call for call in found if not call.procedure.takes("text")]
        if part not in now.plan.parts:
            # That a file is told of somewhere does not say that it is to be opened.
            found = [call for call in found if not _opens(call.procedure) or _is_there(call)]
            # What a part said that is done by now is not to be changed once more.
            found = [replace(call, due=call.due and _opens(call.procedure)) for call in found]
        texts = (part.text, unnamed(part, now.map))
        near = [max(both) for both in zip(*(likes(text, found) for text in texts), strict=True)]
        return list(zip(near, found, strict=True))

    def begin(self, action: UseSkill, now: Situation) -> None:
        """Begin what was offered by these words, with what the model said for what was left to
        it."""
        said = dict(action.arguments)
        words = said.pop("as", "")
        call, part = self._offered.get(words), self._asking.get(words, now.plan.current)
        self._course, self._part, self._looks, self.problem = None, part, 0, ""
        if call is None or part is None:
            return
        if call.asked:
            whole = with_words(call, self._words(part, now.map, now.task), said)
            if whole is None or is_ruled_out(whole, part.text, now.task):
                self.problem = f"“{_read(call)}” cannot be done with {', '.join(said.values())}."
                return
            call = whole
        self._course = Course(call, part.text, now.map)

    def next(self, now: Situation) -> Move | None:
        """The next step; None when all were taken, or it cannot go on."""
        course = self._course
        self._proposed = None
        if course is None or self._part is None or self._part.done:
            return None
        action = course.next(now.map)
        if action is None and not self._reached(course, now.map):
            action = self._checked(course, now.map)
        if action is None:
            self._end(now.plan, now.map, done=self._reached(course, now.map))
            return None
        self._proposed = action
        at = f"step {course.number} of {course.count}" if not course.over else "after its steps"
        return Move(action, f"{course.call.procedure.name}: {at}")

    def keeps(self, action: Action) -> bool:
        """Whether an action was a step: the procedure itself says when its part is done."""
        return self._proposed is not None and action == self._proposed

    def told(
        self, action: Action, effect: Effect, before: ElementMap, after: ElementMap, plan: Outline
    ) -> Part | None:
        """Take in what an action did. The part of the task that is done by it, if one is."""
        course, part = self._course, self._part
        if not self.keeps(action) or course is None or part is None:
            return None
        if not course.over:
            course.told(effect, before, after)
        if not self._reached(course, after):
            return None
        open_before = [each for each in plan.parts if not each.done]
        self._end(plan, after, done=True)
        return next((each for each in open_before if each.done), None)

    def _end(self, plan: Outline, map_: ElementMap, *, done: bool) -> None:
        """Note what was done for the task, and in which of its parts."""
        course, part = self._course, self._part
        self._course = self._part = None
        if course is None or part is None:
            return
        self._cells = (*self._cells, *course.cells)
        self._ended, self._ended_at = _read(course.call) if done else "", -1
        window = active(map_)
        for each in plan.parts if done else ():
            used = _used(course.call, each)
            each.used |= used
            if each is part or (used and part not in plan.parts):
                each.used |= {v for v in each.values if window is not None and _names(window, v)}
                each.done = each.done or not each.open_values

    @staticmethod
    def _reached(course: Course, map_: ElementMap) -> bool:
        """Whether all steps were taken and what the procedure is for is seen."""
        ready = course.over and not course.left
        return ready and not course.missing(map_) and not course.opened(map_)

    @staticmethod
    def _has_keys(window: Window, map_: ElementMap) -> bool:
        """Whether the keys reach the program, and not a dialog or a menu of it."""
        menus = any(w.popup and not w.tooltip for w in map_.windows)
        return not (menus or is_dialog(window, map_) or only_asks(window, map_))

    def _calls(self, part: Part, window: Window, map_: ElementMap, task: str) -> list[Call]:
        kind = kind_name(window, self.installed)
        own = not part.foreign and all(value in part.text for value in part.values)
        if kind == _SHELL and not own:
            return []  # What stood on the screen is no command.
        words = self._words(part, map_, task)
        shown = "\n".join(lines_of(map_)).casefold()
        empty = _is_empty(map_)
        fitting = [
            p
            for p in procedures()
            if _fits(p, kind, window, shown) and not (empty and p.takes("written"))
        ]
        named = list({p.name: p for p in reversed(fitting)}.values())
        calls = [
            replace(call, due=call.due or is_known_pair(call, words))
            for p in reversed(named)
            for call in calls_of(p, words) or _unfilled(p, window.title, words, task)
        ]
        calls = [c for c in calls if not (_opens(c.procedure) and _is_open(c, window.title))]
        return [call for call in calls if not is_ruled_out(call, part.text, task)]

    def _words(self, part: Part, map_: ElementMap, task: str) -> Words:
        """What a part of the task says for the arguments of procedures."""
        window = active(map_)
        in_folder = window is not None and kind_name(window, self.installed) == _FOLDERS
        names = names_shown(map_, icons=in_folder)
        # What a part exempts is none of its arguments.
        text = constraints_of(part.text).rest() if part.held else part.text
        if in_folder:
            text = with_names(text, names)
        document, rest = content(map_), constraints_of(task).rest()
        written, of_task = (
            tuple(each[start:end] for start, end in said_on(each, document))
            for each in (text, rest)
        )
        # "Maier, not Meyer": the name that stands in the text is to be replaced.
        wrong = _wrong(part, document) if not in_folder else []
        text = part.text if wrong else text
        # What names the document in front is no text for it.
        front = window if not in_folder else None
        values = [v for v in part.values if front is None or not _names(front, v)]
        words = words_of_part(text, [*values, *wrong], names)
        words = replace(words, cells=self._cells, written=written, of_task=of_task)
        words = replace(words, document=document, task=task, table=table_of(map_))
        if window is None or not in_folder:
            return words
        folders = tuple(name for name in names if file_in(name) is None)
        folder = Folder(files_shown(map_), folders, window.title, constraints_of(task))
        return replace(words, folder=folder)

    def _checked(self, course: Course, map_: ElementMap) -> Action | None:
        """After the last step: another look when what it is for is not seen yet. None when the
        model is to go on."""
        if not course.over:
            self.problem = course.left
            return None
        self._looks += 1
        if self._looks < _MOST_LOOKS:
            return Wait()
        if not course.error(map_) and course.begin_again(map_):
            self._looks = 0
            return course.next(map_)
        self.problem = course.error(map_) or course.missing(map_)
        return None


def _ahead(plan: Outline) -> list[Part]:
    """The next parts of a task that are open, and all of them as one: a request may begin in one
    part and end in another, or stand in one that was ticked for another request."""
    parts = [part for part in plan.parts if not part.done][:_PARTS]
    if len(plan.parts) == 1 and parts:
        return parts
    (whole,) = Outline([" ".join(part.text for part in plan.parts)]).parts
    whole.used = {value for part in plan.parts for value in part.used}
    return [*parts, whole]


def _with_known_words(
    found: Mapping[str, tuple[float, Call, Part]], shown: str
) -> dict[str, tuple[float, Call, Part]]:
    """What is found, without calls whose words a part leaves to the model although it says none
    that are `shown`, where another part says such words: the call with these is as likely."""
    kept = dict(found)
    for words, (like, call, part) in found.items():
        if call.values[0] or said_on(part.text, shown):
            continue
        same = [w for w in kept if kept[w][1].procedure is call.procedure]
        told = [w for w in same if _says_written(kept[w][1], shown)]
        if told:
            best = max(told, key=lambda w: kept[w][0])
            kept[best] = (max(like, kept[best][0]), *kept[best][1:])
            del kept[words]
    return kept


def _says_written(call: Call, shown: str) -> bool:
    """Whether a call is for words that are `shown`."""
    slots = (slot for slot, sort in call.procedure.slots if sort == "written")
    given = (several(call.values[0][slot]) for slot in slots if slot in call.values[0])
    return any(mentions(shown, each) for names in given for each in names)


def _names(window: Window, value: str) -> bool:
    """Whether a value is the name of the document in a window."""
    return _FILE_NAME.search(value) is not None and mentions(window.title, value)


def _wrong(part: Part, document: str) -> list[str]:
    """The names that a part only says not to be right, and that stand in a document; none where
    something else that it names stands there."""
    if any(mentions(document, value) for value in part.values):
        return []
    said = [one for one in constraints_of(part.text).found if one.kind == "not" and not one.own]
    return [name for one in said for name in one.names if mentions(document, name)]


def _unfilled(procedure: Procedure, title: str, words: Words, task: str) -> list[Call]:
    """A call of a procedure that the values of the part do not fill: one for which the model says
    the arguments. Not where a document that has a name would get another one unasked. What is to be
    opened may be told elsewhere in the task: "in letter.txt, it is in Documents"."""
    if _opens(procedure):
        whole = words_of_part(task, tuple(literals(task)), words.shown)
        found = (replace(call, due=True) for call in calls_of(procedure, whole) if _is_there(call))
        return [call for call in found if not _is_open(call, title)][:1]
    if procedure.takes("files"):
        several_files = with_files_asked(procedure, words)
        return [several_files] if several_files is not None else []
    named = _FILE_NAME.search(title) is not None
    if named and procedure.takes("target"):
        return []
    call = blank(procedure, words)
    edits = procedure.takes("edit", "cells") and bool(words.written)
    due = procedure.takes("command") or edits
    return [replace(call, due=due)] if call is not None else []


def _is_empty(map_: ElementMap) -> bool:
    """Whether the document in front is an empty sheet."""
    sheet = document_of(map_)
    return sheet is not None and not (sheet.state.value or sheet.text).strip()


def _opens(procedure: Procedure) -> bool:
    """Whether a procedure only opens a file by what the task says of it."""
    return bool(procedure.slots) and all(sort in _OPENED for _, sort in procedure.slots)


def _is_there(call: Call) -> bool:
    """Whether there is a file that a call would open: what is to be saved there is none yet."""
    (values,) = call.values
    parts = [values.get(slot, "") for slot in ("place", "file", "path")]
    return Path(*(part for part in parts if isinstance(part, str))).expanduser().is_file()


def _is_missing(call: Call) -> bool:
    """Whether a call would open a file by its whole path, and none is there."""
    paths = [Path(v).expanduser() for v in call.values[0].values() if isinstance(v, str)]
    return any(path.is_absolute() for path in paths) and not any(map(Path.exists, paths))


def _can_begin(call: Call, part: Part, map_: ElementMap) -> bool:
    """Whether the first step can be done: what the task names for it is on the screen."""
    course = Course(call, part.text, map_)
    return bool(call.asked) or course.next(map_) is not None or not course.names_thing


def _is_open(call: Call, title: str) -> bool:
    """Whether a title tells that the file of a call is in front."""
    names = (re.split(r"[/\\]", name)[-1] for name in call.said)
    return any(mentions(title, name) for name in names)


def _icons(map_: ElementMap) -> set[str]:
    return {each.text for each in map_.elements if each.kind == "icon"}


def _suggestion(words: str, call: Call, like: float, part: Part, map_: ElementMap) -> Suggestion:
    (values, *_) = call.values
    known = tuple((slot, ", ".join(several(values.get(slot, "")))) for slot in call.asked)
    told: dict[str, Value] = {
        slot: tuple(f'"{name}"' for name in several(value))
        for slot, value in values.items()
        if slot not in call.asked
    }
    say = filled(call.procedure.say, told) if call.asked else ""
    action = UseSkill(TITLE, (("as", words), *known), say, call.asked, part.text if say else "")
    score, asked = _SLOPE * (like - _EVEN), bool(call.asked)
    same = [e for e in map_.elements if e.kind == "icon" and e.text in call.procedure.icons]
    instead = tuple(Click(each.id) for each in same)
    return Suggestion(action, words, score=score, open_text=asked, instead=instead)


def _read(call: Call) -> str:
    """What the model reads of a call: a text may be cut, the names of files never."""
    lists = any(isinstance(value, tuple) for values in call.values for value in values.values())
    return one_line(call.words, len(call.words) if lists else _LONGEST)


def _fits(procedure: Procedure, kind: str, window: Window, shown: str) -> bool:
    """Whether a procedure is for the program in front, and what it needs is on the screen."""
    if procedure.where and kind not in procedure.where:
        return False
    if procedure.programs and not window.application.casefold().startswith(procedure.programs):
        return False
    title = window.title.casefold()
    return not procedure.screen or any(word in shown or word in title for word in procedure.screen)


def _used(call: Call, part: Part) -> set[str]:
    """The values of a part that a call has a place for."""
    given = [name for values in call.values for value in values.values() for name in several(value)]
    return {value for value in part.values if any(value in each for each in (*given, *call.said))}


def _is_over(call: Call, part: Part) -> bool:
    """Whether all values of a call reached the screen already, or what it would replace did."""
    used = _used(call, part)
    slots = (slot for slot, sort in call.procedure.slots if sort == "written")
    gone = len(used) > 1 and any(call.values[0].get(slot) in part.used for slot in slots)
    return bool(used) and (used <= part.used or gone)
