"""Puts contents of several kinds back on the clipboard: a picture, files, formatted text.

xclip offers one kind only. So a small process of its own offers them all, until another program
copies something or the display goes away, as the program did that they were copied in.
"""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).parents[2]
_CODE = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from agent.keyboard.clipboard_keeper import main; main()"
)
# Bytes that go into one request; a property may be longer.
_PIECE = 60_000


def keep(contents: Mapping[str, bytes]) -> bool:
    """Have a process of its own offer these contents by target ("image/png"); whether it does."""
    keeper = subprocess.Popen(
        [sys.executable, "-c", _CODE, str(_ROOT)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    if keeper.stdin is None or keeper.stdout is None:
        raise AssertionError("both are pipes")
    with keeper.stdin as into, keeper.stdout as out:
        told = {target: base64.b64encode(data).decode() for target, data in contents.items()}
        into.write(json.dumps(told).encode())
        into.close()
        return out.readline() == b"ready\n"


def main() -> None:
    """The process: contents come in as JSON, and "ready" goes out when they are offered."""
    told = json.load(sys.stdin)
    _serve({target: base64.b64decode(data) for target, data in told.items()})


def _serve(contents: Mapping[str, bytes]) -> None:
    from Xlib import X
    from Xlib.error import ConnectionClosedError

    from vision.capture.x11 import open_display

    display = open_display()
    screen = display.screen()
    window = screen.root.create_window(0, 0, 1, 1, 0, screen.root_depth)
    selection = display.intern_atom("CLIPBOARD")
    window.set_selection_owner(selection, 0)
    if display.get_selection_owner(selection) != window:
        return
    sys.stdout.write("ready\n")
    sys.stdout.close()
    try:
        while (event := display.next_event()).type != X.SelectionClear:
            if event.type == X.SelectionRequest:
                answer(display, event, contents)
    except (ConnectionClosedError, ConnectionError):
        return  # the display is gone, and the clipboard with it


def answer(display: Any, request: Any, contents: Mapping[str, bytes]) -> str:
    """Answer what a program asks of the selection with these contents by target, or with what
    targets there are; the target that it asked for."""
    from Xlib import X, Xatom, error
    from Xlib.protocol.event import SelectionNotify

    wanted = display.get_atom_name(request.target)
    # Old programs name no property and mean the one called like the target.
    place = request.property or request.target
    ignore = error.CatchError(error.BadWindow)  # the program may have ended while it asked
    ask = request.requestor
    if wanted == "TARGETS":
        atoms = [display.intern_atom(name) for name in ("TARGETS", *contents)]
        ask.change_property(place, Xatom.ATOM, 32, atoms, onerror=ignore)
    elif wanted in contents:
        data = contents[wanted]
        ask.change_property(place, request.target, 8, data[:_PIECE], onerror=ignore)
        for start in range(_PIECE, len(data), _PIECE):
            piece = data[start : start + _PIECE]
            ask.change_property(place, request.target, 8, piece, X.PropModeAppend, onerror=ignore)
    else:
        place = X.NONE
    notice = SelectionNotify(
        time=request.time,
        requestor=ask,
        selection=request.selection,
        target=request.target,
        property=place,
    )
    ask.send_event(notice, onerror=ignore)
    display.flush()
    return str(wanted)
