"""python -m training.closeup gather|train: from labelled screenshots to the closer look."""

from __future__ import annotations

import argparse
import json
import random
import time
from dataclasses import asdict
from pathlib import Path

from agent.diagnostics import offline
from training.closeup.crops import Crops, crops_of
from training.closeup.train import Recipe, figures, train
from training.labels import samples
from vision.detection.roi_classifier import SEEN, STATES, WEIGHTS


def main() -> None:
    offline.apply()
    parser = argparse.ArgumentParser(prog="python -m training.closeup", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    gathering = commands.add_parser("gather", help="cut what is looked at out of labelled pictures")
    gathering.add_argument("folders", nargs="+", type=Path)
    gathering.add_argument("--out", required=True, type=Path)
    gathering.add_argument("--most", type=int, default=0, help="pictures, chosen by chance")
    gathering.add_argument("--seed", type=int, default=1)
    training = commands.add_parser("train", help="train from what was gathered")
    training.add_argument("crops", nargs="+", type=Path)
    training.add_argument("--validate", nargs="*", type=Path, default=[], help="more crops")
    training.add_argument("--out", type=Path, default=WEIGHTS)
    training.add_argument(
        "--onto",
        type=Path,
        help="closeup.onnx of an earlier training to go on with, its card beside it",
    )
    training.add_argument("--without", nargs="*", default=[], help="families that are left out")
    for name, value in asdict(Recipe()).items():
        training.add_argument(f"--{name}", type=type(value), default=value)
    given = parser.parse_args()
    if given.command == "gather":
        _gather(given)
    else:
        _train(given)


def _gather(given: argparse.Namespace) -> None:
    found = [(folder, one) for folder in given.folders for one in samples(folder)]
    random.Random(given.seed).shuffle(found)
    chosen = found[: given.most or None]
    crops = crops_of(chosen, given.seed)
    crops.save(given.out)
    print(f"{len(crops.kinds)} crops of {len(chosen)} pictures")


def _train(given: argparse.Namespace) -> None:
    crops = Crops.load(given.crops, given.without)
    # Read before `out` is written, which may be the same file.
    earlier = json.loads(given.onto.with_suffix(".json").read_text("utf-8")) if given.onto else None
    recipe = Recipe(**{name: getattr(given, name) for name in asdict(Recipe())})
    network, shown = train(crops, given.out, recipe, given.onto)
    card = {
        "what": "which control is at a place of the screen, from pictures of both of its ends",
        "date": time.strftime("%Y-%m-%d"),
        "kinds": [*SEEN, "none"],
        "states": list(STATES),
        "recipe": asdict(recipe),
        "crops": len(crops.kinds),
        "shown": shown,
        "families": sorted({str(family) for family in crops.families}),
        "onto": earlier,
    }
    if given.validate:
        card["validation"] = figures(network, Crops.load(given.validate))
    given.out.with_suffix(".json").write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(card.get("validation", {})))


if __name__ == "__main__":
    main()
