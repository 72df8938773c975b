"""Labelled screenshots of desktop applications: labels sit on what they name, states are true, and
wrong labels are noticed."""

from __future__ import annotations

import subprocess
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from agent.desktop.virtual_desktop import Desktop
from benchmarks.apps.atspi import Node
from benchmarks.apps.base import Episode, episode
from benchmarks.episodes.programs import variables
from benchmarks.episodes.waiting import wait_until
from training.apps import ink, kinds
from training.apps.checks import check
from training.apps.explore import may_touch
from training.apps.faces import FaceReader
from training.apps.labelling import Labelled, Labeller
from training.apps.looks import Look, look, prepare
from training.apps.places import visible
from training.apps.programs import PROGRAMS, chosen
from training.apps.scene import Scene, UnrestError, read, rest
from training.apps.session import Session
from training.labels import Label, Sample, Word, samples
from vision.capture.screen import MssScreen, Pixels
from vision.capture.windows import list_windows
from vision.core.geometry import Box
from vision.ocr.engine import TextRecognizer

LOOK = Look()
BUTTONS = {"minimise window", "maximise window", "close window"}


@pytest.fixture(scope="module")
def reader(rapid: TextRecognizer) -> FaceReader:
    return FaceReader(rapid)


@pytest.fixture
def stage(desktop: Desktop) -> Iterator[Episode]:
    with episode(desktop) as stage:
        prepare(LOOK, stage.home)
        yield stage


def _press(desktop: Desktop, *keys: str) -> None:
    subprocess.run(["xdotool", "key", *keys], check=True, env=variables(desktop))


def _scene(desktop: Desktop) -> Scene:
    screen = MssScreen(desktop.display)
    found: list[Scene] = []

    def there() -> bool:
        try:
            rest(screen)
            found.append(read(desktop, screen))
        except UnrestError:
            return False
        return True

    wait_until(there, "the screen did not rest", 30)
    return found[-1]


def _labelled(desktop: Desktop, reader: FaceReader) -> tuple[Scene, Labelled]:
    scene = _scene(desktop)
    return scene, Labeller(LOOK, reader).label(scene)


def _named(labels: Labelled, kind: str) -> dict[str, Label]:
    return {label.name: label for label in labels.labels if label.kind == kind}


def test_an_open_menu_is_labelled_item_by_item(
    desktop: Desktop, stage: Episode, reader: FaceReader
) -> None:
    (stage.documents / "a.txt").write_text("Good morning\n")
    stage.start(["mousepad", "Documents/a.txt"], place=(150, 60))
    _press(desktop, "F10")
    wait_until(lambda: any(w.popup for w in list_windows()), "the menu did not open")
    scene, found = _labelled(desktop, reader)
    menus = _named(found, "menu")
    assert {"File", "Edit", "View", "Open...", "Save As...", "Quit", "Save"} <= set(menus)
    assert menus["Save"].disabled
    assert not menus["Save As..."].disabled
    for name in ("Open...", "Quit"):
        parent = menus[name].parent
        assert parent is not None
        assert found.labels[parent].name == "File"
        assert menus[name].box.top > menus["File"].box.top
        assert reader.shows(scene.pixels, menus[name].box, name)
    field = next(label for label in found.labels if label.kind == "field")
    assert field.value == "Good morning\n"
    titles = [label for label in found.labels if label.kind == "window title"]
    assert len(titles) == 1
    assert "a.txt" in titles[0].text
    assert reader.shows(scene.pixels, titles[0].box, "Documents/a.txt - Mousepad")
    icons = _named(found, "icon")
    assert set(icons) >= BUTTONS
    lefts = [icons[name].box.left for name in sorted(BUTTONS, reverse=True)]
    assert lefts == sorted(lefts)  # minimise, maximise, close
    assert all(not ink.flat(ink.cut(scene.pixels, icons[name].box)) for name in BUTTONS)


def test_marks_lists_and_words_of_a_dialog_are_labelled(
    desktop: Desktop, stage: Episode, reader: FaceReader
) -> None:
    stage.start(["thunar"], place=(100, 40))
    _press(desktop, "alt+e")
    wait_until(lambda: any(w.popup for w in list_windows()), "the menu did not open")
    # The last entry but none: "Preferences..."
    _press(desktop, "Up", "Return")
    wait_until(
        lambda: any("Preferences" in w.title for w in list_windows()), "no dialog opened", 20
    )
    scene, found = _labelled(desktop, reader)
    assert len(_named(found, "dialog")) == 1
    tabs = _named(found, "tab")
    assert {"Display", "Side Pane", "Behavior", "Advanced"} <= set(tabs)
    assert [name for name, tab in tabs.items() if tab.selected] == ["Display"]
    marks = [label for label in found.labels if label.kind == "checkbox"]
    assert {mark.checked for mark in marks} == {True, False}
    assert all(10 <= mark.box.width <= 24 and 10 <= mark.box.height <= 24 for mark in marks)
    assert any(label.kind == "dropdown" and label.value for label in found.labels)
    words = Counter(word.text for word in found.words)
    assert words["View"]
    assert all(not ink.flat(ink.cut(scene.pixels, word.box)) for word in found.words)


def test_a_session_keeps_different_states_of_a_program(
    desktop: Desktop, reader: FaceReader, tmp_path: Path
) -> None:
    before = {window.handle for window in list_windows()}
    session = Session(desktop, LOOK, reader, tmp_path, "try")
    given = session.run(chosen("mousepad"), 2, "1")
    kept = list(samples(tmp_path))
    assert kept == given.samples
    assert len(kept) == 2
    assert {sample.family for sample in kept} == {"app/mousepad"}
    assert len({(tmp_path / sample.picture).read_bytes() for sample in kept}) == 2
    assert "File" in {label.name for label in kept[0].labels}
    assert {window.handle for window in list_windows()} <= before


def _sample(*labels: Label) -> tuple[Sample, Pixels]:
    pixels = np.full((200, 300, 3), 240, dtype=np.uint8)
    for label in labels:
        box = label.box
        pixels[box.top + 4 : box.bottom - 4 : 3, box.left + 4 : box.right - 4] = 20
    return Sample("a.png", "app/x", 300, 200, 1.0, labels), pixels


def test_a_ghost_is_dropped_and_the_rest_is_kept() -> None:
    rows = [Label("menu", Box(10, 10 + 24 * n, 90, 30 + 24 * n), f"m{n}") for n in range(6)]
    sample, pixels = _sample(*rows)
    ghost = Label("button", Box(150, 40, 220, 70), "Save", "Save")
    child = Label("menu", Box(100, 10, 140, 30), "sub", parent=6)
    pixels[12:28:3, 102:138] = 20
    whole = replace(sample, labels=(*rows[:5], ghost, rows[5], child))
    verdict = check(whole, pixels)
    assert verdict.sample is not None
    assert verdict.dropped == {"ghost: button on a flat ground": 1}
    assert [label.name for label in verdict.sample.labels] == [f"m{n}" for n in range(6)] + ["sub"]
    assert verdict.sample.labels[-1].parent == 5  # the same label as before, one place earlier


def test_a_sample_with_many_ghosts_or_with_labels_over_others_is_dropped() -> None:
    rows = [Label("menu", Box(10, 10 + 24 * n, 90, 30 + 24 * n), f"m{n}") for n in range(4)]
    sample, pixels = _sample(*rows)
    assert check(sample, pixels).sample == sample
    empty = np.full_like(pixels, 240)
    assert check(sample, empty).sample is None
    over = Label("button", Box(20, 12, 80, 28), "over")
    verdict = check(replace(sample, labels=(*rows, over)), pixels)
    assert verdict.sample is None
    assert verdict.dropped == {"sample: menu and button lie on each other": 1}


def test_what_lies_outside_of_the_picture_is_dropped() -> None:
    rows = [Label("menu", Box(10, 10 + 24 * n, 90, 30 + 24 * n), f"m{n}") for n in range(6)]
    sample, pixels = _sample(*rows)
    outside = Label("icon", Box(280, 10, 320, 40))
    verdict = check(replace(sample, labels=(*rows, outside)), pixels)
    assert verdict.sample == sample
    assert verdict.dropped == {"label outside of the picture": 1}


def test_words_that_are_not_drawn_are_dropped_and_many_of_them_discredit_the_rest() -> None:
    rows = [Label("menu", Box(10, 10 + 24 * n, 90, 30 + 24 * n), f"m{n}") for n in range(6)]
    sample, pixels = _sample(*rows)
    true = tuple(Word(f"w{n}", row.box) for n, row in enumerate(rows) for _ in range(2))
    ghost = Word("ghost", Box(150, 100, 200, 120))
    verdict = check(replace(sample, words=(*true, ghost)), pixels)
    assert verdict.sample is not None
    assert verdict.sample.words == true
    assert verdict.dropped == {"word on a flat ground": 1}
    verdict = check(replace(sample, words=(*true, ghost, ghost, ghost)), pixels)
    assert verdict.sample is not None
    assert verdict.sample.words == ()


def test_the_mark_of_a_checkbox_is_found_and_text_is_none() -> None:
    pixels = np.full((40, 200, 3), 250, dtype=np.uint8)
    assert ink.tick(pixels, Box(0, 0, 200, 40), 1.0) is None
    pixels[12:28, 6:22] = 90
    pixels[13:27, 7:21] = 255
    pixels[10:30, 40:43] = 0
    assert ink.tick(pixels, Box(0, 0, 200, 40), 1.0) == Box(6, 12, 22, 28)
    assert ink.tick(pixels, Box(30, 0, 200, 40), 1.0) is None


def test_what_is_covered_is_cut_or_left_out() -> None:
    owner = np.zeros((100, 100), dtype=np.int16)
    owner[:, 60:] = 1
    assert visible(Box(10, 10, 50, 30), 0, owner) == Box(10, 10, 50, 30)
    assert visible(Box(10, 10, 70, 30), 0, owner) == Box(10, 10, 60, 30)
    assert visible(Box(50, 10, 90, 30), 0, owner) is None
    assert visible(Box(70, 10, 90, 30), 0, owner) is None


def test_a_label_is_not_the_title_of_the_group() -> None:
    group = Node("x", "panel", "Palette", None, frozenset(), None)
    box = Node("x", "combo box", "airy", None, frozenset(), None, "Palette", (group,))
    assert kinds.told_name(box) == ""
    assert kinds.value(box) == "airy"
    assert kinds.told_name(replace(box, label="Scheme:")) == "Scheme"


def test_nothing_is_touched_that_ends_prints_saves_or_sends() -> None:
    for name in ("Quit", "Save As...", "Print...", "Close Tab", "Send to", "Delete", "Online Help"):
        assert not may_touch(name)
    for name in ("Preferences...", "Find", "Word Wrap", "Zoom In", "About"):
        assert may_touch(name)


def test_programs_for_evaluation_are_set_apart() -> None:
    train, held = chosen("train"), chosen("held-out")
    assert len(held) >= 5
    assert {one.toolkit for one in held} == {"gtk", "qt"}
    assert not {one.family for one in train} & {one.family for one in held}
    assert len(train) + len(held) == len(PROGRAMS)
    with pytest.raises(ValueError, match="no-such"):
        chosen("mousepad,no-such")


def test_a_look_is_the_same_for_a_seed_and_differs_between_seeds() -> None:
    looks = [look(str(number)) for number in range(40)]
    assert looks == [look(str(number)) for number in range(40)]
    assert len({one.points for one in looks}) > 3
    assert {1.0, 2.0} <= {one.scale for one in looks}
