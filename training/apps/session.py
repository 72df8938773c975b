"""A session: a desktop with a look, one or two programs on it, and the samples that it gives."""

from __future__ import annotations

import os
import random
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from agent.desktop.virtual_desktop import Desktop
from benchmarks.apps import atspi
from benchmarks.apps.base import episode
from benchmarks.episodes.programs import variables
from training.apps import documents
from training.apps.checks import check
from training.apps.explore import (
    Explorer,
    Hand,
    close_extra,
    place_window,
    still_there,
    to_front,
)
from training.apps.faces import FaceReader
from training.apps.labelling import Labelled, Labeller
from training.apps.looks import Look, prepare
from training.apps.programs import Program
from training.apps.scene import Scene, UnrestError, differing, read, rest
from training.labels import Sample, add
from vision.capture.screen import MssScreen, Pixels, save_png
from vision.capture.windows import Window, list_windows

_ALIKE = 0.003  # of the pixels: pictures that differ by less are the same
# Pictures in a row that are not kept before one gives up; of programs that show little, by start.
_STALE = {False: 8, True: 2}
# OpenCV points all programs of Qt to its own parts of Qt, with which they do not start.
_OF_OPENCV = ("QT_QPA_PLATFORM_PLUGIN_PATH", "QT_QPA_FONTDIR")
_SECONDS = 25.0  # for each sample that is wanted, at most
_ACTS = 5  # acts for each sample that is wanted, at most


@dataclass(slots=True)
class Yield:
    """What a session gave: samples, and what was dropped, by reason."""

    samples: list[Sample] = field(default_factory=list)
    dropped: Counter[str] = field(default_factory=Counter)


class Session:
    """Programs on a desktop that is up. `folder` takes the samples; their pictures begin with
    `prefix`."""

    def __init__(
        self, desktop: Desktop, look: Look, reader: FaceReader, folder: Path, prefix: str
    ) -> None:
        self._desktop, self._look, self._reader = desktop, look, reader
        self._folder, self._prefix = folder, prefix
        self._screen = MssScreen(desktop.display)
        self._labeller = Labeller(look, reader)
        self._kept: list[Pixels] = []
        self._own: list[Window] = []
        self.given = Yield()

    def run(self, programs: Sequence[Program], count: int, seed: str) -> Yield:
        """Start the programs, the one whose samples are wanted first, and keep up to `count`
        samples of it."""
        chance = random.Random(f"session {seed}")
        for name in _OF_OPENCV:
            os.environ.pop(name, None)
        with episode(self._desktop) as stage:
            settings = prepare(self._look, stage.home)
            papers = documents.make(stage.documents, seed)
            _listen(self._desktop)
            hand = Hand(self._desktop)

            def begin(program: Program) -> None:
                argv = [word.format(**papers) for word in chance.choice(program.starts)]
                window = stage.start(argv, env=settings)
                place_window(self._desktop, window, chance)
                to_front(self._desktop, window)
                if program.keys:
                    hand.keys(*program.keys)
                self._own.append(window)

            for program in reversed(programs):
                begin(program)
            explorer = Explorer(hand, chance, press=programs[0].press)
            self._explore(explorer, programs[0], count, begin)
        return self.given

    def _explore(
        self, explorer: Explorer, program: Program, count: int, begin: Callable[[Program], None]
    ) -> None:
        latest: Labelled | None = None
        end = time.monotonic() + _SECONDS * (count + 1)
        stale = 0  # pictures in a row that were not kept
        for _ in range(_ACTS * count + 2):
            enough = len(self.given.samples) >= count or time.monotonic() > end
            if enough or not still_there(self._desktop, self._own[-1:]):
                return
            before = len(self.given.samples)
            scene = self._look_at()
            if scene is not None:
                latest = self._labeller.label(scene)
                self._keep(scene, latest, program.family)
            stale = 0 if len(self.given.samples) > before else stale + 1
            if stale >= _STALE[program.short]:
                if not program.short:
                    return
                close_extra(self._desktop, self._own[:-2])
                begin(program)
                stale = 0
            elif latest is None:
                close_extra(self._desktop, self._own)
            else:
                self._act(explorer, latest)

    def _act(self, explorer: Explorer, latest: Labelled) -> None:
        windows = list_windows(self._desktop.display)
        popup = any(window.popup and not window.tooltip for window in windows)
        known = {window.handle for window in self._own}
        extra = [w for w in windows if not w.popup and w.handle not in known]
        front = next((w.box for w in windows if w.active), None)
        near = [
            label
            for label in latest.labels
            if popup or front is None or front.contains(label.box.center)
        ]
        done = explorer.act(near, popup=popup, dialog=bool(extra))
        if not done or (done == "closed the dialog" and len(extra) > 1):
            close_extra(self._desktop, self._own)

    def _look_at(self) -> Scene | None:
        """What shows, None when it does not rest or is hardly new."""
        try:
            pixels = rest(self._screen)
            size = pixels.shape[0] * pixels.shape[1]
            if any(differing(pixels, old) < _ALIKE * size for old in self._kept):
                self.given.dropped["sample: like one before"] += 1
                return None
            return read(self._desktop, self._screen)
        except (UnrestError, atspi.NoAccessError) as problem:
            self.given.dropped[f"no picture: {str(problem).splitlines()[0]}"] += 1
            return None

    def _keep(self, scene: Scene, labelled: Labelled, family: str) -> None:
        """Write a sample unless it is wrong."""
        picture = f"{self._prefix}-{len(self.given.samples):03d}.png"
        height, width = scene.pixels.shape[:2]
        sample = Sample(
            picture,
            family,
            width,
            height,
            self._look.scale,
            labelled.labels,
            labelled.words,
            complete=False,
        )
        verdict = check(sample, scene.pixels, self._reader)
        self.given.dropped.update(labelled.dropped)
        self.given.dropped.update(verdict.dropped)
        if verdict.sample is None:
            return
        self._kept.append(scene.pixels)
        save_png(scene.pixels, self._folder / picture)
        add(self._folder, verdict.sample)
        self.given.samples.append(verdict.sample)


def _listen(desktop: Desktop) -> None:
    """Programs of Qt tell their widgets only when somebody is listening as they start."""
    atspi.nodes(desktop)
    words = "gdbus call --session --dest org.a11y.Bus --object-path /org/a11y/bus --method "
    words += "org.freedesktop.DBus.Properties.Set org.a11y.Status IsEnabled <true>"
    subprocess.run(words.split(), check=True, capture_output=True, env=variables(desktop))


Progress = Callable[[str], None]


def tried(session: Session, programs: Sequence[Program], count: int, seed: str) -> str:
    """Run a session; returns what went wrong, "" when nothing did. Samples that were made before
    it went wrong are kept."""
    with suppress(ProcessLookupError):
        try:
            session.run(programs, count, seed)
        except (TimeoutError, OSError, subprocess.SubprocessError) as problem:
            return f"{type(problem).__name__}: {problem}"
    return ""
