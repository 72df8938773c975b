"""The wizard benchmark: its program, its truth, its true solution, and its figures."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import psutil
import pytest

from agent.actions import Wait
from agent.computer.controller import PyAutoGuiController
from agent.desktop.virtual_desktop import Desktop
from agent.task.literals import literals
from agent.trajectory import Effect, EffectKind, Step
from benchmarks.episodes.completion import completion
from benchmarks.episodes.play import play
from benchmarks.harness.jobs import Job, Options, Result
from benchmarks.harness.suites import Place, suite
from benchmarks.wizard import plan, scoring
from benchmarks.wizard.journal import Entry
from benchmarks.wizard.look import look
from benchmarks.wizard.plan import Goal
from benchmarks.wizard.running import RunningWizard, wizard
from benchmarks.wizard.solution import DEEDS, Deed, Solver, deeds
from benchmarks.wizard.suite import Wizard, scene, stage
from benchmarks.wizard.wordings import told
from models.runtime.scripted import ScriptedModel
from tests.support.as_told import obliging
from tests.support.made_maps import made_map
from tests.support.timing import AMPLE
from vision.capture.windows import list_windows
from vision.core.elements import Element

JOB = Job("wizard")
NEXT = Deed("click", "Next >")
TYPE = Deed("click", "Command line tool")


def entry(page: str, what: str, value: str, before: str = "", *, at: float = 0.0) -> Entry:
    return Entry(at, page, what, value, before)


def later(*entries: Entry) -> list[Entry]:
    """Each some seconds after the one before, as an agent acts."""
    return [
        Entry(5.0 * number, e.page, e.what, e.value, e.before) for number, e in enumerate(entries)
    ]


def step(kind: EffectKind, seconds: float) -> Step:
    timings = {"ocr": seconds / 2, "generate": seconds / 2}
    return Step(1, made_map(), "", "", Wait(), "", "", Effect(kind), timings)


@pytest.fixture
def running(desktop: Desktop) -> Iterator[RunningWizard]:
    with wizard(desktop, 0) as running:
        yield running


@pytest.fixture
def solver(running: RunningWizard) -> Solver:
    return Solver(PyAutoGuiController(), running.truth)


def named(running: RunningWizard, text: str) -> Element:
    return next(e for e in running.truth() if e.text == text)


def goals_of(page: str) -> set[Goal]:
    return {goal for goal in plan.GOALS if goal.page == page}


def applications() -> list[psutil.Process]:
    """The wizards that run now, started by this process."""
    found = []
    for process in psutil.Process().children(recursive=True):
        # One that an earlier test left to be collected has no arguments.
        with contextlib.suppress(psutil.NoSuchProcess):
            if "benchmarks.wizard.application" in process.cmdline():
                found.append(process)
    return found


# The plan


def test_the_plan_has_36_required_states_of_which_the_earlier_system_could_reach_31():
    assert len(plan.REQUIRED) == 36
    assert sum(goal.then for goal in plan.REQUIRED) == 31
    assert len(set(plan.GOALS)) == len(plan.GOALS)
    assert all(any(goal.required for goal in goals_of(page)) for page in plan.PAGES)


def test_the_task_spells_out_every_value():
    values = literals(told(JOB))
    for goal in plan.GOALS:
        if goal.what not in plan.MOVES and goal.value not in (plan.ON, plan.FINISHED):
            assert goal.value in values, goal


@pytest.mark.parametrize("page", plan.PAGES)
def test_the_true_deeds_of_a_page_enter_every_value_of_it(page: str):
    entered = [deed.value or deed.name for deed in DEEDS[page]]
    for goal in goals_of(page):
        if goal.what != plan.PAGE and goal.value not in (plan.ON, plan.FINISHED):
            assert goal.value in entered, goal


def test_the_look_depends_on_the_seed_alone_and_fits_the_screen():
    looks = [look(seed) for seed in range(100)]
    assert looks == [look(seed) for seed in range(100)]
    for at in looks:
        # The frame adds a title bar above and a border.
        assert at.x >= 0 <= at.y
        assert at.x + at.width + 2 <= 1280
        assert at.y + at.height + 30 <= 800
    assert {at.theme for at in looks[:10]} == {"clam", "alt", "default"}
    assert {at.size for at in looks[:10]} == {10, 11, 12, 13, 14}
    assert len({(at.x, at.y) for at in looks[:10]}) == 10


# The program


@pytest.mark.parametrize("seed", [0, 1])
def test_each_page_fails_untouched_and_passes_after_its_true_solution(desktop: Desktop, seed: int):
    with wizard(desktop, seed) as running:
        stage, solver = scene(running, JOB), Solver(PyAutoGuiController(), running.truth)
        for page in plan.PAGES:
            assert not scoring.reached(running.entries()) & goals_of(page), page
            assert not stage.score().success
            assert not stage.over()
            solver.page(page)
            assert scoring.reached(running.entries()) >= goals_of(page), page
        score = stage.score()
        assert (score.success, score.reward, score.wrong) == (True, 1.0, "")
        assert (score.figures["required"], score.figures["required of 31"]) == (36, 31)
        assert (score.figures["optional"], score.figures["wrong"]) == (len(plan.OPTIONAL), 0)
        assert stage.over()
        assert running.truth() == []


def test_a_scene_is_solved_and_leaves_no_process(desktop: Desktop):
    with stage(desktop, Job("wizard", 2), Options()) as scene:
        (process,) = applications()
        assert scene.score().reward == 0.0
        assert scene.solve is not None
        scene.solve(PyAutoGuiController())
        assert scene.score().success
    assert not process.is_running()
    with stage(desktop, Job("wizard", 2), Options()):
        assert len(applications()) == 1
    assert applications() == []


def test_going_on_waits_for_what_is_missing(running: RunningWizard, solver: Solver):
    assert named(running, "Next >").state.disabled
    assert named(running, "Choose a tool type.").kind == "text"
    solver.do(TYPE)
    assert named(running, "Command line tool").state.selected
    assert not named(running, "Next >").state.disabled
    solver.do(NEXT)
    named(running, "The tool needs a name.")
    solver.do(Deed("type", "Name*", "Cuboid Volume"))
    named(running, "The name may hold letters, digits, _ and - only.")
    solver.do(Deed("type", "Name*", "CuboidVolume"))
    assert named(running, "Configuration file").state.value == "tools/CuboidVolume.json"
    assert not named(running, "Next >").state.disabled
    solver.do(Deed("type", "E-Mail", "ada"))
    named(running, "The e-mail address is not valid.")
    assert named(running, "Next >").state.disabled
    # Nothing of it was wanted; the name was put right again.
    wrong = scoring.wrong(running.entries())
    assert [(e.what, e.value) for e in wrong] == [("E-Mail", "ada")]


def test_a_read_only_field_keeps_its_value(running: RunningWizard, solver: Solver):
    for deed in (TYPE, NEXT, Deed("type", "Name*", "CuboidVolume")):
        solver.do(deed)
    field = named(running, "Configuration file")
    assert field.state.disabled
    controller = PyAutoGuiController()
    controller.click(field.box.center)
    controller.press("ctrl+a")
    controller.type_text("mine")
    solver.do(Deed("type", "Icon path", "icons/cuboid.png"))
    assert named(running, "Configuration file").state.value == "tools/CuboidVolume.json"
    assert running.values()[plan.CHARACTERISTICS, "Name*"] == "CuboidVolume"


def test_a_dialog_blocks_what_is_behind_it_and_the_truth_is_still_told(
    running: RunningWizard, solver: Solver
):
    solver.page(plan.TYPE)
    solver.page(plan.CHARACTERISTICS)
    solver.do(Deed("click", "Add…"))
    told: list[list[Element]] = []
    thread = threading.Thread(target=lambda: told.append(running.truth()))
    thread.start()
    thread.join(10)
    (elements,) = told
    dialog = next(window for window in list_windows() if window.title == "Add input")
    inside = [e for e in elements if e.group == "Add input"]
    assert {e.text for e in inside if e.kind == "dropdown"} == {
        "Data type",
        "Handling",
        "Constraint",
    }
    assert all(dialog.box.contains(e.box.center) for e in inside)
    behind = [e for e in elements if e.group != "Add input"]
    assert {e.text for e in behind if e.interactive} >= {"Next >", "Outputs"}
    assert all(e.state.disabled for e in behind if e.interactive)
    # What the dialog hides is not to be seen.
    assert not any(dialog.box.contains(e.box.center) for e in behind)

    solver.do(Deed("select", "Data type", "Float"))
    solver.do(Deed("click", "Cancel"))
    assert all(window.title != "Add input" for window in list_windows())
    entries = running.entries()
    assert (f"{plan.PORTS}/Add input", "Data type", "Float") in {
        (e.page, e.what, e.value) for e in entries
    }
    assert scoring.wrong(entries) == []


def test_rows_are_edited_and_removed(running: RunningWizard, solver: Solver):
    solver.page(plan.TYPE)
    solver.page(plan.CHARACTERISTICS)
    for deed in (Deed("click", "Add…"), Deed("type", "Name", "lenght"), Deed("click", "OK")):
        solver.do(deed)
    assert scoring.counted(running.entries())["wrong"] == 1
    assert named(running, "Edit…").state.disabled
    solver.do(Deed("click", "lenght"))
    solver.do(Deed("click", "Edit…"))
    solver.do(Deed("type", "Name", "length"))
    solver.do(Deed("select", "Data type", "Float"))
    solver.do(Deed("click", "OK"))
    there = {g.what for g in scoring.reached(running.entries()) if g.page == plan.PORTS}
    assert there == {"Inputs/length/Name", "Inputs/length/Data type"}
    solver.do(Deed("click", "length"))
    solver.do(Deed("click", "Remove"))
    assert not scoring.reached(running.entries()) & goals_of(plan.PORTS)
    assert all(e.text not in ("length", "lenght") for e in running.truth())


def test_an_episode_is_played_and_counted(running: RunningWizard, desktop: Desktop):
    """An agent that believes to be done after the first page."""
    short = replace(scene(running, JOB), task='Click "Command line tool" and then press "Next >".')
    wishes: list[dict[str, Any]] = [
        {"click": "Command line tool list item"},
        {"click": "Next > button"},
        {"done": True},
    ]
    result = play(
        short,
        JOB,
        Options(oracle=True, max_steps=5, seconds=60, plan=False),
        Place(desktop),
        figures=lambda steps: scoring.figures(running.entries(), steps),
        model=ScriptedModel(obliging(wishes), context_tokens=20_000),
    )
    assert (result.success, result.outcome) == (False, "done")
    assert result.steps == result.figures["actions"] == 2
    assert (result.figures["required"], result.figures["wrong"]) == (2, 0)
    assert result.reward == pytest.approx(2 / 36)
    assert result.figures["completion"] == pytest.approx(2 / len(deeds()))
    assert result.note.startswith("missing: Name*: CuboidVolume")


def test_cancelling_ends_the_task_without_success(running: RunningWizard, solver: Solver):
    stage = scene(running, JOB)
    solver.do(TYPE)
    assert not stage.over()
    solver.do(Deed("click", "Cancel"))
    assert stage.over()
    assert not stage.score().success
    assert stage.score().figures["wrong"] == 1
    assert stage.truth is not None
    assert stage.truth() == []


def test_a_wizard_that_breaks_is_no_end_of_the_task(desktop: Desktop):
    with wizard(desktop, 0) as running:
        (process,) = applications()
        process.kill()
        process.wait(AMPLE)
        with pytest.raises(ConnectionError):
            running.truth()
        assert not running.over()


# The figures


def test_what_was_reached_counts_at_the_end_and_places_for_good():
    entries = later(
        entry(plan.TYPE, "Tool type", "Command line tool"),
        entry(plan.TYPE, plan.PAGE, plan.CHARACTERISTICS, plan.TYPE),
        entry(plan.CHARACTERISTICS, plan.PAGE, plan.TYPE, plan.CHARACTERISTICS),
        entry(plan.TYPE, "Tool type", "Spreadsheet", "Command line tool"),
    )
    assert scoring.reached(entries) == {Goal(plan.TYPE, plan.PAGE, plan.CHARACTERISTICS)}
    assert [e.value for e in scoring.wrong(entries)] == ["Spreadsheet"]
    assert scoring.counted(entries)["required"] == 1


def test_typed_keys_are_one_change_and_what_is_put_back_is_none():
    page = plan.CHARACTERISTICS
    word = "CuboidVolume"
    typed = [entry(page, "Name*", word[: n + 1], word[:n], at=n / 100) for n in range(len(word))]
    assert [(e.before, e.value) for e in scoring.settled(typed)] == [("", word)]
    assert scoring.wrong(typed) == []
    half = typed[:5]
    assert [e.value for e in scoring.wrong(half)] == ["Cuboi"]
    # Deleted again at once it was nothing; deleted later it was wrong once.
    assert scoring.wrong([*half, entry(page, "Name*", "", "Cuboi", at=0.2)]) == []
    assert len(scoring.wrong([*half, entry(page, "Name*", "", "Cuboi", at=9.0)])) == 1


@pytest.mark.parametrize(
    ("entries", "count"),
    [
        ([entry(plan.PORTS, plan.TAB, "Verification", "Inputs")], 0),
        ([entry(f"{plan.PORTS}/Add input", "Name", "x")], 0),
        ([entry(plan.PORTS, "Inputs/length/Handling", "Constant")], 0),
        ([entry(plan.PORTS, "Inputs/length/Handling", "Queue")], 1),
        ([entry(plan.PORTS, f"Inputs/x/{c}", "x") for c in ("Name", "Data type", "Handling")], 1),
        ([entry(plan.PORTS, "Check all outputs after each run", plan.ON, plan.OFF)], 1),
        ([entry(plan.PORTS, "Check all inputs before each run", plan.ON, plan.OFF)], 0),
        ([entry(plan.EXECUTION, plan.WIZARD, plan.CANCELLED)], 1),
        ([entry(plan.EXECUTION, plan.WIZARD, plan.FINISHED)], 0),
    ],
)
def test_wrong_is_what_the_plan_does_not_name(entries: list[Entry], count: int):
    assert len(scoring.wrong(later(*entries))) == count


def test_finishing_alone_is_no_success():
    score = scoring.score([entry(plan.EXECUTION, plan.WIZARD, plan.FINISHED)])
    assert not score.success
    assert score.reward == pytest.approx(1 / 36)
    assert score.wrong.startswith("missing: Tool type: Command line tool")
    assert score.wrong.endswith("and 32 more")


def test_the_figures_of_steps():
    steps = [step("confirmed", 1.0), step("no visible change", 2.0), step("failed", 3.0)]
    figures = scoring.figures([entry(plan.TYPE, "Tool type", "Command line tool")], steps)
    assert figures == {
        "required": 1,
        "required of 31": 1,
        "optional": 0,
        "wrong": 0,
        "no effect": 1,
        "not executable": 1,
        "actions": 3,
        "seconds": 6.0,
        "seconds per action": 2.0,
    }
    assert scoring.figures([], [])["seconds per action"] == 0


# The suite


def test_jobs_and_limits():
    chosen = suite("wizard")
    assert isinstance(chosen, Wizard)
    assert chosen.jobs(Options(seeds=(3, 5))) == [Job("wizard", seed) for seed in (3, 4, 5)]
    assert chosen.limits[0] == 80


def test_the_deeds_are_those_that_are_required():
    lines = deeds()
    assert completion(lines, lines) == 1.0
    assert "type docs/cuboid.pdf" not in lines
    # What can be chosen or typed, and where to go; a row takes two clicks beside its cells.
    assert len(lines) == len(plan.REQUIRED) + 2 * 5 + 1


def test_tables_show_the_means_beside_those_of_the_thesis():
    first = {"required": 30.0, "required of 31": 26.0, "actions": 40.0, "seconds": 80.0}
    second = {"required": 10.0, "required of 31": 10.0, "actions": 10.0, "seconds": 60.0}
    results = [
        Result("wizard", 0, True, 1.0, 40, figures=first),
        Result("wizard", 1, False, 0.3, 10, failure="loop", figures=second),
        Result("wizard", 2, False, failure="harness"),
    ]
    text = Wizard().tables(results, Options(model="some-model"))
    assert "| some-model | 20.0 | 18.0 | 0.0 | 0.0 | 0.0 | 0.0 | 25.0 | 2.8 |" in text
    assert "| GPT-4o | – | 23.2 | – | 6.9 | 4.2 | 13 | – | 8.6 |" in text
    assert "| 2 | 0 | default, " in text
