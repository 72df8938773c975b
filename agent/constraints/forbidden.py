"""Whether an action does what the task forbids: to a thing that it protects, or at all.

Where the screen does not tell what would be deleted, moved or sent, that is said too: in doubt a
person is asked, and nothing is done where nobody can be.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from agent.actions import Action, Click, Dragging, OpenApp, Pressing, RightClick, Select, SetSlider
from agent.apps.categories import Kind, helping, kinds, plain
from agent.constraints import lexicon
from agent.constraints.deeds import Objects, Selection, deeds_of, objects_of
from agent.constraints.lexicon import Deed
from agent.constraints.parsing import DEEDS, Constraint, Constraints, bare
from agent.policy.commands import made_by
from agent.policy.risk import elements_of
from agent.policy.rules import Rules
from agent.policy.wording import canonical
from agent.suggestions.meaning import likeness
from agent.task.literals import normal
from vision.capture.windows import Window
from vision.core.elements import ElementMap, one_line
from vision.core.geometry import Box

# What a constraint means so nearly forbids to open programs.
_NO_PROGRAM = ("do not open any program", "without starting an application")
_MEANT = 0.65
# Nothing but this is said of a program that is not to be opened.
_OPENING: frozenset[Deed] = frozenset(("use", "run", "close"))
# What means the same as a kind of program, in whatever language: "Taschenrechner".
_SAME_KIND = 0.55
# What does something when it is clicked; rows and files are protected by their names.
_DOING = ("button", "link", "menu", "icon", "tab")
# Letters of a verb with which a name begins, and of one that stands anywhere in it.
_SHORTEST, _LONGER = 4, 6
_NOWHERE = Box(0, 0, 1, 1)
_VERBS: dict[Deed, str] = {"use": "use", "overwrite": "save over"}
_SEVERAL = re.compile(r"[;|&`$<>*?\[{~]|\bxargs\b|\s-\S*[rR]")


@dataclass(frozen=True, slots=True)
class Objection:
    """Why an action is not done. One that is not `sure` may be allowed by a person; a `slight` one
    also by a model that was taught to choose and is sure, where nobody can be asked."""

    why: str
    sure: bool = True
    slight: bool = False


def forbidden(
    action: Action,
    map_: ElementMap,
    constraints: Constraints,
    rules: Rules,
    selection: Selection,
) -> Objection | None:
    """What the task says against an action; None when it says nothing."""
    if not constraints:
        return None
    doubt: Objection | None = None
    for constraint in constraints.found:
        used = (
            _uses(constraint, action, map_)
            or _opens(constraint, action, constraints.rest())
            or _does_what_is_not_wanted(constraint, action, map_, constraints)
        )
        if used is not None:
            return used
        for deed in deeds_of(action, map_, rules):
            objects = objects_of(deed, action, map_, selection)
            found = _judged(constraint, deed, objects, constraints.task)
            if found is not None and found.sure:
                return found
            doubt = doubt or found
    return doubt


def called(name: str, text: str) -> bool:
    """Whether a text of the screen has this name in it, as whole words; a reader may take a full
    stop for a comma or a gap."""
    wanted = canonical(name)
    if not wanted or not text:
        return False
    pattern = re.escape(wanted).replace(r"\.", r"\s?[., ]?\s?").replace(r"\ ", r"\s*")
    return re.search(rf"(?<![\w.\-]){pattern}(?![\w\-])", canonical(text)) is not None


def window_called(words: str, window: Window) -> bool:
    """Whether words speak of a window: by its title, its program, or the kind of program."""
    names = (window.title, window.application)
    if any(called(words, name) for name in names):
        return True
    if window.application and called(window.application, words):
        return True
    every = kinds()
    likes = likeness(words, [kind.name for kind in every])
    for kind, like in zip(every, likes, strict=True):
        if _asks_for(kind, words) or like >= _SAME_KIND:
            programs = {normal(program) for program in kind.programs}
            if any(normal(name) in programs for name in names) or any(
                called(program, name) for program in kind.programs for name in names
            ):
                return True
    return False


def _asks_for(kind: Kind, words: str) -> bool:
    said = f" {plain(words)} "
    return any(f" {plain(one)} " in said for one in (kind.name, *kind.called, *kind.asks))


def _speaks_of(program: str, words: str) -> bool:
    """Whether words name a program, by a telling word of its name or as one of its kind."""
    return _says_name(program, words) or any(_asks_for(kind, words) for kind in _kinds_of(program))


def _says_name(program: str, words: str) -> bool:
    said = set(plain(words).split())
    return any(one in said for one in plain(program).split() if one not in helping("common"))


def _kinds_of(program: str) -> list[Kind]:
    return [kind for kind in kinds() if any(called(one, program) for one in kind.programs)]


def _names_a_program(words: str) -> bool:
    return any(
        _asks_for(kind, words) or any(_says_name(one, words) for one in kind.programs)
        for kind in kinds()
    )


def _uses(constraint: Constraint, action: Action, map_: ElementMap) -> Objection | None:
    """“Do not press Cancel”: the thing itself is not used."""
    if constraint.kind not in ("not", "explain") or "use" not in constraint.own:
        return None
    if constraint.learnt:
        return None
    names = {normal(one) for one in (*constraint.names, *constraint.things) if one}
    used: list[str] = []
    if isinstance(action, Pressing | RightClick | Dragging | Select | SetSlider):
        used = [e.text for e in elements_of(action, map_)]
    hit = next((text for text in used if text and normal(text) in names), None)
    return Objection(_said(constraint, "use", hit)) if hit is not None else None


def _opens(constraint: Constraint, action: Action, rest: str) -> Objection | None:
    """“Do not open any program”, in whatever words, or “keep Writer closed”: what the `rest` of the
    task speaks of is opened nevertheless."""
    if not isinstance(action, OpenApp) or constraint.kind not in ("not", "except"):
        return None
    if _speaks_of(action.name, rest):
        return None
    said = constraint.said
    named = [one for one in (*constraint.names, *constraint.things) if one]
    same = [like for kind in _kinds_of(action.name) for like in likeness(kind.name, named)]
    if _says_name(action.name, said) or max(same, default=0.0) >= _SAME_KIND:
        about_it = constraint.own <= _OPENING or constraint.own >= DEEDS
        return Objection(_said(constraint, "use", action.name)) if about_it else None
    if constraint.kind != "not" or _names_a_program(said):
        return None
    if max(likeness(said, _NO_PROGRAM)) < _MEANT:
        return None
    return Objection(f"the task says “{one_line(said)}”")


def _does_what_is_not_wanted(
    constraint: Constraint, action: Action, map_: ElementMap, constraints: Constraints
) -> Objection | None:
    """“But don't check out yet”: a button whose name says so is not pressed, unless the rest of the
    task or the name itself says otherwise ("close without saving")."""
    if constraint.kind != "not" or constraint.learnt or not isinstance(action, Click):
        return None
    target = map_.by_id(action.target)
    name = bare(target.text)
    if target.kind not in _DOING or not name or lexicon.cue("without").search(target.text):
        return None
    said = bare(constraints.rest())
    for deed in _negated(constraint.said):
        begins = len(deed) >= _SHORTEST and name.startswith(deed)
        if (begins or (len(deed) >= _LONGER and deed in name)) and deed not in said:
            return Objection(_said(constraint, "use", target.text))
    return None


def _negated(said: str) -> list[str]:
    """The letters of what a phrase begins with after "not", in one and two words, and of its last
    word after "nicht", "nichts" and their like, which come late: most likely the verb."""
    text = lexicon.cue("without").sub(" ", lexicon.cue("not").sub(" ", said))
    small = lexicon.words("small")
    words = re.findall(r"[^\W_]+", text.casefold())
    telling = [n for n, word in enumerate(words) if small.fullmatch(canonical(word)) is None]
    if not telling:
        return []
    first, last = telling[0], telling[-1]
    late = lexicon.cue("late").search(said) is not None
    return [words[last]] if late else ["".join(words[first : first + n]) for n in (1, 2)]


def _judged(constraint: Constraint, deed: Deed, objects: Objects, task: str) -> Objection | None:
    made = made_by(" ".join(objects.texts).strip(), task) if deed == "run" else None
    # "Do not run it" forbids any command; "nothing may be changed" forbids nothing that only reads.
    running = constraint.own & {"run", "use"} == constraint.own and "run" in constraint.own
    if made is not None and not running:
        # The command only reads, or makes what the task names.
        names = constraint.names if constraint.kind != "only" else ()
        kept = next((n for n in names if any(called(n, each) for each in made)), None)
        return Objection(_said(constraint, deed, kept)) if kept is not None else None
    if constraint.kind == "only":
        return _beside(constraint, deed, objects)
    if constraint.learnt:
        return _hit(constraint, deed, objects)
    own = deed in constraint.own
    if not own and (deed not in constraint.deeds or constraint.vague):
        return None
    if deed == "close":
        return _closes(constraint, objects)
    if deed == "run":
        return _runs(constraint, objects, own=own)
    if constraint.vague:
        return Objection(_said(constraint, deed, "")) if own else None
    hit = _hit(constraint, deed, objects)
    # "Maier, not Meyer" says nothing of what is written over.
    known = objects.known or (
        deed == "overwrite" and constraint.kind == "not" and not constraint.own
    )
    if hit is not None or known:
        return hit
    return Objection(_unclear(constraint, deed), sure=False)


def _hit(constraint: Constraint, deed: Deed, objects: Objects) -> Objection | None:
    """What a deed would be done to that has a name which the task protects."""
    if deed not in constraint.own | constraint.deeds:
        return None
    if objects.everything and constraint.names:
        return Objection(_said(constraint, deed, constraint.names[0]))
    names = (n for n in constraint.names if any(called(n, text) for text in objects.texts))
    name = next(names, None)
    return Objection(_said(constraint, deed, name)) if name is not None else None


def _beside(constraint: Constraint, deed: Deed, objects: Objects) -> Objection | None:
    """“Delete only b.txt”: nothing else is deleted."""
    if deed not in constraint.own or constraint.vague:
        return None
    why = f"The task says “{one_line(constraint.said)}”, so this was not done."
    if objects.everything:
        return Objection(why)
    named = any(called(name, text) for name in constraint.names for text in objects.texts)
    if named or not objects.known:
        return None if named else Objection(_unclear(constraint, deed), sure=False)
    return Objection(why)


def _closes(constraint: Constraint, objects: Objects) -> Objection | None:
    said = [one for one in (*constraint.names, *constraint.things) if one]
    if not said:
        return Objection(_said(constraint, "close", ""))
    *_, title, application = ("", "", *objects.texts)
    window = Window(0, title, application, _NOWHERE)
    hit = next((one for one in said if window_called(one, window)), None)
    return Objection(_said(constraint, "close", hit)) if hit is not None else None


def _runs(constraint: Constraint, objects: Objects, *, own: bool) -> Objection | None:
    """A command that is forbidden, or that does something to what is protected."""
    command = " ".join(objects.texts).strip()
    if constraint.vague:
        return Objection(_said(constraint, "run", "")) if own else None
    if own and not command:
        return Objection(_said(constraint, "run", constraint.names[0]))
    for name in constraint.names:
        if called(name, command):
            return Objection(_said(constraint, "run", command or name))
    if not command or (not own and _SEVERAL.search(command)):
        return Objection(_unclear(constraint, "run"), sure=False)
    return None


def _said(constraint: Constraint, deed: Deed, name: str | None) -> str:
    if not name:
        return f"The task says “{one_line(constraint.said)}”, so this was not done."
    what = one_line(name)
    return f"The task says not to {_VERBS.get(deed, deed)} {what}, so this was not done."


def _unclear(constraint: Constraint, deed: Deed) -> str:
    verb = _VERBS.get(deed, deed)
    return (
        f"The task says “{one_line(constraint.said)}”, and the screen does not show what this "
        f"would {verb}."
    )
