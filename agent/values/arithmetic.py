"""Calculations as people write them, worked out without running anything.

Numbers are read by the signs of one country throughout: "1,250" is 1250, "1,25" is 1.25, "1.250,5"
is 1250.5. Times and dates are no calculations.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction

from babel.numbers import NumberFormatError

from agent.values.words import written_in

_SIGNS = str.maketrans({"×": "*", "·": "*", "÷": "/", "−": "-", "–": "-", "’": "'"})
_FORMULA = re.compile(r"[-\d.,':()\s+*/x]{3,60}")
_NUMBER = re.compile(r"\d(?:[\d.,']*\d)?")
_TIME = re.compile(r"(?<![\d:])[0-2]?\d:[0-5]\d(?::[0-5]\d)?(?![\d:])")
_DATE = re.compile(
    r"\s*(?:\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})|\d{4}[./-]\d{1,2}[./-]\d{1,2}"
    r"|\d{1,2}/\d{1,2}/\d{1,4})\s*"
)
_COUNTRIES = ("en", "de", "de_CH")
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


def result_of(text: str, *, comma: bool = False) -> str | None:
    """The result of a calculation with + − × ÷ and brackets, with six decimals at most; None when
    the text is none, or a date, or holds a time of day. `comma`: who wrote it is likely to write a
    comma before decimals, so that "1.250" is 1250."""
    text = text.translate(_SIGNS)
    if not _FORMULA.fullmatch(text) or not any(sign in text.strip()[1:] for sign in "+-*/x:"):
        return None
    if _DATE.fullmatch(text) or _TIME.search(text):
        return None
    numbers = _numbers([found.group() for found in _NUMBER.finditer(text)], comma)
    if numbers is None:
        return None
    plain = _NUMBER.sub(lambda found: str(numbers[found.group()]), text)
    try:
        tree = ast.parse(plain.replace("x", "*").replace(":", "/").strip(), mode="eval")
        value = _value(tree.body)
    except (SyntaxError, ValueError, ZeroDivisionError):
        return None
    if value.denominator == 1:
        return str(value.numerator)
    return f"{float(value):.{_DECIMALS}f}".rstrip("0").rstrip(".")


def _numbers(written: Sequence[str], comma: bool) -> dict[str, Decimal] | None:
    """What some numbers are where all of them are written with the signs of one country."""
    for country in sorted(_COUNTRIES, key=lambda one: comma != (one == "de")):
        try:
            return {number: written_in(number, country) for number in written}
        except NumberFormatError:
            continue
    return None


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
