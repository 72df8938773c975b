"""The window manager of the virtual desktop: its settings."""

from __future__ import annotations

from importlib.resources import files
from xml.sax.saxutils import escape

_ROOT = """<context name="Root"><mousebind button="Right" action="Press">
      <action name="Execute"><command>{}</command></action></mousebind></context>"""


def settings(menu: str = "", theme: str = "Clearlooks") -> str:
    """The settings: `menu` is the command of a right click on the background, "" for none;
    `theme` is the name of a theme of openbox."""
    text = files("agent.desktop").joinpath("openbox.xml").read_text("utf-8")
    root = _ROOT.format(escape(menu)) if menu else ""
    return text.replace("@THEME@", theme).replace("@ROOT@", root)
