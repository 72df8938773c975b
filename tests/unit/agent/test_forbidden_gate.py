"""What a task forbids passes no gate: with nobody asked, whoever proposes it, in any wording."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent.actions import Action, AddToSelection, Click, OpenApp, Press, TypeText
from agent.control.stop import StopSwitch
from agent.events import Answer, Event
from agent.policy.gate import Gate, Verdict
from agent.policy.rules import Rules, Safety
from tests.support.made_maps import element, made_map, window
from vision.capture.windows import Window
from vision.core.elements import Element, ElementMap, State
from vision.core.geometry import Box

RULES = Rules.shipped()
CHOSEN = State(selected=True)


def gate(task: str, safety: Safety = "trusted", answer: Answer | None = None) -> Gate:
    told: list[Event] = []
    asker = None if safety == "trusted" else (lambda question, stop: answer)
    return Gate(RULES, told.append, StopSwitch(), asker, safety, task=task)


def after(gate: Gate, map_: ElementMap, *actions: Action) -> Verdict:
    """The verdict on the last of some actions; those before it are allowed."""
    *first, last = actions
    for action in first:
        assert gate.review(1, action, "", map_).kind == "allowed", action
    return gate.review(2, last, "", map_)


def refused(task: str, map_: ElementMap, *actions: Action) -> str:
    verdict = after(gate(task), map_, *actions)
    assert verdict.kind == "refused", (task, actions)
    return verdict.why


def allowed(task: str, map_: ElementMap, *actions: Action) -> None:
    verdict = after(gate(task), map_, *actions)
    assert verdict.kind == "allowed", (task, verdict.why)


def files(chosen: str = "", *more: Element, windows: tuple[Window, ...] = ()) -> ElementMap:
    names = ("a.txt", "b.txt", "c.txt")
    rows = [
        element(n, "list item", name, state=CHOSEN if name == chosen else None)
        for n, name in enumerate(names, start=1)
    ]
    manager = window(7, "Documents - Thunar", application="Thunar", active=not windows)
    return made_map([*rows, *more], [*windows, manager])


def dialog(*elements: Element, title: str = "", application: str = "Thunar") -> ElementMap:
    asking = window(9, title, Box(0, 0, 640, 240), application=application, active=True, owner=7)
    behind = window(7, "Documents", application=application)
    return made_map(elements, [asking, behind])


def terminal() -> ElementMap:
    return made_map([], [window(3, "user@host: ~", application="xterm", active=True)])


A, B, C, DELETE = Click(1), Click(2), Click(3), Press("delete")
NOT_TO_DELETE = [
    "Do not delete a.txt, just select b.txt",
    "Select b.txt but never delete a.txt",
    "Lösche a.txt nicht, wähle b.txt aus",
    "Ne supprime pas a.txt, sélectionne b.txt",
    "Nie usuwaj a.txt, zaznacz b.txt",
]


@pytest.mark.parametrize("task", NOT_TO_DELETE)
def test_1_what_is_not_to_be_deleted_is_not(task: str):
    why = refused(task, files(), A, DELETE)
    assert why == "The task says not to delete a.txt, so this was not done."
    refused(task, files("a.txt"), DELETE)
    refused(task, files(), Press("ctrl+a"), DELETE)
    refused(task, files(), DELETE)  # what is selected cannot be seen
    button = element(9, "button", "Move to Trash")
    refused(task, files("a.txt", button), Click(9))
    refused(task, dialog(element(4, "text", "Delete “a.txt”?"), element(5, text="OK")), DELETE)
    refused(task, files(), B, DELETE)  # it is only to be selected
    refused(task, files("b.txt"), DELETE)  # it is only to be selected
    allowed(task, files(), B)


ALL_BUT_A = [
    "Delete everything except a.txt",
    "Get rid of all files but a.txt",
    "Borra todo excepto a.txt",
    "Verwijder alles behalve a.txt",
]


@pytest.mark.parametrize("task", ALL_BUT_A)
def test_2_what_is_excepted_stays(task: str):
    refused(task, files(), A, DELETE)
    refused(task, files("a.txt"), DELETE)
    refused(task, files(), Press("ctrl+a"), DELETE)
    refused(task, files(), B, AddToSelection(1), DELETE)
    allowed(task, files(), B, DELETE)
    allowed(task, files(), B, AddToSelection(3), DELETE)
    allowed(task, files(), Press("ctrl+a"), AddToSelection(1), DELETE)


@pytest.mark.parametrize(
    "task",
    [
        "Move all files into Old but leave b.txt here",
        "Move all files other than b.txt into Old",
        "Verschiebe alles in den Ordner Alt, aber lass b.txt hier",
    ],
)
def test_3_what_is_to_stay_is_not_moved(task: str):
    cut = Press("ctrl+x")
    refused(task, files(), B, cut)
    refused(task, files(), Press("ctrl+a"), cut)
    refused(task, files("b.txt", element(9, "button", "Move to…")), Click(9))
    allowed(task, files(), A, cut)


@pytest.mark.parametrize(
    "task",
    [
        'Explain what "rm -rf notes" does when I run it',
        "What does “rm -rf notes” do?",
        "Erkläre mir, was „rm -rf notes“ macht",
    ],
)
def test_4_what_is_to_be_explained_is_not_run(task: str):
    refused(task, terminal(), TypeText("rm -rf notes"), Press("enter"))
    refused(task, terminal(), TypeText("rm -rf notes\n"))
    refused(task, terminal(), Press("enter"))
    allowed(task, terminal(), TypeText("rm -rf notes"))


@pytest.mark.parametrize(
    "task",
    [
        "Type rm a.txt but do not run it",
        "Type rm a.txt and don't press Enter",
        "Tippe rm a.txt, aber führe es nicht aus",
        "Tape rm a.txt mais ne l'exécute pas",
    ],
)
def test_5_what_is_only_to_be_typed_is_not_run(task: str):
    allowed(task, terminal(), TypeText("rm a.txt"))
    refused(task, terminal(), TypeText("rm a.txt"), Press("enter"))
    refused(task, terminal(), TypeText("rm "), TypeText("a.txt"), Press("enter"))
    refused(task, terminal(), TypeText("rm a.txt\n"))


def test_a_command_does_nothing_to_what_is_protected():
    task = "Do not delete a.txt, just list the files"
    allowed(task, terminal(), TypeText("ls a.txt"), Press("enter"))
    allowed(task, terminal(), TypeText("rm b.txt"), Press("enter"))
    for command in ("rm a.txt", "rm *", "rm -r .", "find . -delete | cat", "mv a.txt c.txt"):
        refused(task, terminal(), TypeText(command), Press("enter"))


def mousepad(title: str, *elements: Element) -> ElementMap:
    return made_map(elements, [window(5, title, application="Mousepad", active=True)])


@pytest.mark.parametrize(
    "task",
    [
        "Save a copy as b.txt without changing a.txt",
        "Save a copy as b.txt and don't touch a.txt",
        "Speichere eine Kopie als b.txt, ohne a.txt zu ändern",
    ],
)
def test_14_what_is_not_to_be_changed_is_not_saved_over(task: str):
    refused(task, mousepad("*a.txt - Mousepad"), Press("ctrl+s"))
    allowed(task, mousepad("b.txt - Mousepad"), Press("ctrl+s"))
    name = element(1, "field", "Name", state=State(value="a.txt"))
    other = element(1, "field", "Name", state=State(value="b.txt"))
    listed, save = element(2, "list item", "a.txt"), element(3, "button", "Save")
    refused(task, dialog(name, save, application="Mousepad"), Click(3))
    refused(task, dialog(name, save, application="Mousepad"), Press("enter"))
    allowed(task, dialog(other, listed, save, application="Mousepad"), Click(3))
    asked = element(1, "text", "A file named “a.txt” already exists. Replace it?")
    refused(task, dialog(asked, element(2, "button", "Replace"), application="Mousepad"), Click(2))


def test_it_is_renamed_sent_or_run_no_more_than_deleted():
    task = "Don't touch a.txt, open b.txt"
    refused(task, files("a.txt"), Press("f2"))
    refused(task, files("a.txt", element(9, "button", "Send")), Click(9))
    allowed("Do not delete a.txt, rename it to d.txt", files("a.txt"), Press("f2"))
    page = made_map([element(1, "button", "Send")], [window(2, "Mail", active=True)])
    refused("Fill in the form but do not send it", page, Click(1))
    refused("Fülle das Formular aus, aber sende es nicht ab", page, Click(1))
    allowed("Fill in the form and send it", page, Click(1))


def test_what_is_not_to_be_pressed_or_opened_is_not():
    page = made_map(
        [element(1, "button", "Cancel"), element(2, "button", "OK")], [window(2, active=True)]
    )
    refused("Do not press Cancel, press OK", page, Click(1))
    allowed("Do not press Cancel, press OK", page, Click(2))
    refused("Never open the calculator", page, OpenApp("Calculator"))


def test_only_means_nothing_else():
    task = "Delete only b.txt"
    refused(task, files(), A, DELETE)
    refused(task, files(), Press("ctrl+a"), DELETE)
    allowed(task, files(), B, DELETE)


def test_in_doubt_a_person_is_asked():
    task = NOT_TO_DELETE[0]
    assert gate(task, "risky", "once").review(1, DELETE, "", files()).kind == "allowed"
    assert gate(task, "risky", "deny").review(1, DELETE, "", files()).kind == "refused"
    sure = gate(task, "risky", "once").review(1, DELETE, "", files("a.txt"))
    assert sure.kind == "refused"


CALCULATOR = window(1, "Calculator", application="galculator")
EDITOR = window(2, "*notes.txt - Mousepad", application="Mousepad")


def with_windows(active: Window, *elements: Element, came: Window | None = None) -> ElementMap:
    windows = [w for w in (came, CALCULATOR, EDITOR) if w is not None]
    shown = sorted((replace(w, active=w == active) for w in windows), key=lambda w: not w.active)
    return made_map(elements, shown)


def began(task: str) -> Gate:
    started = gate(task)
    started.begin((CALCULATOR, EDITOR))
    return started


CLOSES = ["alt+f4", "ctrl+q", "ctrl+w", "alt+f9"]


@pytest.mark.parametrize("keys", CLOSES)
@pytest.mark.parametrize(
    "task", ["Order the blue one", "Bestelle das blaue", "Commande le bleu", "Press the red button"]
)
def test_16_what_was_open_before_is_not_closed(keys: str, task: str):
    verdict = began(task).review(1, Press(keys), "", with_windows(EDITOR))
    assert verdict.kind == "refused"
    assert "was open before" in verdict.why


@pytest.mark.parametrize(
    ("kind", "label"),
    [
        ("button", "close window"),
        ("button", "minimise window"),
        ("menu", "Quit"),
        ("menu", "Schließen"),
        ("menu", "Fermer la fenêtre"),
        ("menu", "Cerrar"),
        ("menu", "Chiudi"),
        ("menu", "Sair"),
        ("menu", "Afsluiten"),
        ("menu", "Zamknij"),
        ("menu", "Log out"),
        ("icon", "×"),
    ],
)
def test_16_nor_by_a_button_or_menu(kind: str, label: str):
    used = element(1, kind, label)  # type: ignore[arg-type]
    map_ = with_windows(EDITOR, used)
    assert began("Order the blue one").review(1, Click(1), "", map_).kind == "refused"
    assert began("Close the editor").review(1, Click(1), "", map_).kind == "allowed"


def test_16_what_came_up_during_the_run_may_be_closed():
    came = window(8, "Tip of the day", application="Mousepad")
    map_ = with_windows(came, came=came)
    assert began("Order the blue one").review(1, Press("alt+f4"), "", map_).kind == "allowed"


def test_16_a_tab_that_the_run_opened_may_be_closed_and_no_other():
    started = began("Order the blue one")
    for keys, kind in (("ctrl+t", "allowed"), ("ctrl+w", "allowed"), ("ctrl+w", "refused")):
        assert started.review(1, Press(keys), "", with_windows(EDITOR)).kind == kind


@pytest.mark.parametrize(
    "task",
    [
        "Close every window but the calculator",
        "Close all windows except the calculator",
        "Close everything but leave the calculator open",
        "Ferme toutes les fenêtres sauf galculator",
        "Zamknij wszystkie okna oprócz galculator",
    ],
)
def test_13_all_are_closed_but_what_is_excepted(task: str):
    assert began(task).review(1, Press("alt+f4"), "", with_windows(CALCULATOR)).kind == "refused"
    assert began(task).review(1, Press("alt+f4"), "", with_windows(EDITOR)).kind == "allowed"


def test_13_only_what_the_task_names_is_closed():
    task = "Close the calculator"
    assert began(task).review(1, Press("alt+f4"), "", with_windows(CALCULATOR)).kind == "allowed"
    assert began(task).review(1, Press("alt+f4"), "", with_windows(EDITOR)).kind == "refused"


def test_13_what_is_not_saved_is_not_thrown_away():
    came = window(8, "Save changes?", Box(0, 0, 400, 200), application="Mousepad", owner=2)
    buttons = [
        element(n, "button", label) for n, label in enumerate(("Don't Save", "Cancel", "Save"), 1)
    ]
    map_ = with_windows(came, *buttons, came=came)
    task = "Close every window but the calculator"
    for action in (Click(1), Press("enter"), Press("alt+d"), Press("space")):
        assert began(task).review(1, action, "", map_).kind == "refused"
    for action in (Click(2), Press("esc")):
        assert began(task).review(1, action, "", map_).kind == "allowed"
    said = began("Close the editor without saving")
    assert said.review(1, Click(1), "", map_).kind == "allowed"
    german = [element(1, "button", "Nicht speichern")]
    map_ = with_windows(came, *german, came=came)
    assert began(task).review(1, Click(1), "", map_).kind == "refused"


def report(*more: Element) -> ElementMap:
    page = window(4, "Report", application="Chromium", active=True)
    return made_map([element(1, "button", "Create report"), *more], [page])


@pytest.mark.parametrize(
    "task",
    [
        "Press Create report, wait until it is ready and press Show report",
        "Create the report and show it",
        "Erstelle den Bericht und zeige ihn an",
    ],
)
@pytest.mark.parametrize("confirmed", [True, False])
def test_15_what_creates_something_is_pressed_once(task: str, confirmed: bool):
    started = gate(task)
    assert started.review(1, Click(1), "", report()).kind == "allowed"
    started.done(Click(1), report(), confirmed=confirmed)
    ready = report(element(2, "text", "The report is ready."), element(3, "button", "Show report"))
    for map_ in (report(), ready):
        for action in (Click(1), Press("enter"), Press("space")):
            verdict = started.review(2, action, "", map_)
            assert verdict.kind == "refused"
            assert verdict.early
    assert started.review(3, Click(3), "", ready).kind == "allowed"


def test_15_the_task_may_ask_for_more_and_another_row_is_another_thing():
    started = gate("Press Create report twice")
    started.done(Click(1), report(), confirmed=False)
    assert started.review(1, Click(1), "", report()).kind == "allowed"
    started = gate("Delete b.txt and c.txt")
    button = element(9, "button", "Delete")
    started.done(Click(9), files("", button), confirmed=True)
    assert started.review(1, Click(9), "", files("", button)).kind == "refused"
    started.done(Click(3), files("", button), confirmed=True)
    assert started.review(1, Click(9), "", files("", button)).kind == "allowed"


def test_15_any_button_that_showed_nothing_is_not_pressed_again_on_the_same_page():
    page = made_map([element(1, "button", "Refresh")], [window(4, "List", active=True)])
    started = gate("Look for the newest entry")
    started.done(Click(1), page, confirmed=False)
    assert started.review(1, Click(1), "", page).kind == "refused"
    seen = gate("Look for the newest entry")
    seen.done(Click(1), page, confirmed=True)
    assert seen.review(1, Click(1), "", page).kind == "allowed"


def test_a_step_of_a_routine_is_the_persons_own_unless_its_task_forbids_something():
    map_ = with_windows(EDITOR)
    started = began("tidy up")
    assert started.review(1, Press("alt+f4"), "", map_, recorded=True).kind == "allowed"
    assert started.review(1, Press("alt+f4"), "", map_).kind == "refused"
    other = began("tidy up but do not delete a.txt")
    assert other.review(1, Press("alt+f4"), "", map_, recorded=True).kind == "refused"


def test_without_a_constraint_nothing_is_kept_from_being_deleted():
    allowed("Delete a.txt", files(), A, DELETE)
    allowed("Delete all files", files(), Press("ctrl+a"), DELETE)
    allowed("Run ls", terminal(), TypeText("rm a.txt"), Press("enter"))


@pytest.mark.parametrize(
    ("shown", "kind"),
    [
        ("*notes.txt - Mousepad", "refused"),
        ("*notes.txt - M…", "refused"),
        ("Calculator", "allowed"),  # Its button brings it to the front.
        ("Programs", "allowed"),
    ],
)
def test_16_the_window_in_front_is_not_minimised_by_its_button_in_the_bar(shown: str, kind: str):
    button = element(1, "button", shown, Box(0, 450, 200, 480))
    windows = [
        replace(w, box=Box(0, 0, 640, 440), active=w == EDITOR) for w in (EDITOR, CALCULATOR)
    ]
    map_ = made_map([button], windows)
    assert began("Order the blue one").review(1, Click(1), "", map_).kind == kind
    assert began("Minimise the editor").review(1, Click(1), "", map_).kind == "allowed"


@pytest.mark.parametrize(("name", "kind"), [("", "refused"), ("Word Wrap", "allowed")])
def test_an_entry_of_a_menu_that_cannot_be_read_is_not_used(name: str, kind: str):
    menu = window(3, application="Mousepad", popup=True, box=Box(0, 100, 200, 300))
    entry = element(1, "menu", name, Box(0, 120, 200, 140))
    map_ = with_windows(EDITOR, entry, came=menu)
    assert began("Order the blue one").review(1, Click(1), "", map_).kind == kind
