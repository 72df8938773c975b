"""Calculations as people write them, worked out without running anything.

Signs between digits: "1,250" is 1250 and "1,25" is 1.25, "1.250" and "1.250,5" are 1250 and 1250.5:
where one kind of sign groups by three everywhere it can, it groups. Times and dates are no
calculations.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable
from fractions import Fraction

_SIGNS = str.maketrans({"×": "*", "·": "*", "÷": "/", "−": "-", "–": "-"})
_FORMULA = re.compile(r"[-\d.,'’:()\s+*/x]{3,60}")
_NUMBER = re.compile(r"\d[\d.,'’\u00a0\u202f]*")
_TIME = re.compile(r"(?<![\d:])[0-2]?\d:[0-5]\d(?::[0-5]\d)?(?![\d:])")
_DATE = re.compile(
    r"\s*(?:\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})|\d{4}[./-]\d{1,2}[./-]\d{1,2}"
    r"|\d{1,2}/\d{1,2}/\d{1,4})\s*"
)
_DATE_INSIDE = re.compile(rf"(?<!\d){_DATE.pattern}(?!\d)")
_GROUPS = re.compile(r"\d{1,3}(?:(?P<sign>[,.'’\u00a0\u202f])\d{3})(?:(?P=sign)\d{3})*")
_WHOLE = re.compile(r"\d+")
_CALCULATES: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_DECIMALS = 6


def is_date(text: str) -> bool:
    """Whether a text is a date in figures and nothing else."""
    return _DATE.fullmatch(text.translate(_SIGNS)) is not None


def without_dates(text: str) -> str:
    """A text without its dates and times of day: their numbers are none to calculate with."""
    return _TIME.sub(" ", _DATE_INSIDE.sub(" ", text))


def result_of(text: str) -> str | None:
    """The result of a calculation with + − × ÷ and brackets, with six decimals at most; None when
    the text is none, or a date, or holds a time of day."""
    text = text.translate(_SIGNS)
    if not _FORMULA.fullmatch(text) or not any(sign in text.strip()[1:] for sign in "+-*/x:"):
        return None
    if _DATE.fullmatch(text) or _TIME.search(text):
        return None
    plain = _plain_numbers(text)
    if plain is None:
        return None
    try:
        tree = ast.parse(plain.replace("x", "*").replace(":", "/").strip(), mode="eval")
        value = _value(tree.body)
    except (SyntaxError, ValueError, ZeroDivisionError):
        return None
    if value.denominator == 1:
        return str(value.numerator)
    return f"{float(value):.{_DECIMALS}f}".rstrip("0").rstrip(".")


def _plain_numbers(text: str) -> str | None:
    """The text with its numbers as Python writes them; None when one cannot be read."""
    numbers = [found.group().rstrip(".,") for found in _NUMBER.finditer(text)]
    decimal = _decimal_sign(numbers)
    readable = True

    def plain(found: re.Match[str]) -> str:
        nonlocal readable
        written = _plain(found.group(), decimal)
        readable = readable and written is not None
        return written or ""

    written = _NUMBER.sub(plain, text)
    return written if readable else None


def _decimal_sign(numbers: list[str]) -> str:
    """The sign before decimals that one of the numbers shows beyond doubt; "" when none does."""
    for number in numbers:
        signs = [sign for sign in number if sign in ",."]
        if len(set(signs)) == 2:
            return signs[-1]
        if len(signs) == 1 and not _GROUPS.fullmatch(number):
            return signs[0]
        if len(signs) > 1:
            return "." if signs[0] == "," else ","
    return ""


def _plain(number: str, decimal: str) -> str | None:
    """A number as Python writes it; None for what is none, such as "1,25,5"."""
    whole, sign, rest = number, "", ""
    if decimal and decimal in number:
        whole, sign, rest = number.rpartition(decimal)
    elif not decimal and number.count(".") == 1 and "," not in number:
        # "0.125" and "3.141": without another sign a point stands before decimals.
        whole, sign, rest = number.partition(".")
    grouped = _GROUPS.fullmatch(whole)
    if not (_WHOLE.fullmatch(whole) or grouped) or (sign and not _WHOLE.fullmatch(rest)):
        return None
    if grouped is not None and grouped["sign"] == sign:
        return None
    # "007" is 7, and to Python a mistake.
    digits = str(int(re.sub(r"\D", "", whole)))
    return f"{digits}.{rest}" if sign else digits


def _value(node: ast.expr) -> Fraction:
    match node:
        case ast.Constant(value=int() | float() as number):
            return Fraction(str(number))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _CALCULATES:
            return _CALCULATES[type(op)](_value(left), _value(right))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand)
        case _:
            raise ValueError("no calculation")
