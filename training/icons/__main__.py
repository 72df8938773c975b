"""Command line of the icon captioner: fetch, gather, sheets, train, export,
evaluate.

The steps that need the network and the packages (fetch, gather) leave one file, masters.npz; the
training needs only that file, so it can run on another machine.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from agent.diagnostics import offline
from training.icons import concepts as concept_list
from training.icons.captioner import Plan, Progress, asked, device_of, train
from training.icons.concepts import UNKNOWN, Concepts
from training.icons.crops import Crops
from training.icons.masters import Master, read
from training.icons.scoring import Figures, Logits, calibrated, measure, told
from training.icons.sources import SETS, Split, check_families

if TYPE_CHECKING:
    from torch import nn

MASTERS = "masters.npz"
WEIGHTS = "icons.pt"
_JUDGED: tuple[Split, ...] = ("validation", "held_out")


def main(arguments: list[str] | None = None) -> int:
    """Run one step; returns the exit code."""
    offline.apply()
    options = _parser().parse_args(arguments)
    check_families()
    concepts = concept_list.load()
    steps = {
        "fetch": _fetch,
        "gather": _gather,
        "sheets": _sheets,
        "train": _train,
        "export": _export,
        "evaluate": _evaluate,
    }
    steps[options.step](options, concepts)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training.icons", description=__doc__)
    steps = parser.add_subparsers(dest="step", required=True)
    for name, says in (
        ("fetch", "bring the icon sets (Debian packages and npm packages) into the cache folder"),
        ("gather", f"name and draw all icons: {MASTERS} in the cache folder"),
        ("sheets", "contact sheets of all concepts, to look at"),
        ("train", "train, measure and write icons.onnx and icons.json"),
        ("export", "icons.onnx from icons.pt, if the training could not write it"),
        ("evaluate", "measure weights on the held-out sets"),
    ):
        step = steps.add_parser(name, help=says)
        step.add_argument("--cache", type=Path, required=True, help="folder of sets and masters")
        step.add_argument("--seed", type=int, default=0)
        if name in ("sheets", "train", "export", "evaluate"):
            step.add_argument("--out", type=Path, required=True, help="folder for what is made")
        if name == "train":
            _plan_options(step)
    return parser


def _plan_options(step: argparse.ArgumentParser) -> None:
    """An option for each field of Plan but the seed."""
    for each in dataclasses.fields(Plan):
        if each.name != "seed":
            kind = type(each.default)
            if kind is bool:
                step.add_argument(f"--{each.name}", action="store_true")
            else:
                step.add_argument(f"--{each.name}", type=kind, default=each.default)
    step.add_argument("--onto", type=Path, help="icons.onnx of an earlier training to go on with")


def _fetch(options: argparse.Namespace, _: Concepts) -> None:
    from training.icons.fetch import fetch

    for source in SETS:
        print(f"{source.name}: {fetch(source, options.cache)}", flush=True)


def _gather(options: argparse.Namespace, concepts: Concepts) -> None:
    from training.icons.collect import collect
    from training.icons.masters import write

    found = collect(SETS, options.cache, concepts, options.seed)
    path = options.cache / MASTERS
    facts = {"concepts": [each.id for each in concepts.all], "left_out": dict(found.left_out)}
    write(found.masters, path, facts)
    for side, masters in _sides(found.masters).items():
        known = Counter(master.concept for master in masters if master.concept != UNKNOWN)
        few = [each.id for number, each in enumerate(concepts.all) if known[number] < 5]
        print(f"{side}: {known.total()} icons of {len(known)} concepts,", end=" ")
        print(f"{len(masters) - known.total()} unknown; fewer than 5 of: {', '.join(few) or '-'}")
    print(f"{path}: {path.stat().st_size / 2**20:.1f} MiB; left out: {found.left_out}")


def _sides(masters: list[Master]) -> dict[Split, list[Master]]:
    split: dict[str, Split] = {each.name: each.split for each in SETS}
    sides: dict[Split, list[Master]] = {"train": [], "validation": [], "held_out": []}
    for master in masters:
        sides[split[master.source]].append(master)
    return sides


def _masters(options: argparse.Namespace, concepts: Concepts) -> list[Master]:
    masters, facts = read(options.cache / MASTERS)
    if facts["concepts"] != [each.id for each in concepts.all]:
        sys.exit(
            f"{options.cache / MASTERS} was made for another list of concepts; run "
            f"python -m training.icons gather --cache {options.cache}"
        )
    return masters


def _sheets(options: argparse.Namespace, concepts: Concepts) -> None:
    from training.icons.sheets import sheets

    for path in sheets(_masters(options, concepts), concepts, options.out, text=True):
        print(path)


def _said(progress: Progress) -> None:
    print(
        f"epoch {progress.epoch:.0f}: loss {progress.loss:.3f}, right {progress.right:.3f}, "
        f"{progress.crops / progress.seconds:.0f} crops/s, {progress.seconds:.0f} s",
        flush=True,
    )


def _train(options: argparse.Namespace, concepts: Concepts) -> None:
    from training.icons import card
    from training.icons.network import export, save

    plan = Plan(**{each.name: getattr(options, each.name) for each in dataclasses.fields(Plan)})
    masters = _masters(options, concepts)
    sides = _sides(masters)
    reports: list[Progress] = []

    def report(progress: Progress) -> None:
        reports.append(progress)
        _said(progress)

    begun = _begun(options.onto, sides["train"], len(concepts)) if options.onto else None
    network = train(sides["train"], len(concepts), plan, report, begun)
    options.out.mkdir(parents=True, exist_ok=True)
    save(network, options.out / WEIGHTS)
    heat, least, figures = _judged(asked(network, device=device_of(plan.device)), sides, concepts)
    last = reports[-1] if reports else None
    path = options.out / "icons.json"
    onto = options.onto.with_suffix(".json") if options.onto else None
    card.write(path, concepts, masters, plan, last, heat, least, figures, onto)
    export(network, options.out / "icons.onnx")


def _begun(path: Path, masters: list[Master], answers: int) -> nn.Module:
    """The network of an earlier training, ready to learn on."""
    import torch

    from training.icons.network import resumed

    pixels, _ = next(Crops(masters, answers, 1024, seed=1).batches())
    shaped = torch.from_numpy(pixels.transpose(0, 3, 1, 2).copy()).float() / 255
    return resumed(path, answers + 1, shaped)


def _export(options: argparse.Namespace, concepts: Concepts) -> None:
    """For weights that were trained where there is no ONNX."""
    from training.icons.network import export, load

    export(load(options.out / WEIGHTS, len(concepts) + 1), options.out / "icons.onnx")


def _judged(
    network: Logits, sides: dict[Split, list[Master]], concepts: Concepts
) -> tuple[float, float, dict[str, Figures]]:
    """Temperature, threshold and the figures of both sides, which are printed too."""
    heat, least = calibrated(network, sides["validation"])
    figures: dict[str, Figures] = {}
    for side in _JUDGED:
        figures[side] = measure(network, sides[side], concepts, heat, least)
        print(told(side, figures[side]))
    print(f"temperature {heat:.3f}, threshold {least:.3f}")
    print("most frequent confusions (true, said, crops):", figures["held_out"].confusions)
    return heat, least, figures


def _evaluate(options: argparse.Namespace, concepts: Concepts) -> None:
    import json

    from training.icons.ask import onnx_logits

    facts = json.loads((options.out / "icons.json").read_text(encoding="utf-8"))
    sides = _sides(_masters(options, concepts))
    network = onnx_logits(options.out / "icons.onnx")
    for side in _JUDGED:
        figures = measure(network, sides[side], concepts, facts["temperature"], facts["threshold"])
        print(told(side, figures))
    print("most frequent confusions (true, said, crops):", figures.confusions)


if __name__ == "__main__":
    sys.exit(main())
