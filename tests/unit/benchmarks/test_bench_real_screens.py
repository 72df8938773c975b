"""Real screens: their list and labels, the tables beside generated pages, what is never told."""

from __future__ import annotations

import hashlib
import json
import subprocess
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from agent.errors import AgentError
from benchmarks.harness.jobs import Job, Options, Result
from benchmarks.perception import SUITE, suite
from benchmarks.perception.agreement import agreement, not_ignored
from benchmarks.perception.pictures import Labelled
from benchmarks.perception.real import fetch, labels, manifest
from benchmarks.perception.real.manifest import SPLITS, Picture, Source, sources
from benchmarks.perception.unsigned import unsigned_heads
from training.labels import Label, Sample, Word
from vision.core.elements import Element
from vision.core.geometry import Box

SAVE = Label("button", Box(10, 10, 110, 40), "Save", "Save")
BOX = Label("checkbox", Box(10, 60, 24, 74), "News", checked=True)
SAMPLE = Sample("a.png", "real/one", 400, 300, 1.0, (SAVE, BOX), complete=False)


def test_every_picture_of_the_list_has_labels_that_fit_into_it(tmp_path: Path) -> None:
    names = [(s.name, p.name) for s in sources() for p in s.pictures]
    assert len(names) == len(set(names)) >= 60
    assert len({s.name for s in sources()}) >= 8
    for source in sources():
        for picture in source.pictures:
            path = manifest.picture_path(tmp_path, source, picture)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
    for split in SPLITS:
        found = labels.labelled(split, tmp_path)
        assert found
        for one in found:
            whole = Box(0, 0, one.sample.width, one.sample.height)
            boxes = [label.box for label in one.sample.labels] + list(one.ignored)
            assert all(box.intersection(whole) == box for box in boxes), one.path
            assert any(label.interactive for label in one.sample.labels), one.path


def test_no_source_is_in_both_sets() -> None:
    assert {source.split for source in sources()} == set(SPLITS)
    packages = [source.package for source in sources()]
    assert len(packages) == len(set(packages))


def test_labels_are_of_the_pictures_of_the_list() -> None:
    for source in sources():
        lines = (labels._FOLDER / f"{source.name}.jsonl").read_text("utf-8").splitlines()
        assert [json.loads(x)["picture"] for x in lines] == [p.name for p in source.pictures]


def test_missing_pictures_are_said_with_what_gets_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(suite, "picture_folder", lambda: tmp_path)
    suite._real.cache_clear()
    with pytest.raises(AgentError, match=r"real\.fetch"):
        SUITE.jobs(Options(real="dev"))


def test_jobs_of_locked_pictures_do_not_say_what_they_show(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Labelled(SAMPLE, Path("a.png"))
    monkeypatch.setattr(suite, "_real", lambda split: (one, one))
    assert SUITE.jobs(Options(real="dev")) == [Job("real/one", 0), Job("real/one", 1)]
    assert SUITE.jobs(Options(real="locked")) == [Job("locked", 0), Job("locked", 1)]


def measured(task: str, *elements: Element) -> Result:
    counts = agreement(Labelled(SAMPLE, Path("a.png")), elements)
    figures = {f"ours {name}": float(count) for name, count in counts.items()}
    return Result(task, 0, False, figures={**figures, "ours button as link": 3.0})


def test_sets_stand_side_by_side_with_intervals() -> None:
    right = measured(
        "web/one", Element(1, "button", "", SAVE.box), Element(2, "checkbox", "", BOX.box)
    )
    half = measured(
        "real/one", Element(1, "link", "", SAVE.box), Element(2, "checkbox", "", BOX.box)
    )
    text = SUITE.tables([right, half], Options())
    assert "| figure (95 % interval, by pages) | generated | real, development |" in text
    f1_row = next(
        line for line in text.splitlines() if "right kind (F1) |" in line and "(50.0" in line
    )
    assert "100.0 % (100.0–100.0) | 50.0 % (50.0–50.0)" in f1_row
    assert "| mean average precision (IoU 0.5) | – | – |" in text, "two controls are too few"
    many = SUITE.tables([right, half] * 10, Options())
    assert "| mean average precision (IoU 0.5) | 100.0 % (100.0–100.0) | 50.0 %" in many
    assert "| button | 100.0 % | 1 | 0.0 % | 1 |" in text
    assert "| one | 1 | 50.0 % |" in text


def test_of_the_locked_set_only_figures_are_told(tmp_path: Path) -> None:
    text = SUITE.tables([measured("locked", Element(1, "link", "", SAVE.box))], Options())
    assert "| figure (95 % interval, by pages) | real, locked |" in text
    assert "link" not in text
    assert "average precision of a kind" not in text
    with pytest.raises(AgentError, match="locked"):
        SUITE.report(tmp_path, "title", [Result("locked", 0, False)])


def test_a_result_of_the_locked_set_says_neither_success_nor_failure() -> None:
    result = suite._unsaid(
        Job("locked", 3), 1.0, {"ours f1 right": 2.0, "ours button as link": 1.0}
    )
    assert (result.success, result.failure, result.note, result.record) == (False, "", "", "")
    assert result.figures == {"ours f1 right": 2.0}


def test_in_ignore_regions_nothing_is_wrong() -> None:
    arrow = Element(1, "icon", "", Box(90, 10, 110, 40))
    save = Element(2, "button", "Save", SAVE.box)
    picture = Labelled(SAMPLE, Path("a.png"), (Box(88, 8, 112, 42),))
    assert agreement(picture, [save, arrow])["f1 seen"] == 1
    assert not_ignored(picture, [save, arrow]) == [save]
    assert agreement(Labelled(SAMPLE, Path("a.png")), [save, arrow])["f1 seen"] == 2


def heads(*, line: bool = False, sign: bool = False) -> tuple[Sample, np.ndarray]:
    """Two heads of a table, with a line between them or an arrow in the second if wanted."""
    pixels = np.full((60, 240, 3), 230, np.uint8)
    pixels[18:26, 20:60] = 20
    pixels[18:26, 120:160] = 20
    words = (Word("Name", Box(20, 18, 60, 26)), Word("Size", Box(120, 18, 160, 26)))
    if line:
        pixels[10:40, 100] = 90
    if sign:
        pixels[20:26, 180:188] = 20
    found = (Label("button", Box(10, 10, 100, 40), "Name", "Name"),
             Label("button", Box(100, 10, 200, 40), "Size", "Size"))  # fmt: skip
    return Sample("a.png", "web/one", 240, 60, 1.0, found, words), pixels


def test_heads_that_show_nothing_but_words_are_not_asked_for() -> None:
    sample, pixels = heads()
    assert unsigned_heads(sample, pixels) == {0, 1}
    fair = Labelled(sample, Path("a.png")).fair(pixels)
    assert fair.sample.labels == ()
    assert fair.ignored == tuple(label.box for label in sample.labels)
    counts = agreement(fair, [Element(1, "button", "Name", sample.labels[0].box)])
    assert (counts["f1 there"], counts["f1 seen"]) == (0, 0)


def test_heads_with_a_sign_and_buttons_with_a_line_between_them_are_asked_for() -> None:
    assert unsigned_heads(*heads(sign=True)) == {0}
    assert unsigned_heads(*heads(line=True)) == set()


def packed(content: bytes, monkeypatch: pytest.MonkeyPatch, *, known: bytes) -> Source:
    """A source of one picture whose package holds `content`, where `known` was labelled."""
    picture = Picture("window", "usr/share/doc/one/window.png", hashlib.sha256(known).hexdigest())

    def run(command: list[object], **options: object) -> subprocess.CompletedProcess[str]:
        if command[0] == "apt-get":
            Path(str(options["cwd"]), "one.deb").touch()
        else:
            member = Path(str(command[3]), picture.member)
            member.parent.mkdir(parents=True)
            member.write_bytes(content)
        return subprocess.CompletedProcess([], 0, "", "")

    monkeypatch.setattr("benchmarks.perception.real.fetch.subprocess.run", run)
    source = Source("one", "dev", "one-doc", "1.0", (picture,))
    monkeypatch.setattr(fetch, "sources", lambda: (source,))
    return source


def test_a_picture_is_fetched_once_and_its_shadow_lies_on_white(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "window.png"
    Image.new("RGBA", (4, 3), (0, 0, 0, 0)).save(file)
    source = packed(file.read_bytes(), monkeypatch, known=file.read_bytes())
    assert fetch.fetch(tmp_path / "out") == 1
    with Image.open(manifest.picture_path(tmp_path / "out", source, source.pictures[0])) as got:
        assert (got.mode, got.size, got.getpixel((0, 0))) == ("RGB", (4, 3), (255, 255, 255))
    assert fetch.fetch(tmp_path / "out") == 0


def test_another_picture_than_the_labelled_one_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed(b"new", monkeypatch, known=b"old")
    with pytest.raises(AgentError, match=r"window\.png .* is not the picture"):
        fetch.fetch(tmp_path)
    assert not list(tmp_path.rglob("*.png"))
