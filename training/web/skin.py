"""Draws the parts of a page as HTML: structure here, controls and lists in files of their own."""

from __future__ import annotations

import html
from collections.abc import Mapping
from random import Random

from training.web.icons import Icons
from training.web.parts import Part


class Sketch:
    """What all parts of the drawing share: class names, identifiers, icons, chance.

    `names` gives the class of a thing in a style sheet ("button": "btn"); where it says nothing,
    the class is ours ("x-button").
    """

    def __init__(self, names: Mapping[str, str], icons: Icons, chance: Random) -> None:
        self.names = names
        self.icons = icons
        self.chance = chance
        self._count = 0

    def draw(self, part: Part) -> str:
        """The HTML of a part. Raises AttributeError for a kind that nothing draws."""
        return str(getattr(self, "draw_" + part.kind.replace(" ", "_"))(part))

    def all(self, parts: tuple[Part, ...]) -> str:
        return "".join(self.draw(part) for part in parts)

    def css(self, *things: str) -> str:
        """A class attribute for things, '' when they have none."""
        found = " ".join(filter(None, (self.names.get(one, f"x-{one}") for one in things if one)))
        return f' class="{found}"' if found else ""

    def new_id(self) -> str:
        self._count += 1
        return f"n{self._count}"

    def picture(self, part: Part, size: str = "1.2em") -> str:
        return self.icons.svg(part.icon, size) if part.icon else ""


def say(text: str) -> str:
    """Text as HTML."""
    return html.escape(text, quote=True)


def on(part: Part, flag: str, attribute: str = "") -> str:
    """An attribute when the part has a flag."""
    return f" {attribute or flag}" if flag in part.flags else ""


class Structure(Sketch):
    """Places: bars, columns, cards, windows, dialogs."""

    def draw_page(self, part: Part) -> str:
        return f'<div class="x-page">{self.all(part.parts)}</div>'

    def draw_app_bar(self, part: Part) -> str:
        return f"<header{self.css('bar')}>{self.all(part.parts)}</header>"

    def draw_brand(self, part: Part) -> str:
        return f'<strong class="x-brand">{self.picture(part)} {say(part.text)}</strong>'

    def draw_gap(self, part: Part) -> str:
        return '<span class="x-gap"></span>'

    def draw_side(self, part: Part) -> str:
        return f"<nav{self.css('side')}>{self.all(part.parts)}</nav>"

    def draw_goto(self, part: Part) -> str:
        current = ' aria-current="page"' if "selected" in part.flags else ""
        state = "goto-on" if "selected" in part.flags else ""
        inner = f"{self.picture(part)} <span>{say(part.text)}</span>"
        return f'<a href="#"{self.css("goto", state)}{current}>{inner}</a>'

    def draw_columns(self, part: Part) -> str:
        even = " x-even" if part.form == "even" else ""
        return f'<div class="x-columns{even}">{self.all(part.parts)}</div>'

    def draw_main(self, part: Part) -> str:
        return f'<div class="x-main">{self.all(part.parts)}</div>'

    def draw_box(self, part: Part) -> str:
        return f'<div class="x-{part.form}">{self.all(part.parts)}</div>'

    def draw_centre(self, part: Part) -> str:
        return f'<div class="x-centre">{self.all(part.parts)}</div>'

    def draw_desk(self, part: Part) -> str:
        return f'<div class="x-desk">{self.all(part.parts)}</div>'

    def draw_row(self, part: Part) -> str:
        end = " x-end" if part.form == "end" else ""
        return f'<div class="x-line{end}">{self.all(part.parts)}</div>'

    def draw_card(self, part: Part) -> str:
        title = f"<h3{self.css('card-title')}>{say(part.text)}</h3>"
        body = f"<div{self.css('card-body')}>{title}{self.all(part.parts)}</div>"
        return f"<section{self.css('card')}>{body}</section>"

    def draw_heading(self, part: Part) -> str:
        return f"<h{part.form}{self.css('h' + part.form)}>{say(part.text)}</h{part.form}>"

    def draw_text(self, part: Part) -> str:
        return f"<p{self.css('text')}>{say(part.text)}</p>"

    def draw_picture(self, part: Part) -> str:
        hue = int(part.form) * 36
        drawing = (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 90">'
            f'<rect width="160" height="90" fill="hsl({hue},45%,75%)"/>'
            f'<circle cx="{30 + hue % 90}" cy="28" r="14" fill="hsl({hue + 60},70%,60%)"/>'
            f'<path d="M0 90L50 40 90 75 120 55 160 90z" fill="hsl({hue + 140},35%,40%)"/></svg>'
        )
        source = "data:image/svg+xml," + drawing.replace("#", "%23").replace('"', "'")
        return f'<img class="x-picture" alt="" src="{source}">'

    def draw_alert(self, part: Part) -> str:
        sort = "alert-bad" if part.icon == "warning" else "alert-good"
        inner = f"{self.picture(part)} <span>{say(part.text)}</span>"
        return f"<div{self.css('alert', sort)} role=alert>{inner}</div>"

    def draw_error(self, part: Part) -> str:
        return f"<div{self.css('error')}>{self.picture(part, '1em')} {say(part.text)}</div>"

    def draw_progress(self, part: Part) -> str:
        return f'<progress{self.css("progress")} max=100 value="{part.value}"></progress>'

    def draw_meter(self, part: Part) -> str:
        return f'<meter max=10 value="{part.value}"></meter>'

    def draw_fold(self, part: Part) -> str:
        opened = " open" if self.chance.random() < 0.5 else ""
        return (
            f"<details{opened}><summary>{say(part.text)}</summary>{self.all(part.parts)}</details>"
        )

    def draw_dialog(self, part: Part) -> str:
        close = f'<button type=button aria-label="close"{self.css("close")}>' + (
            "" if self.names.get("close", "").endswith("btn-close") else self.icons.svg("close")
        )
        head = (
            f"<header{self.css('dialog-head')}><h3>{say(part.text)}</h3>{close}</button></header>"
        )
        body = f"{head}<div{self.css('dialog-body')}>{self.all(part.parts)}</div>"
        box = f'<div role=dialog aria-label="{say(part.text)}"{self.css("dialog")}>{body}</div>'
        return f'<div class="x-veil x-{part.form}">{box}</div>'

    def draw_window(self, part: Part) -> str:
        tools = "".join(
            f'<button type=button aria-label="{name}"></button>'
            for name in ("Minimize", "Maximize", "Close")
        )
        bar = (
            f'<div class="title-bar"><div class="title-bar-text">{say(part.text)}</div>'
            f'<div class="title-bar-controls">{tools}</div></div>'
        )
        status = f'<div class="status-bar"><p class="status-bar-field">{say(part.hint)}</p></div>'
        body = f'<div class="window-body has-space">{self.all(part.parts)}</div>'
        return f'<div class="window active x-window">{bar}{body}{status}</div>'

    def draw_settings(self, part: Part) -> str:
        return f'<div class="x-settings x-{part.form}">{self.all(part.parts)}</div>'

    def draw_setting(self, part: Part) -> str:
        number = self.new_id()
        hint = f"<small>{say(part.hint)}</small>" if part.hint else ""
        control = self.draw(part.parts[0]).replace("<input ", f'<input aria-labelledby="{number}" ')
        control = control.replace("<select ", f'<select aria-labelledby="{number}" ')
        caption = f'<span id="{number}">{say(part.text)}</span>'
        return f'<div class="x-setting"><div>{caption}{hint}</div>{control}</div>'
