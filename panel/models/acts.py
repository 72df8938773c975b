"""What a press of a button of the tab does. What changes something needs control of the panel."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from panel.control import Control
from panel.models.parts import View
from panel.models.service import Service

_QUESTIONS = ("get", "remove", "cancel", "forget", "use", "set")
_Act = Callable[[Service, str], None]


def _set(service: Service, ids: str) -> None:
    # As the page showed them when they were accepted: what is recommended may change any moment.
    service.get_set(tuple(ids.split(",")))


ACTS: Mapping[str, _Act] = {
    "get": Service.get,
    "pause": Service.pause,
    "cancel": Service.cancel,
    "use": Service.use,
    "load": Service.load,
    "unload": lambda service, _: service.unload(),
    "measure": Service.measure,
    "check": Service.check,
    "mend": Service.mend,
    "remove": Service.remove,
    "forget": Service.forget,
    "set": _set,
    "stop-run": lambda service, _: service.stop_run(),
    "give-up": lambda service, number: service.chores.give_up(_number(number)),
    "dismiss": lambda service, number: service.chores.dismiss(_number(number)),
}


def press(
    service: Service, control: Control, view: View, pressed: Mapping[str, object], by: str
) -> View:
    """Do what a button says; `pressed` came from the page `by` and may be anything. What the page
    has open afterwards."""
    do, about = str(pressed.get("do", "")), str(pressed.get("about", ""))
    if do == "close":
        return View()
    if (question := do.removeprefix("ask-")) != do:
        if question not in _QUESTIONS or view.asks(question, about):
            return View()
        return View(question, about)
    if (act := ACTS.get(do)) is None or not control.take(by):
        return view
    act(service, about)
    return View()


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else 0
