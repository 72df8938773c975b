"""What the buttons of the tab do: each press turns a view into the next one. Turns a view into
HTML."""

from __future__ import annotations

import base64
from dataclasses import dataclass, replace
from pathlib import Path

from agent.records import archive
from agent.records.listing import Found, Wanted, find_runs
from agent.records.reader import StoredRun, read_run
from agent.records.summary import summary
from agent.records.verdict import keep_verdict, verdict
from agent.reports.export import as_json_lines, file_name
from agent.reports.plain_words import counted, size
from agent.reports.run_page import as_page
from models.files.paths import runs_folder
from panel.history import compare_markup, decide_again_markup, list_markup, replay_markup
from panel.history.decide_again import Again, models_here
from panel.history.pictures import Pictures
from panel.history.view import ALL, PAGE, Act, View, moved
from panel.page.control import Control
from panel.page.html import safe

_OF_ONE_RUN = ("open", "pick", "delete")
# Seconds that small pictures may take before the page is answered; the rest comes afterwards.
_THUMBS_SECONDS = 0.4
_WATCHING_MODEL = "Another page of the panel is in control, so no model is asked here."
_GONE = "This run is no longer stored."
_WATCHING = (
    "Another page of the panel is in control, so nothing was changed here. Close it, then try"
    " again."
)


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of the tab as HTML; those of what is not shown are ''."""

    listing: str = ""
    head: str = ""
    stage: str = ""
    below: str = ""
    again: str = ""
    compare: str = ""


class Actions:
    """The stored runs for all pages; `control` knows which page steers."""

    def __init__(self, control: Control, again: Again | None = None) -> None:
        self._control = control
        self._pictures = Pictures()
        self._again = again or Again()

    def found(self, view: View) -> Found:
        """The runs of the view's page.

        Raises:
            OSError: the folder of runs cannot be listed.
        """
        wanted = Wanted(view.words, view.kind, view.model, view.page * PAGE, PAGE)
        found = find_runs(runs_folder(), wanted)
        if found.matching and not found.runs:
            # The page went away with its last run: the last one that there is.
            last = (found.matching - 1) // PAGE
            found = find_runs(runs_folder(), replace(wanted, first=last * PAGE))
        return found

    def after(self, view: View, act: Act, by: str) -> View:
        """The view after a button was pressed on the page `by`. What is not known is ignored; from
        a run that is gone meanwhile it leads back to the list."""
        view = self._pressed(replace(view, said=""), act, by)
        if all(self._known(name) for name in (view.run, view.other) if name):
            return view
        return replace(view, run="", other="", asking="", export=False, said=_GONE)

    def _pressed(self, view: View, act: Act, by: str) -> View:
        if act.name == "verdict":
            return self._judged(view, act.value == "yes", by)
        if act.name == "delete-yes":
            return self._deleted(view, by) if view.asking else view
        everything = act == Act("delete", ALL)
        if act.name in _OF_ONE_RUN and not (everything or self._known(act.value)):
            return replace(view, said=_GONE)
        return moved(view, act)

    def asked_again(self, view: View, act: Act, by: str) -> str:
        """Have another model decide again, stop that, or see how far it is: the part that shows
        it."""
        run, said = self._read(view.run), ""
        if act.name == "again-stop":
            self._again.stop()
        if run is None:
            return ""
        if act.name == "again" and act.value in models_here():
            if self._control.take(by):
                self._again.start(run, act.value)
            else:
                said = _WATCHING_MODEL
        return decide_again_markup.again(run, self._again.read(), models_here(), said)

    def parts(self, view: View, found: Found | None = None) -> Parts:
        """What the view shows; `found` are the runs of its list, read anew without them. A run that
        is gone meanwhile leads back to the list.

        Raises:
            OSError: the folder of runs cannot be listed.
        """
        runs = [self._read(name) for name in (view.run, view.other) if name]
        present = [run for run in runs if run is not None]
        if not runs or len(present) < len(runs):
            said = _GONE if runs else view.said
            found = found or self.found(view)
            return Parts(listing=list_markup.listing(found, replace(view, said=said)))
        if len(present) == 2:
            return Parts(compare=compare_markup.compare(*present))
        return self._replayed(present[0], view)

    def _replayed(self, run: StoredRun, view: View) -> Parts:
        film = replay_markup.frames(run)
        view = replace(view, frame=min(view.frame, len(film)) or 1)
        thumbs, more = self._pictures.thumbs([f.picture for f in film], _THUMBS_SECONDS)
        files = _files(run) if view.export else ""
        address, crops = "", dict[Path, str]()
        if film:
            frame = film[view.frame - 1]
            if frame.step is not None:
                address = self._pictures.large(run, frame.step, view.boxes)
                asked = [d for d in run.decisions if d.step == frame.step.number]
                crops = {d.picture: self._pictures.plain(d.picture) for d in asked if d.picture}
            elif frame.picture is not None:
                address = self._pictures.plain(frame.picture)
        return Parts(
            head=replay_markup.head(run, view, thumbs, more, files),
            stage=replay_markup.stage(run, view, address, crops),
            below=replay_markup.below(run),
            again=decide_again_markup.again(run, self._again.read(), models_here(), ""),
        )

    def _known(self, name: str) -> bool:
        return archive.folder_of(runs_folder(), name) is not None

    def _read(self, name: str) -> StoredRun | None:
        folder = archive.folder_of(runs_folder(), name)
        try:
            return read_run(folder) if folder is not None else None
        except FileNotFoundError:
            return None

    def _judged(self, view: View, right: bool, by: str) -> View:
        folder = archive.folder_of(runs_folder(), view.run)
        if folder is None:
            return view
        if not self._control.take(by):
            return replace(view, said=_WATCHING)
        before = verdict(folder)
        try:
            keep_verdict(folder, right, before.note if before else "")
        except OSError as problem:
            return replace(view, said=f"Your answer could not be saved: {problem.strerror}.")
        return view

    def _deleted(self, view: View, by: str) -> View:
        """Delete what was asked about: one run or all, but none that goes on."""
        if not self._control.take(by):
            return replace(view, said=_WATCHING, asking="")
        runs = archive.stored(runs_folder())
        chosen = [run for run in runs if view.asking in (ALL, run.path.name)]
        done, failed, going = [], 0, 0
        for run in chosen:
            try:
                if summary(run.path).kind == "goes on":
                    going += 1
                    continue
                archive.delete(run)
                done.append(run)
            except OSError:
                failed += 1
        gone = {run.path.name for run in done}
        said = f"Deleted: {counted(len(done), 'run')}, {size(sum(run.bytes for run in done))}."
        if going:
            is_ = "is still running and was" if going == 1 else "are still running and were"
            said += f" {counted(going, 'run')} {is_} kept. Press Stop first."
        if failed:
            said += f" {counted(failed, 'run')} could not be deleted: a file may be in use."
        back = view.asking == ALL or view.run in gone
        return replace(
            view,
            asking="",
            said=said,
            run="" if back else view.run,
            export=False,
            page=0 if view.asking == ALL else view.page,
            picked=tuple(name for name in view.picked if name not in gone),
        )


def _files(run: StoredRun) -> str:
    """Links to what was exported; the files are inside of the links."""
    links = []
    for kind, mime, words, text in (
        ("html", "text/html", "Page with pictures", as_page(run)),
        ("jsonl", "application/jsonl", "JSON lines, without pictures", as_json_lines(run)),
    ):
        content = text.encode("utf-8")
        data = f"data:{mime};charset=utf-8;base64,{base64.b64encode(content).decode('ascii')}"
        name = safe(file_name(run, kind))
        links.append(
            f"<a class='dh-b' download='{name}' href='{data}'>{words} ({size(len(content))})</a>"
        )
    return (
        f"<div class='dh-h-files'><span>Save as:</span>{''.join(links)}"
        "<p class='dh-why'>What was masked stays masked. All else that was on the screen is in the "
        "file: look through it before you pass it on.</p></div>"
    )
