"""What the person set about seeing, in settings.toml: what reads text, what finds controls, and
whether notes on applications are kept and given to the model."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast, get_args

from agent.errors import AgentError
from agent.eyes import DetectorName
from agent.ocr_languages import LANGUAGES, USUAL
from models.paths import data_folder
from vision.recognise import RECOGNIZERS


@dataclass(frozen=True, slots=True)
class Seeing:
    """`ocr` is a name of vision.recognise, `ocr_language` one of agent.ocr_languages."""

    ocr: str = "rapid"
    detector: DetectorName = "omniparser"
    keep_notes: bool = True
    give_notes: bool = False
    ocr_language: str = USUAL


def seeing() -> Seeing:
    """The settings now.

    Raises:
        AgentError: they cannot be read, or a value makes no sense.
    """
    path = data_folder() / "settings.toml"
    try:
        found = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
        return seeing_of(found)
    except (OSError, ValueError) as error:
        raise AgentError(
            f"The settings in {path} cannot be read: {str(error).rstrip('.')}.",
            "Correct or delete that file.",
        ) from error


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
    keep, give = (found.get(key, getattr(usual, key)) for key in ("keep_notes", "give_notes"))
    if not isinstance(keep, bool) or not isinstance(give, bool):
        raise ValueError("keep_notes and give_notes must be true or false")
    return Seeing(ocr, cast(DetectorName, detector), keep, give, language)
