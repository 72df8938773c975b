"""How a procedure that the model chose goes on from step to step, and how it ends."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import platformdirs
import pytest

from agent.actions import Action, Click, DoubleClick, Press, TypeText, UseSkill, Wait
from agent.memory import Deed, Memory
from agent.skills.procedures import likeness as module
from agent.skills.procedures.procedures import TITLE, Procedures
from agent.skills.running import Skills
from agent.trajectory import Effect
from tests.support.made_maps import element, made_map, painted, window
from tests.support.made_programs import INSTALLED, situation
from tests.support.meaning import by_words
from vision.core.elements import ElementMap, State
from vision.core.geometry import Box

CONFIRMED, NOTHING = Effect("confirmed", "it changed"), Effect("no visible change", "the same")


@pytest.fixture(autouse=True)
def _plain_likeness(data_folder: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "likeness", by_words)


def folder(*names: str, title: str = "Files", extra: tuple[int, str] | None = None) -> ElementMap:
    windows = [window(1, title, application="thunar", active=extra is None)]
    if extra is not None:
        windows.insert(0, window(extra[0], extra[1], application="thunar", active=True))
    shown = [element(n, "list item", name) for n, name in enumerate(names, 1)]
    return made_map(shown, windows)


class Run:
    """A procedure that was chosen for the one part of a task, driven by hand. `words` are those of
    the call; without them it is the first that is offered."""

    def __init__(self, task: str, shown: ElementMap, words: str = "") -> None:
        self.one, self.now = Procedures(INSTALLED), situation(shown, task)
        self.offers = [each.words for each in self.one.offers(self.now)]
        self.words = words or (self.offers[0] if self.offers else "")
        assert self.words in (*self.offers, ""), self.offers
        call = self.one._offered.get(self.words)
        # What the model would say.
        known = call.values[0] if call else {}
        said = [(slot, str(known[slot])) for slot in call.asked if slot in known] if call else []
        self.one.begin(UseSkill(TITLE, (("as", self.words), *said)), self.now)
        self.action: Action | None = None

    @property
    def done(self) -> bool:
        return self.now.plan.finished

    def next(self, map_: ElementMap) -> Action | None:
        move = self.one.next(replace(self.now, map=map_))
        self.action = move.action if move is not None else None
        return self.action

    def then(self, effect: Effect, before: ElementMap, after: ElementMap) -> None:
        assert self.action is not None
        part = self.one.told(self.action, effect, before, after, self.now.plan)
        if part is not None:
            part.done = True

    def through(self, *shown: ElementMap) -> list[Action | None]:
        """The actions on one map after another; each of them shows the next one."""
        found: list[Action | None] = []
        for before, after in itertools.pairwise(shown):
            found.append(self.next(before))
            if self.action is None:
                break
            self.then(CONFIRMED, before, after)
        return found


def test_it_goes_through_its_steps_and_ends_when_what_it_is_for_is_seen() -> None:
    before = folder("a.txt", "b.txt")
    run = Run("Rename a.txt to z.txt", before)
    assert run.words == 'rename "a.txt" to "z.txt"'
    dialog = folder("a.txt", "b.txt", extra=(2, "Rename"))
    after = folder("b.txt", "z.txt")
    done = []
    for shown, then in (
        (before, before), (before, dialog), (dialog, dialog), (dialog, dialog), (dialog, after),
    ):  # fmt: skip
        action = run.next(shown)
        assert action is not None
        assert run.one.keeps(action)
        assert not run.done
        done.append(action)
        run.then(CONFIRMED, shown, then)
    assert done == [
        *(Click(1), Press("f2"), Press("ctrl+a"), TypeText("z.txt"), Press("enter")),
    ]
    assert run.done
    assert run.next(after) is None, "it is over"


def test_each_move_says_which_step_it_is() -> None:
    shown = folder("a.txt")
    run = Run("Rename a.txt to z.txt", shown)
    move = run.one.next(replace(run.now, map=shown))
    assert move is not None
    assert move.reason == "rename a file: step 1 of 5"


def test_what_was_not_offered_is_not_begun() -> None:
    shown = folder("a.txt")
    run = Run("Rename a.txt to z.txt", shown)
    run.one.begin(UseSkill(TITLE, (("as", "delete the file “b.txt”"),)), run.now)
    assert run.next(shown) is None


def test_what_another_one_does_is_no_step() -> None:
    shown = folder("a.txt")
    run = Run("Rename a.txt to z.txt", shown)
    run.next(shown)
    other = Press("f5")
    assert not run.one.keeps(other)
    assert run.one.told(other, CONFIRMED, shown, folder("z.txt"), run.now.plan) is None
    assert run.next(shown) == Click(1), "it is where it was"


def test_what_is_in_a_folder_that_everybody_has_is_found_there() -> None:
    home = folder("Documents", "Old")
    documents = platformdirs.user_documents_dir()
    run = Run("Move a.txt from Documents into the folder Old", home,
              'move "a.txt" into the folder "Old"')  # fmt: skip
    there = folder("a.txt", "Old", title="Documents")
    old, moved = folder(title="Old"), folder("a.txt", title="Old")
    assert run.through(home, home, home, home, there, there, there, old, moved) == [
        *(Press("ctrl+l"), Press("ctrl+a"), TypeText(documents), Press("enter")),
        *(Click(1), Press("ctrl+x"), DoubleClick(2), Press("ctrl+v")),
    ]
    assert run.done


def test_a_folder_that_is_to_be_made_is_called_as_the_task_calls_it() -> None:
    home = folder("Letters")
    run = Run("Make a new folder called invoices in Documents", home,
              'make a new folder called "invoices"')  # fmt: skip
    dialog = folder("Letters", extra=(2, "New Folder"))
    done = run.through(home, home, home, home, home, dialog, dialog, dialog)
    assert [action.text for action in done if isinstance(action, TypeText)] == [
        platformdirs.user_documents_dir(),
        "invoices",
    ]


def test_what_is_not_seen_in_the_end_is_looked_for_and_then_left_to_the_model() -> None:
    shown = folder("a.txt", "b.txt")
    run = Run("Rename a.txt to z.txt", shown)
    assert run.through(*[shown] * 9)[5:] == [Wait(), Wait(), None]
    assert run.one.problem == "“z.txt” is not to be seen"
    assert not run.done
    assert run.next(shown) is None


def test_it_is_done_when_what_it_is_for_shows_late() -> None:
    shown, after = folder("a.txt"), folder("z.txt")
    run = Run("Rename a.txt to z.txt", shown)
    run.through(*[shown] * 6)
    assert run.next(shown) == Wait()
    run.then(NOTHING, shown, after)
    assert run.done


def test_keys_that_show_nothing_leave_it_to_the_model() -> None:
    shown = folder("a.txt")
    run = Run("Rename a.txt to z.txt", shown)
    run.next(shown)
    run.then(NOTHING, shown, shown)
    assert run.next(shown) == Press("f2"), "it may have been chosen before"
    run.then(NOTHING, shown, shown)
    assert run.next(shown) is None
    assert run.one.problem == "it showed nothing"
    assert run.next(shown) is None


@pytest.mark.parametrize(
    ("kind", "problem"), [("not allowed", "it was not allowed"), ("failed", "it failed")]
)
def test_what_was_not_allowed_or_failed_is_not_tried_in_another_way(
    kind: str, problem: str
) -> None:
    shown = folder("a.txt")
    run = Run("Delete the file a.txt", shown)
    run.next(shown)
    run.then(Effect(kind, "why"), shown, shown)  # type: ignore[arg-type]
    assert run.next(shown) is None
    assert run.one.problem == problem
    assert not run.done


@pytest.mark.parametrize("asks", [True, False])
def test_a_question_that_comes_is_answered_and_none_is_not_missed(asks: bool) -> None:
    shown, gone = folder("a.txt", "b.txt"), folder("b.txt")
    run = Run("Delete the file a.txt", shown)
    assert run.through(shown, shown) == [Click(1)]
    assert run.next(shown) == Press("delete")
    if asks:
        question = made_map(
            [element(1, "list item", "a.txt"), element(8, "button", "Cancel"),
             element(9, "button", "Delete")],
            [window(7, "Attention", active=True), window(1, "Files", application="thunar")],
        )  # fmt: skip
        run.then(CONFIRMED, shown, question)
        assert run.next(question) == Click(9)
        run.then(CONFIRMED, question, gone)
    else:
        run.then(CONFIRMED, shown, gone)
        run.next(gone)
    assert run.done


def test_a_button_that_says_no_is_not_pressed() -> None:
    shown = folder("a.txt")
    run = Run("Delete the file a.txt", shown)
    run.through(shown, shown, shown)
    question = made_map(
        [element(8, "button", "Don’t delete"), element(9, "button", "Delete forever")],
        [window(7, "Attention", active=True), window(1, "Files", application="thunar")],
    )
    assert run.next(question) == Click(9)


def test_a_file_that_opens_late_is_waited_for() -> None:
    shown = folder("a.txt")
    run = Run("Open a.txt", shown, 'open "a.txt"')
    assert run.next(shown) == DoubleClick(1)
    run.then(CONFIRMED, shown, shown)
    assert run.next(shown) == Wait()
    run.then(CONFIRMED, shown, folder("a.txt", extra=(3, "a.txt - Editor")))
    assert run.done


def test_what_does_not_open_is_left_to_the_model() -> None:
    shown = folder("a.txt")
    run = Run("Open a.txt", shown, 'open "a.txt"')
    done = run.through(*[shown] * 10)
    assert done == [DoubleClick(1), *[Wait()] * 7, None]
    assert run.one.problem == "nothing opened"


def test_a_similar_name_is_not_the_one_that_is_meant() -> None:
    task, words = "Delete the file list-1.txt", 'delete the file "list-1.txt"'
    other = folder("list-2.txt", "lists-1.txt")
    assert words not in [o.words for o in Procedures(INSTALLED).offers(situation(other, task))]
    for read in ("1ist-l.txt", "[list-1.txt"):
        shown = folder(read)
        assert Run(task, shown, words).next(shown) == Click(1), "as OCR may read it"


def test_a_folder_that_is_in_front_already_is_gone_to_without_effect() -> None:
    home = str(Path.home())
    shown = folder("a.txt", title=Path(home).name)
    words = 'make a new folder called "Bills 2026"'
    run = Run("Make a folder named Bills 2026 in my home folder", shown, words)
    effects = {"ctrl+a": NOTHING, "enter": NOTHING}
    done = []
    for _ in range(5):
        done.append(action := run.next(shown))
        keys = action.keys if isinstance(action, Press) else ""
        run.then(effects.get(keys, CONFIRMED), shown, shown)
    to_the_entry = [Press("ctrl+l"), Press("ctrl+a")]
    assert done == [*to_the_entry, TypeText(home), Press("enter"), Press("ctrl+shift+n")]


def shell(*lines: str) -> ElementMap:
    said = [element(n, "text", line) for n, line in enumerate(lines, 1)]
    return made_map(said, [window(1, "term", application="term", active=True)])


def test_a_shell_gets_names_quoted_and_commands_as_they_are() -> None:
    shown = shell()
    run = Run("Delete the file “my; plan.txt” with a command", shown,
              'delete "my; plan.txt" with a command')  # fmt: skip
    assert run.next(shown) == TypeText("rm 'my; plan.txt'")
    run = Run("Run the command “echo $HOME”", shown, 'run the command "echo $HOME"')
    assert run.through(shown, shown) == [TypeText("echo $HOME")]
    assert run.next(shown) == Press("enter")


def test_an_error_that_a_command_tells_is_no_success() -> None:
    shown = shell()
    after = shell("rm: cannot remove 'a.txt': No such file or directory")
    run = Run("Delete a.txt with a command", shown, 'delete "a.txt" with a command')
    assert run.through(shown, shown, after, after, after, after)[2:] == [Wait(), Wait(), None]
    assert run.one.problem.startswith("the screen says “rm: cannot remove")
    assert not run.done


def test_what_the_screen_said_before_is_no_error_of_the_command() -> None:
    old = shell("ls: cannot access 'x': No such file or directory")
    run = Run("Delete a.txt with a command", old, 'delete "a.txt" with a command')
    run.through(old, old, old)
    assert run.done


def test_cells_that_were_filled_are_what_their_sum_means() -> None:
    sheet = made_map([], [window(1, "x", application="libreoffice-calc", active=True)])
    run = Run("Put 5 in the cell A1, put 7 in the cell A2", sheet,
              'put "5" in the cell "A1", put "7" in the cell "A2"')  # fmt: skip
    done = run.through(*[sheet] * 7)
    assert done == [
        *(Press("ctrl+home"), TypeText("5"), Press("enter")),
        *(Press("ctrl+home down"), TypeText("7"), Press("enter")),
    ]
    assert run.done
    later = replace(run.now, plan=situation(sheet, "Put their sum in the cell A3").plan)
    assert 'put "=A1+A2" in the cell "A3"' in [each.words for each in run.one.offers(later)]


def test_a_column_is_found_by_its_heading() -> None:
    table = [
        element(1, "text", "Item", Box(32, 194, 59, 207)),
        element(2, "text", "Price", Box(113, 195, 146, 208)),
        element(3, "list item", "Nails", Box(33, 210, 114, 226)),
        element(4, "text", "6", Box(188, 214, 195, 223)),
    ]
    sheet = made_map(table, [window(1, "x", application="libreoffice-calc", active=True)])
    run = Run("Sort the rows upwards by price, smallest first", sheet,
              "sort the rows upwards, smallest or A first")  # fmt: skip
    assert run.next(sheet) == Click(4), "the cell at its left reaches to the next column"


def after_renaming(says: str, *buttons: str, title: str = "Error") -> ElementMap:
    """What a file manager shows when the last step of a renaming brought a window."""
    inside = [element(40, "text", says, Box(300, 300, 500, 320))]
    inside += [
        element(41 + n, "button", name, Box(300 + 90 * n, 360, 380 + 90 * n, 390))
        for n, name in enumerate(buttons)
    ]
    dialog = window(7, title, Box(250, 250, 600, 400), active=True)
    shown = folder("a.txt", "z.txt")
    return made_map([*shown.elements, *inside], [dialog, *shown.windows])


def problem_of(after: ElementMap) -> str:
    """Why a renaming ended that led to this screen."""
    before = folder("a.txt", "z.txt")
    run = Run("Rename a.txt to z.txt", before, 'rename "a.txt" to "z.txt"')
    run.through(*[before] * 6)
    while isinstance(run.next(after), Wait):
        run.then(CONFIRMED, after, after)
    assert run.action is None
    assert not run.done
    return run.one.problem


def test_a_message_says_why_it_failed() -> None:
    said = after_renaming("Failed to rename “a.txt”. File exists.", "Close")
    assert problem_of(said) == "Failed to rename “a.txt”. File exists."


def test_the_message_may_be_taken_for_a_field_and_the_frame_has_buttons() -> None:
    dialog = after_renaming("", title="Error")
    inside = [
        element(50, "field", "", Box(260, 290, 590, 390), State(value="Failed to rename a.txt.")),
        *(element(51 + n, "button", f"{name} window", Box(500 + 20 * n, 252, 516 + 20 * n, 266))
          for n, name in enumerate(("minimise", "maximise", "close"))),
    ]  # fmt: skip
    assert problem_of(made_map([*dialog.elements, *inside], dialog.windows)) == (
        "Failed to rename a.txt."
    )


def test_a_question_is_no_message_that_it_failed() -> None:
    asks = after_renaming("It already exists. Replace it?", "Cancel", "Replace")
    assert problem_of(asks) == "“a.txt” is still there"


def paper(value: str, handle: int = 1) -> ElementMap:
    sheet = element(5, "field", box=Box(0, 60, 600, 400), state=State(value=value))
    return made_map([sheet], [window(handle, "Untitled - Pad", application="pad", active=True)])


def written(run: Run, shown: list[ElementMap]) -> list[Action]:
    """The actions on one map after another, each of which shows the next one."""
    done = []
    for before, after in itertools.pairwise([*shown, shown[-1]]):
        action = run.next(before)
        if action is None or run.done:
            break
        done.append(action)
        run.then(NOTHING if before == after else CONFIRMED, before, after)
    return done


LINE, LINE_WORDS = "Add the line “buy tea” at the end", 'add the line "buy tea" at the end'


def test_a_line_goes_on_a_line_of_its_own() -> None:
    old, new = paper("hello"), paper("hello\nbuy tea")
    run = Run(LINE, old, LINE_WORDS)
    marked = replace(old, screenshot=painted(Box(4, 70, 60, 86)))
    assert written(run, [old, old, old, marked, old, new]) == [
        *(Click(5), Press("ctrl+end"), Press("shift+home"), Press("end enter")),
        TypeText("buy tea"),
    ]
    assert run.done
    empty = paper("")
    run = Run(LINE, empty, LINE_WORDS)
    assert written(run, [empty, empty, empty, empty, new]) == [
        *(Click(5), Press("ctrl+end"), Press("shift+home"), TypeText("buy tea")),
    ]


def test_a_notice_that_goes_meanwhile_is_no_line_that_is_written_already() -> None:
    empty = paper("")
    run = Run(LINE, empty, LINE_WORDS)
    told = replace(empty, screenshot=painted(Box(0, 410, 600, 440)))
    assert written(run, [told, told, told, empty, paper("buy tea")]) == [
        *(Click(5), Press("ctrl+end"), Press("shift+home"), TypeText("buy tea")),
    ]


WRITE = "Write “buy tea” into the document", 'write "buy tea" into the document'


def test_a_window_that_replaced_another_one_is_none_that_the_procedure_opened() -> None:
    first, then = paper("", 1), paper("", 2)
    run = Run(WRITE[0], first, WRITE[1])
    done = written(run, [first, first, first, *[then] * 5, paper("buy tea", 2)])
    assert done == [
        *(Click(5), Press("ctrl+end"), TypeText("buy tea"), Wait(), Wait()),
        *(Click(5), Press("ctrl+end"), TypeText("buy tea")),
    ]
    assert run.done


def test_what_was_read_nearly_so_is_not_written_twice() -> None:
    empty, misread = paper(""), paper("buy red lca now")
    run = Run("Write “buy red tea now” into the document", empty,
              'write "buy red tea now" into the document')  # fmt: skip
    done = written(run, [empty, empty, empty, *[misread] * 6])
    assert done.count(TypeText("buy red tea now")) == 1
    assert run.next(misread) is None
    assert not run.done


def test_what_left_a_mark_in_the_title_is_not_written_twice() -> None:
    before = paper("")
    (own,) = before.windows
    marked = replace(before, windows=(replace(own, title="*Untitled - Pad"),))
    run = Run(WRITE[0], before, WRITE[1])
    done = written(run, [before, before, before, *[marked] * 6])
    assert done[:3] == [Click(5), Press("ctrl+end"), TypeText("buy tea")]
    assert TypeText("buy tea") not in done[3:], "it may stand there unread"


def test_a_replacement_is_written_into_the_fields_of_the_window_that_came() -> None:
    before, main = paper("hot tea"), window(1, "Untitled - Pad", application="pad")
    run = Run("Replace every “tea” with “soup”", before, 'replace every "tea" with "soup"')
    empty = State(value="")
    entries = [element(20 + n, "field", "", Box(330, 120 + 40 * n, 600, 145 + 40 * n), empty)
               for n in (0, 1)]  # fmt: skip
    buttons = [element(30, "button", "Replace", Box(330, 220, 420, 240)),
               element(31, "button", "Replace All", Box(430, 220, 520, 240))]  # fmt: skip
    asks = window(2, "Replace", Box(320, 100, 620, 260), application="pad", active=True)
    dialog = made_map([*before.elements, *entries, *buttons], [asks, main])
    done = run.through(before, dialog, dialog, dialog, dialog, paper("hot soup"))
    assert done == [
        *(Press("ctrl+h"), TypeText("tea", 20), TypeText("soup", 21), Click(31), Press("esc")),
    ]
    assert run.done


def test_a_name_that_was_mixed_with_the_old_one_is_written_again() -> None:
    before, main = paper("hot tea"), window(1, "Untitled - Pad", application="pad")
    run = Run("Save it as soup.txt", before, 'save the document as "soup.txt"')
    asks = window(2, "Save As", Box(320, 100, 620, 260), application="pad", active=True)

    def dialog(name: str) -> ElementMap:
        entry = element(20, "field", "Name", Box(330, 120, 600, 145), State(value=name))
        return made_map([*before.elements, entry], [asks, main])

    old, mixed, right = dialog("tea.txt"), dialog("soup.txt.txt"), dialog("soup.txt")
    done = run.through(before, old, old, mixed, old, right, before)
    name, everything = TypeText("soup.txt"), Press("ctrl+a")
    assert done[1:] == [everything, name, everything, name, Press("enter")]


def test_other_keys_are_pressed_when_the_first_ones_brought_nothing() -> None:
    before = paper("hot tea")
    run = Run("Replace every “tea” with “soup”", before, 'replace every "tea" with "soup"')
    assert run.next(before) == Press("ctrl+h")
    run.then(NOTHING, before, before)
    assert run.next(before) == Press("ctrl+r")
    run.then(NOTHING, before, before)
    assert run.next(before) is None
    assert run.one.problem == "it showed nothing"


def test_one_that_led_to_nothing_is_not_offered_again_in_that_state() -> None:
    shown = folder("a.txt")
    skills, now = Skills([Procedures(INSTALLED)]), situation(shown, "Rename a.txt to “z.txt”")
    (first, *_) = skills.suggest(now)
    assert isinstance(first.action, UseSkill)
    move = skills.begin(first.action, now)
    assert move is not None
    assert move.action == Click(1)
    skills.told(move.action, NOTHING, shown, shown, now.plan)
    move = skills.next(now)
    assert move is not None
    skills.told(move.action, NOTHING, shown, shown, now.plan)
    assert skills.next(now) is None
    assert first.words not in [each.words for each in skills.suggest(now)]
    other = folder("a.txt", "c.txt")
    elsewhere = replace(now, map=other, memory=Memory())
    assert first.words in [each.words for each in skills.suggest(elsewhere)]


@pytest.mark.parametrize(("task", "again"), [("", False), (", twice", True)])
def test_what_was_just_done_is_not_offered_once_more(task: str, again: bool) -> None:
    shown, words = folder("a.txt"), "show hidden files, or hide them again"
    run = Run(f"Show the hidden files{task}", shown, words)
    run.now.plan.parts[0].held = True  # It is not ticked by what was done.
    assert run.next(shown) == Press("ctrl+h")
    run.then(CONFIRMED, shown, folder(".b", "a.txt"))
    run.now.plan.parts[0].done = False
    run.now.memory.deeds.append(Deed("press ctrl+h", CONFIRMED))
    assert (words in [each.words for each in run.one.offers(run.now)]) == again
    run.now.memory.deeds.append(Deed("press f5", CONFIRMED))
    assert words in [each.words for each in run.one.offers(run.now)]


def test_one_that_was_not_allowed_is_not_offered_again_in_that_state() -> None:
    shown = folder("a.txt")
    skills, now = Skills([Procedures(INSTALLED)]), situation(shown, "Delete the file a.txt")
    (first, *_) = skills.suggest(now)
    assert isinstance(first.action, UseSkill)
    move = skills.begin(first.action, now)
    assert move is not None
    skills.told(move.action, Effect("not allowed", "you said no"), shown, shown, now.plan)
    assert skills.next(now) is None, "the model decides again"
    assert first.words not in [each.words for each in skills.suggest(now)]


SEARCHING = [Click(5), Press("ctrl+home"), Press("ctrl+f"), Press("ctrl+a"), TypeText("eggs")]


def search(found: bool) -> list[ElementMap]:
    """What is seen from the beginning until a search for "eggs" is closed again."""
    text = paper("bread\neggs\ncoffee")
    entry = element(9, "field", "Find", box=Box(0, 400, 200, 420), state=State(value=""))
    asked = replace(
        text, elements=(*text.elements, entry), screenshot=painted(Box(0, 400, 200, 420))
    )
    marked = replace(text, screenshot=painted(Box(4, 84, 60, 100))) if found else text
    return [text, text, text, asked, asked, asked, asked, marked]


@pytest.mark.parametrize("found", [True, False])
def test_a_line_is_deleted_only_where_the_search_has_marked_it(found: bool) -> None:
    shown = search(found)
    run = Run("Delete the line “eggs”", shown[0], 'delete the line "eggs"')
    done = run.through(*shown, paper("bread\ncoffee"))
    assert done[:7] == [*SEARCHING, Press("enter"), Press("esc")]
    if found:
        assert done[7:] == [Press("home shift+down delete")]
        assert run.done
    else:
        assert done[7:] == [None]
        assert run.one.problem == "“eggs” was not found"


@pytest.mark.parametrize(
    ("edit", "done", "left"),
    [
        ("eggs\nmilk", TypeText("eggs\nmilk"), "bread\neggs\nmilk\ncoffee"),
        ("", Press("delete delete"), "bread\ncoffee"),
    ],
)
def test_a_line_is_changed_as_the_model_says(edit: str, done: Action, left: str) -> None:
    shown = search(found=True)
    run = Run("We need milk below the eggs", shown[0], "change the line … to …")
    said = (("as", run.words), ("line", "eggs"), ("edit", edit))
    run.one.begin(UseSkill(TITLE, said), run.now)
    assert run.through(*shown, paper(left))[-1] == done
    assert run.done


def test_a_line_of_which_a_search_finds_two_is_not_changed() -> None:
    shown = paper("white tea\nwhite tea please")
    run = Run("The white tea is black tea now", shown, "change the line … to …")
    said = (("as", run.words), ("line", "white tea"), ("edit", "black tea"))
    run.one.begin(UseSkill(TITLE, said), run.now)
    assert run.next(shown) is None
    assert run.one.problem
