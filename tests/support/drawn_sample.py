"""A labelled picture for tests of the perception benchmark."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from training.labels import Label, Sample, Word
from vision.core.geometry import Box


def drawn_sample(folder: Path) -> Sample:
    """A picture with a button, an icon and a line of text, and what is on it."""
    picture = Image.new("RGB", (640, 400), "#f2f2f2")
    pen = ImageDraw.Draw(picture)
    font = ImageFont.truetype("DejaVuSans.ttf", 15)
    pen.rounded_rectangle((100, 100, 219, 135), 4, fill="#e0e0e0", outline="#909090")
    pen.text((160, 118), "Save file", fill="black", font=font, anchor="mm")
    pen.text((100, 200), "Nothing was changed yet", fill="black", font=font)
    picture.save(folder / "drawn.png")
    label = Label("button", Box(100, 100, 220, 136), "Save file", "Save file")
    words = []
    for text, x, y in (("Save", 126, 108), ("file", 167, 108), ("Nothing", 100, 200),
                       ("was", 164, 200), ("changed", 198, 200), ("yet", 265, 200)):  # fmt: skip
        words.append(Word(text, Box(x, y, x + int(font.getlength(text)) + 1, y + 18), 15.0))
    return Sample("drawn.png", "test/drawn", 640, 400, 1.0, (label,), tuple(words))
