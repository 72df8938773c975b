"""The menu of programs (jgmenu): opened from the bar, and by a right click on the background."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence

from agent.desktop.dressing.bar import HEIGHT
from agent.desktop.dressing.entries import Entry

SETTINGS = f"""\
stay_alive = 0
position_mode = fixed
menu_halign = left
menu_valign = bottom
menu_margin_x = 4
menu_margin_y = {HEIGHT + 4}
menu_width = 240
menu_radius = 0
menu_border = 1
menu_padding_top = 6
menu_padding_right = 6
menu_padding_bottom = 6
menu_padding_left = 6
sub_spacing = 2
item_height = 30
item_radius = 4
item_padding_x = 8
item_border = 0
sep_height = 9
icon_size = 22
icon_theme = Adwaita
icon_theme_fallback = hicolor
font = sans 10
color_menu_bg = #ffffff 100
color_menu_border = #b9b4ab 100
color_norm_bg = #ffffff 0
color_norm_fg = #1c1b1a 100
color_sel_bg = #d3e8e5 100
color_sel_fg = #0b3b37 100
color_sel_border = #d3e8e5 0
color_sep_fg = #d6d2cb 100
"""

HOMES = {"XDG_CONFIG_HOME": "config", "XDG_CACHE_HOME": "cache"}
"""Variables that lead the parts of the dressing to folders beside their files."""


def open_script(variables: Mapping[str, str]) -> str:
    """A script that starts what it is given as from a person's own menu: in the home folder, with
    the values that `variables` has for HOMES and without those that it has not."""
    lines = [
        f"export {name}={shlex.quote(variables[name])}" if name in variables else f"unset {name}"
        for name in HOMES
    ]
    return "\n".join(["#!/bin/sh", *lines, 'cd "$HOME" 2>/dev/null', 'exec "$@"', ""])


# jgmenu starts programs in the home folder, so that the script needs its whole path.
_OPEN = 'sh "$DESKHAND_OPEN"'
ITEMS = "cat first.csv; jgmenu_run apps | sed -E -f items.sed\n"
"""A script that prints the menu."""
# Edits jgmenu's own list so that each program is started by `open`; "^term(" is its mark for one
# that runs in a terminal. A name with a comma stands between three quotation marks.
EDITS = r'''
s#^("""[^"]*"""|[^,^]*),\^term\(([^,)]*)\)?#\1,sh "$DESKHAND_OPEN" x-terminal-emulator -e \2#
t
s#^("""[^"]*"""|[^,^]*),([^,^])#\1,sh "$DESKHAND_OPEN" \2#
'''

# Opens the menu; options of jgmenu may follow. The files beside it are its own.
SCRIPT = """\
#!/bin/sh
cd "$(dirname "$0")" || exit
export XDG_CONFIG_HOME="$PWD/config" XDG_CACHE_HOME="$PWD/cache"
export DESKHAND_OPEN="$PWD/open"
exec jgmenu --simple --config-file=jgmenurc --csv-cmd="sh items" "$@"
"""


def first_items(entries: Sequence[Entry]) -> str:
    """What stands at the top of the menu: the programs of the bar, and a line below them."""
    lines = [
        f'"""{e.application.name}""",{_OPEN} {shlex.join(e.application.command)},{e.icon}'
        for e in entries
    ]
    return "\n".join([*lines, "^sep()", ""]) if lines else ""
