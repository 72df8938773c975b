"""Carrying out one action: where to click, how to fill a field, how to choose from a list."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from agent.actions import (
    Action,
    AddToSelection,
    Click,
    DoubleClick,
    Hover,
    OpenApp,
    Press,
    RightClick,
    Scroll,
    Select,
    Tap,
    TypeText,
    Wait,
)
from agent.apps.focus import Focus
from agent.apps.launcher import Opener, the_one
from agent.computer.controller import Button, Controller
from agent.computer.effect import is_document
from agent.computer.keys import one_by_one
from agent.computer.settle import settle
from agent.control.stop import StopSwitch
from agent.errors import ActionFailed
from agent.literals import alike, mentions
from vision.change import changed_boxes, same_place
from vision.elements import Element, ElementMap, UnknownElement, quote
from vision.geometry import Box, Point, overlap_area
from vision.screen import Pixels, Screen, Screenshot
from vision.shifted import shift
from vision.windows import Window, WindowGone, activate

# Seconds. After a click a program needs a moment until its field takes keys.
_FOCUS, _BETWEEN_KEYS = 0.15, 0.12
# A path, and the seconds that a dialog takes to turn to the field for it.
_PATH_BEGINS, _TURNS = re.compile(r"[/~].*[/\w]"), 0.4
# Looks at a tooltip that is to go away, and how far below the top of a window its title is.
_LOOKS_AT_TIP, _IN_TITLE = 8, 4
# Of the wheel; how far one moves depends on the program.
_NOTCHES = 5
# Seconds until a program has scrolled by one; how much of what it shows is left behind at most.
_SCROLLS, _LEFT_BEHIND = 0.5, 0.8
_ADDING = "cmd" if sys.platform == "darwin" else "ctrl"
_DATE = re.compile(r"\d{1,4}([-/.:])\d{1,2}(\1\d{1,4})?")
_CLICKS: dict[type[Action], tuple[Button, int]] = {
    Click: ("left", 1),
    AddToSelection: ("left", 1),
    DoubleClick: ("left", 2),
    RightClick: ("right", 1),
}


@dataclass(frozen=True, slots=True)
class Hands:
    """Carries out actions on the elements of a map.

    `look` perceives the screen anew, `windows` lists the windows; `environment` is added to that
    of applications that are opened. `reveal` puts the named secrets into a text that is about to be
    typed at a place (None: where the focus is). `focus` is told which application was opened.
    """

    controller: Controller
    screen: Screen
    look: Callable[[], ElementMap]
    windows: Callable[[], tuple[Window, ...]]
    stop: StopSwitch
    environment: Mapping[str, str]
    activate: Callable[[Window], bool] = activate
    reveal: Callable[[str, Box | None], str] = lambda text, place: text
    focus: Focus = field(default_factory=Focus)

    def return_to(self, map_: ElementMap) -> None:
        """Give the keys back to the window that had them: whoever answered a question may have
        used another one.

        Raises:
            ActionFailed: that window is gone or does not come to the front.
        """
        before = next((window for window in map_.windows if window.active), None)
        if before is None or any(w.active and w.handle == before.handle for w in self.windows()):
            return
        try:
            if self.activate(before):
                settle(self.screen.grab, self.stop)
                return
        except WindowGone as gone:
            raise ActionFailed(
                f"The window “{before.title}” was closed before you answered."
            ) from gone
        raise ActionFailed(f"The window “{before.title}” could not be brought back to the front.")

    def carry_out(self, action: Action, map_: ElementMap) -> Screenshot:
        """Do it. Returns the screen as it was just before, with the mouse over the target already:
        what a hover lights up is no effect.

        Raises:
            ActionFailed: it cannot be done; the message says why.
            Stopped: the person stopped the run.
        """
        baseline = map_.screenshot
        target = self._target(action, map_)
        if target is not None:
            self._require_unchanged(target, map_)
            self.controller.move(target.box.center)
            self.stop.sleep(_FOCUS)
            baseline = self.screen.grab()
        if isinstance(action, Hover):
            return map_.screenshot  # what the mouse over it brings up is the effect
        if target is not None and type(action) in _CLICKS:
            button, count = _CLICKS[type(action)]
            held = _ADDING if isinstance(action, AddToSelection) else ""
            self.controller.click(target.box.center, button, count, held)
        else:
            self._do(action, target, map_)
        return baseline

    def _do(self, action: Action, target: Element | None, map_: ElementMap) -> None:
        match action:
            case TypeText(text=text):
                self._type(text, target, map_.screenshot.scale)
            case Tap(targets=targets):
                self._tap([_element(number, map_) for number in targets], map_)
            case Press(keys=keys):
                for each in one_by_one(keys):
                    self.controller.press(each)
            case Select(option=option) if target:
                self._select(option, target, map_)
            case Scroll(direction=direction):
                at = target.box if target else _scrolled(map_, direction)
                self._scroll(at, _around(at, map_) if target else at, direction)
            case OpenApp(name=name, another=another):
                self._open(name, another)
            case Wait(seconds=seconds):
                self.stop.sleep(seconds)
            case _:
                raise ActionFailed(f"The action {action} is not supported here.")

    def _target(self, action: Action, map_: ElementMap) -> Element | None:
        number = getattr(action, "target", None)
        return _element(number, map_) if isinstance(number, int) else None

    def _require_unchanged(self, target: Element, map_: ElementMap) -> None:
        """The window is still there and the target looks as it did, or ActionFailed."""
        self._require_place(target, map_)
        self._uncover(target)
        shot = self.screen.grab()
        if not same_place(shot, map_.screenshot):
            raise ActionFailed("The size or position of the screen area has changed.")
        # Only its own pixels: what changes around it may be joined into boxes that hold it too.
        changed = changed_boxes(_cut(map_.screenshot, target.box), _cut(shot, target.box))
        if sum(box.area for box in changed) > 0.5 * target.box.area:
            name = quote(target.text) if target.text else f"the {target.kind}"
            raise ActionFailed(f"{name} changed after it was chosen.")

    def _uncover(self, target: Element) -> None:
        """Have a tooltip that lies over the target go away: it explains what the mouse is over."""
        for _ in range(_LOOKS_AT_TIP):
            shown = self.windows()
            if not any(w.tooltip and overlap_area(w.box, target.box) for w in shown):
                return
            owner = next(
                (w for w in shown if not w.popup and w.box.contains(target.box.center)), None
            )
            if owner is not None:
                # Its title bar explains nothing.
                self.controller.move(Point(owner.box.center.x, owner.box.top + _IN_TITLE))
            self.stop.sleep(_FOCUS)

    def _require_place(self, target: Element, map_: ElementMap) -> None:
        """The window of the target is still there, where it was, or ActionFailed."""
        now = {window.handle: window for window in self.windows()}
        owner = next((w for w in map_.windows if w.box.contains(target.box.center)), None)
        name = quote(target.text) if target.text else f"the {target.kind}"
        if owner is not None and owner.handle not in now:
            title = f"The window “{owner.title}”" if owner.title else "The menu or list"
            raise ActionFailed(f"{title} was closed before {name} could be used.")
        if owner is not None and now[owner.handle].box != owner.box:
            raise ActionFailed(f"The window “{owner.title}” moved before {name} could be used.")

    def _type(self, text: str, target: Element | None, scale: float) -> None:
        if target is not None:
            # Fields for dates and times have parts, filled one after the other from the first.
            at = _beginning(target.box) if _DATE.fullmatch(text) else target.box.center
            self.controller.click(at)
            self.stop.sleep(_FOCUS)
            if is_document(target, scale):
                # A document is written on, a field is filled anew.
                self.controller.press("ctrl+end")
            elif target.state.value != "":
                # In some toolkits (Tk) the first only goes to the beginning.
                self.controller.press("ctrl+a")
                self.controller.press("shift+end")
        revealed = self.reveal(text, target.box if target else None)
        if target is None and _PATH_BEGINS.match(revealed):
            # Dialogs for files turn to a field for the path, which may lose what comes meanwhile.
            self.controller.type_text(revealed[0])
            self.stop.sleep(_TURNS)
            revealed = revealed[1:]
        self.controller.type_text(revealed)

    def _scroll(self, at: Box, area: Box, direction: str) -> None:
        """Turn the wheel as far as it can be turned without passing anything over."""
        turn = 1 if direction == "up" else -1
        before = self.screen.grab()
        self.controller.scroll(at.center, turn)
        after = settle(
            self.screen.grab, self.stop, before=before, patience=_SCROLLS, longest=2 * _SCROLLS
        )
        if not same_place(before, after):
            return
        moved = shift(_part(before, area), _part(after, area))
        if moved == 0:
            return  # nothing happened, or it is still to come
        most = int(_LEFT_BEHIND * area.height / abs(moved)) if moved else 1
        if (rest := min(most, _NOTCHES) - 1) > 0:
            self.controller.scroll(at.center, turn * rest)

    def _tap(self, buttons: list[Element], map_: ElementMap) -> None:
        last = None
        for button in buttons:
            if button is last:
                # The mouse is over it, and it was just pressed: that lights it up.
                self._require_place(button, map_)
            else:
                self._require_unchanged(button, map_)
            last = button
            self.controller.click(button.box.center)
            self.stop.sleep(_BETWEEN_KEYS)

    def _select(self, option: str, target: Element, map_: ElementMap) -> None:
        """Open the list and click the option; when it cannot be seen, type it and press Enter."""
        self.controller.click(target.box.center)
        settle(self.screen.grab, self.stop, before=map_.screenshot, patience=1.0)
        opened = self.look()
        wanted = _option(option, target, map_, opened)
        if wanted is None and _closed_at_once(target, map_, opened):
            # The list of GTK opens under the mouse: letting go may choose its first row.
            before = self.screen.grab()
            self.controller.press("alt+down")
            settle(self.screen.grab, self.stop, before=before, patience=1.0)
            wanted = _option(option, target, map_, self.look())
        if wanted is not None:
            self.controller.click(wanted.box.center)
            return
        self.controller.type_text(self.reveal(option, target.box))
        self.stop.sleep(_FOCUS)
        self.controller.press("enter")

    def _open(self, name: str, another: bool) -> None:
        opener = Opener(self.windows, self.activate, self.stop, self.environment, self.focus)
        opener.open(the_one(name), another=another)


def _element(number: int, map_: ElementMap) -> Element:
    try:
        return map_.by_id(number)
    except UnknownElement as problem:
        raise ActionFailed(f"The element is no longer there: {problem}.") from problem


def _closed_at_once(target: Element, before: ElementMap, opened: ElementMap) -> bool:
    """Whether a list shows another value than before, and nothing opened."""
    if any(window.popup and not window.tooltip for window in opened.windows):
        return False
    now = next((e for e in opened.elements if e.box.contains(target.box.center)), None)
    shown = now.state.value if now is not None and now.kind == "dropdown" else None
    return bool(shown) and shown != target.state.value


def _option(option: str, target: Element, before: ElementMap, opened: ElementMap) -> Element | None:
    """The row of the list that opened: in a popup, or a text that was not there before."""
    old = {window.handle for window in before.windows}
    popups = [w.box for w in opened.windows if w.popup and w.handle not in old]
    new = {id(element) for element in before.diff(opened).appeared}

    def fresh(element: Element) -> bool:
        if any(box.contains(element.box.center) for box in popups):
            return True
        return not popups and id(element) in new

    # Boxes may reach a bit into each other; a popup may lie on the control that opened it.
    rows = [
        e
        for e in opened.elements
        if e.text and fresh(e) and (popups or not target.box.contains(e.box.center))
    ]
    same = [e for e in rows if alike(e.text, option, 0.99)]
    near = [e for e in rows if alike(e.text, option) or mentions(e.text, option)]
    return next(iter([*same, *near]), None)


def _beginning(box: Box) -> Point:
    return Point(box.left + min(box.height, box.width) // 2, box.center.y)


def _scrolled(map_: ElementMap, direction: str) -> Box:
    """The largest area of the front window that goes on in this direction, else the window."""
    front = _front(map_)
    areas = [area for area in map_.areas if front.contains(area.box.center)]
    on = [area.box for area in areas if (area.below if direction == "down" else area.above)]
    return max(on, key=lambda box: box.area, default=front)


def _around(box: Box, map_: ElementMap) -> Box:
    """The smallest area that scrolls with what lies in this box."""
    areas = [area.box for area in map_.areas if area.box.contains(box.center)]
    return min(areas, key=lambda area: area.area, default=_front(map_))


def _cut(shot: Screenshot, box: Box) -> Screenshot:
    """The part of a screenshot that a box holds, as a screenshot of its own."""
    inner = box.intersection(shot.box) or shot.box
    return replace(shot, pixels=_part(shot, inner), origin=Point(inner.left, inner.top))


def _part(shot: Screenshot, box: Box) -> Pixels:
    inner = box.moved(-shot.origin.x, -shot.origin.y)
    return shot.pixels[max(0, inner.top) : inner.bottom, max(0, inner.left) : inner.right]


def _front(map_: ElementMap) -> Box:
    window = next((w for w in map_.windows if not w.popup), None)
    return window.box if window else map_.screenshot.box
