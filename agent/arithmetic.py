"""Calculations as people write them, worked out without running anything."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable
from fractions import Fraction

_SIGNS = str.maketrans({"×": "*", "·": "*", "÷": "/", ":": "/", "−": "-", "–": "-"})
_FORMULA = re.compile(r"[-\d.,()\s+*/x]{3,60}")
_CALCULATES: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_DECIMALS = 6


def result_of(text: str) -> str | None:
    """The result of a calculation with + − × ÷ and brackets, with six decimals at most; None when
    the text is none."""
    text = text.translate(_SIGNS)
    if not _FORMULA.fullmatch(text) or not any(sign in text.strip()[1:] for sign in "+-*/x"):
        return None
    try:
        tree = ast.parse(text.replace("x", "*").replace(",", ".").strip(), mode="eval")
        value = _value(tree.body)
    except (SyntaxError, ValueError, ZeroDivisionError):
        return None
    if value.denominator == 1:
        return str(value.numerator)
    return f"{float(value):.{_DECIMALS}f}".rstrip("0").rstrip(".")


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
