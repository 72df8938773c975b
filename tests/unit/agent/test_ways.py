"""Ways: which one a part of a task asks for, with what in its slots, and how one goes on."""

from __future__ import annotations

import platformdirs
import pytest
from agent.skills.procedures.matching import Fit, clauses_of, fit_of
from agent.skills.procedures.way import read_step, ways

from agent.outline import Outline

DOCUMENTS, DOWNLOADS = platformdirs.user_documents_dir(), platformdirs.user_downloads_dir()

FILES, TEXT, SHEET, SHELL, WRITER = (
    *("file manager", "text editor", "spreadsheet", "terminal", "word processor"),
)


def fitting(text: str, kind: str, *known: str, program: str = "") -> Fit | None:
    (part,) = Outline([text]).parts
    return fit_of(text, part.values, kind, program, lambda value: value in known)


@pytest.mark.parametrize(
    ("kind", "text", "way", "values"),
    [
        (FILES, "Rename plan.odt to minutes.odt", "rename",
         {"thing": "plan.odt", "text": "minutes.odt"}),
        (FILES, "Benenne a.txt in „b c.txt“ um", "rename", {"thing": "a.txt", "text": "b c.txt"}),
        (FILES, "Move into the folder Old the file x.pdf", "move into a folder",
         {"thing": "x.pdf", "place": "Old"}),
        (FILES, "Copia foto.png en la carpeta Verano", "copy into a folder",
         {"thing": "foto.png", "place": "Verano"}),
        (FILES, "Create a directory named “Tax”", "make a folder", {"text": "Tax"}),
        (FILES, "Create a folder called invoices in Documents", "make a folder",
         {"text": "invoices", "at": DOCUMENTS}),
        (FILES, "Delete x.txt from my Downloads folder", "delete",
         {"thing": "x.txt", "at": DOWNLOADS}),
        (FILES, "Move x.txt from Documents into the folder Old", "move into a folder",
         {"thing": "x.txt", "place": "Old", "at": DOCUMENTS}),
        (FILES, "Copy x.txt in Documents to Downloads", "copy into a folder",
         {"thing": "x.txt", "place": DOWNLOADS,
          "at": DOCUMENTS}),
        (FILES, "Verschiebe x.txt aus den Dokumenten in den Ordner Alt", "move into a folder",
         {"thing": "x.txt", "place": "Alt", "at": DOCUMENTS}),
        (FILES, "Verschiebe x.txt aus dem Ordner Dokumente in den Ordner Alt",
         "move into a folder",
         {"thing": "x.txt", "place": "Alt", "at": DOCUMENTS}),
        (FILES, "Kopiere x.txt in den Ordner Downloads", "copy into a folder",
         {"thing": "x.txt", "place": DOWNLOADS}),
        (FILES, "Open x.txt from Documents", "go to a folder and open a file there",
         {"thing": "x.txt", "folder": DOCUMENTS}),
        (FILES, "select x.pdf", "select", {"thing": "x.pdf"}),
        (TEXT, "Open x.txt from Documents", "open a file of a usual folder",
         {"thing": "x.txt", "folder": DOCUMENTS}),
        (TEXT, "Write the line “a b”", "add a line", {"text": "a b"}),
        (TEXT, "Write “a line of text”", "write", {"text": "a line of text"}),
        (TEXT, "Append “the end” at the bottom", "add a line", {"text": "the end"}),
        (TEXT, "Remove the line “b”", "delete a line", {"text": "b"}),
        (TEXT, "Ersetze „rot“ durch „blau“", "replace everywhere", {"old": "rot", "new": "blau"}),
        (TEXT, "and below it a list: tea, milk", "write below", {"text": "tea, milk"}),
        (TEXT, "replace “a” by “b”", "replace everywhere", {"old": "a", "new": "b"}),
        (TEXT, "save it as notes.txt", "save under a name", {"path": "notes.txt"}),
        (SHEET, "save it as sums.gnumeric in Documents", "save under a name",
         {"path": f"{DOCUMENTS}/sums.gnumeric"}),
        (TEXT, "save it in /data/x as a.txt", "save under a name", {"path": "/data/x/a.txt"}),
        (TEXT, "save it as /data/x/a.txt", "save under a name", {"path": "/data/x/a.txt"}),
        (TEXT, "and save", "save", {}),
        (FILES, "go to the folder /data/x", "go to a folder", {"folder": "/data/x"}),
        (SHELL, "Run “make all”", "run a command", {"text": "make all"}),
        (SHEET, "Set the weight of Pears to 12", "change a cell",
         {"thing": "Pears", "text": "12"}),
        (SHEET, "Clear cell B7", "empty a cell", {"cell": "B7"}),
        (WRITER, "make flowers bold", "bold", {"text": "flowers"}),
        (WRITER, "and make the words milk and bread italic", "italic", {"text": "milk and bread"}),
        (SHEET, "make the first row bold", "bold cells", {"area": "row 1"}),
        (SHEET, "make row 3 bold", "bold cells", {"area": "row 3"}),
        (SHEET, "Unterstreiche A1 bis B2", "underlined cells", {"area": "A1:B2"}),
        (SHELL, "Create a file called “a b”", "make a file with a command", {"text": "a b"}),
        (SHELL, "List the files", "list files with a command", {}),
        (SHELL, "list the files in /etc", "list the files of a folder with a command",
         {"place": "/etc"}),
        (SHELL, "show the content of a.txt", "show a file with a command", {"thing": "a.txt"}),
        (SHELL, "and show the current date", "show the date with a command", {}),
        (SHELL, "Print the current folder", "show the folder with a command", {}),
        ("web browser", "Go to example.org/a?b", "go to an address",
         {"address": "example.org/a?b"}),
        ("web browser", "Open a new tab", "open a new tab", {}),
    ],
)  # fmt: skip
def test_a_part_of_a_task_finds_its_way(
    kind: str, text: str, way: str, values: dict[str, str]
) -> None:
    fit = fitting(text, kind)
    assert fit is not None
    assert (fit.way.name, fit.values) == (way, (values,))


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (FILES, "Rename plan.odt"),  # to what?
        (FILES, "Look at plan.odt"),
        (TEXT, "Rename a.txt to b.txt"),  # an editor has no key for that
        (FILES, "Delete the line “a” of x.txt"),
        (FILES, "Delete a.txt and b.txt"),  # two things
        (SHELL, "Delete all files of “old”"),
        ("", "Rename a.txt to b.txt"),
        ("web browser", "Open the second tab"),
        ("web browser", "Press Save and leave the page open"),
    ],
)
def test_what_a_way_does_not_do_finds_none(kind: str, text: str) -> None:
    assert fitting(text, kind) is None


def test_a_value_without_a_slot_must_be_known() -> None:
    assert fitting("Append “x” at the end of a.txt", TEXT) is None
    assert fitting("Append “x” at the end of a.txt", TEXT, "a.txt") is not None


def test_cells_are_filled_one_after_the_other() -> None:
    fit = fitting("Enter 3 in cell B2, “two words” in C10", SHEET)
    assert fit is not None
    assert fit.values == ({"cell": "B2", "text": "3"}, {"cell": "C10", "text": "two words"})
    assert fitting("Enter 3, 4 in cell B2", SHEET) is None
    again = fit_of("5 in B3", ("5", "B3"), SHEET, "", lambda value: False, fit.way)
    assert again is not None
    assert again.way is fit.way


def test_the_level_of_a_heading_is_read() -> None:
    for text, keys in (
        ("Write “Plan” as a heading", "ctrl+1"),
        ("Write “Plan” as a Heading 3", "ctrl+3"),
    ):
        fit = fitting(text, WRITER, program="libreoffice-writer")
        assert fit is not None
        assert keys in [each for step in fit.way.steps for each in step.filled(fit.values[0])]
    assert fitting("Write “Plan” as a heading", WRITER, program="abiword").way.name == "write"  # type: ignore[union-attr]


def test_a_part_is_cut_where_an_instruction_begins() -> None:
    text = "Open a.txt from the folder In, replace “x, y” by “z” and save it"
    assert clauses_of(text, TEXT) == [
        "Open a.txt from the folder In,",
        "replace “x, y” by “z” and",
        "save it",
    ]
    where = "In the folder that is shown, rename a.txt to b.txt"
    assert clauses_of(where, FILES) == [where]
    assert clauses_of("Enter 1 in A1, 2 in A2", SHEET) == ["Enter 1 in A1, 2 in A2"]


def test_a_shell_gets_names_quoted_and_nothing_else() -> None:
    fit = fitting("Delete the file “my; plan.txt”", SHELL)
    assert fit is not None
    assert fit.way.steps[0].filled(fit.values[0]) == ("rm 'my; plan.txt'",)
    fit = fitting("Run “echo $HOME”", SHELL)
    assert fit is not None
    assert fit.way.steps[0].filled(fit.values[0]) == ("echo $HOME",)


def test_all_ways_can_be_read_and_fill_their_slots() -> None:
    assert len({way.name for way in ways()}) == len(ways())
    for way in ways():
        slots = {name: "x" for name, _ in way.slots}
        texts = [each for step in way.steps for each in step.filled(slots)]
        assert not any("{" in each for each in [*texts]), way.name
        assert {name.strip("{}") for name in (*way.shows, *way.gone)} <= set(slots), way.name
    with pytest.raises(ValueError, match="begins with one of"):
        read_step("dance ctrl+d")


def test_a_file_in_a_folder_is_opened_there() -> None:
    # "ga" is Dutch for "go"; a name that begins like it is no verb.
    for name in ("garden.txt", "notes.txt"):
        fit = fitting(f"Open the file {name} in my Documents", FILES)
        assert fit is not None
        assert fit.way.name == "go to a folder and open a file there"
        assert fit.values[0]["thing"] == name
    fit = fitting("Go to my Documents", FILES)
    assert fit is not None
    assert fit.way.name == "go to a folder"


def test_a_row_is_deleted_and_a_first_word_with_a_capital_is_written() -> None:
    (part,) = Outline(["delete row 2"]).parts
    fit = fit_of(part.text, part.values, "spreadsheet", "libreoffice-calc", lambda value: False)
    assert fit is not None
    assert (fit.way.name, fit.values) == ("delete a row or a column", ({"area": "row 2"},))
    fill = next(way for way in ways() if way.name == "fill cells")
    (part,) = Outline(["Anna in A2 and Ben in A3,"]).parts
    fit = fit_of(part.text, part.values, "spreadsheet", "", lambda value: False, fill)
    assert fit is not None
    assert fit.values == ({"cell": "A2", "text": "Anna"}, {"cell": "A3", "text": "Ben"})


def test_it_is_saved_under_its_own_name_whatever_it_is_called() -> None:
    fit = fit_of("and save it", (), TEXT, "", lambda value: False, None, "/data/a.txt")
    assert fit is not None
    assert (fit.way.name, fit.values) == ("save", ({},))


def test_one_editor_replaces_by_other_keys() -> None:
    fit = fitting("Ersetze „rot“ durch „blau“", TEXT, program="featherpad")
    assert fit is not None
    assert fit.way.name == "replace everywhere by keys"
    assert "press f10" in {f"{step.do} {step.of[0]}" for step in fit.way.steps}


def test_several_values_go_into_the_cells_of_a_range() -> None:
    fit = fitting("Enter 12, 30 and 58 in cells A1 to A3", SHEET)
    assert fit is not None
    assert [each["cell"] for each in fit.values] == ["A1", "A2", "A3"]
    assert [each["text"] for each in fit.values] == ["12", "30", "58"]
    assert fitting("Enter 12 and 30 in cells A1 to A3", SHEET) is None


def test_where_other_keys_save_all_files_the_menu_is_used() -> None:
    fit = fitting("save it as a.py", "programming editor", program="geany")
    assert fit is not None
    assert fit.way.name == "save under a name by the menu"
    fit = fitting("save it as a.py", "programming editor", program="kate")
    assert fit is not None
    assert fit.way.name == "save under a name"


@pytest.mark.parametrize(
    ("text", "formula"),
    [("work out 12.5 times 8.4", "12.5 * 8.4"), ("Calculate (3+4)*2", "(3+4)*2")],
)
def test_a_calculator_with_a_field_is_given_the_calculation(text: str, formula: str) -> None:
    fit = fitting(text, "calculator", program="speedcrunch")
    assert fit is not None
    assert (fit.way.name, fit.values) == ("work out", ({"sum": formula},))
    assert fitting(text, "calculator", program="galculator") is None, "it has keys to click"


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("and export it as letter.pdf in Documents", "export as pdf"),
        ("save it as letter.pdf", "export as pdf"),
        ("save it as letter.odt", "save under a name"),
    ],
)
def test_a_document_becomes_a_pdf_by_the_menu_of_its_program(text: str, way: str) -> None:
    fit = fitting(text, WRITER, program="libreoffice-writer")
    assert fit is not None
    assert fit.way.name == way
