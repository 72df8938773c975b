"""Manuals of applications: found by the window in front, a section chosen by screen and task."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from agent.deciding.action_space import action_space
from agent.deciding.profiles import PROFILES
from agent.deciding.prompt import step_messages
from agent.errors import AgentError
from agent.records import manuals
from agent.records.manuals import SHIPPED, passage
from agent.task.plan import Outline
from commands.notes import app
from tests.support.made_choices import situation
from tests.support.made_maps import element, made_map, window
from vision.core.elements import ElementMap

OWN = """# Baker
Also: org.example.Baker, Backstube

## Mix a dough
Press **Knead…** and wait. Then **Rest** it.

## Bake bread
The **Oven** menu has **Heat**. Bread needs 230 degrees.

## Bake rolls
The **Oven** menu has **Heat**. Rolls need less.
"""


def own(text: str = OWN, name: str = "baker") -> Path:
    path = manuals.folder() / f"{name}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def seen(*texts: str, application: str = "baker") -> ElementMap:
    front = window(1, "Oven 3", application=application, active=True)
    shown = [element(n, "button", text) for n, text in enumerate(texts, start=1)]
    return made_map(shown, [front])


def told(task: str, *texts: str, application: str = "baker") -> str:
    return " ".join(passage(seen(*texts, application=application), Outline([task])))


def test_a_section_speaks_of_the_task_and_of_something_on_the_screen(data_folder: Path) -> None:
    own()
    assert (
        told("mix the dough", "Knead", "Oven")
        == "Mix a dough: Press “Knead…” and wait. Then “Rest” it."
    )
    assert told("bake two rolls", "Oven").startswith("Bake rolls: ")
    assert told("bake bread", "Oven").startswith("Bake bread: ")
    assert told("mix the dough", "Oven") == ""  # nothing of that section is here
    assert told("paint a door", "Oven", "Knead") == ""  # nothing of the task is there


def test_the_manual_is_that_of_the_window_in_front(data_folder: Path) -> None:
    own()
    assert told("bake rolls", "Oven", application="org.example.Baker")
    assert told("bake rolls", "Oven", application="backstube")
    assert not told("bake rolls", "Oven", application="Butcher")
    assert not told("bake rolls", "Oven", application="")
    assert passage(made_map(), Outline(["bake rolls"])) == ()


def test_a_name_may_go_on_in_the_next_line(data_folder: Path) -> None:
    own("# Baker\n## Mix a dough\nPress **Knead\nit** or **Rest**. **…** ends **Mix**.\n")
    line = told("mix the dough", "Knead it")
    assert line == "Mix a dough: Press “Knead it” or “Rest”. “…” ends “Mix”."
    assert told("mix the dough", "Mix") == line
    assert told("mix the dough", "") == ""  # a picture without a name


def test_a_file_may_begin_with_a_mark_of_its_encoding(data_folder: Path) -> None:
    own().write_bytes(b"\xef\xbb\xbf" + OWN.replace("\n", "\r\n").encode())
    assert told("bake two rolls", "Oven").startswith("Bake rolls: ")


def test_what_is_done_is_not_asked_for(data_folder: Path) -> None:
    own()
    outline = Outline(["mix the dough", "bake rolls"])
    outline.parts[0].done = True
    (line,) = passage(seen("Knead", "Oven"), outline)
    assert line.startswith("Bake rolls")


def test_a_persons_own_comes_before_the_shipped_one(data_folder: Path) -> None:
    assert manuals.manual("mousepad").path.parent == SHIPPED
    path = own(OWN.replace("Baker", "Mousepad", 1), "mousepad")
    assert manuals.manual("mousepad").path == path
    assert [m.path for m in manuals.all_manuals() if m.is_of("mousepad")] == [path]
    path.write_text(path.read_text("utf-8").replace("wait", "hope"), "utf-8")
    assert "hope" in told("mix the dough", "Knead", application="mousepad")


def test_a_long_section_ends_with_a_sentence(data_folder: Path) -> None:
    own(OWN.replace("Rolls need less.", "Rolls need less heat. " * 60))
    line = told("bake rolls", "Oven")
    assert 300 < len(line) <= 500
    assert line.endswith("heat.")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "no heading"),
        (b"# Baker\nonly words", "no section"),
        (b"# Baker\n## \xff\xfe", "utf-8"),
        (b"# Baker\n## A\n" + b"x" * 200_001, "the limit is 200000"),
    ],
)
def test_what_is_no_manual_is_told_and_given_to_no_model(
    content: bytes, why: str, data_folder: Path
) -> None:
    path = own()
    path.write_bytes(content)
    assert told("bake rolls", "Oven") == ""
    with pytest.raises(AgentError, match="is not a manual") as problem:
        manuals.manual("baker")
    assert why in str(problem.value)
    shown = CliRunner().invoke(app, ["manuals"])
    assert path.name in shown.stderr
    assert "Mousepad" in shown.stdout


def test_it_stands_behind_the_task_and_before_the_screen(data_folder: Path) -> None:
    own()
    now = situation(seen("Oven"), ["bake rolls"])
    space, profile = action_space(now), PROFILES["standard"]
    plain = step_messages(now, space, (), profile)
    given = step_messages(now, space, (), profile, (), passage(now.map, now.plan))
    assert given[0] == plain[0]
    task, _, rest = plain[1].content.partition("Screen:")
    assert given[1].content.startswith(task)
    assert given[1].content.endswith("Screen:" + rest)
    assert "From the manual:\n- Bake rolls: The “Oven” menu" in given[1].content


def test_every_shipped_manual_can_be_used() -> None:
    paths = sorted(SHIPPED.glob("*.md"))
    assert len(paths) >= 7
    for path in paths:
        manual = manuals.read(path)
        assert len(manual.sections) >= 3
        assert any(section.names for section in manual.sections), path
        assert all(section.title and section.text for section in manual.sections), path
        assert not any("**" in line for s in manual.sections for line in manuals._told(s)), path


def test_the_command_shows_a_manual_and_says_when_there_is_none(data_folder: Path) -> None:
    own()
    shown = CliRunner().invoke(app, ["manuals", "Baker"])
    assert "Press **Knead…** and wait." in shown.stdout
    path = own(OWN.replace("wait", "\x1b[2Jwait"))
    assert "\x1b" not in CliRunner().invoke(app, ["manuals", "Baker"], color=True).stdout
    assert f"Baker  (3 sections)  {path}" in CliRunner().invoke(app, ["manuals"]).stdout
    with pytest.raises(AgentError, match="no manual for “Butcher”"):
        manuals.manual("Butcher")
