"""Names of keys: what a person or a model may write, and what is meant by it."""

from __future__ import annotations

import difflib

from agent.errors import ActionFailed

MODIFIERS = ("ctrl", "shift", "alt", "win")

# Named keys. The names are also those of pyautogui, but for the modifiers on macOS.
NAMED = (
    *("enter", "esc", "tab", "space", "backspace", "delete", "insert"),
    *("up", "down", "left", "right", "home", "end", "pageup", "pagedown"),
    *(f"f{number}" for number in range(1, 13)),
    *("apps", "capslock", "numlock", "scrolllock", "printscreen", "pause"),
)
_CHARACTERS = tuple("abcdefghijklmnopqrstuvwxyz0123456789`-=[]\\;',./~!@#$%^&*()_+{}|:\"<>?")

KEYS = (*MODIFIERS, *NAMED, *_CHARACTERS)
"""Every key that can be pressed, by its canonical name."""

ALIASES = {
    **{"control": "ctrl", "ctl": "ctrl", "strg": "ctrl", "option": "alt", "opt": "alt"},
    **{"super": "win", "meta": "win", "windows": "win", "cmd": "win", "command": "win"},
    **{"return": "enter", "escape": "esc", "del": "delete", "ins": "insert", "bksp": "backspace"},
    **{"pgup": "pageup", "page_up": "pageup", "page up": "pageup", "prior": "pageup"},
    **{"pgdn": "pagedown", "page_down": "pagedown", "page down": "pagedown", "next": "pagedown"},
    **{"arrowup": "up", "arrowdown": "down", "arrowleft": "left", "arrowright": "right"},
    **{"up arrow": "up", "down arrow": "down", "left arrow": "left", "right arrow": "right"},
    **{"spacebar": "space", " ": "space", "caps lock": "capslock", "caps": "capslock"},
    **{"print": "printscreen", "prtsc": "printscreen", "menu": "apps", "contextmenu": "apps"},
    **{"plus": "+", "minus": "-", "comma": ",", "period": ".", "dot": ".", "slash": "/"},
}


def parse_keys(keys: str) -> tuple[str, ...]:
    """The canonical names in a combination such as "Ctrl+Shift+S", modifiers first, in order.

    Upper case does not count: "ctrl+S" is "ctrl+s". The plus key is "+" or "plus" ("ctrl++").

    Raises:
        ActionFailed: a name is unknown, or the combination has more than one key that is no
            modifier.
    """
    names = [_canonical(name, keys) for name in _split(keys)]
    modifiers = [name for name in MODIFIERS if name in names]
    others = [name for name in names if name not in MODIFIERS]
    if len(others) > 1:
        raise ActionFailed(
            f"“{keys}” presses {' and '.join(others)} at once.",
            "Press one key after the other; only ctrl, shift, alt and win can be held.",
        )
    return (*modifiers, *others)


def one_by_one(keys: str) -> tuple[str, ...]:
    """The combinations that are pressed one after the other, written with spaces between them
    ("home shift+end delete"); a single one is itself ("page up" is one key).

    Raises:
        ActionFailed: as parse_keys.
    """
    parts = keys.split()
    try:
        parse_keys(keys)
    except ActionFailed:
        if len(parts) < 2:
            raise
        for part in parts:
            parse_keys(part)
        return tuple(parts)
    return (keys,)


def _split(keys: str) -> list[str]:
    text = keys if keys == " " else keys.strip()
    if text == "+":
        return ["+"]
    # "ctrl++": the last plus is the key itself.
    names = [*text[:-2].split("+"), "+"] if text.endswith("++") else text.split("+")
    return [name if name == " " else name.strip() for name in names]


def _canonical(name: str, keys: str) -> str:
    lowered = name.lower()
    lowered = ALIASES.get(lowered, lowered)
    if lowered in KEYS:
        return lowered
    what = f"There is no key “{name}” (in “{keys}”)." if name else f"“{keys}” names no key."
    known = [*KEYS, *ALIASES]
    close = [found for found in difflib.get_close_matches(lowered, known, 3, 0.6) if found.strip()]
    like = f"Did you mean {' or '.join(close)}? " if close else ""
    raise ActionFailed(
        what,
        f"{like}Keys are written like enter, tab, pagedown, f5, ctrl+s, ctrl+shift+end. Known are "
        f"letters, digits and signs, {', '.join(NAMED)}; held with them {', '.join(MODIFIERS)}.",
    )
