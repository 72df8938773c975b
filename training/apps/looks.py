"""How a desktop looks, from a seed: screen, themes, icons, fonts, scale, title bars."""

from __future__ import annotations

import random
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from agent.desktop.virtual_desktop import Desktop
from benchmarks.episodes.programs import variables
from vision.capture.x11 import open_display

_SCREENS = ((1024, 768), (1280, 720), (1280, 800), (1366, 768), (1600, 900), (1920, 1080))
_LARGE = ((1920, 1080), (2560, 1440))
_SCALES = (1.0, 1.0, 1.0, 1.0, 1.25, 1.5, 2.0)
_THEMES = Path("/usr/share/themes")
_ICON_FOLDERS = Path("/usr/share/icons")
_ICONS = (
    "Adwaita",
    "Papirus",
    "Papirus-Dark",
    "elementary-xfce",
    "elementary-xfce-dark",
    "gnome",
    "Tango",
    "breeze",
    "breeze-dark",
    "HighContrast",
)
_DARK_ICONS = frozenset({"Papirus-Dark", "breeze-dark", "elementary-xfce-dark"})
_FONTS = ("DejaVu Sans", "Liberation Sans", "Noto Sans")
_LAYOUTS = ("NLIMC", "NLIMC", "NLIMC", "CIMLN", "LMIC", "NLC")
_QT_STYLES = ("Fusion", "Fusion", "Windows", "Adwaita")


@dataclass(frozen=True, slots=True)
class Look:
    """A look. `screen` in pixels; `points` is the font's size; `scale` is pixels per logical pixel,
    of which GTK makes whole steps by itself and the rest by its fonts."""

    screen: tuple[int, int] = (1280, 800)
    theme: str = "Adwaita"
    icons: str = "Adwaita"
    family: str = "DejaVu Sans"
    points: int = 10
    scale: float = 1.0
    style: str = "Fusion"
    palette: str = ""
    frame: str = "Clearlooks"
    layout: str = "NLIMC"
    overlay_bars: bool = True
    menu_icons: bool = False
    background: int = 0x3A6EA5

    @property
    def whole(self) -> int:
        """The scale that GTK uses for everything."""
        return 2 if self.scale >= 2 else 1

    @property
    def scales(self) -> tuple[float, ...]:
        """The factors between a program's own pixels and those of the screen."""
        return (float(self.whole), self.scale)

    @property
    def font(self) -> float:
        """The font's height in pixels of the screen."""
        return self.points * 96 / 72 * self.scale

    @property
    def dark(self) -> bool:
        return _is_dark(self.theme)


def look(seed: str) -> Look:
    """The look of a seed, from the themes that are installed."""
    chance = random.Random(f"look {seed}")
    scale = chance.choice(_SCALES)
    screen = chance.choice(_LARGE if scale >= 1.5 or chance.random() < 0.15 else _SCREENS)
    theme = chance.choice(themes())
    dark = _is_dark(theme)
    icons = [n for n in _installed_icons() if dark or n not in _DARK_ICONS]
    return Look(
        screen=screen,
        theme=theme,
        icons=chance.choice(icons),
        family=chance.choice(_FONTS),
        points=chance.choice((8, 9, 10, 10, 11, 12, 14)),
        scale=scale,
        style="Adwaita-Dark" if dark and chance.random() < 0.4 else chance.choice(_QT_STYLES[:3]),
        palette=chance.choice(("darker", "dusk")) if dark else chance.choice(("", "", "airy")),
        frame=chance.choice(_frame_themes()),
        layout=chance.choice(_LAYOUTS),
        overlay_bars=chance.random() < 0.35,
        menu_icons=chance.random() < 0.5,
        background=chance.choice((0x3A6EA5, 0x2E3436, 0xD8D8D8, 0x5B7F5B, 0x101418, 0xB0765A)),
    )


def themes() -> list[str]:
    """The themes of GTK 3 that are installed; those that GTK brings itself always are."""
    found = {path.parent.parent.name for path in _THEMES.glob("*/gtk-3.0/gtk.css")}
    left_out = {"Default", "Emacs", "Raleigh"}
    return sorted({"Adwaita", "Adwaita-dark", "HighContrast", *found} - left_out)


def _is_dark(theme: str) -> bool:
    # Arc-Darker has only a dark bar.
    return bool(re.search(r"-dark(-|$)|Blackbird", theme, re.IGNORECASE))


def _installed_icons() -> list[str]:
    return [name for name in _ICONS if (_ICON_FOLDERS / name / "index.theme").is_file()]


def _frame_themes() -> list[str]:
    found = {path.parent.parent.name for path in _THEMES.glob("*/openbox-3/themerc")}
    return sorted(found - {"Syscrash"}) or ["Clearlooks"]


def prepare(look: Look, home: Path) -> dict[str, str]:
    """Write the settings of a look into a home; returns the variables for its programs."""
    config = home / ".config"
    for name, text in (
        ("gtk-3.0/settings.ini", _gtk3(look)),
        ("qt5ct/qt5ct.conf", _qt(look, 5)),
        ("qt6ct/qt6ct.conf", _qt(look, 6)),
    ):
        path = config / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (home / ".gtkrc-2.0").write_text(_gtk2(look), encoding="utf-8")
    fonts = look.scale / look.whole
    return {
        "GDK_SCALE": str(look.whole),
        "GDK_DPI_SCALE": f"{fonts:g}",
        "GTK_OVERLAY_SCROLLING": "1" if look.overlay_bars else "0",
        "QT_SCALE_FACTOR": f"{look.scale:g}",
        "QT_QPA_PLATFORMTHEME": "qt5ct",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        "QT_ACCESSIBILITY": "1",
        "NO_AT_BRIDGE": "0",
        "LC_ALL": "C.UTF-8",
    }


def _gtk3(look: Look) -> str:
    values = {
        "gtk-theme-name": look.theme,
        "gtk-application-prefer-dark-theme": int(look.dark),
        "gtk-icon-theme-name": look.icons,
        "gtk-font-name": f"{look.family} {look.points}",
        "gtk-cursor-blink": 0,
        "gtk-enable-animations": 0,
        "gtk-menu-images": int(look.menu_icons),
        "gtk-button-images": int(look.menu_icons),
    }
    return "[Settings]\n" + "".join(f"{name}={value}\n" for name, value in values.items())


def _gtk2(look: Look) -> str:
    return (
        f'gtk-theme-name="{look.theme}"\ngtk-icon-theme-name="{look.icons}"\n'
        f'gtk-font-name="{look.family} {look.points}"\ngtk-cursor-blink=0\n'
    )


def _qt(look: Look, version: int) -> str:
    weight = "50,0,0,0,0,0" if version == 5 else "400,0,0,0,0,0,0,0,0,0,0,1"
    colours = f"/usr/share/qt{version}ct/colors/{look.palette}.conf"
    return (
        "[Appearance]\n"
        f"color_scheme_path={colours}\ncustom_palette={'true' if look.palette else 'false'}\n"
        f"icon_theme={look.icons}\nstandard_dialogs=default\nstyle={look.style}\n"
        "[Fonts]\n"
        f'fixed="DejaVu Sans Mono,{look.points},-1,5,{weight}"\n'
        f'general="{look.family},{look.points},-1,5,{weight}"\n'
        "[Interface]\ncursor_flash_time=0\nmenus_have_icons="
        f"{'true' if look.menu_icons else 'false'}\ngui_effects=@Invalid()\n"
    )


def dress(desktop: Desktop, look: Look) -> None:
    """Give the desktop the look's background and title bars."""
    settings = desktop.folder / "openbox.xml"
    text = settings.read_text(encoding="utf-8")
    text = re.sub(r"<theme><name>\w[^<]*", f"<theme><name>{look.frame}", text)
    text = re.sub(r"<titleLayout>[^<]*", f"<titleLayout>{look.layout}", text)
    size = max(8, round(look.points * (look.scale + 1) / 2))
    text = re.sub(r"<size>\d+", f"<size>{size}", text)
    settings.write_text(text, encoding="utf-8")
    subprocess.run(
        ["openbox", "--reconfigure"], check=True, env=variables(desktop), capture_output=True
    )
    display = open_display(desktop.display)
    try:
        root = display.screen().root
        root.change_attributes(background_pixel=look.background)
        root.clear_area()
        display.sync()
    finally:
        display.close()
