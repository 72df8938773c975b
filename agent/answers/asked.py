"""What a person asks to be told: "tell me the total", "sag mir, wann das Fest beginnt". It is read
in the window in front when the parts before are done, and stands in the report; nothing is pressed
for it as long as it is there."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.answers.arithmetic import result_of
from agent.answers.clock_sums import time_asked
from agent.answers.whether import whether
from agent.answers.worded_sums import whole_sum
from agent.apps.categories import helping
from agent.task.literals import quoted
from agent.task.plan import Part
from agent.task.verbs import JOINTS

# In the languages of agent/task/verbs.py. Somebody else is told by a message.
_TELL_ME = (
    r"tell (?:me|us)|let (?:me|us) know|read (?:me|out)(?: to me)?|find out"
    r"|sag(?:e|en sie)? mir|nenn(?:e|en sie)? mir|finde heraus"
    r"|dis[- ]moi|dites[- ]moi|dime|dígame|dimmi|mi dica|(?:me )?diga(?:-me)?|diz-me"
    r"|(?:vertel|zeg) m(?:e|ij)|powiedz mi|podaj mi"
)
_ASKED = re.compile(
    rf"\W*(?:(?:{'|'.join(sorted(JOINTS))}|please|bitte)\s+)*(?:{_TELL_ME})\b[,:]?\s+(?P<what>.+)",
    re.IGNORECASE | re.DOTALL,
)
_QUESTION = re.compile(
    rf"\W*(?:(?:please|bitte)\s+)?(?:(?:{_TELL_ME})\b,?\s+)?"
    r"(?:(?:what(?:'s| is| are)?|how much(?: is| are)?|was(?: ist| sind)?|wie ?viel(?: ist| sind)?"
    r"|combien (?:font|fait)|cu[aá]nto (?:es|son)|quant[oi] (?:fa|fanno|é|são)|hoeveel is"
    r"|ile (?:to|jest))\s+)?(?:the result of\s+)?(?P<sum>.+?)(?:\s+(?:is|are|ist|sind))?[\s?=.]*",
    re.IGNORECASE | re.DOTALL,
)
# Who asks so writes "1.250" for 1250.
_COMMA_BEFORE_DECIMALS = re.compile(
    r"\W*(?:(?:bitte)\s+)?(?:was|wie|combien|cu[aá]nto|quant|hoeveel|ile)\b|\W*quant[oi]\b",
    re.IGNORECASE,
)
_POINTED_GROUPS = re.compile(r"(?<![\d.,])\d{1,3}(?:\.\d{3})+(?![\d.])")
_ARTICLE = re.compile(
    r"(?:the|der|die|das|den|le|la|les|el|los|las|il|lo|o|os|as|de|het)\s+|l['’]", re.IGNORECASE
)
# A value answers none of these: yes or no (see whether.py), a story, an explanation.
_NO_VALUE = re.compile(
    r"(?:whether|if|ob|si|se|of|czy|why|warum|pourquoi|por qué|perché|waarom|dlaczego|about|über"
    r"|how (?:to|do|can)|wie man|comment|cómo|an?|some|eine?n?|une?|una|uno|um|uma|een|that|dass"
    r")\b",
    re.IGNORECASE,
)


# Words of a question that speak of no thing of their own, beside small ones.
_QUESTIONS = (
    "who how what when where which whose there here has have does did are was were many much long",
    "number name title letter page document text window file screen shown stands written says",
    "value date time welche wer wie wann nummer seite qui quel quand",
)
_TELL_NOTHING = frozenset(word for words in _QUESTIONS for word in words.split())
_STEM = 4
_AND = re.compile(
    r"\s(?:and|und|et|y|e|i|en)\s+|,\s+(?:(?:and|und|et|y|e|i|en)\s+)?", re.IGNORECASE
)


def asks(part: Part) -> bool:
    """Whether a part of a task asks to be told something, whatever it is."""
    return _ASKED.match(part.text) is not None


def sum_asked(task: str) -> str | None:
    """The calculation that a task asks for and nothing else: "What is 17*23?". No program is needed
    for it."""
    said = _QUESTION.fullmatch(task)
    if said is None:
        return None
    formula = said["sum"]
    if _COMMA_BEFORE_DECIMALS.match(task):
        formula = _POINTED_GROUPS.sub(lambda found: found[0].replace(".", ""), formula)
    return formula if result_of(formula) is not None else whole_sum(formula)


def answered(task: str) -> str | None:
    """The answer to a task that is nothing but calculations, each with its result; None for any
    other, and where one of several cannot be worked out."""
    said = []
    for question in filter(str.strip, task.split("?")):
        formula = sum_asked(question)
        told = f"{formula} = {result_of(formula)}" if formula is not None else time_asked(question)
        if told is None:
            return None
        said.append(told)
    return "; ".join(said) or None


def is_named(name: str, texts: Sequence[str]) -> bool:
    """Whether what is asked for is spoken of in the texts that it was read in: one of its telling
    words begins as a word there does. A small model finds a fax number where there is none."""
    small = _TELL_NOTHING | helping("small")
    telling = {word[:_STEM] for word in words_in(name) if word not in small}
    there = {word[:_STEM] for text in texts for word in words_in(text)}
    return not telling or not telling.isdisjoint(there)


def words_in(text: str) -> list[str]:
    """The words of three letters and more, in small letters."""
    return re.findall(r"[^\W\d_]{3,}", text.casefold())


def asks_for_a_state(text: str) -> bool:
    """Whether a text asks for the state of a control and for nothing else."""
    said = _ASKED.match(text)
    return whether(said["what"] if said is not None else text) is not None


def asked_of(part: Part) -> list[str]:
    """What a part of a task asks to be told, in its own words without articles; empty when it asks
    for nothing that a window could show, or for a calculation that nothing has worked out yet."""
    said = _ASKED.match(part.text)
    if said is None and whether(part.text) is not None:
        return [part.text.strip()]
    if said is None or any(result_of(value) is not None for value in part.open_values):
        return []
    what = " ".join(said["what"].split()).rstrip(".,;:!? ")
    if whether(what) is not None:
        return [what]
    if not what or _NO_VALUE.match(what) or quoted(what) == [what[1:-1]]:
        return []
    # "The name and the number" are two; "the total of rent and food" is one.
    pieces = _AND.split(what)
    each = pieces if all(_ARTICLE.match(piece) for piece in pieces) else [what]
    return [
        piece.removeprefix(found[0]) if (found := _ARTICLE.match(piece)) else piece
        for piece in each
    ]
