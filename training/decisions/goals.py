"""What a task may want on a made screen: controls with the wordings that ask for them, and which
actions do that."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any

from benchmarks.decide.format import Act
from training.decisions.screens import Screen
from training.web import vocabulary
from training.web.vocabulary import TONGUES, Tongue
from vision.core.elements import Element, Kind

Maker = Callable[[Screen, Random, str], "list[Goal]"]
"""Adds controls to a screen, and says what may be wanted of them in a language."""


@dataclass(frozen=True, slots=True)
class Goal:
    """One thing that a task may want. `sort` is the kind of wording, `x` and `v` are what it says;
    `right` are the actions any of which does it, `before` the earlier ones in it. `entry`: it may
    be done before or after its like. `done` is how the element looks then. `came` are the numbers
    of the elements that came up with the last action."""

    sort: str
    x: str
    v: str
    right: tuple[Act, ...]
    entry: bool = False
    done: tuple[Element, dict[str, Any]] | None = None
    before: tuple[Act, ...] = ()
    came: tuple[int, ...] = ()
    quoted: bool = True


@cache
def words() -> dict[str, Any]:
    """The wordings and lists of words.toml."""
    return tomllib.loads(files(__package__).joinpath("words.toml").read_text("utf-8"))


def _click(element: Element) -> Act:
    return Act("click", element.id, element.text)


def _one(chance: Random, *kinds: Kind) -> Kind:
    return chance.choice(kinds)


def _tongue(language: str) -> Tongue:
    return TONGUES[language]


def buttons(screen: Screen, chance: Random, language: str) -> list[Goal]:
    """A row of buttons or links."""
    kind = _one(chance, "button", "button", "button", "link", "icon")
    names = chance.sample(_tongue(language).commands, chance.randint(2, 5))
    made = [screen.add(kind, name) for name in names]
    screen.row()
    return [Goal("press", e.text, "", (_click(e),)) for e in made]


def icons(screen: Screen, chance: Random, language: str) -> list[Goal]:
    """A bar of pictures, known by what they show."""
    names = chance.sample(words()["lists"]["icons"], chance.randint(3, 7))
    made = [screen.add("icon", name if chance.random() > 0.1 else "") for name in names]
    screen.row()
    return [Goal("press", e.text, "", (_click(e),), quoted=False) for e in made if e.text]


def places(screen: Screen, chance: Random, language: str) -> list[Goal]:
    """Tabs, or links of a side bar."""
    kind = _one(chance, "tab", "link", "list item", "link")
    names = chance.sample(_tongue(language).places, chance.randint(3, 7))
    first = chance.randrange(len(names)) if kind != "link" else -1
    goals = []
    for number, name in enumerate(names):
        e = screen.add(kind, name, selected=True if number == first else None)
        if chance.random() < 0.4 and kind != "tab":
            screen.row()
        if number != first:
            goals.append(Goal("go", name, "", (_click(e),)))
    screen.row()
    return goals


def boxes(screen: Screen, chance: Random, language: str) -> list[Goal]:
    """Boxes to tick."""
    goals = []
    for name in chance.sample(_tongue(language).choices, chance.randint(2, 6)):
        on = chance.random() < 0.35
        e = screen.add("checkbox", name, checked=on)
        screen.row()
        sort = "off" if on else "on"
        goals.append(Goal(sort, name, "", (_click(e),), True, (e, {"checked": not on})))
    return goals


def radios(screen: Screen, chance: Random, language: str) -> list[Goal]:
    """One of several."""
    names = chance.sample(_tongue(language).choices, chance.randint(2, 4))
    within = chance.choice(_tongue(language).fields)
    taken = chance.randrange(len(names))
    goals = []
    for number, name in enumerate(names):
        e = screen.add("radio", name, within=within, checked=number == taken)
        if number != taken:
            done = (e, {"checked": True})
            goals.append(Goal("choose", name, "", (_click(e),), True, done))
    screen.row()
    return goals


_SORTS: dict[str, Callable[[Random], str]] = {
    "Name": vocabulary.person,
    "First name": lambda c: vocabulary.person(c).split()[0],
    "Last name": lambda c: vocabulary.person(c).split()[-1],
    "E-mail": vocabulary.mail_address,
    "City": vocabulary.city,
    "Amount": vocabulary.price,
    "Price": vocabulary.price,
    "Start date": vocabulary.date,
    "End date": vocabulary.date,
    "Due date": vocabulary.date,
    "Date of birth": vocabulary.date,
    "Path": vocabulary.path,
    "Quantity": lambda c: str(c.randint(1, 60)),
    "Port": lambda c: str(c.randint(80, 9000)),
    "Width": lambda c: str(c.randint(10, 900)),
    "Height": lambda c: str(c.randint(10, 900)),
    "Phone": lambda c: f"0{c.randint(20, 99)} {c.randint(100, 999)} {c.randint(1000, 9999)}",
    "Postcode": lambda c: str(c.randint(10000, 99999)),
    "User name": lambda c: vocabulary.mail_address(c).split("@")[0],
    "Password": lambda c: f"{c.choice('abcxyz')}{c.randint(100, 999)}{c.choice('QRST')}!",
}


def _some_value(name: str, chance: Random) -> str:
    if name in _SORTS:
        return _SORTS[name](chance)
    made: str = chance.choice(
        [vocabulary.value(chance), chance.choice(words()["lists"]["options"])]
    )
    return made


def entries(screen: Screen, chance: Random, language: str) -> list[Goal]:
    """A form of fields, some of them filled in."""
    goals = []
    for name in chance.sample(_tongue(language).fields, chance.randint(1, 5)):
        full = vocabulary.value(chance) if chance.random() < 0.25 else ""
        shown = name if chance.random() > 0.06 else ""
        e = screen.add("field", shown, value=full)
        if chance.random() < 0.7:
            screen.row()
        value = _some_value(name, chance)
        right = (Act("type", e.id, e.text, value),)
        if shown:
            goals.append(Goal("type", name, value, right, True, (e, {"value": value})))
    screen.row()
    return goals


def lists(screen: Screen, chance: Random, language: str) -> list[Goal]:
    """Drop-down lists."""
    goals = []
    for name in chance.sample(_tongue(language).fields, chance.randint(1, 3)):
        has, wanted = chance.sample(words()["lists"]["options"], 2)
        e = screen.add("dropdown", name, value=has)
        screen.row()
        right = (Act("select", e.id, e.text, wanted), _click(e))
        goals.append(Goal("select", name, wanted, right, True, (e, {"value": wanted})))
    return goals


def sliders(screen: Screen, chance: Random, language: str) -> list[Goal]:
    """A slider with a value."""
    name = chance.choice(["Volume", "Brightness", "Contrast", "Speed", "Zoom", "Quality", "Size"])
    e = screen.add("slider", name, value=str(chance.randint(0, 100)))
    screen.row()
    wanted = str(chance.randint(0, 20) * 5) + chance.choice(["", " %", "%"])
    right = (Act("type", e.id, e.text, wanted),)
    return [Goal("slide", name, wanted, right, True, (e, {"value": wanted}), quoted=False)]


def table(screen: Screen, chance: Random, language: str) -> list[Goal]:
    """Rows, each with the same buttons."""
    makers = [vocabulary.person, vocabulary.file_name, vocabulary.city]
    maker = chance.choice(makers)
    rows = list(dict.fromkeys(maker(chance) for _ in range(chance.randint(3, 6))))
    labels = chance.sample(words()["lists"]["in_rows"], chance.randint(1, 2))
    kind = _one(chance, "button", "link", "icon", "button")
    column = chance.choice(words()["lists"]["columns"])
    goals = []
    for row in rows:
        screen.add(_one(chance, "text", "text", "list item", "link"), row)
        screen.add("text", vocabulary.value(chance))
        for label in labels:
            e = screen.add(kind, label)
            goals.append(Goal("row", label, row, (_click(e),)))
        screen.row()
    goals.append(Goal("tell", column, chance.choice(rows), (Act("answer"),), quoted=False))
    return goals


def things(screen: Screen, chance: Random, language: str) -> list[Goal]:
    """Files to open, and a menu of one of them."""
    names = list(dict.fromkeys(vocabulary.file_name(chance) for _ in range(chance.randint(3, 7))))
    kind = _one(chance, "list item", "icon", "list item", "text")
    goals = []
    for name in names:
        e = screen.add(kind, name)
        if chance.random() < 0.5:
            screen.row()
        twice = Act("double_click", e.id, e.text)
        goals.append(Goal("open", name, "", (twice,)))
        goals.append(Goal("mark", name, "", (_click(e),)))
        item = chance.choice(words()["lists"]["context"])
        goals.append(Goal("context", item, name, (Act("right_click", e.id, e.text),)))
    screen.row()
    return goals


def context(screen: Screen, chance: Random, language: str) -> list[Goal]:
    """The open menu of one of some things."""
    names = list(dict.fromkeys(vocabulary.file_name(chance) for _ in range(chance.randint(2, 5))))
    kind = _one(chance, "list item", "icon", "text", "field")
    made = [screen.add(kind, "" if kind == "field" else name) for name in names]
    screen.row()
    of = chance.randrange(len(made))
    items = chance.sample(words()["lists"]["context"], chance.randint(3, 8))
    shown = []
    for item in items:
        shown.append(screen.add(_one(chance, "menu", "menu", "list item", "button"), item))
        screen.row()
    came = tuple(e.id for e in shown)
    before = (Act("right_click", made[of].id, made[of].text),)
    return [
        Goal("context", e.text, names[of], (_click(e),), before=before, came=came) for e in shown
    ]


def menus(screen: Screen, chance: Random, language: str) -> list[Goal]:
    """A bar of menus, one of them open at times."""
    titles = list(words()["menus"])
    kept = [t for t in titles if t in ("File", "Edit", "Help") or chance.random() < 0.6]
    made = [screen.add("menu", title) for title in kept]
    screen.row()
    if chance.random() < 0.45:
        return [
            Goal(
                "menu", chance.choice(words()["menus"][e.text]), e.text, (_click(e),), quoted=False
            )
            for e in made
        ]
    of = chance.choice(made)
    shown = []
    for item in words()["menus"][of.text]:
        shown.append(screen.add("menu", item))
        screen.row()
    came = tuple(e.id for e in shown)
    return [
        Goal("menu", e.text, of.text, (_click(e),), before=(_click(of),), came=came, quoted=False)
        for e in shown
    ]


def question(screen: Screen, chance: Random, language: str) -> list[Goal]:
    """A question that came up, with its buttons."""
    screen.row()
    said = [s for s in _tongue(language).sentences if s.endswith("?")] or ["Go on?"]
    screen.add("text", chance.choice(said))
    screen.row()
    pairs = [("Yes", "No"), ("OK", "Cancel"), ("Save", "Discard"), ("Delete", "Keep")]
    made = [screen.add("button", name) for name in chance.choice(pairs)]
    screen.row()
    came = tuple(e.id for e in made)
    return [Goal("answer", e.text, "", (_click(e),), came=came) for e in made]


def dragged(screen: Screen, chance: Random, language: str) -> list[Goal]:
    """Cards, and where they may be dropped."""
    names = chance.sample(_tongue(language).places, 5)
    made = []
    for name in names:
        made.append(screen.add(_one(chance, "text", "list item", "image", "button"), name))
        if chance.random() < 0.4:
            screen.row()
    screen.row()
    one, other = chance.sample(made, 2)
    act = Act("drag", one.id, one.text, to=other.id)
    return [Goal("drag", one.text, other.text, (act,))]


def free_text(screen: Screen, chance: Random, language: str) -> list[Goal]:
    """A field for a text that the task leaves open."""
    e = screen.add("field", chance.choice(["Message", "Comment", "Description", "Text", "Note"]))
    screen.row()
    what = chance.choice(words()["lists"]["kinds_of_text"])
    return [Goal("own", e.text, what, (Act("type", e.id, e.text, "(own)"),), quoted=False)]


def out_of_sight(screen: Screen, chance: Random, language: str) -> list[Goal]:
    """What is wanted is further down."""
    screen.more = True
    shown = {e.text for e in screen.elements}
    unseen = [c for c in _tongue(language).commands if c not in shown]
    name = chance.choice(unseen)
    return [Goal("scroll", name, "", (Act("scroll", None, "", "down"),))]


def prose(screen: Screen, chance: Random, language: str) -> Sequence[Goal]:
    """Lines of text without anything to do."""
    for sentence in chance.sample(_tongue(language).sentences, chance.randint(1, 2)):
        screen.add("text", sentence)
        screen.row()
    return []


ENGLISH: dict[Maker, float] = {
    buttons: 3,
    icons: 2,
    places: 2.5,
    boxes: 2,
    radios: 1,
    entries: 3,
    lists: 1.5,
    sliders: 0.5,
    table: 2,
    things: 1.5,
    context: 1.2,
    menus: 1.5,
    question: 1,
    dragged: 0.5,
    free_text: 0.4,
    out_of_sight: 0.4,
}
OTHERS: dict[Maker, float] = {buttons: 3, places: 2, boxes: 2, radios: 1, entries: 3, lists: 1}
