"""The languages in which text can be read, and the model of the catalogue that each one needs."""

from __future__ import annotations

from pathlib import Path

from models.files import store
from models.runtime.errors import ModelError

USUAL = "usual"
LANGUAGES: dict[str, str] = {
    USUAL: "Latin scripts, Chinese, Japanese",
    "korean": "Korean",
    "cyrillic": "Cyrillic scripts",
    "eslav": "Russian, Ukrainian, Belarusian",
    "greek": "Greek",
    "thai": "Thai",
    "devanagari": "Hindi, Marathi, Nepali",
    "tamil": "Tamil",
    "telugu": "Telugu",
}


def model_of(language: str) -> str:
    """The id of the model that reads a language which is not among the usual ones."""
    return f"rapidocr-{language}"


def weights_of(language: str, engine: str) -> Path | None:
    """The file for a language; None for the usual ones, which come with the engine.

    Raises:
        ModelError: it is not here, or the engine cannot read the language.
    """
    if language == USUAL:
        return None
    if engine != "rapid":
        raise ModelError(
            f"In Deskhand EasyOCR reads only English, not {LANGUAGES[language]}.",
            "Choose RapidOCR instead: deskhand settings set ocr rapid",
        )
    return store.weights_path(model_of(language))
