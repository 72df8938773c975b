"""The scene: all that is known of one frame while passes work on it. It is never changed; a pass
gives new values for some of its fields, and the next pass sees a new scene."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from vision.capture.screen import Pixels
from vision.capture.windows import Window
from vision.core.answers import Glances
from vision.core.elements import Element
from vision.core.gbdt import Trees
from vision.core.geometry import Box
from vision.core.pieces import Piece
from vision.core.views import Sight, View
from vision.detection.detector import Detection
from vision.detection.roi_classifier import Looker
from vision.ocr.engine import TextRecognizer, TextSpan
from vision.pixels.flat_regions import Shape
from vision.pixels.scroll_bars import ScrollBar
from vision.structure.alerts import Notice
from vision.structure.scroll_areas import ScrollArea
from vision.structure.sheet_cells import Grid


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scene:
    """One frame. All boxes are relative to `pixels` (uint8 H x W x 3 RGB).

    The first fields are handed in, the others are written by passes; which pass reads and writes
    which of them is checked when the lists are imported (see vision.pipeline.phases).
    """

    pixels: Pixels
    windows: tuple[Window, ...] = ()
    """Front to back."""
    answers: Glances = field(default_factory=Glances)
    reader: TextRecognizer | None = None
    looker: Looker | None = None
    box_trees: Trees | None = None
    """What judges the detector's boxes; without it all of them count."""
    disabled_trees: Trees | None = None
    text: tuple[TextSpan, ...] = ()
    """Lines of text: as they were read, then repaired, then without those that are tabs."""
    detections: tuple[Detection, ...] = ()
    """All that the detector saw, faint boxes too."""
    shapes: tuple[Shape, ...] = ()
    """Flat areas."""

    sheets: tuple[Grid, ...] = ()
    """Spreadsheets, whose cells are read one by one."""
    candidates: tuple[Detection, ...] = ()
    """The detector's boxes that count, as passes leave them."""
    bars: tuple[ScrollBar, ...] = ()
    areas: tuple[ScrollArea, ...] = ()
    behind: tuple[TextSpan, ...] = ()
    """Text behind the backdrop of a dialog."""
    line: float = 0.0
    """The usual height of a line of text in pixels."""
    tabs: Mapping[TextSpan, Piece] = field(default_factory=dict)
    """Tabs by their text."""

    titles: frozenset[TextSpan] = frozenset()
    """Lines that are titles of windows."""
    body: tuple[TextSpan, ...] = ()
    """The text without those."""
    shaped: tuple[Piece, ...] = ()
    """Controls that geometry alone finds."""
    held: frozenset[TextSpan] = frozenset()
    """Lines that are in a control of the detector."""
    free: tuple[TextSpan, ...] = ()
    """Lines that lie in no control."""
    fills: Mapping[TextSpan, Piece] = field(default_factory=dict)
    """Free lines that are controls by what is around them."""
    pieces: tuple[Piece, ...] = ()

    elements: tuple[Element, ...] = ()
    within: Mapping[int, str] = field(default_factory=dict)
    """By id, the group or open list that an element belongs to; "" where that has no name."""
    alarms: Mapping[int, tuple[Notice, str]] = field(default_factory=dict)
    """By id, what alarms, and which field it speaks of."""

    @property
    def frame(self) -> Box:
        """The whole picture."""
        return Box(0, 0, self.pixels.shape[1], self.pixels.shape[0])

    @property
    def popups(self) -> tuple[Window, ...]:
        """The windows that are open menus, lists and tooltips."""
        return tuple(window for window in self.windows if window.popup)

    @property
    def panes(self) -> tuple[Box, ...]:
        """The boxes of the other windows."""
        return tuple(window.box for window in self.windows if not window.popup)

    @property
    def view(self) -> View:
        """The pixels."""
        return View(self.pixels, self.answers, self.looker)

    @property
    def sight(self) -> Sight:
        """The pixels with text and shapes."""
        return self._sight(self.text)

    @property
    def body_sight(self) -> Sight:
        """The same without titles of windows."""
        return self._sight(self.body)

    def _sight(self, text: tuple[TextSpan, ...]) -> Sight:
        panes = self.panes or (self.frame,)
        return Sight(
            self.pixels,
            self.answers,
            self.looker,
            spans=text,
            shapes=self.shapes,
            line=self.line,
            windows=panes,
        )


HANDED_IN = frozenset(
    {"pixels", "windows", "answers", "reader", "looker", "box_trees", "disabled_trees"}
    | {"text", "detections", "shapes"}
)
"""What is there before the first pass."""
_VIEW = frozenset({"pixels", "answers", "looker"})
_SIGHT = _VIEW | {"windows", "shapes", "line"}
DERIVED: Mapping[str, frozenset[str]] = {
    "frame": frozenset({"pixels"}),
    "popups": frozenset({"windows"}),
    "panes": frozenset({"windows"}),
    "view": _VIEW,
    "sight": _SIGHT | {"text"},
    "body_sight": _SIGHT | {"body"},
}
"""What is worked out anew for each pass, and the fields that it is made of."""
