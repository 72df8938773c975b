"""Carrying out one action: where to click, how to fill a field, how to choose from a list."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from agent.actions import (
    Action,
    AddToSelection,
    Click,
    ClickAt,
    DoubleClick,
    Drag,
    DragBy,
    Dragging,
    Hover,
    OpenApp,
    Press,
    RightClick,
    Scroll,
    Select,
    SetSlider,
    Tap,
    TripleClick,
    TypeText,
    Wait,
)
from agent.computer.controller import Button, Controller
from agent.computer.dragging import end_of
from agent.computer.effect import same_thing
from agent.computer.entering import FOCUS, enter, enter_parts, parts_of, shows_parts
from agent.computer.opener import Opener, the_one
from agent.computer.scrolling import Wheel
from agent.computer.sliders import Slider
from agent.computer.waiting import wait
from agent.control.stop import StopSwitch
from agent.errors import ActionFailed
from agent.keyboard.keys import one_by_one
from agent.perception.focus import Focus
from agent.perception.settle import settle
from agent.pointing import dropped_on, element_at
from agent.task.literals import alike, mentions
from agent.trajectory import CHANGED
from vision.capture.change_detection import changed_boxes, same_place
from vision.capture.screen import Screen, Screenshot
from vision.capture.windows import Window, WindowGone, activate
from vision.core.elements import Element, ElementMap, UnknownElement, quote
from vision.core.geometry import Box, Point, overlap_area

# Seconds between the keys of a keypad.
_BETWEEN_KEYS = 0.12
# Looks at a tooltip that is to go away, and how far below the top of a window its title is.
_LOOKS_AT_TIP, _IN_TITLE = 8, 4
# Pixels around a point, at scale 1, that must look as they did before a click on it.
_AROUND = 12
_ADDING = "cmd" if sys.platform == "darwin" else "ctrl"
_CLICKS: dict[type[Action], tuple[Button, int]] = {
    Click: ("left", 1),
    AddToSelection: ("left", 1),
    DoubleClick: ("left", 2),
    TripleClick: ("left", 3),
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
            if isinstance(action, Dragging) and (goal := dropped_on(action, map_)) is not None:
                self._require_unchanged(goal, map_)
            self._require_unchanged(target, map_)
            at = Point(action.x, action.y) if isinstance(action, ClickAt) else target.box.center
            self.controller.move(at)
            self.stop.sleep(FOCUS)
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
            case ClickAt() | Drag() | DragBy() | SetSlider() | Select() if target:
                self._point(action, target, map_)
            case TypeText():
                self._type(action, target, map_)
            case Tap(targets=targets):
                self._tap([_element(number, map_) for number in targets], map_)
            case Press(keys=keys):
                for each in one_by_one(keys):
                    self.controller.press(each)
            case Scroll():
                Wheel(self.controller, self.screen, self.stop).scroll(action, target, map_)
            case OpenApp():
                self._open(action)
            case Wait():
                wait(action, map_, self.screen, self.look, self.stop)
            case _:
                raise ActionFailed(f"The action {action} is not supported here.")

    def _type(self, action: TypeText, target: Element | None, map_: ElementMap) -> None:
        """Enter a text; a date or time in another way where the field shows something else."""

        def whole() -> None:
            scale = map_.screenshot.scale
            enter(action, target, self.controller, self.stop, self.reveal, scale)

        whole()
        if target is None or not parts_of(action) or self._shows_parts(action, target):
            return
        enter_parts(action, target, self.controller, self.stop)
        if not self._shows_parts(action, target):
            whole()

    def _shows_parts(self, action: TypeText, target: Element) -> bool:
        """Whether a field shows a date or time, as far as it can be read."""
        settle(self.screen.grab, self.stop)
        now = same_thing(target, self.look())
        return now is None or not now.state.value or shows_parts(now.state.value, action)

    def _point(
        self,
        action: ClickAt | Drag | DragBy | SetSlider | Select,
        target: Element,
        map_: ElementMap,
    ) -> None:
        match action:
            case ClickAt(x=x, y=y, button=button, count=count):
                self.controller.click(Point(x, y), button, min(max(count, 1), 3))
            case Drag() | DragBy():
                self.controller.drag(target.box.center, end_of(action, map_))
            case SetSlider():
                Slider(target, map_, self.controller, self.look, self.stop).set(action)
            case Select(option=option):
                self._select(option, target, map_)

    def _target(self, action: Action, map_: ElementMap) -> Element | None:
        if isinstance(action, ClickAt):
            return _under(action, map_)
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
            raise ActionFailed(f"{name} {CHANGED}")

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
            self.stop.sleep(FOCUS)

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
        if wanted is not None:
            self.controller.click(wanted.box.center)
            return
        self.controller.type_text(self.reveal(option, target.box))
        self.stop.sleep(FOCUS)
        self.controller.press("enter")

    def _open(self, action: OpenApp) -> None:
        opener = Opener(self.windows, self.activate, self.stop, self.environment, self.focus)
        opener.open(the_one(action.name), another=action.another, handle=action.window)


def _element(number: int, map_: ElementMap) -> Element:
    try:
        return map_.by_id(number)
    except UnknownElement as problem:
        raise ActionFailed(f"The element is no longer there: {problem}.") from problem


def _under(action: ClickAt, map_: ElementMap) -> Element:
    """The element under a point; where there is none, the pixels around it as if they were one."""
    point = Point(action.x, action.y)
    if not map_.screenshot.box.contains(point):
        size = map_.screenshot.box
        raise ActionFailed(
            f"The point ({action.x}, {action.y}) is outside of the screen.",
            f"The screen is {size.width} by {size.height} pixels.",
        )
    around = Box(point.x, point.y, point.x + 1, point.y + 1)
    around = around.grown(round(_AROUND * map_.screenshot.scale))
    return element_at(point, map_) or Element(0, "image", f"({point.x}, {point.y})", around)


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


def _cut(shot: Screenshot, box: Box) -> Screenshot:
    """The part of a screenshot that a box holds, as a screenshot of its own."""
    inner = box.intersection(shot.box) or shot.box
    return replace(shot, pixels=shot.crop(inner), origin=Point(inner.left, inner.top))
