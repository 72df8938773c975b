from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from models.meaning import scoring
from models.meaning.encoder import Encoder, Vectors, encoder
from models.meaning.scoring import control_scores, generalised, skill_scores


@pytest.mark.parametrize(
    ("part", "general"),
    [
        ("Throw old.txt into the bin", "Throw the file into the bin"),
        ("Open report-2.final.odt, then print it.", "Open the file, then print it."),
        ("Decompress backup.tar.gz", "Decompress the file"),
        ("Starte SCHREIBEN.PDF", "Starte the file"),
        ("Run hello.py", "Run the file"),
        ("Enter 42 in B4", "Enter 42 in the cell"),
        ("Add up B2:B9.", "Add up the cells."),
    ],
)
def test_names_of_files_and_cells_do_not_count(part: str, general: str) -> None:
    assert generalised(part) == general


@pytest.mark.parametrize(
    "part",
    [
        "Go to example.org",
        "Visit www.spiegel.de/sport",
        "Besuche spiegel.de",
        "Open https://example.com/a.pdf",
        "Write to anna@example.com",
        "Press F5",
        "Set the price to 3.50",
        "Close it.Then go on",
        "Save it, e.g. as a copy",
    ],
)
def test_other_texts_stay_as_they_are(part: str) -> None:
    assert generalised(part) == part


class Network:
    """Encodes a text as the vector that it is given, and notes what it was asked."""

    def __init__(self, vectors: Mapping[str, tuple[float, float]]) -> None:
        self.vectors = vectors
        self.asked: list[str] = []

    def __call__(self, texts: list[str]) -> Vectors:
        self.asked.extend(texts)
        return np.array([self.vectors[text] for text in texts], dtype=np.float32)


def test_the_two_texts_of_a_skill_that_fit_best_count() -> None:
    network = Network({"go": (1, 0), "same": (1, 0), "half": (0.6, 0.8), "other": (0, 1)})
    skills = [["same", "other", "half"], ["half"], ["other", "same"]]

    scores = skill_scores(Encoder(network, 2), "go", skills)

    assert scores == pytest.approx([0.8, 0.6, 0.5])


@pytest.fixture
def nothing_learnt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Vectors of two numbers, of which the matrices say nothing."""
    none = np.zeros((2, 1), np.float32)
    known = scoring.Learnt(none, none, cosine=10.0, named=2.0)
    monkeypatch.setattr(scoring, "learnt", lambda: known)


@pytest.mark.usefixtures("nothing_learnt")
def test_names_of_controls_are_asked_as_requests() -> None:
    network = Network(
        {"go": (1, 0), "Please save as": (1, 0), "Please PDF": (0, 1), "Please 2 pages": (0, 1)}
    )

    control_scores(Encoder(network, 2), "go", ["Save as", "PDF", "2 pages"])

    assert network.asked == ["go", "Please save as", "Please PDF", "Please 2 pages"]


@pytest.mark.usefixtures("nothing_learnt")
def test_a_control_that_is_named_word_for_word_gains() -> None:
    network = Network(
        {"Press SAVE AS!": (1, 0), "Please save": (1, 0), "Please save as": (1, 0)}
        | {"Please ave": (1, 0), "Please ": (1, 0)}
    )

    scores = control_scores(Encoder(network, 2), "Press SAVE AS!", ["Save", "Save as", "ave", ""])

    assert scores == pytest.approx([1.2, 1.2, 1, 1])


@pytest.mark.parametrize(
    ("wish", "names", "right"),
    [
        ("my eyes hurt at night from all the white", ["General", "Appearance", "Mail"], 1),
        ("nobody needs to know when I was here last", ["Language", "Backup", "Privacy"], 2),
        ("ich will davon nichts mehr hören", ["Share", "Mute", "Rename"], 1),
    ],
)
def test_a_purpose_finds_its_control(wish: str, names: list[str], right: int) -> None:
    scores = control_scores(encoder(), wish, names)
    assert max(range(len(names)), key=scores.__getitem__) == right


def test_nothing_to_choose_gives_no_scores() -> None:
    assert skill_scores(encoder(), "Save it", []) == []
    assert control_scores(encoder(), "Save it", []) == []


def test_meaning_finds_a_skill_and_a_control_without_a_common_word() -> None:
    skills = [["Rename a file or folder"], ["Print the document"], ["Sort the rows by a column"]]
    scores = skill_scores(encoder(), "Die Datei a.txt soll künftig b.txt heißen", skills)
    assert scores.index(max(scores)) == 0

    names = ["Inbox", "Delete", "Reply", "Settings"]
    scores = control_scores(encoder(), "Throw this message away", names)
    assert scores.index(max(scores)) == 1
