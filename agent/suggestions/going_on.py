"""Suggestions that do not come from the names on the screen: opening a program, going to
another window, going on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from agent.actions import Done, OpenApp
from agent.apps.application import Application
from agent.apps.categories import kind_of
from agent.deciding.situation import AHEAD, Situation, Suggestion
from agent.pointing import active_window
from agent.skills.procedures.front import is_dialog, owner_of
from agent.suggestions.meaning import likeness, likeness_of_controls
from agent.suggestions.reading import Reading, is_called, meant_so, sorts_of
from agent.suggestions.weights import weigh
from agent.suggestions.wording import words_for
from agent.task.literals import mentions
from agent.task.progress import is_left
from vision.capture.windows import Window
from vision.core.elements import ElementMap


@dataclass(frozen=True, slots=True)
class Opening:
    """The application that the next part of the task needs, as `due` says; before all else where it
    `is_sure`, else as likely as all single steps together."""

    due: Callable[[Situation], OpenApp | None]
    is_sure: Callable[[OpenApp, ElementMap], bool]

    def suggest(self, now: Situation) -> Sequence[Suggestion]:
        """Opening it, where it is not in front."""
        action = self.due(now)
        if action is None:
            return []
        score = _FIRST if self.is_sure(action, now.map) else 0.0
        return [Suggestion(action, words_for(action, now), score=score, features={"open": 1.0})]


# The logarithm of the odds against all single steps where the next part speaks no more of another
# program than of the one in front, what each unit of likeness adds, and the most that it may.
_ODDS, _MEANT, _MOST = -3.0, 20.0, 0.0
_OFFERED = 2


@dataclass(frozen=True, slots=True)
class OtherWindows:
    """The other programs that have a window, as the next part of the task means them."""

    installed: Sequence[Application]

    def suggest(self, now: Situation) -> Sequence[Suggestion]:
        """Bringing them to the front; nothing while a dialog or menu is open."""
        front, part = active_window(now.map.windows), now.plan.current
        if front is None or part is None or _is_busy(front, now.map):
            return []
        here = _names(front, owner_of(front, self.installed))
        others = list(self._others(front, now.map))
        likes = [max(likeness(part.text, [*_names(window, owner), ""])) for window, owner in others]
        least = max(likeness(part.text, [*here, ""]))
        found = sorted(zip(likes, others, strict=True), key=lambda each: -each[0])
        return [
            _suggestion(min(_MOST, _ODDS + _MEANT * (like - least)), owner, now)
            for like, (_, owner) in found[:_OFFERED]
        ]

    def _others(self, front: Window, map_: ElementMap) -> Iterator[tuple[Window, Application]]:
        """One window of each other program."""
        own = owner_of(front, self.installed)
        known = {own.name} if own is not None else set()
        for window in map_.windows:
            owner = None if window.popup or window.owner else owner_of(window, self.installed)
            if owner is not None and owner.name not in known:
                known.add(owner.name)
                yield window, owner


def _is_busy(front: Window, map_: ElementMap) -> bool:
    return is_dialog(front, map_) or any(w.popup and not w.tooltip for w in map_.windows)


def _names(window: Window, owner: Application | None) -> list[str]:
    """What a window may be spoken of as: its kind, its program and what it shows."""
    kind = kind_of(owner) if owner is not None else None
    named = [f"the {kind.name}", *kind.called, *kind.asks] if kind is not None else []
    return [*named, *([owner.name] if owner is not None else []), window.title]


def _suggestion(score: float, owner: Application, now: Situation) -> Suggestion:
    action = OpenApp(owner.name)
    return Suggestion(action, words_for(action, now), score=score)


ALL_DONE = "the whole task is done"
_TOLD = ("It was saved", "Sent", "Added", "Thank you", "Your order is confirmed", "Done")
_MOST_READ = 12
_WAITING = ("wait for it", "wait until it has finished", "give it some time")
_DOING = ("do it now", "press the button", "enter a text", "open it", "change it")


def _only_waits(text: str) -> float:
    """How much more a part of a task means waiting than a deed; 0 for a deed."""
    return max(0.0, meant_so(text, _WAITING) - meant_so(text, _DOING))


# What is to be used is not there yet.
_FIRST = 2 * AHEAD


def _share_shown(values: Sequence[str], map_: ElementMap) -> float:
    """The share of some values that stand in an entry, or that are ticked or selected; 0 without
    values."""
    return sum(_is_in_place(value, map_) for value in values) / max(len(values), 1)


def _is_in_place(value: str, map_: ElementMap) -> bool:
    return any(
        mentions(e.state.value or "", value)
        or ((e.state.checked or e.state.selected) and is_called(e, value))
        for e in map_.elements
    )


@dataclass(frozen=True, slots=True)
class Ending:
    """That the whole task is done, after something that was done had an effect, or where all of it
    is so already. Not where an open part names something that can be pressed and was not."""

    def suggest(self, now: Situation) -> Sequence[Suggestion]:
        """Saying so."""
        reading = Reading.of(now)
        if reading is None:
            return []
        values = [value for part in now.plan.parts for value in part.values]
        shown = _share_shown(values, now.map)
        if shown < 1.0 and not any(deed.tells_of_success for deed in now.memory.deeds):
            return []
        # Of 1,050 ends of written tasks 3 were so, and 78 of 3,645 screens before the end.
        open_parts = (part for part in now.plan.parts if not (part.done or part.held))
        if any(is_left(part, now.map, now.memory) for part in open_parts):
            return []
        features = {"done": 1.0, "done, shown": shown, **_of_plan(reading), **_of_deeds(reading)}
        features |= {**_of_screen(reading), **reading.moment}
        (score,) = weigh([features])
        return [Suggestion(Done(), ALL_DONE, score=score, features=features)]


def _of_plan(reading: Reading) -> dict[str, float]:
    """What the plan says of whether the task is done."""
    parts = reading.now.plan.parts
    left = [part for part in parts if not part.done]
    held = [value for part in parts for value in part.values]
    return {
        "done, all ticked": float(not left),
        "done, ticked": 1 - len(left) / len(parts),
        "done, values left": float(any(part.open_values for part in left)),
        "done, share of values left": sum(len(part.open_values) for part in left)
        / max(len(held), 1),
        "done, one part": float(len(parts) == 1),
    }


def _of_deeds(reading: Reading) -> dict[str, float]:
    """What was done so far."""
    memory, deeds = reading.now.memory, reading.now.memory.deeds
    if not deeds:
        return {"done, nothing yet": 1.0}
    worked = deeds[-1].tells_of_success
    used = memory.clicked[-1] if memory.clicked else None
    name = used.called if used is not None else ""
    found = {
        "done, worked": float(worked),
        "done, deeds": min(len(deeds), 6) / 6,
        "done, one deed": float(len(deeds) == 1),
        "done, like the last": likeness(reading.part.text, [deeds[-1].description])[0],
        "done, like all": likeness(reading.whole, [deeds[-1].description])[0],
        "done, waited": _only_waits(reading.part.text) * worked,
        "done, not sent": float(memory.unsent is not None),
        "done, wrote": float(memory.wrote),
    }
    if used is not None:
        found[f"done, used {used.kind}"] = 1.0
    if name:
        found["done, used like"] = likeness_of_controls(reading.whole, [name])[0]
        found |= {f"done, used what {sort}": like for sort, like in sorts_of([name])[0].items()}
    return found


def _of_screen(reading: Reading) -> dict[str, float]:
    """What the screen says: notices of success, what came up, and what is left to be used."""
    map_, memory = reading.now.map, reading.now.memory
    came = [e for e in memory.came if e.called]
    texts = [e.called for e in came if not e.interactive][:_MOST_READ]
    usable = [e for e in map_.elements if e.interactive and e.called]
    unused = [e.called for e in usable if not memory.was_clicked(e) and not e.state.checked]
    likes = likeness_of_controls(reading.whole, unused)
    buttons = [e for e in usable if e.kind in ("button", "icon", "link") and not e.state.disabled]
    ready = [sorts_of([e.called])[0] for e in buttons if not memory.was_clicked(e)]
    new = {e.id for e in came} if not memory.turned else set()
    fresh = [sorts_of([e.called])[0] for e in buttons if e.id in new]
    usable_came = [e for e in usable if e.id in new]
    fresh_likes = likeness_of_controls(reading.whole, [e.called for e in usable_came])
    return {
        "done, usable came": min(len(usable_came), 6) / 6,
        "done, like what came": max(fresh_likes, default=0.0),
        "done, could take over": max(
            (max(s["takes over"], s["sends"]) for s in ready), default=0.0
        ),
        "done, should take over": max(
            (max(s["takes over"], s["sends"]) for s in fresh), default=0.0
        ),
        "done, told": max((meant_so(text, _TOLD) for text in texts), default=0.0),
        "done, told of it": max(likeness(reading.whole, texts), default=0.0),
        "done, texts came": float(bool(texts)),
        "done, choices came": float(sum(e.kind in ("menu", "list item") for e in came) > 1),
        "done, buttons came": float(sum(e.kind in ("button", "link") for e in came) > 0),
        "done, entries came": float(any(e.kind in ("field", "dropdown") for e in came)),
        "done, asked": float(bool(memory.answers)),
        "done, open": float(memory.something_open(map_)),
        "done, like the unused": max(likes, default=0.0),
    }
