"""What a run leaves behind: steps as values, and the run folder on disk."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from agent.actions import Action
from models.runtime.llm import Piece
from vision.core.elements import ElementMap

EffectKind = Literal["confirmed", "changed elsewhere", "no visible change", "failed", "not allowed"]
By = Literal["model", "skill", "routine", "person"]
"""Who chose an action: the model, a skill that the model chose, a routine that the person started,
or the person."""
OutcomeKind = Literal["done", "unsure", "failed", "stopped", "step limit", "error"]


WAITED = "waited"
"""The evidence of a wait."""
CHANGED = "changed after it was chosen."
"""How the evidence ends where something looked otherwise just before it was to be used."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What an action did to the screen, with the evidence in plain words."""

    kind: EffectKind
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One action: what was seen, what was decided and why, what came of it.

    `timings` are seconds by stage: grab, ocr, detect, merge, captions, prompt, generate, act,
    settle.
    `grammar` is what the reply had to fit (GBNF), '' when the model was not asked; `pieces` are the
    reply as it came, or nothing. `by` says who chose it, or that the person did it themselves.
    `target` is the plain name of the element acted on, `description` the action in plain words.
    """

    number: int
    map: ElementMap
    prompt: str
    reply: str
    action: Action
    description: str
    reason: str
    effect: Effect
    timings: dict[str, float] = field(default_factory=dict)
    prompt_tokens: int = 0
    cached_tokens: int = 0
    new_tokens: int = 0
    grammar: str = ""
    pieces: tuple[Piece, ...] = ()
    by: By = "model"


@dataclass(frozen=True, slots=True)
class Outcome:
    kind: OutcomeKind
    message: str = ""
