"""Times of day that a text says, in figures or in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import time

from agent.values.phrases import Places, first_phrase
from agent.values.values import Found
from agent.values.words import Word, spoken, stands_alone


@dataclass(frozen=True, slots=True)
class Clock:
    """A time at words `first` to `behind`; `sure` unless only a day beside it makes it one.

    `half_known` tells that a part of the day or the hour itself fixes the half of the day.
    """

    first: int
    behind: int
    value: time
    sure: bool
    half_known: bool


@dataclass(frozen=True, slots=True)
class DayPart:
    """A part of the day at words `first` to `behind`, and whether it is after noon."""

    first: int
    behind: int
    afternoon: bool


def day_parts(words: Sequence[Word], languages: Sequence[str]) -> tuple[DayPart, ...]:
    """The parts of the day that the words name."""
    parts: list[DayPart] = []
    for language in languages:
        table = spoken(language).get("parts", {})
        for at in range(len(words)):
            hit = first_phrase(words, at, tuple(table))
            if hit is not None and not any(part.behind > at for part in parts):
                parts.append(DayPart(at, hit[1], table[hit[0]]))
    return tuple(parts)


def clocks(
    text: str, words: Sequence[Word], languages: Sequence[str], parts: Sequence[DayPart]
) -> Iterator[Clock]:
    """The times that the words say, each with the part of the day that follows it directly."""
    for language in languages:
        table = spoken(language)
        for at in range(len(words)):
            found = (
                _in_figures(text, words, at)
                or _in_words(words, at, table.get("clock", {}), True)
                or _in_words(words, at, dict.fromkeys(table.get("beside_a_day", ()), 0), False)
                or _named(words, at, table.get("times", {}))
            )
            if found is None:
                found = _bare_with_part(text, words, at, parts)
            # The "midi" of "cet après-midi" is no noon.
            inside = any(part.first < at < part.behind for part in parts)
            if found is not None and not inside:
                yield _with_part(found, parts)


def _in_figures(text: str, words: Sequence[Word], at: int) -> Clock | None:
    """ "10:30", "10:30:15", "9h15", "9.15 Uhr"."""
    word = words[at]
    if not word.in_figures or not stands_alone(text[: word.end], word):
        return None
    if "." in word.text:
        hour, _, minute = word.text.partition(".")
        clocked = at + 1 < len(words) and words[at + 1].low in {"uhr", "am", "pm", "uur"}
        value = _time(hour, minute) if len(minute) == 2 and clocked else None
        past = 2 if clocked and words[at + 1].low in {"uhr", "uur"} else 1
        return Clock(at, at + past, value, True, past == 2) if value else None
    signs = words[at + 1 : at + 3]
    if len(signs) < 2 or signs[0].low not in {":", "h"} or not all(sign.glued for sign in signs):
        return None
    value = _time(word.text, signs[1].text) if len(signs[1].text) == 2 else None
    if value is None:
        return None
    behind = at + 3
    rest = words[behind : behind + 2]
    if len(rest) == 2 and rest[0].low == ":" and all(sign.glued for sign in rest):
        return None if not _time(word.text, rest[1].text) else _seconds(at, value, rest[1].text)
    return Clock(at, behind, value, True, len(word.text) == 2 and word.text[0] == "0")


def _seconds(at: int, value: time, seconds: str) -> Clock | None:
    return Clock(at, at + 5, value.replace(second=int(seconds)), True, True)


def _time(hour: str, minute: str) -> time | None:
    if not (hour.isdigit() and minute.isdigit() and len(hour) <= 2):
        return None
    return time(int(hour), int(minute)) if int(hour) < 24 and int(minute) < 60 else None


def _in_words(
    words: Sequence[Word], at: int, phrases: dict[str, int | str], sure: bool
) -> Clock | None:
    hit = first_phrase(words, at, tuple(phrases))
    if hit is None:
        return None
    phrase, behind, places = hit
    if _minutes_follow(words, behind):
        return None
    value = _counted(places, phrases[phrase])
    return Clock(at, behind, value, sure, places["h"] == 0)


def _minutes_follow(words: Sequence[Word], at: int) -> bool:
    """Whether an hour goes on with its minutes: "at 9" of "at 9:15"."""
    after = words[at : at + 2]
    if not after or not after[0].glued:
        return False
    signed = after[0].text == ":" and len(after) == 2 and after[1].glued
    return after[0].in_figures or (signed and after[1].in_figures)


def _counted(places: Places, way: int | str) -> time:
    minutes = int(places["h"]) * 60
    if isinstance(way, int):
        minutes += way
    else:
        minutes += int(places["m"]) * (1 if way == "+" else -1)
    return time(minutes // 60 % 24, minutes % 60)


def _named(words: Sequence[Word], at: int, times: dict[str, str]) -> Clock | None:
    hit = first_phrase(words, at, tuple(times))
    return Clock(at, hit[1], time.fromisoformat(times[hit[0]]), True, True) if hit else None


def _bare_with_part(
    text: str, words: Sequence[Word], at: int, parts: Sequence[DayPart]
) -> Clock | None:
    """ "11 pm", "eight in the evening": an hour that only the part of the day makes one."""
    number = words[at].number
    if number is None or number != int(number) or not 1 <= number <= 12:
        return None
    if words[at].in_figures and not stands_alone(text[: words[at].end], words[at]):
        return None
    if not any(part.first == at + 1 for part in parts):
        return None
    return Clock(at, at + 1, time(int(number)), True, False)


def _with_part(found: Clock, parts: Sequence[DayPart]) -> Clock:
    for part in parts:
        if part.first == found.behind:
            value = in_part(found.value, part)
            return Clock(found.first, part.behind, value, True, True)
    return found


def in_part(value: time, part: DayPart) -> time:
    """The time in that part of the day: 8:00 in the evening is 20:00, 12:00 am is 0:00."""
    if part.afternoon and value.hour < 12:
        return value.replace(hour=value.hour + 12)
    if not part.afternoon and value.hour == 12:
        return value.replace(hour=0)
    return value


def as_found(text: str, words: Sequence[Word], clock: Clock) -> Found:
    """The time with its place in the text."""
    start, end = words[clock.first].start, words[clock.behind - 1].end
    return Found(text[start:end], start, end, clock.value)
