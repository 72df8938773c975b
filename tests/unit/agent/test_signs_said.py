"""Icons that a task calls by what they show."""

from __future__ import annotations

from dataclasses import replace

from agent.choices import choices
from agent.signs_said import shows_picture, shows_sign

from agent.actions import Click
from agent.crediting import credit
from agent.memory import Memory
from agent.outline import Outline
from tests.support.made_maps import element, made_map

CLOSE = replace(element(1, "icon", "close"), caption="close: cross")
STAR = replace(element(2, "icon", "favourite"), caption="favourite: star")
OK = element(3, "button", "OK")
DIALOG = made_map([CLOSE, STAR, OK])


def test_the_x_is_the_button_that_closes():
    assert shows_sign(CLOSE, "x")
    assert not shows_sign(STAR, "x")
    assert not shows_sign(element(4, "button", "close"), "x")  # a word, not a picture
    assert not shows_sign(CLOSE, "y")


def test_the_x_is_clicked_and_counts():
    outline = Outline(['Click the button in the dialog box labeled "x".'])
    assert list(choices(DIALOG, outline, Memory()).clicks.values()) == [1]
    credit(Click(1), DIALOG, made_map(), outline, Memory())
    assert outline.finished
    assert not outline.parts[0].guessed


def test_the_star_icon_is_the_one_that_shows_a_star():
    assert shows_picture(STAR, "click the star icon to keep it")
    assert not shows_picture(STAR, "Star Wars")
    assert not shows_picture(OK, "the star icon")
    outline = Outline(["click the star icon"])
    credit(Click(2), DIALOG, made_map(), outline, Memory())
    assert outline.finished
    assert not outline.parts[0].guessed
