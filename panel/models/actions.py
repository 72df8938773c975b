"""What the buttons of the tab do. What changes something needs control of the panel."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping

from panel.models.shared_markup import View
from panel.models.work.service import Service
from panel.page.control import Control

_MOST_PAGES = 50
_QUESTIONS = ("extra", "get", "remove", "cancel", "forget", "use", "set")
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
    "extra": Service.install,
    "set": _set,
    "stop-run": lambda service, _: service.stop_run(),
    "give-up": lambda service, number: service.jobs.give_up(_number(number)),
    "dismiss": lambda service, number: service.jobs.dismiss(_number(number)),
}


class Views:
    """What each page has open. Kept here and not by the page: of two presses in a row the second
    one counts, however long the first takes."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: dict[str, View] = {}

    def of(self, page: str) -> View:
        with self._lock:
            return self._open.get(page, View())

    def put(self, page: str, view: View) -> None:
        with self._lock:
            self._open.pop(page, None)
            if view != View():
                self._open[page] = view
            for old in list(self._open)[:-_MOST_PAGES]:
                del self._open[old]


def press(
    service: Service, control: Control, views: Views, pressed: Mapping[str, object], by: str
) -> None:
    """Do what a button says; `pressed` came from the page `by` and may be anything."""
    do, about = str(pressed.get("do", "")), str(pressed.get("about", ""))
    question = do.removeprefix("ask-")
    if question != do and question in _QUESTIONS:
        asked = View(question, about)
        views.put(by, View() if views.of(by) == asked else asked)
    elif do == "close":
        views.put(by, View())
    elif (act := ACTS.get(do)) is not None and control.take(by):
        views.put(by, View())
        act(service, about)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else 0
