"""`python -m training.apps --out FOLDER --programs a,b|train|held-out --count N --seed S`."""

from __future__ import annotations

import argparse
import os
import random
import time
from collections import Counter
from pathlib import Path

from agent.desktop.virtual_desktop import start
from agent.diagnostics import offline
from training.apps.faces import FaceReader
from training.apps.labelling import kinds_of
from training.apps.looks import dress, look
from training.apps.programs import HELD_OUT, TRAIN, Program, chosen
from training.apps.session import Session, tried
from training.labels import samples
from vision.ocr.engine import recognizer

_EACH = 6  # samples of a session
_SECOND = 0.3  # of the sessions have another window behind


def main() -> None:
    """The command line; runs of the same folder and seed continue where they ended."""
    offline.apply()
    parser = argparse.ArgumentParser(prog="python -m training.apps", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="where the samples go")
    parser.add_argument("--programs", default=TRAIN, help=f"names, {TRAIN} or {HELD_OUT}")
    parser.add_argument("--count", type=int, default=100, help="samples in all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--each", type=int, default=_EACH, help="samples of one session")
    parser.add_argument("--minutes", type=float, default=0, help="stop after this time; 0: never")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    programs = _installed(chosen(given.programs))
    if not programs:
        raise SystemExit("None of these programs is installed.")
    os.environ.pop("DISPLAY", None)
    make(given.out, programs, given.count, given.seed, given.each, given.minutes)


def _installed(programs: list[Program]) -> list[Program]:
    for one in programs:
        if not one.installed():
            print(f"{one.name} is not installed and left out; its package is {one.package}")
    return [one for one in programs if one.installed()]


def make(
    folder: Path, programs: list[Program], count: int, seed: int, each: int, minutes: float = 0
) -> None:
    """Make samples in turn of all programs until there are `count`; prints how it goes."""
    reader = FaceReader(recognizer())
    done = folder / f"sessions-{seed}.txt"
    finished = done.read_text(encoding="utf-8").split("\n") if done.exists() else []
    there = len(list(samples(folder))) if (folder / "samples.jsonl").exists() else 0
    dropped: Counter[str] = Counter()
    begun, number, idle = time.monotonic(), len([x for x in finished if x]), 0
    while there < count and idle < 3 * len(programs):
        if minutes and time.monotonic() - begun > 60 * minutes:
            break
        got, lost, problem = _session(
            folder, programs, number, seed, min(each, count - there), reader
        )
        there, idle = there + got, 0 if got else idle + 1
        dropped.update(lost)
        with done.open("a", encoding="utf-8") as file:
            file.write(f"{number} {got}\n")
        name = programs[number % len(programs)].name
        said = f"; {problem}" if problem else ""
        print(
            f"{there}/{count} after {time.monotonic() - begun:.0f} s: {name} {got}{said}",
            flush=True,
        )
        number += 1
    _report(folder, dropped)


def _session(
    folder: Path, programs: list[Program], number: int, seed: int, count: int, reader: FaceReader
) -> tuple[int, Counter[str], str]:
    own = programs[number % len(programs)]
    key = f"{seed} {number}"
    chance = random.Random(f"programs {key}")
    # The one behind comes from the same programs: none of those held out shows in training.
    behind = [chance.choice(programs)] if chance.random() < _SECOND else []
    appearance = look(key)
    with start(appearance.screen) as desktop:
        desktop.activate_environment()
        dress(desktop, appearance)
        session = Session(desktop, appearance, reader, folder, f"{own.name}-{seed}-{number:04d}")
        problem = tried(session, [own, *(one for one in behind if one != own)], count, key)
    return len(session.given.samples), session.given.dropped, problem


def _report(folder: Path, dropped: Counter[str]) -> None:
    if not (folder / "samples.jsonl").exists():
        raise SystemExit("No sample was made.")
    kinds: Counter[str] = Counter()
    families: Counter[str] = Counter()
    for sample in samples(folder):
        families[sample.family] += 1
        kinds.update(kinds_of(sample.labels))
    for title, counts in (("samples", families), ("labels", kinds), ("dropped", dropped)):
        print(f"{title}:")
        for name, number in counts.most_common():
            print(f"  {number:6d} {name}")


if __name__ == "__main__":
    main()
