"""Perception against the truth: what counts as found, right and read, on pictures drawn here."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from agent.errors import AgentError
from benchmarks.harness.jobs import Options, Result
from benchmarks.perception import SUITE
from benchmarks.perception.figures import counted, told
from benchmarks.perception.gallery import keep
from benchmarks.perception.matching import clickable, overlapping, right_words, words_read_on
from benchmarks.perception.mistakes import MISTAKES, Mistake, mistakes
from benchmarks.perception.shown import is_shown_value, shown_name
from tests.support.drawn_sample import drawn_sample
from training.labels import Label, Sample, Word, add
from vision.core.elements import Element, State
from vision.core.geometry import Box
from vision.ocr.engine import TextSpan

SAVE = Label("button", Box(100, 100, 180, 130), "Save", "Save")
NEWS = Label("checkbox", Box(100, 150, 116, 166), "News", checked=True)
BIN = Label("icon", Box(200, 100, 230, 130), "delete", disabled=True)
CITY = Label("field", Box(100, 200, 300, 226), "City", "Ulm", value="Ulm")
TITLE = Label("window title", Box(0, 0, 400, 24), "Editor", "Editor")
SAMPLE = Sample("a.png", "test/one", 400, 300, 1.0, (SAVE, NEWS, BIN, CITY, TITLE))
SEEN = (
    Element(1, "button", "Save", SAVE.box),
    Element(2, "checkbox", "News", NEWS.box, State(checked=True)),
    Element(3, "icon", "", BIN.box, State(disabled=True)),
    Element(4, "field", "City:", CITY.box, State(value="Ulm")),
)


boxes = st.builds(
    lambda x, y, w, h: Box(x, y, x + w, y + h),
    st.integers(0, 60), st.integers(0, 60), st.integers(1, 40), st.integers(1, 40),
)  # fmt: skip


def test_all_right_is_counted_so():
    counts = counted(SAMPLE, SEEN, ())
    for what in ("text", "icon", "bare"):
        assert counts[f"{what} found"] == counts[f"{what} there"] > 0
    assert (counts["seen"], counts["seen right"], counts["kinds"], counts["kinds right"]) == (
        4,
    ) * 4
    assert (counts["ticks"], counts["ticks right"]) == (1, 1)
    assert (counts["disabled"], counts["disabled right"], counts["enabled right"]) == (1, 1, 3)
    assert (counts["field names"], counts["field names right"]) == (1, 1)


def test_each_mistake_is_counted_once():
    wrong = (
        replace(SEEN[0], kind="link"),
        replace(SEEN[1], state=State(checked=False)),
        replace(SEEN[2], state=State()),
        replace(SEEN[3], text="Town"),
        Element(5, "button", "ghost", Box(10, 260, 60, 280)),
    )
    counts = counted(SAMPLE, wrong, ())
    assert (counts["kinds right"], counts["button as link"]) == (3, 1)
    assert (counts["ticks right"], counts["disabled right"]) == (0, 0)
    assert (counts["field names right"], counts["seen"], counts["seen right"]) == (0, 5, 4)


def test_each_mistake_is_told_with_its_boxes():
    assert mistakes(SAMPLE, SEEN, ()) == []
    ghost = Element(5, "button", "ghost", Box(10, 260, 60, 280))
    wrong = (
        replace(SEEN[0], kind="link"),
        replace(SEEN[1], state=State(checked=False)),
        replace(SEEN[2], state=State()),
        replace(SEEN[3], text="Town", state=State(value="Bonn")),
        ghost,
    )
    # Not all words of this picture are known: what a field is called counts as seen.
    told = mistakes(replace(SAMPLE, complete=False), wrong, ())
    assert [(m.kind, m.what, m.true, m.seen) for m in told] == [
        ("too many", "button", None, ghost.box),
        ("wrong kind", "button → link", SAVE.box, SAVE.box),
        ("wrong state", "checkbox: ticked", NEWS.box, NEWS.box),
        ("wrong state", "icon: disabled", BIN.box, BIN.box),
        ("wrong label", "field: label", CITY.box, CITY.box),
        ("wrong label", "field: value", CITY.box, CITY.box),
    ]
    assert told[4].said == 'the label of a field is "City", not "Town"'
    [lost] = mistakes(SAMPLE, SEEN[:3], ())
    assert (lost.kind, lost.what, lost.true, lost.seen) == ("not found", "field", CITY.box, None)


def test_misread_words_are_told_with_what_was_read_there():
    words = (
        Word("Save", Box(10, 10, 40, 22), 12.0),
        Word("as", Box(44, 10, 60, 22), 12.0),
        Word("Large", Box(10, 110, 90, 140), 30.0),
    )
    sample = replace(SAMPLE, labels=(), words=words)
    told = mistakes(sample, (), [TextSpan("5ave as", Box(10, 10, 60, 22))])
    assert [(m.what, m.said) for m in told] == [
        ("12 to 14 px: read otherwise", '"Save" stands in "5ave as"'),
        ("larger: not read", '"Large" was not read'),
    ]
    assert mistakes(replace(sample, complete=False), (), ()) == []


@given(st.builds(Mistake, st.sampled_from(MISTAKES), st.text(), st.text(),
                 st.none() | boxes, st.none() | boxes))  # fmt: skip
def test_a_mistake_survives_its_file(mistake: Mistake):
    assert Mistake.from_plain(json.loads(json.dumps(mistake.as_plain()))) == mistake


def test_what_is_not_seen_is_not_found():
    counts = counted(SAMPLE, SEEN[:1], ())
    assert (counts["text found"], counts["text there"]) == (1, 2)
    assert (counts["icon found"], counts["icon there"]) == (0, 1)


def test_free_text_counts_only_where_it_may_be_clicked():
    text = (Element(1, "text", "Save", SAVE.box),)
    assert counted(SAMPLE, text, ())["text found"] == 0
    assert counted(SAMPLE, text, (), clicks_text=True)["text found"] == 1


@pytest.mark.parametrize(
    ("box", "hits"),
    [
        (Box(110, 108, 150, 124), True),  # its text alone
        (Box(90, 90, 190, 140), True),  # a little larger
        (Box(100, 100, 280, 130), False),  # its middle is beside it
        (Box(20, 100, 260, 130), False),  # three times as wide, as a whole tool bar
        (Box(100, 85, 180, 150), False),  # more than twice as high
        (Box(136, 112, 144, 120), False),  # a spot in it
    ],
)
def test_about_its_size(box: Box, hits: bool):
    assert bool(clickable([SAVE], [Element(1, "button", "", box)])) is hits


def test_an_element_stands_for_one_control():
    twins = [SAVE, replace(SAVE, name="Save as")]
    assert clickable(twins, SEEN[:1]) == {0: 0}
    assert overlapping([SAVE], [SEEN[0], SEEN[0]]) == {0: 0}


@given(st.lists(boxes, max_size=6), st.lists(boxes, max_size=6))
def test_pairs_are_one_to_one_and_true(true: list[Box], seen: list[Box]):
    labels = [Label("button", box) for box in true]
    elements = [Element(n, "button", "", box) for n, box in enumerate(seen, 1)]
    pairs = clickable(labels, elements)
    assert len(set(pairs.values())) == len(pairs)
    assert all(true[i].contains(seen[j].center) for i, j in pairs.items())


def test_words_count_where_they_stand_and_letter_by_letter():
    truth = [Word("Save", Box(10, 10, 40, 22)), Word("as", Box(44, 10, 60, 22)),
             Word("Save", Box(10, 110, 40, 122))]  # fmt: skip
    line = TextSpan("Save as", Box(10, 10, 60, 22))
    assert right_words(truth, [line]) == (2, 2)
    assert right_words(truth, [TextSpan("save as", line.box)]) == (1, 2)
    assert right_words(truth, [TextSpan("Save Save", line.box)]) == (1, 2)
    assert right_words(truth, [TextSpan("Save as", Box(200, 10, 250, 22))]) == (0, 2)


def test_words_read_are_counted_by_the_size_of_what_stands_there():
    small, large = Word("Save", Box(10, 10, 40, 22), 12.0), Word("Help", Box(60, 8, 120, 30), 24.0)
    truth = [small, large]

    def counted_on(*spans: TextSpan) -> int:
        return words_read_on(truth, spans, lambda word: word.size < 15)

    line = Box(10, 8, 120, 30)
    assert counted_on(TextSpan("Save Help", line)) == 1
    assert counted_on(TextSpan("S ave", small.box), TextSpan("Help", large.box)) == 2
    assert counted_on(TextSpan("Q", Box(200, 10, 210, 22))) == 0, "nothing stands there"
    assert counted_on(TextSpan("Help", large.box)) == 0


def test_the_recipe_stands_beside_ours_of_the_same_pictures():
    first = {"ours text there": 4.0, "ours text found": 1.0}
    other = {"ours text there": 4.0, "ours text found": 3.0, "ours seconds": 1.0}
    both = other | {"recipe seen": 1.0, "recipe text there": 4.0, "recipe text found": 2.0}
    results = [Result("a", 0, False, figures=first), Result("a", 1, False, figures=both)]
    partly = SUITE.tables(results, Options())
    assert "| figure | ours | ours on 1 of them | recipe on these 1 | of |" in partly
    assert "| controls with text found | 50.0 % | 75.0 % | 50.0 % | 8 |" in partly
    assert "| seconds of a first look, median | 1.00 | 1.00 | – |  |" in partly
    assert "| figure | ours | recipe | of |" in SUITE.tables(results[1:], Options())
    assert "| figure | ours | of |" in SUITE.tables(results[:1], Options())


def _measured(folder: Path, name: str, found: list[Mistake]) -> Result:
    picture = folder / f"{name}.png"
    Image.new("RGB", (64, 48), "white").save(picture)
    return Result("web/one", 0, False, record=keep(folder / "out" / "records", picture, found))


def test_the_gallery_shows_the_worst_pictures_of_each_kind_first(tmp_path: Path):
    lost = Mistake("not found", "link", 'a link "<b>Home</b>" was not found', Box(1, 2, 11, 22))
    swapped = Mistake("wrong kind", "icon → button", "…", Box(0, 0, 9, 9), Box(1, 1, 9, 9))
    results = [
        _measured(tmp_path, "one", [lost]),
        _measured(tmp_path, "two", [lost, lost, swapped]),
        _measured(tmp_path, "right", []),
        Result("web/one", 3, True),
    ]
    (tmp_path / "out" / "records" / "right" / "mistakes.json").write_text("[")
    html = SUITE.report(tmp_path / "out", "A <title>", results).read_text("utf-8")
    assert "<h1>A &lt;title&gt;</h1><p>2 pictures. 2 more were measured without a record" in html
    assert html.index("<h2 id='not-found'>Not found: 3") < html.index("Wrong kind: 1</h2>")
    shown = re.findall(r"<image href='records/(\w+)/picture.png'", html)
    assert shown == ["two", "one", "two"]
    assert all((tmp_path / "out" / "records" / name / "picture.png").is_file() for name in shown)
    assert "&lt;b&gt;Home" in html
    assert "<b>Home" not in html
    assert "<rect class=true x='1' y='2' width='10' height='20'>" in html
    assert html.count("class=seen x=") == 1


def test_missing_samples_are_said(tmp_path: Path):
    with pytest.raises(AgentError, match="--data"):
        SUITE.jobs(Options())
    with pytest.raises(AgentError, match=r"samples\.jsonl"):
        SUITE.jobs(Options(data=tmp_path))
    folder = tmp_path / "more"
    folder.mkdir()
    add(folder, drawn_sample(folder))
    with pytest.raises(AgentError, match="test/drawn"):
        SUITE.jobs(Options(data=folder, tasks=("web/none",)))


def test_a_label_that_nobody_can_see_is_not_asked_for():
    box = CITY.box
    said = replace(CITY, name="Search", value="", placeholder="Find a town")
    words = tuple(Word(text, box) for text in ("Find", "a", "town"))
    hinted = replace(SAMPLE, labels=(said,), words=words)
    assert shown_name(said, hinted) == "Find a town"
    assert shown_name(said, replace(hinted, words=())) == ""
    assert shown_name(said, replace(hinted, words=(), complete=False)) == "Search"
    above = Word("Search", Box(100, 170, 180, 190))
    assert shown_name(said, replace(hinted, words=(above,))) == "Search"
    on_another = replace(hinted, labels=(replace(SAVE, box=above.box), said), words=(above,))
    assert shown_name(said, on_another) == ""


def test_the_words_of_a_name_count_only_beside_or_above_the_field() -> None:
    places = {
        "left": Box(20, 200, 60, 220),
        "above": Box(100, 170, 140, 190),
        "above its row": Box(10, 160, 50, 176),
    }
    for place, box in places.items():
        sample = replace(SAMPLE, labels=(CITY,), words=(Word("City", box),))
        assert shown_name(CITY, sample) == "City", place
    for far in (Box(100, 20, 140, 40), Box(330, 170, 370, 190), Box(100, 260, 140, 280)):
        sample = replace(SAMPLE, labels=(CITY,), words=(Word("City", far),))
        assert shown_name(CITY, sample) == "", far
        assert shown_name(CITY, replace(sample, complete=False)) == "", far


def test_a_name_that_is_half_covered_may_be_said_instead_of_the_hint() -> None:
    hinted = replace(CITY, value="", placeholder="Ulm")
    sample = replace(SAMPLE, labels=(hinted,), words=(Word("Ulm", Box(110, 204, 150, 222)),))
    counts = counted(sample, SEEN[3:], ())
    assert (counts["field labels"], counts["field labels right"]) == (1, 1)


def test_of_a_value_that_is_cut_what_shows_is_right() -> None:
    path = replace(CITY, value="/home/ann/notes/backup.txt")
    whole = Word("/home/ann/notes/backup.txt", Box(104, 204, 290, 222))
    sample = replace(SAMPLE, labels=(path,), words=(Word("City", Box(20, 200, 60, 220)),))
    assert is_shown_value("/home/ann/notes/bac", path, sample)
    assert is_shown_value("/home/ann/notes/baa", path, sample)  # the last letter is half a letter
    assert not is_shown_value("", path, sample)
    assert not is_shown_value("/home/eve/notes", path, sample)
    said = replace(CITY, value="One two three four")
    words = (Word("One", Box(104, 204, 130, 222)), Word("two", Box(136, 204, 160, 222)))
    shown = replace(SAMPLE, labels=(said,), words=words)
    assert is_shown_value("One two thr", said, shown)
    assert not is_shown_value("One tw", said, shown)  # less than shows in whole words
    assert not is_shown_value("/home/ann/notes/bac", path, replace(sample, words=(whole,)))


def test_of_lines_that_are_scrolled_those_that_show_are_right() -> None:
    text = replace(CITY, value="One line. Two lines. Three…")
    words = (Word("Two", Box(104, 202, 130, 210)), Word("lines.", Box(136, 202, 180, 210)),
             Word("Three", Box(104, 214, 140, 224)))  # fmt: skip
    sample = replace(SAMPLE, labels=(text,), words=words)
    assert is_shown_value("Two lines. Three", text, sample)
    assert not is_shown_value("Two lines.", text, sample)


def test_a_date_is_right_in_the_way_of_any_country() -> None:
    day = replace(CITY, value="2026-09-14")
    assert is_shown_value("09/14/2026", day, SAMPLE)
    assert is_shown_value("14.9.2026", day, SAMPLE)
    assert not is_shown_value("09/15/2026", day, SAMPLE)


def test_marks_behind_a_name_do_not_count():
    words = (Word("City", Box(20, 200, 60, 220)),)
    sample = replace(SAMPLE, labels=(replace(CITY, name="City…"),), words=words)
    counts = counted(sample, SEEN[3:], ())
    assert (counts["field labels"], counts["field labels right"]) == (1, 1)
    assert (counts["field names"], counts["field names right"]) == (1, 1)


def test_signs_that_the_map_does_not_tell_are_not_counted_as_read():
    """An icon that was read as a letter, and that the map has as an icon, is told to nobody."""
    star = TextSpan("☆", Box(10, 10, 20, 20))
    plus, word = TextSpan("+", Box(40, 10, 50, 20)), TextSpan("Save", Box(80, 10, 110, 20))
    icon = Element(1, "icon", "unknown icon", Box(6, 6, 24, 24))
    key = Element(2, "button", "+", Box(36, 6, 54, 24))
    assert told([star, plus, word], [icon, key]) == [plus, word]
