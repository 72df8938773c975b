"""Switches between language models many times in one process: does memory or a file leak?

python -m benchmarks.language_models.switching 20 smollm2-135m-q4 gemma-3-270m-q4
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from models.catalogue.profile import CONTEXT
from models.memory import loaded
from models.runtime.llm import Message


@dataclass(frozen=True, slots=True)
class Switching:
    """Bytes of RAM and open files of this process after the first and the last unload, and what
    each model said in each round."""

    first_bytes: int
    last_bytes: int
    first_files: int
    last_files: int
    said: tuple[tuple[str, ...], ...]

    @property
    def growth(self) -> float:
        """How much more memory is held at the end, as a share of that after the first unload."""
        return self.last_bytes / self.first_bytes - 1


def switch(model_ids: Sequence[str], rounds: int, context_tokens: int = CONTEXT) -> Switching:
    """Load each model, ask it, go on to the next; unload at the end of each round. A round before
    the first one is not counted: libraries are loaded in it.

    Raises:
        ModelError: a model cannot be loaded.
    """
    said, held = [], []
    for _ in range(rounds + 1):
        said.append(tuple(_asked(one, context_tokens) for one in model_ids))
        loaded.unload()
        held.append(_held())
    (first_bytes, first_files), (last_bytes, last_files) = held[0], held[-1]
    return Switching(first_bytes, last_bytes, first_files, last_files, tuple(said))


def _asked(model_id: str, context_tokens: int) -> str:
    model = loaded.load(model_id, context_tokens)
    return model.complete([Message("user", "Count to five.")], max_tokens=6).text


def _held() -> tuple[int, int]:
    import psutil

    process = psutil.Process()
    files = process.num_handles() if sys.platform == "win32" else process.num_fds()
    return int(process.memory_info().rss), int(files)


def main() -> None:
    """Print the figures for the rounds and models of the command line."""
    found = switch(sys.argv[2:], int(sys.argv[1]))
    print(
        f"after the first unload {found.first_bytes / 1e6:.0f} MB and {found.first_files} files,"
        f" after the last {found.last_bytes / 1e6:.0f} MB and {found.last_files} files"
        f" ({found.growth:+.1%})"
    )


if __name__ == "__main__":
    main()
