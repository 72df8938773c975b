"""Make labelled pictures of web pages: `python -m training.web --out FOLDER --cache FOLDER`."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from training.labels import samples
from training.web.browser import LeftTheMachine, browser
from training.web.families import HELD_OUT_ICONS, ICONS, Family, chosen
from training.web.icons import SETS, Icons
from training.web.packages import fetched
from training.web.serving import Site, serving
from training.web.shoot import SCALES, NoSample, Work, name, shoot

_PAGES_A_BROWSER = 150
"""After so many pages Chromium starts anew: it keeps memory of each."""


def main() -> None:
    """The command line. Raises NoPackage when npm does not give a family's style sheet."""
    parser = argparse.ArgumentParser(prog="python -m training.web", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder for the samples")
    parser.add_argument("--cache", type=Path, required=True, help="folder for packages from npm")
    parser.add_argument("--families", default="train", help="names, or train, held-out, all")
    parser.add_argument("--count", type=int, default=100, help="samples in all")
    parser.add_argument("--seed", type=int, default=0, help="another seed, other pages")
    parser.add_argument("--scales", default="", help="pixels per CSS pixel, such as 2,3")
    parser.add_argument(
        "--disabled", type=float, default=0.0, help="share of controls to disable besides"
    )
    parser.add_argument("--own-icons", action="store_true", help="no icon sets from npm")
    given = parser.parse_args()
    try:
        families = chosen(given.families)
        scales = dict.fromkeys(map(float, filter(None, given.scales.split(","))), 1.0) or SCALES
    except ValueError as problem:
        parser.error(str(problem))
    given.out.mkdir(parents=True, exist_ok=True)
    given.cache.mkdir(parents=True, exist_ok=True)
    if not 0 <= given.disabled <= 1:
        parser.error(f"--disabled is a share of 0 to 1, not {given.disabled}")
    _run(given, families, scales)


def _run(given: argparse.Namespace, families: list[Family], scales: Mapping[float, float]) -> None:
    out, cache, seed = given.out, given.cache, given.seed
    todo = [(families[i % len(families)], i // len(families)) for i in range(given.count)]
    there = {one.picture for one in samples(out)} if (out / "samples.jsonl").exists() else set()
    todo = [(family, i) for family, i in todo if name(family, seed, i) not in there]
    icons = {held: _icons(cache, held, given.own_icons) for held in {f.held_out for f, _ in todo}}
    site = Site(cache.resolve())
    kinds: Counter[str] = Counter()
    started, failed = time.monotonic(), 0
    with serving(site) as address:
        for start in range(0, len(todo), _PAGES_A_BROWSER):
            with browser() as opened:
                work = Work(out, opened, site, address, seed, scales, given.disabled)
                for place, (family, i) in enumerate(todo[start : start + _PAGES_A_BROWSER], start):
                    failed += not _one(work, family, i, icons[family.held_out], kinds)
                    _progress(place + 1, len(todo), failed, time.monotonic() - started)
    print(f"\n{', '.join(f'{kind} {n}' for kind, n in kinds.most_common())}")


def _one(work: Work, family: Family, i: int, icons: list[Icons], kinds: Counter[str]) -> bool:
    """Take a sample; says what went wrong with one that cannot be taken."""
    from playwright.sync_api import Error

    try:
        sample = shoot(work, family, i, icons[i % len(icons)])
    except (NoSample, LeftTheMachine, Error) as problem:
        print(f"\n{name(family, work.seed, i)}: {problem}", file=sys.stderr)
        return False
    kinds.update(label.kind for label in sample.labels)
    return True


def _icons(cache: Path, held_out: bool, own: bool) -> list[Icons]:
    if own:
        return [Icons()]
    packages = HELD_OUT_ICONS if held_out else ICONS
    sets = [Icons(fetched(package, cache) / SETS[package.name]) for package in packages]
    return sets if held_out else [*sets, Icons()]


def _progress(done: int, all_of_them: int, failed: int, seconds: float) -> None:
    filled = round(30 * done / all_of_them)
    rate = 60 * done / seconds if seconds else 0.0
    line = f"[{'#' * filled}{'.' * (30 - filled)}] {done}/{all_of_them}, {rate:.0f} a minute"
    print(f"\r{line}{f', {failed} failed' if failed else ''}", end="", flush=True)


if __name__ == "__main__":
    main()
