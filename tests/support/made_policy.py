"""A screen of one window, and the gate's judgement of it, for tests of the rules."""

from __future__ import annotations

from agent.actions import Action
from agent.control.stop import StopSwitch
from agent.events import Answer, Event
from agent.policy.gate import Gate, Verdict
from agent.policy.rules import Rules, Safety
from tests.support.made_maps import made_map, window
from vision.core.elements import Element, ElementMap

RULES = Rules.shipped()
MAIL = window(7, "Inbox - Mail", application="Mail", active=True)


def on_screen(
    *elements: Element, title: str = "Inbox - Mail", application: str = "Mail"
) -> ElementMap:
    return made_map(elements, [window(7, title, application=application, active=True)])


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
