"""What the rules find risky, and what the gate makes of it: pure values, no screen."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from made_maps import element, made_map, shot, window

from agent.actions import Action, Click, OpenApp, Press, Scroll, Select, Tap, TypeText, Wait
from agent.controller import RecordingController
from agent.errors import ActionFailed, AgentError, Stopped
from agent.events import Answer, Asking, Event, Judged
from agent.policy.answers import Mailbox
from agent.policy.areas import CoveredScreen, FencedController
from agent.policy.gate import NOT_ALLOWED, Gate, Verdict
from agent.policy.picture import spotlight
from agent.policy.reach import usable
from agent.policy.risk import risks_of
from agent.policy.rules import Area, Names, Rules, Safety
from agent.policy.wording import said
from agent.stop import StopSwitch
from vision.elements import Element, ElementMap, Kind, State
from vision.geometry import Box, Point
from vision.screen import StillScreen

RULES = Rules.shipped()
MAIL = window(7, "Inbox - Mail", application="Mail", active=True)


def on_screen(
    *elements: Element, title: str = "Inbox - Mail", application: str = "Mail"
) -> ElementMap:
    return made_map(elements, [window(7, title, application=application, active=True)])


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


def judged(
    action: Action,
    map_: ElementMap,
    answer: Answer | None = None,
    *,
    safety: Safety = "risky",
    rules: Rules = RULES,
    nobody: bool = False,
) -> tuple[Verdict, list[Event]]:
    """The verdict when a person gives this answer, and what was told."""
    told: list[Event] = []
    asker = None if nobody else (lambda question, stop: answer)
    gate = Gate(rules, told.append, StopSwitch(), asker, safety)
    return gate.review(3, action, "click “Send” (button)", map_), told


SEND = on_screen(element(1, "button", "Send"), element(2, "button", "Save"))


def test_a_question_says_what_where_and_why_and_shows_the_target():
    verdict, told = judged(Click(1), SEND, "once")
    assert (verdict.kind, verdict.asked) == ("allowed", True)
    question, judgement = told
    assert isinstance(question, Asking)
    assert (question.step, question.description) == (3, "click “Send” (button)")
    assert question.where == "Inbox - Mail"
    assert question.why == ("It may send or publish something, which cannot be taken back.",)
    assert question.seconds == RULES.answer_seconds
    assert (question.picture == (200, 30, 30)).all(axis=2).any(), "the target is marked"
    assert isinstance(judgement, Judged)
    assert (judgement.allowed, judgement.answer) == (True, "once")


@pytest.mark.parametrize(
    ("answer", "why"), [("deny", NOT_ALLOWED), (None, "nobody answered in time")]
)
def test_no_and_no_answer_mean_no(answer: Answer | None, why: str):
    verdict, told = judged(Click(1), SEND, answer)
    assert verdict.kind == "refused"
    assert why in verdict.why
    assert isinstance(told[-1], Judged)
    assert not told[-1].allowed


def test_with_nobody_to_ask_it_is_not_done():
    verdict, told = judged(Click(1), SEND, nobody=True)
    assert verdict.kind == "refused"
    assert "nobody can be asked" in verdict.why
    assert [type(event) for event in told] == [Judged]


@pytest.mark.parametrize(
    ("safety", "harmless", "risky"),
    [("watch", "done", "done"), ("ask", "allowed", "allowed"),
     ("risky", None, "allowed"), ("trusted", None, None)],
)  # fmt: skip
def test_levels(safety: Safety, harmless: str | None, risky: str | None):
    for target, kind in ((2, harmless), (1, risky)):
        verdict, told = judged(Click(target), SEND, "once", safety=safety)
        assert verdict.kind == (kind or "allowed")
        assert any(isinstance(event, Asking) for event in told) == (kind is not None)


def test_what_was_allowed_for_the_task_is_not_asked_again():
    questions: list[Asking] = []

    def asker(question: Asking, stop: StopSwitch) -> Answer:
        questions.append(question)
        return "task"

    gate = Gate(RULES, lambda event: None, StopSwitch(), asker)
    delete = on_screen(element(1, "button", "Delete"), element(2, "button", "Send"))
    other = on_screen(element(1, "button", "Delete"), title="Files", application="Thunar")
    for _ in range(3):
        assert gate.review(1, Click(1), "delete", delete).kind == "allowed"
    assert len(questions) == 1
    gate.review(2, Click(2), "send", delete)
    assert len(questions) == 2, "another risk is another question"
    gate.review(3, Click(1), "delete", other)
    assert len(questions) == 3, "another application is another question"


@pytest.mark.parametrize("safety", ["ask", "risky", "trusted"])
def test_deny_and_allow_lists_hold_at_every_level(safety: Safety):
    def refused(action: Action, **names: Any) -> bool:
        rules = Rules(risks=RULES.risks, **names)
        return judged(action, SEND, "task", safety=safety, rules=rules)[0].kind == "refused"

    assert refused(Click(2), deny=Names(applications=("mail",)))
    assert refused(Click(2), deny=Names(windows=("inbox",)))
    assert not refused(Click(2), deny=Names(applications=("chat",)))
    assert refused(Click(2), allow=Names(applications=("chat",)))
    assert not refused(Click(2), allow=Names(windows=("inbox",)))
    assert refused(OpenApp("Mail"), deny=Names(applications=("mail",)))
    assert refused(OpenApp("Mail"), allow=Names(applications=("chat",)))
    assert refused(Press("tab"), deny=Names(applications=("mail",)))


def test_a_menu_counts_to_the_window_it_came_from():
    popup = window(9, "", Box(0, 0, 200, 200), popup=True)
    map_ = made_map([element(1, "menu", "Save")], [popup, MAIL])
    rules = Rules(deny=Names(applications=("mail",)))
    assert judged(Click(1), map_, rules=rules)[0].kind == "refused"


def test_what_is_out_of_reach_is_not_offered_either():
    panel = window(1, "Deskhand - Chromium", Box(0, 0, 300, 480), application="Chromium")
    mail = window(2, "Inbox", Box(300, 0, 640, 480), application="Mail", active=True)
    left = element(1, "button", "Allow once", Box(10, 10, 60, 30))
    right = element(2, "button", "Save", Box(310, 10, 360, 30))
    lower = element(3, "button", "Save", Box(310, 410, 360, 430))
    map_ = made_map([left, right, lower], [panel, mail])
    assert [e.id for e in usable(map_, RULES).elements] == [2, 3]
    assert usable(map_, Rules()) is map_
    area = Rules(areas=(Area("low", Box(0, 400, 640, 480)),))
    assert [e.id for e in usable(map_, area).elements] == [1, 2]
    only = Rules(allow=Names(applications=("chromium",)))
    assert [e.id for e in usable(map_, only).elements] == [1]


AREAS = (Area("chat", Box(0, 0, 200, 200), read=False), Area("dock", Box(300, 0, 400, 100)))


def test_areas_are_neither_touched_nor_read():
    inside = element(1, "button", "Save", Box(310, 10, 350, 30))
    outside = element(2, "button", "Save", Box(410, 10, 450, 30))
    rules = Rules(areas=AREAS)
    map_ = on_screen(inside, outside)
    verdict, _ = judged(Click(1), map_, "once", safety="trusted", rules=rules)
    assert "“dock” from being touched" in verdict.why
    assert judged(Click(2), map_, rules=rules)[0].kind == "allowed"
    pixels = CoveredScreen(StillScreen([shot()]), AREAS).grab().pixels
    assert (pixels[:200, :200] == 96).all()
    assert (pixels[:100, 300:400] == 255).all(), "this one may be read"
    part = CoveredScreen(StillScreen([shot()]), AREAS).grab(Box(150, 150, 260, 260)).pixels
    assert (part[:50, :50] == 96).all()
    assert (part[50:, 50:] == 255).all()


def test_no_click_ends_in_an_area_whatever_chose_the_place():
    inner = RecordingController()
    fenced = FencedController(inner, AREAS)
    for touch in (
        lambda: fenced.click(Point(10, 10)),
        lambda: fenced.scroll(Point(310, 10), 3),
        lambda: fenced.drag(Point(500, 5), Point(10, 10)),
        lambda: fenced.drag(Point(10, 10), Point(500, 5)),
    ):
        with pytest.raises(ActionFailed, match="from being touched"):
            touch()
    assert inner.calls == []
    fenced.click(Point(250, 10))
    assert inner.calls == [("click", Point(250, 10), "left", 1)]


@pytest.mark.parametrize(
    ("hours", "now", "over"),
    [("08:00-18:00", "12:00", False), ("08:00-18:00", "18:00", True),
     ("22:00-06:00", "23:30", False), ("22:00-06:00", "05:59", False),
     ("22:00-06:00", "12:00", True), ("", "03:00", False)],
)  # fmt: skip
def test_hours(hours: str, now: str, over: bool):
    at = datetime.fromisoformat(f"2026-01-01T{now}")
    gate = Gate(Rules(hours=hours), lambda event: None, StopSwitch(), now=lambda: at)
    assert bool(gate.over()) == over


def test_most_actions_and_minutes():
    clock = iter([0.0, 10.0, 100.0, 121.0, 122.0])
    gate = Gate(Rules(max_minutes=2), lambda event: None, StopSwitch(), clock=lambda: next(clock))
    assert [bool(gate.over()) for _ in range(4)] == [False, False, True, True]
    gate = Gate(Rules(max_actions=2), lambda event: None, StopSwitch())
    for over in (False, False, True):
        assert bool(gate.over()) == over
        gate.review(1, Click(2), "save", SEND)


def test_minutes_in_which_a_person_is_awaited_do_not_count():
    clock = [0.0]

    def slow_asker(question: Asking, stop: StopSwitch) -> Answer:
        clock[0] += 600.0
        return "once"

    gate = Gate(
        Rules(max_minutes=2, safety="ask"),
        lambda event: None,
        StopSwitch(),
        slow_asker,
        clock=lambda: clock[0],
    )
    assert gate.review(1, Click(2), "save", SEND).kind == "allowed"
    with gate.untimed():
        clock[0] += 600.0
    clock[0] += 100.0
    assert not gate.over()
    clock[0] += 21.0
    assert "2 minutes" in gate.over()


def test_a_mailbox_takes_one_answer_to_the_open_question(picture_question: Callable[..., Asking]):
    box, taken = Mailbox(), []

    def press() -> None:
        taken.append(box.give(6, "once"))  # another question's
        taken.append(box.give(7, "deny"))
        taken.append(box.give(7, "once"))  # a second press

    assert not box.give(7, "once"), "it is not asked yet"
    threading.Timer(0.1, press).start()
    assert box(picture_question(7), StopSwitch()) == "deny"
    assert taken == [False, True, False]
    assert not box.give(7, "once"), "it is over"
    assert box(picture_question(8, seconds=0.1), StopSwitch()) is None


def test_no_two_questions_have_the_same_number():
    numbers = [judged(Click(1), SEND, "once")[1][0].number for _ in range(2)]
    assert numbers[0] != numbers[1]


def test_a_stop_ends_the_waiting_for_an_answer(picture_question: Callable[..., Asking]):
    stop = StopSwitch()
    threading.Timer(0.1, stop.press, ["me"]).start()
    with pytest.raises(Stopped):
        Mailbox()(picture_question(1, seconds=60), stop)


@pytest.fixture
def picture_question() -> Callable[..., Asking]:
    def make(number: int, seconds: float = 30) -> Asking:
        return Asking(number, 1, "click", "", (), np.zeros((2, 2, 3), np.uint8), seconds)

    return make


def test_the_picture_shows_targets_at_the_edge_and_without_a_target():
    corner = element(1, "button", "Send", Box(610, 450, 640, 480))
    for action in (Click(1), Press("enter"), Tap("1", (1,))):
        assert spotlight(action, on_screen(corner)).shape == (300, 560, 3)


def written(folder: Path, text: str) -> Rules:
    path = folder / "policy.toml"
    path.write_text(text, "utf-8")
    return Rules.read(path)


def test_the_own_file_adds_and_overrides(tmp_path: Path):
    rules = written(
        tmp_path,
        'safety = "ask"\nmax_minutes = 5\n'
        '[[risk]]\nid = "send"\nwords = ["launch"]\n'
        '[[risk]]\nid = "install"\noff = true\n'
        '[[risk]]\nid = "pay"\nreplace = true\nwords = ["spend"]\n'
        '[[risk]]\nid = "mine"\nwhy = "I said so."\nacts = ["click"]\nwords = ["frobnicate"]\n'
        '[[area]]\nname = "x"\nbox = [0, 0, 5, 5]\nread = false\n'
        "[confirming]\nwords = ['righto']\n",
    )
    assert (rules.safety, rules.max_minutes, rules.answer_seconds) == ("ask", 5, 120)
    assert rules.areas == (Area("x", Box(0, 0, 5, 5), False),)
    assert "righto" in rules.confirming
    assert "ok" in rules.confirming

    def fits(text: str) -> set[str]:
        return {r.id for r in risks_of(Click(1), on_screen(element(1, "button", text)), rules)}

    assert fits("Launch") == fits("Send") == {"send"}
    assert fits("Install") == set()
    assert (fits("Buy"), fits("Spend")) == (set(), {"pay"})
    assert fits("Frobnicate") == {"mine"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("safty = 'ask'", "safty"),
        ("safety = 'none'", "safety"),
        ("safety = ", "Invalid value"),
        ("hours = 'always'", "hours"),
        ("[[risk]]\nid = 'x'\nacts = ['click']\ntexts = ['(']", "not a regular expression"),
        ("[[risk]]\nid = 'x'\nwords = ['y']", "acts is missing"),
        ("[[area]]\nbox = [5, 5, 5, 5]", "empty box"),
        ("answer_seconds = 0", "answer_seconds"),
    ],
)
def test_rules_that_cannot_be_understood_are_refused(tmp_path: Path, text: str, said: str):
    with pytest.raises(AgentError, match="cannot be used") as problem:
        written(tmp_path, text)
    assert said in str(problem.value)
    assert "policy.toml" in str(problem.value)


def test_without_an_own_file_the_shipped_rules_hold(data_folder: Path):
    assert Rules.read() == RULES
    assert RULES.safety == "risky"
