"""Eyes that know what the guest book shows, because its window says so.

For runs whose subject is not seeing: nothing is read, so they take a part of the time and do not
fail when a detector or reader changes.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.support.form_window import SHOWN
from vision.capture.screen import Screenshot
from vision.capture.windows import Window
from vision.core.elements import Element, ElementMap, State
from vision.core.geometry import Box

TITLE = "Guest book"


@dataclass(frozen=True)
class FormEyes:
    """Sees the controls of the guest book, with their states, as long as its window is there.

    `log` is the file that the window writes: see form_window.py.
    """

    log: Path

    def perceive(self, screenshot: Screenshot, windows: Sequence[Window] = ()) -> ElementMap:
        seen = self._shown() if any(window.title == TITLE for window in windows) else ()
        return ElementMap(tuple(seen), screenshot, tuple(windows))

    def _shown(self) -> list[Element]:
        shown = json.loads(self.log.with_name(self.log.name + SHOWN).read_text("utf-8"))
        return [
            Element(
                number, one["kind"], one["text"], Box(*one["box"]), State(**one["state"]), TITLE
            )
            for number, one in enumerate(shown, start=1)
        ]
