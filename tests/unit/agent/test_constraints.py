"""What a task forbids or exempts, found in its words: also in other languages, and nowhere else."""

from __future__ import annotations

import pytest

from agent.constraints import lexicon
from agent.constraints.parsing import asks_for, constraints_of

# The lines of what must never go wrong that forbid or exempt something, each in several wordings,
# with what they protect.
NEVER = (
    (
        ("a.txt",),
        "delete",
        (
            "Do not delete a.txt, just select b.txt",
            "Select b.txt, but don't delete a.txt",
            "Please never remove a.txt; choose b.txt",
            "Lösche a.txt nicht, wähle b.txt aus",
            "Ne supprime pas a.txt, sélectionne b.txt",
            "No borres a.txt, selecciona b.txt",
            "Non eliminare a.txt, seleziona b.txt",
            "Não apague a.txt, selecione b.txt",
            "Verwijder a.txt niet, selecteer b.txt",
            "Nie usuwaj a.txt, zaznacz b.txt",
        ),
    ),
    (
        ("a.txt",),
        "delete",
        (
            "Delete everything except a.txt",
            "Get rid of all files but a.txt",
            "Remove every file apart from “a.txt”",
            "Keep a.txt and delete the rest",
            "Lösche alles außer a.txt",
            "Supprime tout sauf a.txt",
            "Borra todo excepto a.txt",
            "Elimina tutto tranne a.txt",
            "Apague tudo exceto a.txt",
            "Verwijder alles behalve a.txt",
            "Usuń wszystko oprócz a.txt",
        ),
    ),
    (
        ("b.txt",),
        "move",
        (
            "Move all files into Old but leave b.txt here",
            "Move all files into Old, but keep b.txt where it is",
            "Move all files other than b.txt into Old",
            "Verschiebe alle Dateien in den Ordner Alt, aber lass b.txt hier",
            "Déplace tous les fichiers dans Vieux sauf b.txt",
        ),
    ),
    (
        ("rm -rf notes",),
        "run",
        (
            'Explain what "rm -rf notes" does when I run it',
            "What does “rm -rf notes” do?",
            "Erkläre mir, was „rm -rf notes“ macht",
        ),
    ),
    (
        ("a.txt",),
        "run",
        (
            "Type rm a.txt but do not run it",
            "Type rm a.txt and don't press Enter",
            "Tippe rm a.txt, aber führe es nicht aus",
            "Tape rm a.txt mais ne l'exécute pas",
        ),
    ),
)


@pytest.mark.parametrize(
    ("names", "deed", "task"),
    [(names, deed, task) for names, deed, tasks in NEVER for task in tasks],
)
def test_what_is_protected_is_named_with_what_may_not_be_done_to_it(
    names: tuple[str, ...], deed: lexicon.Deed, task: str
):
    found = constraints_of(task).found
    assert any(deed in one.own and set(one.names) & set(names) for one in found), found
    assert constraints_of(task).governs(task)


@pytest.mark.parametrize(
    "task",
    [
        "Close every window but the calculator",
        "Close all windows except the calculator",
        "Quit everything, but leave the calculator open",
        "Schließe alle Fenster außer calculator",
    ],
)
def test_what_has_no_name_is_protected_as_it_is_described(task: str):
    (one, *_) = constraints_of(task).found
    assert "close" in one.own
    assert "calculator" in one.things


@pytest.mark.parametrize(
    "task",
    [
        "Save a copy as b.txt without changing a.txt",
        "Save a copy as b.txt and don't touch a.txt",
        "Speichere eine Kopie als b.txt, ohne a.txt zu ändern",
    ],
)
def test_what_is_not_to_be_changed_is_neither_saved_over_nor_renamed(task: str):
    found = [one for one in constraints_of(task).found if "a.txt" in one.names]
    assert found
    assert {"overwrite", "rename", "delete", "move"} <= found[0].own


@pytest.mark.parametrize(
    "task",
    [
        "I can never find it again, letter.txt: call it note.txt",
        "We could not remember the name, open letter.txt",
        'Press "No"',
        "Click No thanks",
        "click no thanks",
        "Press Don't save",
        "choose never",
        "Set the option to never",
        "Turn on Do Not Disturb",
        "The size is not needed, but you may enter 5",
        "Open No. 5",
        "Go to no 5 in the list",
        'Write "do not open" on the sheet',
        "Write “never again” and save it",
        "type do not disturb",
        "Type: do not forget the milk",
        "Write the list: milk, no sugar, bread",
        "Leave a comment for Anna",
        "Keep the window on top",
        "Select nothing",
        "Tell me whether the box is ticked or not",
        "Click the only button",
        "Open the read-only file",
        "Scroll down, then press Next",
        "Open Notes and type hello",
        "Clique no botão OK",
        "No editor, escreva olá",
        "Ouvre la page du 3 mai",
        "Schreibe „nicht öffnen“ in das Feld",
        "Klicke auf Nein",
        "Kliknij Nie",
        "Rename a.txt to b.txt",
        "Press Create report, wait until it is ready and press Show report",
    ],
)
def test_nothing_is_forbidden_where_nothing_is(task: str):
    assert not constraints_of(task).found


def test_only_the_part_that_is_limited_is_held():
    task = "Open Mousepad, write “hello” and do not save it. Then open Thunar."
    constraints = constraints_of(task)
    assert constraints.governs("and do not save it.")
    assert not constraints.governs("Then open Thunar.")
    assert not constraints.governs("Open Mousepad,")
    whole = constraints_of("Delete everything, except a.txt")
    assert whole.governs("Delete everything,")


def test_a_mere_prohibition_asks_for_nothing():
    constraints = constraints_of("Do not delete a.txt, just select b.txt")
    assert constraints.only_forbids("Do not delete a.txt,")
    assert not constraints.only_forbids("just select b.txt")
    assert constraints_of("Delete everything except a.txt").only_forbids("except a.txt")


def test_another_deed_may_be_asked_for_the_same_thing():
    (one,) = constraints_of("Do not delete a.txt, rename it to c.txt").found
    assert "delete" in one.deeds
    assert "rename" not in one.deeds
    assert "move" in one.deeds


def test_what_is_asked_for_is_known_without_what_is_forbidden():
    assert asks_for("close", "Close the calculator")
    assert asks_for("close", "Schließe das Fenster")
    assert not asks_for("close", "Do not close the calculator")
    assert not asks_for("close", 'Write "close the door"')


def test_what_is_forbidden_is_no_value_to_enter():
    assert constraints_of("Type rm a.txt but do not run it").rest() == "Type rm a.txt"


@pytest.mark.parametrize("language", lexicon.LANGUAGES)
def test_every_language_has_every_kind_of_word(language: str):
    own = lexicon.file_of(language)
    assert {"not", "keep", "except", "only", "without", "instead", "explain"} <= own["cues"].keys()
    assert {"delete", "move", "overwrite", "rename", "close", "send", "run"} <= own["deeds"].keys()
    lists = {"touch", "but", "small", "every", "files", "rest", "again", "discard", "once", "verbs"}
    assert lists <= own["lists"].keys()


@pytest.mark.parametrize(
    ("task", "names"),
    [
        ("Delete b.txt; a.txt must stay", ("a.txt",)),
        ("Empty the trash, but under no circumstances delete a.txt", ("a.txt",)),
        ("b.txt should be kept when you empty the folder", ("b.txt",)),
        ("Keep a.txt, get rid of the others", ("a.txt",)),
        ("Delete old.txt, on no account new.txt", ("new.txt",)),
    ],
)
def test_other_words_for_the_same(task: str, names: tuple[str, ...]) -> None:
    (one,) = constraints_of(task).found
    assert one.names == names
    assert "delete" in one.deeds


@pytest.mark.parametrize(
    "task",
    ["Open Mousepad and write the line do not forget milk", "Open Mousepad, type no smoking"],
)
def test_what_is_typed_in_a_later_part_is_data(task: str) -> None:
    assert not constraints_of(task)


@pytest.mark.parametrize(
    ("task", "rest"),
    [
        ("Move everything except a.txt into Old", "Move everything into Old"),
        (
            "Copy all files but a.txt to the folder “Old things”",
            "Copy all files to the folder “Old things”",
        ),
        (
            "Verschiebe alles außer a.txt in den Ordner Alt",
            "Verschiebe alles in den Ordner Alt",
        ),
        ("Alle Dateien außer a.txt nach Alt verschieben", "Alle Dateien nach Alt verschieben"),
        ("Sposta tutto tranne a.txt nella cartella Vecchi", "Sposta tutto nella cartella Vecchi"),
        ("Copia todo menos a.txt a Viejos", "Copia todo a Viejos"),
        ("Mova tudo exceto a.txt para a pasta Velhos", "Mova tudo para a pasta Velhos"),
    ],
)
def test_the_folder_to_which_the_others_go_is_not_exempt(task: str, rest: str) -> None:
    (one,) = constraints_of(task).found
    assert one.names == ("a.txt",)
    assert constraints_of(task).rest() == rest


@pytest.mark.parametrize(
    ("task", "names"),
    [
        ("Delete everything except a.txt in the folder Old", ("a.txt", "Old")),
        ("Move everything into Old except a.txt in Letters", ("a.txt", "Letters")),
        ("Move everything except the letters to Anna", ("Anna",)),
    ],
)
def test_what_is_no_goal_stays_exempt(task: str, names: tuple[str, ...]) -> None:
    (one,) = constraints_of(task).found
    assert one.names == names


@pytest.mark.parametrize(
    "task",
    [
        "Remove all the files in this folder, keeping only a.txt",
        "Only a.txt may stay, delete the rest",
        "Throw away all files; a.txt stays",
        "Get rid of everything here that is not a.txt",
        "Remove whatever isn't a.txt",
        "Lösche alles, a.txt bleibt",
        "Lösche alles, was nicht a.txt ist",
        "Supprime tout en gardant seulement a.txt",
        "Supprime tout ce qui n'est pas a.txt",
        "Borra todo dejando solo a.txt",
        "Elimina tutto quello che non è a.txt",
        "Verwijder alles, a.txt blijft",
        "Usuń wszystko zostawiając tylko a.txt",
    ],
)
def test_what_is_to_stay_is_protected(task: str) -> None:
    found = constraints_of(task).found
    assert any(one.names == ("a.txt",) and "delete" in one.deeds for one in found)


@pytest.mark.parametrize(
    ("task", "part"),
    [
        ("Mark b.txt and leave a.txt alone", "and leave a.txt alone"),
        ("Wähle b.txt aus und lass a.txt in Ruhe", "und lass a.txt in Ruhe"),
        ("Move all into Old, apart from b.txt, which stays", "apart from b.txt, which stays"),
        ("Delete all files, keeping only a.txt", "keeping only a.txt"),
    ],
)
def test_a_part_that_only_exempts_asks_for_nothing(task: str, part: str) -> None:
    constraints = constraints_of(task)
    assert constraints.only_forbids(part)
    assert not constraints.only_forbids(task)


@pytest.mark.parametrize(
    ("task", "names"),
    [
        ("Everything in the list stays except “ham”, which has to go.", ("ham",)),
        ("Delete nothing except old.log.", ("old.log",)),
        ("Behalte alles außer alt.txt.", ("alt.txt",)),
        ("No borres nada excepto viejo.txt", ("viejo.txt",)),
    ],
)
def test_an_exception_from_what_stays_is_what_alone_may_go(task, names):
    (one,) = constraints_of(task).found
    assert (one.kind, one.names) == ("only", names)
    assert "delete" in one.own
    assert not constraints_of(task).only_forbids(task)


def test_what_alone_is_kept_is_protected():
    (one,) = constraints_of("Keep nothing in the folder but plan.odt.").found
    assert (one.kind, one.names) == ("except", ("plan.odt",))


@pytest.mark.parametrize(
    ("task", "said"),
    [
        ("Without opening the others, jot “eggs” down in a.txt", "Without opening the others"),
        (
            "Without touching a.txt, b.txt or c.txt, tidy up d.txt",
            "Without touching a.txt, b.txt or c.txt",
        ),
        ("Ohne b.txt anzufassen, leg a.txt im Archiv ab", "Ohne b.txt anzufassen"),
        ("a.txt stays where it is, b.txt wanders off to Old", "a.txt stays where it is"),
    ],
)
def test_a_prohibition_that_comes_first_ends_before_what_is_asked_for(task, said):
    assert [one.said for one in constraints_of(task).found] == [said]


def test_nothing_else_allows_what_the_task_names():
    (one,) = constraints_of("Add a line to list.txt and change nothing else there").found
    assert (one.kind, one.names) == ("only", ("list.txt",))


@pytest.mark.parametrize(
    "task",
    [
        "Leave the other prices alone, but set that of Pears to 3, then store the sheet.",
        "Sort the rows, change nothing else, and save it.",
        "Add a line to list.txt and do not touch the others. Save the file.",
    ],
)
def test_what_is_exempt_does_not_keep_the_document_from_being_saved(task):
    assert all("overwrite" not in one.own for one in constraints_of(task).found)


@pytest.mark.parametrize(
    "task",
    [
        "Write “a” but don't save it",
        "Save it, but do not export it",
        "Export it, save nothing",
    ],
)
def test_what_is_not_to_be_saved_or_exported_is_not(task):
    assert any("overwrite" in one.own for one in constraints_of(task).found)


@pytest.mark.parametrize(
    ("task", "exempts"),
    [
        ("Put what comes out in the editor and keep that under /home/x/result.txt", False),
        ("Remove the first line and keep the letter as “a.odt”", False),
        ("Verplaats de tekst en bewaar het als brief.txt", False),
        ("Przenieś tekst i zachowaj go jako “list.txt”", False),
        ("Delete everything, but keep those saved as b.txt", True),
        ("Delete all files, but keep b.txt as it is", True),
        ("Move all of them to Old and keep “b.txt” here", True),
        ("Delete nothing.txt in the terminal", False),
        ("Rename a.txt to b.txt, delete nothing.", True),
    ],
)
def test_what_is_kept_under_a_name_or_called_nothing_is_not_exempt(task: str, exempts: bool):
    assert bool(constraints_of(task)) == exempts


@pytest.mark.parametrize(
    ("task", "program"),
    [
        ("In Mousepad write bread, nothing else, and save it as a.txt", "Mousepad"),
        ("Only the total is to be bold, in Calc, and print nothing", "Calc"),
    ],
)
def test_what_a_task_limits_to_something_still_asks_for_it(task: str, program: str):
    """The program that such a task needs is chosen from the rest."""
    assert program in constraints_of(task).rest()


def test_a_task_that_only_forbids_leaves_nothing_that_needs_a_program():
    assert not any(map(str.isalnum, constraints_of("Do not open Firefox.").rest()))


@pytest.mark.parametrize(
    ("task", "protected"),
    [
        ("Delete old.txt and new.txt without leaving new.txt behind", ()),
        ("Efface a.txt sans laisser a.txt dans la corbeille", ()),
        ("Leave none of them but a.txt: don't leave any other except a.txt", ("a.txt",)),
    ],
)
def test_what_is_not_to_be_left_may_be_deleted(task: str, protected: tuple[str, ...]):
    found = [one for one in constraints_of(task).found if "delete" in one.own | one.deeds]
    assert tuple(dict.fromkeys(n for one in found for n in one.names)) == protected


def test_what_belongs_to_somebody_is_protected_by_the_name():
    task = "Take Tom Reed off the list. Our Mia Lund still comes, leave her row alone!"
    assert [one.names for one in constraints_of(task).found] == [("Mia Lund",)]
