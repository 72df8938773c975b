"""Pages on which something is written."""

from __future__ import annotations

import re

from benchmarks.decide.format import Act
from benchmarks.decide.solutions.view import Solved, View, click, clicks, enter
from vision.core.elements import Element

_ENDS = ("Submit", "Login", "Search")


def _fill(view: View, wanted: dict[Element, str], *ends: str) -> list[Act]:
    """Fill the fields that do not hold their values yet, in any order, then go on."""
    still = [enter(field, value) for field, value in wanted.items() if field.state.value != value]
    return still or view.press(*(ends or _ENDS))


def _only(view: View, value: str) -> list[Act]:
    field = view.first(None, "field")
    return _fill(view, {field: value}) if field is not None else []


def _text(view: View) -> list[Act]:
    return _only(view, view.facts["text"])


def _cased(view: View) -> list[Act]:
    text, case = view.facts["text"], view.facts["case"]
    return _only(view, text.upper() if case == "upper" else text.lower())


def _password(view: View) -> list[Act]:
    return _fill(view, dict.fromkeys(view.all(None, "field"), view.facts["text"]))


def _login(view: View) -> list[Act]:
    fields = view.all(None, "field")
    return _fill(view, dict(zip(fields, (view.facts["user"], view.facts["text"]), strict=True)))


def _focus(view: View) -> list[Act]:
    return clicks(view.all(None, "field")[_nth(view) : _nth(view) + 1])


def _nth(view: View, name: str = "nth") -> int:
    return int(view.facts.get(name, "1")) - 1


def _copied(view: View) -> list[Act]:
    fields = view.all(None, "field")
    sources = [f for f in fields if " " in (f.state.value or "")]
    source = sources[_nth(view)]
    target = next((f for f in reversed(fields) if f is not source and f not in sources), None)
    if target is None:
        return view.press(*_ENDS)
    return _fill(view, {target: source.state.value or ""})


def _word(view: View) -> list[Act]:
    text = max((e.text for e in view.all(None, "text")), key=len)
    return _only(view, re.sub(r"[.,]", "", text.split()[_nth(view)]))


def _last_word(view: View) -> list[Act]:
    fields = view.all(None, "field")
    long = max(fields, key=lambda f: len(f.state.value or ""))
    word = (long.state.value or "").split()[-1].strip(".,")
    return _fill(view, {f: word for f in fields if f is not long})


def _sum(view: View) -> list[Act]:
    line = next(e.text for e in view.all(None, "text") if e.text.endswith("="))
    match = re.fullmatch(r"(-?\d+) (\S) (-?\d+) =", line)
    if match is None:
        return []
    a, b = int(match[1]), int(match[3])
    results = {"+": a + b, "-": a - b, "x": a * b}
    return _only(view, str(results[match[2]]))


def _unknown(view: View) -> list[Act]:
    line = next(e.text for e in view.all(None, "text") if re.search(r"[+-].*= -?\d+$", e.text))
    left, _, right = line.partition(" = ")
    first, sign, second = left.split()
    end = int(right)
    if first == "x":
        result = end - int(second) if sign == "+" else end + int(second)
    else:
        result = end - int(first) if sign == "+" else int(first) - end
    return _only(view, str(result))


def _letters(view: View) -> list[Act]:
    return _only(view, "".join(e.text for e in view.all(None, "text")))


def _table(view: View) -> list[Act]:
    label = view.first(view.facts["name"], "text")
    value = view.behind(label, None, "text") if label is not None else None
    return _only(view, value.text) if value is not None else []


def _table_form(view: View) -> list[Act]:
    wanted: dict[Element, str] = {}
    for label in [e for e in view.all(None, "text") if e.text.endswith(":")]:
        row = view.first(label.text.rstrip(":"), "text")
        value = view.behind(row, None, "text") if row is not None else None
        field = view.behind(label, None, "field")
        if value is not None and field is not None:
            wanted[field] = value.text
    return _fill(view, wanted)


def _movie(view: View) -> list[Act]:
    wanted = {}
    for name in ("genre", "director", "year"):
        field = next((f for f in view.all(None, "field") if name in f.text.casefold()), None)
        if field is None:
            return []
        wanted[field] = view.facts[name]
    return _fill(view, wanted)


def _radio_and_number(view: View) -> list[Act]:
    radio = view.all(None, "radio")[_nth(view)]
    field = view.all(None, "field")[_nth(view, "box")]
    acts = [] if radio.state.checked else [click(radio)]
    number = view.facts["text"]
    acts += [] if field.state.value == number else [enter(field, number)]
    return acts or view.press(*_ENDS)


def _found(view: View) -> list[Act]:
    results = [e for e in view.all(None, "link") if not re.fullmatch(r"\d+|[<>]", e.text)]
    if not results:
        return _only(view, view.facts["text"])
    page, place = divmod(_nth(view), 3)
    turned = sum(act.name == ">" for act in view.done)
    if turned < page:
        wanted = clicks(view.all(str(page + 1), "link"))
        return [*view.press(">"), *wanted]
    return [click(results[place])]


_ENTER = Solved(
    r'Enter "(?P<text>.+)" into the text field and press Submit\.',
    (
        "Put {text} in the box, then hand it in with Submit.",
        'Type "{text}" and nothing more into the text field, then press Submit.',
        "Schreibe „{text}“ in das Textfeld und drücke auf Submit.",
    ),
    _text,
)
_MOVIES = Solved(
    r"Search for (?P<genre>.+) movies directed by (?P<director>.+) from year (?P<year>\d+)\.",
    (
        "Look for movies: genre {genre}, director {director}, year {year}. Then submit.",
        "Search {genre} movies by {director} of {year}; do not submit before all three are given.",
        "Suche nach Filmen aus dem Jahr {year} von {director}, Genre {genre}.",
    ),
    _movie,
)

PAGES: dict[str, Solved] = {
    "enter-text": _ENTER,
    "enter-text-dynamic": _ENTER,
    "enter-text-2": Solved(
        r'Type "(?P<text>.+)" in all (?P<case>upper|lower) case letters in the text input and '
        r"press Submit\.",
        (
            "Put {text} in the box, all letters in {case} case, and hand it in.",
            'Enter "{text}" in {case} case only, without any letter of the other case; submit it.',
            "Using nothing but {case} case letters, write “{text}” into the field, then submit.",
        ),
        _cased,
    ),
    "enter-password": Solved(
        r'Enter the password "(?P<text>.+)" into both text fields and press submit\.',
        (
            "Use {text} as the password in the two boxes and hand the form in.",
            'Give the password "{text}" twice; do not submit while a field is empty.',
            "Trage das Passwort „{text}“ in beide Felder ein und drücke dann Submit.",
        ),
        _password,
    ),
    "login-user": Solved(
        r'Enter the username "(?P<user>.+)" and the password "(?P<text>.+)" into the text fields '
        r"and press login\.",
        (
            "Log in as {user}; the password is {text}.",
            'Sign in with the user "{user}" and the password "{text}"; do not press Login before '
            "both are there.",
            "Melde dich mit dem Passwort „{text}“ als Benutzer „{user}“ an.",
        ),
        _login,
    ),
    "focus-text": Solved(
        r"Focus into the textbox\.",
        (
            "Put the cursor in the box.",
            "Click into the text box, but do not write anything.",
            "Setze den Cursor in das Textfeld.",
        ),
        _focus,
    ),
    "focus-text-2": Solved(
        r"Focus into the (?P<nth>\d)\w\w input textbox\.",
        (
            "Put the cursor in text box number {nth}.",
            "Click into text box number {nth} and into no other one.",
            "Setze den Cursor in das Textfeld Nummer {nth}.",
        ),
        _focus,
    ),
    "copy-paste": Solved(
        r"Copy the text in the textarea below, paste it into the textbox and press Submit\.",
        (
            "The long text belongs in the empty box too: put it there and hand it in.",
            "Transfer the text to the text box, without changing it, and press Submit.",
            "Übertrage den Text in das leere Textfeld und drücke Submit.",
        ),
        _copied,
    ),
    "copy-paste-2": Solved(
        r"Copy the text from the (?P<nth>\d)\w\w text area below and paste it into the text "
        r"input, then press Submit\.",
        (
            "Text area number {nth} holds what belongs in the text input: put it there, submit.",
            "Transfer only text area number {nth}, none of the others, to the text input; submit.",
            "Übertrage den Text aus Bereich Nummer {nth} in das Eingabefeld und drücke Submit.",
        ),
        _copied,
    ),
    "find-word": Solved(
        r"Find the (?P<nth>\d+)\w\w word in the paragraph, type that into the textbox and press "
        r'"Submit"\.',
        (
            "Which word is number {nth} of the paragraph? Put it in the box and hand it in.",
            "Enter word number {nth} of the paragraph, without punctuation, and submit.",
            "Schreibe das Wort Nummer {nth} des Absatzes in das Feld und drücke Submit.",
        ),
        _word,
    ),
    "scroll-text": Solved(
        r"Find the last word in the text area, enter it into the text field and hit Submit\.",
        (
            "Put the word with which the text ends in the box below, and hand it in.",
            "Enter only the last word of the text, without the full stop, and submit.",
            "Schreibe das letzte Wort des Textes in das Feld und drücke Submit.",
        ),
        _last_word,
    ),
    "simple-arithmetic": Solved(
        r"Solve the math problem and type your answer into the textbox\. Press submit when done\.",
        (
            "Work the sum out, put the result in the box and hand it in.",
            "Answer the math problem; write nothing but the number, then submit.",
            "Rechne die Aufgabe aus, trage das Ergebnis ein und drücke Submit.",
        ),
        _sum,
    ),
    "simple-algebra": Solved(
        r"Solve for x and type your answer into the textbox\. Press Submit when done\.",
        (
            "Which number is x? Put it in the box and hand it in.",
            "Enter the value of x, without “x =”, and press Submit.",
            "Löse nach x auf, trage die Zahl ein und drücke Submit.",
        ),
        _unknown,
    ),
    "text-transform": Solved(
        r"Type the text below into the text field and press Submit\.",
        (
            "Put the letters that are shown in the box and hand them in.",
            "Write the shown text without spaces into the field and press Submit.",
            "Schreibe den gezeigten Text in das Feld und drücke Submit.",
        ),
        _letters,
    ),
    "read-table": Solved(
        r"Enter the value of (?P<name>.+) into the text field and press Submit\.",
        (
            "What does the table say about {name}? Put it in the box and hand it in.",
            "Write the value of {name}, not that of another row, into the field and submit.",
            "Trage den Wert von {name} in das Textfeld ein und drücke Submit.",
        ),
        _table,
    ),
    "read-table-2": Solved(
        r"Enter the value that corresponds with each label into the form and submit when done\.",
        (
            "Fill the form below in with what the table says, and hand it in.",
            "Copy the values from the table into the form; leave no field empty, then submit.",
            "Fülle das Formular mit den Werten aus der Tabelle aus und drücke Submit.",
        ),
        _table_form,
    ),
    "multi-layouts": _MOVIES,
    "multi-orderings": _MOVIES,
    "form-sequence-2": Solved(
        r'Check the (?P<nth>\d)\w\w radio button and enter the number "(?P<text>-?\d+)" into the '
        r"(?P<box>\d)\w\w textbox\.",
        (
            "Radio button number {nth} should be on and text box number {box} hold {text}; submit.",
            'Put "{text}" in text box number {box}, leave the other boxes empty, switch radio '
            "button number {nth} on, and submit.",
            "Trage in Textfeld Nummer {box} die Zahl {text} ein, wähle den Auswahlknopf Nummer "
            "{nth} und drücke Submit.",
        ),
        _radio_and_number,
    ),
    "search-engine": Solved(
        r'Use the textbox to enter "(?P<text>.+)" and press "Search", then find and click the '
        r"(?P<nth>\d)\w\w search result\.",
        (
            "Look {text} up and open result number {nth}.",
            'Search for "{text}" and open result number {nth}, none before it.',
            "Öffne den Treffer Nummer {nth} der Suche nach „{text}“.",
        ),
        _found,
    ),
}
