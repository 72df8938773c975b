"""The arguments of procedures that a task says in plain words, and what is none of them."""

from __future__ import annotations

import platformdirs
import pytest

from agent.skills.procedures.front import active
from agent.skills.procedures.procedures import Procedures
from tests.support.made_programs import FILES, INSTALLED, program, situation

_SCREENS = {
    "editor": program("pad", value="red"),
    "writer": program("libreoffice-writer", value="total"),
    "files": program("thunar", *FILES),
    "shell": program("term", "ann@home:~$"),
    "slides": program("libreoffice-impress", "Click to add Title"),
}
# Written before there was anything that reads them.
SAID = (
    ("editor", "replace red with blue", "replace everywhere", {"old": "red", "new": "blue"}),
    ("editor", "replace all the cats by dogs", "replace everywhere",
     {"old": "cats", "new": "dogs"}),
    ("editor", "swap monday for friday", "replace everywhere", {"old": "monday", "new": "friday"}),
    ("editor", "In the second document, replace red with blue", "replace everywhere",
     {"old": "red", "new": "blue"}),
    ("editor", "good morning should be good evening everywhere", "replace everywhere",
     {"old": "good morning", "new": "good evening"}),
    ("editor", "Replace every “old price” with “new price”", "replace everywhere",
     {"old": "old price", "new": "new price"}),
    ("editor", "swap “tea” for coffee", "replace everywhere", {"old": "tea", "new": "coffee"}),
    ("editor", "Replace Anna with Maria", "replace everywhere", {"old": "Anna", "new": "Maria"}),
    ("editor", "add a line saying thanks for everything", "add a line",
     {"text": "thanks for everything"}),
    ("editor", "add the line see you soon at the end", "add a line",
     {"text": "see you soon"}),
    ("editor", "put milk and eggs on a line of its own", "add a line", {"text": "milk and eggs"}),
    ("editor", "Add the line “Kind regards” at the end", "add a line", {"text": "Kind regards"}),
    ("editor", "type hello there", "write", {"text": "hello there"}),
    ("editor", "put down: call the plumber", "write", {"text": "call the plumber"}),
    ("editor", "write thanks a lot into the document", "write", {"text": "thanks a lot"}),
    ("editor", "find the word apples", "find", {"text": "apples"}),
    ("editor", "search for summer holidays", "find", {"text": "summer holidays"}),
    ("editor", "where does it say free delivery?", "find", {"text": "free delivery"}),
    ("editor", "find annual report in the document", "find", {"text": "annual report"}),
    ("editor", "delete the line old stuff", "delete a line", {"text": "old stuff"}),
    ("editor", "take out the line that says buy bread", "delete a line", {"text": "buy bread"}),
    ("writer", "make the words big sale bold", "bold", {"text": "big sale"}),
    ("writer", "warning should stand out in thick letters", "bold", {"text": "warning"}),
    ("writer", "make ipsum italic", "italic", {"text": "ipsum"}),
    ("writer", "underline the word important", "underlined", {"text": "important"}),
    ("writer", "draw a line under grand total", "underlined", {"text": "grand total"}),
    ("writer", "write the heading our plans", "write a heading",
     {"text": "our plans", "level": "1"}),
    ("files", "rename notes.txt to diary", "rename a file", {"file": "notes.txt", "name": "diary"}),
    ("files", "give plan.odt the new name budget plan", "rename a file",
     {"file": "plan.odt", "name": "budget plan"}),
    ("files", "call picture.png holiday.png instead", "rename a file",
     {"file": "picture.png", "name": "holiday.png"}),
    ("files", "Rename “notes.txt” to “my diary.txt”", "rename a file",
     {"file": "notes.txt", "name": "my diary.txt"}),
    ("files", "rename the folder archive to old stuff", "rename a file",
     {"file": "archive", "name": "old stuff"}),
    ("files", "make a folder called holiday pictures", "make a folder",
     {"name": "holiday pictures"}),
    ("files", "create the directory receipts", "make a folder", {"name": "receipts"}),
    ("files", "i need a folder taxes", "make a folder", {"name": "taxes"}),
    ("files", "make a new folder called invoices", "make a folder", {"name": "invoices"}),
    ("files", "Create the directory “Old Letters”", "make a folder", {"name": "Old Letters"}),
    ("files", "move notes.txt into the folder letters", "move a file",
     {"file": "notes.txt", "place": "letters"}),
    ("files", "put picture.png into photos", "move a file",
     {"file": "picture.png", "place": "photos"}),
    ("files", "plan.odt should be in archive too", "copy a file",
     {"file": "plan.odt", "place": "archive"}),
    ("shell", "run the command ls -la", "run a command", {"command": "ls -la"}),
    ("shell", "execute make install in the terminal", "run a command",
     {"command": "make install"}),
    ("shell", "create the file todo", "make a file with a command", {"name": "todo"}),
    ("slides", "one more slide called our results", "add a slide with a title",
     {"text": "our results"}),
    ("slides", "write next steps as the title of this slide", "write the title of a slide",
     {"text": "next steps"}),
    ("editor", "replace all occurrences of foo with bar", "replace everywhere",
     {"old": "foo", "new": "bar"}),
    ("editor", "change nothing, just replace tea with green tea", "replace everywhere",
     {"old": "tea", "new": "green tea"}),
    ("editor", "add a line that says the shop is closed", "add a line",
     {"text": "the shop is closed"}),
    ("editor", "save it as letter in my folder documents", "save under a name",
     {"path": f"{platformdirs.user_documents_dir()}/letter"}),
    ("writer", "make the word urgent bold and save", "bold", {"text": "urgent"}),
    ("files", "make a folder called my trips in my documents folder", "make a folder",
     {"name": "my trips", "folder": platformdirs.user_documents_dir()}),
    ("files", "create the directory backup 2026 and open it", "make a folder",
     {"name": "backup 2026"}),
)  # fmt: skip
NOT_SAID = (
    ("editor", "find out how many lines there are", "find"),
    ("editor", "replace it with something better", "replace everywhere"),
    ("editor", "swap the two paragraphs", "replace everywhere"),
    ("editor", "don't replace red with blue", "replace everywhere"),
    ("editor", "add a line", "add a line"),
    ("editor", "delete the line at the top", "delete a line"),
    ("editor", "write a letter to my aunt", "write"),
    ("writer", "make it bold", "bold"),
    ("writer", "make the first paragraph bold", "bold"),
    ("writer", "underline it", "underlined"),
    ("files", "rename the oldest file to backup", "rename a file"),
    ("files", "make a new folder", "make a folder"),
    ("files", "i need a folder for my taxes", "make a folder"),
    ("files", "move everything into the folder photos", "move a file"),
    ("shell", "run the command again", "run a command"),
    ("shell", "run the command to update the system", "run a command"),
    ("editor", "find all mistakes and correct them", "find"),
    ("editor", "get rid of the blank lines", "delete a line"),
    ("editor", "save it as before", "save under a name"),
)


def first_of(screen: str, text: str, name: str) -> dict[str, object] | None:
    """The arguments of the first way to fill a procedure; None where there is none."""
    map_ = _SCREENS[screen]
    now, window = situation(map_, text), active(map_)
    assert window is not None
    found = Procedures(INSTALLED)._calls(now.plan.parts[0], window, map_, text)
    call = next((call for call in found if call.procedure.name == name), None)
    return dict(call.values[0]) if call is not None else None


@pytest.mark.parametrize(("screen", "text", "name", "values"), SAID)
def test_words_between_those_of_a_procedure_are_its_arguments(
    screen: str, text: str, name: str, values: dict[str, str]
) -> None:
    assert first_of(screen, text, name) == values


def test_a_value_comes_before_words_that_say_no_more() -> None:
    assert first_of("files", "Make a new folder called Tax", "make a folder") == {"name": "Tax"}
    assert first_of("files", "Make a new folder called Tax papers", "make a folder") == {
        "name": "Tax papers"
    }
    mixed = "swap “tea” and milk for coffee"
    assert first_of("editor", mixed, "replace everywhere") is None, "a quoted text is one value"


@pytest.mark.parametrize(("screen", "text", "name"), NOT_SAID)
def test_what_means_something_else_is_no_argument(screen: str, text: str, name: str) -> None:
    assert first_of(screen, text, name) is None
