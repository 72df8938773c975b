"""Teaches a language model to choose the next step: see training/README.md.

python -m training.choosing gather FOLDER
python -m training.choosing pack FOLDER --weights MODEL.gguf --out DECISIONS.npz
python -m training.choosing train DECISIONS.npz --weights MODEL.gguf --out ADAPTER.gguf --minutes 9
"""

from __future__ import annotations

import argparse
from pathlib import Path

from models.files.store import DEFAULT_MODEL, weights_path


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training.choosing", description=__doc__)
    steps = parser.add_subparsers(dest="step", required=True)
    gather = steps.add_parser("gather", help="write decisions as conversations")
    gather.add_argument("folder", type=Path)
    gather.add_argument("--times", type=int, default=2, help="how often each decision is shown")
    gather.add_argument("--every", type=int, default=1, help="of the older ones, one of so many")
    pack = steps.add_parser("pack", help="turn conversations into tokens")
    pack.add_argument("folder", type=Path)
    train = steps.add_parser("train", help="learn: nine minutes on a GPU, or an hour more on a CPU")
    train.add_argument("decisions", type=Path)
    train.add_argument("--minutes", type=float, default=8.7)
    train.add_argument("--onto", type=Path, help="the adapter to go on from")
    for each in (pack, train):
        each.add_argument("--weights", type=Path, help="default: the default model's")
        each.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    if given.step == "gather":
        from training.choosing.decisions import gather as write

        write(given.folder, given.times, given.every)
        return
    weights = given.weights or weights_path(DEFAULT_MODEL)
    if given.step == "pack":
        from training.choosing.tokens import pack as packed

        packed(given.folder, weights, given.out)
    else:
        from training.choosing.train import train as learn

        learn(given.decisions, weights, given.out, given.minutes, given.onto)


if __name__ == "__main__":
    main()
