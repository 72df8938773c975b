"""The folders of vision: small, and no module imports itself by way of others."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import vision

ROOT = Path(vision.__path__[0])
MOST_FILES = 14


def modules() -> dict[str, Path]:
    """The files of vision by their dotted names."""
    files = ROOT.rglob("*.py")
    return {".".join(("vision", *p.relative_to(ROOT).with_suffix("").parts)): p for p in files}


def imported(path: Path) -> Iterator[str]:
    """The modules of vision that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("vision."):
            yield str(node.module)


def at_the_top(path: Path) -> Iterator[str]:
    """The modules of vision that a file imports when it is imported itself."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("vision."):
            yield str(node.module)


def test_every_import_of_vision_is_of_a_module_that_is_there():
    known = modules()
    places = [ROOT.parent / name for name in ("vision", "agent", "panel", "commands", "training")]
    files = [file for place in places for file in place.rglob("*.py")]
    lost = [
        (file.name, name)
        for file in files
        for name in imported(file)
        if name not in known and f"{name}.__init__" not in known
    ]
    assert not lost


def test_no_module_imports_itself_by_way_of_others():
    known = modules()
    graph = {name: set(at_the_top(path)) for name, path in known.items()}
    assert len(list(TopologicalSorter(graph).static_order())) >= len(known)


def test_no_folder_holds_too_many_files():
    counts = Counter(path.parent.name for path in modules().values())
    assert not {name: count for name, count in counts.items() if count > MOST_FILES}
