"""Whether a model of pictures really sees: it is shown a red square and a word, once.

A model whose projector does not belong to it, or whose file is damaged in a way that no hash knows,
talks on as if it saw something. What came out is kept, so the question is asked once only.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from models.files.paths import data_folder
from models.runtime.errors import ModelError

if TYPE_CHECKING:  # Commands that only list models need no numpy.
    import numpy as np
    from numpy.typing import NDArray

    Picture = NDArray[np.uint8]

WORD = "QUARTZ"
_SIDE = 336
_SQUARE = "Which shape is this, and which colour has it? Answer in one short sentence."
_READ = "Which word is written in this picture? Answer with that word only."
_SHAPES = re.compile(r"\b(square|rectangle|box|cube|block)", re.IGNORECASE)
_TOKENS = 32


class Teller(Protocol):
    """A model that is shown pictures; `vision.icons.vlm_describer.PictureModel` is one too."""

    def tell(
        self,
        pictures: Sequence[Picture],
        prompt: str,
        *,
        grammar: str | None = None,
        max_tokens: int = 64,
        stop: threading.Event | None = None,
    ) -> str | None: ...


@dataclass(frozen=True, slots=True)
class Sight:
    """What a model said of the red square and of the word."""

    square: str
    word: str

    @property
    def sees(self) -> bool:
        return (
            "red" in re.findall(r"[a-z]+", self.square.lower())
            and bool(_SHAPES.search(self.square))
            and WORD in re.sub(r"[^A-Z]", "", self.word.upper())
        )


def tested(model: Teller) -> Sight:
    """Show the model both pictures; some seconds on a CPU."""
    square = model.tell([red_square()], _SQUARE, max_tokens=_TOKENS)
    word = model.tell([written_word()], _READ, max_tokens=_TOKENS)
    return Sight(square or "", word or "")


def require(model_id: str, files: Sequence[Path], model: Teller) -> None:
    """Test a loaded model unless these very files were tested before.

    Raises:
        ModelError: it is blind. That is kept: `is_blind` says so from now on.
    """
    found = _known(model_id, files)
    if found is None:
        found = tested(model)
        _keep(model_id, files, found)
    if not found.sees:
        raise ModelError(
            f"{model_id} does not see images, so Deskhand does not use it. For a red square it"
            f" answered {found.square[:60]!r}, for the word {WORD} {found.word[:60]!r}.",
            "Its projector may belong to another model. Download both again with: deskhand models"
            f" repair {model_id}; or remove the model.",
        )


def is_blind(model_id: str, files: Sequence[Path]) -> bool:
    """Whether these very files were tested, and the model did not see."""
    found = _known(model_id, files)
    return found is not None and not found.sees


def red_square() -> Picture:
    import numpy as np

    picture = np.full((_SIDE, _SIDE, 3), 255, np.uint8)
    edge = _SIDE // 4
    picture[edge:-edge, edge:-edge] = (220, 20, 30)
    return picture


def written_word() -> Picture:
    import numpy as np
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("RGB", (_SIDE, _SIDE), "white")
    font = ImageFont.load_default(size=64)
    middle = (_SIDE / 2, _SIDE / 2)
    ImageDraw.Draw(image).text(middle, WORD, fill="black", font=font, anchor="mm")
    return np.asarray(image)


def _path(model_id: str) -> Path:
    return data_folder() / "sight" / f"{model_id}.json"


def _known(model_id: str, files: Sequence[Path]) -> Sight | None:
    """What is kept of these files; None when nothing is, or they were changed since."""
    try:
        kept = json.loads(_path(model_id).read_text("utf-8"))
        if kept["files"] == _identity(files):
            return Sight(str(kept["square"]), str(kept["word"]))
    except (FileNotFoundError, NotADirectoryError, ValueError, KeyError, TypeError):
        pass  # Nothing usable is kept: the model is tested again.
    return None


def _keep(model_id: str, files: Sequence[Path], found: Sight) -> None:
    path = _path(model_id)
    path.parent.mkdir(parents=True, exist_ok=True)
    kept = {"files": _identity(files), "square": found.square, "word": found.word}
    path.write_text(json.dumps(kept, ensure_ascii=False), "utf-8")


def _identity(files: Sequence[Path]) -> list[list[int]]:
    return [[file.stat().st_size, file.stat().st_mtime_ns] for file in files]
