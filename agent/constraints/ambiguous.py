"""One of several buttons with one name that delete, order, pay or send: which of them the task
means must stand in its words.

"Order the blue one" presses no "Order" beside a black one. In doubt a person is asked.
"""

from __future__ import annotations

from agent.actions import Action
from agent.constraints.forbidden import Objection, called
from agent.constraints.once import is_serious, pressed_button
from agent.constraints.parsing import Constraints
from agent.policy.committing import only_counts
from agent.suggestions.beside import said_beside
from agent.suggestions.ordinals import pointed_at
from agent.task.literals import literals, mentions, normal
from vision.core.elements import Element, ElementMap, Kind, one_line
from vision.core.pieces import same_row
from vision.structure.repeated_items import items_of, telling_items

_ALIGNED = 8  # pixels
_TITLES: tuple[Kind, ...] = ("text", "link", "list item")


def objection(action: Action, map_: ElementMap, task: str) -> Objection | None:
    """Why such a button is not pressed; None when the task tells which one it means, or there is
    only one."""
    button = pressed_button(action, map_)
    if button is None or not is_serious(button):
        return None
    twins = [e for e in map_.elements if is_twin(e, button)]
    if len(twins) < 2 or pointed_at(task, map_.elements) is button:
        return None
    beside = telling_items(twins, map_.elements)
    counts = said_beside(twins, map_.elements, task)
    if not beside[button.id] or counts[button.id] > 0:
        return None
    stands = one_line(" ".join(e.text for e in beside[button.id]))
    return Objection(
        f"there are several “{one_line(button.text)}” here, and the task does not say that it "
        f"means the one beside “{stands}”",
        sure=False,
    )


def in_another_row(action: Action, map_: ElementMap, task: str) -> Objection | None:
    """Why one of several buttons with one name is not pressed: the row that the task names has no
    such button. Of concerts of which one is sold out, no other is booked instead."""
    button = pressed_button(action, map_)
    twins = [e for e in map_.elements if button is not None and is_twin(e, button)]
    if button is None or not button.text or len(twins) < 2 or only_counts(button):
        return None
    items = items_of(twins, map_.elements)
    values = [value for value in literals(task) if len(value) > 2]
    if any(mentions(e.text, v) for e in items[button.id] for v in values):
        return None
    # In a list each button stands in the row of its title; a card may be cut otherwise.
    row = [e for e in items[button.id] if e.kind in _TITLES and same_row(e.box, button.box)]
    titles = {e.box.left for e in row}
    top, bottom = min(t.box.top for t in twins), max(t.box.bottom for t in twins)
    own = {e.id for e in items[button.id]}
    for e in map_.elements:
        among = top <= e.box.center.y <= bottom and e.id not in own
        aligned = any(abs(e.box.left - left) <= _ALIGNED for left in titles)
        if among and aligned and any(mentions(e.text, value) for value in values):
            return Objection(
                f"this “{one_line(button.text)}” is not in the row of “{one_line(e.text)}”",
                sure=False,
            )
    return None


def beside_exempt(action: Action, map_: ElementMap, constraints: Constraints) -> Objection | None:
    """Why one of several buttons with one name is not pressed: what the task exempts stands beside
    it. "Give Tuesday back, but keep Friday" presses no "Give back" in the row of Friday."""
    exempt = [one for one in constraints.found if one.kind == "except" or one.learnt]
    names = [name for one in exempt for name in one.names]
    button = pressed_button(action, map_) if names else None
    if button is None:
        return None
    twins = [e for e in map_.elements if is_twin(e, button)]
    labels = {e.text for e in map_.elements if e.kind in ("button", "icon")}
    items = items_of(twins, map_.elements)[button.id] if len(twins) > 1 else ()
    beside = [e.text for e in items if e.text not in labels]
    hit = next((name for name in names if any(called(name, text) for text in beside)), None)
    if hit is None:
        return None
    return Objection(
        f"the task exempts {one_line(hit)}, and this “{one_line(button.text)}” stands beside it"
    )


def is_twin(element: Element, button: Element) -> bool:
    """Whether two elements are of one kind and name; each is its own twin."""
    return element.kind == button.kind and normal(element.text) == normal(button.text)
