"""German dates in figures without a year."""

from __future__ import annotations

from datetime import date, datetime, time
from decimal import Decimal

import pytest

from agent.values.conversions import found_values
from agent.values.in_fields import LANGUAGES
from agent.values.values import Value

TODAY = date(2026, 11, 28)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Trage den Termin am 15.2. ein", [date(2027, 2, 15)]),
        ("bis 3.11.", [date(2027, 11, 3)]),
        ("bis zum 03.12.", [date(2026, 12, 3)]),
        ("vom 1.2. bis 3.2.", [date(2027, 2, 1), date(2027, 2, 3)]),
        ("am 24.12. 2028", [date(2028, 12, 24)]),
        ("am 15.2.2028", [date(2028, 2, 15)]),
        ("am 15.2., um 8 Uhr", [date(2027, 2, 15), datetime(2027, 2, 15, 8), time(8)]),
        ("Stelle die Breite auf 15.2.", [Decimal("15.2")]),
        ("am 31.2.", [Decimal("31.2")]),
        ("Zähle bis 3.11", [Decimal("3.11")]),
        ("Öffne Kapitel 3.2. und lies", [Decimal("3.2")]),
    ],
)
def test_a_day_and_a_month_behind_a_word_for_days_are_a_date(
    text: str, values: list[Value]
) -> None:
    assert [one.value for one in found_values(text, LANGUAGES, TODAY)] == values


def test_other_languages_keep_their_numbers() -> None:
    (found,) = found_values("am 15.2.", ("en", "fr"), TODAY)
    assert found.value == Decimal("15.2")
