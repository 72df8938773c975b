"""Parts of made pages with words in them: fields, bars, lists, tables."""

from __future__ import annotations

from random import Random

from training.web import vocabulary
from training.web.icons import Icons
from training.web.parts import Part, flags


class Maker:
    """Makes parts by chance: the same seed makes the same parts."""

    def __init__(self, chance: Random, tongue: str, icons: Icons) -> None:
        self.chance = chance
        self.tongue = vocabulary.TONGUES[tongue]
        self.icons = icons
        self.placement = chance.choices(
            ["above", "left", "inside", "floating"], weights=(5, 4, 1, 1)
        )[0]

    def maybe(self, share: float) -> bool:
        return self.chance.random() < share

    def some(self, words: tuple[str, ...], least: int, most: int) -> list[str]:
        count = min(len(words), self.chance.randint(least, most))
        return self.chance.sample(words, count)

    def sentence(self) -> str:
        return self.chance.choice(self.tongue.sentences)

    def heading(self, level: str = "2") -> Part:
        return Part("heading", self.chance.choice(self.tongue.places), form=level)

    def text(self) -> Part:
        return Part("text", " ".join(self.some(self.tongue.sentences, 1, 2)))

    def button(self, caption: str = "", primary: bool = False) -> Part:
        icon = self.chance.choice(self.icons.names(self.chance, 6)) if self.maybe(0.2) else ""
        return Part(
            "button",
            caption or self.chance.choice(self.tongue.commands),
            icon=icon,
            flags=flags(primary=primary, disabled=self.maybe(0.1), pressed=self.maybe(0.03)),
        )

    def icon_buttons(self, least: int, most: int) -> list[Part]:
        names = self.icons.names(self.chance, self.chance.randint(least, most))
        framed = self.maybe(0.4)
        form = "framed" if framed else "bare"
        return [
            Part("icon button", name, icon=name, form=form, flags=flags(disabled=self.maybe(0.08)))
            for name in names
        ]

    def buttons(self, least: int = 1, most: int = 3) -> Part:
        captions = self.some(self.tongue.commands, least, most)
        first = self.chance.randrange(len(captions))
        made = [self.button(c, primary=i == first) for i, c in enumerate(captions)]
        return Part("row", parts=tuple(made), form=self.chance.choice(["start", "end", "start"]))

    def links(self, least: int, most: int) -> list[Part]:
        return [Part("link", place) for place in self.some(self.tongue.places, least, most)]

    def field(self, caption: str = "") -> Part:
        """A field of any sort with its label."""
        caption = caption or self.chance.choice(self.tongue.fields)
        sort = self.chance.choices(
            ["text", "select", "area", "password", "number", "search", "date", "slider", "color"],
            weights=(12, 5, 1.5, 1.5, 1.5, 1, 0.7, 4, 0.2),
        )[0]
        state = flags(disabled=self.maybe(0.08), error=self.maybe(0.08), required=self.maybe(0.15))
        content = self._content(sort)
        hint = vocabulary.value(self.chance) if self.maybe(0.3) or not content else ""
        if sort == "select":
            choices = self.some(self.tongue.choices, 2, 6)
            options = tuple(Part("option", choice) for choice in choices)
            return Part("select", caption, options, choices[0], flags=state, form=self.placement)
        if sort == "slider":
            return Part("slider", caption, value=str(self.chance.randint(0, 100)), flags=state)
        kind = "area" if sort == "area" else "field"
        icon = "search" if sort == "search" else ""
        form = f"{self.placement} {sort}"
        return Part(kind, caption, value=content, hint=hint, icon=icon, flags=state, form=form)

    def _content(self, sort: str) -> str:
        if sort == "date":
            return f"20{self.chance.randint(10, 29)}-0{self.chance.randint(1, 9)}-14"
        if self.maybe(0.4):
            return ""
        if sort == "number":
            return str(self.chance.randint(0, 500))
        if sort == "area":
            return "\n".join(self.some(self.tongue.sentences, 1, 3))
        return vocabulary.value(self.chance) if sort != "color" else "#4466aa"

    def error(self) -> Part:
        return Part("error", self.sentence(), icon="warning")

    def choices(self) -> Part:
        """A titled group of radio buttons, tick boxes or switches."""
        kind = self.chance.choices(["radio", "check", "switch"], weights=(5, 4, 2))[0]
        captions = self.some(self.tongue.choices, 2, 5)
        chosen = self.chance.randrange(len(captions))
        made = []
        for place, caption in enumerate(captions):
            checked = place == chosen if kind == "radio" else self.maybe(0.45)
            state = flags(checked=checked, disabled=self.maybe(0.08))
            made.append(Part(kind, caption, flags=state))
        title = self.chance.choice(self.tongue.fields)
        return Part("group", title, tuple(made), form=self.chance.choice(["column", "line"]))

    def form(self, least: int = 2, most: int = 7) -> Part:
        rows: list[Part] = []
        for caption in self.some(self.tongue.fields, least, most):
            rows.append(self.field(caption))
            if "error" in rows[-1].flags:
                rows.append(self.error())
            if self.maybe(0.15):
                rows.append(self.choices())
        if self.maybe(0.4):
            state = flags(checked=self.maybe(0.5))
            rows.append(Part("check", self.chance.choice(self.tongue.choices), flags=state))
        rows.append(self.buttons())
        columns = "two" if len(rows) > 5 and self.maybe(0.3) else "one"
        return Part("form", parts=tuple(rows), form=columns)

    def tabs(self) -> Part:
        names = self.some(self.tongue.places, 2, 6)
        chosen = self.chance.randrange(len(names))
        made = [
            Part(
                "tab",
                name,
                icon=self.chance.choice(self.icons.names(self.chance, 4))
                if self.maybe(0.1)
                else "",
                flags=flags(selected=i == chosen, disabled=i != chosen and self.maybe(0.04)),
            )
            for i, name in enumerate(names)
        ]
        return Part("tabs", parts=tuple(made), form=self.chance.choice(["line", "box", "pill"]))

    def table(self, rows: int = 0) -> Part:
        heads = self.some(self.tongue.fields, 3, 6)
        ticks, actions, sortable = self.maybe(0.4), self.maybe(0.4), self.maybe(0.4)
        head = [Part("head", name, flags=flags(sortable=sortable)) for name in heads]
        makers = [vocabulary.value, vocabulary.person, vocabulary.date, vocabulary.price]
        columns = [self.chance.choice(makers) for _ in heads]
        names = self.icons.names(self.chance, 3)
        lines = []
        for _ in range(rows or self.chance.randint(4, 14)):
            cells = [Part("cell", make(self.chance)) for make in columns]
            if self.maybe(0.15):
                cells[0] = Part("cell", parts=(Part("link", cells[0].text),))
            if ticks:
                tick = Part("check", "", flags=flags(checked=self.maybe(0.3)))
                cells.insert(0, Part("cell", parts=(tick,), form="tick"))
            if actions:
                tools = tuple(Part("icon button", n, icon=n, form="bare") for n in names)
                cells.append(Part("cell", parts=tools, form="tools"))
            lines.append(Part("line", parts=tuple(cells), flags=flags(selected=self.maybe(0.06))))
        before = [Part("head")] if ticks else []
        top = Part("line", parts=(*before, *head, *([Part("head")] if actions else [])))
        return Part("table", parts=(top, *lines), form=self.chance.choice(["", "striped", "tight"]))

    def entries(self, kind: str, least: int, most: int) -> list[Part]:
        """Entries of a list or a menu, mostly of one sort."""
        words = self.chance.choice([self.tongue.places, self.tongue.commands, ()])
        count = self.chance.randint(least, most)
        texts = (
            self.some(words, least, most)
            if words
            else [vocabulary.file_name(self.chance) for _ in range(count)]
        )
        icons = self.maybe(0.4)
        names = self.icons.names(self.chance, len(texts)) if icons else []
        chosen = self.chance.randrange(len(texts))
        return [
            Part(
                kind,
                text,
                icon=names[i % len(names)] if names else "",
                hint=self.chance.choice(["Ctrl+S", "Ctrl+C", "F5", "Del"])
                if self.maybe(0.2)
                else "",
                flags=flags(selected=i == chosen, disabled=i != chosen and self.maybe(0.06)),
            )
            for i, text in enumerate(texts)
        ]

    def list(self, least: int = 4, most: int = 12) -> Part:
        return Part(
            "list",
            self.chance.choice(self.tongue.places),
            tuple(self.entries("item", least, most)),
            form=self.chance.choice(["", "scrolled", "framed"]),
        )

    def tree(self) -> Part:
        made = []
        for branch in self.some(self.tongue.places, 2, 5):
            leaves = self.entries("leaf", 1, 4) if self.maybe(0.6) else []
            made.append(Part("branch", branch, tuple(leaves), icon="folder"))
        return Part("tree", self.chance.choice(self.tongue.places), tuple(made))

    def menu_bar(self, opened: bool) -> Part:
        titles = self.some(self.tongue.commands[:14] + self.tongue.places[:10], 4, 8)
        which = self.chance.randrange(len(titles)) if opened else -1
        made = [
            Part("title", t, tuple(self.entries("entry", 4, 11)) if i == which else ())
            for i, t in enumerate(titles)
        ]
        return Part("menu bar", parts=tuple(made))

    def toolbar(self) -> Part:
        made: list[Part] = self.icon_buttons(3, 12)
        if self.maybe(0.4):
            made.insert(len(made) // 2, Part("gap"))
        if self.maybe(0.3):
            made.append(self.button())
        if self.maybe(0.3):
            choices = self.some(self.tongue.choices, 2, 4)
            options = tuple(Part("option", c) for c in choices)
            made.append(Part("select", "", options, choices[0], form="bare"))
        return Part("toolbar", parts=tuple(made))

    def dialog(self) -> Part:
        inner: list[Part] = [self.text()]
        inner += self.chance.choice([[], [self.choices()], [self.field(), self.field()]])
        return Part(
            "dialog",
            self.chance.choice(self.tongue.commands),
            (*inner, self.buttons(2, 3)),
            form=self.chance.choice(["dimmed", "dimmed", "free"]),
        )
