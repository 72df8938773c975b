"""The frames of windows on the dressed desktop: a flat theme of openbox in the bar's colours."""

from __future__ import annotations

from collections.abc import Mapping

NAME = "Deskhand"

_COLOURS = """\
border.width: 1
padding.width: 6
padding.height: 5
window.handle.width: 4
window.*.handle.bg: flat solid
window.*.handle.bg.color: #e4e1db
window.*.grip.bg: flat solid
window.*.grip.bg.color: #e4e1db
window.client.padding.width: 0
window.client.padding.height: 0
window.label.text.justify: center
window.active.border.color: #8d8880
window.inactive.border.color: #b9b4ab
window.active.title.separator.color: #cfcac2
window.inactive.title.separator.color: #dedad3
window.active.title.bg: flat solid
window.active.title.bg.color: #e4e1db
window.inactive.title.bg: flat solid
window.inactive.title.bg.color: #f1efeb
window.active.label.bg: parentrelative
window.inactive.label.bg: parentrelative
window.active.label.text.color: #1c1b1a
window.inactive.label.text.color: #77726b
window.active.button.*.bg: parentrelative
window.inactive.button.*.bg: parentrelative
window.active.button.*.image.color: #1c1b1a
window.inactive.button.*.image.color: #77726b
window.active.button.disabled.image.color: #b9b4ab
window.*.button.*.hover.bg: flat solid
window.*.button.*.hover.bg.color: #cbc7c0
window.*.button.close.hover.bg: flat solid
window.*.button.close.hover.bg.color: #e7b9b4
window.*.button.*.pressed.bg: flat solid
window.*.button.*.pressed.bg.color: #b3aea6
"""

_SIGNS = {
    "close": (
        "#........#",
        "##......##",
        ".##....##.",
        "..##..##..",
        "...####...",
        "...####...",
        "..##..##..",
        ".##....##.",
        "##......##",
        "#........#",
    ),
    "max": (
        "##########",
        "##########",
        *["#........#"] * 7,
        "##########",
    ),
    "max_toggled": (
        "..########",
        "..########",
        "..#......#",
        "########.#",
        "########.#",
        "#......#.#",
        "#......#.#",
        "#......###",
        "#......#..",
        "########..",
    ),
    "iconify": (
        *[".........."] * 8,
        "##########",
        "##########",
    ),
}


def files() -> Mapping[str, str]:
    """The files of the theme, by their paths in a folder of shared data."""
    folder = f"themes/{NAME}/openbox-3"
    signs = {f"{folder}/{name}.xbm": bitmap(rows) for name, rows in _SIGNS.items()}
    return {f"{folder}/themerc": _COLOURS, **signs}


def bitmap(rows: tuple[str, ...]) -> str:
    """A picture of rows of "#" and ".", as the text of an XBM file."""
    values = []
    for row in rows:
        for start in range(0, len(row), 8):
            piece = row[start : start + 8]
            values.append(sum(1 << place for place, sign in enumerate(piece) if sign == "#"))
    return (
        f"#define sign_width {len(rows[0])}\n#define sign_height {len(rows)}\n"
        f"static unsigned char sign_bits[] = {{{', '.join(f'0x{v:02x}' for v in values)}}};\n"
    )
