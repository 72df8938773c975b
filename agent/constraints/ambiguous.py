"""One of several buttons with one name that delete, order, pay or send: which of them the task
means must stand in its words.

"Order the blue one" presses no "Order" beside a black one. In doubt a person is asked.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from agent.actions import Action
from agent.constraints import lexicon
from agent.constraints.forbidden import Objection, called
from agent.constraints.once import is_serious, pressed_button
from agent.constraints.parsing import Constraints
from agent.suggestions.ordinals import pointed_at
from agent.task.literals import normal
from vision.core.elements import Element, ElementMap, one_line
from vision.core.geometry import Box


def objection(action: Action, map_: ElementMap, task: str) -> Objection | None:
    """Why such a button is not pressed; None when the task tells which one it means, or there is
    only one."""
    button = pressed_button(action, map_)
    if button is None or not is_serious(button):
        return None
    twins = [e for e in map_.elements if e.interactive and normal(e.text) == normal(button.text)]
    if len(twins) < 2 or pointed_at(task, map_.elements) is button:
        return None
    beside = _texts_by_twin(twins, map_)
    others = {word for twin in twins if twin is not button for word in _words(beside[twin.id])}
    own = _words(beside[button.id]) - others
    if not own or own & _words([task]):
        return None
    stands = one_line(" ".join(beside[button.id]))
    return Objection(
        f"there are several “{one_line(button.text)}” here, and the task does not say that it "
        f"means the one beside “{stands}”",
        sure=False,
    )


def beside_exempt(action: Action, map_: ElementMap, constraints: Constraints) -> Objection | None:
    """Why one of several buttons with one name is not pressed: what the task exempts stands beside
    it. "Give Tuesday back, but keep Friday" presses no "Give back" in the row of Friday."""
    names = [name for one in constraints.found if one.kind == "except" for name in one.names]
    button = pressed_button(action, map_) if names else None
    if button is None:
        return None
    twins = [e for e in map_.elements if e.interactive and normal(e.text) == normal(button.text)]
    labels = {e.text for e in map_.elements if e.kind in ("button", "icon")}
    beside = _texts_by_twin(twins, map_)[button.id] if len(twins) > 1 else []
    beside = [text for text in beside if text not in labels]
    hit = next((name for name in names if any(called(name, text) for text in beside)), None)
    if hit is None:
        return None
    return Objection(
        f"the task exempts {one_line(hit)}, and this “{one_line(button.text)}” stands beside it"
    )


def _texts_by_twin(twins: Sequence[Element], map_: ElementMap) -> dict[int, list[str]]:
    """The texts of the window, each with the twin that it stands nearest to, no further away than
    twins are from each other."""
    found: dict[int, list[str]] = {twin.id: [] for twin in twins}
    names = {normal(twin.text) for twin in twins}
    rows = sorted(twin.box.center.y for twin in twins)
    reach = max((after - before for before, after in itertools.pairwise(rows)), default=0)
    for element in map_.elements:
        nearest = min(twins, key=lambda twin: _apart(twin.box, element.box))
        near = abs(nearest.box.center.y - element.box.center.y) <= reach
        inside = element.group == nearest.group
        if element.text and normal(element.text) not in names and near and inside:
            found[nearest.id].append(element.text)
    return found


def _apart(a: Box, b: Box) -> int:
    return 3 * abs(a.center.y - b.center.y) + abs(a.center.x - b.center.x)


def _words(texts: Sequence[str]) -> set[str]:
    small = lexicon.words("small")
    said = {word for text in texts for word in re.findall(r"\w{2,}", text.casefold())}
    return {word for word in said if small.fullmatch(word) is None}
