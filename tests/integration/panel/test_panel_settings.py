"""The Settings tab in a real browser: wrong values, damaged files, defaults, what is kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from agent.settings.described import SETTINGS
from panel.settings.editor import EDITED
from tests.support.served_panel import Server
from vision.icons.user_names import FILE, Corrections


@pytest.fixture(scope="module")
def data(server: Server) -> Path:
    """The panel's data folder."""
    return server.data


def opened(browser: Browser, server: Server) -> Page:
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.goto(server.address)
    page.locator(".dh-state").wait_for()
    page.get_by_role("tab", name="Settings").click()
    field(page, "hotkey").wait_for()
    return page


@pytest.fixture(scope="module")
def first(browser: Browser, server: Server) -> Iterator[Page]:
    """The page that the tests of this file share: opening one takes seconds."""
    page = opened(browser, server)
    problems: list[str] = []
    page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    yield page
    page.close()
    assert problems == []


@pytest.fixture
def page(first: Page, data: Path) -> Page:
    """The shared page with all settings at their defaults."""
    for file in data.glob("*.toml"):
        file.unlink()
    field(first, "hours").fill("not yet undone")
    first.locator("#dh-undo").click()
    expect(field(first, "hours")).to_have_value("")
    return first


def seen_again(page: Page) -> None:
    """Leave the tab and come back: it looks at the files again."""
    page.get_by_role("tab", name="Task").click()
    page.get_by_role("tab", name="Settings").click()


def field(page: Page, name: str) -> Locator:
    inside = page.locator(f"#dh-set-{name.replace('.', '-').replace('_', '-')}")
    return inside.locator("textarea, input").first


def row(page: Page, name: str) -> Locator:
    return page.locator(f"#dh-row-{name.replace('.', '-').replace('_', '-')}")


def said(page: Page) -> Locator:
    return page.locator("#dh-saved")


def press_save(page: Page) -> None:
    page.locator("#dh-save").click()


def test_every_setting_is_there_with_its_sentence(page: Page):
    for each in EDITED:
        here = row(page, each.name)
        expect(here).to_contain_text(each.label)
        expect(here).to_contain_text(each.sentence)
        expect(here).to_contain_text("Default: ")
        expect(here.locator("input, textarea").first).to_be_attached()
    assert {each.name for each in SETTINGS if not each.in_panel} == {"language_model"}


@pytest.mark.smoke
def test_what_is_saved_stands_in_the_file(page: Page, data: Path):
    (data / "settings.toml").write_text("# mine\nmax_minutes = 3\n")
    field(page, "deny.applications").fill("keepassxc\nmail")
    field(page, "pause_on_mouse").uncheck()
    row(page, "safety").locator("input").click()
    page.get_by_role("option", name="ask before every action").click()
    field(page, "idle_unload_minutes").fill("5")
    press_save(page)
    expect(said(page)).to_contain_text("Saved. Safety level: ask; Denied applications: keepassxc")
    expect(said(page)).to_contain_text("This applies from the next run on.")
    text = (data / "settings.toml").read_text()
    assert text.startswith("# mine\nmax_minutes = 3\n"), "what another one wrote stays"
    assert 'safety = "ask"' in text
    assert "pause_on_mouse = false" in text
    assert 'applications = ["keepassxc", "mail"]' in text
    assert "idle_unload_minutes = 5\n" in text
    expect(field(page, "max_minutes")).to_have_value("3")
    press_save(page)
    expect(said(page)).to_contain_text("Nothing has changed")


def test_wrong_values_are_told_beside_their_fields_and_nothing_is_lost(page: Page, data: Path):
    field(page, "hours").fill("always")
    field(page, "answer_seconds").fill("-1")
    field(page, "max_actions").fill("40")
    press_save(page)
    expect(said(page)).to_contain_text(
        "Nothing was saved. Correct first: “Time to answer”, “Hours”"
    )
    expect(row(page, "hours").get_by_role("alert")).to_contain_text(
        "Write two times, such as 08:00"
    )
    expect(row(page, "answer_seconds").get_by_role("alert")).to_contain_text("above 0")
    expect(page.locator("#dh-settings .dh-wrong")).to_have_count(2)
    for name, text in (("hours", "always"), ("answer_seconds", "-1"), ("max_actions", "40")):
        expect(field(page, name)).to_have_value(text)
    assert list(data.glob("*.toml")) == []
    field(page, "hours").fill("08:00-18:30")
    field(page, "answer_seconds").fill("60")
    press_save(page)
    expect(said(page)).to_contain_text("Saved.")
    expect(page.locator("#dh-settings .dh-wrong")).to_have_count(0)
    assert (data / "settings.toml").read_text() == (
        'answer_seconds = 60\nhours = "08:00-18:30"\nmax_actions = 40\n'
    )


def test_back_to_the_default_and_undo(page: Page, data: Path):
    back = page.locator("#dh-back-max-actions")
    expect(back).to_be_hidden()
    field(page, "max_actions").fill("40")
    press_save(page)
    expect(back).to_be_visible()
    back.click()
    expect(field(page, "max_actions")).to_have_value("0")
    assert "max_actions = 40" in (data / "settings.toml").read_text(), "not before it is saved"
    press_save(page)
    expect(said(page)).to_contain_text("Maximum number of actions: no limit")
    assert "max_actions" not in (data / "settings.toml").read_text()
    field(page, "hours").fill("1")
    page.locator("#dh-undo").click()
    expect(field(page, "hours")).to_have_value("")


def test_what_is_written_survives_another_tab_and_a_change_from_outside(page: Page, data: Path):
    field(page, "hours").fill("10:00-12:00")
    page.get_by_role("tab", name="Task").click()
    (data / "settings.toml").write_text("max_actions = 9\n")
    page.get_by_role("tab", name="Settings").click()
    expect(field(page, "max_actions")).to_have_value("9")
    expect(field(page, "hours")).to_have_value("10:00-12:00")


def test_a_damaged_file_is_shown_and_not_overwritten(page: Page, data: Path):
    damaged = "max_actions = 7\nsafety = \n"
    (data / "settings.toml").write_text(damaged)
    field(page, "hours").fill("08:00-18:30")
    press_save(page)
    expect(said(page)).to_contain_text("Nothing was saved.")
    banner = page.locator(".dh-banner")
    expect(banner.first).to_contain_text("settings.toml: It cannot be read at line 2 (“safety =”)")
    expect(banner.last).to_contain_text("What you change here cannot be saved")
    expect(field(page, "hours")).to_have_value("08:00-18:30")
    assert (data / "settings.toml").read_text() == damaged
    page.locator("#dh-aside").click()
    assert (data / "settings.toml").read_text() == damaged, "it asks first"
    page.locator("#dh-sure").click()
    expect(said(page)).to_contain_text("settings.toml was moved aside and is now settings.damaged-")
    expect(banner).to_have_count(0)
    [aside] = data.glob("settings.damaged-*.toml")
    assert aside.read_text() == damaged
    aside.unlink()
    press_save(page)
    expect(said(page)).to_contain_text("Saved. Hours")


def test_a_wrong_value_of_the_file_is_shown_and_mended(page: Page, data: Path):
    (data / "settings.toml").write_text('hours = "always"\nsafty = 1\n')
    seen_again(page)
    expect(row(page, "hours").get_by_role("alert")).to_contain_text(
        "settings.toml has the value “always” for hours"
    )
    expect(field(page, "hours")).to_have_value("always")
    expect(page.locator(".dh-banner")).to_contain_text("safty (line 2)")
    field(page, "hours").fill("")
    press_save(page)
    expect(said(page)).to_contain_text("Saved. Hours: always")
    assert (data / "settings.toml").read_text() == "safty = 1\n"


def test_rules_from_before_are_told_until_they_are_moved(page: Page, data: Path):
    (data / "policy.toml").write_text("[deny]\nwindows = ['bank']\n")
    seen_again(page)
    banner = page.locator(".dh-banner")
    expect(banner).to_contain_text("policy.toml are no longer read; settings.toml now holds all")
    expect(banner).to_contain_text("Move its lines there, then delete or rename policy.toml.")
    expect(page.locator("#dh-aside")).to_be_hidden()
    field(page, "deny.windows").fill("bank")
    press_save(page)
    expect(said(page)).to_contain_text("Saved. Denied windows: bank")
    expect(banner).to_have_count(1)
    (data / "policy.toml").unlink()
    seen_again(page)
    expect(banner).to_have_count(0)


def test_an_area_is_drawn_on_the_screen(page: Page, data: Path):
    field(page, "area").fill("chat: 640, 400, 1280, 800, not read")
    page.locator("#dh-screens-show").click()
    screen = page.locator(".dh-screen")
    screen.locator("img").wait_for()
    expect(screen.locator(".dh-area")).to_have_count(1)
    screen.scroll_into_view_if_needed()
    box, frame = screen.bounding_box(), screen.locator(".dh-area").bounding_box()
    assert box is not None
    assert frame is not None
    assert frame["x"] - box["x"] == pytest.approx(box["width"] / 2, abs=4)
    assert frame["height"] == pytest.approx(box["height"] / 2, abs=4)
    page.mouse.move(box["x"] + box["width"] / 4, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 60, steps=3)
    page.mouse.up()
    expect(field(page, "area")).to_have_value(re.compile("not read\narea 2: "))
    drawn = field(page, "area").input_value().rpartition(": ")[2]
    per_pixel = 1280 / box["width"]
    sides = [320, 20 * per_pixel, 640, 60 * per_pixel]
    assert [int(side) for side in drawn.split(", ")] == pytest.approx(sides, abs=3)
    press_save(page)
    expect(said(page)).to_contain_text("Saved. Protected areas: chat: 640, 400")
    assert (data / "settings.toml").read_text().count("[[area]]") == 2


def test_names_of_icons_can_be_removed(page: Page, data: Path):
    names = Corrections(data / FILE)
    picture = np.full((24, 24, 3), 240, np.uint8)
    picture[4:20, 8:12] = 20
    names.keep("mousepad", picture, "save & go")
    names.keep("thunar", picture, "open")
    seen_again(page)
    kept = page.locator("#dh-icons li")
    expect(kept).to_have_count(2)
    expect(kept.first).to_contain_text("save & go in mousepad")
    button = kept.first.get_by_role("button")
    button.click()
    expect(button).to_have_text("Really remove?")
    page.keyboard.press("Tab")
    expect(button).to_have_text("Remove")
    assert len(names.all()) == 2
    button.click()
    button.click()
    expect(kept).to_have_count(1)
    expect(page.locator("#dh-icons-said")).to_contain_text("The name “save & go” was removed.")
    assert [each.application for each in names.all()] == ["thunar"]


def test_records_are_deleted_after_a_question(page: Page, data: Path):
    old = data / "runs" / "20300101-000001-task"
    old.mkdir(parents=True)
    (old / "task.json").write_bytes(b"x" * 3_000_000)
    seen_again(page)
    records = page.locator("#dh-records")
    expect(records).to_contain_text("1 record, 3.0 MB, in")
    page.locator("#dh-delete-all").click()
    expect(records).to_contain_text("Delete 1 record, 3.0 MB? This cannot be undone.")
    page.locator("#dh-delete-no").click()
    expect(page.locator("#dh-delete-yes")).to_be_hidden()
    assert old.exists()
    page.locator("#dh-delete-all").click()
    page.locator("#dh-delete-yes").click()
    expect(records).to_contain_text("Deleted: 1 record, 3.0 MB.")
    expect(records).to_contain_text("No records yet.")
    assert not old.exists()


def test_names_of_secrets_are_shown_when_wanted_and_removed(page: Page):
    secrets = page.locator("#dh-secrets")
    expect(secrets).to_have_text("")
    page.locator("#dh-secrets-show").click()
    expect(secrets.locator("li")).to_have_count(2)
    expect(secrets).to_contain_text("bank in a task: {secret:bank}")
    for _ in range(2):
        secrets.get_by_role("button").first.click()
    expect(secrets.locator("li")).to_have_count(1)
    expect(page.locator("#dh-secrets-said")).to_contain_text("The secret “bank” was removed.")
    assert "nobody" not in page.content()
    assert "nor of this" not in page.content()


def test_a_page_that_watches_changes_nothing(
    browser: Browser, server: Server, page: Page, data: Path
):  # fmt: skip
    press_save(page)  # This page steers now.
    expect(said(page)).to_contain_text("Nothing has changed")
    other = opened(browser, server)
    field(other, "max_actions").fill("3")
    press_save(other)
    expect(said(other)).to_contain_text("Another page is in control. Nothing was changed.")
    expect(field(other, "max_actions")).to_have_value("3")
    assert not (data / "settings.toml").exists()
    other.close()
