"""Time left: what is measured, what is told, and how the page shows it."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from agent.control.eta import Pace
from agent.events import Event, Seen, Started, Token, Working
from panel.task import markup
from panel.task.progress import Progress, Watch
from tests.support.made_runs import desk
from tests.support.timing import AMPLE, waited_for


def test_what_was_measured_is_told_the_next_time(tmp_path: Path) -> None:
    told: list[Event] = []
    file = tmp_path / "durations.json"
    with Pace(told.append, file).of("load small", "Loading small", guess=3.0):
        pass
    with Pace(told.append, file).of("load small", "Loading small"):
        pass
    first, second = told
    assert first == Working("Loading small", 3.0)
    assert isinstance(second, Working)
    assert second.seconds is not None
    assert second.seconds < 1


def test_nothing_is_learned_from_what_failed(tmp_path: Path) -> None:
    pace = Pace(file=tmp_path / "durations.json")
    with pytest.raises(OSError, match="no"), pace.of("look", "Reading the screen"):
        raise OSError("no")
    assert pace.expected("look") is None
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "damage", ["", "[]", '{"look": "5"}', '{"look": -1}', '{"look": NaN}', '{"look": true}', "\x00"]
)
def test_a_damaged_file_is_not_known(tmp_path: Path, damage: str) -> None:
    file = tmp_path / "durations.json"
    file.write_text(damage)
    pace = Pace(file=file)
    assert pace.expected("look") is None
    with pace.of("look", "Reading the screen"):
        pass
    assert Pace(file=file).expected("look") is not None


def test_what_cannot_be_kept_is_let_go(tmp_path: Path) -> None:
    pace = Pace(file=tmp_path / "gone" / "durations.json")
    with pace.of("look", "Reading the screen"):
        pass
    assert pace.expected("look") is not None


def watched(seconds: float | None, passed: float) -> Progress:
    now = 100.0
    watch = Watch(lambda: now)
    watch.begin("save it", 30)
    now += 5
    watch(Working("Loading <small>", seconds))
    now += passed
    return watch.read()[0]


@pytest.mark.parametrize(
    ("seconds", "passed", "said"),
    [
        (8.0, 2.0, "value='25'"),
        (8.0, 2.0, "about 6 s left"),
        (8.0, 7.8, "about 1 s left"),
        (200.0, 20.0, "about 3 min 0 s left"),
        (8.0, 9.0, "longer than last time"),
        (8.0, 9.0, "value='99'"),
    ],
)
def test_the_page_says_how_much_is_left(seconds: float, passed: float, said: str) -> None:
    line = markup.state_line(watched(seconds, passed))
    assert "Loading &lt;small&gt;…" in line
    assert said in line


@pytest.mark.parametrize("seconds", [None, 0.9])
def test_what_is_short_or_not_known_has_no_bar(seconds: float | None) -> None:
    line = markup.state_line(watched(seconds, 0.5))
    assert "Loading" in line
    assert "progress" not in line


def test_it_is_gone_when_the_next_thing_begins() -> None:
    for event in (Started("save it", "small", Path("x")), Seen(1, desk(200))):
        watch = Watch()
        watch.begin("save it", 30)
        watch(Working("Loading small", 8.0))
        watch(event)
        assert watch.read()[0].working is None


def test_news_end_the_waiting_and_pieces_of_a_reply_do_not() -> None:
    watch = Watch()
    assert watch.wait(-1, AMPLE) == 0, "nothing runs: nobody waits"
    watch.begin("save it", 30)
    known, came = watch.wait(0, AMPLE), []
    waiting = threading.Thread(target=lambda: came.append(watch.wait(known, AMPLE)))
    waiting.start()
    watch(Token("a"))
    assert watch.wait(known, 0.1) == known
    assert came == []
    watch(Working("Deciding what to do"))
    waited_for(lambda: came == [known + 1])
    waiting.join()
