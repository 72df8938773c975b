"""Pictures for buttons: drawn by icon sets from npm when they are there, else simple shapes."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

SETS: dict[str, str] = {
    "lucide-static": "icons",
    "@tabler/icons": "icons/outline",
    "bootstrap-icons": "icons",
}
"""Where in its npm package each set keeps its SVG files."""

_OTHER: dict[str, tuple[str, ...]] = {
    "settings": ("gear",),
    "menu": ("menu-2", "list"),
    "close": ("x", "x-lg"),
    "add": ("plus", "plus-lg"),
    "delete": ("trash-2", "trash"),
    "edit": ("pencil",),
    "save": ("device-floppy", "floppy"),
    "more": ("ellipsis-vertical", "dots-vertical", "three-dots-vertical"),
    "back": ("arrow-left",),
    "forward": ("arrow-right",),
    "notifications": ("bell",),
    "help": ("circle-help", "circle-question-mark", "help", "question-circle"),
    "information": ("info", "info-circle"),
    "warning": ("triangle-alert", "alert-triangle", "exclamation-triangle"),
    "account": ("user", "person"),
    "attach": ("paperclip",),
    "refresh": ("refresh-cw", "arrow-clockwise"),
    "undo": ("undo-2", "arrow-back-up", "arrow-counterclockwise"),
    "favourite": ("heart",),
    "e-mail": ("mail", "envelope"),
    "picture": ("image", "photo"),
    "print": ("printer",),
    "expand": ("chevron-right",),
    "open list": ("chevron-down",),
}
_SHAPES: dict[str, str] = {
    "search": '<circle cx="10" cy="10" r="6"/><path d="M15 15l6 6"/>',
    "settings": '<circle cx="12" cy="12" r="4"/><path d="M12 2v5M12 17v5M2 12h5M17 12h5M5 5l3.5 3.5'
    'M15.5 15.5L19 19M19 5l-3.5 3.5M8.5 15.5L5 19"/>',
    "menu": '<path d="M3 6h18M3 12h18M3 18h18"/>',
    "close": '<path d="M5 5l14 14M19 5L5 19"/>',
    "add": '<path d="M12 4v16M4 12h16"/>',
    "delete": '<path d="M4 6h16M9 6V3h6v3M6 6l1 15h10l1-15M10 10v7M14 10v7"/>',
    "edit": '<path d="M4 20l1-5L16 4l4 4L9 19zM14 6l4 4"/>',
    "save": '<path d="M4 4h13l3 3v13H4zM8 4v5h7V4M7 20v-7h10v7"/>',
    "more": '<circle cx="12" cy="5" r="1.5"/><circle cx="12" cy="12" r="1.5"/>'
    '<circle cx="12" cy="19" r="1.5"/>',
    "back": '<path d="M20 12H4M10 6l-6 6 6 6"/>',
    "forward": '<path d="M4 12h16M14 6l6 6-6 6"/>',
    "notifications": '<path d="M6 17V10a6 6 0 0112 0v7l2 2H4zM10 21h4"/>',
    "help": '<circle cx="12" cy="12" r="9"/><path d="M9 9a3 3 0 115 2q-2 1-2 3M12 17v1"/>',
    "information": '<circle cx="12" cy="12" r="9"/><path d="M12 11v6M12 7v1"/>',
    "warning": '<path d="M12 3L2 20h20zM12 9v6M12 17v1"/>',
    "account": '<circle cx="12" cy="8" r="4"/><path d="M4 21q0-8 8-8t8 8"/>',
    "attach": '<path d="M8 12l6-6a3 3 0 014 4l-8 8a5 5 0 01-7-7l8-8"/>',
    "refresh": '<path d="M20 12a8 8 0 11-3-6M20 3v5h-5"/>',
    "undo": '<path d="M8 5L3 10l5 5M3 10h11a6 6 0 010 12"/>',
    "favourite": '<path d="M12 21L3 11a5 5 0 019-6 5 5 0 019 6z"/>',
    "star": '<path d="M12 2l3 7h7l-6 5 2 8-6-5-6 5 2-8-6-5h7z"/>',
    "e-mail": '<path d="M2 5h20v14H2zM2 6l10 8 10-8"/>',
    "picture": '<path d="M3 4h18v16H3zM3 17l6-6 5 5 3-3 4 4"/><circle cx="16" cy="8" r="2"/>',
    "print": '<path d="M6 9V3h12v6M6 17H3V9h18v8h-3M6 14h12v7H6z"/>',
    "download": '<path d="M12 3v13M6 11l6 6 6-6M3 21h18"/>',
    "upload": '<path d="M12 17V4M6 9l6-6 6 6M3 21h18"/>',
    "copy": '<path d="M8 8h12v13H8zM4 16V3h12"/>',
    "calendar": '<path d="M3 5h18v16H3zM3 10h18M8 2v5M16 2v5"/>',
    "folder": '<path d="M2 5h7l2 3h11v12H2z"/>',
    "home": '<path d="M3 11l9-8 9 8M6 9v12h12V9M10 21v-7h4v7"/>',
    "lock": '<path d="M5 11h14v10H5zM8 11V7a4 4 0 018 0v4"/>',
    "play": '<path d="M6 3l14 9-14 9z"/>',
    "pause": '<path d="M7 4v16M17 4v16"/>',
    "filter": '<path d="M3 4h18l-7 9v7l-4-3v-4z"/>',
    "share": '<circle cx="18" cy="5" r="3"/><circle cx="6" cy="12" r="3"/>'
    '<circle cx="18" cy="19" r="3"/><path d="M9 10l6-4M9 14l6 4"/>',
    "expand": '<path d="M9 5l7 7-7 7"/>',
    "open list": '<path d="M5 9l7 7 7-7"/>',
    "file": '<path d="M5 2h9l5 5v15H5zM14 2v6h5"/>',
}
NAMES: tuple[str, ...] = tuple(_SHAPES)
_SIZE = re.compile(r'\s(width|height|class)="[^"]*"')


class Icons:
    """Gives SVG by the name of an icon, of one set or of our own shapes."""

    def __init__(self, folder: Path | None = None) -> None:
        """`folder` holds the SVG files of a set; None: our own shapes."""
        self._folder = folder
        self._files = sorted(path.stem for path in folder.glob("*.svg")) if folder else []

    def names(self, chance: Random, count: int) -> list[str]:
        """Names of different icons: mostly common ones, some of the many rare ones of the set."""
        common = chance.sample(NAMES, min(count, len(NAMES)))
        rare = chance.sample(self._files, len(common)) if len(self._files) > count else common
        return [b if chance.random() < 0.3 else a for a, b in zip(common, rare, strict=True)]

    def svg(self, name: str, size: str = "1.2em") -> str:
        """The picture, `size` wide and high in CSS."""
        text = self._drawn(name)
        if not text:
            shape = _SHAPES.get(name, _SHAPES["file"])
            text = (
                '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" '
                f'stroke-linecap="round" stroke-linejoin="round">{shape}</svg>'
            )
        style = f'style="width:{size};height:{size};flex:none;vertical-align:-0.2em"'
        return text.replace("<svg", f'<svg aria-hidden="true" {style}', 1)

    def _drawn(self, name: str) -> str:
        if self._folder is None:
            return ""
        for stem in (name, *_OTHER.get(name, ())):
            path = self._folder / f"{stem}.svg"
            if path.is_file():
                text = path.read_text(encoding="utf-8")
                head, rest = " ".join(text[text.index("<svg") :].split()).split(">", 1)
                return f"{_SIZE.sub('', head)}>{rest}"
        return ""
