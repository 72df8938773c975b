"""Draws what stands in rows: tabs, menus, tables, lists, trees."""

from __future__ import annotations

from training.web.parts import Part
from training.web.skin import Sketch, on, say


def _truth(part: Part, flag: str = "selected") -> str:
    return "true" if flag in part.flags else "false"


class Lists(Sketch):
    """Rows of things to choose from."""

    def draw_tabs(self, part: Part) -> str:
        made = "".join(self._tab(one) for one in part.parts)
        return f"<div role=tablist{self.css('tabs', 'tabs-' + part.form)}>{made}</div>"

    def _tab(self, part: Part) -> str:
        state = "tab-on" if "selected" in part.flags else ""
        off = on(part, "disabled")
        inner = f"{self.picture(part)} {say(part.text)}" if part.icon else say(part.text)
        chosen = f'role=tab aria-selected="{_truth(part)}"'
        return f"<button type=button {chosen}{self.css('tab', state)}{off}>{inner}</button>"

    def draw_table(self, part: Part) -> str:
        head, *lines = part.parts
        top = "".join(self._head(cell) for cell in head.parts)
        body = "".join(self._line(line) for line in lines)
        sort = f"table-{part.form}" if part.form else ""
        inner = f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody>"
        table = f"<table{self.css('table', sort)}>{inner}</table>"
        return f'<div class="x-scroller">{table}</div>'

    def _head(self, part: Part) -> str:
        if "sortable" not in part.flags:
            return f"<th>{say(part.text)}</th>"
        return f'<th aria-sort="none" class="x-sort">{say(part.text)}</th>'

    def _line(self, part: Part) -> str:
        cells = ""
        for cell in part.parts:
            inner = self.all(cell.parts) if cell.parts else say(cell.text)
            kind = f' class="x-{cell.form}"' if cell.form else ""
            cells += f"<td{kind}>{inner}</td>"
        chosen = self.css("line-on") if "selected" in part.flags else ""
        return f"<tr{chosen}>{cells}</tr>"

    def draw_sheet(self, part: Part) -> str:
        width = len(part.parts[0].parts)
        top = "<th></th>" + "".join(f"<th>{chr(65 + i)}</th>" for i in range(width))
        body = ""
        for row, line in enumerate(part.parts, start=1):
            cells = "".join(f"<td>{say(cell.text)}</td>" for cell in line.parts)
            body += f"<tr><th>{row}</th>{cells}</tr>"
        return f'<div class="x-scroller"><table class="x-sheet"><tr>{top}</tr>{body}</table></div>'

    def draw_list(self, part: Part) -> str:
        made = "".join(self._item(one) for one in part.parts)
        about = f'aria-label="{say(part.text)}" data-form="{part.form}"'
        return f"<div role=listbox {about}{self.css('list')}>{made}</div>"

    def _item(self, part: Part) -> str:
        state = "item-on" if "selected" in part.flags else ""
        off = ' aria-disabled="true"' if "disabled" in part.flags else ""
        inner = f"{self.picture(part)} <span>{say(part.text)}</span>"
        chosen = f'role=option aria-selected="{_truth(part)}"'
        return f"<div {chosen}{self.css('item', state)}{off}>{inner}</div>"

    def draw_tree(self, part: Part) -> str:
        made = ""
        for branch in part.parts:
            leaves = "".join(
                f'<li role=treeitem aria-selected="{_truth(leaf)}"><div class="x-leaf" data-row>'
                f"{self.picture(leaf)} {say(leaf.text)}</div></li>"
                for leaf in branch.parts
            )
            sign = "open list" if leaves else "expand"
            row = f"{self.icons.svg(sign, '0.8em')} {self.picture(branch)} {say(branch.text)}"
            below = f"<ul role=group>{leaves}</ul>" if leaves else ""
            made += f'<li role=treeitem><div class="x-leaf" data-row>{row}</div>{below}</li>'
        return f'<ul role=tree class="x-tree">{made}</ul>'

    def draw_menu_bar(self, part: Part) -> str:
        made = ""
        for one in part.parts:
            entries = "".join(self._entry(entry) for entry in one.parts)
            menu = f"<ul role=menu{self.css('menu')}>{entries}</ul>" if entries else ""
            state = ' aria-expanded="true"' if entries else ""
            made += (
                f'<li role=none class="x-title-box"><span role=menuitem tabindex=-1 '
                f"aria-haspopup=true{state} "
                f'class="x-title">{say(one.text)}</span>{menu}</li>'
            )
        return f'<ul role=menubar class="x-menu-bar">{made}</ul>'

    def draw_menu(self, part: Part) -> str:
        entries = "".join(self._entry(entry) for entry in part.parts)
        return f'<div class="x-menu-place"><ul role=menu{self.css("menu")}>{entries}</ul></div>'

    def _entry(self, part: Part) -> str:
        off = ' aria-disabled="true"' if "disabled" in part.flags else ""
        state = "entry-on" if "selected" in part.flags else ""
        inner = f"{self.picture(part, '1em')} <span>{say(part.text)}</span>"
        inner += f'<kbd class="x-keys-hint">{say(part.hint)}</kbd>' if part.hint else ""
        entry = f"<a role=menuitem tabindex=-1{self.css('entry', state)}{off}>{inner}</a>"
        return f"<li role=none>{entry}</li>"

    def draw_toolbar(self, part: Part) -> str:
        return f'<div role=toolbar class="x-toolbar">{self.all(part.parts)}</div>'

    def draw_crumbs(self, part: Part) -> str:
        sign = self.chance.choice(["/", "›", ">"])
        links = f'<span class="x-sign"> {sign} </span>'.join(self.draw(one) for one in part.parts)
        return f'<nav aria-label="breadcrumb" class="x-line">{links}</nav>'

    def draw_chips(self, part: Part) -> str:
        removable = "removable" in part.flags
        sign = self.icons.svg("close", "0.8em")
        cross = f'<button type=button aria-label="remove" class="x-cross">{sign}</button>'
        chips = "".join(
            f"<span{self.css('chip')}>{say(one.text)}{cross if removable else ''}</span>"
            for one in part.parts
        )
        return f'<div class="x-line">{chips}</div>'

    def draw_steps(self, part: Part) -> str:
        made = "".join(
            f"<li{' class=x-step-on' if str(i) == part.value else ''}><b>{i + 1}</b> "
            f"{say(one.text)}</li>"
            for i, one in enumerate(part.parts)
        )
        return f'<ol class="x-steps">{made}</ol>'

    def draw_pages(self, part: Part) -> str:
        made = f'<a href="#" aria-label="back"{self.css("page-link")}>‹</a>'
        for number in range(1, 6):
            current = ' aria-current="page"' if str(number) == part.value else ""
            state = "page-on" if current else ""
            made += f'<a href="#"{self.css("page-link", state)}{current}>{number}</a>'
        made += f'<a href="#" aria-label="forward"{self.css("page-link")}>›</a>'
        return f'<nav aria-label="pages"{self.css("pages")}>{made}</nav>'

    def draw_mails(self, part: Part) -> str:
        return f'<ul class="x-mails">{self.all(part.parts)}</ul>'

    def draw_mail(self, part: Part) -> str:
        tick = self.draw(Part("check", flags=part.flags & {"checked"}))
        star = self.draw(Part("icon button", "star", icon="star", form="bare"))
        text = (
            f"<b>{say(part.text)}</b><span>{say(part.value)}</span><small>{say(part.hint)}</small>"
        )
        state = " x-item-on" if "selected" in part.flags else ""
        return f'<li class="x-mail{state}">{tick}{star}{text}</li>'

    def draw_tiles(self, part: Part) -> str:
        return f'<div role=listbox class="x-tiles">{self.all(part.parts)}</div>'

    def draw_tile(self, part: Part) -> str:
        inner = f"{self.picture(part, '32px')}<span>{say(part.text)}</span>"
        state = " x-item-on" if "selected" in part.flags else ""
        return (
            f'<div role=option aria-selected="{_truth(part)}" class="x-tile{state}">{inner}</div>'
        )
