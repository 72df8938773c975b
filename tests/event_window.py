"""A bare X window at 100, 100 that writes the input that it gets into the file named first."""

from __future__ import annotations

import sys

from Xlib import XK, X

from vision.x11 import open_display

NAMES = {getattr(XK, name): name.removeprefix("XK_") for name in dir(XK) if name.startswith("XK_")}


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
                    print("ready", file=log)
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


if __name__ == "__main__":
    main()
