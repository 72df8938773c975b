"""The window manager of the virtual desktop: its settings and its start.

Our own settings, not the person's: one work space (with several, turning the wheel over the
background would make every window vanish), no menu of its own on the background, new windows get
the focus.
"""

from __future__ import annotations

from xml.sax.saxutils import escape

_BUTTONS = "".join(
    f'<context name="{context}"><mousebind button="Left" action="Click">'
    f'<action name="{action}"/></mousebind></context>'
    for context, action in (
        ("Close", "Close"),
        ("Iconify", "Iconify"),
        ("Maximize", "ToggleMaximize"),
    )
)

_RAISE = '<action name="Focus"/><action name="Raise"/>'

_CORNERS = "".join(
    f'<context name="{context}"><mousebind button="Left" action="Press">{_RAISE}</mousebind>'
    '<mousebind button="Left" action="Drag"><action name="Resize"/></mousebind></context>'
    for context in ("Frame", "TLCorner", "TRCorner", "BLCorner", "BRCorner", "Top", "Bottom")
).replace('name="Frame"', 'name="Left Right"')

# Titles of the default size, 8 points, are hard to read for OCR.
_FONTS = "".join(
    f'<font place="{place}"><name>sans</name><size>10</size></font>'
    for place in ("ActiveWindow", "InactiveWindow", "MenuItem")
)


def settings(menu: str = "", theme: str = "Clearlooks") -> str:
    """The settings: `menu` is the command of a right click on the background, "" for none;
    `theme` is the name of a theme of openbox."""
    root = (
        '<context name="Root"><mousebind button="Right" action="Press">'
        f'<action name="Execute"><command>{escape(menu)}</command></action></mousebind></context>'
    )
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <focus><focusNew>yes</focusNew><followMouse>no</followMouse></focus>
  <placement><policy>Smart</policy><center>yes</center></placement>
  <theme><name>{theme}</name><titleLayout>NLIMC</titleLayout>
    <animateIconify>no</animateIconify>{_FONTS}</theme>
  <desktops><number>1</number><popupTime>0</popupTime></desktops>
  <resize><drawContents>yes</drawContents><popupShow>Never</popupShow></resize>
  <keyboard>
    <keybind key="A-F4"><action name="Close"/></keybind>
    <keybind key="A-Tab"><action name="NextWindow"><dialog>none</dialog></action></keybind>
    <keybind key="W-Up"><action name="ToggleMaximize"/></keybind>
  </keyboard>
  <mouse>
    <dragThreshold>3</dragThreshold><doubleClickTime>400</doubleClickTime>
    <context name="Titlebar">
      <mousebind button="Left" action="Press">{_RAISE}</mousebind>
      <mousebind button="Left" action="Drag"><action name="Move"/></mousebind>
      <mousebind button="Left" action="DoubleClick"><action name="ToggleMaximize"/></mousebind>
    </context>
    <context name="Client">
      <mousebind button="Left" action="Press">{_RAISE}</mousebind>
      <mousebind button="Middle" action="Press">{_RAISE}</mousebind>
      <mousebind button="Right" action="Press">{_RAISE}</mousebind>
    </context>
    {_CORNERS}
    {_BUTTONS}{root if menu else ""}
  </mouse>
</openbox_config>
"""
