"""What was reached of the plan, and the thesis's five figures, from the log of a wizard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from agent.trajectory import Step
from benchmarks.episodes.scene import Score
from benchmarks.wizard.journal import Entry
from benchmarks.wizard.plan import GOALS, MOVES, OPTIONAL, PAGES, REQUIRED, Goal

# Keys follow one another in hundredths of a second, actions of an agent in seconds.
_SETTLED = 1.0


def reached(entries: Sequence[Entry]) -> set[Goal]:
    """The goals that hold at the end; for going somewhere, those that ever held."""
    last = {(entry.page, entry.what): entry.value.strip() for entry in entries}
    been = {(entry.page, entry.what, entry.value) for entry in entries if entry.what in MOVES}
    return {
        goal
        for goal in GOALS
        if (goal.page, goal.what, goal.value) in been
        or (goal.what not in MOVES and last.get((goal.page, goal.what)) == goal.value)
    }


def settled(entries: Iterable[Entry]) -> list[Entry]:
    """Changes of one control that follow at once, as when typing, as one; none that is undone."""
    joined: list[Entry] = []
    for entry in entries:
        last = joined[-1] if joined else None
        if (
            last is not None
            and (last.page, last.what) == (entry.page, entry.what)
            and entry.time - last.time < _SETTLED
        ):
            joined[-1] = replace(entry, before=last.before)
        else:
            joined.append(entry)
    return [entry for entry in joined if entry.value.strip() != entry.before.strip()]


def wrong(entries: Sequence[Entry]) -> list[Entry]:
    """Changes that the plan does not name. Going somewhere is none, nor is putting something back
    to what it was at the start, nor what a dialog holds before its OK; a row of a table that the
    plan does not know counts once."""
    start: dict[tuple[str, str], str] = {}
    for entry in entries:
        start.setdefault((entry.page, entry.what), entry.before)
    named = {(goal.page, goal.what, goal.value) for goal in GOALS}
    rows = {_row(goal.what) for goal in GOALS}
    found: list[Entry] = []
    unknown: set[str] = set()
    for entry in settled(entry for entry in entries if entry.page in PAGES):
        value = entry.value.strip()
        if entry.what in MOVES or value == start[entry.page, entry.what].strip():
            continue
        if (entry.page, entry.what, value) in named:
            continue
        row = _row(entry.what)
        if row and row not in rows:
            if row in unknown:
                continue
            unknown.add(row)
        found.append(entry)
    return found


def _row(what: str) -> str:
    """ "TABLE/ROW" of a cell, "" for what is none."""
    table, _, rest = what.partition("/")
    row, _, _ = rest.rpartition("/")
    return f"{table}/{row}" if row else ""


def score(entries: Sequence[Entry]) -> Score:
    """A success when all required states are reached, Finish pressed included; the reward is the
    share of them."""
    there = reached(entries)
    missing = [goal for goal in REQUIRED if goal not in there]
    said = ", ".join(f"{goal.what}: {goal.value}" for goal in missing[:3])
    more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
    return Score(
        not missing,
        1 - len(missing) / len(REQUIRED),
        f"missing: {said}{more}" if missing else "",
        counted(entries),
    )


def counted(entries: Sequence[Entry]) -> dict[str, float]:
    """What the log alone tells: required and optional actions done, and wrong ones."""
    there = reached(entries)
    return {
        "required": float(sum(goal in there for goal in REQUIRED)),
        "required of 31": float(sum(goal in there for goal in REQUIRED if goal.then)),
        "optional": float(sum(goal in there for goal in OPTIONAL)),
        "wrong": float(len(wrong(entries))),
    }


def figures(entries: Sequence[Entry], steps: Sequence[Step]) -> dict[str, float]:
    """The thesis's five figures, actions, seconds, and seconds per action (0 without one)."""
    kinds = [step.effect.kind for step in steps]
    seconds = sum(sum(step.timings.values()) for step in steps)
    return {
        **counted(entries),
        "no effect": float(kinds.count("no visible change")),
        "not executable": float(kinds.count("failed")),
        "actions": float(len(steps)),
        "seconds": round(seconds, 2),
        "seconds per action": round(seconds / len(steps), 2) if steps else 0.0,
    }
