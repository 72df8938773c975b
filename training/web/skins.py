"""A skin draws every part of a page as HTML."""

from __future__ import annotations

from training.web.skin import Structure
from training.web.skin_controls import Controls
from training.web.skin_lists import Lists


class Skin(Structure, Controls, Lists):
    """All parts in plain HTML, with the class names of a style sheet."""
