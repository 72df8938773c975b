"""Pages on which something is clicked, ticked or dragged."""

from __future__ import annotations

import re
from collections.abc import Sequence

from benchmarks.decide.format import Act
from benchmarks.decide.solutions.view import (
    Solved,
    View,
    click,
    clicks,
    drag,
    hover,
    inside,
    scroll,
)
from vision.core.elements import Element

_SUBMIT = ("Submit",)
_SHAPES = ("rectangle", "triangle", "circle")


def _named(view: View) -> list[Act]:
    return clicks(view.all(view.facts["name"], "button"))


def _link(view: View) -> list[Act]:
    return clicks(view.all(view.facts["name"], "link"))


def _sequence(view: View) -> list[Act]:
    return view.press(("ONE", "TWO")[len(view.done)])


def _boxes(view: View) -> Sequence[Act]:
    wanted = {item.casefold() for item in view.items()}
    boxes = view.all(None, "checkbox", "radio")
    still = [b for b in boxes if b.text.casefold() in wanted and not b.state.checked]
    return clicks(still) or view.press(*_SUBMIT)


def _section(view: View) -> list[Act]:
    sections = [e for e in view.all(None, "tab") if e.text.startswith("Section")]
    return clicks([s for s in sections if not view.tried(s)]) or view.press(*_SUBMIT)


def _hidden_link(view: View) -> list[Act]:
    """Open tabs or sections until the link shows."""
    if found := view.all(view.facts["name"], "link"):
        return clicks(found)
    tabs = view.all(None, "tab")
    return clicks([tab for tab in tabs if not tab.state.selected and not view.tried(tab)])


def _tab(view: View) -> list[Act]:
    return clicks(view.all(view.facts["name"], "tab"))


def _colour(view: View) -> list[Act]:
    return clicks(view.all(view.facts["name"], "icon"))


def _dialog_button(view: View) -> list[Act]:
    name = view.facts.get("name", "x")
    return view.press("Close" if name == "x" else name)


def _menu_path(view: View) -> list[Act]:
    *parents, last = view.facts["path"].split(">")
    if found := view.all(last, "menu", "link"):
        return clicks(found)
    for name in reversed(parents):
        if found := view.all(name, "menu", "link"):
            return [hover(element) for element in found]
    return []


def _menu_item(view: View) -> list[Act]:
    if found := view.all(view.facts["name"], "menu", "link"):
        return clicks(found)
    # Of the entries only this one opens a menu.
    if parents := view.all("Playback", "menu"):
        return [hover(element) for element in parents]
    return view.press("Menu")


def _listed(view: View) -> list[Act]:
    item = view.first(view.facts["name"], "list item")
    if item is None:
        return [scroll()]
    return view.press(*_SUBMIT) if item.state.selected else [click(item)]


def _chosen(view: View) -> list[Act]:
    name = view.facts["name"]
    box = view.first(None, "dropdown")
    if box is None:
        return []
    if box.state.value == name:
        return view.press(*_SUBMIT)
    return [Act("select", box.id, box.text, name), click(box)]


def _shape(view: View) -> list[Act]:
    words = set(view.facts["what"].split())
    return clicks([e for e in view.all(None, "icon") if words <= set(e.text.split())])


def _widget(view: View) -> list[Act]:
    kind = view.facts["name"]
    return clicks([e for e in view.screen.elements if e.kind == kind])


def _described(view: View) -> list[Act]:
    figure = view.screen.elements[0]
    shape = next((s.capitalize() for s in _SHAPES if s in figure.text), "")
    sign = "Number" if figure.text.isdigit() else "Letter"
    return view.press(shape or sign)


def _coordinate(view: View) -> list[Act]:
    circles = [e for e in view.all(None, "icon") if "circle" in e.text]
    columns = sorted({e.box.left for e in circles})
    rows = sorted({e.box.top for e in circles}, reverse=True)
    x, y = int(view.facts["x"]) + 2, int(view.facts["y"]) + 2
    return clicks([e for e in circles if (e.box.left, e.box.top) == (columns[x], rows[y])])


def _tree(view: View) -> list[Act]:
    if found := view.all(view.facts["name"], "link"):
        return clicks(found)
    icons = [e for e in view.all(None, "icon") if "xpandable-hitarea" in e.text]
    folders = [view.behind(icon, None, "link") for icon in icons]
    return clicks([*icons, *(folder for folder in folders if folder is not None)])


def _parity(view: View) -> list[Act]:
    acts = []
    for number in (e for e in view.all(None, "text") if re.fullmatch(r"-?\d+", e.text)):
        name = "Odd" if int(number.text) % 2 else "Even"
        row = [b for b in view.all(name, "button") if abs(b.box.center.y - number.box.center.y) < 9]
        acts += clicks([b for b in row if not view.tried(b)])
    return acts or view.press(*_SUBMIT)


def _ticket(view: View) -> list[Act]:
    offers: list[tuple[float, Element]] = []
    time = 0
    for element in view.screen.elements:
        if match := re.fullmatch(r"(\d+)h (\d+)m", element.text):
            time = 60 * int(match[1]) + int(match[2])
        elif match := re.fullmatch(r"Book for \$(\d+)", element.text):
            cheap = view.facts["what"] == "cheapest cost"
            offers.append((int(match[1]) if cheap else time, element))
    best = min(offers, key=lambda offer: offer[0])[0]
    return clicks([element for value, element in offers if value == best])


def _generated(view: View) -> list[Act]:
    shown = next((e.text for e in view.all(None, "text") if re.fullmatch(r"-?\d+", e.text)), None)
    said = view.facts["what"]
    if shown is not None and _fits(int(shown), said):
        return view.press(*_SUBMIT)
    return view.press("Generate")


def _fits(number: int, said: str) -> bool:
    if match := re.search(r"(greater|less) than (-?\d+)", said):
        limit = int(match[2])
        return number > limit if match[1] == "greater" else number < limit
    return number % 2 == (0 if "even" in said else 1)


def _into_box(view: View) -> list[Act]:
    small, large = view.first("s"), view.first("L")
    if small is None:
        return []
    # The large box is not seen any more when the small one covers its name.
    if large is None or inside(small.box, large.box):
        return view.press(*_SUBMIT)
    return [drag(small, large)]


def _shapes_into_box(view: View) -> list[Act]:
    icons = view.all(None, "icon")
    box = max((e for e in icons if e.text == "black rectangle"), key=lambda e: e.box.area)
    kind = view.facts["what"].removesuffix("s")
    loose = [e for e in icons if kind in e.text and e is not box and not inside(e.box, box.box)]
    return [drag(e, box) for e in loose] or view.press(*_SUBMIT)


def _scrolled(view: View) -> list[Act]:
    return [scroll()] if any(a.below for a in view.screen.areas) else view.press(*_SUBMIT)


_CHECKBOXES = Solved(
    r"Select (?P<items>(?!nothing).+) and click Submit\.",
    (
        "Tick {items} and then hand the form in with Submit.",
        "Check {items}, but leave every other box as it is, and click Submit.",
        "Setze Häkchen bei {items} und schicke dann mit Submit ab.",
    ),
    _boxes,
)
_SECTIONS = Solved(
    r"Expand the section below and click submit\.",
    (
        "Open up the folded part and then press Submit.",
        "Do not submit before the section is unfolded; unfold it and submit.",
        "Klappe den Abschnitt auf und drücke danach Submit.",
    ),
    _section,
)
_HIDDEN = (
    "Look through the parts of this page until the link {name} shows, and follow it.",
    'Click the link "{name}", wherever it is, and no other link.',
    "Suche in den Reitern oder Abschnitten den Link „{name}“ und klicke ihn an.",
)
_FIND_SECTION = Solved(
    r'Expand the sections below, to find and click on the link "(?P<name>.+)"\.',
    _HIDDEN,
    _hidden_link,
)
_FIND_TAB = Solved(
    r'Switch between the tabs to find and click on the link "(?P<name>.+)"\.',
    _HIDDEN,
    _hidden_link,
)
_BUTTON_ONE = Solved(
    r"Click button (?P<name>ONE)\.",
    (
        "Hit the button that says {name}.",
        "Press {name}, not TWO.",
        "Drücke den Knopf {name}.",
    ),
    _named,
)

PAGES: dict[str, Solved] = {
    "click-test": Solved(
        r"Click the button\.",
        (
            "Hit the only button there is.",
            "Click the button once, do not double-click it.",
            "Klicke auf den Knopf.",
        ),
        lambda view: clicks(view.all(None, "button")),
    ),
    "click-test-2": _BUTTON_ONE,
    "click-test-transfer": _BUTTON_ONE,
    "click-button": Solved(
        r'Click on the "(?P<name>.+)" button\.',
        (
            "Push {name}.",
            'Press "{name}" and none of the other buttons.',
            "Drücke auf dieser Seite den Knopf „{name}“.",
        ),
        _named,
    ),
    "click-button-sequence": Solved(
        r"Click button ONE, then click button TWO\.",
        (
            "Press ONE first and TWO after it.",
            "Click both buttons, but not TWO before ONE.",
            "Bevor du TWO drückst, drücke ONE.",
        ),
        _sequence,
    ),
    "click-link": Solved(
        r'Click on the link "(?P<name>.+)"\.',
        (
            "Follow the link called {name}",
            'Open the link "{name}", leave the other links alone.',
            "Folge dem Link „{name}“.",
        ),
        _link,
    ),
    "click-dialog": Solved(
        r'Close the dialog box by clicking the "x"\.',
        (
            "Dismiss the message with its x.",
            "Close the dialog, but not with a key: use the x.",
            "Schließe das Dialogfenster über das x.",
        ),
        _dialog_button,
    ),
    "click-dialog-2": Solved(
        r'Click the button in the dialog box labeled "(?P<name>.+)"\.',
        (
            "Answer the dialog with {name}.",
            'Click "{name}" in the dialog and no other button.',
            "Beantworte den Dialog mit „{name}“.",
        ),
        _dialog_button,
    ),
    "click-checkboxes": _CHECKBOXES,
    "click-checkboxes-large": _CHECKBOXES,
    "click-checkboxes-transfer": _CHECKBOXES,
    "click-option": Solved(
        r"Select (?P<items>.+) and click Submit\.",
        (
            "Pick the option {items}, then hand it in with Submit.",
            "Choose {items}, none of the others, and click Submit.",
            "Wähle die Option {items} und klicke dann auf Submit.",
        ),
        _boxes,
    ),
    "click-collapsible": _SECTIONS,
    "click-collapsible-nodelay": _SECTIONS,
    "click-collapsible-2": _FIND_SECTION,
    "click-collapsible-2-nodelay": _FIND_SECTION,
    "click-tab": Solved(
        r"Click on (?P<name>Tab #\d)\.",
        (
            "Go to {name}.",
            "Open {name}, not another tab.",
            "Wechsle zu {name}.",
        ),
        _tab,
    ),
    "click-tab-2": _FIND_TAB,
    "click-tab-2-easy": _FIND_TAB,
    "click-tab-2-medium": _FIND_TAB,
    "click-tab-2-hard": _FIND_TAB,
    "click-color": Solved(
        r"Click on the (?P<name>\w+) colored box\.",
        (
            "Choose the box whose color is {name}.",
            "Click the {name} box and no box of another color.",
            "Among the boxes there is a {name} one: click it.",
        ),
        _colour,
    ),
    "click-menu": Solved(
        r"Select (?P<path>.+>.+)",
        (
            "In the menu, go to {path}.",
            "Choose {path} in the menu; do not choose any other entry.",
            "Wähle im Menü {path}.",
        ),
        _menu_path,
    ),
    "click-menu-2": Solved(
        r'Click the "Menu" button, and then find and click on the item labeled "(?P<name>.+)"\.',
        (
            "Open the menu and choose {name} in it.",
            'Choose "{name}" in the menu, and nothing else there.',
            "Den Eintrag „{name}“ findest du im Menü: klicke ihn an.",
        ),
        _menu_item,
    ),
    "click-scroll-list": Solved(
        r"Select (?P<name>[^,]+) from the scroll list and click Submit\.",
        (
            "Mark {name} in the list, then hand it in with Submit.",
            "Choose only {name} in the list, no other entry, and click Submit.",
            "Markiere in der Liste {name} und klicke auf Submit.",
        ),
        _listed,
    ),
    "choose-list": Solved(
        r"Select (?P<name>.+) from the list and click Submit\.",
        (
            "Set the list to {name}, then hand it in with Submit.",
            "Choose {name}, not another entry, from the list and click Submit.",
            "Wähle in der Liste {name} aus und klicke auf Submit.",
        ),
        _chosen,
    ),
    "click-shape": Solved(
        r"Click on an? (?P<what>(?:small )?(?:\w+ )?(?:rectangle|triangle|circle))",
        (
            "Pick any {what} on the page.",
            "Click a {what}, but nothing that is not one.",
            "There are shapes and letters here; click one {what}.",
        ),
        _shape,
    ),
    "click-widget": Solved(
        r'Click on a "(?P<name>button|radio|checkbox)" widget\.',
        (
            "Use the mouse on any {name} of this form.",
            "Click a {name} and no other kind of control.",
            "In diesem Formular soll ein Bedienelement der Art {name} angeklickt werden.",
        ),
        _widget,
    ),
    "identify-shape": Solved(
        r"Click the button that best describes the figure below\.",
        (
            "Which kind of figure is shown? Answer with the right button.",
            "Name the figure by its button; do not press a button that is wrong.",
            "Drücke den Knopf, der die Figur am besten beschreibt.",
        ),
        _described,
    ),
    "grid-coordinate": Solved(
        r"Click on the grid coordinate \((?P<x>-?\d),(?P<y>-?\d)\)\.",
        (
            "Pick the point of the grid at x = {x} and y = {y}.",
            "Click ({x},{y}) in the grid and no other point.",
            "Klicke im Gitter auf den Punkt mit y = {y} und x = {x}.",
        ),
        _coordinate,
    ),
    "navigate-tree": Solved(
        r"Navigate through the file tree\. Find and click on the folder or file named "
        r'"(?P<name>.+)"\.',
        (
            "Open folders in the tree until {name} shows up, and click it.",
            'Click "{name}" in the file tree, without clicking any other file.',
            "Suche im Dateibaum nach „{name}“ und klicke es an.",
        ),
        _tree,
    ),
    "odd-or-even": Solved(
        r"Mark the numbers below as odd or even and press submit when done\.",
        (
            "Say of each number whether it is odd or even, and hand the answers in.",
            "Submit the odd or even marks, but not before every number has its mark.",
            "Markiere jede Zahl als gerade (Even) oder ungerade (Odd) und schicke dann ab.",
        ),
        _parity,
    ),
    "buy-ticket": Solved(
        r"Buy the ticket with the (?P<what>cheapest cost|shortest duration)\.",
        (
            "Book the trip with the {what}.",
            "Book one ticket only, the one with the {what}.",
            "Of all the tickets here, the {what} matters most: book that one.",
        ),
        _ticket,
    ),
    "generate-number": Solved(
        r"Generate (?P<what>an even number|an odd number|a number \w+ than -?\d+), "
        r"then press submit\.",
        (
            "Let the page make numbers until it shows {what}, and hand that in.",
            "Do not submit anything but {what}; generate it first.",
            "Submit as soon as the page shows {what}; until then, generate.",
        ),
        _generated,
    ),
    "drag-box": Solved(
        r"Drag the smaller box so that it is completely inside the larger box\.",
        (
            "Put the small box into the big one with the mouse, then submit.",
            "The small box must not stick out of the large one: move it inside and submit.",
            "Ziehe das kleine Kästchen ganz in das große und drücke Submit.",
        ),
        _into_box,
    ),
    "drag-shapes": Solved(
        r"Drag all (?P<what>rectangles|triangles|circles) into the black box\.",
        (
            "Move every one of the {what} into the black box and submit.",
            "Put the {what} into the black box, leave the other shapes where they are, and submit.",
            "The black box is for the {what}: drag them there, then press Submit.",
        ),
        _shapes_into_box,
    ),
    "scroll-text-2": Solved(
        r"Scroll the textarea to the bottom of the text hit submit\.",
        (
            "Go down to the end of the text in the box, then hand it in.",
            "Do not submit before the text is scrolled to its end; then submit.",
            "Rolle den Text bis ganz nach unten und drücke Submit.",
        ),
        _scrolled,
    ),
}
