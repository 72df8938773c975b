"""What is masked in text and painted over in pictures, and what is left alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from agent.actions import Click, TypeText
from agent.events import Acting, Ended, Event, Planned, Seen, Started, Stepped, Token
from agent.policy.rules import Rules
from agent.secrets.redaction import MASK, Secrets, painted_over
from agent.trajectory import Effect, Outcome, Step
from tests.support.made_maps import element, made_map, shot
from vision.core.elements import State
from vision.core.geometry import Box

RULES = Rules.shipped()
MAP = made_map(
    [
        element(1, "field", "Password", state=State(value="hunter2!")),
        element(2, "field", "User", state=State(value="ann")),
        element(3, "text", "it is hunter2! now"),
    ],
    screenshot=shot(np.random.default_rng(1).integers(0, 255, (480, 640, 3), np.uint8)),
)


@pytest.mark.parametrize(
    ("task", "secret"),
    [
        ("Enter “hunter2!” as password and press OK", "hunter2!"),
        ("Log in with the password “hunter2!”", "hunter2!"),
        ('type "hunter2!" into the Password field', "hunter2!"),
        ("type hunter2 into Password", "hunter2"),
        ("Gib „geheim“ als Passwort ein", "geheim"),
        ("set the card number to “4000-1”", "4000-1"),
        ("set the PIN to “12”", "12"),
    ],
)
def test_a_secret_of_the_task_is_known_before_it_is_typed(task: str, secret: str):
    masked = Secrets(RULES, task).text(task)
    assert secret not in masked
    assert MASK in masked


@pytest.mark.parametrize(
    "task", ["Enter “Ann Lee” as full name, tick Newsletter and press Save", "Calculate 12 * 7",
             "Write “the password was forgotten long ago and nobody knows it”"],
)  # fmt: skip
def test_tasks_without_secrets_stay_as_they_are(task: str):
    secrets = Secrets(RULES, task)
    assert secrets.text(task) == task
    assert not secrets.known


def test_what_is_typed_into_a_field_for_secrets_is_masked_from_then_on():
    secrets = Secrets(RULES)
    assert not secrets.learn(TypeText("ann", 2), MAP)
    assert not secrets.learn(Click(1), MAP)
    assert secrets.text("hunter2!") == "hunter2!"
    assert secrets.learn(TypeText("hunter2!", 1), MAP)
    assert not secrets.learn(TypeText("hunter2!", 1), MAP), "it is known"
    assert secrets.text("type “hunter2!” into it") == f"type “{MASK}” into it"


def test_quotes_and_line_breaks_are_found_in_json_too():
    secrets = Secrets(RULES)
    secrets.add('a"b\nc')
    assert secrets.text('{"text": "a\\"b\\nc"}') == f'{{"text": "{MASK}"}}'


def test_a_short_secret_is_masked_only_where_it_stands_alone():
    secrets = Secrets(RULES)
    secrets.add("12")
    assert secrets.text("pin 12, step 120, 3.12x") == f"pin {MASK}, step 120, 3.12x"


@pytest.mark.parametrize(
    ("text", "masked"),
    [("4111 1111 1111 1111", True), ("4111111111111112", False), ("AKIAABCDEFGHIJKLMNOP", True),
     ("DE44500105175407324931", True), ("2026-11-21 18:30", False), ("12 * 7 = 84", False)],
)  # fmt: skip
def test_forms_of_secrets(text: str, masked: bool):
    assert (Secrets(RULES).text(text) == MASK) == masked


def test_pictures_and_maps_show_neither_the_field_nor_the_text():
    secrets = Secrets(RULES)
    secrets.add("hunter2!")
    seen = secrets.map(MAP)
    assert [e.state.value for e in seen.elements[:2]] == [MASK, "ann"]
    assert seen.elements[2].text == f"it is {MASK} now"
    for number in (0, 2):
        part = seen.screenshot.crop(MAP.elements[number].box)
        assert (part == part[0, 0]).all(), "one colour"
    user = MAP.elements[1].box
    assert (seen.screenshot.crop(user) == MAP.screenshot.crop(user)).all()
    assert MAP.elements[0].state.value == "hunter2!", "the run itself keeps what it saw"


def test_a_field_of_dots_is_painted_over_whatever_its_label():
    dots = made_map([element(1, "field", "Geheimnis", state=State(value="••••••"))],
                    screenshot=MAP.screenshot)  # fmt: skip
    part = Secrets(RULES).map(dots).screenshot.crop(dots.elements[0].box)
    assert (part == part[0, 0]).all()


def test_a_screen_without_secrets_is_the_same_object():
    plain = made_map([element(1, "button", "OK")])
    assert Secrets(RULES).map(plain) is plain


def test_every_event_is_masked(tmp_path: Path):
    secrets = Secrets(RULES)
    secrets.add("hunter2!")
    said = "type “hunter2!” into “Password” (field)"
    step = Step(
        1, MAP, "prompt hunter2!", '{"text": "hunter2!"}', TypeText("hunter2!", 1), said,
        "hunter2! is next", Effect("confirmed", "it now shows “hunter2!”"),
    )  # fmt: skip
    events: list[Event] = [
        Started("with password hunter2!", "model", tmp_path),
        Planned(("· hunter2!",)),
        Seen(1, MAP),
        Token("hunter"),
        Acting(1, said, "hunter2!", 1),
        Stepped(step),
        Ended(Outcome("failed", "Left: hunter2!"), tmp_path, 1.0),
    ]
    for event in events:
        assert "hunter2" in repr(event) or isinstance(event, Token)
        assert "hunter" not in repr(secrets.event(event)), event


def test_boxes_beyond_the_edge_are_cut():
    covered = painted_over(MAP.screenshot, [Box(630, 470, 700, 500), Box(900, 900, 910, 910)])
    assert (covered.pixels[470:, 630:] == covered.pixels[470, 630]).all()
