"""Made pages: the same family and seed give the same page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from training.web import frameworks_later as later
from training.web import looks
from training.web.families import Family
from training.web.frameworks import (
    BOOTSTRAP,
    BULMA,
    FIXES,
    PLAIN,
    PURE,
    SECONDARY,
    SPECTRE,
    WINDOWS,
)
from training.web.icons import Icons
from training.web.making import Maker
from training.web.scenes import SCENES
from training.web.skin_shoelace import Shoelace
from training.web.skin_windows import Windows, Windows98
from training.web.skins import Skin
from training.web.vocabulary import TONGUES

_NAMES = {
    "plain": PLAIN,
    "bootstrap": BOOTSTRAP,
    "bulma": BULMA,
    "spectre": SPECTRE,
    "pure": PURE,
    "windows": WINDOWS,
    "shoelace": PLAIN,
    "fomantic": later.FOMANTIC,
    "materialize": later.MATERIALIZE,
    "foundation": later.FOUNDATION,
    "w3": later.W3,
    "daisy": later.DAISY,
    "nes": later.NES,
    "paper": later.PAPER,
    "picnic": later.PICNIC,
    "beer": later.BEER,
}
_FIXES = FIXES | later.FIXES
_LARGE = ("98", "xp", "7")


@dataclass(frozen=True, slots=True)
class Made:
    """A page as HTML; `dark` when it must be looked at in the dark."""

    html: str
    dark: bool


def made(family: Family, seed: str, icons: Icons, address: str = "") -> Made:
    """A page of a family. `address` is where its package's files are served ("" without any).

    Raises:
        ValueError: the family's pages are not made but come with its package.
    """
    if family.skin == "demo":
        raise ValueError(f"the pages of {family.name} come with its package")
    chance = Random(f"{family.name} {seed}")
    dark = family.dark == "always" or (bool(family.dark) and chance.random() < 0.35)
    tongue = chance.choices(list(TONGUES), weights=[8, 3, 2, 2, 1, 1, 1, 1])[0]
    scene = chance.choices(list(SCENES), weights=list(SCENES.values()))[0]
    page = scene(Maker(chance, tongue, icons))
    look = _look(family, chance, dark)
    drawn = _skin(family, look.names, icons, chance).draw(page)
    head = _head(family, address, look.css)
    return Made(_document(head, drawn, _mark(family, dark), tongue), dark)


def _look(family: Family, chance: Random, dark: bool) -> looks.Look:
    if family.skin == "own":
        return looks.own(chance, dark)
    names = dict(_NAMES[family.skin])
    if family.skin == "bootstrap":
        names["secondary"] = chance.choice(SECONDARY)
    css = looks.variables(chance, dark, body=False) + _FIXES.get(family.skin, "")
    if family.skin == "plain" and chance.random() < 0.5:
        names["adorned"] = "x-adorned"
    if family.skin != "windows":
        css += looks.TITLE_BARS
    if family.name == "bare":
        css += looks.variables(chance, dark, body=True)
        css += f"body{{font:{chance.choice([13, 14, 16])}px {chance.choice(looks.FONTS)}}}"
    return looks.Look(css, names)


def _skin(family: Family, names: dict[str, str], icons: Icons, chance: Random) -> Skin:
    sorts: dict[str, type[Skin]] = {"windows": Windows, "shoelace": Shoelace}
    sort = Windows98 if family.name == "98" else sorts.get(family.skin, Skin)
    return sort(names, icons, chance)


@cache
def _layout() -> str:
    return (Path(__file__).parent / "layout.css").read_text(encoding="utf-8")


def _head(family: Family, address: str, css: str) -> str:
    """Our layout comes first: a family's own style sheet may overrule it."""
    styles = "".join(f'<link rel=stylesheet href="{address}/{path}">' for path in family.styles)
    scripts = "".join(
        f'<script type=module src="{address}/{path}"></script>' for path in family.scripts
    )
    return f"<style>{_layout()}</style>{styles}<style>{css}</style>{scripts}"


def _mark(family: Family, dark: bool) -> str:
    """Attributes of the root that make a family dark."""
    if not dark or family.dark in ("always", "media", ""):
        return ' data-theme="light"' if family.dark == "data-theme" else ""
    if family.dark == "class":
        return ' class="sl-theme-dark"'
    return f' {family.dark}="dark"'


def _document(head: str, body: str, mark: str, tongue: str) -> str:
    return (
        f'<!doctype html><html lang="{tongue}"{mark}><head><meta charset="utf-8">'
        f'<link rel="icon" href="data:,"><title>{tongue}</title>{head}</head><body>{body}</body>'
        f"</html>"
    )
