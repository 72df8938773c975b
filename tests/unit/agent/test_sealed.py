"""Named secrets in a task: an atom for the model, the value for the hands, nothing for the eyes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from agent.actions import TypeText
from agent.computer.controller import RecordingController
from agent.computer.executor import Hands
from agent.control.stop import StopSwitch
from agent.deciding.action_space import action_space
from agent.deciding.profiles import PROFILES
from agent.deciding.prompt import step_messages
from agent.perception.observer import ChangedEyes
from agent.policy.risk import risks_of
from agent.policy.rules import Rules
from agent.secrets.masking import Sealed
from agent.secrets.redaction import MASK, Secrets
from agent.suggestions.by_words import ByWords
from agent.task.literals import alike, literals, mentions
from agent.task.plan import Outline
from tests.support.made_choices import situation
from tests.support.made_maps import element, made_map, shot
from vision.capture.screen import Screenshot, StillScreen
from vision.capture.windows import Window
from vision.core.elements import ElementMap, State
from vision.core.geometry import Box

RULES = Rules.shipped()
MAIL = "{secret:mail}"
VALUE = "Hunter2! says hi"
NOISE = np.random.default_rng(1).integers(0, 255, (480, 640, 3), np.uint8)


def revealed(value: str = VALUE, place: Box | None = None) -> tuple[Sealed, Secrets]:
    """A run that has typed {secret:mail}."""
    secrets = Secrets(RULES)
    sealed = Sealed(secrets, {"mail": value}.__getitem__)
    assert sealed.reveal(MAIL, place) == value
    return sealed, secrets


@pytest.mark.parametrize(
    ("task", "values"),
    [
        (f"Log in as Ann with the password {MAIL}", ["Ann", MAIL]),
        (f"Type {MAIL}, then press Save.", [MAIL, "Save"]),
        (f'Enter "{MAIL}" as password', [MAIL]),
        ("Enter {secret:a-1-2} and 3+4", ["{secret:a-1-2}", "3+4"]),
        (f"say 'my {MAIL} here'", [f"my {MAIL} here"]),
    ],
)
def test_a_placeholder_is_one_value_of_a_task(task: str, values: list[str]):
    assert literals(task) == values
    assert Outline([task]).open_values == values


def test_a_placeholder_that_begins_a_part_stays_a_value():
    assert Outline([f"{MAIL} is the password"]).open_values == [MAIL]


def test_its_name_says_nothing_else():
    task = "Log in with {secret:mail} and {secret:close} and {secret:save}"
    assert not mentions(task, "Mail")
    assert mentions(task, MAIL)
    assert not alike("{secret:mail1}", "{secret:mail2}", 0.5)
    assert alike("{secret:mail}", MAIL)


def test_what_stands_beside_it_is_no_secret_for_that():
    secrets = Secrets(RULES, "Log in as “ann” with {secret:mail}")
    assert secrets.text("ann {secret:mail}") == "ann {secret:mail}"
    # The person says that this one is the password: the placeholder is masked already.
    secrets = Secrets(RULES, "The password is {secret:mail}")
    assert not secrets.known
    assert not secrets.learn(TypeText(MAIL, 1), made_map([element(1, "field", "Password")]))


def test_the_model_may_choose_it_as_a_whole_and_sees_nothing_more():
    map_ = made_map([element(1, "field", "Login"), element(2, "button", "Mail")])
    now = situation(map_, [f"type {MAIL} into Login"])
    space = action_space(now)
    assert space.values[0] == MAIL
    asked = step_messages(now, space, (), PROFILES["small"])[1].content
    assert f'Values of the task: "{MAIL}"' in asked
    offered = [each.action for each in ByWords().suggest(now)]
    assert offered[0] == TypeText(MAIL, 1)


def test_typing_one_is_asked_about():
    map_ = made_map([element(1, "field", "Search")])
    ids = [risk.id for risk in risks_of(TypeText(f"x {MAIL}", 1), map_, RULES)]
    assert ids == ["named secret"]
    assert risks_of(TypeText("mail", 1), map_, RULES) == []


def test_the_hands_type_the_value_and_look_it_up_only_then():
    asked: list[str] = []

    def value_of(name: str) -> str:
        asked.append(name)
        return "hunter2"

    controller = RecordingController()
    sealed = Sealed(Secrets(RULES), value_of)
    map_ = made_map([element(1, "field", "Login")], screenshot=shot(NOISE))
    screen = StillScreen([map_.screenshot])
    hands = Hands(controller, screen, lambda: map_, lambda: (), StopSwitch(), {},
                  reveal=sealed.reveal)  # fmt: skip
    hands.carry_out(TypeText("plain", 1), map_)
    assert asked == []
    hands.carry_out(TypeText(f"a{MAIL}b", 1), map_)
    assert asked == ["mail"]
    assert controller.calls[-1] == ("type_text", "ahunter2b")


@pytest.mark.parametrize(
    ("seen", "sealed"),
    [
        (VALUE, MAIL),
        (f"it is {VALUE}.", f"it is {MAIL}."),
        ("HUNTER2! SAYS HI", MAIL),
        ("hunter2l says hl", MAIL),
        ("Hunter2!sayshi", MAIL),
        ("Pass: Hunter2! say5 hi now", f"Pass: {MAIL} now"),
        ("Hunter", "Hunter"),
        ("The quick brown fox", "The quick brown fox"),
    ],
)
def test_what_was_typed_reads_as_the_placeholder_wherever_it_shows(seen: str, sealed: str):
    seal, _ = revealed()
    window = Window(7, f"{seen} - Browser", "browser", Box(0, 0, 640, 480))
    one = element(1, "field", "Note", state=State(value=seen))
    map_ = made_map([one, element(2, "text", seen), element(3, "button", seen)], windows=(window,))
    after = seal.map(map_)
    assert [e.text for e in after.elements] == ["Note", sealed, sealed]
    assert after.elements[0].state.value == sealed
    assert after.windows[0].title == f"{sealed} - Browser"


def test_a_short_one_is_known_only_where_it_stands_alone():
    seal, _ = revealed("123")
    map_ = made_map([element(1, "text", "1234"), element(2, "text", "pin 123.")])
    assert [e.text for e in seal.map(map_).elements] == ["1234", f"pin {MAIL}."]


@pytest.mark.parametrize(
    ("shown", "reads"),
    [("says hi", MAIL), ("Hunter2", MAIL), ("Huntr2? sas bi", MAIL), ("••••••", "••••••"),
     ("Ann Lee", "Ann Lee"), ("", "")],
)  # fmt: skip
def test_in_its_field_a_piece_of_it_counts_too(shown: str, reads: str):
    field = element(1, "field", "Login", state=State(value=shown))
    seal, _ = revealed(place=field.box)
    assert seal.map(made_map([field])).elements[0].state.value == reads


def test_before_one_is_typed_maps_are_left_alone():
    map_ = made_map([element(1, "text", VALUE)])
    assert Sealed(Secrets(RULES), str).map(map_) is map_


def test_in_records_and_on_pages_its_place_is_painted_over():
    field = element(1, "field", "Note", state=State(value=VALUE))
    map_ = made_map([field, element(2, "text", "nothing")], screenshot=shot(NOISE))
    seal, secrets = revealed()

    class Eyes:
        def perceive(self, screenshot: Screenshot, windows: Sequence[Window] = ()) -> ElementMap:
            return map_

    seen = ChangedEyes(Eyes(), seal.map).perceive(map_.screenshot)
    told = secrets.map(seen)
    assert told.elements[0].state.value == MAIL
    part = told.screenshot.crop(field.box)
    assert (part == part[0, 0]).all(), "one colour"
    other = map_.elements[1].box
    assert (told.screenshot.crop(other) == map_.screenshot.crop(other)).all()
    assert secrets.text(f"typed {VALUE}") == f"typed {MASK}"


def test_a_title_with_a_secret_paints_nothing_but_the_title_over():
    secrets = Secrets(RULES)
    secrets.add("hunter2!")
    window = Window(7, "hunter2! - Browser", "browser", Box(0, 0, 640, 480))
    map_ = made_map([element(1, "text", "nothing")], windows=(window,), screenshot=shot(NOISE))
    told = secrets.map(map_)
    assert told.windows[0].title == f"{MASK} - Browser"
    assert told.screenshot is map_.screenshot


def test_a_page_cannot_unmask_a_field_by_writing_a_placeholder():
    dots = element(1, "field", "Password", state=State(value="{secret:x} hunter2!"))
    assert Secrets(RULES).map(made_map([dots])).elements[0].state.value == MASK
