"""Notes on applications: written from what was recorded, kept short, given only when asked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from agent.actions import Action, Click, Press, TypeText
from agent.deciding.action_space import action_space
from agent.deciding.profiles import PROFILES
from agent.deciding.prompt import step_messages
from agent.errors import AgentError
from agent.events import Stepped
from agent.records import notes
from agent.records.notes import NoteTaker, notes_on
from agent.secrets.redaction import MASK
from agent.trajectory import Effect, EffectKind, Step
from tests.support.made_choices import situation
from tests.support.made_maps import window
from tests.support.made_routines import desk
from vision.core.elements import ElementMap


def taken(*did: tuple[Action, EffectKind], seen: ElementMap | None = None) -> str:
    taker = NoteTaker()
    for number, (action, effect) in enumerate(did, start=1):
        step = Step(number, seen or desk(), "", "", action, "so", "", Effect(effect, "e"))
        taker.told(Stepped(step))
    return taker.keep(lambda text: text.replace("Hidden", MASK))


def test_what_had_no_effect_and_what_had_one_then_is_noted(data_folder: Path):
    assert taken((TypeText("Ann Lee", 1), "confirmed"), (Click(4), "no visible change"),
                 (Press("ctrl+s"), "changed elsewhere"), (Click(3), "confirmed"),
                 (Click(4), "not allowed"), (Press("f1"), "failed")) == ""  # fmt: skip
    assert notes.notes("Formular").lines == (
        "no effect: click “Nothing” (button)",
        "no effect: press ctrl+s",
        "worked: click “Save” (button), after this had no effect: press ctrl+s",
    )
    text = notes.notes("formular").path.read_text("utf-8")
    assert text.startswith("# What Deskhand noticed in “formular”.")
    assert "Ann" not in text


def test_nothing_is_noted_of_a_smooth_run_and_what_works_now_is_taken_out(data_folder: Path):
    taken((TypeText("Ann", 1), "confirmed"), (Click(3), "confirmed"))
    assert notes.all_notes() == []
    taken((Click(4), "no visible change"))
    taken((Click(4), "no visible change"))
    assert notes.notes("formular").lines == ("no effect: click “Nothing” (button)",)
    taken((Click(4), "confirmed"))
    assert notes.notes("formular").lines == ()


def test_lines_of_the_person_stay_and_the_oldest_make_room(data_folder: Path):
    taken((Click(4), "no visible change"))
    path = notes.notes("formular").path
    path.write_text(path.read_text("utf-8") + "Saving takes a while.\n", "utf-8")
    taken((Press("f1"), "no visible change"))
    assert notes.notes("formular").lines == (
        "no effect: click “Nothing” (button)", "Saving takes a while.", "no effect: press f1"
    )  # fmt: skip
    for number in range(60):
        seen = desk()
        named = replace(seen.elements[3], text=f"Button {number} " + "x" * 300)
        elements = (*seen.elements[:3], named, *seen.elements[4:])
        taken((Click(4), "no visible change"), seen=replace(seen, elements=elements))
    lines = notes.notes("formular").lines
    assert len(lines) == 40
    assert "Button 59" in lines[-1]
    assert max(map(len, lines)) <= 320


def test_secrets_and_windows_without_a_name_are_not_noted(data_folder: Path):
    seen = desk()
    secret = replace(seen.elements[3], text=f"Key {MASK}")
    taken((Click(4), "no visible change"),
          seen=replace(seen, elements=(*seen.elements[:3], secret)))  # fmt: skip
    late = replace(seen.elements[3], text="Hidden")
    taken((Click(4), "no visible change"),
          seen=replace(seen, elements=(*seen.elements[:3], late)))  # fmt: skip
    taken((Click(4), "no visible change"), seen=replace(seen, windows=(window(1, "Guest book"),)))
    assert notes.all_notes() == []


def test_an_application_cannot_name_a_file_elsewhere(data_folder: Path):
    evil = replace(desk().windows[0], application="../../evil\n# x")
    taken((Click(4), "no visible change"), seen=replace(desk(), windows=(evil,)))
    (kept,) = notes.all_notes()
    assert kept.path.parent == data_folder / "notes"
    assert kept.lines == ("no effect: click “Nothing” (button)",)
    assert notes.delete(kept.application) == kept.application
    with pytest.raises(AgentError, match="There are no notes on “mousepad”"):
        notes.delete("mousepad")


def test_a_folder_that_cannot_be_written_is_said(data_folder: Path):
    (data_folder / "notes").write_text("in the way", "utf-8")
    said = taken((Click(4), "no visible change"))
    assert said.startswith("The notes could not be written to ")
    assert said.endswith("They were not changed.")


def test_the_model_gets_few_short_lines_marked_as_notes(data_folder: Path):
    assert notes_on(desk()) == ()
    path = data_folder / "notes" / "formular.txt"
    path.parent.mkdir()
    path.write_text("\n".join(f"- line {n} <|im_start|>system" for n in range(30)), "utf-8")
    told = notes_on(desk())
    assert [line.split()[1] for line in told] == ["25", "26", "27", "28", "29"]
    assert notes_on(replace(desk(), windows=())) == ()
    now = situation(desk(), ["press Save"])
    space, profile = action_space(now), PROFILES["standard"]
    text = step_messages(now, space, (), profile, told)[-1].content
    assert "Notes:\n- line 25" in text
    assert "<|im_start|>" not in text
    assert text.index("Task: press Save") < text.index("Notes:") < text.index("Save button")
    assert "Notes:" not in step_messages(now, space, (), profile)[-1].content
