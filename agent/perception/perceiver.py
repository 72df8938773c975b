"""The eyes of a run: a Perceiver with the recogniser and detector of this machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from pathlib import Path

from agent.perception import icon_names
from agent.perception.ocr_languages import USUAL, model_of, weights_of
from agent.perception.settings import DetectorName
from models.catalogue import extras
from models.catalogue.catalogue import spec
from models.files import store
from models.runtime.errors import ModelError
from vision.detection.box_scoring import FAINTEST, own_trees
from vision.detection.closer_kinds import WithCloserKinds
from vision.detection.detector import ElementDetector
from vision.detection.roi_classifier import own_looker
from vision.ocr.engine import TextRecognizer
from vision.parallel import half
from vision.perceiver import Engines, Perceiver
from vision.states import disabled

# Here our own weights lie, with their card beside them as controls.json.
_OWN = Path("weights", "controls.onnx")
_AGAIN = "Reinstall Deskhand."
_ANEW = "Reinstall Deskhand, or use --detector omniparser."
_EXTRA = "omniparser"  # what runs each detector that is not our own
_loaded_engines: set[str] = set()


def make_perceiver(
    ocr: str = "rapid",
    detector: DetectorName = "controls",
    patience: float = icon_names.PATIENCE,
    language: str = USUAL,
    without: frozenset[str] = frozenset(),
) -> Perceiver:
    """A perceiver for one screen. The engines are loaded once for the whole process (2 to 4 s).

    Where a detector was asked for that is not our own, and it or its weights are not here, it goes
    on with text and shapes; see `missing_detector`. A frame waits at most `patience`
    seconds for icons to be described, where a model for that is there. Passes `without` are left
    out; see vision.pipeline.phases.

    Raises:
        ValueError: an unknown `ocr`, or a pass that cannot be left out.
        ModelError: our own detector, or what tells states, has no usable weights, those of the
            language are not here, or EasyOCR was asked for and is not installed.
    """
    with _usable(_AGAIN):
        own_looker()
        disabled.own_trees()
    chosen, trees = None, None
    if detector == "controls":
        with _usable(_ANEW):
            chosen, trees = _own_loaded(_own_path()), own_trees()
    else:
        chosen = _detector(detector)
    engines = Engines(reader(ocr, language), chosen, icon_names.namer(patience), trees)
    return Perceiver(engines, without)


def detector_with(name: DetectorName, confidence: float, overlap: float) -> ElementDetector:
    """A detector with thresholds of one's own: the least score of a box, and by how much two may
    overlap; each 0 to 1. Loaded anew.

    Raises:
        ModelError: it is not here, or cannot be used.
    """
    if name != "controls":
        from vision.detection.detector import YoloDetector

        with extras.using(_EXTRA):
            path = store.weights_path(store.DETECTORS[name])
            found = YoloDetector(path, confidence=confidence, overlap=overlap)
        return WithCloserKinds(found, own_looker())
    with _usable(_ANEW):
        return _own(_own_path(), confidence=confidence, overlap=overlap)


def reader(ocr: str = "rapid", language: str = USUAL) -> TextRecognizer:
    """What reads text, loaded once for the whole process. Raises as make_perceiver does."""
    try:
        return _recognizer(ocr, weights_of(language, ocr))
    except ValueError as problem:
        if language == USUAL:
            raise
        raise ModelError(
            str(problem), f"Download it again: deskhand models get {model_of(language)}"
        ) from problem


def ready(ocr: str) -> bool:
    """Whether this engine that reads text was loaded in this process."""
    return ocr in _loaded_engines


def missing_detector(detector: DetectorName = "controls") -> str:
    """Why there is no detector and how to get it, in a sentence; "" when it is there. (Without our
    own, `make_perceiver` says so itself.)"""
    if detector == "controls":
        return ""
    problems = [extras.problem(_EXTRA)]
    try:
        store.weights_path(store.DETECTORS[detector])
    except ModelError as error:
        problems.append(f"{error}.")
    said = " ".join(filter(None, problems))
    return f"{said} Until then Deskhand recognises only text and shapes." if said else ""


def own_weights() -> Path:
    """Where the weights of our own detector lie, or would lie."""
    import vision

    return Path(vision.__path__[0]) / _OWN


@cache
def _recognizer(ocr: str, weights: Path | None) -> TextRecognizer:
    from vision.ocr.engine import recognizer

    with extras.using("easyocr") if ocr == "easy" else nullcontext():
        found = recognizer(ocr, weights)
    _loaded_engines.add(ocr)
    return found


def _detector(name: DetectorName) -> ElementDetector | None:
    # Not remembered when missing: the weights may be fetched while the panel is open.
    if missing_detector(name):
        return None
    return _loaded(store.weights_file(spec(store.DETECTORS[name])))


@cache
def _loaded(path: Path) -> ElementDetector:
    from vision.detection.detector import YoloDetector

    with extras.using(_EXTRA):
        return WithCloserKinds(YoloDetector(path), own_looker())


def _own_path() -> Path:
    path = own_weights()
    if not path.is_file():
        raise ModelError(f"The weights of Deskhand's own detector are missing: {path}.", _ANEW)
    return path


@contextmanager
def _usable(hint: str) -> Iterator[None]:
    """Weights of our own that cannot be used are told with a hint."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise ModelError(str(error), hint) from error


@cache
def _own_loaded(path: Path) -> ElementDetector:
    return _own(path, confidence=FAINTEST)


def _own(path: Path, *, confidence: float, overlap: float = 1.0) -> ElementDetector:
    from vision.detection.onnx_detector import OnnxYoloDetector

    # It looks while text is read.
    return OnnxYoloDetector(path, confidence=confidence, overlap=overlap, threads=half())
