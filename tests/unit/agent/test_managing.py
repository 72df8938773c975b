"""Which tasks want a file manager: requests of an author who did not know the program."""

from __future__ import annotations

from agent.apps.managing import SURE, chances
from training.managing.__main__ import UNREAD, of_file

# Of 70 that want one 66 are found, and of 70 others 2 are taken for such.
_FOUND, _FALSE = 64, 4


def test_files_as_wholes_are_told_from_what_is_in_them() -> None:
    told = of_file(UNREAD)
    found = [each >= SURE for each in chances([text for text, _ in told])]
    wanted = [yes for (_, files), yes in zip(told, found, strict=True) if files]
    others = [yes for (_, files), yes in zip(told, found, strict=True) if not files]
    assert (len(wanted), len(others)) == (70, 70)
    assert sum(wanted) >= _FOUND
    assert sum(others) <= _FALSE
