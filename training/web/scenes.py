"""Whole pages that look like applications: mail, files, settings, a calculator and others."""

from __future__ import annotations

from collections.abc import Callable

from training.web import vocabulary
from training.web.making import Maker
from training.web.parts import Part, flags
from training.web.windows import calculator, window_page


def _app_bar(make: Maker) -> Part:
    middle: list[Part] = []
    if make.maybe(0.5):
        middle.append(
            Part(
                "field",
                "",
                hint=make.chance.choice(make.tongue.fields),
                icon="search",
                form="bare search",
            )
        )
    if make.maybe(0.5):
        middle += make.links(2, 5)
    title = Part("brand", make.chance.choice(make.tongue.places), icon="home")
    start = [Part("icon button", "menu", icon="menu", form="bare")] if make.maybe(0.5) else []
    return Part("app bar", parts=(*start, title, *middle, Part("gap"), *make.icon_buttons(1, 4)))


def _side(make: Maker) -> Part:
    return Part("side", parts=tuple(make.entries("goto", 5, 14)))


def _page(make: Maker, *main: Part, side: bool | None = None) -> Part:
    sided = make.maybe(0.55) if side is None else side
    body = Part("columns", parts=(_side(make), Part("main", parts=main))) if sided else None
    top = [_app_bar(make)] if make.maybe(0.8) else []
    return Part("page", parts=(*top, body or Part("main", parts=main)))


def _extras(make: Maker) -> list[Part]:
    crumbs = Part("crumbs", parts=tuple(make.links(2, 4)))
    chips = [Part("chip", c) for c in make.some(make.tongue.choices, 2, 6)]
    steps = [Part("step", p) for p in make.some(make.tongue.places, 3, 4)]
    pages = Part("pages", value=str(make.chance.randint(1, 5)))
    removable = flags(removable=make.maybe(0.5))
    choices = [
        crumbs,
        Part("chips", parts=tuple(chips), flags=removable),
        Part("steps", parts=tuple(steps), value="1"),
        pages,
        make.tabs(),
        make.toolbar(),
        Part("alert", make.sentence(), icon=make.chance.choice(["warning", "information"])),
        Part("fold", make.chance.choice(make.tongue.places), (make.text(),)),
        Part("progress", value=str(make.chance.randint(5, 95))),
        Part("meter", value=str(make.chance.randint(1, 9))),
    ]
    return make.chance.sample(choices, make.chance.randint(1, 3))


def form_page(make: Maker) -> Part:
    cards = [
        Part("card", make.heading().text, (make.form(),)) for _ in range(make.chance.randint(1, 3))
    ]
    form = make.chance.choice(["grid", "stack"])
    return _page(
        make, make.heading("1"), *_extras(make), Part("box", parts=tuple(cards), form=form)
    )


def settings_page(make: Maker) -> Part:
    """Many lines of small text with a control each: 40 to 280 of them."""
    lines = []
    for _ in range(make.chance.randint(20, 140)):
        control = make.chance.choices(
            [
                Part("switch", "", flags=flags(checked=make.maybe(0.5))),
                Part("check", "", flags=flags(checked=make.maybe(0.5))),
                make.button(),
                Part(
                    "select",
                    "",
                    (Part("option", make.chance.choice(make.tongue.choices)),),
                    form="bare",
                ),
                Part("text", vocabulary.value(make.chance)),
                Part("link", make.chance.choice(make.tongue.commands)),
            ],
            weights=(3, 2, 1, 2, 4, 1),
        )[0]
        hint = make.sentence() if make.maybe(0.6) else ""
        caption = make.chance.choice(make.tongue.choices + make.tongue.fields)
        lines.append(Part("setting", caption, (control,), hint=hint))
    columns = make.chance.choice(["one", "two", "three"])
    settings = Part("settings", parts=tuple(lines), form=columns)
    return _page(make, make.heading("1"), settings)


def table_page(make: Maker) -> Part:
    pages = Part("pages", value=str(make.chance.randint(1, 5)))
    bar = Part("row", parts=(make.field(), *make.icon_buttons(1, 3), make.button(primary=True)))
    table = make.table(make.chance.randint(6, 24))
    return _page(make, make.heading("1"), bar, table, pages, *_extras(make)[:1])


def login_page(make: Maker) -> Part:
    name, word = make.tongue.fields[3], make.tongue.fields[4]
    value = vocabulary.mail_address(make.chance) if make.maybe(0.5) else ""
    secret = "geheim12" if make.maybe(0.5) else ""
    fields = [
        Part("field", name, value=value, hint=name, form=f"{make.placement} email"),
        Part("field", word, value=secret, hint=word, form=f"{make.placement} password"),
        Part("check", make.tongue.choices[0], flags=flags(checked=make.maybe(0.5))),
        make.button(primary=True),
    ]
    if make.maybe(0.4):
        fields.insert(2, make.error())
    fields += [Part("row", parts=tuple(make.links(1, 2)))]
    if make.maybe(0.4):
        fields.append(Part("row", parts=tuple(make.icon_buttons(2, 4))))
    card = Part("card", make.heading().text, (Part("form", parts=tuple(fields)),))
    return Part("page", parts=(Part("centre", parts=(card,)),))


def mail_page(make: Maker) -> Part:
    mails = []
    for _ in range(make.chance.randint(6, 18)):
        state = flags(checked=make.maybe(0.2), star=make.maybe(0.3), selected=make.maybe(0.08))
        mails.append(
            Part(
                "mail",
                vocabulary.person(make.chance),
                value=make.sentence(),
                hint=vocabulary.date(make.chance),
                flags=state,
            )
        )
    box = Part("mails", parts=tuple(mails))
    reading = Part("card", make.sentence(), (make.text(), make.text(), make.buttons(2, 3)))
    main = Part("columns", parts=(box, reading), form="even") if make.maybe(0.5) else box
    return _page(make, make.toolbar(), main, side=True)


def files_page(make: Maker) -> Part:
    path = Part("field", "", value=vocabulary.path(make.chance), form="bare text")
    bar = Part("row", parts=(*make.icon_buttons(3, 6), path))
    if make.maybe(0.5):
        content = make.table(make.chance.randint(8, 22))
    else:
        names = [vocabulary.file_name(make.chance) for _ in range(make.chance.randint(8, 30))]
        chosen = make.chance.choice(names)
        tiles = [Part("tile", n, icon="file", flags=flags(selected=n == chosen)) for n in names]
        content = Part("tiles", parts=tuple(tiles))
    menu = [make.menu_bar(make.maybe(0.4))] if make.maybe(0.6) else []
    body = Part("columns", parts=(make.tree(), Part("main", parts=(bar, content))))
    return Part("page", parts=(*menu, body))


def calculator_page(make: Maker) -> Part:
    card = Part("card", make.heading().text, (calculator(make),))
    return _page(make, Part("centre", parts=(card,)))


def sheet_page(make: Maker) -> Part:
    """A spreadsheet: a formula line and a grid of cells."""
    width, height = make.chance.randint(6, 12), make.chance.randint(12, 26)
    lines = [
        Part(
            "line",
            parts=tuple(
                Part("cell", vocabulary.number(make.chance) if make.maybe(0.45) else "")
                for _ in range(width)
            ),
        )
        for _ in range(height)
    ]
    formula = Part("field", "", value=f"=SUM(B2:B{height})", form="bare text")
    grid = Part("sheet", parts=tuple(lines))
    top = (make.menu_bar(make.maybe(0.4)), make.toolbar(), formula)
    return Part("page", parts=(*top, grid, make.tabs()))


def cards_page(make: Maker) -> Part:
    """A shop or a dashboard: many cards with pictures, figures and buttons."""
    cards = []
    for _ in range(make.chance.randint(3, 12)):
        picture = [Part("picture", form=str(make.chance.randint(0, 9)))] if make.maybe(0.5) else []
        figure = Part("text", vocabulary.price(make.chance))
        tools = make.icon_buttons(1, 2) if make.maybe(0.4) else [make.button()]
        inner = (*picture, figure, make.text(), Part("row", parts=tuple(tools)))
        cards.append(Part("card", make.heading().text, inner))
    return _page(
        make, make.heading("1"), *_extras(make), Part("box", parts=tuple(cards), form="grid")
    )


def lists_page(make: Maker) -> Part:
    shown = make.chance.sample(
        [
            make.list(),
            make.tree(),
            Part("list select", make.chance.choice(make.tongue.fields), make.list().parts),
            make.choices(),
            make.form(1, 3),
            Part("menu", parts=tuple(make.entries("entry", 4, 10))),
            Part(
                "open select",
                make.chance.choice(make.tongue.fields),
                tuple(Part("option", c) for c in make.some(make.tongue.choices, 3, 8)),
            ),
        ],
        make.chance.randint(2, 5),
    )
    cards = tuple(Part("card", make.heading().text, (part,)) for part in shown)
    return _page(make, make.heading("1"), *_extras(make), Part("box", parts=cards, form="grid"))


def dialog_page(make: Maker) -> Part:
    under = make.chance.choice([form_page, table_page, cards_page, mail_page])(make)
    return Part("page", parts=(*under.parts, make.dialog()))


SCENES: dict[Callable[[Maker], Part], float] = {
    form_page: 4,
    settings_page: 2.5,
    table_page: 3,
    login_page: 1.5,
    mail_page: 2,
    files_page: 2,
    window_page: 4,
    calculator_page: 0.7,
    sheet_page: 1,
    cards_page: 2,
    lists_page: 4,
    dialog_page: 5,
}
"""The sorts of pages with how often each is made."""
