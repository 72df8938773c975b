"""Decisions on pages that other authors wrote, seen by the product itself: recorded once while
scripts did their tasks in a browser (training.recording), played through in every wording.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from benchmarks.decide.format import Act, screen_from_plain
from training.decisions.scenes import Moment, Shot, played
from vision.capture.screen import Screenshot

PAGES = Path(__file__).parent / "pages.jsonl.gz"
UNREAD = Path(__file__).parents[2] / "tests" / "data" / "decisions" / "pages.jsonl.gz"


def moments(page: dict[str, Any], wording: int, chance: Random) -> Iterator[Moment]:
    """The decisions of a page in their order, in one wording. It has a name, its task in several
    wordings, and screens, each with what is right on it, what was done then, and the names of what
    tempts."""
    shots = [_shot(state, number) for number, state in enumerate(page["states"])]
    tempting = frozenset(name for state in page["states"] for name in state["wrong"])
    yield from played(page["tasks"][wording], page["name"], shots, tempting, chance)


def _shot(state: dict[str, Any], number: int) -> Shot:
    map_ = screen_from_plain(state["screen"])
    height, width = map_.screenshot.pixels.shape[:2]
    # Pictures of two sizes are not compared: what came is told by the elements.
    ground = np.broadcast_to(np.uint8(255), (height + number, width, 3))
    right, done = (tuple(map(Act.from_plain, state[name])) for name in ("right", "done"))
    return Shot(replace(map_, screenshot=Screenshot(ground)), right, done)
