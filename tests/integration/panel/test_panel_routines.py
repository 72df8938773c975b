"""Routines in a real browser: offered under the task, kept after a run, listed on their tab."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from agent.routines import store
from agent.routines.routine import Parameter
from panel.page.control import Control
from panel.routines.actions import Actions
from panel.routines.tab import _act
from panel.routines.view import Act, View
from tests.support.made_routines import BOOK, recorded
from tests.support.served_panel import Server
from tests.support.timing import waited_for

INJECTION = "<img src=x onerror=\"document.title='owned'\"> ${document.title='owned'} {{1+1}}"
LOG_IN = replace(
    BOOK,
    name="Log in",
    task="Log in with the password {secret}",
    parameters=(Parameter("secret", secret=True),),
    parts=(),
)


@pytest.fixture(scope="module")
def opened(browser: Browser, server: Server) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda m: problems.append(m.text) if m.type == "error" else None)
    page.goto(server.address)
    page.locator(".dh-state").wait_for()
    yield page
    page.close()
    assert problems == []


@pytest.fixture
def data(server: Server, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The server's data folder, with two routines and notes on an application."""
    folder = server.data
    monkeypatch.setenv("DESKHAND_DATA", str(folder))
    for each in (*store.folder().glob("*"), *(folder / "notes").glob("*")):
        each.unlink()
    store.keep(BOOK)
    store.keep(LOG_IN)
    (folder / "notes").mkdir(exist_ok=True)
    (folder / "notes" / "editor.txt").write_text(f"- no effect: {INJECTION}\n", "utf-8")
    return folder


@pytest.fixture
def page(opened: Page, data: Path) -> Page:
    """The Task tab with an empty box, nothing running."""
    opened.get_by_role("tab", name="Task", exact=True).click()
    box(opened).fill("")
    expect(opened.locator("#dh-offer")).to_be_hidden()
    return opened


@pytest.fixture
def tab(page: Page) -> Page:
    # The list that an earlier test left there is no answer yet.
    with page.expect_request_finished(
        lambda asked: '"value":"Routines"' in (asked.post_data or "")
    ):
        page.get_by_role("tab", name="Routines").click()
    expect(page.locator("#dh-r-list h3")).to_have_text(["Guest book", "Log in", "editor"])
    return page


def box(page: Page) -> Locator:
    return page.locator("#dh-task textarea")


@pytest.mark.smoke
def test_a_task_like_a_routine_is_offered_and_starts_only_when_asked(page: Page, server: Server):
    before = len(server.started())
    box(page).fill("Enter “Zoë” as full name and press Save")
    offered = page.locator("#dh-offer")
    expect(offered).to_contain_text("You have a routine for this: Guest book.")
    assert len(server.started()) == before
    place = page.locator("#dh-stop").bounding_box()
    page.get_by_role("button", name="Run the routine").click()
    # The state line may still tell of the run before.
    waited_for(lambda: len(server.started()) > before)
    expect(page.locator(".dh-state")).to_contain_text("Done in")
    assert server.started()[before:] == [
        ["Enter “Zoë” as full name and press Save", 30, False, {"full-name": "Zoë"}]
    ]
    # What a routine did is one already.
    expect(page.locator("#dh-right")).to_be_visible()
    expect(page.locator("#dh-keep")).to_be_hidden()
    box(page).fill("Enter “Zoë” as full name and press Cancel")
    expect(offered).to_be_hidden()
    assert page.locator("#dh-stop").bounding_box() == place


def test_a_routine_is_chosen_and_its_values_are_changed_in_the_task(page: Page):
    page.locator("#dh-routines input").click()
    page.get_by_role("option", name="Log in").click()
    task, button = box(page), page.locator("#dh-do")
    expect(task).to_have_value("Log in with the password {secret}")
    expect(page.locator("#dh-offer")).to_contain_text("Replace {secret} with the value first")
    expect(button).to_be_disabled()
    task.fill("Log in with the password hunter2")
    expect(button).to_be_enabled()


def test_a_run_is_kept_as_a_routine(page: Page, data: Path):
    made = recorded(data / "made")
    target = data / "runs" / "20260101-000000-scripted"
    target.mkdir(parents=True, exist_ok=True)
    for path in made.iterdir():
        path.rename(target / path.name)
    box(page).fill("quick")
    page.locator("#dh-run").click()
    page.get_by_role("button", name="Save as routine…").click()
    form = page.locator("#dh-keep-form")
    expect(form.locator("mark")).to_have_text("{full-name}")
    expect(form).to_contain_text("type “{full-name}” into “Full name” (field) in “Guest book”")
    name = form.locator("input")
    name.fill("guest BOOK")
    form.get_by_role("button", name="Save it").click()
    expect(page.locator("#dh-keep-said")).to_contain_text("A routine “guest BOOK” already exists.")
    name.fill("Visitors")
    name.press("Enter")
    expect(page.locator("#dh-keep-said")).to_contain_text("Saved: “Visitors”.")
    expect(form).to_be_hidden()
    assert store.routine("Visitors").task == BOOK.task
    box(page).fill("again")
    page.locator("#dh-run").click()
    expect(page.locator("#dh-keep")).to_be_hidden()
    expect(page.locator("#dh-keep")).to_be_visible()
    expect(page.locator("#dh-keep-said")).to_have_text("")


def test_a_press_is_not_lost_when_the_list_is_made_anew_before_the_button_is_let_go(tab: Page):
    shown = tab.locator("#dh-r-list")
    place = tab.get_by_role("button", name="Show: editor").bounding_box()
    assert place is not None
    tab.mouse.move(place["x"] + 10, place["y"] + 10)
    tab.mouse.down()
    shown.evaluate("list => { const inner = list.querySelector('h3').parentElement.parentElement;"
                   " inner.replaceWith(inner.cloneNode(true)); }")  # fmt: skip
    tab.mouse.up()
    expect(shown.locator(".dh-r-draft li")).to_have_count(1)


def test_routines_and_notes_are_read_renamed_and_deleted(tab: Page, data: Path):
    shown = tab.locator("#dh-r-list")
    tab.get_by_role("button", name="Show: Guest book").click()
    expect(shown.locator(".dh-r-draft")).to_contain_text("full-name Ann Lee")
    expect(shown).to_contain_text(str(data / "routines" / "guest-book.toml"))
    tab.get_by_role("button", name="Show: editor").click()
    # Not its lines: expecting one where there are three yet would end the waiting.
    expect(shown.locator(".dh-r-draft")).to_contain_text(f"no effect: {INJECTION}")
    expect(shown.locator(".dh-r-draft li")).to_have_count(1)
    assert tab.title() == "Deskhand"
    tab.get_by_role("button", name="Rename: Guest book").click()
    field = tab.locator("#dh-r-name")
    expect(field).to_be_focused()
    field.fill("Log in")
    tab.get_by_role("button", name="Rename it").click()
    expect(shown).to_contain_text("A routine “Log in” already exists.")
    field.fill("Visitors")
    field.press("Enter")
    expect(shown.locator("h3")).to_have_text(["Log in", "Visitors", "editor"])
    tab.get_by_role("button", name="Delete: Visitors").click()
    tab.get_by_role("button", name="Keep").click()
    expect(shown.locator(".dh-h-ask")).to_have_count(0)
    for name in ("Visitors", "editor"):
        tab.get_by_role("button", name=f"Delete: {name}").click()
        tab.locator("[data-act='delete-yes']").click()
        expect(shown.locator("h3", has_text=name)).to_have_count(0)
    expect(shown.locator("h3")).to_have_text(["Log in"])
    assert [each.name for each in store.kept()] == ["Log in"]
    assert list((data / "notes").iterdir()) == []


def test_a_damaged_file_is_said_and_can_be_deleted(tab: Page, data: Path):
    (data / "routines" / "bad.toml").write_text(f"name = {INJECTION}", "utf-8")
    tab.get_by_role("tab", name="Task", exact=True).click()
    tab.get_by_role("tab", name="Routines").click()
    expect(tab.locator("#dh-r-list .dh-h-problem")).to_contain_text("bad.toml cannot be read")
    tab.get_by_role("button", name="Delete: bad").click()
    tab.locator("[data-act='delete-yes']").click()
    expect(tab.locator("#dh-r-list .dh-h-problem")).to_have_count(0)


def test_a_page_that_watches_changes_nothing(data: Path):
    control = Control()
    actions = Actions(control)
    assert control.take("steers")
    view = actions.after(View(), Act("delete", "routines/guest-book"), "watches")
    view = actions.after(view, Act("delete-yes"), "watches")
    assert "Another page" in view.said
    assert len(store.kept()) == 2
    view = actions.after(View(renaming="routines/gone"), Act("rename-yes", text="x"), "steers")
    assert view.said == "It no longer exists."


@pytest.mark.parametrize("data_", [None, "x", {}, {"act": 3}, {"act": "show", "value": ["a"]}])
def test_what_makes_no_sense_is_no_act(data_: object):
    assert _act(data_).key == ""
