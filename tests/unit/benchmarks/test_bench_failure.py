"""Why an episode failed, from what was seen, done and really there; and how much of it was done."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.actions import Action, Click, Done, OpenApp, Press, Scroll, Select, Tap, TypeText
from agent.computer.describe import describe
from agent.trajectory import Effect, Outcome, Step
from benchmarks.episodes.completion import completion, line
from benchmarks.reports.failure_causes import Watched, classify, most_repeated
from tests.support.made_maps import element, made_map
from vision.core.elements import Element, ElementMap

TASK = 'Enter "Ann" as Name, then press Save'
NAME = element(1, "field", "Name")
SAVE = element(2, "button", "Save")
HELP = element(3, "button", "Help")
ALL = (NAME, SAVE, HELP)
SEEN = made_map(ALL)
CONFIRMED, VAIN = Effect("confirmed"), Effect("no visible change")


def _step(action: Action, map_: ElementMap = SEEN, effect: Effect = CONFIRMED) -> Step:
    return Step(1, map_, "", "", action, describe(action, map_), "", effect)


def _watched(
    *steps: Step, map_: ElementMap = SEEN, truth: tuple[Element, ...] = ALL, **more: bool
) -> Watched:
    return Watched(TASK, (), list(steps), [(map_, truth)], **more)


TYPED = _step(TypeText("Ann", 1))
HALF = made_map([NAME, HELP])
MISREAD = made_map([NAME, replace(SAVE, text="5ove"), HELP])
CASES = {
    "not seen": (_watched(TYPED, map_=HALF), Outcome("failed")),
    "misread": (_watched(TYPED, map_=MISREAD), Outcome("failed")),
    "wrong text": (_watched(_step(TypeText("Bob", 1)), _step(Click(2))), Outcome("done")),
    "wrong choice": (_watched(TYPED, _step(Click(3)), ended_by_program=True), Outcome("stopped")),
    "premature done": (_watched(TYPED), Outcome("done")),
    "loop": (_watched(*[_step(Click(3))] * 3), Outcome("step limit")),
    "limit": (
        _watched(TYPED, *(_step(Press(key)) for key in ("a", "b", "c"))),
        Outcome("step limit"),
    ),
    "harness": (Watched(TASK), Outcome("error", "The connection to the display was lost.")),
}


@pytest.mark.parametrize("expected", CASES)
def test_the_first_thing_that_went_wrong_is_named(expected: str):
    watched, outcome = CASES[expected]
    assert classify(watched, outcome) == expected


def test_sending_a_form_before_it_is_filled_is_premature():
    watched = _watched(_step(Click(2)), ended_by_program=True)
    assert classify(watched, Outcome("stopped")) == "premature done"


def test_the_right_button_after_the_wrong_entry_is_the_entrys_fault():
    watched = _watched(TYPED, _step(Click(2)), ended_by_program=True)
    assert classify(watched, Outcome("stopped")) == "wrong text"
    chosen = replace(_watched(_step(Click(2)), ended_by_program=True), task="press Save")
    assert classify(chosen, Outcome("stopped")) == "wrong choice"


def test_a_text_that_only_the_result_of_a_sum_spells_is_right():
    watched = replace(_watched(_step(TypeText("84", 1))), texts=("84",))
    assert classify(watched, Outcome("done")) == "premature done"
    assert classify(replace(watched, texts=()), Outcome("done")) == "wrong text"


def test_time_that_ran_out_is_a_limit_and_most_in_vain_is_a_loop():
    assert classify(_watched(TYPED, timed_out=True), Outcome("stopped")) == "limit"
    vain = [_step(Press(key), effect=VAIN) for key in ("a", "b", "c", "d")]
    assert classify(_watched(*vain), Outcome("failed")) == "loop"


def test_an_action_is_counted_in_each_state_by_itself():
    here, there = _step(Click(3)), _step(Click(3), HALF)
    assert most_repeated([here, there, here, _step(Click(1))]) == 2
    assert most_repeated([]) == 0


def test_what_the_task_does_not_name_need_not_be_seen():
    watched = _watched(TYPED, _step(Click(3)), map_=made_map([NAME, SAVE]), ended_by_program=True)
    assert classify(watched, Outcome("stopped")) == "wrong choice"


def test_without_a_truth_nothing_counts_as_unseen():
    assert classify(_watched(TYPED, map_=HALF, truth=()), Outcome("done")) == "premature done"


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (Click(2), "click Save"),
        (TypeText("Ann", 1), "type Ann"),
        (Tap("12*7", (2, 3)), "type 12*7"),
        (Select(1, "Rome"), "select Rome"),
        (Press("ctrl+s"), "press ctrl+s"),
        (OpenApp("Calc"), "open Calc"),
        (Scroll("down"), "scroll down"),
        (Done(), ""),
    ],
)
def test_actions_are_written_as_lines(action: Action, said: str):
    assert line(action, SEEN) == said


LINES = st.lists(st.sampled_from(["click A1", "click B2", "type ann", "press tab"]), max_size=6)


@given(LINES, LINES)
def test_completion_is_the_longest_prefix_that_is_a_subsequence(done: list[str], true: list[str]):
    def subsequence(part: list[str]) -> bool:
        rest = iter(done)
        return all(wanted in rest for wanted in part)

    longest = max(n for n in range(len(true) + 1) if subsequence(true[:n]))
    assert completion(done, true) == (longest / len(true) if true else 1.0)
    assert completion(true, true) == 1.0


def test_alternatives_and_what_ocr_misread_count():
    true = ["type Grüße aus Köln", "click Save | press ctrl+s"]
    assert completion(["type Grüsse aus Köln", "press ctrl+s"], true) == 1.0
    assert completion(["press ctrl+s"], true) == 0.0
    assert completion(["type Grüße aus Köln", "click Open"], true) == 0.5
