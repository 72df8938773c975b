"""Frames to look into: the screen now, or a step of a stored run; read again with other thresholds.

What is worked out here takes seconds, so one call at a time does it and others wait.
"""

from __future__ import annotations

import io
import json
import threading
import time
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from agent.diagnostics.preflight import require_display
from agent.errors import AgentError
from agent.perception.icon_names import corrections, namer, stop_describing
from agent.perception.perceiver import detector_with, make_perceiver, reader
from agent.perception.settings import seeing
from agent.records import archive, run_seen
from agent.records.reader import StoredStep, read_run
from models.files.paths import runs_folder
from models.runtime.llm import Piece
from vision.capture.screen import MssScreen, Screenshot
from vision.capture.windows import Window, list_windows
from vision.core.elements import Element, ElementMap, one_line
from vision.core.geometry import iou
from vision.core.trace import Trace, tracing
from vision.explain import explain
from vision.icons.namer import correct
from vision.perceiver import Engines, Perceiver

CONFIDENCE, OVERLAP = 0.25, 0.55
"""The usual thresholds of our own detector: vision.detection.onnx_detector, and
vision.controls.kinds_and_names."""
_SAME = 0.5


@dataclass(frozen=True, slots=True)
class Look:
    """One frame: what it is in words, its elements, how they came about (None for a stored frame,
    whose trace is not kept), and what a model was asked and said about it; `pieces` are the reply
    as it came."""

    what: str
    map: ElementMap
    trace: Trace | None = None
    prompt: str = ""
    grammar: str = ""
    reply: str = ""
    pieces: tuple[Piece, ...] = ()


class Looks:
    """Gives looks. `busy` says whether a run goes on: then the screen is left to it."""

    def __init__(self, busy: Callable[[], bool]) -> None:
        self._busy = busy
        self._lock = threading.Lock()

    def now(self) -> Look:
        """The screen as it is, read now.

        Raises:
            AgentError: a run goes on, or there is no display.
            ScreenError, ModelError, ValueError: it cannot be read.
        """
        if self._busy():
            raise AgentError("A run is in progress.", "Look at its steps when it has ended.")
        require_display()
        screen = MssScreen()
        try:
            windows, shot = list_windows(), screen.grab()
        finally:
            screen.close()
        chosen = seeing()
        eyes = make_perceiver(chosen.ocr, chosen.detector, language=chosen.ocr_language)
        return self._read(shot, windows, eyes, "The screen")

    def again(self, look: Look, confidence: float, overlap: float) -> Look:
        """The same frame with other thresholds of the detector in use: the least score of a box,
        and by how much two may overlap; each 0 to 1.

        Raises:
            ModelError: the detector is not here.
        """
        chosen = seeing()
        detector = detector_with(chosen.detector, confidence, overlap)
        perceiver = Perceiver(Engines(reader(chosen.ocr, chosen.ocr_language), detector, namer()))
        what = f"The same frame, minimum score {confidence:g}, maximum overlap {overlap:g},"
        fresh = self._read(look.map.screenshot, look.map.windows, perceiver, what)
        return replace(
            fresh, prompt=look.prompt, grammar=look.grammar, reply=look.reply, pieces=look.pieces
        )

    def _read(
        self, shot: Screenshot, windows: Sequence[Window], perceiver: Perceiver, what: str
    ) -> Look:
        with self._lock, tracing() as trace:
            began = time.perf_counter()
            seen = perceiver.perceive(shot, tuple(windows))
            stop_describing()
        seconds = time.perf_counter() - began
        count = len(seen.elements)
        return Look(f"{what} read in {seconds:.1f} s: {count} elements", seen, trace)

    def why(self, look: Look, number: int) -> str:
        """Which parts saw an element, with what score, and what was dropped or joined. A stored
        frame is read again for that.

        Raises:
            UnknownElement: there is no such element.
        """
        element = look.map.by_id(number)
        origin = look.map.screenshot.origin
        if look.trace is not None:
            return explain(element, look.trace, origin)
        chosen = seeing()
        perceiver = make_perceiver(chosen.ocr, chosen.detector, language=chosen.ocr_language)
        fresh = self._read(look.map.screenshot, look.map.windows, perceiver, "")
        assert fresh.trace is not None
        found = _same(element, fresh.map.elements)
        if found is None:
            return "Read again from the picture alone, nothing is found in this place."
        told = explain(replace(found, id=number), fresh.trace, origin)
        return f"Read again from the picture alone, without its windows:\n{told}"


def stored_steps(name: str) -> list[int]:
    """The numbers of a stored run's steps that have a picture; [] when it is not there."""
    return [step.number for step in _steps(name) if step.picture is not None]


def stored(name: str, number: int) -> Look:
    """What step `number` of the stored run `name` saw.

    Raises:
        AgentError: there is no such run or step.
        ScreenError: its picture is damaged.
    """
    folder = archive.folder_of(runs_folder(), name)
    step = next((step for step in _steps(name) if step.number == number), None)
    if folder is None or step is None:
        raise AgentError("This step no longer exists.", "Choose another one.")
    seen = run_seen.seen(folder, step)
    what = f"Step {number}: {one_line(step.description)}; {len(seen.elements)} elements"
    return Look(what, seen, None, step.prompt, step.grammar, step.reply, step.pieces)


def rename(look: Look, number: int, name: str) -> str:
    """Keep the person's name for an icon of a look, "" to forget it; what was done, in words.

    Raises:
        UnknownElement, ValueError: it is nothing that is named by its picture.
        CorrectionsError: the names cannot be kept.
    """
    before = correct(look.map, number, name, corrections())
    if name.strip():
        return f"It will be called “{one_line(name)}” when the screen is read next."
    return f"Its name “{before}” was removed." if before else "You had not named it."


def bundle(look: Look) -> bytes:
    """The frame as a test case, a ZIP file: picture.png, map.json, and what the model was asked and
    said."""
    from PIL import Image

    picture = io.BytesIO()
    Image.fromarray(look.map.screenshot.pixels).save(picture, "PNG")
    elements = {"elements": [element.as_plain() for element in look.map.elements]}
    files = {
        "map.json": json.dumps(elements, ensure_ascii=False, indent=1),
        "prompt.txt": look.prompt,
        "grammar.gbnf": look.grammar,
        "reply.txt": look.reply,
    }
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archived:
        archived.writestr("picture.png", picture.getvalue())
        for name, text in files.items():
            if text:
                archived.writestr(name, text)
    return target.getvalue()


def _steps(name: str) -> Sequence[StoredStep]:
    folder: Path | None = archive.folder_of(runs_folder(), name)
    return read_run(folder).steps if folder is not None else ()


def _same(element: Element, others: Sequence[Element]) -> Element | None:
    near = max(others, key=lambda other: iou(other.box, element.box), default=None)
    return near if near is not None and iou(near.box, element.box) >= _SAME else None
