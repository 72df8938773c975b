"""What belongs to one window or one monitor, and that nothing else is touched."""

from __future__ import annotations

import numpy as np
import pytest

from agent.computer.controller import RecordingController
from agent.desktop.scope import Scope, ScopedController, scope_of
from agent.desktop.view import View
from agent.errors import ActionFailed
from agent.policy.areas import PAINT
from vision.capture.screen import Monitor, ScreenError, Screenshot
from vision.capture.windows import Window, WindowGone
from vision.core.geometry import Box, Point

LEFT, RIGHT = Monitor(1, Box(0, 0, 100, 100)), Monitor(2, Box(100, 0, 200, 100))
EDITOR = Window(7, "Editor", "Editor", Box(10, 10, 60, 60), program=3, active=True)
OTHER = Window(8, "Mail", "Mail", Box(40, 0, 140, 50), program=4)


def dialog(owner: int, program: int = 3) -> Window:
    return Window(9, "Sure?", "Editor", Box(20, 20, 40, 40), owner=owner, program=program)


def menu(program: int) -> Window:
    return Window(6, "", "", Box(10, 20, 30, 40), program=program, popup=True)


@pytest.mark.parametrize(
    ("windows", "own"),
    [
        ([EDITOR, OTHER], [7]),
        ([OTHER], []),
        ([dialog(7), EDITOR, OTHER], [9, 7]),
        # Of the desktop, or of a window that is not to be seen: of the whole program.
        ([dialog(1), EDITOR], [9, 7]),
        ([dialog(1, program=4), EDITOR], [7]),
        ([dialog(8, program=4), OTHER, EDITOR], [7]),
        ([menu(3), EDITOR, OTHER], [6, 7]),
        ([menu(4), EDITOR, OTHER], [7]),
    ],
)
def test_what_belongs_to_one_window(windows: list[Window], own: list[int]) -> None:
    assert [w.handle for w in Scope(LEFT, EDITOR).own(windows)] == own


def test_a_menu_counts_only_while_the_window_has_the_keys() -> None:
    second = Window(5, "Second", "Editor", Box(0, 60, 90, 99), program=3, active=True)
    first = Window(7, "Editor", "Editor", Box(10, 10, 60, 60), program=3)
    assert [w.handle for w in Scope(LEFT, first).own([menu(3), second, first])] == [7]


def test_only_what_shows_of_the_window_is_seen() -> None:
    shot = Screenshot(np.full((100, 100, 3), 200, np.uint8))
    seen = Scope(LEFT, EDITOR).covered(shot, [OTHER, EDITOR]).pixels[:, :, 0]
    assert (shot.pixels == 200).all(), "the picture that was given stays"
    assert (seen[10:60, 10:40] == 200).all()
    assert (seen[50:60, 40:60] == 200).all()
    assert (seen == 200).sum() == 50 * 50 - 40 * 20
    assert (seen[seen != 200] == PAINT).all()


def test_nothing_is_touched_outside_of_the_window() -> None:
    inner = RecordingController()
    hands = ScopedController(inner, Scope(LEFT, EDITOR), lambda: (OTHER, EDITOR))
    hands.click(Point(20, 20))
    for place in (Point(45, 20), Point(5, 5)):
        for act in (hands.click, lambda p: hands.scroll(p, 1), lambda p: hands.drag(p, p)):
            with pytest.raises(ActionFailed, match="not belong to the window “Editor”"):
                act(place)
    assert inner.calls == [("click", Point(20, 20), "left", 1)]


def test_keys_go_only_to_the_window() -> None:
    inner, asked = RecordingController(), []
    mail = Window(8, "Mail", "Mail", Box(40, 0, 140, 50), program=4, active=True)
    back = Window(7, "Editor", "Editor", Box(10, 10, 60, 60), program=3)

    def comes(one: Window) -> bool:
        asked.append(one.title)
        return len(asked) > 1

    hands = ScopedController(inner, Scope(LEFT, back), lambda: (mail, back), comes)
    with pytest.raises(ActionFailed, match="a window other than “Editor”"):
        hands.type_text("secret")
    hands.press("ctrl+s")
    assert asked == ["Editor"] * 2
    assert inner.calls == [("press", "ctrl+s")]

    def gone(one: Window) -> bool:
        raise WindowGone(f"{one.title} is gone")

    with pytest.raises(ActionFailed, match="is gone"):
        ScopedController(inner, Scope(LEFT, back), lambda: (mail, back), gone).press("a")
    with pytest.raises(ActionFailed, match="closed or minimised"):
        ScopedController(inner, Scope(LEFT, back), lambda: (mail,), comes).press("a")


def test_one_monitor() -> None:
    inner = RecordingController()
    scope = scope_of(View(monitor=2), [LEFT, RIGHT], lambda: (EDITOR, OTHER))
    assert scope == Scope(RIGHT)
    assert scope.own([EDITOR, OTHER]) == (OTHER,)
    hands = ScopedController(inner, scope, lambda: (EDITOR, OTHER), lambda one: False)
    hands.click(Point(150, 20))
    with pytest.raises(ActionFailed, match="not on monitor 2"):
        hands.click(Point(50, 20))
    with pytest.raises(ActionFailed, match="a window other than “Mail”"):
        hands.press("a")
    with pytest.raises(ScreenError, match=r"There is no monitor 3. The monitors are: 1, 2\."):
        scope_of(View(monitor=3), [LEFT, RIGHT], tuple)


def test_the_window_is_found_by_its_title() -> None:
    monitors, longer = [LEFT, RIGHT], Window(3, "Editor, help", "", Box(120, 0, 180, 90))

    def found(view: View) -> Scope | None:
        return scope_of(view, monitors, lambda: (longer, OTHER, EDITOR))

    assert found(View()) is None
    assert found(View(title="Editor")) == Scope(LEFT, EDITOR)
    assert found(View(title="edit")) == Scope(RIGHT, longer)
    assert found(View(title="an old title", handle=8)) == Scope(LEFT, OTHER)
    with pytest.raises(
        ScreenError, match="no window “nope”; the open windows are: “Editor, help”, “Mail”"
    ):
        found(View(title="nope"))
    with pytest.raises(ScreenError, match="“Editor” was closed"):
        found(View(title="Editor", handle=99))
