"""Measurements of speed: which there are, what they print, and each sort made once for real."""

from __future__ import annotations

import pytest

from agent.desktop.virtual_desktop import Desktop
from agent.errors import AgentError
from benchmarks.harness.jobs import Job, Options, Result
from benchmarks.harness.suites import Place, suite
from benchmarks.speed.child import Request, measured
from benchmarks.speed.prompt import choice, question
from benchmarks.speed.suite import NAMES, measure
from tests.support.needs import need
from tests.support.small_model import SMALL, small_model
from vision.capture.windows import list_windows

FRAMES = {
    "engines": 2.5,
    "cold": 4.25,
    "unchanged": 0.05,
    "line": 0.5,
    "window": 1.5,
    "cold_ocr": 3.0,
    "cold_detect": 1.0,
    "cold_shapes": 0.15,
    "cold_merge": 0.1,
    "elements": 131,
}
OURS = {
    "load": 1.8,
    "prompt_tokens": 838,
    "prompt_rate": 60.0,
    "plain_rate": 10.0,
    "grammar_rate": 11.0,
    "reply": 15.0,
    "choice_tokens": 310,
    "choice": 5.0,
}
BARE = {**OURS, "prompt_rate": 64.0, "grammar_rate": 4.4}
MODEL = {f"{name}_{key}": value for name, made in (("ours", OURS), ("bare", BARE))
         for key, value in made.items()}  # fmt: skip


def made(name: str, figures: dict[str, float]) -> Result:
    return Result(name, 0, True, 1.0, figures=figures)


def test_there_is_a_job_for_each_measurement() -> None:
    speed = suite("speed")
    assert speed.jobs(Options(seeds=(0, 9))) == [Job(name) for name in NAMES]
    assert speed.jobs(Options(tasks=("memory",))) == [Job("memory")]
    assert {f"frames-{size}" for size in ("1280x800", "1920x1080", "3840x2160")} < set(NAMES)
    with pytest.raises(AgentError, match=r"no measurement frames-1x1.*first-action"):
        speed.jobs(Options(tasks=("frames-1x1",)))


def test_tables_show_every_figure() -> None:
    results = [
        made("frames-3840x2160", {**FRAMES, "cold": 31.0}),
        made("frames-1280x800", FRAMES),
        made("model", MODEL),
        made("memory", {"start": 50.0, "model": 1660.0, "peak": 3313.0}),
        made("first-action", {"cold": 21.5, "warm": 12.25}),
    ]
    text = suite("speed").tables(results, Options())
    small = "| 1280×800 | 2.50 | 4.25 | 0.05 | 0.50 | 1.50 | 3.00 | 1.00 | 0.15 | 0.10 | 131 |"
    assert small in text
    assert text.index(small) < text.index("| 3840×2160 | 2.50 | 31.00 |")
    ours = "| Deskhand | 1.8 | 838 | 60.0 | 10.0 | 11.0 | 15.0 | 310 | 5.0 |"
    bare = "| llama-cpp-python | 1.8 | 838 | 64.0 |"
    assert text.index(ours) < text.index(bare)
    assert "| difference | +0% |  | -6% | +0% | +150% | +0% |  | +0% |" in text
    assert "With the grammar of a step Deskhand writes +10% tokens per second" in text
    assert "Peak memory: 3,313 MB for everything" in text
    assert "1,660 MB with the language model alone" in text
    assert "21.5 s in a new process, 12.2 s after that" in text


def test_tables_of_a_part_and_of_what_failed() -> None:
    broken = Result("memory", 0, False, failure="harness", note="RuntimeError: no room")
    text = suite("speed").tables([made("first-action", {"cold": 2.0, "warm": 1.0}), broken],
                                 Options())  # fmt: skip
    assert "memory could not be measured: RuntimeError: no room" in text
    assert "Seconds per frame" not in text
    assert "llama-cpp-python" not in text
    assert "Speed on" in suite("speed").tables([], Options())


def test_the_question_is_a_usual_one_and_always_the_same() -> None:
    asked = question()
    assert asked == question()
    screen = asked.messages[-1].content
    assert "- Street field: empty" in screen
    assert "- Newsletter checkbox: not ticked" in screen
    assert '"Order 4700 of 3 March, 12 articles, sent"' in screen
    assert '"Ann Meyer"' in screen
    # A reply may use anything, and type any text.
    assert "Newsletter checkbox" in asked.grammar
    assert "string" in asked.grammar


def test_the_choice_among_suggestions_is_short_and_always_the_same() -> None:
    asked = choice()
    assert asked == choice()
    said = asked.messages[-1].content
    assert 'type "Ann Meyer" into Name field (empty)' in said.splitlines()
    assert said.splitlines()[-3] == "none of these"
    assert 'type \\"Ann Meyer\\" into Name field (empty)' in asked.grammar
    assert len(said) < len(question().messages[-1].content)


def test_what_cannot_be_measured_says_why(desktop: Desktop) -> None:
    with pytest.raises(RuntimeError, match=r"depth could not be measured .*no measurement depth"):
        measured(desktop, Request("depth", "none", "rapid", 1))


def test_frames_are_timed_on_a_desktop_of_their_size(desktop: Desktop) -> None:
    need("chromium")
    before = list_windows()
    figures = measure(Job("frames-1280x800"), Options(), Place(desktop), 1).figures
    assert set(FRAMES) < set(figures)
    assert figures["line_ocr"] < figures["cold_ocr"]
    assert figures["elements"] > 100
    # What did not change is not read again.
    assert 0 < figures["unchanged"] < figures["line"] < figures["cold"]
    assert figures["cold_ocr"] < figures["cold"]
    # It all went on elsewhere.
    assert list_windows() == before


@pytest.mark.timeout(300)
def test_a_model_is_timed_beside_the_bare_library(desktop: Desktop) -> None:
    small_model()
    options = Options(model=SMALL)
    found = measure(Job("model"), options, Place(desktop), 2).figures
    assert set(found) == set(MODEL)
    assert found["ours_prompt_tokens"] == found["bare_prompt_tokens"] > 500
    assert all(value > 0 for value in found.values())
    for name in ("ours", "bare"):
        least = 0.5 * found[f"{name}_prompt_tokens"] / found[f"{name}_prompt_rate"]
        assert found[f"{name}_reply"] >= least


def test_memory_is_that_of_model_and_eyes_together(desktop: Desktop) -> None:
    small_model()
    need("chromium")
    figures = measure(Job("memory"), Options(model=SMALL), Place(desktop), 1).figures
    # The smallest model's file has 100 megabytes, the engines take hundreds.
    assert 10 < figures["start"] < figures["model"] - 80
    assert figures["peak"] > figures["model"] + 200


def test_the_wait_for_the_first_action(desktop: Desktop) -> None:
    small_model()
    need("chromium")
    result = measure(Job("first-action"), Options(model=SMALL), Place(desktop), 1)
    assert result.success
    assert set(result.figures) == {"cold", "warm"}
    # Loading the smallest model takes less than what two readings of one screen differ by on a
    # busy machine, so only a gross mistake can be told from the two figures.
    assert 1 < result.figures["warm"] < 1.5 * result.figures["cold"]
