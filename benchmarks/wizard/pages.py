"""The six pages. Each says what is wrong with it, and where going on must wait."""

from __future__ import annotations

import re
import tkinter as tk
from collections.abc import Callable
from dataclasses import dataclass
from tkinter import ttk

from benchmarks.wizard import plan
from benchmarks.wizard.dialog import Column
from benchmarks.wizard.form import Form, Wires
from benchmarks.wizard.table import Table

_NAME = re.compile(r"[A-Za-z][\w-]*")
_E_MAIL = re.compile(r"[\w.+-]+@[\w-]+(\.[\w-]+)+")


@dataclass(frozen=True, slots=True)
class Page:
    """A page: `problem` says what keeps one from leaving it forwards, "" for nothing."""

    name: str
    title: str
    frame: ttk.Frame
    problem: Callable[[], str]


def pages(parent: tk.Misc, wires: Wires) -> tuple[Page, ...]:
    """All pages, in their order."""
    make = (_tool_type, _characteristics, _ports, _properties, _launch, _execution)
    return tuple(build(parent, wires) for build in make)


def _tool_type(parent: tk.Misc, wires: Wires) -> Page:
    form = Form(parent, plan.TYPE, wires)
    form.text("What kind of tool do you want to integrate?")
    form.choices("Tool type", plan.TYPES)

    def problem() -> str:
        return "" if wires.journal.values[plan.TYPE, "Tool type"] else "Choose a tool type."

    return Page(plan.TYPE, "Tool type", form.frame, problem)


def _characteristics(parent: tk.Misc, wires: Wires) -> Page:
    form = Form(parent, plan.CHARACTERISTICS, wires)
    name = form.field("Name*")
    for optional in ("Icon path", "Group path", "Documentation", "Description"):
        form.field(optional)
    file = form.read_only("Configuration file")
    name.trace_add("write", lambda *_: file.set(f"tools/{name.get()}.json" if name.get() else ""))
    contact = form.part("Contact")
    contact.field("Name")
    e_mail = contact.field("E-Mail")

    def problem() -> str:
        if not name.get().strip():
            return "The tool needs a name."
        if not _NAME.fullmatch(name.get().strip()):
            return "The name may hold letters, digits, _ and - only."
        if e_mail.get().strip() and not _E_MAIL.fullmatch(e_mail.get().strip()):
            return "The e-mail address is not valid."
        return ""

    return Page(plan.CHARACTERISTICS, "Tool characteristics", form.frame, problem)


def _ports(parent: tk.Misc, wires: Wires) -> Page:
    frame = ttk.Frame(parent)
    tabs = _tabs(frame, plan.PORTS, wires, ("Inputs", "Outputs", "Verification"))
    Table(
        tabs[0],
        "Inputs",
        "input",
        (
            Column("Name"),
            Column("Data type", plan.DATA_TYPES),
            Column("Handling", plan.HANDLINGS),
            Column("Constraint", plan.CONSTRAINTS),
        ),
        named=True,
    )
    Table(tabs[1], "Outputs", "output", (Column("Name"), Column("Data type", plan.DATA_TYPES)))
    tabs[2].checkbox("Check all inputs before each run")
    tabs[2].checkbox("Check all outputs after each run")
    return Page(plan.PORTS, "Inputs and outputs", frame, lambda: "")


def _properties(parent: tk.Misc, wires: Wires) -> Page:
    form = Form(parent, plan.PROPERTIES, wires)
    form.text("Values that a user of the tool may set.")
    Table(form, "Properties", "property", (Column("Key"), Column("Value")))
    return Page(plan.PROPERTIES, "Tool properties", form.frame, lambda: "")


def _launch(parent: tk.Misc, wires: Wires) -> Page:
    form = Form(parent, plan.LAUNCH, wires)
    columns = (Column("Tool directory"), Column("Working directory"), Column("Version"))
    table = Table(form, "Launch settings", "launch setting", columns)
    form.radios("Delete the working directory", plan.CLEAN_UPS, plan.CLEAN_UPS[0])
    return Page(
        plan.LAUNCH,
        "Launch settings",
        form.frame,
        lambda: "" if table.rows else "Add at least one launch setting.",
    )


def _execution(parent: tk.Misc, wires: Wires) -> Page:
    frame = ttk.Frame(parent)
    command, before, after = _tabs(
        frame, plan.EXECUTION, wires, ("Command", "Pre-execution", "Post-execution")
    )
    command.radios("Run the commands in", plan.FOLDERS, plan.FOLDERS[0])
    systems = ("Windows", "Linux")
    boxes = {system: _command_box(command, system) for system in systems}
    before.box("Pre-execution script", lines=6)
    after.box("Post-execution script", lines=6)

    def problem() -> str:
        values = wires.journal.values
        ticked = [s for s in systems if values[plan.EXECUTION, f"Command(s) for {s}"] == plan.ON]
        if not ticked:
            return "Choose a system to give commands for."
        if empty := [s for s in ticked if not boxes[s].get("1.0", "end").strip()]:
            return f"The commands for {empty[0]} are missing."
        return ""

    return Page(plan.EXECUTION, "Execution", frame, problem)


def _command_box(form: Form, system: str) -> tk.Text:
    """A box to tick, and under it a box for commands that can be used while it is ticked."""

    def allow(ticked: bool) -> None:
        box.configure(state="normal" if ticked else "disabled")
        box.configure(background="white" if ticked else form.frame.winfo_toplevel()["background"])

    form.checkbox(f"Command(s) for {system}", on_change=allow)
    box = form.box(f"{system} commands", label=False)
    allow(False)
    return box


def _tabs(parent: ttk.Frame, page: str, wires: Wires, titles: tuple[str, ...]) -> list[Form]:
    """A form for each tab."""
    book = ttk.Notebook(parent)
    forms = [Form(book, page, wires) for _ in titles]
    called = {str(form.frame): title for form, title in zip(forms, titles, strict=True)}
    for form, title in zip(forms, titles, strict=True):
        book.add(form.frame, text=title)
    wires.journal.begin(page, plan.TAB, titles[0])
    book.bind(
        "<<NotebookTabChanged>>",
        lambda event: wires.journal.note(page, plan.TAB, called[str(book.tk.call(book, "select"))]),
    )
    book.pack(fill="both", expand=True)
    return forms
