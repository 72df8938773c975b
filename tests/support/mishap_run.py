"""A long run on the display that DISPLAY names, for tests of what goes wrong meanwhile.

It clicks “Go” in the window of go_window.py again and again. Prints each event as a line of JSON.
The eyes know where the button is: what is read on the screen is not what these tests are about.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
from agent.diagnostics import network_guard as guard
from agent.diagnostics import offline

offline.apply()
guard.install()

from agent.control.stop import StopSwitch  # noqa: E402
from agent.events import Ended, Event, Noted, Started, Stepped  # noqa: E402
from agent.mechanisms import Mechanisms  # noqa: E402
from agent.run import Settings, run_task  # noqa: E402
from models.runtime.scripted import ScriptedModel  # noqa: E402
from tests.support.as_told import obliging  # noqa: E402
from vision.capture.screen import Screenshot  # noqa: E402
from vision.capture.windows import Window  # noqa: E402
from vision.core.elements import Element, ElementMap  # noqa: E402

STEPS = 60
WISHES = [{"click": "Go button"}, {"press": "tab"}]


class GoEyes:
    """See the button of the Go window where the window is."""

    def perceive(self, screenshot: Screenshot, windows: Sequence[Window] = ()) -> ElementMap:
        found = [
            Element(number, "button", "Go", window.box.grown(-40), group=window.title)
            for number, window in enumerate(windows, start=1)
            if window.title == "Go window"
        ]
        return ElementMap(tuple(found), screenshot, tuple(windows))


def tell(event: Event) -> None:
    match event:
        case Noted():
            say("noted", event.text)
        case Started():
            say("started", str(event.folder))
        case Stepped():
            say("stepped", event.step.number)
        case Ended():
            say("ended", [event.outcome.kind, event.outcome.message])


def say(what: str, value: object) -> None:
    print(json.dumps([what, value]), flush=True)


def main() -> None:
    model = ScriptedModel(obliging(WISHES))
    mechanisms = Mechanisms(blocking=False, skills=False, suggestions=False)
    settings = Settings(max_steps=STEPS, mechanisms=mechanisms, safety="trusted")
    task = ", ".join(["press Go"] * STEPS)
    run_task(task, tell=tell, stop=StopSwitch(), settings=settings, model=model, eyes=GoEyes())


if __name__ == "__main__":
    main()
