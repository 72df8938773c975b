"""The parts of a page as web components of Shoelace."""

from __future__ import annotations

from training.web.parts import Part
from training.web.skin import on, say
from training.web.skins import Skin


class Shoelace(Skin):
    """Controls are custom elements; what Shoelace has not is drawn as plain HTML."""

    def draw_button(self, part: Part) -> str:
        sort = (
            "primary"
            if "primary" in part.flags
            else self.chance.choice(["default", "default", "neutral"])
        )
        picture = f"<span slot=prefix>{self.picture(part)}</span>" if part.icon else ""
        return (
            f"<sl-button variant={sort}{on(part, 'disabled')}>{picture}{say(part.text)}</sl-button>"
        )

    def draw_key(self, part: Part) -> str:
        return self.draw_button(part)

    def draw_field(self, part: Part) -> str:
        sort = part.form.split()[-1] if part.form else "text"
        if sort == "color":
            sort = "text"
        value = "" if sort == "number" and not part.value.isdigit() else part.value
        label = part.text if not part.form.startswith(("bare", "inside")) else ""
        name = f' label="{say(label)}"' if label else ""
        hint = part.text if not label and part.text else part.hint
        icon = f"<span slot=prefix>{self.picture(part)}</span>" if part.icon else ""
        clear = " clearable" if self.chance.random() < 0.15 else ""
        secret = " password-toggle" if sort == "password" else ""
        return (
            f'<sl-input class="x-entry-box" type={sort}{name} value="{say(value)}"'
            f' placeholder="{say(hint)}"{clear}{secret}{on(part, "disabled")}>{icon}</sl-input>'
        )

    def draw_area(self, part: Part) -> str:
        return (
            f'<sl-textarea class="x-entry-box" label="{say(part.text)}" value="{say(part.value)}"'
            f' placeholder="{say(part.hint)}"{on(part, "disabled")}></sl-textarea>'
        )

    def draw_select(self, part: Part) -> str:
        options = "".join(
            f"<sl-option value=o{i}>{say(one.text)}</sl-option>" for i, one in enumerate(part.parts)
        )
        label = f' label="{say(part.text)}"' if part.text else ""
        off = on(part, "disabled")
        return f'<sl-select class="x-entry-box" value=o0{label}{off}>{options}</sl-select>'

    def draw_slider(self, part: Part) -> str:
        off = on(part, "disabled")
        return f'<sl-range label="{say(part.text)}" value="{part.value}"{off}></sl-range>'

    def draw_check(self, part: Part) -> str:
        state = on(part, "checked") + on(part, "disabled")
        return f"<sl-checkbox{state}>{say(part.text)}</sl-checkbox>"

    def draw_switch(self, part: Part) -> str:
        state = on(part, "checked") + on(part, "disabled")
        return f"<sl-switch{state}>{say(part.text)}</sl-switch>"

    def draw_group(self, part: Part) -> str:
        if part.parts[0].kind != "radio":
            return super().draw_group(part)
        chosen = next((i for i, one in enumerate(part.parts) if "checked" in one.flags), -1)
        inner = "".join(
            f"<sl-radio value=r{i}{on(one, 'disabled')}>{say(one.text)}</sl-radio>"
            for i, one in enumerate(part.parts)
        )
        return (
            f'<sl-radio-group label="{say(part.text)}" value="r{chosen}">{inner}</sl-radio-group>'
        )

    def draw_tabs(self, part: Part) -> str:
        made = "".join(
            f"<sl-tab slot=nav{on(one, 'selected', 'active')}{on(one, 'disabled')}>"
            f"{say(one.text)}</sl-tab>"
            for one in part.parts
        )
        return f"<sl-tab-group>{made}</sl-tab-group>"

    def draw_card(self, part: Part) -> str:
        return (
            f'<sl-card class="x-component"><h3 slot=header class="x-card-title">{say(part.text)}'
            f"</h3>"
            f"{self.all(part.parts)}</sl-card>"
        )

    def draw_dialog(self, part: Part) -> str:
        return f'<sl-dialog open label="{say(part.text)}">{self.all(part.parts)}</sl-dialog>'

    def draw_menu(self, part: Part) -> str:
        entries = "".join(
            f"<sl-menu-item{on(one, 'disabled')}>{say(one.text)}</sl-menu-item>"
            for one in part.parts
        )
        return f"<sl-menu>{entries}</sl-menu>"

    def draw_tree(self, part: Part) -> str:
        made = ""
        for branch in part.parts:
            leaves = "".join(
                f"<sl-tree-item>{say(one.text)}</sl-tree-item>" for one in branch.parts
            )
            made += f"<sl-tree-item expanded>{say(branch.text)}{leaves}</sl-tree-item>"
        return f"<sl-tree>{made}</sl-tree>"

    def draw_fold(self, part: Part) -> str:
        return f'<sl-details summary="{say(part.text)}">{self.all(part.parts)}</sl-details>'
