"""Which calls of procedures a task rules out: they would do something to a thing that it protects,
to all where it exempts something, or for good without being asked to."""

from __future__ import annotations

from agent.constraints import lexicon
from agent.constraints.deeds import label_deeds
from agent.constraints.forbidden import called
from agent.constraints.lexicon import Deed
from agent.constraints.parsing import constraints_of
from agent.constraints.unasked import is_meant
from agent.policy.wording import canonical
from agent.skills.procedures.filling import Call
from agent.skills.procedures.procedure import Procedure, Sort, several

_FOR_GOOD: tuple[Deed, ...] = ("delete", "send")
# Where things go is not what something is done to.
_WHERE: tuple[Sort, ...] = ("place", "known", "folder?")
# What is taken out of a document comes back when it is undone.
_DOCUMENTS = frozenset(
    ("text editor", "programming editor", "word processor", "spreadsheet", "presentation")
)


def is_ruled_out(call: Call, part: str, task: str) -> bool:
    """Whether a call is not to be offered for a part of a task."""
    if any(not is_meant(deed, task) for deed in _for_good(call.procedure)):
        return True
    if lexicon.words("every").search(canonical(call.procedure.say)) and not call.values[0]:
        limits = constraints_of(task)
        exempts = any(one.kind == "except" for one in limits.found)
        return exempts and (limits.governs(part) or bool(constraints_of(part)))
    return _hits_protected(call, task)


def _for_good(procedure: Procedure) -> list[Deed]:
    """What a procedure does, as its name says, that cannot be taken back."""
    if procedure.where and _DOCUMENTS.issuperset(procedure.where):
        return []
    words = canonical(procedure.name).split()
    serious = [word for word in words if lexicon.words("once").fullmatch(word)]
    return [
        deed for deed in _FOR_GOOD if any(lexicon.deed(deed).fullmatch(word) for word in serious)
    ]


def _hits_protected(call: Call, task: str) -> bool:
    """Whether a call does to a thing what the task says is not to be done to it."""
    deeds = label_deeds(call.procedure.name)
    # "Maier, not Meyer": Meyer is what is to be replaced.
    corrects = {"written", "new"} <= {sort for _, sort in call.procedure.slots}
    slots = [name for name, sort in call.procedure.slots if sort not in _WHERE]
    things = [
        thing
        for values in call.values
        for slot in slots
        if slot in values
        for thing in several(values[slot])
    ]
    for one in constraints_of(task).found:
        named = any(called(name, thing) for name in one.names for thing in things)
        if corrects and one.kind == "not" and not one.own:
            continue
        if one.kind in ("except", "not") and named and deeds & (one.own | one.deeds):
            return True
        if one.kind == "only" and one.names and things and not named and deeds & one.own:
            return True
    return False
