"""`python -m training.tk --out FOLDER --count N --seed S`: samples of made windows of Tk."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from random import Random

from agent.desktop.virtual_desktop import Desktop, start
from agent.diagnostics import offline
from benchmarks.apps.base import episode
from benchmarks.episodes.programs import variables
from training.apps import ink
from training.apps.frames import Frame, frames
from training.apps.labelling import kinds_of
from training.apps.looks import dress, look
from training.apps.scene import UnrestError, rest
from training.apps.titles import drawn_title
from training.labels import Label, Sample, add, samples
from vision.capture.screen import MssScreen, Pixels, save_png
from vision.core.geometry import Box

FAMILY = "app/tk"
_EACH = 12  # windows of one desktop
_SCREENS = ((1024, 768), (1280, 800), (1366, 768), (1600, 900))
_PATIENCE = 20.0  # seconds until a window must tell its labels


def main() -> None:
    """The command line; runs of the same folder and seed continue where they ended."""
    offline.apply()
    parser = argparse.ArgumentParser(prog="python -m training.tk", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="where the samples go")
    parser.add_argument("--count", type=int, default=100, help="windows in all")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    os.environ.pop("DISPLAY", None)
    for first in range(0, given.count, _EACH):
        numbers = range(first, min(first + _EACH, given.count))
        left = [n for n in numbers if not (given.out / _picture(given.seed, n)).exists()]
        if left:
            made = _desktop(given.out, given.seed, left)
            print(f"{numbers.stop}/{given.count}: {made} of {len(left)} windows", flush=True)
    counts = kinds_of([label for sample in samples(given.out) for label in sample.labels])
    for kind, number in counts.most_common():
        print(f"  {number:6d} {kind}")


def _picture(seed: int, number: int) -> str:
    return f"tk-{seed}-{number:05d}.png"


def _desktop(folder: Path, seed: int, numbers: list[int]) -> int:
    """Make windows on one desktop; returns how many samples they gave."""
    key = f"tk {seed} {numbers[0]}"
    appearance = replace(look(key), screen=Random(key).choice(_SCREENS), scale=1.0)
    made = 0
    with start(appearance.screen) as desktop:
        desktop.activate_environment()
        dress(desktop, appearance)
        with episode(desktop):
            for number in numbers:
                sample = shoot(desktop, f"{seed} {number}", folder / _picture(seed, number))
                if sample is not None:
                    add(folder, sample)
                    made += 1
    return made


def shoot(desktop: Desktop, seed: str, picture: Path) -> Sample | None:
    """The picture and the labels of the made window of a seed; None when it does not come to rest,
    or a mark of it cannot be found.

    Raises:
        TimeoutError: the window does not tell its labels.
    """
    screen = MssScreen(desktop.display)
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "labels.json"
        argv = [sys.executable, "-m", "training.tk.window", seed, str(file)]
        process = subprocess.Popen(argv, env=variables(desktop))
        try:
            end = time.monotonic() + _PATIENCE
            while not file.exists():
                if time.monotonic() > end or process.poll() is not None:
                    raise TimeoutError(f"the window of seed {seed} did not tell its labels")
                time.sleep(0.05)
            told = json.loads(file.read_text(encoding="utf-8"))
            try:
                pixels = rest(screen)
            except UnrestError:
                return None
            there = [f for f in frames(desktop.display) if f.window.title == told["title"]]
        finally:
            process.kill()
            process.wait()
    labels = _found([Label(**{**one, "box": Box(*one["box"])}) for one in told["labels"]], pixels)
    if labels is None:
        return None
    labels += [label for frame in there[:1] for label in _frame_labels(frame, pixels)]
    save_png(pixels, picture)
    height, width = pixels.shape[:2]
    return Sample(picture.name, FAMILY, width, height, 1.0, tuple(labels), complete=False)


def _found(labels: list[Label], pixels: Pixels) -> list[Label] | None:
    """The labels with the boxes of marks instead of those of marks and texts."""
    found = []
    for label in labels:
        if label.kind in ("checkbox", "radio"):
            mark = ink.tick(pixels, label.box, 1.0)
            if mark is None:
                return None
            label = replace(label, box=mark)
        found.append(label)
    return found


def _frame_labels(frame: Frame, pixels: Pixels) -> list[Label]:
    labels = [Label("icon", box, name) for name, box in frame.buttons]
    title = drawn_title(pixels, frame)
    if title is not None:
        labels.append(Label("window title", title, frame.window.title, frame.window.title))
    return labels


if __name__ == "__main__":
    main()
