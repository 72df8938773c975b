"""Screens of one window, and what a run remembers of them, for tests of what may be done."""

from __future__ import annotations

from agent.actions import Action
from agent.memory import Memory
from agent.trajectory import Effect, EffectKind
from tests.support.made_maps import element, made_map, window
from vision.core.elements import Element, ElementMap, State

MAIN = window(1, "Main", application="editor", active=True)


def scene(*elements: Element, windows=(MAIN,)) -> ElementMap:
    return made_map(elements, windows)


def remembered(map_: ElementMap, *deeds: tuple[Action, EffectKind]) -> Memory:
    memory = Memory()
    for action, kind in deeds:
        memory.note(action, "it", Effect(kind), map_, map_)
    return memory


NAME = element(1, "field", "Name", state=State(value=""))
CITY = element(2, "field", "City", state=State(value=""))
OK = element(3, "button", "OK")
HELP = element(4, "button", "Help")
FORM = scene(NAME, CITY, OK, HELP)
