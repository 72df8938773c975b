"""The plan: what the wizard is asked for, and the states that have to be reached for it.

After the "Tool Integration Wizard" with which a DLR thesis (2024) tested its interface to a
simulation tool: six pages, 36 required actions. The words, the values and the items are ours; five
of the items need tabs or a box of several lines, which that system could not use.
"""

from __future__ import annotations

from dataclasses import dataclass

TYPE = "tool type"
CHARACTERISTICS = "characteristics"
PORTS = "inputs and outputs"
PROPERTIES = "properties"
LAUNCH = "launch settings"
EXECUTION = "execution"
PAGES = (TYPE, CHARACTERISTICS, PORTS, PROPERTIES, LAUNCH, EXECUTION)

# Names of states that are no control.
PAGE = "page"
TAB = "tab"
DIALOG = "dialog"
WIZARD = "wizard"
MOVES = (PAGE, TAB, DIALOG)
"""What is only opened: going somewhere is never wrong, and having been there counts."""

ON, OFF = "on", "off"
FINISHED, CANCELLED = "finished", "cancelled"

TYPES = ("Command line tool", "Spreadsheet", "Shared library", "Web service")
DATA_TYPES = ("Short Text", "Boolean", "Integer", "Float", "Vector", "Matrix", "File")
HANDLINGS = ("Queue", "Single", "Constant")
CONSTRAINTS = ("Not required", "Required if connected", "Required")
CLEAN_UPS = ("Never", "After each run", "At the end of the workflow")
FOLDERS = ("Working directory", "Tool directory")


@dataclass(frozen=True, slots=True)
class Goal:
    """A state to be reached: `what` of a page has this value. Rows of tables are
    "TABLE/ROW/COLUMN". `then` is false for what the system of 2024 could not reach."""

    page: str
    what: str
    value: str
    required: bool = True
    then: bool = True


def _row(table: str, row: str, *cells: tuple[str, str]) -> tuple[Goal, ...]:
    page = LAUNCH if table == "Launch settings" else PORTS
    return tuple(Goal(page, f"{table}/{row}/{column}", value) for column, value in cells)


def _input(name: str) -> tuple[Goal, ...]:
    cells = (
        ("Name", name),
        ("Data type", "Float"),
        ("Handling", "Constant"),
        ("Constraint", "Required"),
    )
    return _row("Inputs", name, *cells)


INPUTS = ("length", "width", "height")
COMMAND = "python cuboid.py ${in:length} ${in:width} ${in:height}"
BEFORE = "mkdir results"
AFTER = "del temp.txt"

GOALS = (
    Goal(TYPE, "Tool type", "Command line tool"),
    Goal(TYPE, PAGE, CHARACTERISTICS),
    Goal(CHARACTERISTICS, "Name*", "CuboidVolume"),
    Goal(CHARACTERISTICS, "Icon path", "icons/cuboid.png"),
    Goal(CHARACTERISTICS, "Group path", "Geometry/Solids"),
    Goal(CHARACTERISTICS, "Documentation", "docs/cuboid.pdf", required=False),
    Goal(CHARACTERISTICS, "Description", "Computes the volume of a cuboid"),
    Goal(CHARACTERISTICS, "Name", "Ada Lovelace"),
    Goal(CHARACTERISTICS, "E-Mail", "ada@example.org"),
    Goal(CHARACTERISTICS, PAGE, PORTS),
    *_input("length"),
    *_input("width"),
    *_input("height"),
    Goal(PORTS, TAB, "Outputs", then=False),
    Goal(PORTS, "Outputs/1/Name", "volume", then=False),
    Goal(PORTS, "Outputs/1/Data type", "Float", then=False),
    Goal(PORTS, "Check all inputs before each run", ON, required=False),
    Goal(PORTS, PAGE, PROPERTIES),
    Goal(PROPERTIES, "Properties/1/Key", "unit", required=False),
    Goal(PROPERTIES, "Properties/1/Value", "metre", required=False),
    Goal(PROPERTIES, PAGE, LAUNCH),
    *_row(
        "Launch settings",
        "1",
        ("Tool directory", "C:/tools/cuboid"),
        ("Working directory", "C:/work"),
        ("Version", "1.0"),
    ),
    Goal(LAUNCH, "Delete the working directory", "After each run"),
    Goal(LAUNCH, PAGE, EXECUTION),
    Goal(EXECUTION, "Run the commands in", "Tool directory"),
    Goal(EXECUTION, "Command(s) for Windows", ON),
    Goal(EXECUTION, "Windows commands", COMMAND, then=False),
    Goal(EXECUTION, "Pre-execution script", BEFORE, then=False),
    Goal(EXECUTION, "Post-execution script", AFTER, required=False),
    Goal(EXECUTION, WIZARD, FINISHED),
)
REQUIRED = tuple(goal for goal in GOALS if goal.required)
OPTIONAL = tuple(goal for goal in GOALS if not goal.required)
