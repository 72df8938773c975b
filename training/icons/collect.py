"""From fetched sets to masters: named, drawn, thinned out, and without leaks between the sides."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from training.icons.concepts import UNKNOWN, Concepts
from training.icons.gather import NamedIcon, gather
from training.icons.masters import Master, draw, fingerprint, is_mono
from training.icons.sources import IconSet

PER_CONCEPT = 6
"""At most so many drawings of a set for one concept: some themes have one for each size."""
UNKNOWN_PER_SET = {"train": 300, "validation": 300, "held_out": 300}
NEAR = 6
"""Fingerprints (256 bits) that differ in at most so many bits are of one drawing."""
NEAR_MONO = 2
"""The same for shapes of one colour."""
PLAIN = 24
"""A shape of one colour with fewer bits set is too plain to be anyone's: three lines, a plus or a
triangle look alike in all sets, and a menu would be left without a single training icon."""


@dataclass(frozen=True, slots=True)
class Pick:
    """A file to be drawn, and what it means."""

    icon: NamedIcon
    concept: int


def pick(source: IconSet, icons: Sequence[NamedIcon], concepts: Concepts, seed: int) -> list[Pick]:
    """The icons of a set that have a meaning or certainly have none, thinned out."""
    chance = random.Random(f"{seed} {source.name}")
    groups: dict[int, list[NamedIcon]] = defaultdict(list)
    for icon in icons:
        concept = meaning(source, icon.names, icon.folder, concepts)
        if concept is not None:
            groups[concept].append(icon)
    picks = []
    for concept, group in sorted(groups.items()):
        most = UNKNOWN_PER_SET[source.split] if concept == UNKNOWN else PER_CONCEPT
        chosen = chance.sample(group, min(most, len(group)))
        picks += [Pick(icon, concept) for icon in chosen]
    return picks


_PLAIN_PROGRAMS = {
    "calc",
    "calculator",
    "calendar",
    "camera",
    "eog",
    "gucharmap",
    "kaddressbook",
    "kcalc",
    "kcharselect",
    "kcontrol",
    "kfind",
    "khelpcenter",
    "klipper",
    "kmix",
    "knotes",
    "konsole",
    "korganizer",
    "ksnapshot",
    "ksysguard",
    "openterm",
    "printer",
    "seahorse",
    "search",
    "settings",
    "spectacle",
    "systemsettings",
    "terminal",
    "xterm",
}
"""Programs whose logo is the picture of what they are for."""


def meaning(source: IconSet, names: frozenset[str], folder: str, concepts: Concepts) -> int | None:
    """What an icon means: see Concepts.match. An icon of a program with names of one word is a
    logo, whatever the word means elsewhere (programs are called "launch", "idea", "share")."""
    logo = all("-" not in name and name not in _PLAIN_PROGRAMS for name in names)
    if logo and "apps" in folder.split("/"):
        return UNKNOWN
    return concepts.match(source.name, names)


def masters_of(picks: Sequence[Pick]) -> tuple[list[Master], NDArray[np.uint64]]:
    """Draw the picks; drawings that look the same within a set and concept are kept once."""
    masters, prints = [], []
    seen: set[tuple[str, int, bytes]] = set()
    for each in picks:
        rgba = draw(each.icon)
        if rgba is None:
            continue
        mono = is_mono(rgba)
        mark = fingerprint(rgba, mono)
        key = (each.icon.source, each.concept, mark.tobytes())
        if key in seen:
            continue
        seen.add(key)
        name = min(each.icon.names, key=lambda name: (len(name), name))
        masters.append(Master(rgba, mono, each.concept, each.icon.source, name))
        prints.append(mark)
    return masters, np.array(prints, dtype=np.uint64).reshape(len(prints), 4)


def leaks(
    train: NDArray[np.uint64], held: NDArray[np.uint64], near: int = NEAR
) -> NDArray[np.bool_]:
    """Which of the training fingerprints (n x 4) are nearly one of the held-out ones (m x 4)."""
    found = np.zeros(len(train), dtype=bool)
    if not len(held):
        return found
    for start in range(0, len(train), 512):
        part = train[start : start + 512, None, :]
        bits = np.bitwise_count(part ^ held[None, :, :]).sum(axis=2, dtype=np.uint16)
        found[start : start + 512] = (bits <= near).any(axis=1)
    return found


def _worth_reading(source: IconSet, concepts: Concepts, names: frozenset[str], folder: str) -> bool:
    """Whether any of the names says something; others of the same drawing may contradict it."""
    return any(meaning(source, frozenset({name}), folder, concepts) is not None for name in names)


@dataclass(frozen=True, slots=True)
class Collection:
    """All masters that stay, and per set how many files were left out: the same bytes or nearly the
    same picture stand on a stricter side, or the same bytes in a set before it."""

    masters: list[Master]
    left_out: Counter[str]


def collect(sets: Sequence[IconSet], cache: Path, concepts: Concepts, seed: int = 0) -> Collection:
    """Draw all sets. What an evaluation set shows too (the same bytes, or nearly the same
    picture) leaves the training side; likewise validation against the held-out sets."""
    sides: dict[str, list[tuple[list[Master], NDArray[np.uint64]]]] = defaultdict(list)
    taken: set[str] = set()
    order = {"held_out": 0, "validation": 1, "train": 2}
    left_out: Counter[str] = Counter()
    for source in sorted(sets, key=lambda each: order[each.split]):
        icons = gather(source, cache, partial(_worth_reading, source, concepts))
        fresh = [icon for icon in icons if icon.digest not in taken]
        left_out[source.name] += len(icons) - len(fresh)
        taken.update(icon.digest for icon in icons)
        masters, prints = masters_of(pick(source, fresh, concepts, seed))
        for side in ("held_out", "validation"):
            if order[side] < order[source.split] and sides[side]:
                other = np.concatenate([each[1] for each in sides[side]])
                mono = np.array([master.mono for master in masters], dtype=bool)
                plain = np.bitwise_count(prints).sum(axis=1) < PLAIN
                same = leaks(prints, other, NEAR_MONO) & ~plain
                stays = ~np.where(mono, same, leaks(prints, other))
                left_out[source.name] += int((~stays).sum())
                masters = [m for m, keep in zip(masters, stays, strict=True) if keep]
                prints = prints[stays]
        sides[source.split].append((masters, prints))
    every = [master for side in sides.values() for part, _ in side for master in part]
    return Collection(every, left_out)
