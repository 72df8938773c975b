"""What the rules find risky: pure values, no screen."""

from __future__ import annotations

import pytest

from agent.actions import Action, Click, OpenApp, Press, Scroll, Select, Tap, TypeText, Wait
from agent.events import Asking
from agent.policy.gate import Verdict
from agent.policy.risk import risks_of
from agent.policy.rules import Safety
from agent.policy.wording import said
from tests.support.made_maps import element
from tests.support.made_policy import RULES, judged, on_screen
from vision.core.elements import ElementMap, Kind, State
from vision.core.geometry import Box


def found(action: Action, map_: ElementMap) -> set[str]:
    return {risk.id for risk in risks_of(action, map_, RULES)}


@pytest.mark.parametrize(
    ("kind", "text", "risk"),
    [
        ("button", "Send", "send"),
        ("button", "SEND NOW", "send"),
        ("icon", "Senden", "send"),
        ("button", "发送", "send"),
        ("button", "立即发送邮件", "send"),
        ("link", "Place your order", "pay"),
        ("button", "Jetzt kaufen", "pay"),
        ("button", "Payer", "pay"),
        ("menu", "Delete…", "delete"),
        ("button", "Supprimer", "delete"),
        ("button", "Löschen", "delete"),
        ("button", "Loschen", "delete"),  # read without its dots
        ("button", "DeIete", "delete"),  # read with a capital I
        ("button", "DeleteAll", "delete"),  # read without its space
        ("button", "Don’t Save", "delete"),
        ("button", "Format", "format"),
        ("menu", "Shut Down…", "shut down"),
        ("button", "Install", "install"),
        ("checkbox", "I agree to the terms and conditions", "accept terms"),
        ("button", "J'accepte", "accept terms"),
        ("button", "同意する", "accept terms"),
    ],
)  # fmt: skip
def test_what_a_click_may_do_is_known_by_its_name(kind: Kind, text: str, risk: str):
    assert risk in found(Click(1), on_screen(element(1, kind, text)))


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("button", "Save"),
        ("button", "OK"),
        ("button", "Sender"),
        ("button", "Cancel"),
        ("checkbox", "Send me the newsletter"),
        ("field", "Send to"),
        ("menu", "Format"),
        ("tab", "Payments"),
        ("button", "7"),
        ("button", ""),
    ],
)
def test_what_is_harmless_is_not_asked_about(kind: Kind, text: str):
    assert found(Click(1), on_screen(element(1, kind, text))) == set()


def test_a_yes_is_judged_by_the_question_around_it():
    question = element(1, "text", "Delete 3 files for good?", Box(100, 100, 300, 120))
    yes = element(2, "button", "Yes", Box(100, 150, 180, 180))
    far = element(3, "button", "Yes", Box(100, 450, 180, 478))
    map_ = on_screen(question, yes, far)
    assert found(Click(2), map_) == {"delete"}
    assert found(Click(3), map_) == set()
    assert found(Click(2), on_screen(yes)) == set()
    title = element(2, "button", "OK", Box(100, 150, 180, 180), group="Empty Trash")
    assert found(Click(2), on_screen(title, title="Empty Trash")) == {"delete"}


def test_enter_is_judged_by_what_it_would_press():
    send, save = element(1, "button", "Send"), element(1, "button", "Save")
    assert found(Press("enter"), on_screen(send)) == {"send"}
    assert found(Press("space"), on_screen(send)) == {"send"}
    assert found(Press("Return"), on_screen(send)) == {"send"}
    assert found(TypeText("hello\n", 2), on_screen(send, element(2, "field", "To"))) == {"send"}
    assert found(TypeText("hello", 2), on_screen(send, element(2, "field", "To"))) == set()
    assert found(Press("enter"), on_screen(save)) == set()
    assert found(Press("tab"), on_screen(send)) == set()


def test_enter_does_not_use_a_picture_of_a_tool_bar_but_may_send():
    door, plane = element(1, "icon", "log out"), element(2, "icon", "send")
    assert found(Press("enter"), on_screen(door)) == set()
    assert found(Click(1), on_screen(door)) == {"shut down"}
    assert found(Press("enter"), on_screen(plane)) == {"send"}
    assert found(Press("enter"), on_screen(element(1, "button", "Log out"))) == {"shut down"}


@pytest.mark.parametrize("button", ["Replace", "Replace All", "Alle ersetzen", "Reemplazar"])
def test_texts_that_are_replaced_can_be_undone_and_files_cannot(button: str):
    replace_, cancel = element(1, "button", button), element(2, "button", "Cancel")
    assert found(Click(1), on_screen(replace_, cancel)) == {"replace"}
    assert found(Press("enter"), on_screen(replace_, cancel)) == {"replace"}
    for find in ("Find", "Find Next", "Suchen"):
        finds = element(3, "button", find)
        assert found(Click(1), on_screen(replace_, cancel, finds)) == set()
        assert found(Press("enter"), on_screen(replace_, cancel, finds)) == set()


def test_of_keys_in_a_row_each_is_judged():
    map_ = on_screen()
    assert found(Press("home shift+down delete"), map_) == found(Press("delete"), map_)
    assert found(Press("home end"), map_) == set()


@pytest.mark.parametrize(
    ("keys", "risk"),
    [("delete", "delete by keys"), ("Del", "delete by keys"), ("shift+Delete", "delete by keys"),
     ("alt+f4", "close by keys"), ("ctrl+enter", "send by keys")],
)  # fmt: skip
def test_keys_that_delete_close_or_send(keys: str, risk: str):
    assert found(Press(keys), on_screen()) == {risk}


def test_keys_that_no_keyboard_has_are_no_risk_and_no_error():
    assert found(Press("entr+x"), on_screen()) == set()


@pytest.mark.parametrize(
    "label", ["Password", "Passwort:", "Mot de passe", "Card number", "CVV", "IBAN", "密码", "PIN"]
)
def test_fields_for_secrets(label: str):
    map_ = on_screen(element(1, "field", label), element(2, "field", "First name"))
    assert "secret field" in found(TypeText("x", 1), map_)
    assert found(TypeText("x", 2), map_) == set()
    assert "secret field" in found(TypeText("x"), map_), "the focus may be in it"
    focused = element(2, "field", "First name", state=State(focused=True))
    assert found(TypeText("x"), on_screen(element(1, "field", label), focused)) == set()


@pytest.mark.parametrize(
    "text",
    ["4111 1111 1111 1111", "DE44 5001 0517 5407 3249 31", "AKIAABCDEFGHIJKLMNOP",
     "-----BEGIN RSA PRIVATE KEY-----", "ghp_abcdefghijklmnopqrst", "sk-proj-abcdefgh1234"],
)  # fmt: skip
def test_text_that_looks_like_a_secret(text: str):
    map_ = on_screen(element(1, "field", "Note"))
    assert "secret text" in found(TypeText(text, 1), map_)


@pytest.mark.parametrize("text", ["Ann Lee", "12 * 7", "2026-11-21", "+49 30 123456", "sk-tree"])
def test_plain_text_is_no_secret(text: str):
    assert found(TypeText(text, 1), on_screen(element(1, "field", "Note"))) == set()


@pytest.mark.parametrize(
    ("title", "application"),
    [("root@box: ~", "XTerm"), ("Terminal", "Xfce4-terminal"), ("notes", "konsole"),
     ("DevTools - example.org", "Chromium"), ("Run...", "Gmrun"), ("IDLE Shell", "Idle")],
)  # fmt: skip
def test_typing_into_terminals_and_consoles(title: str, application: str):
    map_ = on_screen(element(1, "field", ""), title=title, application=application)
    for action in (TypeText("rm -rf ~", 1), TypeText("ls"), Press("enter"), Press("ctrl+v")):
        assert "terminal" in found(action, map_), action
    assert found(Click(1), map_) == set()


def test_opening_a_terminal():
    assert found(OpenApp("XTerm"), on_screen()) == {"terminal"}
    assert found(OpenApp("Calculator"), on_screen()) == set()


@pytest.mark.parametrize("title", ["Deskhand", "Deskhand - Chromium", "Deskhand — Mozilla Firefox"])
@pytest.mark.parametrize("safety", ["watch", "ask", "risky", "trusted"])
def test_our_own_panel_is_never_used(title: str, safety: Safety):
    map_ = on_screen(element(1, "button", "Allow once"), title=title, application="Chromium")
    for action in (Click(1), Press("enter"), TypeText("x"), Press("tab")):
        verdict, told = judged(action, map_, "once", safety=safety)
        assert verdict.kind == "refused", action
        assert "never" in verdict.why
        assert not any(isinstance(event, Asking) for event in told), "it is not even asked"


def test_select_and_taps_are_judged_too():
    map_ = on_screen(element(1, "dropdown", "Action"), element(2, "button", "Delete"))
    assert found(Select(1, "Delete"), map_) == {"delete"}
    assert found(Select(1, "Rename"), map_) == set()
    assert found(Tap("1", (2,)), map_) == {"delete"}


def test_waiting_and_scrolling_are_never_asked_about():
    map_ = on_screen(element(1, "button", "Send"))
    for action in (Wait(), Scroll("down"), Scroll("down", 1)):
        assert judged(action, map_, None, safety="ask")[0] == Verdict()


@pytest.mark.parametrize(
    ("text", "word", "fits"),
    [("Löschen", "loschen", True), ("ﬁnish", "finish", True), ("re-send it", "send", True),
     ("resend", "send", False), ("pay\nnow", "pay now", True), ("", "pay", False)],
)  # fmt: skip
def test_words(text: str, word: str, fits: bool):
    assert said(text, [word]) == fits
