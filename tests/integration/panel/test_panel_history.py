"""The tab History in a real browser: list, search, replay, comparing, export, deleting."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from agent.deciding.gbnf import literal
from agent.records.archive import stored
from agent.records.run_seen import picture_in
from agent.records.verdict import verdict
from panel.history import pictures
from panel.history.actions import Actions
from panel.history.callbacks import _act
from panel.history.pictures import Pictures
from panel.history.view import Act, View
from panel.page.control import Control
from tests.support.made_runs import Did, made_run, many
from tests.support.served_panel import Server
from tests.support.small_model import SMALL, install_small_model
from tests.support.timing import AMPLE, waited_for
from vision.capture.screen import Screenshot

INJECTION = "<img src=x onerror=\"document.title='owned'\"> ${document.title='owned'} {{1+1}}"
STEPS = [
    Did("click “Open” (button)"),
    Did(f"type “{INJECTION}” into “Name” (field)", "no visible change", INJECTION),
    Did("click “Save” (button)", "changed elsewhere", "the title changed"),
]
LETTER = "Write the letter to Zoë"


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1280, "height": 720}, accept_downloads=True)
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda m: problems.append(m.text) if m.type == "error" else None)
    yield page
    page.close()
    assert problems == []


@pytest.fixture
def runs(server: Server) -> Path:
    """The folder of the server's runs, with 30 small ones and two with pictures: the newest."""
    under = server.data / "runs"
    for run in stored(under):
        for path in run.path.iterdir():
            path.unlink()
        run.path.rmdir()
    many(under, 30)
    other = [*STEPS[:2], Did("click “Quit” (button)", "not allowed", "you did not allow it")]
    made_run(under, f"{LETTER} again", other, model="large-model", outcome="failed",
             message="It had no effect.", started="2026-03-01T10:00:00+0000")  # fmt: skip
    made_run(under, LETTER, STEPS, question=True, started="2026-03-02T10:00:00+0000")
    return under


@pytest.fixture
def tab(page: Page, server: Server, runs: Path) -> Page:
    """The list of `runs`, as it is when the tab is opened."""
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(server.address)
    page.locator(".dh-state").wait_for()
    page.get_by_role("tab", name="History").click()
    expect(page.locator(".dh-h-rows li")).to_have_count(25)
    return page


def search(page: Page, words: str) -> None:
    page.locator("#dh-h-search").locator("input, textarea").fill(words)


def choose(page: Page, name: str, words: str) -> None:
    page.locator(f"#dh-h-{name} input").click()
    page.get_by_role("option", name=words, exact=True).click()


def opened(page: Page, number: int = 0) -> None:
    page.locator(".dh-h-open").nth(number).click()
    expect(page.locator(".dh-h-stage img").first).to_be_visible()


def frame(page: Page, number: int) -> None:
    """Wait until the picture with this number is the large one, and marked in the strip."""
    expect(page.locator(f".dh-h-stage[data-frame='{number}']")).to_be_visible()
    expect(page.locator(".dh-h-strip [aria-current]")).to_have_attribute("data-value", str(number))


def test_the_list_is_searched_filtered_and_turned(tab: Page) -> None:
    rows, total = tab.locator(".dh-h-rows li"), tab.locator(".dh-h-top .dh-why")
    expect(total).to_contain_text("32 runs, ")
    expect(rows.nth(1)).to_contain_text("Not done It had no effect.")
    expect(rows.first).to_contain_text("small-model · 3 steps · 6.0 s")
    expect(rows.first).to_contain_text("2 connections refused")
    tab.get_by_role("button", name="Older").click()
    expect(rows).to_have_count(7)
    expect(tab.locator(".dh-h-pages")).to_contain_text("26 to 32 of 32")
    search(tab, "zoë LETTER")
    expect(rows).to_have_count(2)
    expect(total).to_contain_text("2 of 32 runs")
    choose(tab, "kind", "Not done")
    expect(rows).to_have_count(1)
    search(tab, "")
    expect(total).to_contain_text("9 of 32 runs")
    choose(tab, "model", "large-model")
    expect(rows).to_have_count(1)
    search(tab, "nowhere")
    expect(tab.locator(".dh-h-none")).to_contain_text("No run matches.")


@pytest.mark.smoke
def test_a_run_is_replayed_with_the_keyboard(tab: Page) -> None:
    opened(tab)
    head, told = tab.locator("#dh-h-head"), tab.locator(".dh-h-told")
    expect(head.locator(".dh-h-title")).to_have_text(LETTER)
    expect(head.locator(".dh-h-strip img")).to_have_count(4)
    frame(tab, 1)
    expect(told).to_contain_text("Step 1 of 3")
    expect(told).to_contain_text("Allowed click “Open” (button) in “Editor” you allowed it")
    expect(told).to_contain_text("model replies 1.25 s", use_inner_text=True)
    # Faster than the pictures come: the last one wins.
    for _ in range(2):
        tab.keyboard.press("ArrowRight")
    frame(tab, 3)
    expect(told).to_contain_text("changed elsewhere the title changed")
    tab.keyboard.press("ArrowLeft")
    frame(tab, 2)
    expect(told).to_contain_text(f"type “{INJECTION}” into “Name” (field)")
    tab.keyboard.press("End")
    frame(tab, 4)
    expect(told).to_contain_text("The end")
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("Home")
    frame(tab, 1)
    large = tab.locator(".dh-h-stage figure img")
    boxed = large.get_attribute("src")
    tab.get_by_role("button", name="Numbered boxes").click()
    expect(large).not_to_have_attribute("src", boxed or "")
    assert tab.title() == "Deskhand", "text of a run stays text"
    assert tab.locator("img[src=x]").count() == 0


def test_it_plays_by_itself(tab: Page) -> None:
    opened(tab)
    play = tab.locator("[data-act=play]")
    play.click()
    expect(play).to_have_text("❚❚ Pause")
    frame(tab, 2)
    play.click()
    expect(play).to_have_text("▶ Play")
    tab.locator("body").press(" ")
    frame(tab, 4)
    expect(play).to_have_text("▶ Play")
    play.click()
    frame(tab, 1)
    play.click()


def test_what_is_missing_is_said(tab: Page, runs: Path) -> None:
    folder = next(run.path for run in stored(runs) if (run.path / "decisions.jsonl").exists())
    (folder / "step-002.png").unlink()
    (folder / "step-003.json").write_text("{")
    (folder / "outcome.json").write_text("")
    opened(tab)
    expect(tab.locator("#dh-h-head")).to_contain_text("The file outcome.json is damaged")
    expect(tab.locator("#dh-h-below")).to_contain_text("the run did not finish")
    tab.keyboard.press("ArrowRight")
    frame(tab, 2)
    expect(tab.locator(".dh-h-stage")).to_contain_text("The picture step-002.png is missing.")
    tab.keyboard.press("ArrowRight")
    frame(tab, 3)
    expect(tab.locator(".dh-h-told")).to_contain_text("step-003.json is missing or damaged")
    expect(tab.locator(".dh-h-stage figure img")).to_be_visible()


def test_two_runs_are_compared(tab: Page) -> None:
    compare = tab.locator("[data-act=compare]")
    expect(compare).to_be_disabled()
    for number in (0, 1):
        tab.locator(".dh-h-rows [data-act=pick]").nth(number).click()
        expect(tab.locator(".dh-h-rows [aria-pressed=true]")).to_have_count(number + 1)
    compare.click()
    expect(tab.locator(".dh-h-differ")).to_have_text(
        "The first 2 steps are the same. They differ at step 3. "
        "On the left: click “Save” (button). On the right: click “Quit” (button)."
    )
    expect(tab.locator(".dh-h-compare tbody tr")).to_have_count(3)
    expect(tab.locator(".dh-h-first")).to_contain_text("differs")
    tab.locator(".dh-h-first [data-act=open]").last.click()
    frame(tab, 3)
    expect(tab.locator(".dh-h-title")).to_have_text(f"{LETTER} again")


def test_a_run_is_exported_and_the_file_opened(
    tab: Page,
    browser: Browser,
    tmp_path: Path,
) -> None:
    opened(tab)
    tab.get_by_role("button", name="Export").click()
    saved = {}
    for name, words in (("page.html", "Page with pictures"), ("run.jsonl", "JSON lines")):
        with tab.expect_download() as download:
            tab.get_by_role("link", name=words).click()
        saved[name] = tmp_path / name
        download.value.save_as(saved[name])
        assert download.value.suggested_filename.endswith(name.partition(".")[2])
    lines = [json.loads(line) for line in saved["run.jsonl"].read_text("utf-8").splitlines()]
    assert [line["type"] for line in lines].count("step") == 3
    alone = browser.new_page()
    alone.goto(saved["page.html"].as_uri())
    assert alone.locator("section").count() == 3
    assert alone.locator("section > img").first.evaluate("image => image.naturalWidth") == 640
    alone.close()


def test_deleting_asks_first(tab: Page, runs: Path) -> None:
    rows, ask = tab.locator(".dh-h-rows li"), tab.locator(".dh-h-ask")
    rows.first.get_by_role("button", name="Delete").click()
    expect(ask).to_contain_text("Delete this run? This cannot be undone.")
    expect(ask.get_by_role("button", name="Keep")).to_be_focused()
    tab.keyboard.press("Enter")
    expect(ask).to_have_count(0)
    assert len(stored(runs)) == 32
    rows.first.get_by_role("button", name="Delete").click()
    ask.get_by_role("button", name="Delete").click()
    expect(tab.locator(".dh-h-said")).to_contain_text("Deleted: 1 run, ")
    expect(rows.first).to_contain_text(f"{LETTER} again")
    assert len(stored(runs)) == 31
    going = made_run(runs, "at work", STEPS[:1], outcome=None)
    tab.get_by_role("button", name="Delete all…").click()
    expect(ask).to_contain_text("Delete all 32 runs?")
    ask.get_by_role("button", name="Delete all").click()
    expect(tab.locator(".dh-h-said")).to_contain_text("Deleted: 31 runs")
    expect(tab.locator(".dh-h-said")).to_contain_text("1 run is still running and was kept.")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("In progress")
    assert [run.path for run in stored(runs)] == [going]


def test_deleting_the_run_that_is_open_says_so_in_the_list(tab: Page, runs: Path) -> None:
    opened(tab)
    tab.get_by_role("button", name="Delete…").click()
    tab.locator("#dh-h-head .dh-h-ask").get_by_role("button", name="Delete").click()
    expect(tab.locator(".dh-h-rows li").first).to_contain_text(f"{LETTER} again")
    # The list that comes into sight is read once more; what was said stays.
    expect(tab.locator("#dh-h-list .dh-h-said")).to_contain_text("Deleted: 1 run")
    tab.get_by_role("tab", name="Task").click()
    tab.get_by_role("tab", name="History").click()
    expect(tab.locator("#dh-h-list .dh-h-said")).to_contain_text("Deleted: 1 run")
    assert len(stored(runs)) == 31


def test_whether_it_was_right_is_kept(tab: Page, runs: Path) -> None:
    opened(tab)
    no = tab.locator(".dh-h-verdict").get_by_role("button", name="No")
    no.click()
    expect(no).to_have_attribute("aria-pressed", "true")
    said = [verdict(run.path) for run in stored(runs)]
    assert [one.right for one in said if one] == [False]
    tab.get_by_role("button", name="← All runs").click()
    expect(tab.locator(".dh-h-rows li").first).to_contain_text("you said: not right")


def test_another_model_decides_again(
    tab: Page, runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DESKHAND_DATA", str(runs.parent))
    install_small_model()
    # It leaves nothing else to say, so that the answer comes at once.
    only = '{"reason": "so", "actions": [{"click": "Save button"}]}'
    step = Did("click “Save” (button)", reply=only, grammar=f"root ::= {literal(only)}")
    made_run(runs, "decide me", [step], started="2026-03-03T10:00:00+0000")
    tab.get_by_role("tab", name="Task").click()
    tab.get_by_role("tab", name="History").click()
    expect(tab.locator(".dh-h-rows li").first).to_contain_text("decide me")
    opened(tab)
    again = tab.locator("#dh-h-again")
    again.locator("summary").click()
    again.get_by_role("combobox", name="Model").select_option(SMALL)
    again.get_by_role("button", name="Ask").click()
    expect(again).to_contain_text(f"{SMALL}: Finished. 1 of 1 answers begin with the same action.")
    expect(again.locator("tbody tr")).to_contain_text("click “Save button”the same")


def test_a_page_that_only_watches_changes_nothing(
    tab: Page,
    browser: Browser,
    server: Server,
    runs: Path,
) -> None:
    # Saying something of a run takes control; the first page has it from here on.
    opened(tab)
    tab.locator(".dh-h-verdict").get_by_role("button", name="Yes").click()
    waited_for(lambda: [one for run in stored(runs) if (one := verdict(run.path))])
    other = browser.new_page()
    other.goto(server.address)
    other.get_by_role("tab", name="History").click()
    other.get_by_role("button", name="Delete all…").click()
    other.locator(".dh-h-ask").get_by_role("button", name="Delete all").click()
    expect(other.locator(".dh-h-said")).to_contain_text("Another page of the panel is in control")
    assert len(stored(runs)) == 32
    other.close()


def test_nothing_is_cut_off_on_a_phone_and_stop_stays(tab: Page) -> None:
    tab.set_viewport_size({"width": 390, "height": 844})
    for step in ("list", "run"):
        if step == "run":
            opened(tab)
        assert tab.evaluate("document.documentElement.scrollWidth") <= 390, step
        box = tab.locator("#dh-stop").bounding_box()
        assert box is not None
        assert 0 <= box["y"] <= 844 - box["height"]


def test_names_from_the_page_lead_nowhere(data_folder: Path) -> None:
    runs = data_folder / "runs"
    made_run(runs, "x", STEPS[:1])
    outside = made_run(data_folder / "elsewhere", "y", STEPS[:1])
    actions = Actions(Control())
    for name in (f"../elsewhere/{outside.name}", "..", "", str(outside), "*", "%"):
        for act in ("open", "pick", "delete"):
            if (act, name) == ("delete", "*"):
                continue
            view = actions.after(View(), Act(act, name), "me")
            assert (view.run, view.picked, view.asking) == ("", (), ""), (act, name)
        shown = actions.parts(View(run=name, asking=name))
        assert shown.head == ""
        if name != "*":  # That means all of them.
            actions.after(View(run=name, asking=name or "?"), Act("delete-yes"), "me")
        assert len(stored(runs)) == 1, name
    assert outside.exists()


def test_a_run_that_is_gone_leads_back_to_the_list(data_folder: Path) -> None:
    one, other = (made_run(data_folder / "runs", name, STEPS[:1]) for name in ("x", "y"))
    actions = Actions(Control())
    view = actions.after(View(), Act("open", one.name), "me")
    assert actions.parts(view).head
    shutil.rmtree(one)
    assert actions.parts(view).listing, "it went while it was shown"
    for opened_view in (view, View(run=other.name, other=one.name)):
        after = actions.after(opened_view, Act("frame", frame=2), "me")
        assert (after.run, after.other) == ("", "")
        assert "no longer stored" in actions.parts(after).listing


@pytest.mark.parametrize(
    "data",
    [None, 5, [], {}, {"act": 7}, {"act": "frame", "frame": "-3"}, {"act": "page", "value": "x"},
     {"act": "page", "value": "99999999999"}, {"act": "frame", "frame": 10**9}, {"act": "verdict"}],
)  # fmt: skip
def test_what_makes_no_sense_does_no_harm(data_folder: Path, data: object) -> None:
    folder = made_run(data_folder / "runs", "x", STEPS[:1])
    actions = Actions(Control())
    for view in (View(), View(run=folder.name), View(run=folder.name, frame=99)):
        after = actions.after(view, _act(data), "")
        parts = actions.parts(after)
        assert parts.head or parts.listing
    assert verdict(folder) is None, "a page without a name changes nothing"


def test_pictures_are_made_once_within_bounds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = sorted(made_run(tmp_path, "x", STEPS * 2).glob("step-*.png"))
    made: list[Path] = []

    def told(path: Path) -> Screenshot:
        made.append(path)
        return picture_in(path)

    monkeypatch.setattr(pictures, "picture_in", told)
    kept = Pictures()
    found, more = kept.thumbs(paths, seconds=0.0)
    assert ([address is not None for address in found], more) == ([True, *[False] * 5], True)
    found, more = kept.thumbs(paths, seconds=AMPLE)
    assert (all(found), more) == (True, False)
    assert kept.thumbs([*paths, None], 0.0) == ([*found, ""], False)
    assert made == paths
    small = Pictures(most=len(found[0] or "") * 2)
    small.thumbs(paths, AMPLE)
    again, more = small.thumbs(paths, 0.0)
    assert sum(address is not None for address in again) <= 3
    paths[0].write_bytes(b"no picture")
    assert kept.thumbs(paths[:1], AMPLE) == ([""], False)
