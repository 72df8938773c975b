"""Labelled samples survive being written and read; damaged ones are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from training.labels import Label, Sample, Word, add, samples
from vision.core.geometry import Box

SAMPLE = Sample(
    "a.png",
    "web/ours",
    800,
    600,
    1.5,
    (
        Label("dialog", Box(10, 10, 400, 300), "Settings"),
        Label("checkbox", Box(20, 20, 36, 36), "Größe", checked=True, parent=0),
        Label("field", Box(20, 60, 220, 90), "Name", "Zoë", value="Zoë", focused=True, parent=0),
    ),
    (Word("Größe", Box(40, 20, 90, 36), 14.0),),
)


def test_what_is_added_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"")
    add(tmp_path, SAMPLE)
    add(tmp_path, SAMPLE)
    assert list(samples(tmp_path)) == [SAMPLE, SAMPLE]


def test_a_sample_needs_its_picture(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"a\.png"):
        add(tmp_path, SAMPLE)
    assert not (tmp_path / "samples.jsonl").exists()


@pytest.mark.parametrize(
    "damage",
    [
        ("checkbox", "chequebox"),
        ('"labels"', '"labelled"'),
        ("[10, 10, 400, 300]", "[4, 1, 2, 3]"),
    ],
)
def test_a_damaged_line_is_named(tmp_path: Path, damage: tuple[str, str]) -> None:
    (tmp_path / "a.png").write_bytes(b"")
    add(tmp_path, SAMPLE)
    path = tmp_path / "samples.jsonl"
    whole = path.read_text("utf-8")
    path.write_text(whole + whole.replace(*damage), "utf-8")
    reading = samples(tmp_path)
    assert next(reading) == SAMPLE
    with pytest.raises(ValueError, match="line 2"):
        next(reading)


def test_only_what_one_can_click_is_interactive() -> None:
    assert [label.interactive for label in SAMPLE.labels] == [False, True, True]
