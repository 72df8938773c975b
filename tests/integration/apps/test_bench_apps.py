"""The tasks of the applications benchmark: none is done before it began, each can be done by a
person, the check notices, and nothing is left behind."""

from __future__ import annotations

import os
import time
from pathlib import Path

import psutil
import pytest

from agent.computer.controller import PyAutoGuiController
from agent.desktop.virtual_desktop import MARK, Desktop
from agent.errors import AgentError
from benchmarks.apps import SUITE, TASKS, atspi
from benchmarks.apps.atspi import Node
from benchmarks.apps.base import episode, new_window
from benchmarks.apps.composing import faults_of, strays_of
from benchmarks.apps.editor import MOUSEPAD
from benchmarks.apps.person import NotThereError, Person
from benchmarks.episodes.completion import completion
from benchmarks.episodes.scene import Scene
from benchmarks.episodes.waiting import wait_until
from benchmarks.harness.jobs import Job, Options, Result
from vision.capture.windows import Window, list_windows
from vision.core.geometry import Box

# The services by which programs tell their widgets belong to the desktop, not to an episode.
_SERVICES = {"at-spi-bus-launcher", "at-spi2-registryd", "dbus-daemon"}
# Seeds shape words and places; tasks take them in turn.
_SEEDS = {name: number % 3 for number, name in enumerate(TASKS)}


# One of a file manager and one of an office program are in `make test`.
SMOKE = ("files-rename", "calc-sum")


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.smoke) if n in SMOKE else n for n in TASKS]
)
def test_a_task_is_not_done_before_and_done_after_a_person_did_it(
    desktop: Desktop, name: str
) -> None:
    before = _programs(desktop)
    own_home = os.environ.get("HOME")
    with TASKS[name].stage(desktop, Job(name, _SEEDS[name]), Options()) as scene:
        home = Path(os.environ["HOME"])
        assert scene.task
        assert scene.deeds
        untouched = scene.score()
        assert not untouched.success
        assert untouched.wrong
        if scene.truth is not None:
            _assert_true_elements(scene, desktop)
        assert scene.solve is not None
        scene.solve(PyAutoGuiController())
        _wait_for_success(scene)
    assert _programs(desktop) == before
    assert not [window for window in list_windows() if not window.popup]
    assert os.environ.get("HOME") == own_home
    assert not home.exists()


def _assert_true_elements(scene: Scene, desktop: Desktop) -> None:
    assert scene.truth is not None
    elements = scene.truth()
    screen = Box(0, 0, *desktop.size)
    assert len({element.text for element in elements if element.text}) >= 3
    assert all(screen.contains(element.box.center) for element in elements)


def _wait_for_success(scene: Scene) -> None:
    deadline = time.monotonic() + 8
    while not (score := scene.score()).success and time.monotonic() < deadline:
        time.sleep(0.1)
    assert score.wrong == ""
    assert score.success


def _programs(desktop: Desktop) -> dict[int, str]:
    """Names of the programs that run on a desktop, by their numbers."""
    found = {}
    for process in psutil.process_iter():
        try:
            if process.environ().get(MARK) != str(desktop.folder):
                continue
            argv = process.cmdline()
        except (psutil.Error, OSError):
            continue
        if argv and Path(argv[0]).name not in _SERVICES:
            found[process.pid] = argv[0]
    return found


def test_there_are_enough_tasks_and_enough_over_several_applications() -> None:
    assert len(TASKS) >= 24
    assert sum(2 <= len(task.applications) <= 4 for task in TASKS.values()) >= 8
    used = {application for task in TASKS.values() for application in task.applications}
    assert {"mousepad", "galculator", "pcmanfm", "thunar", "xterm", "Chromium"} <= used
    assert {"LibreOffice Writer", "LibreOffice Calc", "LibreOffice Impress"} <= used


def test_jobs_are_every_task_with_every_seed_or_those_that_are_named() -> None:
    assert len(SUITE.jobs(Options(seeds=(0, 2)))) == 3 * len(TASKS)
    some = Options(tasks=("files-copy", "editor-write"), seeds=(4, 5))
    assert [(job.task, job.seed) for job in SUITE.jobs(some)] == [
        ("files-copy", 4),
        ("files-copy", 5),
        ("editor-write", 4),
        ("editor-write", 5),
    ]
    with pytest.raises(AgentError, match="no-such-task"):
        SUITE.jobs(Options(tasks=("no-such-task",)))


def test_the_table_tells_each_task_and_one_from_several_applications() -> None:
    results = [
        Result("editor-write", 0, True, 1.0, 4, 10.0, 800, figures={"completion": 1.0}),
        Result("editor-write", 1, False, 0.0, 6, 20.0, 1200, "loop", figures={"completion": 0.5}),
        Result("across-attach", 0, False, 0.0, 0, 3.0, 0, "harness"),
    ]
    lines = SUITE.tables(results, Options()).splitlines()
    assert "| editor-write | 1/2 (50%) | 75% | 5.0 | 15.0 | 1000 | loop 1 |" in lines
    assert "| across-attach | 0/1 (0%) | 0% | 0.0 | 3.0 | 0 | harness 1 |" in lines
    assert "| **all** | 1/3 (33%) | 50% | 3.3 | 11.0 | 667 | loop 1, harness 1 |" in lines
    assert "| **one application** | 1/2 (50%) | 75% | 5.0 | 15.0 | 1000 | loop 1 |" in lines
    assert "| **several applications** | 0/1 (0%) | 0% | 0.0 | 3.0 | 0 | harness 1 |" in lines
    assert "| runs | 0 | 0 | 0 | 0 | 0 | 1 | 0 | 1 |" in lines


def test_completion_counts_the_true_beginning_and_takes_keys_by_their_word() -> None:
    true = ("click prices.csv | right click prices.csv", "press ctrl+x | click Cut", "press ctrl+v")
    assert (
        completion(["click Prices.csv", "scroll down", "press Ctrl+X", "press ctrl+v"], true) == 1
    )
    assert completion(["click prices.csv", "press ctrl+c", "press ctrl+v"], true) == 1 / 3
    assert completion(["press ctrl+v", "click walk.txt"], true) == 0


def test_an_episode_knows_nothing_of_the_one_before(desktop: Desktop) -> None:
    """The view of a folder is kept by a service of the message bus, that of the editor in a file;
    neither outlives the episode."""
    variables = {name: os.environ.get(name) for name in ("HOME", "XDG_CONFIG_HOME")}
    name = "files-show-hidden"
    for _ in range(2):
        with TASKS[name].stage(desktop, Job(name), Options()) as scene:
            assert not scene.score().success
            assert scene.solve is not None
            scene.solve(PyAutoGuiController())
            _wait_for_success(scene)
    assert {name: os.environ.get(name) for name in variables} == variables


def test_programs_that_a_task_did_not_start_itself_are_ended_too(desktop: Desktop) -> None:
    before = _programs(desktop)
    with episode(desktop):
        argv = ["xterm", "-e", "bash", "-c", "trap '' TERM HUP; while :; do sleep 1; done"]
        handles = {window.handle for window in list_windows()}
        desktop.launch(argv)
        new_window(handles)
        assert len(_programs(desktop)) > len(before)
    assert _programs(desktop) == before


def test_an_episode_that_breaks_is_taken_down_as_well(desktop: Desktop) -> None:
    before, home = _programs(desktop), os.environ.get("HOME")
    homes: list[Path] = []

    def break_in_it() -> None:
        with episode(desktop) as stage:
            stage.start(MOUSEPAD)
            homes.append(stage.home)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        break_in_it()
    assert _programs(desktop) == before
    assert os.environ.get("HOME") == home
    assert not homes[0].exists()


@pytest.mark.parametrize(
    ("name", "spoil", "said"),
    [
        ("files-copy", "prices.csv", "changed: prices.csv"),
        ("files-new-folder", "more.txt", "not wanted: more.txt"),
    ],
)
def test_what_the_task_did_not_ask_for_is_noticed(
    desktop: Desktop, name: str, spoil: str, said: str
) -> None:
    with TASKS[name].stage(desktop, Job(name), Options()) as scene:
        assert scene.solve is not None
        scene.solve(PyAutoGuiController())
        _wait_for_success(scene)
        (Path(os.environ["HOME"]) / "Documents" / spoil).write_text("spoilt")
        assert said in scene.score().wrong


def test_vim_that_was_closed_with_a_changed_file_is_no_success(desktop: Desktop) -> None:
    name = "terminal-close-vim"
    with TASKS[name].stage(desktop, Job(name), Options()) as scene:
        controller = PyAutoGuiController()
        for text in ("dd", ":wq"):
            controller.type_text(text)
        controller.press("enter")
        file = Path(os.environ["HOME"]) / "notes.txt"
        wait_until(lambda: file.read_bytes() == b"", "vim did not save")
        assert scene.score().wrong == "notes.txt was changed"


def test_vim_that_ended_with_its_window_is_no_success(desktop: Desktop) -> None:
    name = "terminal-close-vim"
    with TASKS[name].stage(desktop, Job(name), Options()) as scene:
        PyAutoGuiController().press("alt+f4")
        wait_until(lambda: not list_windows(), "the window did not close")
        wait_until(
            lambda: scene.score().wrong == "the terminal was closed", "the score does not notice"
        )


def test_true_elements_have_kinds_names_and_states(desktop: Desktop) -> None:
    with episode(desktop) as stage:
        (stage.documents / "a.txt").write_text("one two\n")
        window = stage.start([*MOUSEPAD, str(stage.documents / "a.txt")], (40, 30))
        person = Person(PyAutoGuiController(), stage)
        assert person.find("File", "menu").group == window.title
        text = next(element for element in stage.truth() if element.kind == "field")
        assert (text.state.value or "").strip() == "one two"
        person.press_for_window("ctrl+r", "Replace")
        assert person.find("Search for", "field").state.focused
        assert person.find("Match case", "checkbox").state.checked is False
        assert person.find("Wrap around", "checkbox").state.checked is True
        assert person.find("Find", "button").state.disabled
        assert person.find("Search direction", "dropdown").state.value == "Down"
        with pytest.raises(NotThereError, match=r"Match case \(checkbox\)"):
            person.find("No such thing", seconds=0)


def test_what_another_window_covers_is_no_true_element() -> None:
    below = Window(1, "Below", "", Box(0, 0, 400, 300))
    above = Window(2, "Above", "", Box(200, 0, 600, 300))
    menu = Window(3, "", "", Box(0, 20, 100, 200), popup=True)
    shows = frozenset({"showing", "sensitive"})
    frame = Node("p", "frame", "Below", Box(0, 0, 400, 300), shows, None)
    around = (frame,)

    def node(role: str, name: str, left: int, top: int, path: tuple[Node, ...] = around) -> Node:
        return Node("p", role, name, Box(left, top, left + 50, top + 20), shows, None, "", path)

    list_of_menu = node("menu", "File", 0, 0)
    found = [
        frame,
        list_of_menu,
        node("menu item", "Open", 0, 30, (frame, list_of_menu)),
        node("push button", "Under the menu", 10, 100),
        node("push button", "Free", 130, 100),
        node("push button", "Under the window", 300, 100),
        node("push button", "Outside", 130, 350),
    ]
    names = [element.text for element in atspi.elements(found, (menu, above, below))]
    assert names == ["File", "Open", "Free"]


def test_a_composed_text_is_checked_whatever_it_says():
    poem = "Slow waves of silver light come home tonight"
    assert faults_of(poem) == faults_of(poem, "silver") == ""
    assert "not saved" in faults_of(None)
    assert "holds" in faults_of("Too short")
    assert "twice" in faults_of(f"{poem}\n{poem}")
    assert "moon" in faults_of(poem, "moon")


def test_a_summary_says_nothing_that_the_page_does_not():
    page = ["It is open every day but Monday from 10 to 17.", "A ticket costs 8 euros."]
    assert strays_of("Open daily except Monday, 10 to 17. Tickets cost 8 euros.", page) == ""
    assert "5" in strays_of("Open until 5, tickets cost 8 euros.", page)
    assert "something else" in strays_of("Poems about rivers, mountains and ancient bridges", page)
