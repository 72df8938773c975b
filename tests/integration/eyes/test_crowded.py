"""Crowded screens: what is told of them, and how much of a real LibreOffice window that is."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from agent.control.stop import StopSwitch
from agent.deciding.action_space import action_space
from agent.deciding.profiles import PROFILES
from agent.deciding.prompt import step_messages
from agent.deciding.screen_text import Line, told
from agent.deciding.situation import Situation
from agent.desktop.virtual_desktop import HERE, Desktop, start
from agent.memory import Memory
from agent.perception.perceiver import make_perceiver
from agent.perception.settle import settle
from agent.task.plan import Outline
from benchmarks.apps import libreoffice, odf
from benchmarks.episodes.programs import variables
from models.files.store import DEFAULT_MODEL, weights_path
from models.runtime.conversation import Vocabulary
from models.runtime.llama import library
from tests.support.timing import waited_for
from vision.capture.screen import MssScreen, Pixels
from vision.capture.windows import list_windows
from vision.core.elements import Element, ElementMap

_MOST_TOKENS = 4000
_SMALL = PROFILES["small"]
_SIZE = (1920, 1080)


def _many(usable: int, plain: int) -> list[Line]:
    buttons = [Line(f"- button {n}", usable=True) for n in range(usable)]
    return [*(Line(f"  text {n}") for n in range(plain)), *buttons]


def test_rows_of_figures_take_no_more_than_their_room(vocabulary: Vocabulary):
    cells = [
        Line(f'  "{1000 * row + 7.25 * column:.2f}"', row=("", row), column=column)
        for row in range(50)
        for column in range(14)
    ]
    kept = told([Line('  "Sheet 1"', named=True), *cells, *_many(40, 0)], _SMALL.screen_lines)
    assert kept[0] == '  "Sheet 1"'
    assert sum("|" in line for line in kept) >= 10
    assert kept[-1] == "(and more text)"
    assert len(vocabulary.tokenize("\n".join(kept), special=False)) < 3000


@dataclass(frozen=True)
class Office:
    """What is seen of a long document and of a large sheet."""

    document: ElementMap
    sheet: ElementMap


@pytest.fixture(scope="module")
def office() -> Iterator[Office]:
    chance = random.Random(7)
    words = ["the", "river", "budget", "report", "garden", "minister", "of", "meeting", "in"]
    text = [" ".join(chance.choices(words, k=60)) for _ in range(40)]
    months = [f"Month {number}" for number in range(1, 13)]
    rows: list[list[str | float]] = [["Item", *months]]
    for number in range(60):
        figures = [round(chance.uniform(10, 9999), 2) for _ in months]
        rows.append([f"Article {1000 + number}", *figures])
    with start(_SIZE) as desktop, pytest.MonkeyPatch.context() as patch:
        for name, value in {**desktop.environment(), HERE: desktop.record.folder}.items():
            patch.setenv(name, value)
        document = _seen(desktop, "Writer", "long.odt", lambda path: odf.write_text(path, text))
        sheet = _seen(desktop, "Calc", "numbers.ods", lambda path: odf.write_sheet(path, rows))
        yield Office(document, sheet)


def _seen(desktop: Desktop, part: str, name: str, write: Callable[..., None]) -> ElementMap:
    with libreoffice.fresh_episode(desktop) as stage:
        path = stage.documents / name
        write(path)
        argv = libreoffice.command(stage, part, path)
        stage.started.append(desktop.launch(argv, cwd=stage.home))
        waited_for(lambda: _width(desktop, name))
        whole = ["-b", "add,maximized_vert,maximized_horz"]
        subprocess.run(["wmctrl", "-r", name, *whole], check=True, env=variables(desktop))
        waited_for(lambda: _width(desktop, name) >= _SIZE[0])
        screen = MssScreen(desktop.display)
        try:
            waited_for(lambda: _is_written(screen.grab().pixels))
            shot = settle(screen.grab, StopSwitch())
        finally:
            screen.close()
        return make_perceiver().perceive(shot, list_windows(desktop.display))


def _width(desktop: Desktop, title: str) -> int:
    """How wide the window with this title is, 0 if there is none."""
    return max((w.box.width for w in list_windows(desktop.display) if title in w.title), default=0)


def _is_written(pixels: Pixels) -> bool:
    """Whether letters stand in the middle of the screen."""
    middle = pixels[_SIZE[1] // 3 : 2 * _SIZE[1] // 3, _SIZE[0] // 3 : 2 * _SIZE[0] // 3]
    return bool((middle.max(axis=2) < 100).mean() > 0.01)


@pytest.fixture(scope="module")
def vocabulary() -> Iterator[Vocabulary]:
    c = library()
    params = c.llama_model_default_params()
    params.vocab_only = True
    model = c.llama_model_load_from_file(str(weights_path(DEFAULT_MODEL)).encode(), params)
    assert model
    yield Vocabulary(c, model)
    c.llama_model_free(model)


def _asked(map_: ElementMap, task: str) -> str:
    now = Situation(task, Outline([task]), Memory(), map_)
    asked = step_messages(now, action_space(now), (), _SMALL)
    return "\n".join(message.content for message in asked)


def _text(map_: ElementMap, part: str) -> Element:
    return next(e for e in map_.elements if part in e.text)


def test_a_busy_office_window_takes_few_tokens(office: Office, vocabulary: Vocabulary):
    for map_, task in (
        (office.document, "make the title bold and save the document"),
        (office.sheet, 'type the total of "Article 1005" into B70 and save the sheet'),
    ):
        asked = _asked(map_, task)
        assert len(vocabulary.tokenize(asked, special=False)) <= _MOST_TOKENS
        assert "- File menu" in asked.splitlines()
    # Nothing of the sheet was lost on the way: it is the prompt that is short.
    assert len(office.sheet.elements) > 400


def test_the_row_that_the_task_names_is_told_with_its_figures(office: Office):
    named = _text(office.sheet, "Article 1005")
    assert named.cell is not None
    middle = named.box.center.y
    row = [
        e.text
        for e in office.sheet.elements
        if e.cell and e.box.top < middle < e.box.bottom and e.within == named.within
    ]
    lines = _asked(office.sheet, 'note the figures of "Article 1005"').splitlines()
    [told_row] = [line for line in lines if '"Article 1005" |' in line]
    assert len(row) >= 5
    assert [text for text in row if text not in told_row] == []
    # The row, the task and its value, and other rows only as far as what can be used leaves room.
    usable = sum(line.startswith("- ") for line in lines)
    assert sum("Article" in line for line in lines) <= 3 + max(0, _SMALL.screen_lines - usable)
