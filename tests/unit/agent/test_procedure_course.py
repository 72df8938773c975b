"""How a way goes on from step to step, and how it ends."""

from __future__ import annotations

import itertools
from dataclasses import replace

import platformdirs
from agent.skills.procedures.following import Ways

from agent.actions import Action, Click, Done, DoubleClick, Fail, OpenApp, Press, TypeText, Wait
from agent.apps.application import Application
from agent.facts import Facts
from agent.outline import Outline
from agent.trajectory import Effect
from tests.support.made_maps import element, made_map, painted, window
from vision.elements import ElementMap, State
from vision.geometry import Box
from vision.windows import Window

THUNAR = Application("thunar", "Thunar", categories=("FileManager",), command=("thunar",))
EDITOR = Application("pad", "Pad", categories=("TextEditor",), command=("pad",))
TERM = Application("term", "Term", categories=("TerminalEmulator",), command=("term",))
CONFIRMED, NOTHING = Effect("confirmed", "it changed"), Effect("no visible change", "the same")


def folder(*names: str, title: str = "Files", extra: tuple[int, str] | None = None) -> ElementMap:
    windows = [window(1, title, application="thunar", active=extra is None)]
    if extra is not None:
        windows.insert(0, window(extra[0], extra[1], application="thunar", active=True))
    shown = [element(n, "list item", name) for n, name in enumerate(names, 1)]
    return made_map(shown, windows)


class Run:
    """The ways of a run, driven by hand."""

    def __init__(self, *parts: str) -> None:
        self.outline = Outline(list(parts))
        self.ways = Ways([THUNAR, TERM, EDITOR])
        self.action: Action | None = None

    def next(self, map_: ElementMap) -> Action | None:
        decision = self.ways.due(self.outline, map_)
        self.action = decision.reply.actions[0] if decision else None
        return self.action

    def then(self, effect: Effect, before: ElementMap, after: ElementMap) -> None:
        assert self.action is not None
        part = self.ways.told(self.action, effect, before, after)
        if part is not None:
            part.done = True


def test_a_way_goes_through_its_steps_and_ends_when_what_it_is_for_is_seen() -> None:
    run, before = Run("Rename a.txt to z.txt"), folder("a.txt", "b.txt")
    dialog = folder("a.txt", "b.txt", extra=(2, "Rename"))
    after = folder("b.txt", "z.txt")
    done = []
    for shown, then in (
        (before, before), (before, dialog), (dialog, dialog), (dialog, dialog), (dialog, after),
    ):  # fmt: skip
        done.append(run.next(shown))
        assert run.ways.keeps(done[-1])  # type: ignore[arg-type]
        assert not run.outline.finished
        run.then(CONFIRMED, shown, then)
    assert done == [
        *(Click(1), Press("f2"), Press("ctrl+a"), TypeText("z.txt"), Press("enter")),
    ]
    assert run.outline.finished


def test_what_is_in_a_folder_that_everybody_has_is_found_there() -> None:
    documents = platformdirs.user_documents_dir()
    run, home = Run("Move a.txt from Documents to Old"), folder("Documents", "Old")
    there = folder("a.txt", "Old", title="Documents")
    old, moved = folder(title="Old"), folder("a.txt", title="Old")
    done = []
    for shown, then in (
        *((home, home), (home, home), (home, home), (home, there)),
        *((there, there), (there, there), (there, old), (old, moved)),
    ):
        done.append(run.next(shown))
        run.then(CONFIRMED, shown, then)
    assert done == [
        *(Press("ctrl+l"), Press("ctrl+a"), TypeText(documents), Press("enter")),
        *(Click(1), Press("ctrl+x"), DoubleClick(2), Press("ctrl+v")),
    ]
    assert run.outline.finished


def test_a_folder_that_is_to_be_made_is_called_as_the_task_calls_it() -> None:
    run, home = Run("Create a folder called invoices in Documents"), folder("Documents")
    typed = []
    for _ in range(7):
        action = run.next(home)
        typed += [action.text] if isinstance(action, TypeText) else []
        run.then(CONFIRMED, home, folder("Documents", extra=(2, "New Folder")))
    assert typed == [platformdirs.user_documents_dir(), "invoices"]


def test_what_is_not_seen_in_the_end_is_not_done() -> None:
    run, shown = Run("Rename a.txt to z.txt"), folder("a.txt", "b.txt")
    while isinstance(action := run.next(shown), Click | Press | TypeText):
        run.then(CONFIRMED, shown, shown)
    assert action == Wait()
    run.then(CONFIRMED, shown, shown)
    assert run.next(shown) == Wait()
    run.then(CONFIRMED, shown, shown)
    assert run.next(shown) == Fail(
        "All steps of “rename” were taken, but “z.txt” is not to be seen"
    )
    assert not run.outline.finished


def test_keys_that_show_nothing_leave_it_to_the_model() -> None:
    run, shown = Run("Rename a.txt to z.txt"), folder("a.txt")
    run.next(shown)
    run.then(NOTHING, shown, shown)
    assert run.next(shown) == Press("f2"), "it may have been chosen before"
    run.then(NOTHING, shown, shown)
    assert run.next(shown) is None
    assert run.next(shown) is None


def test_what_was_not_allowed_is_not_tried_in_another_way() -> None:
    run, shown = Run("Delete a.txt"), folder("a.txt")
    run.next(shown)
    run.then(Effect("not allowed", "you did not allow it"), shown, shown)
    assert run.next(shown) is None


def test_a_question_that_comes_is_answered_and_none_is_not_missed() -> None:
    for asks in (True, False):
        run, shown = Run("Delete a.txt"), folder("a.txt", "b.txt")
        run.next(shown)
        run.then(CONFIRMED, shown, shown)
        assert run.next(shown) == Press("delete")
        gone = folder("b.txt")
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
        assert run.outline.finished


def test_a_file_that_opens_late_is_waited_for() -> None:
    run, shown = Run("Open a.txt"), folder("a.txt")
    assert run.next(shown) == DoubleClick(1)
    run.then(CONFIRMED, shown, shown)
    assert run.next(shown) == Wait()
    run.then(CONFIRMED, shown, folder("a.txt", extra=(3, "a.txt - Editor")))
    assert run.outline.finished


def test_a_shell_gets_only_what_the_person_wrote() -> None:
    shown = made_map([], [window(1, "term", application="term", active=True)])
    run = Run("Run the value of Command")
    run.outline.parts[0].values = ("rm -rf ~",)  # as if it had been read on the screen
    assert run.next(shown) is None
    run = Run("Run “ls”")
    assert run.next(shown) == TypeText("ls")


def test_an_error_that_a_command_tells_is_no_success() -> None:
    shown = made_map([], [window(1, "term", application="term", active=True)])
    said = element(1, "text", "rm: cannot remove 'a.txt': No such file or directory")
    after = made_map([said], shown.windows)
    run = Run("Delete the file a.txt")
    for before, then in ((shown, shown), (shown, after)):
        run.next(before)
        run.then(CONFIRMED, before, then)
    while run.next(after) == Wait():
        run.then(CONFIRMED, after, after)
    assert isinstance(run.action, Fail)
    assert "the screen says “rm: cannot remove" in run.action.why


def test_what_is_to_be_left_alone_is_left_alone() -> None:
    run = Run("leave the window open")
    assert run.next(folder("a.txt")) == Done()
    assert run.outline.finished


def test_it_is_what_the_part_before_was_about() -> None:
    run = Run("Rename a.txt to z.txt.", "Then open it in Thunar.")
    run.outline.parts[0].done = True
    run.ways._subject = "z.txt"
    assert run.next(folder("b.txt", "z.txt")) == DoubleClick(2)


def test_the_window_that_a_part_names_comes_to_the_front_first() -> None:
    windows = [window(1, "Files", application="thunar", active=True),
               window(2, "shell", application="term")]  # fmt: skip
    behind = made_map([], windows)
    run = Run("Run “ls” in the terminal")
    assert run.next(behind) == OpenApp("Term")
    run.then(CONFIRMED, behind, behind)
    assert run.next(behind) is None, "it did not come"
    run = Run("Run “ls” in the terminal")
    run.next(behind)
    front = made_map([], [window(2, "shell", application="term", active=True), windows[0]])
    run.then(CONFIRMED, behind, front)
    assert run.next(front) == TypeText("ls")


def test_a_part_that_was_cut_too_short_is_joined_again() -> None:
    app = Application("calc", "Calc", categories=("Spreadsheet",), command=("libreoffice-calc",))
    table = [
        element(1, "text", "Name", Box(100, 100, 140, 114)),
        element(2, "text", "Price", Box(200, 100, 240, 114)),
        element(3, "text", "9", Box(270, 120, 278, 134)),
    ]
    sheet = made_map(table, [window(1, "x", application="libreoffice-calc", active=True)])
    run = Run("Sort the list by price,", "the cheapest first,", "and save the sheet.")
    run.ways = Ways([app])
    assert run.next(sheet) == Click(3)
    assert [part.text for part in run.outline.parts] == [
        "Sort the list by price, the cheapest first,",
        "and save the sheet.",
    ]


def test_a_cell_that_reaches_to_the_next_column_is_not_in_it() -> None:
    app = Application("calc", "LibreOffice Calc", categories=("Spreadsheet",), command=("calc",))
    table = [
        element(1, "text", "Item", Box(32, 194, 59, 207)),
        element(2, "text", "Price", Box(113, 195, 146, 208)),
        element(3, "list item", "Nails", Box(33, 210, 114, 226)),
        element(4, "text", "6", Box(188, 214, 195, 223)),
    ]
    sheet = made_map(table, [window(1, "x", application="libreoffice-calc", active=True)])
    run = Run("Sort the list by price, the cheapest first")
    run.ways = Ways([app])
    assert run.next(sheet) == Click(4)


def test_names_without_quotes_or_capitals_are_found() -> None:
    run = Run("Move notes into the folder old")
    assert run.next(folder("notes", "old", "other")) == Click(1)
    run = Run("Make a new folder called taxes")
    assert run.next(folder("notes", "folder")) == Press("ctrl+shift+n")
    run = Run("Move the file into the folder")
    assert run.next(folder("file", "folder")) is None


def test_a_similar_name_is_not_the_one_that_is_meant() -> None:
    assert Run("Delete report-1.txt").next(folder("report-2.txt", "reports-1.txt")) is None
    for read in ("1ist-l.txt", "[list-1.txt"):
        assert Run("Delete list-1.txt").next(folder(read)) == Click(1), "as OCR may read it"


def test_a_button_that_says_no_is_not_pressed() -> None:
    run, shown = Run("Delete a.txt"), folder("a.txt")
    for _ in range(2):
        run.next(shown)
        run.then(CONFIRMED, shown, shown)
    question = made_map(
        [element(8, "button", "Don’t delete"), element(9, "button", "Delete forever")],
        [window(7, "Attention", active=True), window(1, "Files", application="thunar")],
    )
    assert run.next(question) == Click(9)


def test_a_program_that_a_part_names_by_a_word_is_no_value() -> None:
    run = Run("In Writer, make the word Monday bold")
    run.ways = Ways([Application("w", "LibreOffice Writer", categories=("WordProcessor",))])
    page = made_map(
        [element(1, "field", "", Box(0, 0, 900, 700))],
        [window(1, "x - LibreOffice Writer", application="w", active=True)],
    )
    run.next(page)
    course = run.ways._course
    assert course is not None
    assert (course.fit.way.name, course.fit.values) == ("bold", ({"text": "Monday"},))


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


def renamed(after: ElementMap) -> tuple[Run, Action | None]:
    run, before = Run("Rename a.txt to z.txt"), folder("a.txt", "z.txt")
    for _ in range(5):
        run.next(before)
        run.then(CONFIRMED, before, before)
    while isinstance(run.next(after), Wait):
        run.then(CONFIRMED, after, after)
    return run, run.action


def test_a_message_that_it_failed_ends_the_run_with_its_words() -> None:
    _, end = renamed(after_renaming("Failed to rename “a.txt”. File exists.", "Close"))
    assert end == Fail(
        "“rename” did not work: the screen says “Failed to rename “a.txt”. File exists.”"
    )


def test_the_message_may_be_taken_for_a_field_and_the_frame_has_buttons() -> None:
    dialog = after_renaming("", title="Error")
    inside = [
        element(50, "field", "", Box(260, 290, 590, 390), State(value="Failed to rename a.txt.")),
        *(element(51 + n, "button", f"{name} window", Box(500 + 20 * n, 252, 516 + 20 * n, 266))
          for n, name in enumerate(("minimise", "maximise", "close"))),
    ]  # fmt: skip
    _, end = renamed(made_map([*dialog.elements, *inside], dialog.windows))
    assert end == Fail("“rename” did not work: the screen says “Failed to rename a.txt.”")


def test_a_question_is_left_to_the_model_and_the_part_is_not_done_before_it_is() -> None:
    run, end = renamed(after_renaming("It already exists. Replace it?", "Cancel", "Replace"))
    assert end is None
    (part,) = run.outline.parts
    assert run.ways.refutes(part, folder("a.txt", "z.txt"))
    assert not run.ways.refutes(part, folder("z.txt"))


def test_no_way_begins_in_a_dialog() -> None:
    app = Application("pad", "Pad", categories=("TextEditor",), command=("pad",))
    page = [element(1, "field", "", Box(0, 0, 900, 700))]
    main = window(1, "x - Pad", application="pad")
    dialog = Window(2, "Save As", "pad", Box(100, 100, 500, 400), active=True, owner=1)
    run = Run("and save it")
    run.ways = Ways([app])
    assert run.next(made_map(page, [dialog, main])) is None
    run = Run("and save it")
    run.ways = Ways([app])
    assert run.next(made_map(page, [replace(main, active=True)])) == Press("ctrl+s")


def test_what_the_screen_told_is_no_command() -> None:
    shell = made_map([], [window(2, "shell", application="term", active=True)])
    run = Run("Type this command in Term")
    facts = Facts(lambda messages, grammar: "", known={"command": "rm -r x"})
    run.outline.use("Term")
    assert facts.fill(run.outline.current)
    assert "rm -r x" in run.outline.parts[0].text
    assert run.next(shell) is None
    run = Run("Run “rm -r x” in the terminal")
    assert run.next(shell) == TypeText("rm -r x"), "the person's own words"


def paper(value: str, handle: int = 1) -> ElementMap:
    sheet = element(5, "field", box=Box(0, 60, 600, 400), state=State(value=value))
    return made_map([sheet], [window(handle, "Untitled - Pad", application="pad", active=True)])


def written(run: Run, shown: list[ElementMap]) -> list[Action]:
    """The actions on one map after another, each of which shows the next one."""
    done = []
    for before, after in itertools.pairwise([*shown, shown[-1]]):
        action = run.next(before)
        if action is None or run.outline.finished:
            break
        done.append(action)
        run.then(NOTHING if before == after else CONFIRMED, before, after)
    return done


def test_a_line_goes_on_a_line_of_its_own() -> None:
    run, old, new = Run("Write the line “buy tea”"), paper("hello"), paper("hello\nbuy tea")
    marked = replace(old, screenshot=painted(Box(4, 70, 60, 86)))
    assert written(run, [old, old, old, marked, old, new]) == [
        *(Click(5), Press("ctrl+end"), Press("shift+home"), Press("end enter")),
        TypeText("buy tea"),
    ]
    assert run.outline.finished
    run, empty = Run("Write the line “buy tea”"), paper("")
    assert written(run, [empty, empty, empty, empty, new]) == [
        *(Click(5), Press("ctrl+end"), Press("shift+home"), TypeText("buy tea")),
    ]


def test_a_notice_that_goes_meanwhile_is_no_line_that_is_written_already() -> None:
    run, empty = Run("Write the line “buy tea”"), paper("")
    told = replace(empty, screenshot=painted(Box(0, 410, 600, 440)))
    assert written(run, [told, told, told, empty, paper("buy tea")]) == [
        *(Click(5), Press("ctrl+end"), Press("shift+home"), TypeText("buy tea")),
    ]


def test_a_window_that_replaced_another_one_is_none_that_the_way_opened() -> None:
    run, first, then = Run("Write “buy tea”"), paper("", 1), paper("", 2)
    done = written(run, [first, first, first, *[then] * 5, paper("buy tea", 2)])
    assert done == [
        *(Click(5), Press("ctrl+end"), TypeText("buy tea"), Wait(), Wait()),
        *(Click(5), Press("ctrl+end"), TypeText("buy tea")),
    ]
    assert run.outline.finished


def test_what_was_read_nearly_so_is_not_written_twice() -> None:
    run, misread = Run("Write “buy red tea now”"), paper("buy red lca now")
    done = written(run, [paper(""), paper(""), paper(""), *[misread] * 6])
    assert isinstance(done[-1], Fail)
    assert done.count(TypeText("buy red tea now")) == 1
