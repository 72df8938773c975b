"""The benchmark of choosing applications: one question a request, nothing is opened."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence

from agent.control.stop import StopSwitch
from agent.deciding.decider import Decider
from agent.errors import AgentError
from benchmarks.choosing.requests import MEASUREMENT, answer, applications, around, requests
from benchmarks.harness.jobs import Job, Options, Result
from benchmarks.harness.suites import Place
from benchmarks.reports.tables import interval, mean, percent, table
from models.memory import loaded

_KINDS = ("one", "several", "ask", "none", "not found")


class Choosing:
    """Written requests with the answers that are right."""

    size = (640, 480)
    limits = (1, 120.0)

    def jobs(self, options: Options) -> list[Job]:
        """A job for each request: those for measurement unless others are named ("development").

        Raises:
            AgentError: there is no such request.
        """
        wanted = options.tasks or (MEASUREMENT,)
        names = [n for n in requests() if n in wanted or n.partition("-")[0] in wanted]
        unknown = [w for w in wanted if not any(n == w or n.startswith(f"{w}-") for n in names)]
        if unknown:
            raise AgentError(
                f"There is no request {', '.join(unknown)}.",
                "There are: measurement, development, or one of them with its number "
                "(development-01).",
            )
        return [Job(name) for name in names]

    def run(self, job: Job, options: Options, place: Place) -> Result:
        request = requests()[job.task]
        there = around(request)
        began = time.monotonic()
        decider = Decider(loaded.load(options.model), StopSwitch(), lambda text: None)
        asked = time.monotonic()
        choice, cost = decider.applications(request.task, there)
        seconds = time.monotonic() - asked
        right = request.is_right(choice)
        tokens = cost.prompt_tokens - cost.cached_tokens + cost.new_tokens
        figures = {"replies": float(decider.replies), "s load": round(asked - began, 3)}
        return Result(
            job.task,
            job.seed,
            right,
            float(right),
            1,
            round(seconds, 3),
            tokens,
            "" if right else "wrong choice",
            choice.kind,
            "" if right else f"said: {answer(choice)}; right: {' or '.join(request.right)}",
            figures,
        )

    def tables(self, results: Sequence[Result], options: Options) -> str:
        """Right answers by what was right, wrong ones by what was said instead."""
        kinds = {result.task: requests()[result.task].kind for result in results}
        rows = []
        for kind in (*_KINDS, "all"):
            of = [r for r in results if kind in (kinds[r.task], "all")]
            asked = [r for r in of if r.figures.get("replies")]
            rows.append(
                (
                    kind,
                    len(of),
                    sum(r.success for r in of),
                    len(asked),
                    f"{mean(r.seconds for r in asked):.1f}",
                )
            )
        good = sum(result.success for result in results)
        low, high = interval(good, len(results))
        wrong = Counter(
            f"{kinds[r.task]}: {r.outcome or r.failure}" for r in results if not r.success
        )
        said = ", ".join(f"{name} ({count})" for name, count in sorted(wrong.items()))
        return (
            f"Model {options.model}, {len(applications())} applications: **{good} of "
            f"{len(results)}** right ({percent(good / max(1, len(results)))}, 95 % interval "
            f"{100 * low:.0f}–{100 * high:.0f} %).\n\n"
            + table(("right is", "requests", "right", "model asked", "seconds a reply"), rows)
            + f"\n\nWrong, as “right is: said”: {said or 'none'}."
        )
