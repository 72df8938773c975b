"""Loads Gradio without work that would delay the start of the panel by more than a second and that
the panel does not need."""

from __future__ import annotations

import gc
import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


def load_gradio() -> None:
    """Import gradio. Each import of it writes type stubs for all its components, for authors of
    components; it leaves out a class whose source file cannot be found."""
    found = inspect.getfile

    def getfile(thing: Any) -> str:
        if isinstance(thing, type) and thing.__module__.startswith("gradio."):
            raise OSError("no stubs are wanted")
        return found(thing)

    inspect.getfile = getfile  # type: ignore[assignment]
    try:
        import gradio  # noqa: F401
    finally:
        inspect.getfile = found


@contextmanager
def starting() -> Iterator[None]:
    """Around the start: what is made there stays, so looking for garbage in it finds none."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
