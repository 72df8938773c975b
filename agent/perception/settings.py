"""What the person set about seeing, in settings.toml: what reads text, what finds controls, and
whether notes on applications are kept and given to the model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, cast, get_args

from agent.errors import of_models
from agent.perception.ocr_languages import LANGUAGES, USUAL
from models.files.settings_file import used
from vision.ocr.engine import RECOGNIZERS

DetectorName = Literal["controls", "omniparser"]
"""Our own, which says what each box is; or OmniParser's, which finds boxes without kinds."""


@dataclass(frozen=True, slots=True)
class Seeing:
    """The fields are called as in the file. `ocr` is a name of vision.ocr.engine, `ocr_language`
    one of agent.perception.ocr_languages."""

    ocr: str = "rapid"
    detector: DetectorName = "controls"
    keep_notes: bool = True
    give_notes: bool = False
    give_manuals: bool = False
    ocr_language: str = USUAL


_SWITCHES = ("keep_notes", "give_notes", "give_manuals")
KEYS = tuple(each.name for each in fields(Seeing))


def seeing() -> Seeing:
    """The settings now.

    Raises:
        AgentError: they cannot be read, or a value makes no sense.
    """
    with of_models():
        return used(seeing_of)


def seeing_of(found: Mapping[str, Any]) -> Seeing:
    """What a file of settings says. Raises ValueError with a sentence."""
    usual = Seeing()
    ocr, detector = found.get("ocr", usual.ocr), found.get("detector", usual.detector)
    if not isinstance(ocr, str) or ocr not in RECOGNIZERS:
        raise ValueError(f"ocr must be one of {', '.join(RECOGNIZERS)}, not {ocr!r}")
    language = found.get("ocr_language", usual.ocr_language)
    if not isinstance(language, str) or language not in LANGUAGES:
        raise ValueError(f"ocr_language must be one of {', '.join(LANGUAGES)}, not {language!r}")
    if detector not in get_args(DetectorName):
        known = ", ".join(get_args(DetectorName))
        raise ValueError(f"detector must be one of {known}, not {detector!r}")
    switches = {key: found.get(key, getattr(usual, key)) for key in _SWITCHES}
    for key, on in switches.items():
        if not isinstance(on, bool):
            raise ValueError(f"{key} must be true or false")
    return Seeing(ocr, cast(DetectorName, detector), ocr_language=language, **switches)
