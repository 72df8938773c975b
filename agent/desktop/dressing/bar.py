"""The bar at the lower edge (tint2): the menu's button, programs to start, those that run."""

from __future__ import annotations

from collections.abc import Sequence

HEIGHT = 40
"""In pixels. Windows keep off it: it reserves its place at the edge (strut)."""

# No clock and no tooltips: they change the picture by themselves, which would pass for the effect
# of an action. Nothing on the bar closes a program.
_SETTINGS = f"""\
# 1: the bar
rounded = 0
border_width = 1
border_sides = T
background_color = #f6f5f2 100
border_color = #cbc7c0 100

# 2: a program that runs, a button
rounded = 5
border_width = 1
background_color = #ffffff 100
border_color = #d6d2cb 100
background_color_hover = #ffffff 100
border_color_hover = #0f766e 100
background_color_pressed = #e3efed 100
border_color_pressed = #0f766e 100

# 3: the program in front
rounded = 5
border_width = 1
background_color = #d3e8e5 100
border_color = #0f766e 100
background_color_hover = #d3e8e5 100
border_color_hover = #115e59 100

# 4: a minimised program
rounded = 5
border_width = 1
background_color = #ebe8e3 100
border_color = #ebe8e3 100
background_color_hover = #ffffff 100
border_color_hover = #0f766e 100

panel_size = 100% {HEIGHT}
panel_margin = 0 0
panel_padding = 6 4 8
panel_background_id = 1
panel_position = bottom center horizontal
panel_layer = normal
panel_monitor = all
panel_window_name = Bar
strut_policy = follow_size
autohide = 0
wm_menu = 0
disable_transparency = 1
mouse_effects = 1
mouse_hover_icon_asb = 100 0 10
mouse_pressed_icon_asb = 100 0 -10
font_shadow = 0

taskbar_mode = single_desktop
taskbar_padding = 4 0 6
taskbar_name = 0
taskbar_sort_order = none
task_text = 1
task_icon = 1
task_centered = 0
task_maximum_size = 220 34
task_padding = 8 3 8
task_tooltip = 0
task_thumbnail = 0
task_font = sans 10
task_font_color = #1c1b1a 100
task_iconified_font_color = #5f5b56 100
task_background_id = 2
task_active_background_id = 3
task_iconified_background_id = 4
task_urgent_background_id = 2
urgent_nb_of_blink = 0
mouse_left = toggle_iconify
mouse_middle = none
mouse_right = none
mouse_scroll_up = none
mouse_scroll_down = none

launcher_padding = 4 0 6
launcher_icon_size = 26
launcher_icon_theme = Adwaita
launcher_icon_theme_override = 1
launcher_tooltip = 0
startup_notifications = 0
"""


def settings(launchers: Sequence[str], menu: str) -> str:
    """The settings of tint2: paths of desktop entries, and the command of the menu or ""."""
    items = ("P" if menu else "") + ("L" if launchers else "") + "T"
    lines = [f"panel_items = {items}", _SETTINGS]
    lines += [f"launcher_item_app = {path}" for path in launchers]
    if menu:
        lines += [
            "button = new",
            "button_text = Programs",
            "button_icon = applications-other",
            "button_font = sans bold 10",
            "button_font_color = #1c1b1a 100",
            "button_background_id = 2",
            "button_padding = 10 2 6",
            "button_max_icon_size = 20",
            "button_centered = 1",
            f"button_lclick_command = {menu}",
        ]
    return "\n".join(lines) + "\n"
