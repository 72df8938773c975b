"""A bare X window at 100, 100 that writes the input that it gets into the file named first.

`lines_so_far` asks it to write a line of its own: events keep their order, so that all input
before it has been written then.
"""

from __future__ import annotations

import sys
from pathlib import Path

from Xlib import XK, X
from Xlib.protocol.event import ClientMessage

from tests.support.timing import waited_for
from vision.capture.x11 import open_display

NAMES = {getattr(XK, name): name.removeprefix("XK_") for name in dir(XK) if name.startswith("XK_")}


def lines_so_far(log: Path) -> list[str]:
    """What the window has written, after everything that was sent to it has arrived."""
    first, *lines = log.read_text().splitlines()
    number = sum(line.startswith("asked") for line in lines)
    display = open_display()
    try:
        window = display.create_resource_object("window", int(first.split()[1]))
        kind = display.intern_atom("DESKHAND_ASKED")
        data = (32, [number, 0, 0, 0, 0])
        window.send_event(ClientMessage(window=window, client_type=kind, data=data))
        display.sync()
    finally:
        display.close()
    waited_for(lambda: f"asked {number}\n" in log.read_text())
    lines = log.read_text().splitlines()[1:]
    return [line for line in lines if not line.startswith("asked")]


def main() -> None:
    display = open_display()
    screen = display.screen()
    mask = X.ButtonPressMask | X.ButtonReleaseMask | X.PointerMotionMask | X.KeyPressMask
    window = screen.root.create_window(
        100, 100, 500, 400, 0, screen.root_depth, event_mask=mask | X.ExposureMask,
        override_redirect=True, background_pixel=screen.white_pixel,
    )  # fmt: skip
    window.map()
    with open(sys.argv[1], "w", buffering=1) as log:  # noqa: PTH123 - line by line
        while True:
            event = display.next_event()
            match event.type:
                case X.Expose:
                    window.set_input_focus(X.RevertToParent, X.CurrentTime)
                    display.sync()
                    print("ready", window.id, file=log)
                case X.ButtonPress:
                    print("down", event.detail, event.event_x, event.event_y, file=log)
                case X.ButtonRelease:
                    print("up", event.detail, event.event_x, event.event_y, file=log)
                case X.MotionNotify:
                    word = "held" if event.state & X.Button1Mask else "free"
                    print("move", word, event.event_x, event.event_y, file=log)
                case X.KeyPress:
                    keysym = display.keycode_to_keysym(event.detail, 0)
                    print("key", NAMES.get(keysym, keysym), file=log)
                case X.ClientMessage:
                    print("asked", event.data[1][0], file=log)


if __name__ == "__main__":
    main()
