from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from agent.values.conversions import as_field_wants, found_values
from agent.values.in_fields import LANGUAGES
from agent.values.values import Money, Quantity

TODAY = date(2026, 11, 28)  # a Saturday
PHRASES = Path(__file__).parents[2] / "data" / "conversions"
# Written as a time is; nothing in the sentence tells that it is none.
VERSE = "Read John 3:16"
UNITS = {"%": "percent", "kg": "kilogram", "cm": "centimeter"}


def said(kind, words):
    match kind:
        case "date":
            return date.fromisoformat(words)
        case "time":
            return time.fromisoformat(words)
        case "datetime":
            return datetime.fromisoformat(words)
        case "duration":
            return timedelta(seconds=int(words))
        case "number":
            return Decimal(words)
    number, unit = words.split()
    if kind == "money":
        return Money(Decimal(number), unit)
    return Quantity(Decimal(number), UNITS[unit])


def lines(name):
    return [
        tuple(line.split(" | "))
        for line in (PHRASES / name).read_text("utf-8").splitlines()
        if line
    ]


def values(text, language="en", today=TODAY):
    return [found.value for found in found_values(text, (language,), today)]


def only(text, language="en", today=TODAY):
    found = found_values(text, (language,), today)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(("language", "text", "value"), lines("dev.txt") + lines("locked.txt"))
def test_what_a_task_says_is_found_and_nothing_else(language, text, value):
    wanted = said(*value.split(" ", 1))
    parts = [wanted]
    if isinstance(wanted, datetime):
        parts += [wanted.date(), wanted.time()]
    assert sorted(map(repr, values(text, language))) == sorted(map(repr, parts))


@pytest.mark.parametrize(("_language", "text", "value"), lines("wordings.txt"))
def test_a_text_is_read_without_being_told_its_language(_language, text, value):
    wanted = said(*value.split(" ", 1))
    parts = [wanted, *([wanted.date(), wanted.time()] if isinstance(wanted, datetime) else [])]
    found = [one.value for one in found_values(text, LANGUAGES, TODAY)]
    assert sorted(map(repr, found)) == sorted(map(repr, parts))


@pytest.mark.parametrize("text", [text for (text,) in lines("nothing_wordings.txt")])
def test_accounts_names_and_words_of_another_language_say_nothing(text):
    assert found_values(text, LANGUAGES, TODAY) == ()


@pytest.mark.parametrize(
    ("language", "text"),
    [line for line in lines("nothing_dev.txt") + lines("nothing_locked.txt") if line[1] != VERSE],
)
def test_names_versions_and_codes_say_nothing_but_figures(language, text):
    found = found_values(text, (language,), TODAY)
    assert all(isinstance(one.value, Decimal) and one.text[0].isdigit() for one in found), found


def test_a_verse_is_taken_for_a_time():
    assert values(VERSE) == [time(3, 16)]


@pytest.mark.parametrize("name", ["dev.txt", "locked.txt"])
def test_what_is_found_lies_where_the_text_says_it(name):
    for language, text, _ in lines(name):
        for found in found_values(text, (language,), TODAY):
            assert text[found.start : found.end] == found.text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("192.168.0.12", []),
        ("call 0171 2345678", []),
        ("file12 and 12.txt", []),
        ("31.02.2027", []),
        ("code 9999999999999999", []),
        ("wait 99999999 weeks", [Decimal(99999999)]),
        ("on 31/02/2027", []),
        ("2 hours and 15 minutes", [timedelta(hours=2, minutes=15)]),
        ("at 12 am", [time(0, 0)]),
        ("at 12:30 pm", [time(12, 30)]),
        ("May 3", [date(2027, 5, 3)]),
        ("last Friday", [date(2026, 11, 27)]),
        ("in two weeks", [date(2026, 12, 12)]),
        ("31/10/74", [date(1974, 10, 31)]),
        ("Wednesday next week", [date(2026, 12, 2)]),
        ("tomorrow at 9", [date(2026, 11, 29), datetime(2026, 11, 29, 9), time(9)]),
        ("from 6 to 7 pm.", [Decimal(6), time(19)]),
    ],
)
def test_words_and_figures(text, value):
    assert values(text) == value


def test_a_weekday_beside_its_date_is_no_second_day():
    assert values("Freitag, den 18.12.2026", "de") == [date(2026, 12, 18)]


def test_next_friday_may_be_of_this_week_or_of_the_next():
    found = only("next Friday", today=date(2026, 11, 25))
    assert (found.value, found.other) == (date(2026, 11, 27), date(2026, 12, 4))


def test_the_first_language_that_reads_number_words_counts():
    (found,) = found_values("Setze den Zoom auf achtzig", ("en", "de"), TODAY)
    assert found.value == 80


@pytest.mark.parametrize(
    ("text", "language", "hint", "shown", "locale", "texts"),
    [
        ("the 3rd of May 1990", "en", "MM/DD/YYYY", (), "en_US", ["05/03/1990"]),
        ("14 March 2027", "en", "mm/dd/yyyy", (), "de_DE", ["03/14/2027"]),
        ("14. März 2027", "de", "TT.MM.JJJJ", (), "de_DE", ["14.03.2027"]),
        ("14 mars 2027", "fr", "jj/mm/aaaa", (), "fr_FR", ["14/03/2027"]),
        ("14 marca 2027", "pl", "dd-mm-rrrr", (), "pl_PL", ["14-03-2027"]),
        ("14 March 2027", "en", "Date (yyyy-mm-dd)", (), "en_US", ["2027-03-14"]),
        ("14 March 2027", "en", "d/m/y", (), "en_US", ["14/3/2027"]),
        ("14 March 2027", "en", "MM/YY", (), "en_US", ["03/27"]),
        ("14 March 2027", "en", "", ("2026-11-03",), "en_US", ["2027-03-14"]),
        ("14 March 2027", "en", "", ("Nov 3, 2026",), "en_US", ["Mar 14, 2027"]),
        ("14 March 2027", "en", "", ("03/11/2026", "25/11/2026"), "en_US", ["14/03/2027"]),
        ("14 March 2027", "en", "Arrival", (), "en_US", ["3/14/2027", "2027-03-14"]),
        ("14 March 2027", "en", "Arrival", (), "en_GB", ["14/03/2027", "2027-03-14"]),
        ("14 March 2027", "en", "hh:mm", (), "en_GB", []),
        ("half past ten", "en", "HH:MM", (), "en_US", ["10:30"]),
        ("half past ten", "en", "", ("9:30 AM",), "en_US", ["10:30 AM"]),
        ("11 pm", "en", "--:-- --", (), "en_US", ["11:00 PM"]),
        ("11 pm", "en", "", ("13.10.2026",), "de_DE", []),
        ("11 pm", "en", "", (), "en_US", ["11:00 PM", "23:00"]),
        ("1.250,50 Euro", "de", "EUR", (), "de_DE", ["1250,50", "1250.50"]),
        ("1.250,50 Euro", "de", "", ("1,000.00",), "de_DE", ["1,250.50"]),
        ("1.250,50 Euro", "de", "Betrag in USD", (), "de_DE", ["1.250,50 Euro"]),
        ("eighty percent", "en", "in %", (), "en_US", ["80", "eighty percent"]),
        ("eighty percent", "en", "Zoom", ("100%",), "en_US", ["80%", "80"]),
        ("3 Minuten", "de", "Minuten", ("10",), "de_DE", ["3"]),
        ("3 Minuten", "de", "Sekunden", (), "de_DE", ["180"]),
        ("3 Minuten", "de", "", ("00:00:00",), "de_DE", ["00:03:00"]),
        ("2,5 cm", "de", "mm", (), "de_DE", ["2,5 cm"]),
        ("2,5 cm", "de", "Breite (cm)", ("1,5",), "de_DE", ["2,5", "2.5"]),
        ("fifteen", "en", "", ("10",), "en_US", ["15"]),
    ],
)
def test_a_value_as_its_field_wants_it(text, language, hint, shown, locale, texts):
    first = as_field_wants(only(text, language), hint, shown, locale)
    assert list(first[: len(texts)]) == texts
    assert bool(first) == bool(texts)


@pytest.mark.parametrize(
    ("hint", "first"),
    [
        ("mm/dd/yyyy, --:-- --", "12/04/2026 08:00 PM"),
        ("Date (yyyy-mm-dd)", "2026-12-04"),
        ("hh:mm", "20:00"),
    ],
)
def test_a_field_takes_its_part_of_a_date_time(hint, first):
    both = next(
        found
        for found in found_values("next Friday evening at eight", ("en",), TODAY)
        if isinstance(found.value, datetime)
    )
    assert as_field_wants(both, hint, (), "en_US")[0] == first


@pytest.mark.parametrize(
    ("hint", "locale", "first"),
    [
        ("", "en_US", "03/04/2027"),
        ("dd/mm/yyyy", "en_US", "03/04/2027"),
        ("mm/dd/yyyy", "en_GB", "03/04/2027"),
        ("yyyy-mm-dd", "en", "03/04/2027"),
        ("yyyy-mm-dd", "en_US", "2027-03-04"),
        ("yyyy-mm-dd", "en_GB", "2027-04-03"),
    ],
)
def test_a_date_with_two_readings_changes_only_where_field_and_locale_decide(hint, locale, first):
    assert as_field_wants(only("03/04/2027"), hint, (), locale)[0] == first


@pytest.mark.parametrize("text", ['"14 March 2027"', "“14 March 2027”", "»14 March 2027«"])
def test_what_is_quoted_stays_first(text):
    texts = as_field_wants(only(text), "yyyy-mm-dd", (), "en_US")
    assert texts == ("14 March 2027", "2027-03-14")
