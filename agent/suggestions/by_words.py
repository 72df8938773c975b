"""What the words of a task point at on the screen, ranked by weights that were learnt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from agent.actions import Action, Click, Press, Scroll
from agent.constraints.once import is_serious, pressed_button
from agent.deciding.situation import Situation, Suggestion
from agent.skills.forms.entries import confirm_button
from agent.suggestions.calendar import without_other_days
from agent.suggestions.clicks import ENTERED, clicks, drags
from agent.suggestions.entries import entries
from agent.suggestions.meaning import likeness
from agent.suggestions.reading import Reading
from agent.suggestions.weights import Candidate, weigh
from agent.suggestions.wording import words_for
from agent.task.literals import alike, mentions
from vision.core.elements import ElementMap

_CHOSEN = ("checkbox", "radio", "list item", "dropdown", "field")
_KEYS = {
    "enter": "press Enter to confirm",
    "esc": "press Escape to cancel or to close a menu",
    "tab": "go to the next field",
    "delete": "delete what is selected",
    "ctrl+a": "select everything",
    "ctrl+c": "copy what is selected",
    "ctrl+v": "paste what was copied",
    "ctrl+z": "undo the last change",
    "pagedown": "go on one page",
}


@dataclass(frozen=True, slots=True)
class ByWords:
    """All clicks, entries and keys of the screen for the part of the task that is next. The `most`
    likeliest are suggested."""

    most: int = 32

    def suggest(self, now: Situation) -> Sequence[Suggestion]:
        """The likeliest, best first."""
        found = [each for each in candidates(now) if not _is_blocked(each.action, now)]
        scores = weigh([each.features for each in found])
        scored = sorted(zip(scores, found, strict=True), key=lambda pair: -pair[0])
        return [
            Suggestion(
                each.action,
                words_for(each.action, now),
                score=score,
                open_text=each.open_text,
                features=each.features,
            )
            for score, each in scored[: self.most]
        ]


def _is_blocked(action: Action, now: Situation) -> bool:
    return now.memory.is_blocked(action, now.map)


def candidates(now: Situation) -> list[Candidate]:
    """All that the screen and the task offer, in no order."""
    reading = Reading.of(now)
    if reading is None:
        return []
    found = [*clicks(reading), *drags(reading), *entries(reading), *_scrolls(reading)]
    values = [value for part in now.plan.parts for value in part.values]
    found = without_other_days(found, now.map, values)
    named = any(c.features.get("named") or c.features.get("value") for c in found)
    return [*_marked(found, now), *_keys(reading, named=named)]


def _marked(found: Sequence[Candidate], now: Situation) -> Iterator[Candidate]:
    """The candidates; what takes over the entries of the run is marked so."""
    button = confirm_button(now.map, now.memory)
    for each in found:
        pressed = pressed_button(each.action, now.map)
        confirms = button is not None and each.action == Click(button.id)
        told: dict[str, float] = {}
        if confirms:
            told |= {"confirms": 1.0, "confirms entries": float(now.memory.unsent is not None)}
        if pressed is not None and (confirms or is_serious(pressed)):
            left = any(not alike(value, pressed.text, 0.9) for value in _to_enter(now))
            told["confirms, values left"] = float(left)
        yield replace(each, features={**each.features, **told})


def _to_enter(now: Situation) -> list[str]:
    """The values of the part that is next which can still be entered or chosen here: what the
    screen only shows ("Language" in a table) is no such value."""
    values = now.plan.current.open_values if now.plan.current else []
    return [value for value in values if _is_to_enter(value, now.map)]


def _is_to_enter(value: str, map_: ElementMap) -> bool:
    """What has the name may be chosen; what a text says is there already; all else may be typed
    where something takes it."""
    shown = [e for e in map_.elements if e.text]
    if called := [e for e in shown if alike(value, e.text, 0.9)]:
        return all(e.kind in _CHOSEN for e in called)
    said = any(mentions(e.text, value) for e in shown)
    return not said and any(e.kind in ENTERED for e in map_.elements)


def _keys(reading: Reading, *, named: bool) -> Iterator[Candidate]:
    likes = likeness(reading.part.text, list(_KEYS.values()))
    entered = reading.now.memory.unsent is not None
    for (key, _), like in zip(_KEYS.items(), likes, strict=True):
        features = {
            "key": 1.0,
            f"key {key}": 1.0,
            "key meant": like,
            "key said": float(key in reading.part.text.casefold()),
            "key, all else unnamed": float(not named),
            f"key {key} after an entry": float(entered),
            **reading.moment,
        }
        yield Candidate(Press(key), features)


def _scrolls(reading: Reading) -> Iterator[Candidate]:
    """Turning to what is out of sight, where the screen goes on."""
    map_ = reading.now.map
    unseen = any(not _is_shown(value, map_) for value in reading.part.open_values)
    like = likeness(reading.part.text, ["scroll to it"])[0]
    last = float(reading.now.memory.scrolled_in_a_row > 0)
    cut = float(bool(reading.cut_off([e for e in map_.elements if e.interactive])))
    told = {"unseen": float(unseen), "scroll meant": like, "scrolled": last, "row cut off": cut}
    told |= reading.moment
    if any(area.below for area in map_.areas):
        yield Candidate(Scroll("down"), {"down": 1.0, **told})
    if any(area.above for area in map_.areas):
        yield Candidate(Scroll("up"), {"up": 1.0, **{f"up {n}": v for n, v in told.items()}})


def _is_shown(value: str, map_: ElementMap) -> bool:
    said = value.casefold()
    return any(said in e.text.casefold() for e in map_.elements if len(e.text) < 4 * len(said) + 20)
