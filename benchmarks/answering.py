"""Standard output of a process that is asked by another one."""

from __future__ import annotations

import os
from typing import TextIO


def own_output() -> TextIO:
    """Standard output for answers alone: what libraries print goes to standard error from now."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return answers
