"""The icons of a tool bar on a picture of a real file manager."""

from __future__ import annotations

import re

from tests.support.places import DATA
from vision.capture.screen import Screenshot, load_image
from vision.capture.windows import Window
from vision.core.elements import Element, Kind
from vision.core.geometry import Box
from vision.icons.namer import Icon, icon_of

FILES = load_image(DATA / "files.png")
THUNAR = Window(1, "share - Thunar", "Thunar", Box(9, 4, 651, 515), active=True)
# The tool bar, drawn tightly as the detector's boxes are.
PLACES = {
    "back": Box(26, 68, 38, 89),
    "forward": Box(62, 68, 75, 89),
    "up": Box(95, 71, 117, 85),
    "home": Box(130, 67, 155, 89),
    "search": Box(616, 66, 640, 90),
}


def icons(kind: Kind = "icon") -> list[Element]:
    return [
        Element(number, kind, "", box, source="detector")
        for number, box in enumerate(PLACES.values(), 1)
    ]


def picture(name: str, screenshot: Screenshot = FILES) -> Icon:
    number = list(PLACES).index(name)
    icon = icon_of(icons()[number], screenshot, [THUNAR])
    assert icon is not None
    return icon


CROPS = [picture(name).picture for name in PLACES]
# As the grammar of descriptions has it.
FORM = re.compile(r"[a-z][a-z -]+: [A-Z][A-Za-z0-9 ,'-]+\.( [A-Z][A-Za-z0-9 ,'-]+\.)?")
