"""How a run ends: what shows that the task is done, and what speaks against it."""

from __future__ import annotations

from collections.abc import Sequence

from agent.actions import Action, Click, Fail, Pressing, UseSkill
from agent.computer.describe import describe
from agent.deciding.decider import AT_A_LOSS, Decision
from agent.deciding.situation import Suggestion, chance
from agent.memory import Memory
from agent.skills.menus import TITLE as MENUS
from agent.skills.menus import menu_bar
from agent.suggestions.reading import is_of_consequence, says_consequence
from agent.task.asked import asked_of
from agent.task.final_check import doubts
from agent.task.literals import normal
from agent.task.plan import Outline
from agent.trajectory import Outcome
from agent.values.arithmetic import result_of
from vision.core.elements import ElementMap

_UNSURE = "Check whether all of it is done: nothing shows it clearly."
_RASH = "It is not clear that this comes next, and it may have consequences:"
_UNSURE_BEFORE = (
    "It is not clear that all that was chosen before is right. Look at it, and do this yourself:"
)
# Of what a model that was taught to choose took with a smaller share, 13 of 41 were right on unread
# scenes and recorded pages. With less than a half, 29 of 74 were; of 190 runs on pages, none that
# came right had clicked anything with so little.
_UNLIKELY = 0.4
# Buttons of consequence that were chosen with a smaller share were right 14 and wrong 31 times
# there, those in the menu bar once and never.
_AS_LIKELY = 0.5
# With at least this share, a model that was taught to choose was right in 96 % of 287 times that it
# said that all is done, with less in 45 % of 38.
_SURE_END = 0.9


def ended(
    plan: Outline,
    memory: Memory,
    last: ElementMap | None,
    answers: Sequence[str],
    summary: str,
    *,
    taught: bool,
) -> Outcome:
    """The end of a task that seems done, after a last look at the screen. `answers` were told to
    the person; `summary` counts where no deed tells of success."""
    evidence = next((d.line() for d in reversed(memory.deeds) if d.tells_of_success), "") or summary
    found = [*doubts(plan, memory, last, taught=taught)]
    said = [*answers, *([evidence] if evidence else []), *found]
    return Outcome("unsure" if found else "done", sentences(said))


def is_sure(share: float) -> bool:
    """Whether a model that was taught to choose is sure that all is done."""
    return share >= _SURE_END


def goes_on(decision: Decision) -> bool:
    """Whether a model that was not sure that all is done would rather likely do something else."""
    first = decision.reply.actions[0]
    return not isinstance(first, Fail) and (decision.share or 0.0) >= _AS_LIKELY


def left_to_use(plan: Outline) -> list[str]:
    """The values of a task that were not used yet, without those that it holds back."""
    parts = (part for part in plan.parts if not part.done and not part.held)
    return [value for part in parts for value in part.open_values]


def is_likely(memory: Memory) -> bool:
    """Whether all that such a model chose is likelier right than not. So it was at 11 of 11 ends
    that were right, and at 6 of 8 that were not, of tasks by authors who did not know it."""
    return memory.chance("") >= _AS_LIKELY


def is_worked_out(plan: Outline, memory: Memory, shown: str) -> bool:
    """Whether all that is asked for is a sum, and a keypad shows its result: then the choices that
    led to it are no matter. `shown` is what its display shows at the end."""
    asked = [part for part in plan.parts if not part.held]
    values = asked[0].values if len(asked) == 1 else ()
    if [*map(_plain, values)] != [_plain(memory.summed)]:
        return False
    return bool(shown) and result_of(values[0]) == _plain(shown).removesuffix(".")


def _plain(number: str) -> str:
    return normal(number).replace(",", ".")


def judged(end: Outcome, share: float) -> Outcome:
    """The end that such a model chose with this share."""
    return end if is_sure(share) else Outcome("unsure", sentences([end.message, _UNSURE]))


def only_told(plan: Outline, memory: Memory, answers: Sequence[str]) -> Outcome | None:
    """The end of a run that only tells the same again, though nothing was asked for and nothing was
    done."""
    if _worked(memory) or any(asked_of(part) for part in plan.parts):
        return None
    return Outcome("unsure", sentences([*answers, f"Nothing was done of “{plan.remaining}”."]))


def is_lost(decision: Decision) -> bool:
    """Whether the model took nothing of what was offered."""
    return decision.reply.actions == (Fail(AT_A_LOSS),)


def by_chance(decision: Decision, memory: Memory, task: str) -> Outcome | None:
    """The end, where a model that was taught to choose would go on by chance: clicking about does
    harm."""
    action = decision.reply.actions[0]
    clicks = isinstance(action, Pressing) or (isinstance(action, UseSkill) and action.name == MENUS)
    least = _AS_LIKELY if clicks else _UNLIKELY
    if decision.share is None or decision.share >= least:
        return None
    if not _worked(memory):
        return Outcome("failed", f"{AT_A_LOSS}. Not done: “{task.strip()}”")
    return Outcome("unsure", f"{AT_A_LOSS}. Look whether it is done: “{task.strip()}”")


def rash(
    decision: Decision,
    found: Sequence[Suggestion],
    map_: ElementMap,
    plan: Outline,
    memory: Memory,
) -> Outcome | None:
    """The end, where a small model would press something that sends, saves, removes or the like
    though it, or all that was chosen before, is as likely wrong as right."""
    action = decision.reply.actions[0]
    own = next((each.score for each in found if each.action == action), None)
    if own is None or not _has_consequence(action, map_):
        return None
    likely = decision.share if decision.share is not None else chance(own, found)
    if likely * memory.chance(decision.text.strip()) >= _AS_LIKELY:
        return None
    why = _RASH if likely < _AS_LIKELY else _UNSURE_BEFORE
    said = f"{why} {describe(action, map_)}. Not done: “{plan.remaining}”."
    return Outcome("unsure", said)


def _has_consequence(action: Action, map_: ElementMap) -> bool:
    """Whether a click, or the entry of a menu that is taken, may have some."""
    if isinstance(action, UseSkill) and action.name == MENUS:
        return says_consequence(dict(action.arguments).get("entry", ""))
    target = map_.by_id(action.target) if isinstance(action, Click) else None
    # A title of the bar only opens a menu.
    return target is not None and target not in menu_bar(map_) and is_of_consequence(target)


def unclear(plan: Outline, memory: Memory) -> Outcome:
    """The end, where the task does not tell which of several equal buttons it means: a model would
    only look for a way round."""
    evidence = memory.deeds[-1].effect.evidence
    why = evidence[:1].upper() + evidence[1:]
    return Outcome("unsure", sentences([why, f"Not done: “{plan.remaining}”."]))


def sentences(said: Sequence[str]) -> str:
    """Some remarks as one text, with one full stop between them."""
    *first, last = said or ("",)
    return ". ".join([*(one.rstrip(".") for one in first), last])


def _worked(memory: Memory) -> bool:
    return any(deed.tells_of_success for deed in memory.deeds)
