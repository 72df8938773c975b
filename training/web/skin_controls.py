"""Draws what one clicks or fills in."""

from __future__ import annotations

from training.web.parts import Part
from training.web.skin import Sketch, on, say


class Controls(Sketch):
    """Buttons, links, fields, choices."""

    def draw_button(self, part: Part) -> str:
        sort = "primary" if "primary" in part.flags else "secondary"
        pressed = ' aria-pressed="true"' if "pressed" in part.flags else ""
        inner = f"{self.picture(part)} {say(part.text)}" if part.icon else say(part.text)
        off = on(part, "disabled")
        return f"<button type=button{self.css('button', sort)}{pressed}{off}>{inner}</button>"

    def draw_icon_button(self, part: Part) -> str:
        framed = "button secondary icon-button" if part.form == "framed" else "bare-button"
        off = on(part, "disabled")
        label = f' aria-label="{say(part.text)}"'
        classes = self.css(*framed.split())
        return f"<button type=button{classes}{label}{off}>{self.picture(part)}</button>"

    def draw_link(self, part: Part) -> str:
        return f'<a href="#"{self.css("link")}>{say(part.text)}</a>'

    def draw_key(self, part: Part) -> str:
        sort = "primary" if "primary" in part.flags else "secondary"
        return f"<button type=button{self.css('button', sort)}>{say(part.text)}</button>"

    def draw_keys(self, part: Part) -> str:
        shown = (
            f'<input type=text aria-label="Result" value="{say(part.value)}"{self.css("field")}>'
        )
        return f'<div>{shown}<div class="x-keys">{self.all(part.parts)}</div></div>'

    def labelled(self, part: Part, control: str, number: str) -> str:
        """A control with its label where the part wants it; `control` holds ATTRIBUTES once."""
        place = part.form.split()[0] if part.form else "above"
        must = " *" if "required" in part.flags else ""
        caption = f'<label for="{number}"{self.css("label")}>{say(part.text)}{must}</label>'
        if not part.text or place in ("bare", "inside"):
            name = f' aria-label="{say(part.text)}"' if part.text else ""
            return f"<div{self.css('slot')}>{control.replace('ATTRIBUTES', name)}</div>"
        control = control.replace("ATTRIBUTES", f' id="{number}"')
        if place == "floating" and "floating" in self.names and "placeholder" in control:
            return f'<div class="{self.names["floating"]}">{control}{caption}</div>'
        if place == "left":
            return f'<div class="x-pair">{caption}<div{self.css("slot")}>{control}</div></div>'
        return f"<div{self.css('entry-box')}>{caption}<div{self.css('slot')}>{control}</div></div>"

    def draw_field(self, part: Part) -> str:
        sort = part.form.split()[-1] if part.form else "text"
        hint = part.text if part.form.startswith(("inside", "floating")) else part.hint
        wrong = self.css("field", "wrong" if "error" in part.flags else "")
        if sort == "color":
            wrong = ""
        value = "" if sort == "number" and not part.value.isdigit() else part.value
        inner = (
            f'<input type={sort} value="{say(value)}" placeholder="{say(hint)}"'
            f"{wrong}{on(part, 'disabled')}ATTRIBUTES>"
        )
        if part.icon and "adorned" in self.names:
            inner = f'<span class="{self.names["adorned"]}">{self.picture(part)}{inner}</span>'
        return self.labelled(part, inner, self.new_id())

    def draw_area(self, part: Part) -> str:
        rows = self.chance.randint(2, 5)
        inner = (
            f'<textarea rows={rows} placeholder="{say(part.hint)}"{self.css("area")}'
            f"{on(part, 'disabled')}ATTRIBUTES>{say(part.value)}</textarea>"
        )
        return self.labelled(part, inner, self.new_id())

    def draw_option(self, part: Part) -> str:
        return f"<option{on(part, 'selected')}>{say(part.text)}</option>"

    def draw_select(self, part: Part) -> str:
        inner = self.all(part.parts)
        off = on(part, "disabled")
        bare = f"<select {self.css('select').strip()}{off}ATTRIBUTES>{inner}</select>"
        if "select-box" in self.names:
            bare = f'<div class="{self.names["select-box"]}">{bare}</div>'
        if not part.text:
            return bare.replace("ATTRIBUTES", "")
        return self.labelled(part, bare, self.new_id())

    def draw_list_select(self, part: Part) -> str:
        chosen = self.chance.randrange(len(part.parts))
        options = "".join(
            f"<option{' selected' if i == chosen else ''}>{say(one.text)}</option>"
            for i, one in enumerate(part.parts)
        )
        size = min(len(part.parts), self.chance.randint(3, 7))
        inner = (
            f"<select size={size} {self.css('list-select').strip()}ATTRIBUTES>{options}</select>"
        )
        return self.labelled(part, inner, self.new_id())

    def draw_open_select(self, part: Part) -> str:
        """A list of choices that is open below its field, as scripts draw it."""
        number, chosen = self.new_id(), self.chance.randrange(len(part.parts))
        options = "".join(
            f'<div role=option aria-selected="{"true" if i == chosen else "false"}" '
            f'class="x-choice">{say(one.text)}</div>'
            for i, one in enumerate(part.parts)
        )
        box = (
            f'<div role=combobox tabindex=0 aria-expanded=true aria-controls="{number}" '
            f'aria-label="{say(part.text)}" class="x-combo">'
            f"<span>{say(part.parts[chosen].text)}</span>{self.icons.svg('open list', '1em')}</div>"
        )
        opened = f'<div role=listbox id="{number}" class="x-choices">{options}</div>'
        return f'<div class="x-open">{box}{opened}</div>'

    def draw_slider(self, part: Part) -> str:
        inner = (
            f'<input type=range min=0 max=100 value="{part.value}" {self.css("range").strip()}'
            f"{on(part, 'disabled')}ATTRIBUTES>"
        )
        return self.labelled(part, inner, self.new_id())

    def _tick(self, part: Part, sort: str, kind: str, group: str = "") -> str:
        number = self.new_id()
        role = " role=switch" if kind == "switch" else ""
        name = f' name="{group}"' if group else ""
        inner = (
            f'<input type={sort} id="{number}"{role}{name}{self.css(f"{kind}-input")}'
            f"{on(part, 'checked')}{on(part, 'disabled')}>"
        )
        mark = self.names.get(f"{kind}-mark", "")
        if mark:
            inner += f'<i class="{mark}"></i>'
        if mark or "wrapping" in self.names:
            return f"<label{self.css(kind)}>{inner} <span>{say(part.text)}</span></label>"
        caption = f'<label for="{number}"{self.css(f"{kind}-label")}>{say(part.text)}</label>'
        if not part.text and "needs-label" not in self.names:
            caption = ""
        return f"<div{self.css(kind)}>{inner}{caption}</div>"

    def draw_check(self, part: Part) -> str:
        return self._tick(part, "checkbox", "check")

    def draw_switch(self, part: Part) -> str:
        return self._tick(part, "checkbox", "switch")

    def draw_radio(self, part: Part, group: str = "r") -> str:
        return self._tick(part, "radio", "radio", group)

    def draw_group(self, part: Part) -> str:
        group = self.new_id()
        inner = "".join(
            self.draw_radio(one, group) if one.kind == "radio" else self.draw(one)
            for one in part.parts
        )
        line = "x-line" if part.form == "line" else "x-stack"
        title = f"<legend{self.css('legend')}>{say(part.text)}</legend>"
        return f'<fieldset{self.css("group")}>{title}<div class="{line}">{inner}</div></fieldset>'

    def draw_form(self, part: Part) -> str:
        form = f"form {part.form}" if part.form == "two" else "form"
        return f"<form{self.css(*form.split())}>{self.all(part.parts)}</form>"
