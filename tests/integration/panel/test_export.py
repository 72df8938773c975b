"""A stored run as one file: whole, alone, harmless, and what is damaged is said."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from typer.testing import CliRunner

from agent.records.reader import read_run
from agent.records.run_seen import seen
from agent.records.verdict import keep_verdict
from agent.reports.compare import difference_in_words
from agent.reports.export import as_json_lines, file_name
from agent.reports.run_page import as_page
from commands.runs.records import app
from tests.support.made_runs import PROMPT, Did, made_run, many
from vision.capture.screen import ScreenError
from vision.draw import draw

INJECTION = "<img src=x onerror=\"document.title='owned'\"></title><script>1</script>"
STEPS = [
    Did("click “Open” (button)"),
    Did(f"type “{INJECTION}” into “Name” (field)", "no visible change", INJECTION),
    Did("click “Save” (button)", "not allowed", "you did not allow it"),
]


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.close()


def lines_of(folder: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in as_json_lines(read_run(folder)).splitlines()]


def test_the_page_stands_alone(tmp_path: Path, page: Page):
    folder = made_run(tmp_path, f"Save {INJECTION}", STEPS, question=True)
    keep_verdict(folder, right=False, note="It took the wrong name.")
    written = tmp_path / "run.html"
    written.write_text(as_page(read_run(folder)), "utf-8")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(written.as_uri())
    assert page.title() == f"Save {INJECTION}"
    text = page.locator("main").inner_text()
    for said in (
        *("small-model", "3 steps", "6.0 s", "Done: It is saved.", "✓ open it"),
        *("It was not right. It took the wrong name.", "1. click “Open” (button)"),
        *("the task says so", "not allowed", "you did not allow it", "reading the text 0.50 s"),
        *("Allowed: click “Open” (button) in “Editor”. you allowed it", "It sends something."),
        *("2 refused", "getaddrinfo example.org", "The screen at the end"),
    ):
        assert said in text, said
    # Three steps, one question, the end.
    pictures = page.locator("img")
    assert pictures.count() == 5
    assert pictures.evaluate_all("all => all.every(one => one.naturalWidth > 0)")
    assert page.locator("script").count() == 0
    assert page.locator("pre").first.text_content() == PROMPT
    assert [url for url in asked if not url.startswith("data:")] == [written.as_uri()]


def test_what_is_used_is_framed(tmp_path: Path):
    run = read_run(made_run(tmp_path, "x", STEPS[:1]))
    (step,) = run.steps
    map_ = seen(run.folder, step)
    assert [e.text for e in map_.elements] == ["Open", "Save", "Quit"]
    assert step.targets == (2,)
    plain, framed = draw(map_, (), boxes=False), draw(map_, step.targets, boxes=False)
    changed = (plain != framed).any(axis=2)
    ys, xs = changed.nonzero()
    assert (xs.min(), ys.min(), xs.max(), ys.max()) == (153, 53, 276, 96)
    assert not changed[60:90, 160:270].any(), "what is used is not covered"


def test_json_lines(tmp_path: Path):
    folder = made_run(tmp_path, "Grüße “senden”\nzwei Zeilen", STEPS, question=True)
    keep_verdict(folder, right=True)
    lines = lines_of(folder)
    kinds = [line["type"] for line in lines]
    assert kinds == ["run", "step", "step", "step", "decision", "outcome"]
    assert lines[0]["task"] == "Grüße “senden”\nzwei Zeilen"
    assert lines[1]["action"] == {"type": "Click", "target": 2}
    assert (lines[1]["prompt"], lines[1]["picture"]) == (PROMPT, "step-001.png")
    elements = lines[1]["elements"]
    assert isinstance(elements, list)
    assert [e["text"] for e in elements] == ["Open", "Save", "Quit"]
    assert (lines[4]["allowed"], lines[4]["picture"]) == (True, "ask-001.png")
    assert (lines[5]["kind"], lines[5]["refused_connections"]) == ("done", 2)
    verdict = lines[5]["verdict"]
    assert isinstance(verdict, dict)
    assert verdict["right"] is True


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"action": 7, "timings": {"a": "b"}}'])
@pytest.mark.parametrize(
    "name",
    ["task.json", "outcome.json", "step-002.json", "step-002-map.json", "step-002.png",
     "decisions.jsonl", "final.png", "ask-001.png", "plan.txt", "verdict.json"],
)  # fmt: skip
def test_with_a_damaged_file_the_rest_is_there(tmp_path: Path, name: str, content: bytes):
    folder = made_run(tmp_path, "Save it", STEPS, question=True)
    (folder / name).write_bytes(content)
    run = read_run(folder)
    page = as_page(run)
    assert "click “Open” (button)" in page
    assert "click “Save” (button)" in page
    assert len(lines_of(folder)) >= 5
    if name in ("task.json", "outcome.json", "step-002.json") and content in (b"", b"{", b"[]"):
        problems = [*run.problems, *(p for step in run.steps for p in step.problems)]
        assert any(name in problem for problem in problems)
        assert problems[0] in page


def test_half_a_picture(tmp_path: Path):
    folder = made_run(tmp_path, "Save it", STEPS)
    whole = (folder / "step-001.png").read_bytes()
    for part in (8, 40, len(whole) // 2, len(whole) * 3 // 4):
        (folder / "step-001.png").write_bytes(whole[:part])
        with pytest.raises(ScreenError):
            seen(folder, read_run(folder).steps[0])
    assert "The picture step-001.png is damaged." in as_page(read_run(folder))


def test_elements_that_make_no_sense_are_left_out(tmp_path: Path):
    folder = made_run(tmp_path, "Save it", STEPS[:1])
    good = json.loads((folder / "step-001-map.json").read_text())["elements"][0]
    bad = [None, 5, {}, {**good, "box": [5, 5, 5, 9]}, {**good, "box": [1e15, 0, 2e15, 9]},
           {**good, "kind": "spell"}, {**good, "id": "x"}, {**good, "box": "here"}]  # fmt: skip
    text = json.dumps({"elements": [*bad, good], "origin": [0, "x"], "scale": 1e9})
    (folder / "step-001-map.json").write_text(text)
    map_ = seen(folder, read_run(folder).steps[0])
    assert [e.text for e in map_.elements] == ["Open"]


def test_a_picture_outside_of_the_folder_is_not_followed(tmp_path: Path):
    folder = made_run(tmp_path, "Save it", STEPS, question=True)
    text = (folder / "decisions.jsonl").read_text()
    (folder / "decisions.jsonl").write_text(text.replace("ask-001.png", "../../secret.png"))
    assert read_run(folder).decisions[0].picture is None


def test_where_two_runs_differ(tmp_path: Path):
    def run(*what: str, effect: str = "confirmed") -> Path:
        return made_run(tmp_path, "x", [Did(w, effect) for w in what])  # type: ignore[arg-type]

    def words(left: Path, right: Path) -> str:
        return difference_in_words(read_run(left), read_run(right))

    one = run("open", "type", "save")
    assert words(one, run("open", "type", "save")) == (
        "Both runs did the same at every step, with the same effects."
    )
    assert "The effect differs first at step 1: confirmed on the left, failed on the right" in (
        words(one, run("open", "type", "save", effect="failed"))
    )
    assert words(one, run("open", "type", "quit")) == (
        "The first 2 steps are the same. They differ at step 3. "
        "On the left: save. On the right: quit."
    )
    assert words(one, run("open")) == (
        "The first step is the same. They differ at step 2. "
        "On the left: type. On the right: no more step."
    )
    assert words(one, run("close")).startswith("They differ from the first step on. On the left:")
    assert words(run(), run()) == "Neither run has a step."


def called(*words: str) -> tuple[int, str]:
    ended = CliRunner().invoke(app, list(words))
    return ended.exit_code, ended.output


def test_the_command(data_folder: Path, monkeypatch: pytest.MonkeyPatch):
    folder = made_run(data_folder / "runs", "Save it", STEPS)
    (data_folder / "runs" / "secret.txt").write_text("x")
    monkeypatch.chdir(data_folder)
    code, said = called("export", folder.name)
    assert (code, "Written: " in said) == (0, True)
    name = file_name(read_run(folder), "html")
    assert re.fullmatch(r"[0-9-]+-save-it\.html", name)
    assert "click “Open”" in (data_folder / name).read_text("utf-8")
    code, said = called("export", folder.name)
    assert (code, "already exists" in said) == (2, True)
    assert called("export", str(folder), "--json", "out.jsonl")[0] == 0
    assert json.loads((data_folder / "out.jsonl").read_text().splitlines()[0])["type"] == "run"
    assert called("export", folder.name, "--json", "a", "--html", "b")[0] == 2
    for bad in ("no-such-run", "..", "../runs", "secret.txt"):
        code, said = called("export", bad)
        assert (code, "there is no record" in said) == (2, True), bad
    code, said = called("export", folder.name, "--html", "no/such/folder/x.html")
    assert code == 1


def test_the_list_and_what_deleting_leaves(data_folder: Path):
    folder = made_run(data_folder / "runs", "meet Xanthippe", STEPS)
    many(data_folder / "runs", 30)
    code, said = called("list")
    assert code == 0
    assert len(said.splitlines()) == 31
    assert "Done" in said.splitlines()[-1]
    assert said.splitlines()[-1].endswith(f"{folder}  meet Xanthippe")
    assert called("delete", "--all", "--yes")[0] == 0
    assert list((data_folder / "runs").iterdir()) == []
