"""Values of a task as they are written: by the field that takes them, on this day and machine."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time

from babel.core import default_locale

from agent.values.conversions import Found, as_field_wants, found_values
from agent.values.days import weekdays

LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "pl")
"""The languages in which values are read, the likeliest first."""


def found_in(text: str) -> tuple[Found, ...]:
    """The dates, times, amounts and numbers of a text, as of today."""
    return found_values(text, LANGUAGES, date.today())


def moments_in(text: str) -> list[Found]:
    """The days and times of a text that are said in several words, days only with figures."""
    return [
        each
        for each in found_in(text)
        if isinstance(each.value, date | time)
        and not isinstance(each.value, datetime)  # its day and its time are values of their own
        and not each.quoted
        and (isinstance(each.value, time) or any(sign.isdigit() for sign in each.text))
        and " " in each.text
    ]


def is_written_so(value: str, hint: str, shown: str, text: str) -> bool:
    """Whether `text` is a value of the task as a field with this hint, which showed `shown`, wants
    it."""
    return any(
        found.text == value
        and written_for(found, f"{hint} {shown}", [shown] if shown else []) == text
        for found in found_in(value)
    )


def written_for(found: Found, hint: str, shown: Sequence[str] = ()) -> str:
    """A value as a field with this hint wants it; "" where it does not fit there."""
    locale = default_locale("LC_TIME") or "en_US"
    return next(iter(as_field_wants(found, hint, shown, locale)), "")


def in_figures(text: str) -> str:
    """What a text says of a day without a figure ("today's date"), in figures; the text itself when
    it says none so, says much else, or names a day of the week."""
    for found in found_in(text):
        figures = any(sign.isdigit() for sign in text)
        said = not (figures or found.quoted or found.text.casefold() in weekdays())
        if said and isinstance(found.value, date) and len(found.text) * 5 > len(text):
            return written_for(found, "") or text
    return text
