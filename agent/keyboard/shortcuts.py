"""Keyboard shortcuts that nearly every program knows, by what they are for.

A small model knows that it wants to save; it is offered the meaning and the program has the keys.
"""

from __future__ import annotations

import re
import sys

from agent.secrets import placeholders

_CTRL = "win" if sys.platform == "darwin" else "ctrl"
UNDO = f"{_CTRL}+z"

SHORTCUTS: dict[str, str] = {
    "confirm (enter)": "enter",
    "cancel (escape)": "esc",
    "next field (tab)": "tab",
    f"save ({_CTRL}+s)": f"{_CTRL}+s",
    f"save as ({_CTRL}+shift+s)": f"{_CTRL}+shift+s",
    f"open file ({_CTRL}+o)": f"{_CTRL}+o",
    f"new ({_CTRL}+n)": f"{_CTRL}+n",
    f"print ({_CTRL}+p)": f"{_CTRL}+p",
    f"find ({_CTRL}+f)": f"{_CTRL}+f",
    f"undo ({UNDO})": UNDO,
    f"select all ({_CTRL}+a)": f"{_CTRL}+a",
    f"copy ({_CTRL}+c)": f"{_CTRL}+c",
    f"cut ({_CTRL}+x)": f"{_CTRL}+x",
    f"paste ({_CTRL}+v)": f"{_CTRL}+v",
    f"close ({_CTRL}+w)": f"{_CTRL}+w",
    "delete (delete)": "delete",
    "rename (f2)": "f2",
    "help (f1)": "f1",
}

# How words begin by which a task asks for a shortcut (in English, German, French, Spanish, Italian,
# Portuguese, Dutch and Polish); it is offered to no other task. What is not listed always is.
_FILE = "file document datei dokument fichier archivo documento bestand plik"
_ASKED = {
    "save": "save store speicher sicher enregistr sauvegard guard salv grava opslaan zapis "
    + _FILE,
    "open": "open öffne ouvr abr apri otw " + _FILE,
    "new": "new create add neu anlegen erstell nouve cré nuev crea nuov nov nieuw nowy nowe",
    "print": "print druck imprim stamp afdruk druk",
    "find": "find search look replace such ersetz cherch trouv busc cerc trov zoek szuk znajd",
    "undo": "undo revert back rückgängig annul deshac desfaz ongedaan cofn",
    "select": "all everything replace whole alle ganz tout todo tutto tudo wszystk",
    "copy": "copy copies duplicate move kopier copi kopie skopi",
    "paste": "paste copy copies insert move kopier einfüg coll copi peg incoll plak wklej",
    "rename": "rename umbenenn renomm renombr rinomin hernoem nazw",
    "help": "help hilfe aide ayuda aiuto ajuda pomoc",
    # These lose something: no word of another language, no half a word.
    "close": "close quit exit leave",
    "cut": "cut move",
    "delete": "delete remove erase clear",
}
_LOSES = frozenset({"close", "cut", "delete"})


def meaning(keys: str) -> str:
    """What a combination is for, such as "save"; '' when it is not among the shortcuts."""
    for name, known in SHORTCUTS.items():
        if known == keys:
            return name.partition(" (")[0]
    return ""


def named_in(text: str) -> str | None:
    """The shortcut whose meaning the text says, with its words in order ("save it as …"): the one
    with most words; None when it says none."""
    words = _words(text)
    said = [name for name in SHORTCUTS if _in_order(name.partition(" (")[0].split(), words)]
    return max(said, key=lambda name: len(name.partition(" (")[0].split()), default=None)


def allowed_by(name: str, text: str) -> bool:
    """Whether a task with this text may use the shortcut: one that does more than to move on must
    be asked for, in some word."""
    first = name.split()[0]
    if first not in _ASKED:
        return True
    words, asked = _words(text), _ASKED[first].split()
    if loses(name):
        return not set(asked).isdisjoint(words)
    return any(word.startswith(begun) for word in words for begun in asked)


def loses(name: str) -> bool:
    """Whether a shortcut may lose something: a window, a text, a file."""
    return name.split()[0] in _LOSES


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", placeholders.without(text).casefold())


def _in_order(wanted: list[str], words: list[str]) -> bool:
    rest = iter(words)
    return all(word in rest for word in wanted)
