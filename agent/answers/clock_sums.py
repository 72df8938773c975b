"""Times of day that are worked out: "10:30 plus 45 minutes" is 11:15."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

_SIGNS = {
    "+": r"\+|plus|più|más|mais",
    "-": r"-|−|–|minus|less|moins|menos|meno|min",
}
_MINUTES = r"min(?:ute[ns]?|uti|utos?|uut|uten|ut[aęy]?)?\.?"
_HOURS = r"h(?:ours?|rs?|eures?|oras?)?|stunden?|horas?|or[ae]|uur|uren|godzin[aęy]?"
_SAID = re.compile(
    r"\W*(?:(?:please\s+)?(?:what time (?:is it|is|will it be)|what is|what['’]s|wie spät ist es"
    r"|wie viel uhr ist es|was ist|quelle heure est-il|qué hora es|che ora è|que horas são"
    r"|hoe laat is het|która jest godzina)\s+)?(?:(?:at|um|à|a las|alle|às|om|o)\s+)?"
    r"(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)\s*"
    rf"(?P<sign>{'|'.join(_SIGNS.values())})\s*(?P<many>\d{{1,4}})\s*"
    rf"(?:(?P<minutes>{_MINUTES})|(?P<hours>{_HOURS}))[\s?.=]*",
    re.IGNORECASE,
)


def time_asked(task: str) -> str | None:
    """The time that a question asks for and nothing else, with how it comes about; None when it
    asks for none."""
    said = _SAID.fullmatch(task)
    if said is None:
        return None
    many = int(said["many"])
    span = timedelta(minutes=many) if said["minutes"] else timedelta(hours=many)
    back = re.fullmatch(_SIGNS["-"], said["sign"], re.IGNORECASE) is not None
    # Of no particular day: after midnight it goes on with 0:00.
    begin = datetime(2000, 1, 15, int(said["hour"]), int(said["minute"]))
    end = begin - span if back else begin + span
    unit = "min" if said["minutes"] else "h"
    return f"{said['hour']}:{said['minute']} {'-' if back else '+'} {many} {unit} = {end:%H:%M}"
