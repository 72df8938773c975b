"""Episodes of MiniWoB++: a page with a seed, worked from pixels, scored by its raw reward."""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from agent.desktop.virtual_desktop import Desktop
from benchmarks.browser import dom
from benchmarks.browser.chromium import Page, PageClosed, browser
from benchmarks.browser.server import files, served
from benchmarks.episodes.play import play
from benchmarks.episodes.programs import PLACES, move, wait_for_window
from benchmarks.episodes.scene import Scene, Score
from benchmarks.harness.jobs import Job, Options, Result
from benchmarks.harness.suites import Place
from benchmarks.miniwob.pages import ADDED, FIRST, chosen, folder
from benchmarks.reports.tables import (
    by_failure,
    by_stage,
    by_task,
    failure_counts,
    honesty,
    interval,
    mean,
    percent,
    summary,
    table,
)

_T = TypeVar("_T")
# At its own size of 160 by 210 pixels no text of a page could be read.
_SCALE = 3
# The countdown would keep the screen from ever coming to rest, and the reward is not for the agent.
_STYLE = "#reward-display { display: none !important } body { overflow: hidden }"
# Once the episode has ended a click may begin another, so the first end is what counts.
_START = """
(() => {{
  const style = document.createElement('style');
  style.textContent = {style!r};
  document.head.append(style);
  // A dialog that takes the focus would scroll the page, which is as large as its window, away.
  addEventListener('scroll', () => scrollTo(0, 0));
  const end = core.endEpisode;
  window.firstReward = null;
  core.endEpisode = function (...all) {{
    end.apply(core, all);
    if (WOB_DONE_GLOBAL && window.firstReward === null) window.firstReward = WOB_RAW_REWARD_GLOBAL;
  }};
  Math.seedrandom('{seed}');
  core.EPISODE_MAX_TIME = 1e8;
  core.startEpisodeReal();
}})()
"""
_UTTERANCE = """
(() => {
  const said = core.getUtterance();
  const text = typeof said === 'string' ? said : said && said.utterance;
  return text || document.querySelector('#query').innerText;
})()
"""


@contextlib.contextmanager
def stage(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """The page `job.task` in a window of its own."""
    with (
        served(files(folder())) as address,
        browser(
            desktop,
            "",
            (
                f"--app={address}/miniwob/{job.task}.html",
                f"--force-device-scale-factor={_SCALE}",
                "--window-size=160,210",
            ),
        ) as page,
    ):
        page.reload_with(dom.LISTENING)
        page.wait("typeof core !== 'undefined' && !!document.querySelector('#sync-task-cover')")
        wait_for_window()
        page.evaluate(_START.format(style=_STYLE, seed=job.seed))
        page.wait("WOB_TASK_READY !== false")
        task = " ".join(str(page.evaluate(_UTTERANCE)).split())
        move(desktop, *PLACES[job.seed % len(PLACES)])
        # The window moves and is drawn anew; nothing tells when that is over.
        page.evaluate("new Promise(r => setTimeout(r, 600))")
        yield Scene(
            task,
            score=lambda: _score(page),
            truth=lambda: _seen(dom.elements, page),
            areas=lambda: _seen(dom.areas, page),
            over=lambda: _over(page),
        )


def _score(page: Page) -> Score:
    try:
        reward = page.evaluate("window.firstReward")
    except PageClosed:
        return Score(False, 0.0, "the page's window was closed")
    if reward is None:
        return Score(False, 0.0, "the page did not end its episode")
    wrong = "" if reward > 0 else f"the page gave {reward:g}"
    return Score(reward > 0, float(reward), wrong)


def _seen(look: Callable[[Page], Sequence[_T]], page: Page) -> Sequence[_T]:
    # Closing the window is something that the agent may do; a browser that breaks is not its fault.
    with contextlib.suppress(PageClosed):
        return look(page)
    return ()


def _over(page: Page) -> bool:
    with contextlib.suppress(PageClosed):
        return page.evaluate("window.firstReward") is not None
    return True


def _average(results: Sequence[Result]) -> float:
    """The mean over pages of the share of episodes that were solved."""
    by_page: defaultdict[str, list[float]] = defaultdict(list)
    for result in results:
        by_page[result.task].append(float(result.success))
    return mean(mean(each) for each in by_page.values())


def _by_group(results: Sequence[Result]) -> list[str]:
    """The pages that Deskhand was developed with, those that came later, and all; nothing when all
    pages are of one group."""
    known = {*FIRST, *ADDED}
    groups = {
        f"the first {len(FIRST)}": [r for r in results if r.task in FIRST],
        f"the {len(ADDED)} added": [r for r in results if r.task in ADDED],
        "others": [r for r in results if r.task not in known],
    }
    there = {name: runs for name, runs in groups.items() if runs}
    if len(there) < 2:
        return []
    head = ("pages", "solved", "95 % interval", "average over pages", "failures")
    return [table(head, [_group(*one) for one in (*there.items(), ("all", results))])]


def _group(name: str, results: Sequence[Result]) -> tuple[str, ...]:
    good = sum(result.success for result in results)
    low, high = interval(good, len(results))
    return (
        name,
        f"{good}/{len(results)} ({percent(good / len(results))})",
        f"{100 * low:.0f}–{100 * high:.0f} %",
        percent(_average(results)),
        failure_counts(results),
    )


class Miniwob:
    """The benchmark; success is a raw reward above 0."""

    size = (1280, 800)
    limits = (20, 180.0)

    def jobs(self, options: Options) -> list[Job]:
        """A job for each page and seed, seed by seed, so that a break leaves whole seeds.

        Raises:
            AgentError: the pages are not installed, or there is no page of a given name.
        """
        pages = chosen(options.tasks)
        return [Job(page, seed) for seed in options.all_seeds for page in pages]

    def run(self, job: Job, options: Options, place: Place) -> Result:
        with stage(place.desktop, job, options) as scene:
            return play(scene, job, options, place)

    def tables(self, results: Sequence[Result], options: Options) -> str:
        sight = "the page's own elements" if options.oracle else "pixels"
        pages = len({result.task for result in results})
        return "\n\n".join(
            [
                f"MiniWoB++ from {sight}, {pages} pages, model {options.model}: "
                f"{summary(results)} Average over pages: {percent(_average(results))}.",
                *_by_group(results),
                honesty(results),
                by_failure(results),
                by_stage(results),
                by_task(results),
            ]
        )
