"""Documents for programs to open, from a seed: texts, code, tables, pictures, an archive."""

from __future__ import annotations

import random
import sqlite3
import zipfile
from pathlib import Path

from PIL import Image, ImageDraw

_WORDS = [
    "garden",
    "river",
    "letter",
    "morning",
    "window",
    "market",
    "quiet",
    "yellow",
    "seven",
    "paper",
    "bridge",
    "teacher",
    "winter",
    "kitchen",
    "travel",
    "silver",
    "number",
    "doctor",
    "engine",
    "forest",
    "island",
    "planet",
    "music",
    "summer",
    "friend",
    "ticket",
    "station",
    "report",
    "budget",
    "invoice",
    "meeting",
    "project",
    "harbour",
    "village",
    "answer",
    "lesson",
    "orange",
    "pocket",
]
_FOLDERS = ("Letters", "Invoices 2024", "Holiday", "Recipes", "old drafts", "Music scores")
_NAMES = ("plan", "notes", "shopping list", "contract", "minutes May", "ideas", "Timetable", "todo")
_ENDINGS = (".txt", ".txt", ".md", ".csv", ".png", ".pdf", ".zip", ".py", ".html", ".ods")


def make(folder: Path, seed: str) -> dict[str, str]:
    """Write documents into a folder; returns their paths by kind ("text", "code", "folder")."""
    chance = random.Random(f"documents {seed}")
    folder.mkdir(parents=True, exist_ok=True)
    made = {kind: folder / _name(chance, ending) for kind, ending in _KINDS.items()}
    made["text"].write_text(_text(chance), encoding="utf-8")
    made["code"].write_text(_code(chance), encoding="utf-8")
    made["sheet"].write_text(_sheet(chance), encoding="utf-8")
    _picture(chance).save(made["picture"])
    _picture(chance).save(made["pdf"], "PDF")
    _table(chance, made["table"])
    for name in chance.sample(_FOLDERS, 4):
        (folder / name).mkdir(exist_ok=True)
    for name in chance.sample(_NAMES, 6):
        (folder / f"{name}{chance.choice(_ENDINGS)}").write_text(_text(chance), encoding="utf-8")
    with zipfile.ZipFile(made["archive"], "w") as archive:
        for path in sorted(folder.iterdir()):
            if path.is_file() and path != made["archive"]:
                archive.write(path, f"papers/{path.name}")
    return {**{kind: str(path) for kind, path in made.items()}, "folder": str(folder)}


_KINDS = {
    "text": ".txt",
    "code": ".py",
    "sheet": ".csv",
    "picture": ".png",
    "pdf": ".pdf",
    "table": ".sqlite",
    "archive": ".zip",
}


def _name(chance: random.Random, ending: str) -> str:
    return " ".join(chance.sample(_WORDS, 2)).replace(" ", chance.choice("_-")) + ending


def sentence(chance: random.Random) -> str:
    """A few words without meaning."""
    return " ".join(chance.choices(_WORDS, k=chance.randint(4, 11))).capitalize() + "."


def _text(chance: random.Random) -> str:
    blocks = [
        " ".join(sentence(chance) for _ in range(chance.randint(1, 4)))
        for _ in range(chance.randint(2, 14))
    ]
    return "\n\n".join(blocks) + "\n"


def _code(chance: random.Random) -> str:
    lines = ["import random", ""]
    for _ in range(chance.randint(3, 12)):
        one, other = chance.sample(_WORDS, 2)
        lines += [f"def {one}_{other}({other}, limit={chance.randint(2, 90)}):"]
        lines += [f'    """{sentence(chance)}"""', f"    for {one} in range(limit):"]
        lines += [
            f"        {other} += {one} * {chance.randint(2, 9)}",
            f"    return {other}",
            "",
            "",
        ]
    return "\n".join(lines)


def _sheet(chance: random.Random) -> str:
    heads = [word.capitalize() for word in chance.sample(_WORDS, 5)]
    rows = [",".join(heads)]
    for _ in range(chance.randint(8, 40)):
        cells = [chance.choice(_WORDS), *(f"{chance.uniform(1, 900):.2f}" for _ in heads[1:])]
        rows.append(",".join(cells))
    return "\n".join(rows) + "\n"


def _picture(chance: random.Random) -> Image.Image:
    size = chance.randint(300, 900), chance.randint(260, 700)
    image = Image.new("RGB", size, tuple(chance.choices(range(256), k=3)))
    pen = ImageDraw.Draw(image)
    for _ in range(chance.randint(4, 16)):
        left, top = chance.randrange(size[0]), chance.randrange(size[1])
        box = (left, top, left + chance.randint(20, 300), top + chance.randint(20, 300))
        draw = pen.ellipse if chance.random() < 0.5 else pen.rectangle
        draw(box, fill=tuple(chance.choices(range(256), k=3)))
    return image


def _table(chance: random.Random, path: Path) -> None:
    base = sqlite3.connect(path)
    try:
        for name in chance.sample(_WORDS, 4):
            base.execute(f"create table {name} (number integer primary key, name text, price real)")
            rows = [(chance.choice(_WORDS), round(chance.uniform(1, 99), 2)) for _ in range(20)]
            base.executemany(f"insert into {name} (name, price) values (?, ?)", rows)
        base.commit()
    finally:
        base.close()
