"""Routines as values and files: gaps in texts, learning from records, finding things again."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from agent.actions import (
    Action,
    Click,
    DoubleClick,
    Drag,
    OpenApp,
    Press,
    RightClick,
    Scroll,
    TypeText,
    Wait,
)
from agent.errors import AgentError
from agent.events import Said
from agent.records.writer import RunFolder
from agent.routines import store
from agent.routines.learn import routine_of
from agent.routines.routine import Routine, Thing, filled
from agent.routines.template import fill, matched, with_gap
from agent.routines.things import find
from agent.secrets.redaction import MASK
from agent.trajectory import EffectKind
from tests.support.made_maps import element, made_map, window
from tests.support.made_routines import BOOK, SIGN, SIGNED, desk, recorded
from vision.core.elements import State
from vision.core.geometry import Box


@pytest.mark.parametrize(
    ("template", "task", "values"),
    [
        ("Enter “{a}” and press Save", 'enter "Zoë  Grün"  and press save.', {"a": "Zoë  Grün"}),
        ("Enter “{a}” and press Save", "Enter “Ann’s” and press Save", {"a": "Ann’s"}),
        ("Enter “{a}” and press Save", "Enter “x” and “y” and press Save", None),
        ("Enter “{a}” and press Save", "Enter “x” and press Cancel", None),
        ("Calculate {sum}", "Calculate 3 + 4", {"sum": "3 + 4"}),
        ("Calculate {sum}", "Calculate", None),
        ("Calculate {sum}", "Calculate what the neighbours owe and send it to them", None),
        ("Copy {a} to {b} and back to {b}", "Copy x1 to y2 and back to y2", {"a": "x1", "b": "y2"}),
        ("Copy {a} to {b} and back to {b}", "Copy x1 to y2 and back to z3", None),
        ("Log in as {secret:mail}", "Log in as {secret:mail}", {}),
        ("Log in as {secret:mail}", "Log in as {secret:bank}", None),
        ("Write (a+) [b] “{a}”", "Write (a+) [b] “c”", {"a": "c"}),
    ],
)
def test_a_task_says_the_same_but_for_the_values(
    template: str, task: str, values: dict[str, str] | None
):
    assert matched(template, task, ["a", "b", "sum"]) == values


def test_a_hostile_task_is_compared_quickly():
    template = " ".join(f"{{p{n}}}" for n in range(8)) + " end"
    assert matched(template, "a " * 900, [f"p{n}" for n in range(8)]) is None


def test_a_gap_takes_the_place_of_a_value_only():
    assert with_gap("Enter “Save” and press Save", "Save", "v") == "Enter “{v}” and press Save"
    assert with_gap("ten and often", "ten", "v") == "{v} and often"
    assert fill("{v} and {secret:mail} and {w}", {"v": "{w}"}) == "{w} and {secret:mail} and {w}"


def test_a_record_becomes_a_routine(tmp_path: Path):
    learned = routine_of(recorded(tmp_path), "Guest book")
    assert replace(learned, saved=BOOK.saved, steps=()) == replace(BOOK, steps=())
    assert [step.words() for step in learned.steps] == [step.words() for step in BOOK.steps]
    assert learned.steps[1].on == Thing(
        "button", "Save", "Guest book", "formular", "", "Save button"
    )


def test_content_is_a_parameter_and_scrolling_on_the_way_is_left_out(tmp_path: Path):
    did = [(Scroll("down"), "confirmed"), (DoubleClick(5), "confirmed"), (Wait(), "confirmed"),
           (Press("ctrl+s"), "confirmed"), (Scroll("up"), "confirmed")]  # fmt: skip
    learned = routine_of(recorded(tmp_path, "Open the folder Music and save it", did, plan=()))  # type: ignore[arg-type]
    assert learned.task == "Open the folder {list-item} and save it"
    assert [(step.do, step.text) for step in learned.steps] == [
        ("double-click", ""), ("press", "ctrl+s"), ("scroll", "up")
    ]  # fmt: skip
    now = filled(learned, {"list-item": "Pictures"})
    assert now.steps[0].on is not None
    assert now.steps[0].on.name == "Pictures"
    assert now.task == "Open the folder Pictures and save it"


def test_a_ticked_box_is_kept_as_ticked(tmp_path: Path):
    learned = routine_of(recorded(tmp_path, "tick Newsletter", [(Click(2), "confirmed")], plan=()))
    assert learned.steps[0].ticked is True
    assert learned.parameters == ()


def test_secrets_become_parameters_that_are_asked_for(tmp_path: Path, data_folder: Path):
    did = [(TypeText("Ann Lee", 1), "confirmed"), (TypeText(MASK, 1), "confirmed")]
    task = f"Log in as “Ann Lee” with the password {MASK}"
    folder = recorded(tmp_path, task, did, plan=[f"· {task}"])  # type: ignore[arg-type]
    learned = routine_of(folder, "Log in")
    assert learned.task == "Log in as “{full-name}” with the password {secret}"
    assert learned.parts == (learned.task,)
    assert learned.steps[1].text == "{secret}"
    store.keep(learned)
    again = store.routine("Log in")
    assert [(each.name, each.value, each.secret) for each in again.parameters] == [
        ("full-name", "Ann Lee", False), ("secret", "", True)
    ]  # fmt: skip
    assert MASK not in store.path_of("Log in").read_text("utf-8")
    with pytest.raises(AgentError, match="needs a value for “secret”"):
        filled(again, {})
    with pytest.raises(AgentError, match="needs a value for “secret”"):
        filled(again, {"secret": "{secret}"})
    now = filled(again, {"secret": "hunter2"})
    assert now.secrets == ("hunter2",)
    assert now.task == "Log in as “Ann Lee” with the password hunter2"


def test_a_named_secret_stays_a_name(tmp_path: Path):
    task = "Enter {secret:mail} as full name"
    learned = routine_of(recorded(tmp_path, task, [(TypeText("{secret:mail}", 1), "confirmed")]))
    assert learned.task == task
    assert learned.parameters == ()
    assert filled(learned, {}).steps[0].text == "{secret:mail}"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"outcome": "failed"}, "Only a run that ended as done"),
        ({"did": [(Click(4), "no visible change")]}, "This run has no step with an effect"),
        (
            {"task": "Log in", "did": [(TypeText(MASK, 1), "confirmed")]},
            "that the record does not distinguish",
        ),
    ],
)
def test_what_cannot_be_kept_is_said(tmp_path: Path, change: dict[str, object], said: str):
    with pytest.raises(AgentError, match=said):
        routine_of(recorded(tmp_path, **change))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (Drag(3, 4), "drags something"),
        (RightClick(3), "clicks with the right button"),
        (TypeText("x", 1, "append"), "adds to a text"),
        (OpenApp("Pad", window=7), "brings one of several windows"),
    ],
)
def test_a_run_whose_steps_no_routine_has_is_not_learned(tmp_path: Path, action: Action, said: str):
    with pytest.raises(AgentError, match=f"A step of this run {said}"):
        routine_of(recorded(tmp_path, did=[*SIGNED, (action, "confirmed")]))


def test_text_typed_where_the_focus_was_cannot_be_kept(tmp_path: Path):
    did: list[tuple[Action, EffectKind]] = [
        (Press("ctrl+end"), "confirmed"),
        (TypeText("hello"), "confirmed"),
    ]
    folder = recorded(tmp_path, "Write “hello”", did)
    with pytest.raises(AgentError, match="common shortcuts") as told:
        routine_of(folder)
    assert "do not ask the model" in told.value.hint


def test_older_damaged_and_steered_records_are_said(tmp_path: Path):
    folder = recorded(tmp_path)
    RunFolder.told(_opened(folder), Said("not that one"))
    with pytest.raises(AgentError, match="You gave further instructions during this run"):
        routine_of(folder)
    (folder / "decisions.jsonl").unlink()
    step = folder / "step-003.json"
    text = step.read_text("utf-8")
    step.write_text(text.replace('"on"', '"before"'), "utf-8")
    with pytest.raises(
        AgentError, match="a version that did not save how steps find their elements"
    ):
        routine_of(folder)
    step.write_text(text[:40], "utf-8")
    with pytest.raises(AgentError, match=r"step-003\.json cannot be read"):
        routine_of(folder)


def _opened(folder: Path) -> RunFolder:
    opened = object.__new__(RunFolder)
    opened.path, opened._questions = folder, 0
    return opened


def test_a_routine_is_written_read_renamed_and_deleted(data_folder: Path):
    path = store.keep(replace(BOOK, name="  Guest   book "))
    assert path == data_folder / "routines" / "guest-book.toml"
    assert path.stat().st_mode & 0o777 == 0o600
    assert store.routine("GUEST BOOK") == BOOK
    with pytest.raises(AgentError, match="A routine “guest book” already exists"):
        store.keep(replace(BOOK, name="guest book"))
    other = store.keep(replace(BOOK, name="Guest-book"))
    assert other.name != path.name
    with pytest.raises(AgentError, match="already"):
        store.rename("Guest-book", "guest book")
    assert store.rename("Guest-book", "Visitors").name == "Visitors"
    assert [each.name for each in store.kept()] == ["Guest book", "Visitors"]
    assert store.delete("visitors") == "Visitors"
    with pytest.raises(AgentError, match="There is no routine “Visitors”"):
        store.routine("Visitors")
    for name in ("", "  ", "a\x00b", "x" * 61, "…"):
        with pytest.raises(AgentError, match="name"):
            store.keep(replace(BOOK, name=name))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name = ", "Invalid value"),
        ("", "it has no name"),
        ('name = "a"\ntask = "b"', "it has 0 steps instead of 1 to 200"),
        (
            'name = "a"\ntask = "b"\n[[step]]\ndo = "rm"',
            "step 1 must have a “do” that is one of click",
        ),
        ('name = "a"\ntask = "b"\n[[step]]\ndo = "click"', "does not give the kind"),
        (
            'name = "a"\ntask = "b"\n[[step]]\ndo = "press"\ntext = "alt+f4"',
            "is not allowed in routines",
        ),
        ('name = "a"\ntask = "b"\nstep = 4', "must be a list of tables"),
        ('format = 2\nname = "a"\ntask = "b"', "the format 2, which this version does not support"),
    ],
)
def test_a_damaged_file_is_said_and_the_others_are_there(data_folder: Path, text: str, said: str):
    store.keep(BOOK)
    bad = store.folder() / "bad.toml"
    bad.write_text(text, "utf-8")
    damaged, good = store.kept()
    assert good.routine == BOOK
    assert said in damaged.problem
    assert str(bad) in damaged.problem
    with pytest.raises(AgentError, match="cannot be read"):
        store.routine("bad")
    assert store.like(SIGN) is not None
    store.delete("bad")
    assert not bad.exists()


def test_a_full_disk_loses_nothing(data_folder: Path, monkeypatch: pytest.MonkeyPatch):
    path = store.keep(BOOK)
    before = path.read_text("utf-8")

    def full(self: Path, text: str, encoding: str) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(AgentError, match="No space left on device"):
        store.rename("Guest book", "Visitors")
    with pytest.raises(AgentError, match="No space left on device"):
        store.keep(replace(BOOK, name="Another"))
    assert path.read_text("utf-8") == before
    assert list(store.folder().iterdir()) == [path]


def test_of_two_at_once_one_is_kept(data_folder: Path):
    told: list[str] = []

    def keep() -> None:
        try:
            store.keep(BOOK)
            told.append("kept")
        except AgentError:
            told.append("taken")

    threads = [threading.Thread(target=keep) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [each.routine for each in store.kept()] == [BOOK] * told.count("kept")
    assert told.count("kept") == 1


def test_a_task_like_a_routine_is_found_with_its_values(data_folder: Path):
    assert store.like(SIGN) is None
    store.keep(BOOK)
    assert store.like("enter “Zoë” as full name and press save") == (BOOK, {"full-name": "Zoë"})
    assert store.like("enter “Zoë” as last name and press save") is None


def test_values_are_checked_before_a_run():
    with pytest.raises(AgentError, match="has no parameter “age”"):
        filled(BOOK, {"age": "4"})
    with pytest.raises(AgentError, match="needs a value"):
        filled(BOOK, {"full-name": " "})
    with pytest.raises(AgentError, match="longer than 1,000"):
        filled(BOOK, {"full-name": "x" * 1001})
    assert filled(BOOK, {}).task == SIGN


def things_found(thing: Thing, *elements: object) -> int | None:
    map_ = made_map(elements or desk().elements, desk().windows)  # type: ignore[arg-type]
    found = find(thing, map_)
    return found.id if found else None


SAVE = Thing("button", "Save", "Guest book", "formular", called="Save button")


def test_a_thing_is_found_by_its_description_alone():
    assert things_found(SAVE) == 3
    # Elsewhere, in a window with another title, read a little otherwise, drawn as an icon.
    moved = element(9, "button", "Save", Box(300, 300, 380, 330), group="Guest book 2")
    assert things_found(SAVE, moved) == 9
    assert things_found(replace(SAVE, name="Newsletters"), *_boxes("Newsletter5")) == 9
    assert things_found(SAVE, replace(moved, kind="icon")) == 9
    # Not what is only like it, disabled, of another application or kind.
    assert things_found(SAVE, replace(moved, text="Save as")) is None
    assert things_found(SAVE, replace(moved, state=State(disabled=True))) is None
    assert things_found(replace(SAVE, application="other")) is None
    assert things_found(SAVE, replace(moved, kind="checkbox")) is None
    assert things_found(Thing("icon", "", application="formular"), replace(moved, text="")) is None


def _boxes(text: str) -> tuple[object, ...]:
    return (element(9, "button", text, Box(300, 300, 380, 330)),)


def test_of_several_the_one_that_is_told_apart():
    rows = [
        element(1, "button", "Delete", Box(20, 40, 90, 60), group="Guest book"),
        element(2, "button", "Delete", Box(20, 80, 90, 100), group="Guest book"),
    ]
    rows = [replace(row, within=name) for row, name in zip(rows, ("Ann", "Bob"), strict=True)]
    delete = Thing("button", "Delete", "Guest book", "formular", "Bob")
    assert things_found(delete, *rows) == 2
    assert things_found(replace(delete, within="Eve", called="Delete button (Ann)"), *rows) == 1
    assert things_found(replace(delete, within="Eve"), *rows) is None
    other = window(2, "Other", Box(700, 0, 900, 400), application="formular")
    map_ = made_map(
        [element(1, "button", "OK", Box(20, 40, 90, 60), group="Guest book"),
         element(2, "button", "OK", Box(720, 40, 790, 60), group="Other")],
        [replace(other, active=True), replace(desk().windows[0], active=False)],
    )  # fmt: skip
    found = find(Thing("button", "OK", "", "formular"), map_)
    assert found is not None
    assert found.id == 2


def test_text_that_the_screen_shows_stays_text(data_folder: Path):
    name = 'x"\n[[step]]\ndo = "press"\ntext = "delete"'
    step = replace(BOOK.steps[1], on=Thing("button", name))
    store.keep(replace(BOOK, steps=(step,)))
    assert store.routine("Guest book").steps == (replace(step, on=Thing("button", name)),)


def test_a_changed_task_is_cut_anew(data_folder: Path):
    path = store.keep(BOOK)
    text = path.read_text("utf-8").replace('task = "Enter', 'task = "Please enter')
    path.write_text(text, "utf-8")
    changed: Routine = store.routine("Guest book")
    assert changed.parts == ()
    assert changed.task.startswith("Please enter")
