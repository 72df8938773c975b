"""Episodes of the wizard, one a seed, and their means beside those of the thesis."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence

from agent.desktop.virtual_desktop import Desktop
from benchmarks.episodes.scene import Scene
from benchmarks.harness.jobs import Job, Options, Result
from benchmarks.harness.suites import Place
from benchmarks.reports.tables import by_failure, by_wording, honesty, mean, summary, table
from benchmarks.wizard.look import look
from benchmarks.wizard.plan import GOALS, MOVES, OPTIONAL, REQUIRED
from benchmarks.wizard.running import RunningWizard, wizard
from benchmarks.wizard.scoring import figures, score
from benchmarks.wizard.solution import deeds, solve
from benchmarks.wizard.wordings import WORDINGS, told

NAME = "wizard"

# Averages over 9 to 10 seeds on an RTX 3090, of 31 required actions that the system could reach.
_THESIS = {
    "Llama-3.1-8B": ("1.3", "–", "46", "0.6", "22.8", "–", "5.6"),
    "Llama-3.1-70B": ("4.9", "–", "6.3", "4", "18.3", "–", "88"),
    "GPT-4o": ("23.2", "–", "6.9", "4.2", "13", "–", "8.6"),
}


@contextlib.contextmanager
def stage(desktop: Desktop, job: Job, options: Options) -> Iterator[Scene]:
    """The wizard of the job's seed, on its first page."""
    with wizard(desktop, job.seed) as running:
        yield scene(running, job)


def scene(running: RunningWizard, job: Job) -> Scene:
    """The task of a job on a wizard that runs."""
    return Scene(
        told(job),
        score=lambda: score(running.entries()),
        solve=lambda controller: solve(controller, running.truth),
        truth=running.truth,
        over=running.over,
        deeds=deeds(),
        closes=True,  # Finish ends it
        # Some wordings describe what is to be chosen and do not spell it.
        texts=tuple(goal.value for goal in GOALS if goal.what not in MOVES),
    )


class Wizard:
    """The benchmark; success is every required state and Finish."""

    size = (1280, 800)
    limits = (80, 2400.0)  # 80 actions as in the thesis, and time for them
    wordings = WORDINGS.last

    def jobs(self, options: Options) -> list[Job]:
        """One for each wording and seed; the seed decides the theme, the font and the place of the
        window."""
        return [
            Job(NAME, seed, wording)
            for wording in options.all_wordings
            for seed in options.all_seeds
        ]

    def run(self, job: Job, options: Options, place: Place) -> Result:
        from benchmarks.episodes.play import play

        with wizard(place.desktop, job.seed) as running:
            return play(
                scene(running, job),
                job,
                options,
                place,
                figures=lambda steps: figures(running.entries(), steps),
            )

    def tables(self, results: Sequence[Result], options: Options) -> str:
        sight = "its true elements" if options.oracle else "pixels"
        return "\n\n".join(
            [
                f"The wizard from {sight}, model {options.model}: {summary(results)}",
                _compared(results, options),
                "The lower lines are from a DLR thesis (2024) that read a wizard of this kind "
                "through its window system, on an RTX 3090. The items are ours; five of the "
                f"{len(REQUIRED)} stand for what that system could not reach, and “of 31” leaves "
                "them out.",
                *by_wording(results),
                _seeds(results),
                honesty(results),
                by_failure(results),
            ]
        )


def _compared(results: Sequence[Result], options: Options) -> str:
    """Means of the figures, ours first."""
    ran = [result for result in results if result.failure != "harness"]
    head = (
        "model",
        f"required of {len(REQUIRED)}",
        "required of 31",
        f"optional of {len(OPTIONAL)}",
        "no effect",
        "wrong",
        "not executable",
        "actions",
        "s per action",
    )
    names = ("required", "required of 31", "optional", "no effect", "wrong", "not executable")
    ours = [f"{mean(r.figures.get(name, 0.0) for r in ran):.1f}" for name in names]
    actions = mean(r.figures.get("actions", 0.0) for r in ran)
    # Over all actions, so that a run of few actions does not count as much as one of many.
    spent = mean(r.figures.get("seconds", 0.0) for r in ran) / actions if actions else 0.0
    rows = [(options.model, *ours, f"{actions:.1f}", f"{spent:.1f}")]
    rows += [(name, "–", *values) for name, values in _THESIS.items()]
    return table(head, rows)


def _seeds(results: Sequence[Result]) -> str:
    rows = []
    for result in sorted(results, key=lambda r: (r.wording, r.seed)):
        at = look(result.seed)
        rows.append(
            (
                result.seed,
                result.wording,
                f"{at.theme}, {at.family} {at.size}",
                *(f"{result.figures.get(name, 0.0):.0f}" for name in ("required", "optional")),
                f"{result.figures.get('actions', 0.0):.0f}",
                f"{result.seconds:.0f}",
                result.failure or ("done" if result.success else ""),
            )
        )
    head = ("seed", "wording", "look", "required", "optional", "actions", "s", "end")
    return table(head, rows)
