"""Procedures: the files that they are read from, their arguments, and where they are offered."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import platformdirs
import pytest

from agent.actions import Click, UseSkill
from agent.errors import AgentError
from agent.skills.procedures import likeness as module
from agent.skills.procedures.filling import Call, calls_of, words_of_part
from agent.skills.procedures.front import active
from agent.skills.procedures.procedure import (
    Procedure,
    Value,
    filled,
    own_folder,
    procedures,
    read_step,
    shipped,
)
from agent.skills.procedures.procedures import TITLE, Procedures, _fits
from tests.support.made_maps import element, made_map, window
from tests.support.made_programs import FILES, INSTALLED, program, sheet, situation
from tests.support.meaning import by_words
from vision.capture.windows import Window
from vision.core.elements import ElementMap, State
from vision.core.geometry import Box

DOCUMENTS, DOWNLOADS = platformdirs.user_documents_dir(), platformdirs.user_downloads_dir()
EDITOR, FOLDER, SHEET, SHELL = (
    program("pad", value="x"),
    program("thunar", *FILES),
    sheet(),
    program("term"),
)
WRITER, BROWSER = program("libreoffice-writer", value="x"), program("chromium")

pytestmark = pytest.mark.usefixtures("data_folder")


def calls(map_: ElementMap, text: str) -> list[Call]:
    """All calls that can be filled from a part of a task."""
    now, window_ = situation(map_, text), active(map_)
    assert window_ is not None
    return Procedures(INSTALLED)._calls(now.plan.parts[0], window_, map_, text)


def filled_in(map_: ElementMap, text: str, name: str) -> list[tuple[dict[str, Value], ...]]:
    """The arguments of the calls of one procedure, as far as the task's values give them."""
    found = [call for call in calls(map_, text) if call.procedure.name == name]
    return [call.values for call in found if call.values != ({},) or not call.asked]


@pytest.fixture
def _plain_likeness(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "likeness", by_words)


def test_all_files_can_be_read_and_name_only_slots_that_there_are() -> None:
    folder = Path(module.__file__).parent
    assert len(list(folder.glob("*.toml"))) == 7
    assert len(shipped()) > 70
    for procedure in shipped():
        slots = {name for name, _ in procedure.slots}
        texts = [procedure.say, *procedure.also]
        texts += [each for step in procedure.steps for each in step.of]
        said = {name for text in texts for name in re.findall(r"\{(\w+)!?\}", text)}
        seen = {name.strip("{}") for name in (*procedure.shows, *procedure.gone)}
        told = {"cell", "text", "keys"} if procedure.takes("row") else set()
        assert said | seen <= slots | told, procedure.name
        assert slots <= set(re.findall(r"\{(\w+)!?\}", " ".join(texts))), procedure.name
        assert procedure.where, f"{procedure.name} would be offered in every program"


def test_several_procedures_of_one_name_are_for_different_programs() -> None:
    for procedure in shipped():
        same = [p for p in shipped() if p.name == procedure.name and p is not procedure]
        assert all(p.programs != procedure.programs for p in same), procedure.name
        assert all(p.say == procedure.say for p in same), procedure.name


@pytest.mark.parametrize(
    ("written", "do", "of", "optional"),
    [
        ("press ctrl+h | ctrl+r", "press", ("ctrl+h", "ctrl+r"), False),
        ("press? esc", "press", ("esc",), True),
        ("document?", "document", (), True),
        ("own-line", "own-line", (), False),
        ("write mv {file!} {name!}", "write", ("mv {file!} {name!}",), False),
    ],
)
def test_a_step_is_read(written: str, do: str, of: tuple[str, ...], optional: bool) -> None:
    step = read_step(written)
    assert (step.do, step.of, step.optional) == (do, of, optional)


def test_a_value_is_put_in_once_and_quoted_for_a_shell() -> None:
    assert filled("mv {a!} {b}", {"a": "my; {b}.txt", "b": "c d"}) == "mv 'my; {b}.txt' c d"
    names = {"a": ("my plan.txt", "b.txt")}
    assert filled("rm {a!}", names) == "rm 'my plan.txt' b.txt"
    assert filled("delete {a}", names) == "delete my plan.txt, b.txt"


OWN = """
[[procedure]]
name = "stamp"
say = "stamp the page with {text}"
slots = { text = "text" }
where = ["text editor"]
steps = ["press ctrl+j", "write {text}"]
"""


@pytest.mark.usefixtures("_plain_likeness")
def test_a_procedure_of_the_person_is_offered_and_comes_first() -> None:
    own_folder().mkdir()
    (own_folder() / "mine.toml").write_text(OWN, "utf-8")
    assert procedures()[0].name == "stamp"
    offers = Procedures(INSTALLED).offers(situation(EDITOR, "Stamp the page with “Paid”"))
    assert offers[0].words == 'stamp the page with "Paid"'
    assert offers[0].action == UseSkill(TITLE, (("as", offers[0].words),))
    (own_folder() / "mine.toml").unlink()
    assert "stamp" not in {p.name for p in procedures()}, "it is read anew each time"


@pytest.mark.usefixtures("_plain_likeness")
def test_a_procedure_is_offered_in_the_place_of_its_icon() -> None:
    save = element(77, "icon", "save", Box(300, 10, 316, 26))
    map_ = replace(EDITOR, elements=(*EDITOR.elements, save))
    offers = Procedures(INSTALLED).offers(situation(map_, "Zebra"))
    (saving,) = [each for each in offers if each.instead]
    assert saving.words == "save the document under the name that it has"
    assert saving.instead == (Click(77),)


def test_a_procedure_of_the_person_takes_the_place_of_one_with_its_name() -> None:
    own_folder().mkdir()
    (own_folder() / "mine.toml").write_text(OWN.replace('"stamp"', '"bold"'), "utf-8")
    said = [c.words for c in calls(EDITOR, "Make “Paid” bold") if c.procedure.name == "bold"]
    assert said == ['stamp the page with "Paid"']


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("press ctrl+j", "dance ctrl+j", "a step begins with one of choose"),
        ('text = "text"', 'text = "poem"', "the slot 'text' has no sort 'poem'"),
        ('name = "stamp"', 'title = "stamp"', "unknown fields: ['title']"),
        ('say = "stamp the page with {text}"', "", "'say'"),
        ("[[procedure]]", "[[procedure]", "Expected"),
    ],
)
def test_a_broken_file_of_the_person_is_named_with_what_is_wrong(
    old: str, new: str, why: str
) -> None:
    own_folder().mkdir()
    path = own_folder() / "mine.toml"
    path.write_text(OWN.replace(old, new), "utf-8")
    with pytest.raises(AgentError) as told:
        Procedures(INSTALLED).offers(situation(EDITOR, "Stamp it"))
    assert str(told.value).startswith(f"The skills of {path} cannot be used: ")
    assert why in str(told.value)


@pytest.mark.parametrize(
    ("map_", "text", "name", "values"),
    [
        (EDITOR, "Swap every Monday for Friday", "replace everywhere",
         {"old": "Monday", "new": "Friday"}),
        (EDITOR, "Ersetze „rot“ durch „blau“", "replace everywhere", {"old": "rot", "new": "blau"}),
        (EDITOR, "Remplace partout «rouge» par «vert»", "replace everywhere",
         {"old": "rouge", "new": "vert"}),
        (EDITOR, "replace “a” by “b”", "replace everywhere", {"old": "a", "new": "b"}),
        (EDITOR, "Put the line “a b” at the end", "add a line", {"text": "a b"}),
        (EDITOR, "Schreib „x y“ ans Ende", "add a line", {"text": "x y"}),
        (EDITOR, "and below it a list: tea, milk", "add a line", {"text": "tea, milk"}),
        (EDITOR, "Take “b” out", "delete a line", {"text": "b"}),
        (EDITOR, "save it as notes.txt", "save under a name", {"path": "notes.txt"}),
        (EDITOR, "save it as letter.txt in my Documents folder", "save under a name",
         {"path": f"{DOCUMENTS}/letter.txt"}),
        (EDITOR, "Speichere es als brief.txt in meinem Ordner Dokumente", "save under a name",
         {"path": f"{DOCUMENTS}/brief.txt"}),
        (EDITOR, "save it in /data/x as a.txt", "save under a name", {"path": "/data/x/a.txt"}),
        (EDITOR, "Save it as a.txt in the folder ~/x", "save under a name", {"path": "~/x/a.txt"}),
        (EDITOR, "save it as /data/x/a.txt", "save under a name", {"path": "/data/x/a.txt"}),
        (EDITOR, "Open x.txt from Documents", "open a file of a folder",
         {"file": "x.txt", "place": DOCUMENTS}),
        (EDITOR, "and save", "save", {}),
        (FOLDER, "Call the file notes.txt report.txt instead", "rename a file",
         {"file": "notes.txt", "name": "report.txt"}),
        (FOLDER, "Benenne plan.odt in „b c.odt“ um", "rename a file",
         {"file": "plan.odt", "name": "b c.odt"}),
        (FOLDER, "rename picture.png to “summer 1.png”", "rename a file",
         {"file": "picture.png", "name": "summer 1.png"}),
        (FOLDER, "Copia picture.png en la carpeta Photos", "copy a file",
         {"file": "picture.png", "place": "Photos"}),
        (FOLDER, "move the file picture.png to photos", "move a file",
         {"file": "picture.png", "place": "photos"}),
        (FOLDER, "Verschiebe plan.odt in den Ordner Downloads", "move a file",
         {"file": "plan.odt", "place": DOWNLOADS}),
        (FOLDER, "Create a directory named “Tax”", "make a folder", {"name": "Tax"}),
        (FOLDER, "Make a new folder called taxes", "make a folder", {"name": "taxes"}),
        (FOLDER, "Create a folder called invoices in Documents", "make a folder",
         {"name": "invoices", "folder": DOCUMENTS}),
        (FOLDER, "Delete notes.txt from my Downloads folder", "delete a file",
         {"file": "notes.txt", "folder": DOWNLOADS}),
        (FOLDER, "Open x.txt from Documents", "open a file of another folder",
         {"file": "x.txt", "place": DOCUMENTS}),
        (FOLDER, "go to the folder /data/x", "go to a folder", {"place": "/data/x"}),
        (SHELL, "Run “make all”", "run a command", {"command": "make all"}),
        (BROWSER, "Go to example.org/a?b", "go to an address", {"address": "example.org/a?b"}),
        (WRITER, "and make the words milk and bread italic", "italic",
         {"text": "milk and bread"}),
        (SHEET, "Wipe cell B4", "empty a cell", {"cell": "B4"}),
        (SHEET, "Unterstreiche A1 bis B2", "underlined cells", {"area": "A1:B2"}),
        (SHEET, "make the first row bold", "bold cells", {"area": "row 1"}),
        (SHEET, "delete row 2", "delete a row or a column", {"area": "row 2"}),
        (SHEET, "save it as sums.gnumeric in Documents", "save under a name",
         {"path": f"{DOCUMENTS}/sums.gnumeric"}),
    ],
)  # fmt: skip
def test_the_arguments_are_the_values_of_the_task(
    map_: ElementMap, text: str, name: str, values: dict[str, str]
) -> None:
    assert (values,) in filled_in(map_, text, name)


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("Put 5 in A1 and 7 in A2", ["A1=5", "A2=7"]),
        ("Enter 3 in cell B2, “two words” in C10", ["B2=3", "C10=two words"]),
        ("Enter 12, 30 and 58 in cells A1 to A3", ["A1=12", "A2=30", "A3=58"]),
        ("Schreib „Summe“ in b7", ["B7=Summe"]),
        ("Anna in A2 and Ben in A3,", ["A2=Anna", "A3=Ben"]),
        ("Enter 3, 4 in cell B2", []),
        ("Enter 12 and 30 in cells A1 to A3", []),
        ("Wipe cell B4", []),
    ],
)
def test_cells_are_filled_one_after_the_other(text: str, pairs: list[str]) -> None:
    found = filled_in(SHEET, text, "fill cells")
    assert [[f"{v['cell']}={v['text']}" for v in values] for values in found] == (
        [pairs] if pairs else []
    )


@pytest.mark.parametrize(
    ("map_", "text", "name"),
    [
        (FOLDER, "Rename plan.odt", "rename a file"),
        (FOLDER, "Move plan.odt", "move a file"),
        (FOLDER, "Make a new folder", "make a folder"),
        (EDITOR, "Replace “a”", "replace everywhere"),
        (EDITOR, "Save it under another name", "save under a name"),
        (EDITOR, "Open x.txt", "open a file by its path"),
        (WRITER, "Make it bold", "bold"),
        (SHEET, "Make the cells bold", "bold cells"),
        (SHEET, "Empty the cell", "empty a cell"),
        (SHELL, "Run the command", "run a command"),
        (BROWSER, "Go to the page", "go to an address"),
    ],
)
def test_a_call_whose_argument_is_missing_is_none(map_: ElementMap, text: str, name: str) -> None:
    assert filled_in(map_, text, name) == []


def test_the_level_of_a_heading_is_read() -> None:
    for text, level in (("Write the heading “Plan”", "1"), ("“Plan” as a Heading 3", "3")):
        assert ({"text": "Plan", "level": level},) in filled_in(WRITER, text, "write a heading")


def test_a_calculator_with_a_field_is_given_the_calculation() -> None:
    found = filled_in(program("speedcrunch"), "Calculate (3+4)*2", "work out")
    assert found == [({"sum": "(3+4)*2"},)]
    assert calls(program("galculator"), "Calculate (3+4)*2") == [], "it has keys to click"


def test_of_one_name_the_procedure_for_the_program_itself_is_taken() -> None:
    for name, first in (("pad", "bring"), ("geany", "click")):
        saves = [c for c in calls(program(name), "save it as a.py") if "path" in c.values[0]]
        assert {c.procedure.steps[0].do for c in saves} == {first}
    shown = program("featherpad", value="x")
    replacing = [c for c in calls(shown, "“a” to “b”") if "old" in c.values[0]]
    assert {c.procedure.steps[-1].of for c in replacing} == {("f10",)}


def test_only_procedures_of_the_program_in_front_fit() -> None:
    kinds = {"pad": "text editor", "thunar": "file manager", "term": "terminal"}
    for name, kind in kinds.items():
        found = calls(program(name, *FILES), "Rename notes.txt to “a.txt” and save it")
        assert found
        assert all(kind in call.procedure.where for call in found)
    assert calls(program("thunar", *FILES), "Sort the list by price") != []
    unknown = made_map([], [window(1, "x", application="unknown", active=True)])
    assert calls(unknown, "Rename notes.txt to “a.txt”") == []


def test_what_must_stand_on_the_screen_is_looked_for() -> None:
    text = "Save and leave vim"
    assert filled_in(program("term", "ann@home:~$ ls"), text, "save in nano") == []
    assert filled_in(program("term", "GNU nano 7.2"), text, "save in nano") == [({},)]
    titled = program("term", title="a.txt - VIM")
    assert filled_in(titled, text, "save and leave vim") == [({},)]


def test_what_the_screen_told_is_no_command() -> None:
    shell = program("term")
    window_ = active(shell)
    assert window_ is not None
    for foreign in (True, False):
        now = situation(shell, "Type “rm -r x” in Term")
        part = now.plan.parts[0]
        now.plan.use("Term")
        part.foreign = foreign
        found = Procedures(INSTALLED)._calls(part, window_, shell, now.task)
        assert bool(found) is not foreign
    assert ({"command": "rm -r x"},) in filled_in(
        shell, "Run “rm -r x” in the terminal", "run a command"
    ), "the person's own words"


def test_their_sum_means_the_cells_that_were_filled_before() -> None:
    procedure = next(p for p in shipped() if p.name == "fill cells")
    words = replace(words_of_part("and their sum in A3", ["A3"], []), cells=("A1", "A2"))
    (call,) = calls_of(procedure, words)
    assert call.words == 'put "=A1+A2" in the cell "A3"'


def test_of_calls_that_read_the_same_one_is_left() -> None:
    found = calls(FOLDER, "Put a copy of plan.odt into Archive")
    assert len({call.words for call in found}) == len(found)


@pytest.mark.usefixtures("_plain_likeness")
def test_the_likest_is_offered_first_and_values_without_a_place_count_against() -> None:
    now = situation(EDITOR, "Write the heading “a” and replace every “b” with “c”")
    offers = Procedures(INSTALLED).offers(now)
    assert len(offers) <= 8
    assert offers[0].words.startswith("replace every")
    assert [o.score for o in offers] == sorted((o.score for o in offers), reverse=True)
    one = situation(EDITOR, "save the document as a.txt")
    assert Procedures(INSTALLED).offers(one)[0].words == 'save the document as "a.txt"'
    assert Procedures(INSTALLED).offers(situation(BROWSER, "Water all flowers")) == []


def test_what_no_value_fills_is_left_to_the_model() -> None:
    told = (
        ("swap tea for green tea", "replace everywhere", {"old": "tea", "new": "green tea"}, True),
        ("swap tea for green tea", "replace everywhere", {"old": "it", "new": "green tea"}, False),
    )
    for text, name, said, fits in told:
        one, now = Procedures(INSTALLED), situation(EDITOR, text)
        offers = {s.words: s for s in one.offers(now)}
        call = next(each for each in one._offered.values() if each.procedure.name == name)
        offer = offers[call.words]
        assert offer.open_text
        assert isinstance(offer.action, UseSkill)
        assert (offer.action.asked, offer.action.say) == (tuple(said), call.procedure.say)
        assert [slot for slot, _ in offer.action.arguments] == ["as", *said]
        one.begin(replace(offer.action, arguments=(("as", call.words), *said.items())), now)
        assert (one._course is not None) is fits
        if one._course is not None:
            assert one._course.call.values == (said,)
        else:
            assert one.problem


def test_a_file_of_which_another_part_tells_the_folder_may_be_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DOCUMENTS_DIR", str(tmp_path))
    task = ("Swap tea for milk in letter.txt,", "it's in my Documents folder.")
    opens = f'open "letter.txt" in the folder "{tmp_path}"'
    for title, there in (("Untitled 1", False), ("Untitled 1", True), ("letter.txt - Pad", True)):
        if there:
            (tmp_path / "letter.txt").touch()
        now = situation(program("pad", title=title), *task)
        words = [each.words for each in Procedures(INSTALLED).offers(now)]
        assert (opens in words) is (there and title == "Untitled 1")


def test_a_row_of_a_sheet_that_is_seen_cell_by_cell_is_left_to_the_model() -> None:
    plain = tuple(replace(each, cell=None) for each in SHEET.elements)
    for map_, there in ((replace(SHEET, elements=plain), False), (SHEET, True)):
        offers = Procedures(INSTALLED).offers(situation(map_, "Pears should be nine"))
        asked = [o.action.asked for o in offers if isinstance(o.action, UseSkill)]
        assert (("row", "cells") in asked) is there


def test_a_short_part_is_understood_by_its_values() -> None:
    words = [each.words for each in Procedures(INSTALLED).offers(situation(SHEET, "and 7 in A3"))]
    assert 'put "7" in the cell "A3"' in words


def test_where_nothing_is_written_nothing_is_done_with_its_words() -> None:
    for value, offered in (("tea and milk", True), ("", False)):
        names = {c.procedure.name for c in calls(program("pad", value=value), "swap tea for milk")}
        assert ("replace everywhere" in names) is offered
        assert "add a line" in names


def test_the_name_of_the_document_in_front_is_no_text_for_it() -> None:
    text = "Put milk on a line of its own in list.txt"
    for title, values in (("Untitled 1", {"text": "list.txt"}), ("list.txt - Pad", {})):
        found = calls(program("pad", title=title), text)
        (call,) = [each for each in found if each.procedure.name == "add a line"]
        assert (call.values, call.asked) == ((values,), ("text",))


def test_a_document_with_a_name_gets_no_other_one_unasked() -> None:
    for title, offered in (("Untitled 1 - Pad", True), ("letter.txt - Pad", False)):
        found = calls(program("pad", title=title), "and keep that")
        assert ("save under a name" in [call.procedure.name for call in found]) is offered


@pytest.mark.parametrize(
    ("map_", "text", "name", "asked"),
    [
        (FOLDER, "Rename notes.txt to “my diary.txt”", "rename a file", ()),
        (FOLDER, "Rename notes.txt to diary.txt", "rename a file", ("name",)),
        (EDITOR, "Replace “a” with “b”", "replace everywhere", ()),
        (WRITER, "Make Annual bold", "bold", ("text",)),
        (EDITOR, "Save it as /tmp/a.txt", "save under a name", ()),
    ],
)
def test_only_what_is_marked_is_surely_the_whole_value(
    map_: ElementMap, text: str, name: str, asked: tuple[str, ...]
) -> None:
    found = [call for call in calls(map_, text) if call.procedure.name == name]
    assert found[0].asked == asked


@pytest.mark.usefixtures("_plain_likeness")
def test_nothing_is_offered_while_something_else_has_the_keys() -> None:
    task = "save the document as a.txt"
    procedures_ = Procedures(INSTALLED)
    main = replace(EDITOR.windows[0], active=False)
    box = Box(100, 100, 500, 400)
    dialog = Window(2, "Save As", "pad", box, active=True, owner=1)
    menu = window(3, box=box, popup=True)
    tip = window(4, box=box, popup=True, tooltip=True)
    for windows, offers in (
        ([dialog, main], False),
        ([menu, *EDITOR.windows], False),
        ([tip, *EDITOR.windows], True),
        ([], False),
    ):
        shown = made_map(EDITOR.elements, windows)
        assert bool(procedures_.offers(situation(shown, task))) is offers
    question = [
        element(1, "text", "Restore the documents?", Box(120, 120, 400, 140)),
        element(2, "button", "Yes", Box(120, 160, 200, 190)),
    ]
    asks = made_map(question, EDITOR.windows)
    assert procedures_.offers(situation(asks, task)) == []
    done = situation(EDITOR, task)
    done.plan.parts[0].done, done.plan.parts[0].used = True, {"a.txt"}
    assert all("a.txt" not in each.words for each in procedures_.offers(done))


def test_a_procedure_for_no_program_in_particular_is_offered_in_each() -> None:
    anywhere = Procedure("x", "say x", (read_step("press f1"),))
    assert _fits(anywhere, "", window(1), "")


def test_what_is_asked_for_in_a_later_part_is_offered_too() -> None:
    now = situation(EDITOR, "Well,", "there is one line too many:", "delete the line “milk”.")
    procedures_ = Procedures(INSTALLED)
    words = [each.words for each in procedures_.offers(now)]
    assert 'delete the line "milk"' in words
    procedures_.begin(UseSkill(TITLE, (("as", 'delete the line "milk"'),)), now)
    assert procedures_._part is now.plan.parts[2]


def test_a_request_that_runs_through_two_parts_is_offered_whole() -> None:
    now = situation(EDITOR, "Replace the word “Monday”,", "put “Friday” everywhere instead.")
    words = [each.words for each in Procedures(INSTALLED).offers(now)]
    assert 'replace every "Monday" with "Friday"' in words


def test_only_what_the_task_allows_is_offered() -> None:
    now = situation(EDITOR, "Delete nothing except the line “tea”. The line “milk” is old.")
    words = [each.words for each in Procedures(INSTALLED).offers(now)]
    assert 'delete the line "tea"' in words
    assert 'delete the line "milk"' not in words


def test_an_empty_sheet_is_written_on_before_it_is_saved() -> None:
    task = "Work out what it costs and keep it as “cost.txt”"
    procedures = Procedures(INSTALLED)
    now = situation(program("pad", value="", title="Untitled"), task)
    assert not any(
        "cost.txt" in each.words for each in procedures.offers(now) if "save" in each.words
    )
    now.memory.written.append("42")
    assert any('save the document as "cost.txt"' in each.words for each in procedures.offers(now))


def test_a_file_that_is_not_there_is_not_offered_to_be_opened(tmp_path: Path) -> None:
    pad = program("pad", value="x", title="a.txt")

    def offered(path: Path) -> bool:
        now = situation(pad, f"Open {path}")
        said = f'open the file "{path}"'
        return any(each.words == said for each in Procedures(INSTALLED).offers(now))

    there = tmp_path / "there.txt"
    there.write_text("x")
    assert offered(there)
    assert not offered(tmp_path / "gone.txt")


@pytest.mark.parametrize(
    ("task", "words"),
    [
        ("Her name is Maier, not Meyer. Put that right", 'replace every "Meyer" with "Maier"'),
        ("Frau Maier ist es, nicht Meyer, bitte ändern", 'replace every "Meyer" with "Maier"'),
    ],
)
def test_what_is_said_to_be_wrong_and_stands_in_the_text_is_replaced(task: str, words: str) -> None:
    sheet = element(90, "field", box=Box(0, 200, 640, 470), state=State(value="Dear Mrs Meyer"))
    text = made_map([sheet], [window(1, "a.txt - Pad", application="pad", active=True)])
    offered = [each.words for each in Procedures(INSTALLED).offers(situation(text, task))]
    assert words in offered
    assert not any("Maier" in each.split(" with ")[0] for each in offered if "replace" in each)


def test_the_model_says_which_files_are_meant_and_they_may_go_somewhere() -> None:
    now = situation(FOLDER, "Move both of the money things into the folder Archive")
    one = Procedures(INSTALLED)
    offers = {each.words: each for each in one.offers(now)}
    offer = offers['move … into the folder "Archive"']
    assert isinstance(offer.action, UseSkill)
    assert offer.action.asked == ("files",)
    said = (("as", offer.words), ("files", "plan.odt, budget.ods, other.txt"))
    one.begin(replace(offer.action, arguments=said), now)
    assert one._course is not None
    assert one._course.call.values == ({"place": "Archive", "files": ("plan.odt", "budget.ods")},)
    one.begin(replace(offer.action, arguments=(("as", offer.words), ("files", ""))), now)
    assert one._course is None
    assert one.problem
    everything = Procedures(INSTALLED).offers(situation(FOLDER, "Move all old files into Archive"))
    assert not any(each.words.startswith("move …") for each in everything)
