"""What a person asks to be told: "tell me the total"; a task that is only a calculation."""

from __future__ import annotations

import re

from agent.task.plan import Part
from agent.task.verbs import JOINTS
from agent.values.arithmetic import result_of

# In the languages of agent/task/verbs.py. Somebody else is told by a message.
_TELL_ME = (
    r"tell (?:me|us)|let (?:me|us) know|read (?:me|out)(?: to me)?|find out"
    r"|sag(?:e|en sie)? mir|nenn(?:e|en sie)? mir|finde heraus"
    r"|dis[- ]moi|dites[- ]moi|dime|dígame|dimmi|mi dica|(?:me )?diga(?:-me)?|diz-me"
    r"|(?:vertel|zeg) m(?:e|ij)|powiedz mi|podaj mi"
)
# What is made of a text in sight is told, too.
_MAKE = (
    r"summari[sz]e|translate|fasse|übersetze|résumez?|traduis(?:ez)?|resum[ae]|tradu[cz]e|traduzca"
    r"|riassum[ia]|traduci|traduza|vat|vertaal|streść|przetłumacz"
)
_ASKED = re.compile(
    rf"\W*(?:(?:{'|'.join(sorted(JOINTS))}|please|bitte)\s+)*(?:(?:{_TELL_ME})\b[,:]?|{_MAKE})\s+"
    r"(?P<what>.+)",
    re.IGNORECASE | re.DOTALL,
)
_QUESTION = re.compile(
    rf"\W*(?:(?:please|bitte)\s+)?(?:(?:{_TELL_ME})\b,?\s+)?"
    r"(?:(?:what(?:'s| is| are)?|how much(?: is| are)?|was(?: ist| sind)?|wie ?viel(?: ist| sind)?"
    r"|combien (?:font|fait)|cu[aá]nto (?:es|son)|quant[oi] (?:fa|fanno|é|são)|hoeveel is"
    r"|ile (?:to|jest))\s+)?(?:the result of\s+)?(?P<sum>.+?)(?:\s+(?:is|are|ist|sind))?[\s?=.]*",
    re.IGNORECASE | re.DOTALL,
)
# Who asks so writes a comma before decimals.
_COMMA_BEFORE_DECIMALS = re.compile(
    r"\W*(?:(?:bitte)\s+)?(?:was|wie|combien|cu[aá]nto|quant|hoeveel|ile)\b|\W*quant[oi]\b",
    re.IGNORECASE,
)


def asked_of(part: Part) -> str:
    """What a part of a task asks to be told, in its own words; "" when it asks for nothing, or for
    a calculation that nothing has worked out yet."""
    said = _ASKED.match(part.text)
    if said is None or any(result_of(value) is not None for value in part.open_values):
        return ""
    return said["what"].strip()


def sum_asked(task: str) -> tuple[str, str] | None:
    """The calculation that a task asks for and nothing else, and its result: "What is 17*23?"."""
    said = _QUESTION.fullmatch(task)
    if said is None:
        return None
    result = result_of(said["sum"], comma=_COMMA_BEFORE_DECIMALS.match(task) is not None)
    return (said["sum"], result) if result is not None else None


def answered(task: str) -> str | None:
    """The answer to a task that is nothing but calculations, each with its result: no program is
    needed for it. None for any other, and where one of several cannot be worked out."""
    sums = [sum_asked(question) for question in task.split("?") if question.strip()]
    known = [" = ".join(each) for each in sums if each is not None]
    return "; ".join(known) if known and len(known) == len(sums) else None
