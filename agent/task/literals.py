"""Literals of a task: the values that must reach the screen exactly as the person wrote them.

A small model copies a value faithfully only when it cannot write anything else, so the values are
found by a program and offered to it as the only alternatives.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from agent.secrets import placeholders
from agent.suggestions.ordinals import places
from agent.task.verbs import DOING

_QUOTED = re.compile(
    r"\"([^\"]+)\"|“([^”]+)”|„([^“”]+)[“”]|«\s*([^»]+?)\s*»|‘([^’]+)’|(?<!\w)'([^']+)'(?!\w)"
)
# A formula such as "12 * 7" or "3+4/2" is one value, not several.
_NUMBER = r"\(*[-−]?\d[\d.,]*\)*"
_FORMULA = re.compile(rf"(?<![\w.]){_NUMBER}(?:\s*[-−+*/×÷^%]\s*{_NUMBER})+(?!\w)")
# A telephone or account number in groups: "0171 555 0142", "+49 (30) 901820".
_GROUPS = re.compile(r"(?<![\w.,/])[+(]?\d[\d()/\-]*(?:[ ][\d()/\-]*\d[\d()/\-]*)+(?![\w.,]*\w)")
_LEAST_IN_GROUPS = 7  # figures
_WORD = re.compile(r"[^\s\"“”„«»]+")
# Between the steps of a path through menus: "File>Export", "Tools→Options".
_STEP = re.compile(r"(?<=[^\W\d_])[>→›](?=[^\W\d_])")
# "Ann's mail" is a mail of Ann; "Ann's Album" may be a title.
_POSSESSIVE = re.compile(r"(?<=\w)['’]s$")
PATH_SIGN = r"[>→›»]"
"""What stands between the steps of a path through menus."""
CELL = r"[A-Za-z]{1,3}[1-9]\d{0,4}"
"""The name of a cell of a sheet, such as B2."""
ENDING = r"\w\.\w{1,10}"
"""The end of the name of a file: ".ods", ".gnumeric", ".properties"."""
DETERMINED = re.compile(
    r"(?<!\w)(?:an?|the|my|your|his|her|this|that|eine?[nrms]?|de[rnms]|die|das|meine?[nrms]?|une?|les?"
    r"|la|mon|ma|una|el|mi|il|lo|mio|mia|een|het|de|mijn|uma?|o|meu|minha) $"
)
"""The end of a text before a noun."""
# A name without quotes or capitals: "a folder called invoices"; not "called for", "named after".
_CALLED = re.compile(
    r"\b(?:called|named|namens|genannt|appelée?s?|nommée?s?|llamad[oa]s?|chiamat[oaie]|chamad[oa]s?"
    r"|genaamd|nazwie)\s+(?!(?:the|an?|as|after|by|for|from|in|off|on|out|to|upon|up|it)\b)"
    r"([^\s\"“”„«»'‘’]+)",
    re.IGNORECASE,
)
_TRAILING = ",;:!?)]}"
# What a name with a capital goes on with: "Receipts 2026", "Plan B 2".
_GOES_ON = re.compile(r"(?: (?:[^\W\d_a-z]|\d)[^\s\"“”„«»,;:!?]*)+")


def quoted(text: str) -> list[str]:
    """The quoted strings, without their quotes, in order."""
    return [next(part for part in match.groups() if part) for match in _QUOTED.finditer(text)]


def quoted_places(text: str) -> list[tuple[str, int, int]]:
    """The quoted strings with where they begin and end, quotes included."""
    return [
        (next(part for part in match.groups() if part), *match.span())
        for match in _QUOTED.finditer(text)
    ]


def is_path(text: str) -> bool:
    """Whether a text gives a path through menus: "File > Export > PDF"."""
    return re.search(rf"\w\s*{PATH_SIGN}\s*\w", without_quotes(text)) is not None


def is_file(value: str) -> bool:
    """Whether a value calls a file: a path, or a name with an ending."""
    return (
        re.fullmatch(r"(?:[/~\\]|[A-Za-z]:[/\\]).*|[^\s@]*\w\.[a-z]\w{0,9}", value, re.I)
        is not None
    )


def without_quotes(text: str) -> str:
    """The text without its quoted strings."""
    return _QUOTED.sub('""', text)


def literals(text: str) -> list[str]:
    """The values in `text`, in order and without repetition.

    Quoted strings, named secrets and formulas are values, and what follows "called"; outside of
    them, words that are no plain words: with a digit, an @, a slash, a capital letter that does not
    begin a sentence.
    Neighbouring capitalised words form one value ("New York").
    """
    found: list[tuple[int, str]] = []
    covered: list[tuple[int, int]] = []
    for match in _QUOTED.finditer(text):
        found.append((match.start(), next(part for part in match.groups() if part)))
        covered.append(match.span())
    for start, end in placeholders.spans_in(text):
        if not _inside(start, covered):
            found.append((start, text[start:end]))
            covered.append((start, end))
    for start, end, name in _names(text):
        if not _inside(start, covered):
            found.append((start, name))
            covered.append((start, end))
    # "The 3rd checkbox" points at a thing; it is no text to type.
    covered.extend(places(text))
    for match in _FORMULA.finditer(text):
        if not _inside(match.start(), covered):
            found.append((match.start(), _balanced(match.group().rstrip(".,"))))
            covered.append(match.span())
    for match in _GROUPS.finditer(text):
        figures = sum(sign.isdigit() for sign in match.group())
        if figures >= _LEAST_IN_GROUPS and not _inside(match.start(), covered):
            found.append((match.start(), _balanced(match.group())))
            covered.append(match.span())
    found.extend(_plain_values(text, covered))
    found.sort()
    return list(dict.fromkeys(value for _, value in found))


def _names(text: str) -> Iterator[tuple[int, int, str]]:
    """Where the names that follow "called" begin and end, and the names. What begins with a capital
    is one only where a number belongs to it; all else is found as other names are ("New York")."""
    for match in _CALLED.finditer(text):
        name, end = match.group(1).rstrip(_TRAILING + "."), match.end(1)
        more = _GOES_ON.match(text, end)
        if name == match.group(1) and more is not None and any(map(str.isdigit, more.group())):
            name, end = (name + more.group()).rstrip("."), more.end()
        if name and (not name[0].isupper() or end > match.end(1)):
            yield match.start(1), end, name


def _balanced(formula: str) -> str:
    """The formula without brackets that belong to the sentence around it."""
    while formula.count(")") > formula.count("(") and formula.endswith(")"):
        formula = formula[:-1]
    while formula.count("(") > formula.count(")") and formula.startswith("("):
        formula = formula[1:]
    return formula


def _inside(position: int, spans: list[tuple[int, int]]) -> bool:
    return any(start <= position < end for start, end in spans)


def _plain_values(text: str, covered: list[tuple[int, int]]) -> list[tuple[int, str]]:
    values: list[tuple[int, str]] = []
    previous_end = len(text)  # where the value before ends, if the next word may belong to it
    # A quotation mark parts words, and joins none.
    for match in _WORD.finditer(_STEP.sub('"', text)):
        if _inside(match.start(), covered) or placeholders.refers(match.group()):
            continue
        word = _without_end(match.group().strip("'‘’("))
        word = word[:-1] if word.endswith(".") else word
        if not re.match(r" [^\W\d_a-z]", text[match.end() :]):
            word = _POSSESSIVE.sub("", word)
        if not word or not _is_value(word, starts_sentence=_starts_sentence(text, match.start())):
            continue
        between = text[previous_end : match.start()]
        joined = between.isspace() and len(between) == 1 and word[0].isupper()
        if joined and values[-1][1][0].isupper():
            values[-1] = (values[-1][0], f"{values[-1][1]} {word}")
        elif values and _is_code_of(values[-1], match.start(), word, text):
            values[-1] = (values[-1][0], f"{values[-1][1]}, {word}")
        else:
            values.append((match.start(), word))
        previous_end = match.start() + len(match.group()) if match.group() == word else len(text)
    return values


def _without_end(word: str) -> str:
    """A word without the signs of the sentence behind it; "=SUM(A1:A3)" keeps its bracket."""
    bare = word.rstrip(_TRAILING + "'’")
    closes = word[len(bare) :].startswith(")") and bare.count("(") > bare.count(")")
    return f"{bare})" if closes else bare


def _is_code_of(place: tuple[int, str], start: int, word: str, text: str) -> bool:
    """Whether a word is the country or state behind the name of a place: "Salem, OR"."""
    begin, name = place
    between = text[begin + len(name) : start]
    return between == ", " and name[0].isupper() and re.fullmatch(r"[A-Z]{2,3}", word) is not None


def _starts_sentence(text: str, position: int) -> bool:
    before = text[:position].rstrip()
    if before.endswith(":"):
        # "From: Long Beach" tells a value; "Now do this: Open it" begins anew.
        return text[position:].split()[0].casefold().strip(_TRAILING) in DOING
    return not before or before[-1] in ".!?\n"


def _is_value(word: str, *, starts_sentence: bool) -> bool:
    if re.search(r"[\d@/\\_#]", word):
        return True
    if re.search(r"\w\.\w", word):
        return True
    if re.search(r"[a-zà-ÿ][A-ZÀ-Ý]", word):
        return True
    return word[0].isupper() and not starts_sentence and re.split("['’]", word)[0] != "I"


def spans(text: str, longest: int = 6) -> list[str]:
    """Every run of up to `longest` words of `text`, longest first: what a value may be when it has
    no mark of one ("first name ann")."""
    words = [word.strip("'\"()").rstrip(_TRAILING).rstrip(".") for word in _WORD.findall(text)]
    words = [word for word in words if word]
    runs = [
        " ".join(words[start : start + length])
        for length in range(longest, 0, -1)
        for start in range(len(words) - length + 1)
    ]
    return [run for run in dict.fromkeys(runs) if run in text]


_CONFUSABLE = str.maketrans(
    {
        "×": "*",
        "·": "*",
        "÷": "/",
        "−": "-",
        "–": "-",
        "—": "-",
        "’": "'",
        "‘": "'",
        "“": '"',
        "”": '"',
    }
)


def normal(text: str) -> str:
    """Text as compared: case, spaces and look-alike signs do not count."""
    return re.sub(r"\s+", "", text.translate(_CONFUSABLE)).casefold()


# Signs that OCR takes for each other since they look the same.
_SAME_LOOKS = str.maketrans("il|!o", "11110")


def alike(a: str, b: str, threshold: float = 0.8) -> bool:
    """Whether two texts are the same but for what OCR may have misread."""
    a, b = normal(a), normal(b)
    if not a or not b:
        return a == b
    if a == b:
        return True
    if min(len(a), len(b)) <= 3 or placeholders.names_in(a) != placeholders.names_in(b):
        return False
    if looks_same(a, b):
        return True
    return SequenceMatcher(None, a, b).ratio() >= threshold


def looks_same(a: str, b: str) -> bool:
    """Whether two texts differ in nothing but signs that look the same: one name of a file is never
    taken for a similar one, but a hyphen at the end of a line may be none of it."""
    return any(_looks(x) == _looks(y) for x in (a, unbroken(a)) for y in (b, unbroken(b)))


def _looks(text: str) -> str:
    return normal(text).translate(_SAME_LOOKS)


def unbroken(text: str) -> str:
    """A name without the hyphens at the ends of its lines: "les- son.txt" below its picture."""
    return re.sub(r"(?<=\w)-\s+(?=\w)", "", text)


def looks_same_in(part: str, text: str) -> bool:
    """Whether a text holds another one, but for signs that look the same."""
    return any(_looks(part) in _looks(each) for each in (text, unbroken(text)))


def first_word(text: str) -> str:
    """The first word of a name in lower case; "" for none."""
    return next(iter(re.findall(r"[^\W_]+", text.casefold())), "")


def mentions(text: str, name: str) -> bool:
    """Whether `text` says `name` as whole words (a name of one sign counts only in quotes)."""
    return wording(text, name) is not None


def wording(text: str, name: str) -> str | None:
    """How `text` spells `name`, which it says as whole words; None when it does not."""
    name = name.strip()
    if len(name) < 2:
        return name if name and name in quoted(text) else None
    if not placeholders.refers(name):
        # “Mail” is not said by {secret:mail}.
        text = placeholders.without(text)
    found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE)
    return found.group() if found else None
