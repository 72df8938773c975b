"""deskhand bench decide: recorded and written screens, without a desktop."""

from __future__ import annotations

import json as json_
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from commands.bench.options import first_and_last, installed_model
from models.files import store

if TYPE_CHECKING:
    from benchmarks.decide.scoring import Scored

_OFTEN = 25


class Half(StrEnum):
    DEV = "dev"
    LOCKED = "locked"
    ALL = "all"


def decide(
    model: Annotated[
        str, typer.Option(metavar="ID", help="Language model; see: deskhand models list")
    ] = store.DEFAULT_MODEL,
    wording: Annotated[
        str,
        typer.Option(
            metavar="A-B",
            help="Wordings: 0 usual, 1 other verbs, 2 with a negation, 3 other order or language.",
        ),
    ] = "0-3",
    half: Annotated[
        Half,
        typer.Option("--set", help="dev: failures may be read; locked: only figures are shown."),
    ] = Half.ALL,
    source: Annotated[
        str,
        typer.Option(
            metavar="A,B,…", help="Only these sources, such as written or miniwob/choose-list."
        ),
    ] = "",
    every: Annotated[
        int, typer.Option(min=1, metavar="N", help="Decide only one case in N, evenly spread.")
    ] = 1,
    reach_only: Annotated[
        bool, typer.Option("--reach-only", help="Check only whether a right action is offered.")
    ] = False,
    json: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write each decision as a line of JSON.")
    ] = None,
) -> None:
    """Decisions on recorded screens: is a right action within reach, and is it chosen?"""
    from benchmarks.decide.adapter import Product
    from benchmarks.decide.cases import chosen
    from benchmarks.decide.scoring import score_all
    from benchmarks.decide.tables import tables
    from models.memory import loaded

    first, last = first_and_last(wording, "--wording")
    wordings = range(first, last + 1)
    cases = chosen(half.value, [s.strip() for s in source.split(",") if s.strip()], every)
    wanted = installed_model(model)
    total = sum(len(wordings[: max(0, len(c.tasks) - wordings.start)]) for c in cases)
    done = 0

    def tell(scored: Scored) -> None:
        nonlocal done
        done += 1
        if done % _OFTEN == 0 or done == total:
            print(f"{done} of {total} decisions", file=sys.stderr, flush=True)

    product = Product(loaded.load(wanted.id))
    results = score_all(product, cases, wordings, reach_only=reach_only, tell=tell)
    if json is not None:
        lines = [json_.dumps(each.as_plain(), ensure_ascii=False) for each in results]
        json.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    typer.echo(tables(results, f"Model {wanted.id}"))
