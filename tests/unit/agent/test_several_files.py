"""Procedures for several files: which of them a task means, what is offered, and each step."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent.actions import Action, AddToSelection, Click, DoubleClick, Press, UseSkill, Wait
from agent.constraints.parsing import constraints_of
from agent.deciding.situation import Situation
from agent.skills.procedures import likeness as module
from agent.skills.procedures.filling import Call, calls_of, words_of_part
from agent.skills.procedures.front import active
from agent.skills.procedures.procedure import Procedure, read_step
from agent.skills.procedures.procedures import TITLE, Procedures
from agent.skills.procedures.rows import file_in, is_row_of
from agent.skills.procedures.several import not_exempt
from agent.trajectory import Effect
from tests.support.made_maps import element, made_map, window
from tests.support.made_programs import INSTALLED, situation
from tests.support.meaning import by_words
from vision.core.elements import ElementMap

SHOWN = (
    *("ant.txt", "bee.txt", "cow.odt", "one.pdf", "two.pdf", "six.pdf"),
    *("Attic", "Keller", "Grenier", "Desván", "Letters"),
)
CONFIRMED, NOTHING = Effect("confirmed", "it changed"), Effect("no visible change", "the same")

pytestmark = pytest.mark.usefixtures("data_folder")


def folder(*names: str, title: str = "Files") -> ElementMap:
    shown = [element(n, "list item", name) for n, name in enumerate(names, 1)]
    return made_map(shown, [window(1, title, application="thunar", active=True)])


def now_of(map_: ElementMap, *parts: str) -> Situation:
    """The beginning of a run, with the parts of the plan that only forbid ticked."""
    now = situation(map_, *parts)
    now.plan.keep_to(constraints_of(now.task))
    return now


def calls(map_: ElementMap, *parts: str) -> list[Call]:
    """What can be filled from the first part of a task that is not done."""
    now, window_ = now_of(map_, *parts), active(map_)
    assert window_ is not None
    assert now.plan.current is not None
    return Procedures(INSTALLED)._calls(now.plan.current, window_, map_, now.task)


def said(map_: ElementMap, name: str, *parts: str) -> list[str]:
    """What the model reads of one procedure."""
    return [call.words for call in calls(map_, *parts) if call.procedure.name == name]


def listed(*names: str) -> str:
    return ", ".join(f'"{name}"' for name in names)


DELETE, SELECT = "delete several files", "select several files"
COPY, MOVE = "copy several files", "move several files"
ALL = ("ant.txt", "bee.txt", "cow.odt", "one.pdf", "two.pdf", "six.pdf")
NO_BEE = tuple(name for name in ALL if name != "bee.txt")
PDFS = ("one.pdf", "two.pdf", "six.pdf")


@pytest.mark.parametrize(
    ("name", "task", "names", "place"),
    [
        (DELETE, "Delete ant.txt and cow.odt", ("ant.txt", "cow.odt"), ""),
        (DELETE, "Lösche ant.txt, bee.txt und cow.odt", ("ant.txt", "bee.txt", "cow.odt"), ""),
        (SELECT, "Sélectionne ant.txt et cow.odt", ("ant.txt", "cow.odt"), ""),
        (SELECT, "Select Letters and Attic", ("Letters", "Attic"), ""),
        (COPY, "Copy ant.txt as well as cow.odt to Attic", ("ant.txt", "cow.odt"), "Attic"),
        (COPY, "Copia ant.txt y cow.odt a Desván", ("ant.txt", "cow.odt"), "Desván"),
        (MOVE, "Put ant.txt and cow.odt from Letters into Attic", ("ant.txt", "cow.odt"), "Attic"),
        (MOVE, "Move ant.txt and bee.txt into the Attic folder", ("ant.txt", "bee.txt"), "Attic"),
        (MOVE, "Verschiebe ant.txt und bee.txt aus dem Ordner Letters in den Ordner Keller",
         ("ant.txt", "bee.txt"), "Keller"),
        (DELETE, "Delete only ant.txt and bee.txt", ("ant.txt", "bee.txt"), ""),
        (DELETE, "Delete ant.txt and bee.txt, but do not touch cow.odt",
         ("ant.txt", "bee.txt"), ""),
    ],
)  # fmt: skip
def test_files_are_meant_by_their_names(
    name: str, task: str, names: tuple[str, ...], place: str
) -> None:
    found = [call for call in calls(folder(*SHOWN), task) if call.procedure.name == name]
    assert [call.values[0]["files"] for call in found] == [names]
    assert [call.values[0].get("place", "") for call in found] == [place]
    assert listed(*names) in found[0].words


@pytest.mark.parametrize(
    ("name", "task", "names"),
    [
        (DELETE, "Delete everything except bee.txt", NO_BEE),
        (DELETE, "Except for bee.txt, remove all the files here", NO_BEE),
        (DELETE, "Throw all files but bee.txt away", NO_BEE),
        (DELETE, "Get rid of every file apart from “bee.txt”", NO_BEE),
        (DELETE, "Delete all other files except bee.txt", NO_BEE),
        (DELETE, "Wirf alle Dateien außer bee.txt weg", NO_BEE),
        (DELETE, "Bitte lösche alles außer bee.txt", NO_BEE),
        (DELETE, "Supprime tous les fichiers sauf bee.txt", NO_BEE),
        (DELETE, "Usuń wszystkie pliki oprócz bee.txt", NO_BEE),
        (DELETE, "Apague todos os arquivos exceto bee.txt", NO_BEE),
        (DELETE, "Delete all PDFs except two.pdf", ("one.pdf", "six.pdf")),
        (DELETE, "Delete all files except the PDFs", ("ant.txt", "bee.txt", "cow.odt")),
        (DELETE, "Delete all files except the folder Letters", ALL),
        (DELETE, "Delete every file in this folder", ALL),
        (SELECT, "Wähle alle Dateien außer bee.txt aus", NO_BEE),
        (SELECT, "Selecciona todos los archivos excepto bee.txt", NO_BEE),
        (SELECT, "Markiere alle PDF-Dateien", PDFS),
        (SELECT, "Marca los tres PDFs", PDFS),
        (COPY, "Copy everything except bee.txt to Attic", NO_BEE),
        (COPY, "Kopiere alle Dateien außer bee.txt in den Ordner Keller", NO_BEE),
        (MOVE, "Move all files into Attic but leave bee.txt here", NO_BEE),
        (MOVE, "Leave bee.txt here and move the others into Attic", NO_BEE),
        (MOVE, "Move all files, except bee.txt, into Attic", NO_BEE),
        (MOVE, "Lass bee.txt hier und verschiebe den Rest in Keller", NO_BEE),
        (MOVE, "À part bee.txt, déplace tous les fichiers dans le dossier Grenier", NO_BEE),
        (MOVE, "Mueve todos los archivos menos bee.txt a la carpeta Desván", NO_BEE),
        (MOVE, "Sposta tutti i file tranne bee.txt nella cartella Attic", NO_BEE),
        (MOVE, "Verplaats alle bestanden behalve bee.txt naar Attic", NO_BEE),
        (MOVE, "Put the three PDFs in the folder Attic", PDFS),
        (MOVE, "Put the PDFs into Attic", PDFS),
    ],
)
def test_all_are_meant_but_what_is_exempt(name: str, task: str, names: tuple[str, ...]) -> None:
    found = [call for call in calls(folder(*SHOWN), task) if call.procedure.name == name]
    assert [call.values[0]["files"] for call in found] == [names]
    assert found[0].unused == 0
    assert {"Attic", "Keller", "Grenier", "Desván"} >= {call.values[0].get("place", "Attic")
                                                       for call in found}  # fmt: skip


def test_what_another_part_or_sentence_exempts_stays_too() -> None:
    shown = folder(*SHOWN)
    moved = f'move {listed(*NO_BEE)} into the folder "Attic"'
    for parts in (
        ("Move all files into Attic", "but leave bee.txt here"),
        ("Move all files into Attic.", "Do not touch bee.txt."),
    ):
        assert said(shown, MOVE, *parts) == [moved]


@pytest.mark.parametrize(
    "task",
    [
        "Delete all files that begin with b",
        "Delete all empty files",
        "Delete all old files in this folder",
        "Delete all pictures",
        "Delete all files and folders",
        "Lösche alle Dateien und Ordner",
        "Lösche alle leeren Dateien",
        "Supprime tous les fichiers vides",
        "Borra todos los archivos que no uso",
        "Delete all files in Letters",
        "Delete all files from Letters",
        "Delete the rest",
        "Delete the two PDFs",
        "Delete both files",
        "Delete ant.txt and dog.txt",
        "Delete ant.txt",
        "Delete nothing but ant.txt",
        "Delete all files except the letters",
        "Delete all files except Bills",
        "Move all files from Letters",
        "Open all files in Attic",
    ],
)
def test_what_is_not_surely_meant_is_not_offered(task: str) -> None:
    found = [c for c in calls(folder(*SHOWN), task) if c.procedure.name in (DELETE, MOVE, COPY)]
    assert found == []


def test_the_others_are_those_beside_what_is_exempt_and_beside_nothing_else() -> None:
    shown = folder(*SHOWN)
    now, window_ = (
        now_of(shown, "Rename ant.txt to emu.txt,", "delete all other files"),
        active(shown),
    )
    assert window_ is not None
    now.plan.parts[0].done = True
    assert now.plan.current is not None
    found = Procedures(INSTALLED)._calls(now.plan.current, window_, shown, now.task)
    assert DELETE not in {call.procedure.name for call in found}


def test_what_is_not_read_for_sure_keeps_all_from_being_meant() -> None:
    task = "Delete everything except letter-2024.txt"
    assert said(folder("letter-2024.txt", "b.txt"), DELETE, task) == ['delete "b.txt"']
    for read in ("lettr-2024.txt", "letter-20….txt", "letter-2....txt"):
        assert said(folder(read, "b.txt"), DELETE, task) == []
    same = folder("Ietter-2O24.txt", "b.txt")
    assert said(same, DELETE, task) == ['delete "b.txt"'], "these signs look the same"


def test_a_word_for_files_is_no_name() -> None:
    shown = folder(*SHOWN)
    assert said(shown, "delete a file", "Lösche alle Dateien außer bee.txt") == []
    assert said(shown, "move a file", "Put the three PDFs in the folder Attic") == []
    one = ['delete the file "Dateien"']
    assert said(shown, "delete a file", "Lösche „Dateien“") == one
    assert said(folder("Dateien"), "delete a file", "Lösche jetzt Dateien") == one


def test_too_many_to_be_read_are_not_offered() -> None:
    names = [f"sheet{n}.ods" for n in range(25)]
    assert said(folder(*names), DELETE, "Delete all files") == []
    assert said(folder(*names), DELETE, "Delete all files except sheet3.ods") != []


def test_all_names_are_in_the_words_that_the_model_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "likeness", by_words)
    names = [f"a-rather-long-name-{n}.ods" for n in range(12)]
    offers = Procedures(INSTALLED).offers(now_of(folder(*names), "Delete all files"))
    assert f"delete {listed(*names)}" in [each.words for each in offers]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("a.txt", "a.txt"),
        ("a.txt 15 bytes plain text document Today", "a.txt"),
        ("my plan.txt", "my plan.txt"),
        ("my plan.txt 15 bytes plain text document", "my plan.txt"),
        ("archive.tar.gz 3 kB gzip", "archive.tar.gz"),
        ("a.txt copy.txt", "a.txt copy.txt"),
        ("song.mp3", "song.mp3"),
        ("3.4 GB", None),
        ("1.2kB", None),
        ("4 files: 65 bytes", None),
        ("“a.txt” selected (15 bytes)", None),
        ("/home/x/a.txt", None),
        ("a.txt (copy)", None),
        ("Letters 2 items", None),
    ],
)
def test_the_name_of_a_file_in_a_row(text: str, name: str | None) -> None:
    assert file_in(text) == name


@pytest.mark.parametrize(
    ("text", "name", "is_one"),
    [
        ("a.txt 15 bytes plain text document Today", "a.txt", True),
        ("1ist-l.txt 15 bytes", "list-1.txt", True),
        ("aa.txt 15 bytes", "a.txt", False),
        ("a.txt.bak 15 bytes", "a.txt", False),
        ("Old 4.1 kB folder Today", "Old", True),
        ("Old Folder Today", "Old", True),
        ("Old 2", "Old", False),
        ("Older 2 items", "Old", False),
    ],
)
def test_a_row_that_begins_with_a_name(text: str, name: str, is_one: bool) -> None:
    assert is_row_of(text, name) is is_one


def test_what_is_protected_is_in_no_call_that_would_delete_or_move_it() -> None:
    shown = folder(*SHOWN)
    for task in ("Delete everything except bee.txt", "Delete all files. Never delete bee.txt."):
        doing = [c for c in calls(shown, task) if c.procedure.name.startswith(("delete", "move"))]
        assert doing
        assert all("bee.txt" not in call.words for call in doing)
    both = ("Delete ant.txt and bee.txt.", "Never delete bee.txt.")
    assert said(shown, DELETE, *both) == []
    assert said(shown, "delete a file", *both) == ['delete the file "ant.txt"']


def test_all_are_not_selected_where_one_is_exempt() -> None:
    shown = folder(*SHOWN)
    assert said(shown, "select all files", "Select all files") == ["select all files"]
    assert said(shown, "select all files", "Select all files but bee.txt") == []
    assert said(shown, "select all files", "Select all files", "except bee.txt") == []


@pytest.mark.parametrize(
    ("task", "offered"),
    [
        ("Move all files into Attic but leave bee.txt here", False),
        ("Select ant.txt", False),
        ("Wähle ant.txt aus", False),
        ("Delete ant.txt", True),
        ("Throw ant.txt away", True),
        ("Lösche ant.txt", True),
        ("Mets ant.txt à la corbeille", True),
    ],
)
def test_nothing_is_offered_to_be_deleted_unasked(task: str, offered: bool) -> None:
    found = {call.procedure.name for call in calls(folder(*SHOWN), task)}
    assert ("delete a file" in found) is offered


def test_what_comes_back_when_it_is_undone_may_be_deleted_in_other_words() -> None:
    editor = made_map([], [window(1, "pad", application="pad", active=True)])
    assert said(editor, "delete a line", "Take “b” out") == ['delete the line "b"']


def run_of(map_: ElementMap, words: str, *parts: str) -> tuple[Procedures, Situation]:
    one, now = Procedures(INSTALLED), now_of(map_, *parts)
    one._offered = {call.words: call for call in calls(map_, *parts)}
    one.begin(UseSkill(TITLE, (("as", words),)), now)
    return one, now


def step(
    one: Procedures, now: Situation, before: ElementMap, after: ElementMap,
    effect: Effect = CONFIRMED,
) -> Action | None:  # fmt: skip
    """The next action on a map, which shows another one."""
    move = one.next(replace(now, map=before))
    if move is not None:
        one.told(move.action, effect, before, after, now.plan)
    return move.action if move is not None else None


def test_each_is_selected_and_all_are_deleted() -> None:
    rows = ("ant.txt 15 bytes plain text document Today", "bee.txt 15 bytes", "cow.odt 3 kB")
    shown, one_left = folder(*rows), folder("cow.odt 3 kB")
    run, now = run_of(shown, 'delete "ant.txt", "bee.txt"', "Delete ant.txt and bee.txt")
    assert step(run, now, shown, shown) == Click(1)
    assert step(run, now, shown, shown) == AddToSelection(2)
    half = folder("bee.txt 15 bytes", "cow.odt 3 kB")
    assert step(run, now, shown, half) == Press("delete")
    assert step(run, now, half, half) == Wait()
    assert not now.plan.finished, "one of them is still there"
    assert step(run, now, half, one_left) == Wait()
    assert now.plan.finished


def test_they_are_moved_and_each_must_be_seen_there() -> None:
    shown = folder("ant.txt", "bee.txt", "cow.odt", "Attic")
    task = "Move all files into Attic but leave bee.txt here"
    run, now = run_of(shown, 'move "ant.txt", "cow.odt" into the folder "Attic"', task)
    there = folder(title="Attic")
    assert [step(run, now, shown, shown) for _ in range(3)] == [
        *(Click(1), AddToSelection(3), Press("ctrl+x")),
    ]
    assert step(run, now, shown, there) == DoubleClick(4)
    assert step(run, now, there, folder("ant.txt", title="Attic")) == Press("ctrl+v")
    assert not now.plan.finished
    step(run, now, there, folder("ant.txt", "cow.odt", title="Attic"))
    assert now.plan.finished


def test_one_that_is_not_selected_ends_it_before_anything_is_done() -> None:
    shown = folder("ant.txt", "bee.txt", "cow.odt")
    words, task = 'delete "ant.txt", "cow.odt"', "Delete ant.txt and cow.odt"
    run, now = run_of(shown, words, task)
    step(run, now, shown, shown)
    assert step(run, now, shown, shown, NOTHING) == AddToSelection(3)
    assert step(run, now, shown, shown) is None
    assert run.problem == "it showed nothing"
    run, now = run_of(shown, words, task)
    step(run, now, shown, shown)
    assert step(run, now, folder("ant.txt", "bee.txt"), shown) is None
    assert run.problem == "“cow.odt” is not on the screen"


def test_a_name_that_is_cut_beside_what_is_highlighted_is_found_at_its_place() -> None:
    shown = folder("cow.odt", "bee list.pdf", "list.pdf")
    cut = folder("cow bee cow.odt", "list.pdf", "list.pdf")
    task = "Select cow.odt and “bee list.pdf”"
    run, now = run_of(shown, 'select "cow.odt", "bee list.pdf"', task)
    step(run, now, shown, shown)
    assert step(run, now, cut, shown) == AddToSelection(2)
    run, now = run_of(shown, 'select "cow.odt", "bee list.pdf"', task)
    step(run, now, shown, shown)
    assert step(run, now, folder("cow.odt", "ant.txt", "list.pdf"), shown) is None


def test_a_step_selects_the_one_thing_of_a_plain_slot_or_name() -> None:
    steps = (read_step("select {file}"), read_step("select bee.txt"))
    own = Procedure("mark", "mark {file}", steps, (("file", "file"),))
    shown = folder("ant.txt", "bee.txt")
    (call,) = calls_of(own, words_of_part("mark ant.txt", ["ant.txt"], []))
    run, now = run_of(shown, "", "Mark ant.txt")
    run._offered = {"x": call}
    run.begin(UseSkill(TITLE, (("as", "x"),)), now)
    assert [step(run, now, shown, shown) for _ in range(2)] == [Click(1), Click(2)]


@pytest.mark.parametrize(
    ("task", "left"),
    [
        (
            "the car things go into Car, the insurance stays here",
            ["car_tyres.pdf", "car_photo.png"],
        ),
        ("Put the car things into Car, but not the photo", ["car_insurance.pdf", "car_tyres.pdf"]),
        ("the car things go into Car", ["car_insurance.pdf", "car_tyres.pdf", "car_photo.png"]),
    ],
)
def test_files_of_which_only_an_exemption_speaks_are_not_offered(task: str, left: list[str]):
    names = ["car_insurance.pdf", "car_tyres.pdf", "car_photo.png"]
    assert not_exempt(names, constraints_of(task)) == left
