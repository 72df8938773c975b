"""python -m training.detector pack|resume|train|mean: from labelled screenshots to weights."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

from agent.diagnostics import offline
from training.detector.mean import mean
from training.detector.pack import pack
from training.detector.resume import resume
from training.detector.train import Recipe, train
from vision.detection.tiling import SIDE


def main() -> None:
    offline.apply()
    parser = argparse.ArgumentParser(prog="python -m training.detector", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    packing = commands.add_parser("pack", help="pack folders of samples into one archive")
    packing.add_argument("folders", nargs="+", type=Path)
    packing.add_argument("--out", required=True, type=Path)
    packing.add_argument("--quality", type=int, default=85)
    packing.add_argument("--side", type=int, default=SIDE, help="the longest side of a tile")
    resuming = commands.add_parser("resume", help="make a model to go on with of an ONNX file")
    resuming.add_argument("weights", type=Path)
    resuming.add_argument("archive", type=Path, help="tiles that the normalisations are set by")
    resuming.add_argument("--out", required=True, type=Path)
    training = commands.add_parser("train", help="train from archives")
    training.add_argument("archives", nargs="+", type=Path)
    training.add_argument("--out", required=True, type=Path)
    for name, value in asdict(Recipe()).items():
        training.add_argument(f"--{name}", type=type(value), default=value)
    meaning = commands.add_parser("mean", help="the mean of two ONNX files of one descent")
    meaning.add_argument("first", type=Path)
    meaning.add_argument("second", type=Path)
    meaning.add_argument("--share", type=float, default=0.5, help="of the second's weights, 0 to 1")
    meaning.add_argument("--out", required=True, type=Path)
    given = vars(parser.parse_args())
    command = given.pop("command")
    if command == "resume":
        print(resume(given["weights"], given["archive"], given["out"]))
        return
    if command == "mean":
        print(mean(**given))
        return
    if command == "pack":
        counts = pack(given["folders"], given["out"], given["quality"], given["side"])
        print("\n".join(f"{count:8} {what}" for what, count in counts.most_common()))
        return
    archives, out = given.pop("archives"), given.pop("out")
    print(train(archives, out, Recipe(**given)).read_text("utf-8"))


if __name__ == "__main__":
    main()
