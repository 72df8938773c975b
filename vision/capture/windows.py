"""The windows of the desktop: title, place, which is in front."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from typing import Any

from vision.capture.x11 import open_display, window_property
from vision.core.geometry import Box

# Smaller windows that no window manager manages are no menus: focus proxies, drag handles.
_SMALLEST_POPUP = 6
_ACTIVATION_SECONDS = 1.0
# Types of windows that belong to the desktop itself.
_NO_PROGRAMS = ("DOCK", "DESKTOP")


@dataclass(frozen=True, slots=True)
class Window:
    """A visible top-level window. `box` includes its frame, in physical pixels.

    `handle` is the window system's own number. `popup` marks menus, drop-down lists and tooltips,
    which no window manager manages; `tooltip` marks those that only explain. `owner` is the handle
    of the window that this is a dialog of, `program` a number that all windows of one program
    share (X11 only); 0 where there is none. A `modal` dialog takes all input of its program until
    it is answered (X11 only). `editor` tells that its program is a text editor, where that is
    known: nothing here finds it out.
    """

    handle: int
    title: str
    application: str
    box: Box
    active: bool = False
    popup: bool = False
    tooltip: bool = False
    owner: int = 0
    program: int = 0
    modal: bool = False
    editor: bool = False


class WindowGone(LookupError):
    """The window was closed between the moment it was listed and now."""


def list_windows(display: str | None = None) -> tuple[Window, ...]:
    """The visible windows, front to back, open menus and other popups included. Bars, docks and the
    window with a desktop's icons are no windows of programs: they are left out (X11).

    `display` names an X display (":7"; default: DISPLAY), on Linux only.

    Raises:
        vision.capture.x11.NoDisplayError: there is no X display.
    """
    return _x11_windows(display) if sys.platform == "linux" else _pywinctl_windows()


def activate(window: Window, display: str | None = None) -> bool:
    """Bring a window to the front; True when it is the active one within 1 s.

    A popup takes no focus: nothing is done, and the answer is whether it still shows.

    Raises:
        WindowGone: the window does not exist any more.
    """
    if sys.platform != "linux":
        return _activate_pywinctl(window)
    connection = open_display(display)
    try:
        return _activate_x11(connection, window)
    finally:
        connection.close()


def _x11_windows(name: str | None) -> tuple[Window, ...]:
    display = open_display(name)
    try:
        root = display.screen().root
        clients = _clients(display, root)
        active = _first(window_property(display, root, "_NET_ACTIVE_WINDOW"))
        manager = _first(window_property(display, root, "_NET_SUPPORTING_WM_CHECK"))
        found = []
        for outer in reversed(root.query_tree().children):
            handle = clients.get(outer.id)
            if handle is not None:
                found.append(_client_window(display, handle, active))
            elif manager is None or _program(display, outer.id) != _program(display, manager):
                found.append(_popup_window(display, outer))
        return tuple(window for window in found if window is not None)
    finally:
        display.close()


def _clients(display: Any, root: Any) -> dict[int, int]:
    """Managed windows: handle by the child of the root that carries them (frame or themselves)."""
    from Xlib import error

    handles = window_property(display, root, "_NET_CLIENT_LIST_STACKING")
    if handles is None:
        handles = window_property(display, root, "_NET_CLIENT_LIST")
    clients = {}
    for handle in handles if handles is not None else ():
        try:
            outer = window = display.create_resource_object("window", handle)
            while (parent := outer.query_tree().parent) and parent.id != root.id:
                outer = parent
        except (error.BadWindow, error.BadDrawable):
            continue  # closed meanwhile
        clients[outer.id] = window.id
    return clients


def _client_window(display: Any, handle: int, active: int | None) -> Window | None:
    from Xlib import X, error

    window = display.create_resource_object("window", handle)
    try:
        if window.get_attributes().map_state != X.IsViewable:
            return None
        if _is_any_of(display, window, *_NO_PROGRAMS):
            return None
        box = _box(window)
        frame = window_property(display, window, "_NET_FRAME_EXTENTS")
        if frame is not None and len(frame) == 4:
            left, right, top, bottom = frame
            box = Box(box.left - left, box.top - top, box.right + right, box.bottom + bottom)
        # Programs that draw their own frame count its invisible shadow to the window.
        shadow = window_property(display, window, "_GTK_FRAME_EXTENTS")
        if shadow is not None and len(shadow) == 4:
            left, right, top, bottom = shadow
            box = Box(box.left + left, box.top + top, box.right - right, box.bottom - bottom)
        owner = _first(window_property(display, window, "WM_TRANSIENT_FOR")) or 0
        states = window_property(display, window, "_NET_WM_STATE")
        modal = display.intern_atom("_NET_WM_STATE_MODAL")
        return Window(
            handle,
            _title(display, window),
            _class(window),
            box,
            handle == active,
            owner=owner,
            program=_program(display, handle),
            modal=states is not None and modal in states,
        )
    except (error.BadWindow, error.BadDrawable):
        return None  # closed meanwhile


def _popup_window(display: Any, window: Any) -> Window | None:
    from Xlib import X, error

    try:
        attributes = window.get_attributes()
        if attributes.map_state != X.IsViewable or attributes.win_class == X.InputOnly:
            return None
        box = _box(window)
        if box.width < _SMALLEST_POPUP or box.height < _SMALLEST_POPUP:
            return None
        # Without a window manager ordinary windows are children of the root too.
        popup = bool(attributes.override_redirect)
        if _is_any_of(display, window, *_NO_PROGRAMS):
            return None
        tooltip = popup and _is_any_of(display, window, "TOOLTIP")
        title, name = _title(display, window), _class(window)
        program = _program(display, window.id)
        return Window(window.id, title, name, box, popup=popup, tooltip=tooltip, program=program)
    except (error.BadWindow, error.BadDrawable):
        return None  # closed meanwhile


def _is_any_of(display: Any, window: Any, *types: str) -> bool:
    """Whether a window says that it is of one of these types, such as "DOCK"."""
    said = window_property(display, window, "_NET_WM_WINDOW_TYPE")
    atoms = {display.intern_atom(f"_NET_WM_WINDOW_TYPE_{name}") for name in types}
    return said is not None and not atoms.isdisjoint(said)


def _box(window: Any) -> Box:
    geometry = window.get_geometry()
    place = geometry.root.translate_coords(window, 0, 0)
    return Box(place.x, place.y, place.x + geometry.width, place.y + geometry.height)


def _title(display: Any, window: Any) -> str:
    # The second is the window manager's reading of titles in old encodings.
    for name in ("_NET_WM_NAME", "_NET_WM_VISIBLE_NAME", "WM_NAME"):
        value = window_property(display, window, name)
        if not value:
            continue
        if isinstance(value, str):
            return value
        try:
            return bytes(value).decode("utf-8")
        except UnicodeDecodeError:
            return bytes(value).decode("latin-1")
    return ""


def _class(window: Any) -> str:
    names = window.get_wm_class()
    return str(names[1]) if names else ""


def _first(values: Any) -> int | None:
    return int(values[0]) if values is not None and len(values) else None


def _program(display: Any, handle: int) -> int:
    """The program that made a window: the high bits of its number tell."""
    return int(handle & ~display.display.info.resource_id_mask)


def _activate_x11(display: Any, window: Window) -> bool:
    from Xlib import X, error
    from Xlib.protocol import event

    root = display.screen().root
    target = display.create_resource_object("window", window.handle)
    try:
        viewable = target.get_attributes().map_state == X.IsViewable
    except (error.BadWindow, error.BadDrawable) as problem:
        raise WindowGone(f"The window “{window.title}” has been closed.") from problem
    if window.popup:
        return bool(viewable)
    message = event.ClientMessage(
        window=target,
        client_type=display.intern_atom("_NET_ACTIVE_WINDOW"),
        data=(32, [2, X.CurrentTime, 0, 0, 0]),  # 2: the wish comes from a person's tool
    )
    root.send_event(message, event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)
    display.flush()
    end = time.monotonic() + _ACTIVATION_SECONDS
    while _first(window_property(display, root, "_NET_ACTIVE_WINDOW")) != window.handle:
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def _pywinctl_windows() -> tuple[Window, ...]:
    """Windows and macOS; popups belong to the picture of their window there."""
    import pywinctl

    return tuple(
        Window(
            int(window.getHandle()),
            window.title,
            window.getAppName(),
            Box(window.left, window.top, window.right, window.bottom),
            window.isActive,
        )
        for window in reversed(pywinctl.getAllWindows())
        if window.visible and not window.isMinimized and window.width > 0 and window.height > 0
    )


def _activate_pywinctl(window: Window) -> bool:
    import pywinctl

    for other in pywinctl.getAllWindows():
        if int(other.getHandle()) == window.handle:
            return bool(other.activate(wait=True))
    raise WindowGone(f"The window “{window.title}” has been closed.")
