"""All passes, in order: the only place that says in which order seeing is done.

Text is repaired, candidates are chosen, pieces are assembled from them, and elements get their
states and their structure. That every pass reads only what was written before is checked here, when
this is imported.
"""

from __future__ import annotations

from collections.abc import Iterator

from vision.pipeline.assembly import ASSEMBLY
from vision.pipeline.candidates import CANDIDATES
from vision.pipeline.runner import Pass, run, written_by
from vision.pipeline.scene import HANDED_IN, Scene
from vision.pipeline.states import STATES, STRUCTURE
from vision.pipeline.text import READING, TEXT

PHASES = (READING, TEXT, CANDIDATES, ASSEMBLY, STATES, STRUCTURE)
"""In the order in which they run."""


def _check() -> None:
    """Raises ValueError where a pass reads what no earlier one has written."""
    written_by([one for phase in PHASES for one in phase.passes], HANDED_IN)


_check()


def passes() -> dict[str, Pass]:
    """All passes by their names."""
    return {one.name: one for phase in PHASES for one in phase.passes}


def required(names: frozenset[str]) -> None:
    """Check that these passes can be left out.

    Raises:
        ValueError: one is not known, or others cannot do without it.
    """
    known = passes()
    for name in sorted(names):
        if name not in known:
            raise ValueError(f"There is no pass {name}.")
        if known[name].needed:
            raise ValueError(f"The pass {name} cannot be left out: others need what it makes.")


def assembled(scene: Scene, without: frozenset[str] = frozenset()) -> Scene:
    """The scene with its elements, from repaired text."""
    for phase in (CANDIDATES, ASSEMBLY):
        scene = run(phase.passes, scene, without)
    return scene


def described(scene: Scene, without: frozenset[str] = frozenset()) -> Scene:
    """The scene, its elements with their states and structure."""
    for phase in (STATES, STRUCTURE):
        scene = run(phase.passes, scene, without)
    return scene


def listed() -> Iterator[str]:
    """All passes in words, by phases, a line each."""
    for phase in PHASES:
        yield f"{phase.name}:"
        for one in phase.passes:
            yield f"  {one.name}: {one.about}"
