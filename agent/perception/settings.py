"""What the person set about seeing, in settings.toml: what reads text, what finds controls, and
whether notes on applications are kept and given to the model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, get_args

from agent.errors import of_models
from agent.perception.ocr_languages import LANGUAGES, USUAL
from models.files.settings_file import used
from vision.ocr.engine import RECOGNIZERS

DetectorName = Literal["controls", "omniparser", "uitag"]
"""Our own, which says what each box is; or OmniParser's or uitag's, which know none of our
kinds."""


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


# What the fields that are no switches may be.
_CHOICES: Mapping[str, tuple[str, ...]] = {
    "ocr": tuple(RECOGNIZERS),
    "detector": get_args(DetectorName),
    "ocr_language": tuple(LANGUAGES),
}
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
    given = {key: found[key] for key in KEYS if key in found}
    for key, value in given.items():
        known = _CHOICES.get(key)
        if known is None and not isinstance(value, bool):
            raise ValueError(f"{key} must be true or false")
        if known is not None and value not in known:
            raise ValueError(f"{key} must be one of {', '.join(known)}, not {value!r}")
    return Seeing(**given)
