"""What the buttons of the tab do: each press turns a view into the next one."""

from __future__ import annotations

from dataclasses import replace

from agent.errors import AgentError
from agent.records import notes
from agent.routines import store
from panel.page.control import Control
from panel.routines import markup
from panel.routines.view import Act, View, key_of

_WATCHING = "Another page of the panel is in control, so nothing was changed here."
_GONE = "It no longer exists."


class Actions:
    """The routines and notes for all pages; `control` knows which page steers."""

    def __init__(self, control: Control) -> None:
        self._control = control

    def shown(self, view: View) -> str:
        """The tab as HTML."""
        try:
            return markup.listing(store.kept(), notes.all_notes(), view)
        except OSError as problem:
            why = f"They cannot be read: {problem.strerror or problem}."
            return markup.said(why, good=False)

    def after(self, view: View, act: Act, by: str) -> View:
        """The view after a button was pressed on the page `by`; what is not known is ignored."""
        view = replace(view, said="")
        match act.name:
            case "show":
                return replace(view, open="" if view.open == act.key else act.key)
            case "delete":
                return replace(view, asking=act.key, renaming="")
            case "rename":
                return replace(view, renaming=act.key, asking="")
            case "delete-no" | "rename-no":
                return replace(view, asking="", renaming="")
            case "delete-yes" if view.asking:
                return self._changed(view, Act("delete", view.asking), by)
            case "rename-yes" if view.renaming:
                return self._changed(view, Act("rename", view.renaming, act.text), by)
        return view

    def _changed(self, view: View, act: Act, by: str) -> View:
        if not self._control.take(by):
            return replace(view, asking="", renaming="", said=_WATCHING)
        try:
            said = _carried_out(act)
        except (AgentError, OSError) as problem:
            # A name that cannot be used can be corrected.
            renaming = view.renaming if act.name == "rename" else ""
            return replace(view, asking="", renaming=renaming, said=str(problem))
        return View(said=said)


def _carried_out(act: Act) -> str:
    for routine in store.kept():
        if key_of(routine.path) == act.key:
            # By its file: a damaged one has no name.
            name = routine.path.stem if routine.routine is None else routine.name
            if act.name == "rename":
                return f"Renamed: “{store.rename(name, act.text).name}”."
            return f"Deleted: the routine “{store.delete(name)}”."
    for each in notes.all_notes():
        if key_of(each.path) == act.key and act.name == "delete":
            return f"Deleted: the notes on “{notes.delete(each.application)}”."
    return _GONE
