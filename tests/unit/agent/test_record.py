"""What a run leaves behind on the disk."""

from __future__ import annotations

import json
import stat
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from agent.actions import Action, Click, Tap
from agent.deciding.reply import listed_grammar
from agent.deciding.situation import Suggestion
from agent.diagnostics.network_guard import Traffic
from agent.events import Asking, Ended, Judged, Stepped
from agent.records.writer import RunFolder
from agent.secrets.redaction import Secrets
from agent.trajectory import Effect, Outcome, Step
from tests.support.made_maps import element, made_map, painted, window
from vision.core.elements import State
from vision.core.geometry import Box, Point

PICTURE = painted(Box(10, 10, 100, 50))
MAP = made_map(
    [element(1, "field", "Größe", Box(1, 2, 30, 40), State(value="5"))],
    [window(1, "Main")],
    PICTURE,
)


def step(number: int, action: Action) -> Step:
    return Step(
        number, MAP, "[user]\nprompt €", '{"reason": "…"}', action, "click “Größe”", "because",
        Effect("confirmed", "it opened"), {"ocr": 0.123456, "act": 1.0}, 100, 90, 12,
    )  # fmt: skip


def read(path: Path) -> dict[str, Any]:
    value = json.loads(path.read_text("utf-8"))
    assert isinstance(value, dict)
    return value


def test_everything_of_a_run_is_there(tmp_path: Path):
    folder = RunFolder("Schreibe „Hallo“ & save", "tiny-model", tmp_path)
    folder.plan(["✓ one", "· two"])
    folder.step(step(1, Click(1)))
    traffic = Traffic(0, 1, ("connect 192.0.2.1",))
    outcome = Outcome("step limit", "Not done.")
    folder.end(Ended(outcome, folder.path, 12.3456, 5, 2, traffic), MAP)
    assert sorted(path.name for path in folder.path.iterdir()) == [
        "final.png", "outcome.json", "plan.txt", "step-001-map.json", "step-001-prompt.txt",
        "step-001-reply.txt", "step-001.json", "step-001.png", "task.json",
    ]  # fmt: skip
    task = read(folder.path / "task.json")
    assert (task["task"], task["model"]) == ("Schreibe „Hallo“ & save", "tiny-model")
    assert (folder.path / "plan.txt").read_text("utf-8") == "✓ one\n· two\n"
    assert (folder.path / "step-001-prompt.txt").read_text("utf-8") == "[user]\nprompt €"
    assert (folder.path / "step-001-reply.txt").read_text("utf-8") == '{"reason": "…"}'
    assert read(folder.path / "step-001.json") == {
        "step": 1,
        "description": "click “Größe”",
        "by": "model",
        "reason": "because",
        "action": {"type": "Click", "target": 1},
        "on": {"kind": "field", "name": "Größe", "called": "Größe field"},
        "effect": {"kind": "confirmed", "evidence": "it opened"},
        "timings": {"ocr": 0.1235, "act": 1.0},
        "prompt_tokens": 100,
        "cached_tokens": 90,
        "new_tokens": 12,
    }
    (field,) = read(folder.path / "step-001-map.json")["elements"]
    assert field["box"] == [1, 2, 30, 40]
    assert field["state"] == {"value": "5"}
    for name in ("step-001.png", "final.png"):
        with Image.open(folder.path / name) as image:
            assert np.array_equal(np.asarray(image.convert("RGB")), PICTURE.pixels)
    assert read(folder.path / "outcome.json") == {
        "kind": "step limit",
        "message": "Not done.",
        "seconds": 12.346,
        "replies": 5,
        "unusable": 2,
        "outbound_connections": 0,
        "refused_connections": 1,
        "refused": ["connect 192.0.2.1"],
    }


def test_nobody_else_can_read_it(tmp_path: Path):
    folder = RunFolder("task", "m", tmp_path)
    folder.plan(["one"])
    folder.step(step(1, Click(1)))
    folder.told(Asking(1, 1, "click", "Mail", ("why",), PICTURE.pixels, 10))
    folder.told(Judged(1, "click", False, "you did not allow it", 1, "deny"))
    folder.end(Ended(Outcome("done"), folder.path, 1.0), MAP)
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.path.iterdir()}
    assert {"ask-001.png", "decisions.jsonl", "step-001-prompt.txt", "final.png"} <= set(modes)
    assert set(modes.values()) == {0o600}, modes


def test_a_secret_that_becomes_known_later_is_taken_out_of_what_was_written(tmp_path: Path):
    folder = RunFolder("type “hunter2!” there", "m", tmp_path)
    assert "hunter" not in folder.path.name
    folder.plan(["· type “hunter2!” there"])
    folder.step(step(1, Click(1)))
    folder.mask(lambda text: text.replace("hunter2!", "•••"))
    assert read(folder.path / "task.json")["task"] == "type “•••” there"
    for path in folder.path.iterdir():
        assert b"hunter2!" not in path.read_bytes(), path.name


@pytest.mark.parametrize("task", ["../../etc/passwd", "///", "漢字", "a" * 500, "CON\0"])
def test_the_folder_lies_where_it_should_whatever_the_task(tmp_path: Path, task: str):
    folder = RunFolder(task, "m", tmp_path)
    assert folder.path.parent == tmp_path
    assert len(folder.path.name) < 80
    assert read(folder.path / "task.json")["task"] == task


def test_runs_of_the_same_second_have_folders_of_their_own(tmp_path: Path):
    paths = {RunFolder("same", "m", tmp_path).path for _ in range(5)}
    assert len(paths) == 5


def test_it_lies_in_the_data_folder(data_folder: Path):
    assert RunFolder("x", "m").path.parent == data_folder / "runs"


def test_actions_with_lists_are_plain_json(tmp_path: Path):
    folder = RunFolder("x", "m", tmp_path)
    folder.step(step(3, Tap("7", (1,))))
    assert read(folder.path / "step-003.json")["action"] == {
        "type": "Tap", "text": "7", "targets": [1]
    }  # fmt: skip


def test_only_what_is_known_of_a_state_is_written():
    plain = element(1, "button", "OK").as_plain()
    assert plain["state"] == {}


def test_the_grammar_of_a_reply_is_kept_without_secrets(tmp_path: Path):
    secrets = Secrets()
    secrets.add('p"w\\1')
    folder = RunFolder("x", "m", tmp_path)
    grammar = listed_grammar([Suggestion(Click(1), 'type p"w\\1'), Suggestion(Click(2), "plain")])
    assert r"p\"w" in grammar
    told = secrets.event(Stepped(replace(step(1, Click(1)), grammar=grammar)))
    folder.told(told)
    kept = (folder.path / "step-001-grammar.gbnf").read_text("utf-8")
    assert "w\\" not in kept
    assert kept == grammar.replace(r"p\"w\\1", "•••")
    folder.told(Stepped(replace(step(2, Click(1)), grammar='root ::= "later"')))
    folder.mask(lambda text: text.replace("later", "•••"))
    assert (folder.path / "step-002-grammar.gbnf").read_text("utf-8") == 'root ::= "•••"'


def test_where_the_picture_lies_on_the_desktop_is_kept(tmp_path: Path):
    folder = RunFolder("x", "m", tmp_path)
    moved = replace(MAP, screenshot=replace(MAP.screenshot, origin=Point(1920, -40), scale=2.0))
    folder.step(replace(step(1, Click(1)), map=moved))
    kept = read(folder.path / "step-001-map.json")
    assert (kept["origin"], kept["scale"]) == ([1920, -40], 2.0)
