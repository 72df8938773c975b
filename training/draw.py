"""Draw a sample's labels over its picture, for looking:
`python -m training.draw FOLDER --out FOLDER2 [--sample N]`."""

from __future__ import annotations

import argparse
from pathlib import Path

from PIL import Image, ImageDraw

from training.labels import Label, LabelKind, Sample, samples

COLOURS: dict[LabelKind, str] = {
    "button": "#e6194b",
    "field": "#3cb44b",
    "checkbox": "#ff8c00",
    "radio": "#f032e6",
    "dropdown": "#008080",
    "tab": "#911eb4",
    "menu": "#9a6324",
    "link": "#4363d8",
    "list item": "#808000",
    "slider": "#d2b400",
    "icon": "#00b4d8",
    "image": "#7fbf7f",
    "scroll bar": "#ff69b4",
    "window title": "#800000",
    "dialog": "#606060",
}
_WORD = "#00a000"
_ROW = 22


def draw(picture: Image.Image, sample: Sample, *, words: bool = True) -> Image.Image:
    """A copy of the picture with a frame round every label, just inside of its box.

    Each frame carries its kind's first letters and its states (x ticked, o not ticked, s selected,
    d disabled, f focused); words are underlined in green. Below stands which colour is what.
    """
    result = Image.new("RGB", (picture.width, picture.height + _ROW), "white")
    result.paste(picture.convert("RGB"))
    pen = ImageDraw.Draw(result)
    if words:
        for word in sample.words:
            box = word.box
            pen.line((box.left, box.bottom - 1, box.right - 1, box.bottom - 1), fill=_WORD)
    for label in sample.labels:
        _frame(pen, label)
    _legend(pen, picture.height, sample)
    return result


def _frame(pen: ImageDraw.ImageDraw, label: Label) -> None:
    colour = COLOURS[label.kind]
    box = label.box
    pen.rectangle((box.left, box.top, box.right - 1, box.bottom - 1), outline=colour)
    mark = label.kind[:2] + _state(label)
    width = pen.textlength(mark)
    top = box.top - 9 if box.top >= 9 else box.bottom
    pen.rectangle((box.left, top, box.left + width, top + 9), fill=colour)
    pen.text((box.left, top - 1), mark, fill="white")


def _state(label: Label) -> str:
    checked = {None: "", True: "x", False: "o"}[label.checked]
    flags = (label.selected, "s"), (label.disabled, "d"), (label.focused, "f")
    return checked + "".join(letter for there, letter in flags if there)


def _legend(pen: ImageDraw.ImageDraw, top: int, sample: Sample) -> None:
    left = 4.0
    for kind, colour in COLOURS.items():
        count = sum(label.kind == kind for label in sample.labels)
        text = f"{kind} {count}"
        if count:
            pen.text((left, top + 5), text, fill=colour)
            left += pen.textlength(text) + 10
    pen.text((left, top + 5), f"{sample.family}, scale {sample.scale:g}", fill="black")


def main() -> None:
    """The command line. Raises FileNotFoundError when a folder holds no samples."""
    parser = argparse.ArgumentParser(prog="python -m training.draw", description=__doc__)
    parser.add_argument("folder", type=Path, help="a folder of samples")
    parser.add_argument("--out", type=Path, required=True, help="where the drawn pictures go")
    parser.add_argument("--sample", type=int, help="only this one, counted from 0")
    parser.add_argument("--no-words", action="store_true", help="controls only")
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    for number, sample in enumerate(samples(chosen.folder)):
        if chosen.sample is not None and number != chosen.sample:
            continue
        with Image.open(chosen.folder / sample.picture) as picture:
            drawn = draw(picture, sample, words=not chosen.no_words)
        target = chosen.out / f"{number:04d}-{Path(sample.picture).stem}.png"
        drawn.save(target)
        print(f"{target}: {len(sample.labels)} labels, {len(sample.words)} words")


if __name__ == "__main__":
    main()
