"""Plays everyday pages by their steps on a real desktop and writes what was seen as decisions.

python -m training.recording OUT.jsonl.gz [--half dev] [NAME …]

Needs Xvfb and Chromium; half a minute a page. See training/README.md.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

from agent import strategies
from agent.desktop.virtual_desktop import Desktop, start
from agent.diagnostics import offline
from benchmarks.browser.chromium import PageError
from benchmarks.decide.adapter import plain_act
from benchmarks.decide.format import Act, screen_as_plain
from benchmarks.everyday.pages import EverydayPage, pages
from benchmarks.harness.jobs import Job, Options
from benchmarks.harness.suites import Place
from training.recording.script import Look, Script
from training.recording.steps import SCRIPT, Steps


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training.recording", description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--half", choices=("dev", "locked"), default="dev")
    parser.add_argument("names", nargs="*", metavar="NAME", help="pages; default: all of the half")
    given = parser.parse_args()
    if not given.out.absolute().parent.is_dir():
        parser.error(f"there is no folder {given.out.absolute().parent}")
    known = {name: page for name, page in pages().items() if page.stages}
    if strange := [name for name in given.names if name not in known]:
        parser.error(f"no page with known steps is called {', '.join(strange)}")
    of_half = [name for name, page in known.items() if page.half == given.half]
    offline.apply()
    lines = []
    for name in given.names or of_half:
        try:
            found, why = recorded(known[name])
        except PageError as problem:
            print(f"{name}: not recorded; {problem}", file=sys.stderr, flush=True)
            continue
        print(f"{name}: {len(found['states'])} screens{why}", file=sys.stderr, flush=True)
        if len(found["states"]) > 1:
            lines.append(json.dumps(found, ensure_ascii=False, separators=(",", ":")) + "\n")
        given.out.write_bytes(gzip.compress("".join(lines).encode(), mtime=0))


def recorded(page: EverydayPage) -> tuple[dict[str, Any], str]:
    """`played` on a desktop of its own: what a browser asks must not reach the next page."""
    with start((1280, 800)) as desktop:
        desktop.activate_environment()
        return played(page, desktop)


def played(page: EverydayPage, desktop: Desktop) -> tuple[dict[str, Any], str]:
    """The page with its screens, as training.decisions.pages reads it, and what kept it from being
    done, or ""."""
    # What knows the display is loaded once there is one.
    from benchmarks.episodes.play import play
    from benchmarks.everyday.suite import opened

    with opened(desktop, page, 0, SCRIPT) as (shown, scene):
        script = Script(Steps(shown, page.stages, page.tempting))
        with patch.dict(strategies.SHIPPED, {script.name: script}):
            options = Options(strategy=script.name, seconds=240.0, max_steps=40)
            result = play(scene, Job(page.name, 0), options, Place(desktop))
    why = "" if result.success else f"; {script.why or result.note}"
    return {"name": page.name, "tasks": page.tasks, "states": states_of(script.looks)}, why


def states_of(looks: Sequence[Look]) -> list[dict[str, Any]]:
    """Each screen with what is right on it, and what of that was done before the next one; screens
    on which nothing was done, or nothing is right, are left out."""
    kept = [look for look in looks if look.right and look.map.elements]
    states = []
    for place, look in enumerate(kept, 1):
        following = kept[place] if place < len(kept) else None
        done = _done(look, following) if following is not None else []
        if following is not None and not done:
            continue
        states.append(
            {
                "screen": screen_as_plain(look.map),
                "right": [act.as_plain() for _, act in look.right],
                "done": [act.as_plain() for act in done],
                "wrong": list(look.tempting),
            }
        )
        if any(act.verb == "done" for _, act in look.right):
            break
    return states


def _done(look: Look, following: Look) -> list[Act]:
    """One act for each step that was done between two screens; else what was tried."""
    new = following.done - look.done
    steps = {key: act for key, act in reversed(look.right) if key in new and act.verb != "scroll"}
    if steps or look.action is None:
        return list(steps.values())
    act = plain_act(look.action, look.map)
    return [act] if act.verb in ("click", "scroll") else []


if __name__ == "__main__":
    main()
