"""How the time of each pass grows with what is on the screen: from 50 things to 1,000."""

from __future__ import annotations

import time
from dataclasses import replace

from tests.support.made_scenes import form, steps_of
from vision.core.answers import Glances
from vision.pipeline.runner import Pass
from vision.pipeline.scene import Scene

# Twenty times as many things may take so many times as long for each of them. What is done in the
# seconds below is quick enough, however it grows.
TIMES, FACTOR, QUICK = 20, 5, 1.0


def seconds(each: Pass, scene: Scene, runs: int) -> float:
    """Processor time, so that other work on the machine counts little: the least of some runs, each
    of a scene that nothing was asked of."""
    best = float("inf")
    for _ in range(runs):
        fresh = replace(scene, answers=Glances())
        begin = time.thread_time()
        each(fresh)
        best = min(best, time.thread_time() - begin)
    return best


def test_the_time_of_no_pass_grows_much_faster_than_the_screen():
    few, many = form(12), form(250)
    before = {each.name: seconds(each, scene, 3) for each, scene in steps_of(few)}
    after = {each.name: seconds(each, scene, 1) for each, scene in steps_of(many)}
    slow = {
        name: (round(before[name], 3), round(took, 3))
        for name, took in after.items()
        if took > max(QUICK, FACTOR * TIMES * before[name])
    }
    assert not slow
