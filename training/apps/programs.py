"""The programs of which labelled screenshots are made. Some are for evaluation only."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from typing import Literal

TRAIN, HELD_OUT = "train", "held-out"


@dataclass(frozen=True, slots=True)
class Program:
    """A program of Debian. `starts` are command lines to choose from; a word such as "{text}" is
    replaced by a document of that kind. `press` says that its buttons may be pressed at will,
    `short` that a start shows little, so that others of its starts follow, `held_out` that it
    serves evaluation only. `keys` are pressed when its window is there."""

    name: str
    package: str
    starts: tuple[tuple[str, ...], ...]
    toolkit: Literal["gtk", "qt"] = "gtk"
    press: bool = False
    held_out: bool = False
    short: bool = False
    keys: tuple[str, ...] = ()

    @property
    def family(self) -> str:
        """What its samples are called."""
        return f"app/{self.name}"

    def installed(self) -> bool:
        return all(shutil.which(argv[0]) for argv in self.starts)


def _zenity(*words: str) -> tuple[str, ...]:
    return ("zenity", *words)


# Calendars tell nothing of their days and arrows.
_DIALOGS = (
    _zenity("--question", "--title=Discard changes?", "--text=The draft was changed. Discard it?"),
    _zenity("--warning", "--title=Low space", "--text=Only 340 MB are left on the disk."),
    _zenity("--error", "--title=Cannot open", "--text=The file “notes.odt” cannot be opened."),
    _zenity("--info", "--title=Import finished", "--text=42 contacts were added.", "--width=360"),
    _zenity("--entry", "--title=Rename", "--text=New name of the album:", "--entry-text=Summer"),
    _zenity("--password", "--username", "--title=Sign in"),
    _zenity("--scale", "--title=Volume", "--text=Loudness of alarms", "--value=35"),
    _zenity("--color-selection", "--show-palette", "--title=Line colour"),
    _zenity("--file-selection", "--title=Choose a picture"),
    _zenity("--file-selection", "--save", "--title=Save copy as", "--filename=report.txt"),
    ("zenity", "--text-info", "--title=Licence", "--filename={text}", "--checkbox=I agree",
     "--width=520", "--height=420"),
    ("zenity", "--list", "--checklist", "--title=Packages to install", "--text=Choose:",
     "--column=Use", "--column=Package", "--column=Size", "TRUE", "editor", "12 MB", "FALSE",
     "games", "230 MB", "TRUE", "printing", "48 MB", "FALSE", "fonts", "96 MB", "FALSE",
     "developer tools", "610 MB", "--width=480", "--height=360"),
    ("zenity", "--list", "--radiolist", "--title=Time zone", "--text=Where are you?",
     "--column=Pick", "--column=City", "FALSE", "Lisbon", "TRUE", "Vienna", "FALSE", "Nairobi",
     "FALSE", "Lima", "FALSE", "Osaka", "--width=380", "--height=340"),
    ("zenity", "--list", "--title=Open orders", "--column=Number", "--column=Customer",
     "--column=Due", "1041", "Hartmann", "3 May", "1042", "Okafor", "9 May", "1057", "Lindqvist",
     "17 May", "1060", "Moreau", "21 May", "--width=520", "--height=340"),
    ("zenity", "--forms", "--title=New contact", "--text=Who is it?", "--add-entry=First name",
     "--add-entry=Last name", "--add-password=Secret word",
     "--add-combo=Group", "--combo-values=Family|Friends|Work"),
)  # fmt: skip
_FORMS = (
    ("yad", "--form", "--title=Network printer", "--field=Name", "--field=Copies:NUM",
     "--field=Both sides:CHK", "--field=Colour:CHK", "--field=Paper:CB", "--field=Quality:SCL",
     "--field=Note:TXT", "Office", "2", "TRUE", "FALSE", "A4!A5!Letter", "60", "Ring twice",
     "--width=460"),
    ("yad", "--form", "--columns=2", "--title=Export settings", "--field=Folder:DIR",
     "--field=File:FL", "--field=Colour:CLR", "--field=Font:FN", "--field=Date:DT",
     "--field=Keep names:CHK", "--field=Format:CBE", "--field=Preview:FBTN", "--width=640"),
    ("yad", "--list", "--checklist", "--title=Backups", "--column=Keep", "--column=Folder",
     "--column=Size:NUM", "TRUE", "Documents", "120", "FALSE", "Music", "4500", "TRUE", "Pictures",
     "900", "--width=500", "--height=320", "--button=Restore:2", "--button=Cancel:1"),
    ("yad", "--scale", "--title=Brightness", "--text=Brightness of the screen", "--value=70"),
    ("yad", "--icons", "--read-dir=/usr/share/applications", "--title=Launcher", "--width=560",
     "--height=420"),
    ("yad", "--font", "--title=Choose a font"),
    ("yad", "--text-info", "--title=Message of the day", "--filename={text}", "--editable",
     "--width=560", "--height=380"),
)  # fmt: skip


def _one(
    name: str, package: str = "", *words: str, toolkit: Literal["gtk", "qt"] = "gtk",
    press: bool = False, held_out: bool = False,
) -> Program:  # fmt: skip
    return Program(name, package or name, ((name, *words),), toolkit, press, held_out)


PROGRAMS: tuple[Program, ...] = (
    Program("zenity", "zenity", _DIALOGS, short=True),
    Program("yad", "yad", _FORMS, short=True),
    _one("gtk3-widget-factory", "gtk-3-examples", press=True),
    Program("gtk3-demo", "gtk-3-examples", (("gtk3-demo",), ("gtk3-icon-browser",))),
    _one("mousepad", "", "{text}"),
    _one("l3afpad", "", "{text}"),
    _one("geany", "", "-i", "{code}", "{text}"),
    _one("pcmanfm", "", "{folder}"),
    _one("engrampa", "", "{archive}"),
    _one("xarchiver", "", "{archive}"),
    _one("ristretto", "", "{picture}"),
    _one("gpicview", "", "{picture}"),
    _one("viewnior", "", "{picture}"),
    _one("abiword", "", "{text}"),
    _one("qalculate-gtk", press=True),
    _one("lxappearance"),
    Program(
        "xfce4-settings",
        "xfce4-settings",
        (
            ("xfce4-appearance-settings",),
            ("xfce4-keyboard-settings",),
            ("xfce4-mouse-settings",),
            ("xfce4-mime-settings",),
            ("xfce4-settings-editor",),
            ("xfce4-accessibility-settings",),
        ),
    ),
    Program(
        "xfce4-appfinder", "xfce4-appfinder", (("xfce4-appfinder",), ("xfce4-appfinder", "-c"))
    ),
    _one("speedcrunch", toolkit="qt"),
    _one("qpdfview", "", "{pdf}", toolkit="qt"),
    _one("juffed", "", "{code}", toolkit="qt"),
    _one("pcmanfm-qt", "", "{folder}", toolkit="qt"),
    _one("lximage-qt", "", "{picture}", toolkit="qt"),
    _one("qterminal", toolkit="qt"),
    _one("qt5ct", toolkit="qt"),
    _one("qt6ct", toolkit="qt"),
    _one("sqlitebrowser", "", "{table}", toolkit="qt"),
    # For evaluation only
    # Its view of pictures tells nothing, its list does.
    Program("thunar", "thunar", (("thunar", "{folder}"),), held_out=True, keys=("ctrl+2",)),
    _one("galculator", press=True, held_out=True),
    _one("pluma", "", "{code}", held_out=True),
    _one("gnumeric", "", "{sheet}", held_out=True),
    _one("featherpad", "", "{code}", toolkit="qt", held_out=True),
    _one("keepassxc", toolkit="qt", held_out=True),
)


def chosen(names: str) -> list[Program]:
    """The programs of a list of names with commas, of "train" or of "held-out".

    Raises:
        ValueError: there is no such program; says which there are.
    """
    if names in (TRAIN, HELD_OUT):
        return [one for one in PROGRAMS if one.held_out == (names == HELD_OUT)]
    known = {one.name: one for one in PROGRAMS}
    wanted = names.split(",")
    for name in wanted:
        if name not in known:
            raise ValueError(
                f"there is no program “{name}”; there are {TRAIN}, {HELD_OUT}, {', '.join(known)}"
            )
    return [known[name] for name in wanted]
