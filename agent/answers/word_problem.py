"""Questions whose answer is a calculation that the person did not write: "Three friends share 174.
How much does each of them get?". The model says how to calculate, with the numbers of the question;
the calculation is then a value like any other, for the calculator on the screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from importlib.resources import files

import grammars
from agent.answers.arithmetic import result_of, without_dates
from agent.answers.worded_sums import worded_sum
from agent.deciding.gbnf import literal
from agent.task.literals import quoted
from agent.task.plan import Outline, Part
from agent.task.verbs import DOING, JOINTS
from models.runtime.llm import Message

Ask = Callable[[Sequence[Message], str], str]
"""Asks the model with a grammar; its reply."""

_ASKS = re.compile(
    r"\b(how (much|many|long|far|old|big)|what|wie ?viel|combien|cuánt\w+|quant\w+|hoeveel|ile)"
    r"\b.*\?|\b(calculate|work out|compute|berechne|calcule|calcula|calcola|bereken|oblicz)\b",
    re.IGNORECASE | re.DOTALL,
)
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w]|\.\d)")
_COUNTED = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty"
)
_WORDS = {word: str(number) for number, word in enumerate(_COUNTED.split())} | {
    "dozen": "12", "half": "2", "twice": "2", "double": "2", "third": "3", "quarter": "4",
}  # fmt: skip
# What is meant without being said: by percents, and by units of time.
_UNITS = {
    "percent": "100", "%": "100", "hour": "60", "minute": "60", "day": "24", "week": "7",
    "month": "12", "year": "12",
}  # fmt: skip
_EXAMPLES = (
    ("Tom has 40 apples and gives away 12. How many are left?", "40 - 12"),
    ("A box holds 6 eggs. How many eggs are in 15 boxes?", "15 * 6"),
    ("Five children share 85 coins equally. How many does each get?", "85 / 5"),
    ("A bill of 60 gets a tip of 10 percent. What is the tip?", "60 * 10 / 100"),
)


def numbers_in(text: str) -> list[str]:
    """The numbers that a question gives, in digits or words, and those that its units stand for."""
    digits = _NUMBER.findall(text)
    said = re.findall(r"[^\W\d_]+|%", text.casefold())
    worded = [_WORDS[word] for word in said if word in _WORDS]
    units = [_UNITS[word.removesuffix("s")] for word in said if word.removesuffix("s") in _UNITS]
    return list(dict.fromkeys([*digits, *worded, *units]))


def asking(outline: Outline) -> list[Part]:
    """The open parts of a task that make up what it asks for: all but those behind the question
    that ask for something else ("What is 4 times 5? / Write the result in the editor")."""
    left = [part for part in outline.parts if not part.done]
    asks = [n for n, part in enumerate(left) if _asks(part.text)]
    end = asks[-1] + 1 if asks else len(left)
    while end < len(left) and not _begins_deed(left[end].text):
        end += 1
    return left[:end]


def _asks(text: str) -> bool:
    return bool(_ASKS.search(text) or worded_sum(text))


def _begins_deed(text: str) -> bool:
    words = (word.casefold() for word in re.findall(r"\w+", text))
    return next((word for word in words if word not in JOINTS), "") in DOING


def calculation_for(parts: Sequence[Part], ask: Ask) -> Part | None:
    """Parts that ask for a result, as one with its calculation as the value; None when they ask for
    none or the model's answer is no calculation with the numbers given."""
    text = " ".join(part.text for part in parts)
    if quoted(text) or not _asks(text):
        return None
    if any(result_of(value) is not None for part in parts for value in part.open_values):
        return None
    if (said := worded_sum(text)) is not None:
        return Part(text, (said,))
    formula = formula_for(text, ask)
    return Part(text, (formula,), calculated=formula) if formula is not None else None


def formula_for(text: str, ask: Ask) -> str | None:
    """How a question is calculated, with the numbers that it gives; None when the model says no
    calculation, or one that leaves a number out."""
    given = set(_NUMBER.findall(without_dates(text)))
    known = numbers_in(without_dates(text))
    if len(known) < 2 or not given:
        return None
    allowed = " | ".join(literal(number) for number in known)
    grammar = grammars.read("calculation").replace("{{numbers}}", allowed)
    formula = ask(_asked(text), grammar).strip()
    used = set(_NUMBER.findall(formula))
    # A number that is left out says that the question was not understood.
    return formula if result_of(formula) is not None and given <= used else None


def _asked(text: str) -> list[Message]:
    rules = files("agent").joinpath("prompts/calculation.md").read_text("utf-8").strip()
    said = [Message("system", rules)]
    for example, answer in _EXAMPLES:
        said += [Message("user", example), Message("assistant", f"{answer}\n")]
    return [*said, Message("user", " ".join(text.split()))]
