"""The icon sets: where each comes from, under which licence, and on which side of the split.

A set is for training, validation or evaluation as a whole, and so is its family: forks and themes
that share drawings stand on one side, or the held-out figure would measure memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Split = Literal["train", "validation", "held_out"]
Look = Literal["colour", "outline", "filled", "mixed"]


@dataclass(frozen=True, slots=True)
class IconSet:
    """One set of icons with names.

    `files` are glob patterns inside of the unpacked package (for LibreOffice styles inside of
    their zip). `strip` is a regular expression of what a file's name
    carries beside the icon's name. `space` is what stands before a name of this set in patterns:
    LibreOffice names its icons by command, so "lo:" keeps its names apart.
    """

    name: str
    channel: Literal["debian", "npm"]
    package: str
    licence: str
    split: Split
    family: str
    look: Look
    files: tuple[str, ...]
    strip: str = ""
    space: str = ""


_NUMBERED = r"-(\d+|flat|circle|square)$"
_VARIANTS = (
    r"-(outlined?|filled?|fill|line|solid|sharp|rounded|round|duotone|duotone-line|bold|light|twotone"
    r"|remix|thin|\d+)$"
)
_STYLES = r"-(outlined?|filled?|line|solid|sharp|rounded|duotone|bold|twotone)$"


def _theme(
    package: str,
    licence: str,
    family: str,
    *folders: str,
    split: Split = "train",
    look: Look = "colour",
) -> IconSet:
    name = package.removesuffix("-icon-theme").removesuffix("-icon")
    files = tuple(f"usr/share/icons/{folder}/**/*" for folder in folders)
    return IconSet(name, "debian", package, licence, split, family, look, files, r"-symbolic$")


def _program(package: str, licence: str, *folders: str, strip: str = "") -> IconSet:
    files = tuple(f"usr/share/{folder}/**/*" for folder in folders)
    strip = f"{strip}|-symbolic$" if strip else "-symbolic$"
    return IconSet(package, "debian", package, licence, "train", "gnome", "mixed", files, strip)


def _office(style: str, licence: str, family: str, split: Split, look: Look = "colour") -> IconSet:
    package = f"libreoffice-style-{style}"
    files = ("cmd/*", "res/*", "sfx2/**/*", "svx/res/*")
    strip = r"^(sc|lc)_|^(16|24|32)$"
    name = f"office-{style}"
    return IconSet(name, "debian", package, licence, split, family, look, files, strip, "lo:")


def _npm(
    package: str,
    licence: str,
    look: Look,
    *files: str,
    split: Split = "train",
    family: str = "",
    strip: str = _STYLES,
) -> IconSet:
    name = package.removeprefix("@").replace("/", "-")
    return IconSet(name, "npm", package, licence, split, family or name, look, files, strip)


def _iconify(
    name: str, licence: str, look: Look, *, strip: str = _STYLES, family: str = ""
) -> IconSet:
    """A set that the Iconify project repacks."""
    return _npm(f"@iconify-json/{name}", licence, look, "icons.json", strip=strip, family=family)


THEMES: tuple[IconSet, ...] = (
    # GNOME, its forks, and the designers who drew for several of these share shapes.
    _theme("adwaita-icon-theme", "CC-BY-SA-3.0 or LGPL-3.0", "gnome", "Adwaita", look="mixed"),
    _theme("gnome-icon-theme", "CC-BY-SA-3.0 or LGPL-3.0", "gnome", "gnome"),
    _theme("mate-icon-theme", "CC-BY-SA-3.0 and others", "gnome", "mate"),
    _theme("tango-icon-theme", "public domain", "gnome", "Tango"),
    _theme("gnome-colors-common", "GPL-2", "gnome", "gnome-colors-common"),
    _theme("elementary-icon-theme", "GPL-3", "gnome", "elementary"),
    _theme("elementary-xfce-icon-theme", "GPL-2+", "gnome", "elementary-xfce"),
    _theme("moka-icon-theme", "CC-BY-SA-4.0 or GPL-3", "gnome", "Moka"),
    _theme("papirus-icon-theme", "GPL-3", "gnome", "Papirus", look="mixed"),
    _theme("suru-icon-theme", "CC-BY-SA-3.0", "gnome", "suru", look="mixed"),
    _theme("yaru-theme-icon", "CC-BY-SA-4.0", "gnome", "Yaru", look="mixed"),
    _theme("lxde-icon-theme", "LGPL-3+", "gnome", "nuoveXT2"),
    _theme("gnome-icon-theme-suede", "GPL-2+", "gnome", "Suede"),
    _theme("faenza-icon-theme", "GPL-3", "faenza", "Faenza"),
    _theme("obsidian-icon-theme", "GPL-3", "faenza", "Obsidian"),
    _theme("deepin-icon-theme", "GPL-3+", "gnome", "bloom", look="mixed"),
    _theme("gnome-icon-theme-yasis", "GPL-2+", "gnome", "yasis"),
    _theme("gnome-icon-theme-nuovo", "GPL-2+", "gnome", "Nuovo"),
    _theme("gnome-icon-theme-gartoon", "GPL-2", "gnome", "gartoon"),
    _theme("faba-icon-theme", "LGPL-3+ or CC-BY-SA-4.0", "gnome", "Faba"),
    _theme("paper-icon-theme", "CC-BY-SA-4.0", "gnome", "Paper"),
    _theme("mint-y-icons", "GPL-3+", "gnome", "Mint-Y"),
    _theme("numix-icon-theme", "GPL-3+", "numix", "Numix", split="validation", look="filled"),
    _theme("oxygen-icon-theme", "LGPL-3+", "kde", "oxygen", split="held_out"),
    _theme("breeze-icon-theme", "LGPL-3+", "kde", "breeze", split="held_out", look="outline"),
)
OFFICE: tuple[IconSet, ...] = (
    # Colibre's designer drew for Breeze too, in another style; its near twins are left out.
    _office("colibre", "CC0-1.0", "colibre", "train"),
    _office("elementary", "GPL-3+", "gnome", "train"),
    _office("sifr", "CC-BY-SA-3.0", "gnome", "train", "filled"),
    _office("karasa-jaga", "LGPL-3+", "kde", "held_out"),
    _office("breeze", "GPL-2+", "kde", "held_out", "outline"),
    _office("sukapura", "MPL-2.0", "sukapura", "held_out"),
)
# What programs bring for themselves, and pictures for any of them; Scribus and Inkscape also in
# the style of GNOME.
PROGRAMS: tuple[IconSet, ...] = (
    _program(
        "gimp-data", "GPL-3+", "gimp/2.0/icons/Color", "gimp/2.0/icons/Legacy", strip="^gimp-"
    ),
    _program("inkscape", "GPL-2+", "inkscape/icons/Tango", "inkscape/icons/hicolor"),
    _program("doublecmd-common", "GPL-2+", "doublecmd/pixmaps/dctheme/32x32"),
    _program("filezilla-common", "GPL-2+", "filezilla/resources"),
    _program("josm", "GPL-2+", "josm/images/dialogs", "josm/images"),
    _program("lmms-common", "GPL-2+", "lmms/themes"),
    _program("synfigstudio", "GPL-3+", "synfig/icons/classic", strip="^action_|_icon$"),
    _program("treeline", "GPL-2+", "icons/treeline/toolbar"),
    _program("tuxguitar", "LGPL-2.1+", "tuxguitar/skins/[!O]*"),
    _program("vym", "GPL-2", "vym/icons"),
    _program("wm-icons", "GPL-2+", "icons/wm-icons/[3-6]*x*"),
    _program("gnome-extra-icons", "GPL-2+", "pixmaps", strip=r"-?\d+$"),
    _program("xfe-themes", "GPL-2+", "xfe/icons", strip="^big|^mini|_(16|32)x(16|32)$"),
    _program("scribus-data", "GPL-2+", "scribus/icons/1_5_0", "scribus/icons/1_5_1"),
)
# Sets of web pages whose names are those of many others.
_OF_WEB_PAGES: tuple[tuple[str, str, Look], ...] = (
    ("akar-icons", "MIT", "outline"),
    ("basil", "CC-BY-4.0", "mixed"),
    ("bytesize", "MIT", "outline"),
    ("charm", "MIT", "outline"),
    ("ci", "CC-BY-4.0", "outline"),
    ("el", "OFL-1.1", "filled"),
    ("ep", "MIT", "outline"),
    ("f7", "MIT", "mixed"),
    ("fluent-mdl2", "MIT", "outline"),
    ("fontisto", "MIT", "filled"),
    ("gravity-ui", "MIT", "outline"),
    ("grommet-icons", "Apache-2.0", "outline"),
    ("guidance", "CC-BY-4.0", "outline"),
    ("hugeicons", "MIT", "outline"),
    ("icomoon-free", "GPL-3.0-or-later", "filled"),
    ("ix", "MIT", "mixed"),
    ("la", "Apache-2.0", "outline"),
    ("lets-icons", "CC-BY-4.0", "mixed"),
    ("lsicon", "MIT", "mixed"),
    ("mage", "Apache-2.0", "mixed"),
    ("majesticons", "MIT", "mixed"),
    ("meteor-icons", "MIT", "outline"),
    ("mi", "MIT", "outline"),
    ("mingcute", "Apache-2.0", "mixed"),
    ("nimbus", "MIT", "outline"),
    ("ooui", "MIT", "filled"),
    ("oui", "Apache-2.0", "outline"),
    ("prime", "MIT", "outline"),
    ("proicons", "MIT", "outline"),
    ("radix-icons", "MIT", "outline"),
    ("ri", "Apache-2.0", "mixed"),
    ("si", "MIT", "mixed"),
    ("simple-line-icons", "MIT", "outline"),
    ("stash", "MIT", "mixed"),
    ("system-uicons", "Unlicense", "outline"),
    ("tdesign", "MIT", "mixed"),
    ("teenyicons", "MIT", "mixed"),
    ("uil", "Apache-2.0", "outline"),
    ("uiw", "MIT", "filled"),
    ("wpf", "MIT", "filled"),
    ("zondicons", "MIT", "filled"),
)
NPM: tuple[IconSet, ...] = (
    _npm("lucide-static", "ISC", "outline", "icons/*.svg", family="feather", strip=""),
    _npm("feather-icons", "MIT", "outline", "dist/icons/*.svg", family="feather", strip=""),
    _npm("@tabler/icons", "MIT", "mixed", "icons/outline/*.svg", "icons/filled/*.svg"),
    _npm("@mdi/svg", "Apache-2.0", "mixed", "svg/*.svg", family="material"),
    _npm("@material-design-icons/svg", "Apache-2.0", "mixed", "*/*.svg", family="material"),
    _npm("bootstrap-icons", "MIT", "mixed", "icons/*.svg"),
    _npm(
        "@phosphor-icons/core",
        "MIT",
        "mixed",
        *(f"assets/{style}/*.svg" for style in ("regular", "bold", "fill", "duotone")),
    ),
    _npm(
        "@fluentui/svg-icons",
        "MIT",
        "mixed",
        "icons/*_20_regular.svg",
        "icons/*_20_filled.svg",
        strip=r"_20_(regular|filled)$",
    ),
    _npm("@primer/octicons", "MIT", "mixed", "build/svg/*.svg", strip=r"(-fill)?-(16|24)$"),
    _npm("@vscode/codicons", "CC-BY-4.0", "outline", "src/icons/*.svg", strip=""),
    _npm(
        "@fortawesome/fontawesome-free",
        "CC-BY-4.0",
        "filled",
        "svgs/solid/*.svg",
        "svgs/regular/*.svg",
    ),
    _npm("boxicons", "MIT", "mixed", "svg/regular/*.svg", "svg/solid/*.svg", strip=r"^bxs?-"),
    _npm("@ant-design/icons-svg", "MIT", "mixed", "inline-svg/*/*.svg"),
    _npm("iconoir", "MIT", "outline", "icons/regular/*.svg", "icons/solid/*.svg"),
    _npm("open-iconic", "MIT", "filled", "svg/*.svg", strip=""),
    _npm("@coreui/icons", "MIT", "outline", "svg/free/*.svg", strip="^cil-"),
    _iconify("flat-color-icons", "MIT", "colour", strip=""),
    _iconify("icon-park", "Apache-2.0", "colour", strip=""),
    # Small pictures in colours, as programs of the last twenty years have them.
    _npm("famfamfam-silk", "CC-BY-2.5", "colour", "dist/png/*.png", strip=""),
    _iconify(
        "fluent-color", "MIT", "colour", strip=r"-(16|20|24|28|32|48)$", family="fluentui-svg-icons"
    ),
    _iconify("streamline-flex-color", "CC-BY-4.0", "colour", strip=_NUMBERED, family="streamline"),
    _iconify("streamline-plump-color", "CC-BY-4.0", "colour", strip=_NUMBERED, family="streamline"),
    _iconify(
        "streamline-ultimate-color", "CC-BY-4.0", "colour", strip=_NUMBERED, family="streamline"
    ),
    _iconify("icons8", "MIT", "outline"),
    _iconify(
        "solar",
        "CC-BY-4.0",
        "mixed",
        strip=r"-(bold|linear|outline|broken|line-duotone|bold-duotone)$",
    ),
    _iconify("vaadin", "Apache-2.0", "filled"),
    _iconify("gridicons", "GPL-2", "filled"),
    _iconify("dashicons", "GPL-2+", "filled"),
    _iconify("clarity", "MIT", "mixed", strip=r"-(line|solid|outline|alerted|badged)$"),
    _iconify("mynaui", "MIT", "outline", strip="-solid$"),
    _iconify("humbleicons", "MIT", "outline"),
    _iconify("jam", "MIT", "mixed", strip="-f$"),
    _iconify("pajamas", "MIT", "filled"),
    _iconify("typcn", "CC-BY-SA-4.0", "mixed", strip="-outline$"),
    _iconify("entypo", "CC-BY-SA-4.0", "filled"),
    # Emoji: the floppy disk, the bell and the lock as ten houses paint them.
    _iconify("emojione", "CC-BY-4.0", "colour"),
    _iconify("emojione-v1", "CC-BY-SA-4.0", "colour"),
    _iconify("fluent-emoji", "MIT", "colour", family="fluentui-svg-icons"),
    _iconify("fluent-emoji-flat", "MIT", "colour", family="fluentui-svg-icons"),
    _iconify("fxemoji", "Apache-2.0", "colour"),
    _iconify("noto", "Apache-2.0", "colour"),
    _iconify("noto-v1", "Apache-2.0", "colour"),
    _iconify("openmoji", "CC-BY-SA-4.0", "colour"),
    _iconify("twemoji", "CC-BY-4.0", "colour"),
    _iconify(
        "streamline-freehand-color", "CC-BY-4.0", "colour", strip=_NUMBERED, family="streamline"
    ),
    _iconify("streamline", "CC-BY-4.0", "mixed", strip=_VARIANTS, family="streamline"),
    _iconify("duo-icons", "MIT", "mixed"),
    _iconify("qlementine-icons", "MIT", "mixed", strip=r"-(16|24|32|48)$"),
    *(_iconify(name, licence, look, strip=_VARIANTS) for name, licence, look in _OF_WEB_PAGES),
    _iconify("material-symbols", "Apache-2.0", "mixed", strip=_VARIANTS, family="material"),
    _npm("@itwin/itwinui-icons-color", "MIT", "colour", "icons/*.svg", strip=""),
    _npm("eva-icons", "MIT", "mixed", "fill/svg/*.svg", "outline/svg/*.svg", split="validation"),
    _npm("pixelarticons", "MIT", "outline", "svg/*.svg", split="validation", strip=""),
    _npm(
        "heroicons",
        "MIT",
        "mixed",
        "24/outline/*.svg",
        "24/solid/*.svg",
        "16/solid/*.svg",
        split="held_out",
        strip="",
    ),
    _npm("ionicons", "MIT", "mixed", "dist/svg/*.svg", split="held_out"),
    _npm("@carbon/icons", "Apache-2.0", "outline", "svg/32/*.svg", split="held_out"),
)
SETS: tuple[IconSet, ...] = THEMES + OFFICE + PROGRAMS + NPM


def check_families(sets: tuple[IconSet, ...] = SETS) -> None:
    """Raise ValueError when a family stands on two sides of the split."""
    sides: dict[str, IconSet] = {}
    for each in sets:
        first = sides.setdefault(each.family, each)
        if first.split != each.split:
            raise ValueError(
                f"{first.name} ({first.split}) and {each.name} ({each.split}) are both of the "
                f"family {each.family}; put them on one side"
            )
