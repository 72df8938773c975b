"""Written scenes, played through with the product's memory and plan."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from random import Random
from typing import Any

from agent.actions import Click, Done, TypeText
from benchmarks.decide.adapter import Product
from benchmarks.decide.format import Act
from training.decisions.icon_names import icon_name
from training.decisions.scenes import UNREAD, Moment, moments, read_lines

CHAT: dict[str, Any] = {
    "title": "Letters",
    "browser": True,
    "lang": "en",
    "tasks": ["Tell Ada that the parcel is here."],
    "states": [
        {
            "screen": [
                [["a", "list item", "Ada"], ["b", "list item", "Bert", {"selected": True}]],
                [["t", "field", "Your text"], ["s", "icon", "trash"]],
            ],
            "right": [["click", "a"]],
        },
        {
            "change": {"a": {"selected": True}, "b": {"selected": False}},
            "right": [["type", "t", "*"]],
        },
        {
            "change": {"t": {"value": "The parcel is here."}},
            "new": [[["n", "text", "Draft kept"]]],
            "gone": ["s"],
            "right": [["done"]],
        },
    ],
}


def strays(scene: dict[str, Any], seeds: int) -> list[Moment]:
    """The decisions after a wrong click: the same is right as before."""
    found = []
    for seed in range(seeds):
        played = list(moments(scene, 0, Random(seed)))
        pairs = itertools.pairwise(played)
        found += [one for before, one in pairs if one.right == before.right]
    return found


def test_what_was_right_is_remembered_before_the_next_decision() -> None:
    steps = moments(CHAT, 0, Random(11))
    first = next(steps)
    assert first.now.memory.last_used is None
    assert [act.verb for act in first.right] == ["click"]
    assert not first.last
    third = [one for one in steps if one.now.task == CHAT["tasks"][0]][-1]
    assert third.last
    assert third.now.memory.unsent is not None
    assert [e.text for e in third.now.memory.came] == ["Draft kept"]
    shown = {e.text: e for e in third.now.map.elements}
    assert shown["Your text"].state.value == "The parcel is here."
    assert shown["Ada"].state.selected
    assert shown["Bert"].state.selected is None
    assert icon_name("trash") not in shown


def test_numbers_stay_the_same_and_pictures_get_the_names_of_the_product() -> None:
    first, *_, last = list(moments(CHAT, 0, Random(11)))
    numbers = {e.text: e.id for e in first.now.map.elements}
    assert icon_name("trash") in numbers
    for name in ("Ada", "Bert", "Your text"):
        assert numbers[name] == next(e.id for e in last.now.map.elements if e.text == name)
    assert first.right == (Act("click", numbers["Ada"], "Ada"),)


def test_a_text_of_its_own_is_right_where_any_is_and_where_none_offered_is() -> None:
    product = Product(None)
    second = next(m for m in moments(CHAT, 0, Random(11)) if m.right[0].verb == "type")
    judged = product.judge(product.suggestions(second.now, 1000), second.now, second.right)
    right = [each for each, fits in judged if fits]
    assert any(each.open_text for each in right)
    assert all(isinstance(each.action, TypeText) for each in right)


def test_after_a_wrong_click_the_same_is_right_as_before() -> None:
    stray = strays(CHAT, 20)
    assert stray
    for moment in stray:
        assert not moment.last
        assert Act("done") not in moment.right
        used = moment.now.memory.last_used
        assert used is not None
        assert used.id not in {act.target for act in moment.right}


def test_a_wrong_click_may_bring_up_what_does_not_belong_there() -> None:
    stray = strays(CHAT, 40)
    brought = [m for m in stray if m.now.memory.came]
    assert 0 < len(brought) < len(stray)
    for moment in brought:
        before = {e.text for e in moment.now.map.elements} - {
            e.text for e in moment.now.memory.came
        }
        assert {"Ada", "Bert"} & before
        assert all(e.id > 2000 for e in moment.now.memory.came)


def test_what_a_scene_calls_wrong_is_often_clicked() -> None:
    def clicked(scene: dict[str, Any]) -> float:
        used = [moment.now.memory.last_used for moment in strays(scene, 60)]
        names = [each.called for each in used if each is not None]
        return names.count("Bert") / len(names)

    bert = next(
        name for row in CHAT["states"][0]["screen"] for name, _, text, *_ in row if text == "Bert"
    )
    assert clicked({**CHAT, "wrong": [["click", bert]]}) > clicked({**CHAT, "wrong": []})


def test_all_unread_lines_can_be_played_and_end() -> None:
    product = Product(None)
    known = read_lines(UNREAD)
    assert len(known) == 120
    said = 0
    for number, scene in enumerate(known[::12]):
        *_, last = moments(scene, 0, Random(number))
        assert last.last
        assert last.right[0].verb in ("done", "answer")
        offered = {type(each.action) for each in product.suggestions(last.now, 1000)}
        assert Click in offered
        said += Done in offered
    # Now and then an open part names what is there to be pressed.
    assert said >= 9


def test_scenes_are_read_packed_and_plain(tmp_path: Path) -> None:
    plain = tmp_path / "scenes.jsonl"
    plain.write_text(f"{json.dumps(CHAT)}\n\n", "utf-8")
    assert read_lines(plain) == [CHAT]
