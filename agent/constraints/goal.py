"""Where a task says the folder to which things go, behind an exception: "move everything except
a.txt into Old". That folder is not exempt."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.apps.known_folders import WORDS
from agent.constraints import lexicon
from agent.policy.wording import canonical
from agent.task.literals import literals

_INTO = (
    r"into|onto|to|in|nach|ins|zu|zum|dans|vers|à|au|a|al|en|hacia|nel|nella|alla|verso|em|no|na"
    r"|para|naar|do|w"
)
_ITS = (
    r"the|my|den|die|das|dem|meinen?|meinem|le|la|les|mon|mes|el|los|mi|mis|il|lo|i|miei|o|a|os|as|meus"
    r"|de|het|mijn"
)
_GOAL = re.compile(
    rf"\s(?:{_INTO})\s+(?:(?:{_ITS})\s+)*(?P<folder>(?:{WORDS})\s+)?(?P<name>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
_COPIES = re.compile(r"\b(?:s?kopi|cop[iy])\w*", re.IGNORECASE)


def is_goal(place: str, text: str) -> bool:
    """Whether a text says a place as the one to which something goes."""
    before = rf"(?<!\w)(?:{_INTO})\s+(?:(?:{_ITS}|(?:{WORDS})\w*|called|named|namens)\s+)*"
    return re.search(rf"{before}[\"“„«‘']?{re.escape(place)}", text, re.IGNORECASE) is not None


def carries(text: str) -> bool:
    """Whether a text asks to move or copy something."""
    return (_COPIES.search(text) or lexicon.deed("move").search(canonical(text))) is not None


def before_goal(before: str, scope: str) -> int:
    """The length of what an exception speaks of, in its `scope`: up to the folder to which the
    others go. All of it where the words `before` say that folder, or nothing is exempt by name."""
    if next(_goals(before), None) is not None:
        return len(scope)
    behind = (at for at in _goals(scope) if literals(f"x {scope[:at].strip()}"))
    return next(behind, len(scope))


def _goals(text: str) -> Iterator[int]:
    """Where a text begins to say a folder."""
    found = _GOAL.search(text)
    while found is not None:
        name = found["name"]
        named = any(name.lstrip("\"“„«‘'").startswith(one) for one in literals(f"x {name}"))
        if named or found["folder"]:
            yield found.start()
        found = _GOAL.search(text, found.start() + 1)
