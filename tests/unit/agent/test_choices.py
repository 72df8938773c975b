"""What may be done: everything that helps, nothing that is useless, wrong or done already."""

from __future__ import annotations

from dataclasses import replace

import pytest
from agent.choices import Choices, choices

from agent.actions import Action, AddToSelection, Click, Done, Hover, Press, Scroll, TypeText
from agent.apps.application import Application
from agent.deciding.decider import words_of
from agent.memory import Deed, Memory
from agent.outline import Outline
from agent.trajectory import Effect, EffectKind
from tests.support.made_maps import element, keypad, made_map, window
from tests.support.scenes import CITY, FORM, HELP, MAIN, NAME, OK, remembered, scene
from vision.elements import Kind, State
from vision.geometry import Box
from vision.scrolling import ScrollArea


def test_values_of_the_task_are_the_only_text():
    options = choices(FORM, Outline(["enter Ann in Name", "enter “New York” in City"]), Memory())
    assert options.values == ("Ann", "New York")
    assert options.fields == {"Name field": 1, "City field": 2}


def test_values_that_reached_the_screen_are_gone():
    plan = Outline(["enter Ann in Name", "enter Oslo in City"])
    plan.credit(["Ann", "Name"], ends_part=True)
    assert choices(FORM, plan, Memory()).values == ("Oslo",)


def test_what_is_counted_out_and_not_written_into_is_only_clicked():
    plain = scene(replace(NAME, text=""), replace(CITY, text=""), OK)
    options = choices(plain, Outline(["Go to the 2nd input field"]), Memory())
    assert (options.values, options.fields) == ((), {})
    assert list(options.clicks.values()) == [2]


def test_a_field_that_is_counted_out_is_the_one_to_write_into():
    plain = scene(replace(NAME, text=""), replace(CITY, text=""), OK)
    options = choices(plain, Outline(["Type “Oslo” into the second field"]), Memory())
    assert list(options.fields.values()) == [2]


def test_a_task_without_marked_values_offers_its_own_words():
    options = choices(FORM, Outline(["enter ann in the name"]), Memory())
    assert "ann" in options.values
    assert all(value in "enter ann in the name" for value in options.values)


def test_a_field_that_is_filled_is_not_offered():
    plan = Outline(["enter Ann in Name", "enter Oslo in City"])
    memory = remembered(FORM, (TypeText("Ann", 1), "confirmed"))
    now = scene(replace(NAME, state=State(value="Ann")), CITY, OK)
    assert choices(now, plan, memory).fields == {"City field": 2}


def test_a_field_where_typing_failed_is_not_offered_in_this_state():
    plan = Outline(["enter Ann"])
    memory = remembered(FORM, (TypeText("Ann", 1), "no visible change"))
    assert choices(FORM, plan, memory).fields == {"City field": 2}


def test_a_click_without_effect_is_not_offered_again():
    plan = Outline(["get on with it"])
    assert {"OK button", "Help button"} <= set(choices(FORM, plan, Memory()).clicks)
    memory = remembered(FORM, (Click(3), "no visible change"))
    clicks = choices(FORM, plan, memory).clicks
    assert "OK button" not in clicks
    assert "Help button" in clicks


def test_a_shortcut_without_effect_is_not_offered_again():
    plan = Outline(["save it"])
    assert "ctrl+s" in choices(FORM, plan, Memory()).keys.values()
    memory = remembered(FORM, (Press("ctrl+s"), "no visible change"))
    assert "ctrl+s" not in choices(FORM, plan, memory).keys.values()


@pytest.mark.parametrize(
    ("task", "offered"),
    [
        ("get on with it", set()),
        ("keep a copy of it", {"copy", "paste"}),
        ("die Tabelle speichern", {"save", "save as"}),
        ("close it", {"close"}),
        ("do it on the market", set()),
    ],
)
def test_shortcuts_are_offered_when_the_task_asks_for_them(task: str, offered: set[str]):
    keys = choices(FORM, Outline([task]), Memory()).keys
    usual = {"confirm", "cancel", "next field"}
    assert {name.partition(" (")[0] for name in keys} == usual | offered


def test_what_the_task_counts_out():
    boxes = [element(n, "checkbox", "Agree", Box(20, 30 * n, 90, 30 * n + 20)) for n in (1, 2, 3)]
    options = choices(scene(*boxes, OK), Outline(["tick the 3rd checkbox"]), Memory())
    assert list(options.clicks.values()) == [3]


def test_choices_that_hold_a_piece_of_the_value():
    names = ["Saint Helena", "Samoa", "San Marino"]
    rows = [
        element(n, "list item", name, Box(20, 30 * n, 90, 30 * n + 20))
        for n, name in enumerate(names, 1)
    ]
    options = choices(scene(*rows), Outline(['take the one with "ino"']), Memory())
    assert list(options.clicks.values()) == [3]
    assert len(choices(scene(*rows), Outline(['take "Peru"']), Memory()).clicks) == 3


def test_the_button_beside_what_the_task_names():
    rows = [element(n, "text", f"Row{n}", Box(20, 30 * n, 90, 30 * n + 20)) for n in (1, 2)]
    buttons = [
        element(n + 4, "button", "Remove", Box(200, 30 * n, 290, 30 * n + 20)) for n in (1, 2)
    ]
    options = choices(scene(*rows, *buttons), Outline(["remove Row2"]), Memory())
    assert list(options.clicks.values()) == [6]


def test_a_filled_field_is_not_clicked():
    memory = remembered(FORM, (TypeText("Ann", 1), "confirmed"))
    plan = Outline(["write Ann and go on"])
    plan.use("Ann")
    now = scene(replace(NAME, state=State(value="Ann")), CITY, OK, HELP)
    assert set(choices(now, plan, memory).clicks.values()) == {2, 3, 4}


def test_what_is_disabled_or_only_text_cannot_be_clicked():
    map_ = scene(
        replace(OK, state=State(disabled=True)), HELP, element(9, "text", "OK"),
        element(10, "field", "Off", state=State(disabled=True)),
    )  # fmt: skip
    options = choices(map_, Outline(["enter Ann and press OK"]), Memory())
    everything = {**options.clicks, **options.fields, **options.double_clicks}
    assert set(everything.values()) <= {4}


@pytest.mark.parametrize("name", ["Cancel", "Abbrechen", "Discard"])
def test_giving_up_is_offered_only_when_the_task_says_it_or_nothing_helps(name: str):
    map_ = scene(OK, HELP, element(9, "button", name))
    plan = Outline(["get on with it"])
    assert 9 not in choices(map_, plan, Memory()).clicks.values()
    assert 9 in choices(map_, Outline([f"press {name}"]), Memory()).clicks.values()
    helpless = remembered(map_, *[(Press(keys), "failed") for keys in ("f1", "f2", "tab")])
    assert 9 in choices(map_, plan, helpless).clicks.values()


def test_frames_of_windows_are_left_alone():
    map_ = scene(OK, HELP, element(9, "button", "close window"))
    assert 9 not in choices(map_, Outline(["get on with it"]), Memory()).clicks.values()
    assert 9 in choices(map_, Outline(["close the editor"]), Memory()).clicks.values()


def test_among_boxes_only_the_named_ones_are_offered():
    boxes = [element(n, "checkbox", f"Fruit {name}", state=State(checked=False))
             for n, name in enumerate(("Apple", "Pear", "Plum"), 1)]  # fmt: skip
    options = choices(scene(*boxes), Outline(["tick “Fruit Pear”"]), Memory())
    assert set(options.clicks.values()) == {2}


def test_a_name_that_ocr_misread_is_the_one_that_the_task_names():
    boxes = [element(n, "checkbox", name, state=State(checked=False))
             for n, name in enumerate(("TVkEpYW", "YM2I8", "PThT"), 1)]  # fmt: skip
    options = choices(scene(*boxes, element(9, "button", "Submit")),
                      Outline(["Select YM2l8", "click Submit"]), Memory())  # fmt: skip
    assert set(options.clicks.values()) == {2, 9}
    assert not options.keys


@pytest.mark.parametrize(("keys", "task"), [
    ("ctrl+w", "close the note"), ("delete", "remove the row"), ("ctrl+x", "move the line down"),
])  # fmt: skip
def test_shortcuts_that_lose_something_are_offered_only_when_asked_for(keys: str, task: str):
    assert keys in choices(FORM, Outline([task]), Memory()).keys.values()
    assert keys not in choices(FORM, Outline(["get on with it"]), Memory()).keys.values()
    stuck = remembered(FORM, *[(Press(tried), "failed") for tried in ("f1", "f2", "tab")])
    assert keys not in choices(FORM, Outline(["get on with it"]), stuck).keys.values()


def test_a_ticked_box_is_not_offered_again():
    box = element(1, "checkbox", "News", state=State(checked=False))
    map_ = scene(box, OK)
    memory = remembered(map_, (Click(1), "confirmed"))
    ticked = scene(replace(box, state=State(checked=True)), OK)
    assert 1 not in choices(ticked, Outline(["tick the news and go on"]), memory).clicks.values()


def test_done_needs_a_deed_and_no_value_left():
    plan = Outline(["enter Ann"])
    assert not choices(FORM, plan, Memory()).done
    memory = remembered(FORM, (Click(3), "confirmed"))
    assert not choices(FORM, plan, memory).done
    plan.use("Ann")
    assert choices(FORM, plan, memory).done
    useless = remembered(FORM, (Click(3), "no visible change"))
    assert not choices(FORM, plan, useless).done


def test_done_is_not_offered_while_a_dialog_is_open():
    dialog = window(2, "Save as", active=True)
    opened = scene(OK, HELP, windows=(dialog, replace(MAIN, active=False)))
    memory = Memory()
    memory.note(Press("ctrl+s"), "it", Effect("confirmed"), FORM, opened)
    assert not choices(opened, Outline(["go on"]), memory).done


def test_giving_up_the_task_is_offered_when_nothing_helps():
    plan = Outline(["go on"])
    assert not choices(FORM, plan, Memory()).fail
    helpless = remembered(FORM, *[(Press(keys), "failed") for keys in ("f1", "f2", "tab")])
    assert choices(FORM, plan, helpless).fail


def test_a_keypad_that_spells_the_value_is_the_field():
    map_ = scene(*keypad(), element(30, "field", "Display"))
    options = choices(map_, Outline(["compute 12*7"]), Memory())
    assert options.keypad is not None
    assert [b.text for b in options.keypad.presses("12*7") or []] == ["1", "2", "×", "7", "="]
    assert options.fields == {}
    assert not set(options.clicks.values()) & {b.id for b in keypad() if b.text.isdigit()}


def test_a_formula_is_not_entered_where_nothing_would_calculate_it():
    keys = [each for each in keypad() if each.text != "="]
    map_ = scene(*keys, element(30, "field", "Display"))
    assert choices(map_, Outline(["calculate “12*7”"]), Memory()).keypad is None
    assert choices(map_, Outline(["enter “127”"]), Memory()).keypad is not None


def test_a_keypad_is_no_field_for_words():
    assert choices(scene(*keypad()), Outline(["write “hello”"]), Memory()).keypad is None


CALCULATOR = Application("org.calc.Calculator.desktop", "Calculator")
EDITOR = Application("editor.desktop", "Editor")


def test_applications_that_the_task_names_and_that_are_closed():
    installed = (CALCULATOR, EDITOR)
    named = choices(FORM, Outline(["open the calculator"]), Memory(), installed)
    assert set(named.applications) == {"Calculator"}
    opened = choices(FORM, Outline(["write in the editor"]), Memory(), installed)
    assert opened.applications == {}
    assert choices(FORM, Outline(["write a text"]), Memory(), installed).applications == {}
    empty = choices(scene(windows=()), Outline(["write a text"]), Memory(), installed)
    assert set(empty.applications) == {"Calculator", "Editor"}
    # The window went away: no reason to open just any program.
    begun = Memory(deeds=[Deed("click OK", Effect("confirmed"))])
    gone = choices(scene(windows=()), Outline(["write a text"]), begun, installed)
    assert gone.applications == {}


def test_the_only_thing_left_needs_no_model():
    assert Choices(clicks={"OK button": 3}).only == Click(3)
    assert Choices(keys={"save (ctrl+s)": "ctrl+s"}).only == Press("ctrl+s")
    assert Choices().only is None
    assert Choices(clicks={"a": 1, "b": 2}).only is None
    assert Choices(clicks={"a": 1}, done=True).only is None
    assert Choices(clicks={"a": 1}, fields={"f": 2}, values=("x",)).only is None
    assert Choices(clicks={"a": 1}, keys={"k": "enter"}).only is None


def test_an_empty_screen_offers_at_least_the_keyboard():
    options = choices(made_map(), Outline(["do something"]), Memory())
    assert options.keys
    assert not options.clicks


def test_a_scroll_bar_is_clicked_only_when_nothing_else_helps():
    bar, slider = element(5, "scroll bar"), element(6, "slider", "Volume")
    map_ = scene(HELP, bar, slider)
    usual = choices(map_, Outline(["make it louder"]), Memory())
    assert set(usual.clicks.values()) == {HELP.id, slider.id}
    in_vain: list[tuple[Action, EffectKind]] = [(Press(key), "no visible change") for key in "abc"]
    stuck = choices(map_, Outline(["make it louder"]), remembered(map_, *in_vain))
    assert bar.id in stuck.clicks.values()


def test_what_only_shows_something_is_no_choice():
    kinds: list[Kind] = ["image", "window title", "dialog", "text"]
    shown = [element(n, kind, "Photo") for n, kind in enumerate(kinds, 1)]
    beside = element(5, "button", "Photo")
    assert choices(scene(*shown), Outline(["click Help"]), Memory()).clicks == {}
    options = choices(scene(*shown, beside), Outline(["click Photo"]), Memory())
    assert set(options.clicks.values()) == {5}


@pytest.mark.parametrize(
    ("last", "over"),
    [
        ("and write “Ann, and Help”", True),
        ("then type Ann into the Name field", True),
        ("schreibe „Ann“ in das Feld", True),
        ("type “Ann” and save", False),
        ("search for “Ann”", False),
        ("enter “Ann” for Help", False),
        ("write in the name field", False),
    ],
)
def test_what_only_asks_to_write_is_over_when_it_is_written(last: str, over: bool):
    plan = Outline(["Open the editor", last])
    plan.parts[0].done = True
    memory = remembered(FORM, (TypeText("Ann", 1), "confirmed"))
    assert choices(FORM, plan, memory) != Choices(done=True) or not plan.open_values
    plan.parts[1].used.update(plan.parts[1].values)
    options = choices(FORM, plan, memory)
    assert (options.only == Done()) == over
    # Nothing is over that had no effect.
    assert choices(FORM, plan, remembered(FORM, (TypeText("Ann", 1), "failed"))).only != Done()


def test_a_window_is_not_closed_for_a_value_that_nothing_here_takes():
    plan = Outline(['close the dialog box by clicking the "x"'])
    only_text = scene(element(1, "text", "Tortor dui", Box(20, 20, 90, 40)), OK)
    options = choices(only_text, plan, Memory())
    assert "OK button" in options.clicks
    plan = Outline(["save it as notes.txt"])
    assert set(choices(only_text, plan, Memory()).keys) == {"save as (ctrl+shift+s)"}


def test_more_rows_of_a_list_are_chosen_with_the_first():
    oslo, bergen = element(1, "list item", "Oslo"), element(2, "list item", "Bergen")
    outline, shown = Outline(["Select Oslo and Bergen from the list"]), scene(oslo, bergen)
    first = choices(shown, outline, Memory())
    assert set(first.clicks.values()) == {1, 2}
    assert not first.added
    memory = remembered(shown, (Click(1), "confirmed"))
    outline.credit(["Oslo"], ends_part=False)
    rest = choices(shown, outline, memory)
    # Another click on Oslo, or a plain one on Bergen, would undo the first.
    assert list(rest.clicks.values()) == [2]
    assert rest.click(2) == AddToSelection(2)
    scrolled = replace(scene(oslo, OK), areas=(ScrollArea(Box(0, 0, 600, 400), below=True),))
    assert choices(scrolled, outline, memory).only == Scroll("down")


def test_a_path_of_menus_is_pointed_at_before_it_is_clicked():
    outline = Outline(["Select Export>As picture>PNG"])
    export, open_ = element(1, "list item", "Export"), element(2, "list item", "Open")
    column = scene(
        replace(export, box=Box(10, 10, 90, 30)), replace(open_, box=Box(10, 40, 90, 60))
    )
    options = choices(column, outline, Memory())
    assert options.click(1) == Hover(1)
    tried = remembered(column, (Hover(1), "no visible change"))
    assert choices(column, outline, tried).click(1) == Click(1)
    bar = scene(replace(export, box=Box(10, 10, 90, 30)), replace(open_, box=Box(100, 10, 180, 30)))
    assert choices(bar, outline, Memory()).click(1) == Click(1)
    last = Outline(["Select Open>Export"])
    assert choices(column, last, Memory()).click(1) == Click(1)
    # Its arrow, read apart from it, is no other entry of a bar.
    arrow = element(3, "text", ">", Box(70, 10, 88, 30))
    apart = scene(replace(export, box=Box(10, 10, 60, 30)), arrow)
    assert choices(apart, outline, Memory()).click(1) == Hover(1)


def test_an_entry_that_looks_like_a_drop_down_list_is_known_by_what_it_shows():
    entry = element(1, "dropdown", "Colleen >", state=State(value="Linzy"))
    assert words_of(Hover(1), scene(entry)) == ["Colleen >", "Linzy"]


def test_the_end_of_the_task_that_a_page_shows_is_nothing_to_click():
    mark, box = element(1, "checkbox", "coloured box."), element(2, "checkbox", "coloured box")
    outline = Outline(["Click on the white coloured box."])
    options = choices(scene(mark, box), outline, Memory())
    assert list(options.clicks.values()) == [2]


def test_an_entry_that_the_task_on_its_page_labels_may_be_clicked():
    task = "Go into the 3rd input textbox."
    fields = [element(n, "field", task, state=State(value="")) for n in (2, 3, 4)]
    map_ = made_map([element(1, "text", task), *fields])
    assert list(choices(map_, Outline([task]), Memory()).clicks.values()) == [4]
