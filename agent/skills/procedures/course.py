"""A way on its way: the next action of it on this screen, and what came of the last one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath

from agent.actions import Action, AddToSelection, Click, DoubleClick, Press, TypeText, Wait
from agent.apps.known_folders import PATH
from agent.computer.effect import changed_within, windows_changed
from agent.constraints.deeds import DOCUMENT_HEIGHT
from agent.constraints.parsing import bare
from agent.deciding.action_space import ENTERED
from agent.skills.procedures.areas import keys_to
from agent.skills.procedures.filling import Call
from agent.skills.procedures.front import (
    LONGEST_LINE,
    active,
    below_heading,
    document_of,
    is_gone,
    is_shown,
    lines_of,
    share_shown,
    still_called,
    thing_called,
)
from agent.skills.procedures.procedure import ProcedureStep, Value, several
from agent.task.literals import mentions, normal
from agent.trajectory import Effect
from vision.capture.change_detection import changed_boxes, same_place
from vision.capture.windows import Window
from vision.core.elements import Element, ElementMap, one_line
from vision.core.geometry import Box, overlap_area
from vision.navigation.title_bars import BUTTON_NAMES

# Looks, a second apart, at what a double click opens.
_MOST_WAITS = 8
_LONGEST_MESSAGE = 200
_ALL = "ctrl+a"
_NARROW = 4  # pixels at scale 1 that a letter is wide at least
# Steps that are done with what is called by a name of the task.
_NAMED = ("choose", "select", "open", "twice")
# Of several files none may be left out.
_MUST_SHOW = ("bring", "press", "write", "select", "go")
# Of a text of several lines, and of a short one, this part of its last words shows that it was
# written.
_PARTLY, _MOSTLY = 0.3, 0.75
# What says no, or gives up, whatever else it says ("Don't delete").
_NOTS = frozenset(
    {
        "not",
        "don",
        "no",
        "never",
        "cancel",
        "nicht",
        "kein",
        "ne",
        "pas",
        "non",
        "não",
        "nie",
        "niet",
    }
)
# Words of messages that something failed.
_FAILED = re.compile(
    r"\b(?:error|failed|cannot|can['’]t|could ?n['’]?o?t|unable|denied|invalid|already exists"
    r"|file exists|not found|no such|fehler|fehlgeschlagen|konnte nicht|existiert bereits|erreur"
    r"|échec|impossible|existe déjà|no se pud\w+|ya existe|errore|impossibile|esiste già|erro"
    r"|já existe|fout|mislukt|bestaat al|błąd|istnieje)\b",
    re.IGNORECASE,
)


@dataclass
class Course:
    """Goes through the steps of a procedure. `said` are the words of the part of the task, `before`
    is the map on which it began; `left` says why it cannot go on, or ""."""

    call: Call
    said: str
    before: ElementMap
    left: str = ""
    _steps: list[tuple[ProcedureStep, Mapping[str, Value]]] = field(init=False)
    _known: set[int] = field(init=False)
    _at: int = 0
    _tried: int = 0
    _selects: bool = False
    _ticks: bool = False
    _ticked: bool = False
    _opens: ElementMap | None = None
    _waits: int = 0
    _brought: tuple[Element, ...] = ()
    _searched: ElementMap | None = None
    _again: bool = False
    _wrote: bool = False
    _mixed: bool = False
    _chosen_on: ElementMap = field(init=False)

    def __post_init__(self) -> None:
        self._known = {window.handle for window in self.before.windows}
        self._chosen_on = self.before
        self._steps = [
            each
            for v in self.call.values
            for step in self.call.procedure.steps
            for each in _taken(step, v)
        ]

    @property
    def count(self) -> int:
        return len(self._steps)

    @property
    def number(self) -> int:
        """The step that is next, from 1."""
        return self._at + 1

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells of a sheet that the way fills."""
        names = [name for name, sort in self.call.procedure.slots if sort == "cell"]
        return tuple(
            cell for values in self.call.values for name in names for cell in several(values[name])
        )

    @property
    def names_thing(self) -> bool:
        """Whether the step that is next is done with what the task names."""
        return not self.over and self._steps[self._at][0].do in _NAMED

    @property
    def over(self) -> bool:
        return self._at >= len(self._steps)

    def next(self, map_: ElementMap) -> Action | None:
        """What is to be done now; None when the steps are over or it cannot go on (see `left`)."""
        while not self.left and not self.over:
            step, values = self._steps[self._at]
            if step.do == "marked":
                self._look_for(step.filled(values)[0], map_)
                continue
            action = self._action(step, values, map_)
            if action is not None:
                return action
            if not step.optional:
                wanted = " or ".join(step.filled(values)) or "the text"
                self.left = f"“{wanted}” is not on the screen"
                return None
            self._go_on()
        return None

    def told(self, effect: Effect, before: ElementMap, after: ElementMap) -> None:
        """Take in what the last action did."""
        step, values = self._steps[self._at]
        if effect.kind in ("failed", "not allowed"):
            self.left = f"it {'failed' if effect.kind == 'failed' else 'was not allowed'}"
            return
        shows = effect.kind == "confirmed"
        if step.do == "own-line" and not self._selects and shows and _marked(before, after):
            # Something stands in this line: it was selected to find out.
            self._selects = True
            return
        if step.do == "write" and shows:
            self._wrote = self._wrote or _is_titled_anew(before, after)
        if step.do == "write" and self._is_mixed(step.filled(values)[0], after):
            # The program took the selection back: the file's name without its ending, most often.
            self._mixed, self._at = True, self._at - 1
            return
        if step.do == "open":
            self._opened(before, after)
            return
        if step.do == "bring":
            self._searched, self._brought = before, _brought(before, after)
            shows = bool(self._brought or self._came(after))
        # A folder that is in front already shows nothing new.
        shows = shows or (step.do == "go" and _is_folder(step.filled(values)[0], after))
        if not shows and step.do in ("press", "bring") and self._tried + 1 < len(step.of):
            self._tried += 1
            return
        if not shows and step.do in _MUST_SHOW and not step.optional:
            self.left = "it showed nothing"
            return
        if self._ticks:
            # A box was ticked that makes a button do what its name says: now the button.
            self._ticks, self._ticked = False, True
            return
        self._go_on()

    def _look_for(self, text: str, map_: ElementMap) -> None:
        """Go on where a search has selected a text: it looks otherwise than before."""
        sheet = document_of(map_)
        if self._searched is None or (
            sheet is not None and not _selected(text, sheet.box, self._searched, map_)
        ):
            self.left = f"“{one_line(text)}” was not found"
            return
        self._go_on()

    def _is_mixed(self, text: str, map_: ElementMap) -> bool:
        """Whether an entry holds what was to replace all of it, and more; told once."""
        if self._mixed or not self._at or self._steps[self._at - 1][0].of != (_ALL,):
            return False
        front, written = active(map_), bare(text)
        shown = [
            bare(e.state.value or "")
            for e in map_.elements
            if e.kind in ENTERED
            and e.box.height < DOCUMENT_HEIGHT
            and (front is None or front.box.contains(e.box.center))
        ]
        return bool(written) and any(written in one and one != written for one in shown)

    def _opened(self, before: ElementMap, after: ElementMap) -> None:
        """Go on when a window or another title came; a program may take its time to start."""
        self._opens = self._opens or before
        if windows_changed(self._opens, after):
            self._known |= {window.handle for window in after.windows}
            self._go_on()
            return
        self._waits += 1
        if self._waits >= _MOST_WAITS:
            self.left = "nothing opened"

    def missing(self, map_: ElementMap) -> str:
        """What should be seen after the last step and is not, or what should not and is; or ""."""
        unseen = (
            text for text in self._texts(self.call.procedure.shows) if not is_shown(text, map_)
        )
        if text := next(unseen, ""):
            return f"“{text}” is not to be seen"
        if text := self.still_there(map_):
            return f"“{text}” is still there"
        told = self.wrong(map_)
        return f"the screen says “{one_line(told)}”" if told else ""

    def wrong(self, map_: ElementMap) -> str:
        """What the screen says since the beginning that means that it did not work, or ""."""
        old = Counter(normal(line) for line in lines_of(self.before))
        words = self.call.procedure.wrong
        bad = [t for t in lines_of(map_) if any(word in t.casefold() for word in words)]
        # The same may be said once more.
        now = Counter(map(normal, bad))
        return next((t for t in bad if now[normal(t)] > old[normal(t)]), "")

    def error(self, map_: ElementMap) -> str:
        """What a message says that came on the way and tells that it did not work; "" for none. A
        window with several buttons asks something and is no message."""
        for window in self._came(map_):
            inner = [e for e in map_.elements if window.box.contains(e.box.center)]
            pressed = [e for e in inner if e.kind == "button" and e.text not in BUTTON_NAMES]
            texts = (e.state.value or e.text for e in inner if e.kind != "button")
            said = [text for text in texts if text]
            asks = len(pressed) > 1 or any("?" in text for text in said)
            if not asks and any(_FAILED.search(line) for line in (window.title, *said)):
                return one_line(" ".join(said) or window.title, _LONGEST_MESSAGE)
        return ""

    def still_there(self, map_: ElementMap) -> str:
        """What should be gone by the way and is still there, or ""."""
        texts = self._texts(self.call.procedure.gone)
        return next((text for text in texts if not is_gone(text, map_)), "")

    def _texts(self, slots: Iterable[str]) -> list[str]:
        """What stands in some slots of the way, for each time that it is to be done."""
        names = [slot.strip("{}") for slot in slots]
        return [
            text
            for values in self.call.values
            for name in names
            for text in several(values[name])
            if text
        ]

    def begin_again(self, map_: ElementMap) -> bool:
        """Go back to the first step, once, where a way that only writes left nothing, not even a
        mark in the title: a program that has just started may not have listened yet."""
        known = not self.call.procedure.again or self._again or self._wrote
        if known or not self.missing(map_):
            return False
        written = self._texts(self.call.procedure.shows)
        if any(share_shown(text, map_) >= _least_of(text) for text in written):
            return False
        self._at, self._again = 0, True
        # What came before it begins is nothing that it opened.
        self._known |= {window.handle for window in map_.windows}
        return True

    def opened(self, map_: ElementMap) -> bool:
        """Whether a window that came on the way is still there, but for what it was to open."""
        return bool(self._came(map_))

    def _go_on(self) -> None:
        self._at += 1
        self._tried = self._waits = 0
        self._opens = None
        self._selects = self._ticks = self._ticked = False

    def _action(
        self, step: ProcedureStep, values: Mapping[str, Value], map_: ElementMap
    ) -> Action | None:
        said = step.filled(values)
        match step.do:
            case "press" | "bring":
                return Press(said[self._tried])
            case "go":
                return Press("enter")
            case "write":
                # Nothing instead of a line that is selected: its end goes, too.
                return TypeText(said[0]) if said[0] else Press("delete delete")
            case "fill":
                return self._fill(said[0], map_)
            case "click":
                return self._click(said, step, map_)
            case "own-line":
                return Press("end enter" if self._selects else "shift+home")
            case "cell":
                keys = keys_to(said[0])
                return Press(keys) if keys else None
            case _:
                return self._on_thing(step, said, map_)

    def _on_thing(
        self, step: ProcedureStep, names: tuple[str, ...], map_: ElementMap
    ) -> Action | None:
        if step.do == "open" and self._waits:
            return Wait()
        if step.do == "document":
            thing = document_of(map_)
        elif step.do == "column":
            thing = below_heading(self.said, map_)
        else:
            named = (thing_called(name, map_) for name in names)
            thing = next((each for each in named if each is not None), None)
        if step.do == "choose":
            self._chosen_on = map_
        if step.do == "select" and thing is None:
            thing = still_called(names[0], self._chosen_on, map_)
        if thing is None:
            return None
        if step.do == "select":
            return AddToSelection(thing.id)
        return DoubleClick(thing.id) if step.do in ("open", "twice") else Click(thing.id)

    def _came(self, map_: ElementMap) -> list[Window]:
        return [w for w in map_.windows if w.handle not in self._known and not w.tooltip]

    def _fill(self, said: str, map_: ElementMap) -> Action | None:
        number, _, text = said.partition(" ")
        fields = [e for e in map_.elements if e.kind in ENTERED and self._is_new(e, map_)]
        place = int(number) - 1
        return TypeText(text, fields[place].id) if place < len(fields) else None

    def _is_new(self, element: Element, map_: ElementMap) -> bool:
        """Whether it came since the way began: in a window of its own, or among what was there."""
        if came := self._came(map_):
            return came[0].box.contains(element.box.center)
        return any(element.id == each.id for each in self._brought)

    def _click(
        self, names: tuple[str, ...], step: ProcedureStep, map_: ElementMap
    ) -> Action | None:
        front = active(map_)
        if step.optional and not self.opened(map_):
            return None
        usable = [
            e
            for e in map_.elements
            if e.interactive
            and not e.state.disabled
            and e.text
            and _NOTS.isdisjoint(_plain(e.text).casefold().split())
            and (front is None or front.box.contains(e.box.center))
        ]
        pressed = [e for e in usable if e.kind not in ("checkbox", *ENTERED)]
        for same in (True, False):
            for name in names:
                for element in pressed:
                    exactly = normal(element.text) == normal(name)
                    if exactly or (not same and mentions(_plain(element.text), name)):
                        return Click(element.id)
        for element in usable:
            named = any(mentions(_plain(element.text), name) for name in names)
            if element.kind == "checkbox" and named and not self._ticked:
                self._ticks = True
                return Click(element.id)
        return None


def _taken(
    step: ProcedureStep, values: Mapping[str, Value]
) -> list[tuple[ProcedureStep, Mapping[str, Value]]]:
    """The steps that one stands for, each with its values: of several files the first is chosen and
    the others are added to it."""
    if step.do != "select":
        return [(each, values) for each in _gone(step, values)]
    slot = step.of[0].strip("{}")
    return [
        (ProcedureStep("select" if number else "choose", ("{name}",)), {"name": name})
        for number, name in enumerate(several(values.get(slot, slot)))
    ]


def _gone(step: ProcedureStep, values: Mapping[str, Value]) -> list[ProcedureStep]:
    """Going to a folder is by its path where that is known, by what is shown of it where not, and
    nothing where the task names none."""
    if step.do != "go":
        return [step]
    place = step.filled(values)[0]
    if re.fullmatch(r"\{\w+\}", place):
        return []
    if not PATH.fullmatch(place):
        return [ProcedureStep("open", step.of)]
    keys = [ProcedureStep("press", ("ctrl+l",)), ProcedureStep("press", (_ALL,), optional=True)]
    return [*keys, ProcedureStep("write", step.of), ProcedureStep("go", step.of)]


def _is_folder(path: str, map_: ElementMap) -> bool:
    """Whether the window in front is titled by a folder."""
    front = active(map_)
    return front is not None and mentions(front.title, PurePath(path).name)


def _least_of(text: str) -> float:
    """The share of a text's words that shows that it was written."""
    return _PARTLY if len(text) > LONGEST_LINE else _MOSTLY


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text))


def _is_titled_anew(before: ElementMap, after: ElementMap) -> bool:
    """Whether a window has another title: a document is marked as changed."""
    titles = {window.handle: window.title for window in before.windows}
    return any(titles.get(w.handle, w.title) != w.title for w in after.windows)


def _marked(before: ElementMap, after: ElementMap) -> bool:
    """Whether something in the text that is written on looks otherwise; what comes and goes around
    it, as a notice of the program, says nothing of it."""
    sheet = document_of(before)
    return sheet is None or changed_within(sheet.box, before, after)


def _selected(text: str, sheet: Box, before: ElementMap, after: ElementMap) -> bool:
    """Whether something as wide as a text, or more, looks otherwise on a sheet."""
    if not same_place(before.screenshot, after.screenshot):
        return False
    least = _NARROW * max(len(line) for line in text.splitlines()) * after.screenshot.scale
    changed = changed_boxes(before.screenshot, after.screenshot)
    return any(box.width >= least and overlap_area(box, sheet) > 0 for box in changed)


def _brought(before: ElementMap, after: ElementMap) -> tuple[Element, ...]:
    """Fields that were not there before."""
    return tuple(e for e in before.diff(after).appeared if e.kind in ENTERED)
