"""Which skill and which control a part of a task means: a score for each, the highest first choice.

Scores of skills are cosines of sentence vectors; those of controls are cosines and what two
matrices say of the vectors, which training/likeness learnt from wishes. They rank the choices of
one part of a task; they are no probabilities, and scores of different parts of a task cannot be
compared.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from models.meaning.encoder import Encoder, Vectors

# A name of two to five letters after the dot, as in report.txt. Web addresses look the same.
_DOTTED = re.compile(
    r"(?<![\w@./:-])[\w+-]+(?:\.[\w+-]+)*\.(?P<ending>[a-z][a-z0-9]{1,4}|[A-Z][A-Z0-9]{1,4}|7z)"
    r"(?![\w@/:-]|\.\w)"
)
_WEB = frozenset({"com", "org", "net", "edu", "gov", "info"})
# Files whose ending has two letters. All other endings of two letters are countries.
_SHORT_FILES = frozenset({"py", "sh", "md", "js", "gz", "xz", "7z", "ps", "db"})
# B4, B2:B9; F1 to F12 are keys.
_CELL = r"(?!F(?:[1-9]|1[0-2])\b)[A-Z]{1,2}[1-9]\d{0,4}"
_CELLS = re.compile(rf"(?<![\w=]){_CELL}(?P<range>:{_CELL})?(?!\w)")
MATRICES = Path(__file__).parent / "controls.npz"


def generalised(part: str) -> str:
    """A part of a task with "the file" for the name of a file and "the cell" for the address of
    a cell. Whatever they are called, the same is to be done."""
    return _CELLS.sub(_cells, _DOTTED.sub(_file, part))


def skill_scores(encoder: Encoder, part: str, skills: Sequence[Sequence[str]]) -> list[float]:
    """How well a part of a task fits each skill. A skill is one or more short texts: what it does,
    and other ways in which people say that. The mean of the two texts that fit best counts."""
    texts = [text for skill in skills for text in skill]
    cosines = iter(encoder.similarity(generalised(part), texts))
    each = [sorted((next(cosines) for _ in skill), reverse=True) for skill in skills]
    return [float(np.mean(best[:2])) for best in each]


def control_scores(encoder: Encoder, part: str, names: Sequence[str]) -> list[float]:
    """How well a part of a task fits each control of a window, by its name: about -0.5 to 1.5. The
    names are made requests: the encoder places a sentence better than two words. A control that
    the part names word for word gains."""
    vectors = encoder.embed([part, *map(request, names)])
    wish, shown = vectors[0], vectors[1:]
    known = learnt()
    # Not by BLAS: its threads wait for one another, seconds where all cores are at work.
    turned = np.einsum("jk,k->j", known.name, np.einsum("j,jk->k", wish, known.wish))
    both = np.einsum("ij,j->i", shown, known.cosine * wish + turned)
    said = np.array([stands_in(name, part) for name in names])
    return [float(score) / known.cosine for score in both + known.named * said]


@dataclass(frozen=True, slots=True)
class Learnt:
    """Matrices of shape (numbers of a vector, directions) for the vectors of wishes and names; what
    a cosine counts beside them, and a name that stands in the wish."""

    wish: Vectors
    name: Vectors
    cosine: float
    named: float


@functools.cache
def learnt() -> Learnt:
    """What training/likeness learnt."""
    with np.load(MATRICES) as file:
        cosine, named = (float(count) for count in file["counts"])
        wish, name = (file[half].astype(np.float32) for half in ("wish", "name"))
        return Learnt(wish, name, cosine, named)


def _file(match: re.Match[str]) -> str:
    ending = match["ending"].lower()
    web = ending in _WEB or (len(ending) == 2 and ending not in _SHORT_FILES)
    return match[0] if web or match[0].lower().startswith("www.") else "the file"


def _cells(match: re.Match[str]) -> str:
    return "the cells" if match["range"] else "the cell"


def request(name: str) -> str:
    """Save as → Please save as. An abbreviation keeps its capitals: PDF → Please PDF."""
    return f"Please {name if name[1:2].isupper() else name[:1].lower() + name[1:]}"


def stands_in(name: str, part: str) -> bool:
    words = re.escape(name.lower().strip())
    return bool(words) and re.search(rf"(?<!\w){words}(?!\w)", part.lower()) is not None
