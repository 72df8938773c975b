"""Texts that a task tells to write without quotes: "write a list: milk", "type see you soon".

People seldom quote. What follows a colon, or the verb itself, is meant letter by letter, unless it
only describes what is to be written ("write a letter to Ann", "type the answer").
"""

from __future__ import annotations

import re

from agent.apps.categories import kinds, plain
from agent.suggestions.ordinals import ORDINAL
from agent.task.literals import CELL, quoted
from agent.task.verbs import ADDING, DOING, JOINTS, SPELLING, WRITING

# Without a colon those that do not spell ask for many other things: "put it on the list".
_REMARKING = frozenset({"note", "notiere"})
VERBS = WRITING | ADDING | _REMARKING
"""Words that may tell a text; "Note: …" only remarks something."""
_JOINT = f"(?:{'|'.join(sorted(JOINTS))})"
# What may stand before the verb: what joins it to the rest, and where it is done.
_START = re.compile(
    rf"\s*(?:{_JOINT}\s+)*"
    r"(?:(?:in|on|im|auf|dans|en|nel|na|w|op)\s[^,:.\n]{1,40},\s+)?(?P<verb>\w+)(?:\s+|(?=:\s))",
    re.IGNORECASE,
)
# What goes on behind what was written: "and below it a list: milk, bread".
_BELOW = re.compile(
    rf"\s*(?:{_JOINT}\s+)*(?:(?:below|under|underneath|beneath|after) (?:it|that|this)|darunter"
    r"|danach|(?:en )?dessous|debajo|sotto|abaixo|daaronder|poniżej)\b(?=[^:]{0,40}:\s)",
    re.IGNORECASE,
)
_NEXT = re.compile(rf"(?P<sign>[,.;!?]?)\s+(?P<joint>(?:{_JOINT}\s+)*)(?P<word>\w+)", re.IGNORECASE)
_ONE_SENTENCE = re.compile(r"[.!?;]\s")
# "Name in A1 and age in B1" is for cells.
_CELL = re.compile(rf"\b(?:in|into|to|en|dans|na|w)\s+(?:(?:the\s+)?cell\s+)?{CELL}\b")
_QUOTES = '"“”„«»'
_COLON = re.compile(r":\s+(?=\S)")
# Beside a colon these say that what follows are values for entries, not one text.
_ENTRIES = re.compile(
    r"\b(?:form|fields?|values?|boxes|entries|details|cells?|formular|felder|werte|champs|valeurs"
    r"|campos|valores|campi|valori)\b",
    re.IGNORECASE,
)
_NUMBERS = (
    (2, "two zwei deux dos due dois duas twee dwa dwie"),
    (3, "three drei trois tres tre três drie trzy"),
    (4, "four vier quatre cuatro quattro quatro cztery"),
    (5, "five fünf cinq cinco cinque vijf pięć"),
    (6, "six sechs seis sei zes sześć"),
)
COUNTED = {word: number for number, words in _NUMBERS for word in words.split()}
"""Words for two to six, with their numbers."""
_LINES = re.compile(
    rf"\b(\d|{'|'.join(COUNTED)})\s+(?:lines|zeilen|lignes|líneas|righe|linhas|regels|linie|wiersze)\b",
    re.IGNORECASE,
)
_LISTED = re.compile(rf"\s*[,;]\s*(?:{_JOINT}\s+)?|\s+(?:and|und|et|y|e|en|i)\s+", re.IGNORECASE)
_PAIR = re.compile(r"\w\s*:\s+\S")
# Words after which a text stands as it is: "type the words good morning".
_CALLED = re.compile(
    r"(?:(?:the|den|das|die|le|la|el|il|o|a|het|de)\s+)?"
    r"(?:text|words?|sentence|phrase|line|message|satz|wörter|worte|mot|mots|phrase|texte|texto"
    r"|frase|parola|palabras?|tekst|zdanie)\s+"
    r"(?!(?:of|in|into|to|on|at|that|which|for|from|with|below|above|von|in|an|auf|de|du|dans|da"
    r"|del|della|nel|van|z|w)\b)",
    re.IGNORECASE,
)
_LONGEST_PLACE = 5
# What begins so is described, not told.
_DESCRIBED = re.compile(
    r"(?:a|an|the|this|that|these|those|it|its|my|your|his|her|their|our|me|him|them|us|some|any"
    r"|all|each|every|both|something|nothing|down|out|up|in|into|on|to|as|at|for|from|with|of|about"
    r"|over|below|under|only|just|again|also|back|about|here|there|everything|anything|what"
    r"|whatever|which|how|one|two|three|ein|eine|einen|der|die|das|den|dem|es"
    r"|ihn|sie|ihm|ihr|mir|uns|etwas|alle|in|auf|an|un|une|le|la|les|l|ce|cette|il|lui|mon|ma|un"
    r"|una|el|los|las|lo|mi|su|il|gli|uno|um|uma|os|as|een|de|het|\d+(?:st|nd|rd|th)|\W.*)\b",
    re.IGNORECASE,
)
_REFERS = re.compile(
    r"\b(?:this|that|these|those|its|their|both|diese\w*|jene\w*|ce|cette|este|esta|questo|questa"
    r"|deze|dit|ten|tę)\s+(?:\w+\s+)?(?:numbers?|values?|names?|results?|sums?|codes?|answers?|dates?|words?"
    r"|lines?|texts?|titles?|prices?|totals?|address(?:es)?|zahl\w*|wert\w*|namen?|nombre|numéro"
    r"|número|valor|valeur|numero|valore|getal|waarde|liczb\w+)\b",
    re.IGNORECASE,
)
_PLACES = (
    "document editor file field box window terminal page cell area input form sheet notepad line",
    "search app application program slide entry bar dialog dokument datei feld fenster zeile",
    "champ fichier fenêtre campo archivo ventana finestra documento veld venster pole okno",
    "it there",
)
_A_PLACE = frozenset(word for words in _PLACES for word in words.split())
_INTO = re.compile(
    r"\s+(?P<into>in|into|in to|inside|on|onto|to|with|using|ins|im|auf|dans|en|nel|nella|na|w)\s+"
    r"(?P<where>[^\s].*?)\.?$",
    re.IGNORECASE,
)
# The second half of a verb: "füge die Zeile … hinzu".
_ADDED = re.compile(r"\s+(?:hinzu|dazu)\W*$", re.IGNORECASE)
# Where texts are written anyway: behind what is there.
_AT_THE_END = re.compile(
    r"\s+(?:(?:at|to|on)\s+the\s+(?:very\s+)?(?:end|bottom)(?:\s+of\s+(?:it|(?:the|my|this)\s+\w+))?"
    r"|(?:am|ans)\s+(?:ende|schluss)(?:\s+(?:der|des|vom)\s+\w+)?|à\s+la\s+fin(?:\s+du\s+\w+)?"
    r"|al\s+final(?:\s+del?\s+\w+)?|alla\s+fine(?:\s+del\w*\s+\w+)?|(?:no|ao)\s+(?:fim|final)"
    r"|aan\s+het\s+eind(?:e)?|na\s+końcu)\W*$",
    re.IGNORECASE,
)
_INSIDE = frozenset({"into", "in to", "inside", "ins", "dans"})


def told_text(text: str) -> str:
    """The words with which a text begins to tell what is to be written as it stands; "" when it
    tells none, or quotes it. What follows another instruction is no part of it."""
    if below := _BELOW.match(text):
        before, _, listed = text[below.end() :].partition(": ")
        return _unquoted(_after_colon(before, listed[: _end(listed, len(listed))]))
    start = _START.match(text)
    if start is None or start["verb"].casefold() not in VERBS:
        return ""
    rest = text[start.end() :]
    if rest.startswith(":") and start["verb"].casefold() in _REMARKING:
        return ""
    colon = _COLON.search(rest)
    end = _end(rest, colon.end() if colon else len(rest))
    if colon is not None and colon.end() < end:
        return _unquoted(_after_colon(rest[: colon.start()], rest[colon.end() : end]))
    rest = _ONE_SENTENCE.split(rest[:end], maxsplit=1)[0]
    not_spelt = start["verb"].casefold() not in SPELLING
    if called := _CALLED.match(rest):
        rest = _AT_THE_END.sub("", _ADDED.sub("", rest[called.end() :]))
    elif not_spelt or _is_described(rest) or _CELL.search(rest):
        return ""
    return _unquoted(_trimmed(without_place(rest)))


def _end(rest: str, listed: int) -> int:
    """Where the next instruction begins. From `listed` on a comma alone begins none."""
    for found in _NEXT.finditer(rest):
        joined = found["joint"] or found["sign"] not in ("", ",")
        by_comma = found["sign"] == "," and found.start() < listed
        if found["word"].casefold() in DOING and (joined or by_comma):
            return found.start()
    return len(rest)


def _unquoted(told: str) -> str:
    opened = told.startswith(("'", "‘")) or any(sign in told for sign in _QUOTES)
    return "" if opened or quoted(told) else told


def _is_described(rest: str) -> bool:
    """Behind a verb a capital begins a text, even that of a word such as “The”. "Only this number"
    is what was told before."""
    if _REFERS.search(rest):
        return True
    return _DESCRIBED.match(rest) is not None and not rest[0].isupper()


def _after_colon(before: str, told: str) -> str:
    if _ENTRIES.search(before) or _PAIR.search(told):
        return ""
    return _trimmed(told)


def in_lines(told: str, before: str) -> tuple[str, str]:
    """A text that a task tells, on as many lines as are said before it where it lists as many
    things ("three lines: milk, bread, eggs"); and what is said before it besides."""
    said = _LINES.search(before)
    if said is None or not before.rstrip().endswith(":"):
        return told, before
    number = said[1].casefold()
    most = int(number) if number.isdigit() else COUNTED[number]
    things = _LISTED.split(told)
    return ("\n".join(things), _LINES.sub("", before)) if len(things) == most else (told, before)


def without_place(text: str) -> str:
    """The text without the words at its end that say where it goes."""
    start, cut = 0, len(text)
    while (into := _INTO.search(text, start)) is not None:
        if _is_place(into["into"].casefold(), into["where"]):
            cut = into.start()
            break
        start = into.start("where")
    return text[:cut]


def _is_place(into: str, where: str) -> bool:
    """Whether a phrase names a thing to write in: a field, a document, a program."""
    words = re.findall(r"[^\W_][\w-]*", where)
    if len(words) > _LONGEST_PLACE or not words:
        return False
    if any(word.casefold() in _A_PLACE for word in words):
        return True
    said = f" {plain(where)} "
    names = (n for kind in kinds() for n in (*kind.called, *kind.asks, *kind.programs))
    if any(f" {plain(name)} " in said for name in names):
        return True
    # A name: of an entry.
    return into in _INSIDE and all(word[0].isupper() for word in words)


def _trimmed(text: str) -> str:
    """The text without the end of the sentence around it: a single full stop, or a comma."""
    text = text.strip().rstrip(",;")
    if text.endswith(".") and not text.endswith("..") and not re.search(r"[.!?]\s", text):
        text = text[:-1]
    return text.strip()


_REPLACING = re.compile(
    rf"^\W*(?:{_JOINT}\s+)*(?:replace|ersetze|remplace[rz]?|reemplaza|sostituisci|substitua|vervang"
    r"|zastąp)\s+(?:(?:all|every|each|the|words?|texts?|any|occurrences?|instances?|of|alle|jedes"
    r"|das|wort|tous|les|le|mot|todas?|las?|palabra)\s+)*(?P<old>[\w'’-]+(?:\s[\w'’-]+){0,3}?)"
    r"\s+(?:with|by|durch|par|por|con|door|przez)\s+(?:the\s+(?:words?|text)\s+)?"
    r"(?P<new>[\w'’-]+(?:\s[\w'’-]+){0,3}?)"
    r"(?=\s+(?:in|on|everywhere|throughout|überall|im|partout|en|dans)\b|[.,;!]?\s*$)",
    re.IGNORECASE,
)
# "the second word" is pointed at, not said.
_POINTED_AT = re.compile(rf"\b{ORDINAL}\b|\b(?:it|them|this|that)\b", re.IGNORECASE)


def is_pointed_at(words: str) -> bool:
    """Whether words say nothing but what is meant otherwise: "it", "the second"."""
    return _POINTED_AT.fullmatch(words.strip()) is not None


_REPLACED = re.compile(r"\b" + _REPLACING.pattern.removeprefix(r"^\W*"), re.IGNORECASE)


def without_pairs(task: str) -> str:
    """A task without the words that it says are to be replaced, and by what: "replace eggs with
    cheese" needs no program of that name."""
    return _REPLACED.sub(
        lambda said: said[0].replace(said["old"], " ").replace(said["new"], " "), task
    )


def told_pair(text: str) -> tuple[str, str] | None:
    """What a part of a task says is to be replaced, and by what, without quotes: "replace apples
    with pears"; None where it says no such pair."""
    found = _REPLACING.match(text)
    if found is None or quoted(text) or any(sign in text for sign in _QUOTES):
        return None
    if _POINTED_AT.search(found["old"]) or _POINTED_AT.search(found["new"]):
        return None
    return found["old"], found["new"]


_FORMATTING = re.compile(
    rf"^\W*(?:{_JOINT}\s+)*(?:make|set|turn|put|format|mark|mach|setz|formatiere|mets|mettez|met|pon|haz|metti|ponha"
    r"|maak|zet)e?n?\s+(?:(?:the|das|den|die|le|les|la|el|il|o|a|het|de)\s+)?"
    r"(?:(?:words?|text|phrase|sentence|wort|wörter|mots?|palabras?|parol[ae]|woord(?:en)?)\s+)?"
    r"(?P<what>[\w'’-]+(?:\s[\w'’-]+){0,5}?)\s+(?:(?:in|to|en|em|auf|to be)\s+)?"
    r"(?:bold|italics?|underlined|fett|kursiv|unterstrichen|gras|italique|negrita|cursiva|grassetto|corsivo"
    r"|negrito|itálico|vet|cursief)\W*$",
    re.IGNORECASE,
)
# What is pointed at, and no words of the text.
_NO_WORDS = re.compile(
    r"\b(?:it|them|this|that|these|those|all|everything|selection|selected|headings?|titles?|headers?"
    r"|lines?|rows?|columns?|cells?|paragraphs?|first|second|last|es|alles|zeilen?|spalten?|titel"
    r"|überschrift\w*|tout|ligne|colonne|titre|todo|fila|columna|título|tutto|riga|titolo|regel|kolom)\b",
    re.IGNORECASE,
)
_DELETING = re.compile(
    rf"^\W*(?:{_JOINT}\s+)*(?:delete|remove|erase|lösche?|entferne?|supprimez?|effacez?|borra|elimina"
    r"|cancella|apag[ae]|verwijder|usuń|skasuj)\s+(?:(?:the|das|die|den|la|le|les|el|il|a|o|de|het)\s+)?"
    r"(?:lines?|words?|sentence|phrase|paragraph|zeilen?|wort|wörter|satz|absatz|ligne|mots?|línea|palabras?"
    r"|riga|parol[ae]|linha|palavras?|regel|woord|linię|wiersz)\s+(?:(?:that\s+says|saying|with)\s+)?"
    r"(?P<what>(?!\d+\W*$|(?:of|about|in|at|on|for|from|where|which|who|above|below|before|after|between"
    r"|and|mit|von|über|in|auf|de|du|sur|dans|en|del|con|di|su|van|met|z|o)\b)[\w'’-]+(?:\s[\w'’-]+){0,7}?)\W*$",
    re.IGNORECASE,
)


def told_words(text: str) -> str:
    """The words that a part of a task wants to look otherwise, or to be gone, without quotes: "make
    milk and bread bold", "delete the line fig 9"; "" where it says none, or points at them."""
    found = _FORMATTING.match(text) or _DELETING.match(text)
    if found is None or quoted(text) or any(sign in text for sign in _QUOTES):
        return ""
    what = found["what"]
    return "" if _NO_WORDS.search(what) or re.fullmatch(CELL, what) else what
