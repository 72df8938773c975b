"""Markup that style sheets after old Windows expect."""

from __future__ import annotations

from training.web.parts import Part
from training.web.skin import on, say
from training.web.skins import Skin


class Windows(Skin):
    """98.css, XP.css and 7.css: cards are windows or group boxes, tabs stand in menus."""

    links_in_tabs = False

    def draw_card(self, part: Part) -> str:
        if self.chance.random() < 0.5:
            return self.draw_window(part)
        inner = f"<legend>{say(part.text)}</legend>{self.all(part.parts)}"
        return f"<fieldset>{inner}</fieldset>"

    def draw_dialog(self, part: Part) -> str:
        window = self.draw_window(part).replace(
            '<div class="window', f'<div role=dialog aria-label="{say(part.text)}" class="window', 1
        )
        return f'<div class="x-veil x-{part.form}">{window}</div>'

    def draw_tabs(self, part: Part) -> str:
        made = ""
        for one in part.parts:
            state = f'role=tab aria-selected="{"true" if "selected" in one.flags else "false"}"'
            if self.links_in_tabs:
                made += f'<li {state}><a href="#tabs">{say(one.text)}</a></li>'
            else:
                made += f"<button type=button {state}{on(one, 'disabled')}>{say(one.text)}</button>"
        inner = self.draw(Part("text", part.parts[0].text))
        panel = f'<article role=tabpanel class="window">{inner}</article>'
        return f'<section class="tabs"><menu role=tablist>{made}</menu>{panel}</section>'

    def draw_slider(self, part: Part) -> str:
        drawn = super().draw_slider(part)
        return (
            drawn
            if self.chance.random() < 0.5
            else drawn.replace("<input", '<input class="has-box-indicator"', 1)
        )


class Windows98(Windows):
    """98.css has links in its tabs."""

    links_in_tabs = True
