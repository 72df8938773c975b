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
from agent.diagnostics import offline
from benchmarks.decide.format import Act, screen_as_plain
from benchmarks.everyday.pages import EverydayPage, pages
from training.recording.script import Look


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training.recording", description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--half", choices=("dev", "locked"), default="dev")
    parser.add_argument("names", nargs="*", metavar="NAME", help="pages; default: all of the half")
    given = parser.parse_args()
    offline.apply()
    wanted = [page for page in pages().values() if page.stages and page.half == given.half]
    chosen = [pages()[name] for name in given.names] or wanted
    lines = []
    for page in chosen:
        found, why = recorded(page)
        print(f"{page.name}: {len(found['states'])} screens{why}", file=sys.stderr, flush=True)
        if len(found["states"]) > 1:
            lines.append(json.dumps(found, ensure_ascii=False, separators=(",", ":")) + "\n")
    given.out.write_bytes(gzip.compress("".join(lines).encode(), mtime=0))


def recorded(page: EverydayPage) -> tuple[dict[str, Any], str]:
    """The page with its screens, as training.decisions.pages reads it, and what kept it from being
    done, or ""."""
    from agent.desktop.virtual_desktop import start

    with start((1280, 800)) as desktop:
        desktop.activate_environment()
        return played(page, desktop)


def played(page: EverydayPage, desktop: Any) -> tuple[dict[str, Any], str]:
    """The same on a desktop that is there."""
    # What knows the display is loaded once there is one.
    from benchmarks.episodes.play import play
    from benchmarks.everyday.suite import opened
    from benchmarks.harness.jobs import Job, Options
    from benchmarks.harness.suites import Place
    from training.recording.script import Script
    from training.recording.steps import SCRIPT, Steps

    with opened(desktop, page, 0, SCRIPT) as (shown, scene):
        script = Script(Steps(shown, page.stages, page.tempting))
        with patch.dict(strategies.SHIPPED, {script.name: script}):
            options = Options(strategy=script.name, seconds=240.0, max_steps=40)
            result = play(scene, Job(page.name, 0), options, Place(desktop))
    states = list(states_of(script.looks))
    why = "" if result.success else f"; {script.why or result.note}"
    return {"name": page.name, "tasks": page.tasks, "states": states}, why


def states_of(looks: Sequence[Look]) -> list[dict[str, Any]]:
    """Each screen with what is right on it, and what of that was done before the next one; screens
    on which nothing was done, or nothing is right, are left out."""
    kept = [look for look in looks if look.right and look.map.elements]
    states = []
    for look, following in zip(kept, [*kept[1:], None], strict=True):
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
    from benchmarks.decide.adapter import _plain_act

    new = following.done - look.done
    steps = {key: act for key, act in reversed(look.right) if key in new and act.verb != "scroll"}
    if steps or look.action is None:
        return list(steps.values())
    act = _plain_act(look.action, look.map)
    return [act] if act.verb in ("click", "scroll") else []


if __name__ == "__main__":
    main()
