"""Values that a task refers to without saying them: in other letters ("in upper case"), counted out
("the 5th word"), beside a label ("the value of Color"), or the result of what is shown ("solve").

What is taken from the screen is one line of text for a field, never an order; the rules ask about
it as about everything else that the task does not say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from agent.arithmetic import result_of
from agent.literals import alike, mentions, quoted, without_quotes
from agent.ordinals import ORDINAL, place_of
from agent.perception.paragraphs import continues
from vision.elements import Element
from vision.geometry import Box
from vision.parts import same_row

_LONGEST = 80
_SHORTEST = 4
_UPPER = re.compile(
    r"\b(upper[- ]?case|capital letters|all caps|großbuchstaben|majuscules|mayúsculas|maiuscol\w+"
    r"|maiúscul\w+|hoofdletters|wielkimi literami)\b",
    re.IGNORECASE,
)
_LOWER = re.compile(
    r"\b(lower[- ]?case|small letters|kleinbuchstaben|minuscules|minúsculas|minuscol\w+"
    r"|minúscul\w+|kleine letters|małymi literami)\b",
    re.IGNORECASE,
)
_VALUE_OF = re.compile(
    r"\b(?:value|content|wert|inhalt|valeur|contenu|valor|contenido|conteúdo|valore|contenuto"
    r"|waarde|inhoud|wartość|zawartość) (?:of|for|von|der|des|de la|de|du|del|della|di|do|da|van)"
    r"(?: the| la| der| dem| het| de)? ",
    re.IGNORECASE,
)
_SOLVE = re.compile(
    r"\b(solve|calculate|compute|work out|answer|result|sum|löse|berechne|ergebnis|résous|résoudre"
    r"|calcule[rz]?|résultat|calcula|resultado|calcola|risultato|bereken|uitkomst|oblicz|wynik)\b",
    re.IGNORECASE,
)
_RESULT = re.compile(
    r"\b(result|product|sum|total|difference|quotient|ergebnis|summe|produkt|differenz|résultat"
    r"|somme|resultado|suma|soma|risultato|somma|uitkomst|som|wynik|sumę)\b",
    re.IGNORECASE,
)
_THE_RESULT = re.compile(
    rf"\b(?:the|das|die|den|le|la|el|il|lo|o|a|het|de)\s{_RESULT.pattern}", re.IGNORECASE
)
_SHOWN = re.compile(
    r"\b(shows?|shown|displays?|displayed|says|gives|tells|stands|zeigt|steht|angezeigt\w*|affiche"
    r"|indique|muestra|indica|mostra|exibe|toont|staat|pokazuje)\b",
    re.IGNORECASE,
)
_WORD = re.compile(rf"\b{ORDINAL}\s+word\b", re.IGNORECASE)
# What a formula may end with: "7 + 5 = ?".
_ASKS = re.compile(r"\s*=?\s*[?_…]*\s*$")


def in_other_letters(text: str, values: Sequence[str]) -> tuple[str, ...]:
    """The values of a part of a task, the quoted ones in the letters that it asks for."""
    said = without_quotes(text)
    upper, lower = _UPPER.search(said), _LOWER.search(said)
    if bool(upper) == bool(lower):
        return tuple(values)
    changed: Callable[[str], str] = str.upper if upper else str.lower
    marked = quoted(text)
    return tuple(changed(value) if value in marked else value for value in values)


def referred(
    text: str, values: Sequence[str], elements: Sequence[Element], earlier: Sequence[str] = ()
) -> tuple[str, ...]:
    """The values of a part of a task, with what it refers to on the screen or among the `earlier`
    values of the task; as they are where it refers to nothing, or that is not there."""
    found = _value_of(text, values, elements)
    if found is not None:
        return found
    result = _result_of_earlier(text, earlier)
    if values:
        return _with_result(text, values, result)
    shown = (
        _counted_word(text, elements)
        or _result(text, elements)
        or result
        or _labelled(text, elements)
    )
    return (shown,) if shown else ()


def _value_of(
    text: str, values: Sequence[str], elements: Sequence[Element]
) -> tuple[str, ...] | None:
    said = _VALUE_OF.search(text)
    if said is None:
        return None
    rest = text[said.end() :].lstrip("\"“„«‘'")
    label = next((value for value in values if rest.startswith(value)), None)
    value = _beside(label, elements) if label is not None else None
    if label is None or not value:
        return None
    return tuple(value if each == label else each for each in values)


def _beside(label: str, elements: Sequence[Element]) -> str | None:
    """What stands in the row of a label, at its right, or behind its colon."""
    for element in elements:
        name, colon, rest = element.text.partition(":")
        if colon and rest.strip() and alike(name, label, 0.9):
            return _line(rest)
    for element in elements:
        if alike(element.text.rstrip(": "), label, 0.9) and element.kind not in ("field", "button"):
            at = element.box
            # Boxes of neighbouring cells may overlap a bit.
            right = [e for e in elements if _is_right_of(at, e.box) and same_row(e.box, at)]
            nearest = min(right, key=lambda e: e.box.left, default=None)
            if nearest is not None:
                return _line(nearest.state.value or nearest.text)
    return None


def _is_right_of(box: Box, other: Box) -> bool:
    return other.left > box.center.x and other.center.x > box.right


def _counted_word(text: str, elements: Sequence[Element]) -> str | None:
    said = _WORD.search(text)
    if said is None:
        return None
    words = max(_paragraphs(elements), key=len, default=[])
    place = place_of(said.group(1).casefold(), len(words))
    return _line(words[place]) if place is not None else None


def _paragraphs(elements: Sequence[Element]) -> list[list[str]]:
    """The words of each text, lines close below each other as one."""
    blocks: list[list[Element]] = []
    for element in elements:
        if element.kind != "text":
            continue
        last = blocks[-1][-1] if blocks else None
        if last is not None and _goes_on_in_row(last, element):
            whole = last.box.union(element.box)
            blocks[-1][-1] = replace(last, box=whole, text=f"{last.text} {element.text}")
        elif last is not None and continues(last, element):
            blocks[-1].append(element)
        else:
            blocks.append([element])
    texts = (" ".join(line.text for line in block) for block in blocks)
    words = [[word.strip(".,;:!?\"'“”()") for word in text.split()] for text in texts]
    return [[word for word in text if word] for text in words]


def _goes_on_in_row(piece: Element, following: Element) -> bool:
    """Whether two texts are pieces of one line, which may be read in parts."""
    gap = following.box.left - piece.box.right
    same = piece.group == following.group and same_row(piece.box, following.box)
    return same and -piece.box.height < 2 * gap and gap <= piece.box.height


def _result(text: str, elements: Sequence[Element]) -> str | None:
    """The result of the only calculation on the screen."""
    if not _SOLVE.search(text):
        return None
    shown = (e.text for e in elements if not e.interactive)
    results = {result_of(_ASKS.sub("", line)) for line in shown} - {None}
    return results.pop() if len(results) == 1 else None


def _result_of_earlier(text: str, earlier: Sequence[str]) -> str | None:
    """The result of the only calculation that the task itself named before."""
    if not _RESULT.search(text):
        return None
    results = {result_of(value) for value in earlier} - {None}
    return results.pop() if len(results) == 1 else None


def with_result(text: str, before: Sequence[str], values: Sequence[str]) -> str:
    """The words of a part with the result that came to its values, where they speak of it."""
    added = [value for value in values if value not in before and value not in text]
    said = _THE_RESULT.search(text)
    if len(added) != 1 or said is None or not before:
        return text
    return f"{text[: said.end()]} “{added[0]}”{text[said.end() :]}"


def _with_result(text: str, values: Sequence[str], result: str | None) -> tuple[str, ...]:
    """The values with the result that the text wants beside them ("enter the result as Amount and
    "Eva" as Employee"), in its order."""
    said = _THE_RESULT.search(without_quotes(text))
    if result is None or said is None or any(alike(result, value) for value in values):
        return tuple(values)
    word = text.find(said.group())
    place = sum(0 <= text.find(value) < word for value in values)
    return (*values[:place], result, *values[place:])


def _labelled(text: str, elements: Sequence[Element]) -> str | None:
    """What stands behind the only label that the text says, where it asks for what is shown ("the
    order number that the page shows")."""
    if not _SHOWN.search(text):
        return None
    found = set()
    for element in elements:
        label, colon, rest = element.text.partition(":")
        if colon and len(label) >= _SHORTEST and rest.strip() and mentions(text, label):
            found.add(_line(rest))
    return found.pop() if len(found) == 1 else None


def _line(text: str) -> str | None:
    text = " ".join(text.split())
    return text if 0 < len(text) <= _LONGEST else None
