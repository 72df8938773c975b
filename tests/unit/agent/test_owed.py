"""What a part asks to be done is not done by opening what it is to be done with."""

from __future__ import annotations

from dataclasses import replace

import pytest
from agent.choices import choices
from agent.owed import owes

from agent.actions import Click, Press
from agent.crediting import credit
from agent.memory import Deed, Memory
from agent.outline import Outline, Part
from agent.trajectory import Effect
from tests.support.made_maps import element, made_map, window

MAIN = window(1, "Mail", active=True)
MAILS = made_map((element(1, "list item", "Neille"), element(2, "list item", "Olga")))
MAIL = made_map(
    (
        element(1, "text", "Dear Ann"),
        element(2, "icon", "delete"),
        element(3, "button", "Reply"),
        element(4, "button", "close window"),
        element(5, "icon"),
    )
)


def after(task: str, *clicks: tuple[int, bool]) -> Outline:
    outline = Outline([task])
    for number, in_mail in clicks:
        map_ = MAIL if in_mail else MAILS
        credit(Click(number), map_, MAIL, outline, Memory())
    return outline


def test_a_mail_that_was_opened_is_not_deleted():
    opened = after("Delete the mail from Neille.", (1, False))
    assert not opened.finished
    assert not opened.open_values
    memory = Memory(deeds=[Deed("click Neille", Effect("confirmed", "it opened"))])
    options = choices(MAIL, opened, memory)
    assert list(options.clicks.values()) == [2]
    assert not options.done
    for number, finished in ((2, True), (3, False), (4, False), (5, True)):
        outline = after("Delete the mail from Neille.", (1, False), (number, True))
        assert outline.finished is finished, number


def test_close_deletes_only_where_nothing_is_called_delete():
    close, bin_ = element(1, "icon", "close"), element(2, "icon", "trash")
    for shown, finished in (((close, bin_), False), ((close,), True)):
        outline = after("Delete the mail from Neille.", (1, False))
        map_ = made_map(shown)
        assert list(choices(map_, outline, Memory()).clicks.values()) == [shown[-1].id]
        gone = made_map((), [])
        credit(Click(1), replace(map_, windows=(MAIN,)), gone, outline, Memory())
        assert not outline.finished, "its window closed, and it with it"
        credit(Click(1), map_, map_, outline, Memory())
        assert outline.finished is finished


def test_what_is_to_be_cancelled_is_not_cancelled_by_a_click_on_its_name():
    customer, cancel = element(1, "tab", "Customer"), element(2, "button", "Cancel")
    map_ = made_map((customer, cancel))
    outline = Outline(["cancel the order of this customer"])
    credit(Click(1), map_, map_, outline, Memory())
    assert not outline.finished
    assert list(choices(map_, outline, Memory()).clicks.values()) == [2]
    credit(Click(2), map_, map_, outline, Memory())
    assert outline.finished


def test_keys_may_be_what_was_asked_for():
    for keys, finished in (("delete", True), ("tab", False)):
        outline = after("Delete the mail from Neille.", (1, False))
        credit(Press(keys), MAILS, MAIL, outline, Memory())
        assert outline.finished is finished, keys


def test_a_key_that_leaves_what_is_to_be_deleted_did_not_delete_it():
    outline = after("Delete the mail from Neille.", (1, False))
    credit(Press("delete"), MAILS, MAILS, outline, Memory())
    assert not outline.finished


def test_what_is_to_be_deleted_may_be_told_by_an_earlier_part():
    for shown, finished in ((MAILS, False), (MAIL, True)):
        outline = Outline(["Find the mail from Neille", "and delete it."])
        credit(Click(1), MAILS, MAILS, outline, Memory())
        assert outline.parts[0].done
        credit(Press("delete"), MAILS, shown, outline, Memory())
        assert outline.finished is finished


def test_what_a_later_part_did_does_not_pay_for_an_earlier_one():
    outline = Outline(["delete the mail from Neille,", "then open the mail from Olga."])
    for number in (1, 2):
        credit(Click(number), MAILS, MAIL, outline, Memory())
    assert [part.done for part in outline.parts] == [False, True]


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("and forward it to Ann", True),
        ("click the trash icon to delete it.", True),
        ("die Nachricht von Ann löschen", True),
        ("Go forward", False),
        ("Press the delete button", False),
        ("type “delete it” into the field", False),
        ("Open the archive of May", False),
    ],
)
def test_which_words_ask_for_a_deed(text: str, asks: bool):
    assert bool(owes(Part(text, ()))) is asks


def test_a_choice_among_several_says_how_it_is_done():
    radio, remove = element(1, "radio", "After each run"), element(2, "button", "Remove")
    page = made_map((radio, remove))
    outline = Outline(["delete the working directory “After each run”."])
    credit(Click(1), page, page, outline, Memory())
    assert outline.finished


def test_what_does_something_else_is_not_offered_for_it():
    offered = choices(MAIL, Outline(["and click the trash icon to delete it."]), Memory()).clicks
    assert 3 not in offered.values()  # Reply
    asked = Outline(["Reply to the mail from Ann", "and delete it."])
    assert 3 in choices(MAIL, asked, Memory()).clicks.values()
    assert 3 in choices(MAIL, Outline(["Look at the mail"]), Memory()).clicks.values()


def test_a_choice_is_the_deed_of_the_part_that_names_it():
    radio, check = element(1, "radio", "After each run"), element(2, "text", "Execution")
    page = made_map((radio, check))
    outline = Outline(["you may tick “Check all inputs”.", "and delete the “After each run”."])
    credit(Click(1), page, page, outline, Memory())
    assert [part.done for part in outline.parts] == [False, True]
