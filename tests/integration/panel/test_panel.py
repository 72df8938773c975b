"""The panel in a real browser: what it shows, that Stop works, that nothing leaves the machine."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import app
from agent.errors import AgentError
from panel.server.listen import require_password
from tests.support.panel_server import INJECTION
from tests.support.served_panel import Server, Visit, free_port, start
from tests.support.timing import within


@pytest.mark.smoke
def test_a_run_is_told_as_it_happens(visit: Visit, server: Server) -> None:
    page = visit.page
    start(page, "Save the file")
    steps = page.locator(".dh-steps li")
    expect(steps).to_have_count(1)
    assert page.locator("#dh-run").is_disabled()
    expect(steps).to_have_count(5)
    expect(page.locator(".dh-state")).to_contain_text("Done in")
    expect(page.locator(".dh-state")).to_contain_text("The file is saved.")
    first = steps.last
    expect(first).to_contain_text("Click the button “Open”")
    expect(first).to_contain_text("the file must be open first")
    expect(first).to_contain_text("2.3 s")
    expect(first.locator(".dh-effect.dh-good")).to_have_text("confirmed")
    expect(steps.first.locator(".dh-effect.dh-bad")).to_have_text("failed")
    expect(page.locator(".dh-plan li")).to_have_count(4)
    assert server.started()[-1] == ["Save the file", app.DEFAULT_STEPS, False]


def test_more_steps_than_fit_scroll(visit: Visit) -> None:
    page = visit.page
    start(page, "Save the file")
    steps = page.locator(".dh-steps li")
    expect(steps).to_have_count(5)
    story = page.locator("#dh-story")
    assert story.evaluate("e => e.scrollHeight > e.clientHeight"), "all five fit: make it lower"
    # The newest is seen as it comes, and every other one after scrolling.
    expect(steps.first).to_be_in_viewport(ratio=0.9)
    for step in steps.all():
        step.scroll_into_view_if_needed()
        expect(step).to_be_in_viewport(ratio=0.9)


def test_enter_in_the_task_box_starts_it(visit: Visit, server: Server) -> None:
    visit.page.locator("#dh-task textarea").fill("Started by the key")
    visit.page.keyboard.press("Enter")
    expect(visit.page.locator("#dh-run")).to_be_disabled()
    expect(visit.page.locator(".dh-steps li")).to_have_count(5)
    assert server.started()[-1][0] == "Started by the key"


def test_settings_reach_the_session(visit: Visit, server: Server) -> None:
    page = visit.page
    page.get_by_text("For this run", exact=True).click()
    page.get_by_label("Dry run").check()
    page.get_by_role("spinbutton").fill("7")
    page.get_by_role("spinbutton").press("Tab")
    start(page, "With settings")
    expect(page.locator(".dh-state")).to_contain_text("of 7")
    assert server.started()[-1] == ["With settings", 7, True]


@pytest.mark.parametrize(
    ("button", "answer"),
    [("Allow once", "once"), ("Allow for this task", "task"), ("Deny", "deny")],
)
def test_a_question_is_shown_with_its_picture_and_answered(
    visit: Visit, server: Server, button: str, answer: str
) -> None:
    page = visit.page
    card = page.locator("#dh-card")
    expect(card).to_be_hidden()
    start(page, "a question")
    expect(card).to_be_visible()
    expect(card).to_contain_text("Click the button “Open”")
    expect(card).to_contain_text(INJECTION)
    expect(card).to_contain_text("It may send or publish something.")
    expect(page.locator(".dh-state")).to_contain_text("waiting for your answer")
    assert card.locator("img").count() == 1, "text of the screen stays text"
    assert card.locator("img").evaluate("image => image.naturalWidth") > 100
    card.get_by_role("button", name=button, exact=True).click()
    expect(card).to_be_hidden()
    assert ["answer", 4, answer] in server.asked()
    expect(page.locator(".dh-steps li")).to_have_count(5)


def test_without_a_task_nothing_starts(visit: Visit, server: Server) -> None:
    before = server.started()
    visit.page.locator("#dh-task textarea").fill("   ")
    visit.page.locator("#dh-run").click()
    expect(visit.page.locator(".dh-state")).to_contain_text("Type a task first")
    assert server.started() == before


@pytest.mark.smoke
def test_stop_ends_a_run_while_the_model_thinks(visit: Visit, server: Server) -> None:
    page = visit.page
    start(page, "slow task")
    expect(page.locator(".dh-reply")).to_contain_text("and and")
    pressed = time.time()
    page.locator("#dh-stop").click()
    clicked = time.time()
    expect(page.locator(".dh-state")).to_contain_text("Stopped")
    within(time.time() - clicked, 1.0)
    stops = [call for call in server.asked() if call[0] == "stop"]
    # The click itself takes Playwright some time; the session heard of it soon after.
    within(stops[-1][2] - pressed, 0.5)


@pytest.mark.smoke
def test_text_of_the_screen_stays_text(visit: Visit) -> None:
    page = visit.page
    start(page, INJECTION)
    steps = page.locator(".dh-steps li")
    expect(steps).to_have_count(5)
    expect(steps.nth(2)).to_contain_text(f"Click the link “{INJECTION}”")
    expect(steps.nth(2)).to_contain_text(f"{INJECTION} says so")
    expect(page.locator(".dh-plan li").nth(2)).to_have_text(INJECTION)
    assert page.locator("#dh-story img:not(.dh-thumb), .dh-state img").count() == 0
    assert page.title() == "Deskhand"


def test_the_screen_is_shown_idle_and_during_a_run(visit: Visit) -> None:
    page = visit.page
    picture = page.locator(".dh-live img")
    picture.wait_for()
    assert picture.evaluate("image => image.naturalWidth") == 1280
    start(page, "slow task")
    expect(page.locator(".dh-live figcaption")).to_contain_text("5 elements")


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_stop_is_on_screen_and_nothing_is_cut_off(
    visit: Visit, width: int, height: int, scheme: Any
) -> None:
    page = visit.page
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": height})
    page.reload()
    page.locator(".dh-live img").wait_for()
    start(page, "slow task")
    expect(page.locator(".dh-reply")).to_be_visible()
    page.mouse.wheel(0, 2000)
    box = page.locator("#dh-stop").bounding_box()
    assert box is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= height
    assert box["height"] >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if folder := os.environ.get("DESKHAND_TEST_PICTURES"):
        page.mouse.wheel(0, -4000)
        page.wait_for_timeout(400)
        page.screenshot(path=Path(folder) / f"{width}-{scheme}.png")


def test_only_system_fonts(visit: Visit) -> None:
    loaded = visit.page.evaluate("[...document.fonts].filter(f => f.status !== 'unloaded').length")
    assert loaded == 0


@pytest.mark.smoke
def test_no_request_leaves_loopback(visit: Visit, server: Server) -> None:
    """It judges all that happened before too; the fixture judges the whole session at its end."""
    start(visit.page, "Save the file")
    expect(visit.page.locator(".dh-steps li")).to_have_count(5)
    assert visit.hosts == {"127.0.0.1"}
    assert server.connections.read_text(), "the hook recorded nothing, so it proves nothing"
    assert server.foreign() == []


def test_a_taken_port_is_named(server: Server) -> None:
    with pytest.raises(AgentError, match=rf"Port {server.port} is in use.*--port"):
        app.serve(port=server.port, open_browser=False)


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "::"])
def test_other_machines_need_a_password(host: str) -> None:
    with pytest.raises(AgentError, match="DESKHAND_PASSWORD"):
        app.serve(host=host, port=free_port(), open_browser=False)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "localhost", "::1"])
def test_loopback_needs_no_password(host: str) -> None:
    require_password(host, None)


def test_an_address_that_is_not_ours_is_named() -> None:
    with pytest.raises(AgentError, match=r"cannot listen on 192\.0\.2\.1"):
        app.serve(host="192.0.2.1", port=free_port(), password="x", open_browser=False)
