"""The folders that everybody has, as people call them: "on the desktop", "in my Documents"."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import platformdirs

Side = Literal["in", "from", "to"]
PATH = re.compile(r"(?:[/~\\]|[A-Za-z]:[/\\]).*")
"""A whole path."""

_FOLDERS: tuple[tuple[str, Callable[[], str]], ...] = (
    (
        r"documents|dokumenten?|mes documents|documentos|documenti|documenten|dokumenty",
        platformdirs.user_documents_dir,
    ),
    (
        r"downloads?|téléchargements|descargas|scaricati|transferências|pobrane",
        platformdirs.user_downloads_dir,
    ),
    (r"desktop|schreibtisch|bureau|escritorio|scrivania|bureaublad|pulpit",
     platformdirs.user_desktop_dir),
    (r"pictures|bilder|images|imágenes|immagini|imagens|afbeeldingen|obrazy",
     platformdirs.user_pictures_dir),
    (r"home|persönlich\w*|personnel|personal", lambda: str(Path.home())),
)  # fmt: skip
WORDS = r"folder|directory|ordner|verzeichnis|dossier|carpeta|cartella|pasta|map|katalog\w*"
_ITS = (
    r"\s+(?:(?:the|my|your|den|dem|meinen|meinem|mein|le|la|les|mes|mon|el|mi|mis|il|miei|de|het"
    r"|mijn|o|a|os|meus)\s+)*"
)
_SAID = (
    r"\b(?:in|into|to|on|under|inside|im|in den|auf den|auf dem|auf|dans|sur|en|em|nella|sul|na|w"
    rf"|op|unter|sous|sotto|onder|bajo|pod){_ITS}"
)
# From where something is taken, or where it is; never where it goes.
_OF = (
    r"\b(?:in|from|of|under|inside|on|im|in dem|auf|auf dem|aus|aus dem|von|von dem|vom|dans|sur"
    r"|de|du|depuis|en|desde|del|da|dal|dalla|dai|nel|nella|sul|em|no|na|do|das|dos|uit|van|op|z|ze|w)"
    rf"{_ITS}"
)
# Where something goes, and surely is not yet.
_TO = (
    r"\b(?:to|into|onto|nach|zu|zum|ins|in den|in die|in das|auf den|vers|à|au|aux|a|al|alla|verso"
    rf"|hacia|para|naar|do|na){_ITS}"
)
# What is opened may be called alike and be no folder ("open the desktop settings").
_OPENED = rf"\b(?:open|show|öffne|zeige?|ouvre|abre|apri|otwórz|pokaż){_ITS}"
_NEAR = 2  # words
_NO_MORE = r"(?=\W*$)"
_SURELY = re.compile(
    rf"\b(?:my|meinen|meinem|mein|mes|mon|mis?|miei|mijn|meus|{WORDS})\b", re.IGNORECASE
)
_NAMED = re.compile(
    rf"(?P<before>[\w-]+)[\s-]+(?:{WORDS})\b"
    rf"|\b(?:{WORDS})\s+(?:(?:called|named|namens|appelé|llamada|chiamata)\s+)?[\"“„«]?(?P<after>[\w-]+)",
    re.IGNORECASE,
)


def usual_folder(text: str, *, wanted: bool = False, side: Side = "in") -> tuple[str, str] | None:
    """The folder that a part of a task speaks of, and the words for it; None where it speaks of
    none that is there. "My Documents folder" is meant also where it is missing: the program says
    so. Where a folder is `wanted`, so is its name with a capital ("save it in Documents"). Its
    `side` is where something is or comes to be ("in"), is or is taken from ("from"), or goes to
    ("to")."""
    before = {"in": _SAID, "from": _OF, "to": _TO}[side]
    for names, place in _FOLDERS:
        called = rf"(?P<said>(?:(?:{WORDS})\s+)?(?:{names})(?:[\s-]+(?:{WORDS}))?)\b(?![\w/\\])"
        said = re.search(before + called, text, re.IGNORECASE)
        if said is None and side == "in":
            said = re.search(_OPENED + called + _NO_MORE, text, re.IGNORECASE)
        if said is None:
            continue
        named = wanted and said["said"][:1].isupper()
        if named or Path(place()).is_dir() or _SURELY.search(said.group()):
            return place(), said["said"]
    return _own(text, "" if side == "in" else before)


def whole_path(said: str) -> str | None:
    """The path of a file that a person says from a folder that everybody has ("Documents/a.txt"),
    or from one of their own home; None where it begins with no such folder. A path that is whole
    already, or begins with "~", stays as it is."""
    if PATH.fullmatch(said):
        return said
    first, *rest = re.split(r"[/\\]", said)
    if not first or not rest or not rest[-1]:
        return None
    for names, place in _FOLDERS:
        if re.fullmatch(names, first, re.IGNORECASE):
            return str(Path(place(), *rest))
    home = Path.home() / first
    return str(Path(home, *rest)) if home.is_dir() else None


def whole_path_beside(said: str, text: str) -> str:
    """The path of what a text calls `said` and puts into a folder that everybody has, right behind
    it ("backup in my home"; `said` may hold these words, too), or that begins with such a folder,
    or that is a file in the folder of which the text speaks; else `said` as it is."""
    whole = whole_path(said)
    if whole is not None and (Path(whole).exists() or Path(whole).parent.is_dir()):
        return whole
    there = usual_folder(text, wanted=True)
    if there is not None and Path(there[0], said).is_file():
        return str(Path(there[0], said))
    start = text.find(said)
    for part, rest in ((said, text[start + len(said) :] if start >= 0 else ""), ("", said)):
        folder = usual_folder(rest, wanted=True)
        before = rest[: rest.find(folder[1])] if folder is not None else ""
        name, preposition = (part, before) if part else _name_before(before)
        if folder is not None and name and len(preposition.split()) <= _NEAR:
            return str(Path(folder[0], name))
    return said


def _name_before(text: str) -> tuple[str, str]:
    """A name and the words for "in my" behind it."""
    found = re.search(rf"\s(?={_SAID.lstrip()}$)", text, re.IGNORECASE)
    return (text[: found.start()], text[found.end() :]) if found else ("", text)


def without_folders(text: str) -> str:
    """A text with "_" for each word of the folders that everybody has, where they are places: "save
    it on the Desktop" needs no program of that name; "in Desktop Preferences" does."""
    names = "|".join(names for names, _ in _FOLDERS)
    place = rf"(?:{_SAID}|{_TO}|\bfrom{_ITS})(?:(?:{WORDS})\s+)?(?:{names})\b(?![\w/\\])"
    found = re.compile(rf"(?i:{place})(?!\s+[A-Z])")
    return found.sub(lambda said: re.sub(r"\w+", "_", said.group()), text)


def _own(text: str, before: str) -> tuple[str, str] | None:
    """A folder of the person's own that a text names: “the Work folder”."""
    for said in _NAMED.finditer(text):
        name = said["before"] or said["after"]
        if before and not re.search(before + "$", text[: said.start()], re.IGNORECASE):
            continue
        for above in (Path.home(), Path(platformdirs.user_documents_dir())):
            if (above / name).is_dir():
                return str(above / name), said.group()
    return None
