"""An index of the stored runs, so that a list of hundreds stands at once.

The folders are the truth. The index (runs/index.sqlite) only spares reading them: it is brought up
to date before each answer, and made anew when it is damaged, of another version or cannot be used.
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import astuple, dataclass, fields
from pathlib import Path

from agent.records.archive import folders
from agent.records.summary import RUN_KINDS, RunKind, Summary, summary

FILE = "index.sqlite"
_VERSION = 1
# Seconds. A folder that changed so shortly before it was read may have changed again unseen.
_SETTLED = 2.0
_WAIT = 5.0
_NAMES = [part.name for part in fields(Summary)]
_TABLE = f"""
CREATE TABLE IF NOT EXISTS runs (
  name TEXT PRIMARY KEY, {", ".join(name for name in _NAMES if name != "name")},
  folded TEXT, changed INTEGER, settled INTEGER
)"""
_BROKEN = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_SCHEMA)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which runs are asked for: those whose task holds all `words`, with this outcome and model
    ('' for any); `count` of them from number `first` on, the newest being 0."""

    words: str = ""
    kind: RunKind | str = ""
    model: str = ""
    first: int = 0
    count: int = 25


@dataclass(frozen=True, slots=True)
class Found:
    """Runs, newest first: one page of `matching` in all. Of everything stored: how many runs,
    their bytes, the models and the outcomes that occur."""

    runs: tuple[Summary, ...]
    matching: int
    stored: int
    bytes: int
    models: tuple[str, ...]
    kinds: tuple[RunKind, ...]


class RunIndex:
    """The index of the runs in the folder `under`. Any number of threads and processes may use
    one at once."""

    def __init__(self, under: Path) -> None:
        self._under = under

    def find(self, wanted: Wanted) -> Found:
        """The runs that are asked for, as the folders are now.

        Raises:
            OSError: the folder of runs cannot be listed.
        """
        with self._fresh() as database:
            return _found(database, wanted)

    def refresh(self) -> None:
        """Bring the index up to date, so that it says nothing more of runs that are deleted.

        Raises:
            OSError: the folder of runs cannot be listed.
        """
        if (self._under / FILE).exists():
            with self._fresh():
                pass

    @contextlib.contextmanager
    def _fresh(self) -> Iterator[sqlite3.Connection]:
        database = self._updated()
        try:
            yield database
        finally:
            database.close()

    def _updated(self) -> sqlite3.Connection:
        if not self._under.is_dir():
            return self._in_memory()
        try:
            return self._of_file()
        except sqlite3.DatabaseError as problem:
            if not _is_broken(problem):
                return self._in_memory()
        try:
            (self._under / FILE).unlink(missing_ok=True)
            return self._of_file()
        except (OSError, sqlite3.Error):
            return self._in_memory()

    def _of_file(self) -> sqlite3.Connection:
        path = self._under / FILE
        # Tasks stand in it: nobody else on this machine need read them.
        with contextlib.suppress(OSError):
            path.touch(mode=0o600)
        database = sqlite3.connect(path, timeout=_WAIT, isolation_level=None)
        try:
            self._update(database)
        except BaseException:
            database.close()
            raise
        return database

    def _in_memory(self) -> sqlite3.Connection:
        """All read anew: slower, but it needs no disk."""
        database = sqlite3.connect(":memory:", isolation_level=None)
        self._update(database)
        return database

    def _update(self, database: sqlite3.Connection) -> None:
        # What is deleted must not remain in free pages of the file.
        database.execute("PRAGMA secure_delete = ON")
        version = database.execute("PRAGMA user_version").fetchone()[0]
        if version not in (0, _VERSION):
            raise _otherwise()
        if version == 0:
            with _at_once(database):
                database.execute(_TABLE)
                database.execute(f"PRAGMA user_version = {_VERSION}")
        known: dict[str, tuple[int, int]] = {
            name: (changed, settled)
            for name, changed, settled in database.execute(
                "SELECT name, changed, settled FROM runs"
            )
        }
        there = _changes(folders(self._under))
        gone = [(name,) for name in known if name not in there]
        rows = [
            row
            for name, changed in there.items()
            if known.get(name) != (changed, 1) and (row := _row(self._under / name, changed))
        ]
        if not rows and not gone:
            return
        with _at_once(database):
            database.executemany("DELETE FROM runs WHERE name = ?", gone)
            marks = ", ".join("?" * (len(_NAMES) + 3))
            database.executemany(f"INSERT OR REPLACE INTO runs VALUES ({marks})", rows)


def _found(database: sqlite3.Connection, wanted: Wanted) -> Found:
    conditions, values = ["1"], list[str]()
    for word in wanted.words.casefold().split():
        conditions.append("instr(folded, ?)")
        values.append(word)
    for column, value in (("kind", wanted.kind), ("model", wanted.model)):
        if value:
            conditions.append(f"{column} = ?")
            values.append(value)
    where = " AND ".join(conditions)
    [[matching]] = database.execute(f"SELECT count(*) FROM runs WHERE {where}", values)
    rows = database.execute(
        f"SELECT {', '.join(_NAMES)} FROM runs WHERE {where} "
        "ORDER BY started DESC, name DESC LIMIT ? OFFSET ?",
        [*values, wanted.count, wanted.first],
    )
    runs = tuple(_summary(row) for row in rows)
    [[stored, size]] = database.execute("SELECT count(*), coalesce(sum(bytes), 0) FROM runs")
    models = database.execute("SELECT DISTINCT model FROM runs WHERE model != '' ORDER BY model")
    there = {kind for (kind,) in database.execute("SELECT DISTINCT kind FROM runs")}
    kinds = tuple(kind for kind in RUN_KINDS if kind in there)
    return Found(runs, matching, stored, size, tuple(name for (name,) in models), kinds)


def _summary(row: tuple[object, ...]) -> Summary:
    values = dict(zip(_NAMES, row, strict=True))
    right = values["right"]
    return Summary(**{**values, "right": None if right is None else bool(right)})  # type: ignore[arg-type]


def _changes(paths: list[Path]) -> dict[str, int]:
    """When each folder last got, lost or changed a file, in nanoseconds since the epoch. Files of a
    record come into place by a new name, which changes the folder too."""
    there = {}
    for path in paths:
        # Another process may delete it at this moment.
        with contextlib.suppress(OSError):
            there[path.name] = path.stat().st_mtime_ns
    return there


def _row(folder: Path, changed: int) -> tuple[object, ...] | None:
    read_at = time.time()
    try:
        run = summary(folder)
    except OSError:
        return None
    settled = run.kind != "goes on" and changed / 1e9 < read_at - _SETTLED
    return (*astuple(run), run.task.casefold(), changed, int(settled))


@contextlib.contextmanager
def _at_once(database: sqlite3.Connection) -> Iterator[None]:
    """One change for all others who use the index, or none."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        database.execute("ROLLBACK")
        raise
    database.execute("COMMIT")


def _is_broken(problem: sqlite3.DatabaseError) -> bool:
    """Whether the file is none of ours, as against one that is only in use or on a full disk."""
    code = getattr(problem, "sqlite_errorcode", None)
    # A table with other columns gives the plain error; locked, full and read-only have their own.
    return code is None or code & 0xFF in (*_BROKEN, sqlite3.SQLITE_ERROR)


def _otherwise() -> sqlite3.DatabaseError:
    return sqlite3.DatabaseError("an index of another version")
