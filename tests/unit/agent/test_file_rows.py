"""How people speak of files that a file manager shows."""

from __future__ import annotations

import pytest

from agent.skills.procedures.rows import with_names

FILES = ("invoice-march.txt", "invoice-april.txt", "cv.txt", "plan.txt", "Archive")


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Put the invoice of March with the bills", "Put the invoice-march.txt with the bills"),
        ("throw my cv away", "throw my cv.txt away"),
        ("schieb die april invoice weg", "schieb die invoice-april.txt weg"),
        ("the march invoice and the plan", "the invoice-march.txt and the plan.txt"),
        ("I plan to tidy up", "I plan to tidy up"),
        ("rename the invoice", "rename the invoice"),
        ("Move plan.txt, my cv stays", "Move plan.txt, my cv stays"),
    ],
)
def test_files_by_the_words_of_their_names(said: str, meant: str) -> None:
    assert with_names(said, FILES) == meant
