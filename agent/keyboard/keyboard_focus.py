"""Where the keyboard focus may be: keys move it, and the screen does not always show where to."""

from __future__ import annotations

from dataclasses import dataclass

from agent.actions import Action, Press, Scroll, Wait
from agent.errors import ActionFailed
from agent.keyboard.keys import one_by_one, parse_keys

_MOVES = {"tab", "shift+tab", "f6", "shift+f6"}
_LOOKS = (Wait, Scroll)


@dataclass
class Focus:
    """`moved`: keys moved the focus since the run last used something by its place."""

    moved: bool = False

    def note(self, action: Action) -> None:
        """Take in an action that is about to be done."""
        if isinstance(action, Press):
            self.moved = self.moved or not _MOVES.isdisjoint(combinations(action.keys))
        elif not isinstance(action, _LOOKS) and getattr(action, "target", 0) is not None:
            self.moved = False


def combinations(keys: str) -> set[str]:
    """The combinations of keys that are pressed one after the other, by their canonical names;
    `keys` itself when no keyboard has them, which fails by itself."""
    try:
        return {"+".join(parse_keys(one)) for one in one_by_one(keys)}
    except ActionFailed:
        return {keys}
