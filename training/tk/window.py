"""`python -m training.tk.window SEED FILE`: a made window of Tk, which writes its labels as JSON
into the file when it shows and stays until it is ended."""

from __future__ import annotations

import json
import sys
import tkinter as tk
from dataclasses import asdict
from pathlib import Path
from random import Random

from training.labels import Label
from training.tk.looks import dress, look
from training.tk.pages import Page
from training.tk.telling import bar_labels, box_of, labels_of, menu_labels
from training.web.vocabulary import TONGUES

_REST = 250  # milliseconds until everything is drawn


def main() -> None:
    """The command line."""
    seed, file = sys.argv[1], Path(sys.argv[2])
    chance = Random(f"window of Tk {seed}")
    root = tk.Tk(className="App")
    style = look(seed)
    dress(root, style)
    page = Page(root, style, TONGUES[chance.choice(("en", "en", "en", *TONGUES))], chance)
    page.fill()
    root.title(page.title())
    opened = page.opened if chance.random() < 0.3 else None
    place(root, chance)

    def show_menu() -> None:
        if opened is not None:
            opened.post(root.winfo_rootx() + page.menu_left(), root.winfo_rooty())

    def tell() -> None:
        labels = told(root, page, opened)
        plain = [{**asdict(label), "box": label.box.as_list()} for label in labels]
        part = file.with_suffix(".part")
        part.write_text(json.dumps({"title": root.title(), "labels": plain}), encoding="utf-8")
        part.rename(file)

    root.after(_REST, show_menu)
    root.after(2 * _REST, tell)
    root.mainloop()


def told(root: tk.Tk, page: Page, opened: tk.Menu | None) -> list[Label]:
    """The labels of the window; of what an open menu covers none."""
    labels = labels_of(root, page.names)
    if page.bar is not None:
        labels += bar_labels(page.bar)
    if opened is None:
        return labels
    cover = box_of(opened)
    free = [label for label in labels if not cover.intersection(label.box)]
    return [*free, *menu_labels(opened)]


def place(root: tk.Tk, chance: Random) -> None:
    """Put the window somewhere on the screen, at times larger than it need be."""
    root.update_idletasks()
    width, height = root.winfo_reqwidth(), root.winfo_reqheight()
    if chance.random() < 0.4:
        width = round(width * chance.uniform(1, 1.5))
        height = round(height * chance.uniform(1, 1.3))
    width = min(width, root.winfo_screenwidth() - 20)
    height = min(height, root.winfo_screenheight() - 60)
    left = chance.randint(0, max(0, root.winfo_screenwidth() - width - 10))
    top = chance.randint(0, max(0, root.winfo_screenheight() - height - 50))
    root.geometry(f"{width}x{height}+{left}+{top}")


if __name__ == "__main__":
    main()
