"""The models that are to be fetched: one readable file that survives a restart.

Every process that fetches looks into it, so that one can pause or cancel what another is doing.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, cast, get_args

from models.catalogue.catalogue import ModelSpec
from models.fetch.download import fetch
from models.fetch.job import DownloadStopped, Patience, Progress
from models.fetch.part_file import locked, remove_unless_written
from models.files import store
from models.files.paths import data_folder
from models.files.whole_file import write_whole
from models.runtime.errors import ModelError

State = Literal["waiting", "paused", "failed"]
_LOOK_SECONDS = 0.3


@dataclass(frozen=True, slots=True)
class Waiting:
    """A model that is to be fetched. `reason`: why it failed."""

    id: str
    state: State = "waiting"
    reason: str = ""


def queue_file() -> Path:
    """Where the list is."""
    return data_folder() / "downloads.json"


def read() -> list[Waiting]:
    """What is to be fetched, in this order.

    Raises:
        ModelError: the list cannot be read.
    """
    path = queue_file()
    try:
        return [_entry(one) for one in json.loads(path.read_text("utf-8"))]
    except (FileNotFoundError, NotADirectoryError):
        return []
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise ModelError(
            f"The list of downloads {path} cannot be read: {error}.",
            "Delete it; partial downloads are kept.",
        ) from error


def _entry(table: dict[str, str]) -> Waiting:
    identity, state = table["id"], table["state"]
    if state not in get_args(State):
        raise ValueError(f"there is no state {state!r}")
    return Waiting(identity, cast(State, state), table.get("reason", ""))


def put(model_id: str, state: State = "waiting", reason: str = "") -> None:
    """Add a model at the end, or change the state of the one that is there."""
    entry = Waiting(model_id, state, reason)
    with _changing() as entries:
        for place, one in enumerate(entries):
            if one.id == model_id:
                entries[place] = entry
                return
        entries.append(entry)


def drop(model_id: str) -> bool:
    """Take a model out; False when it was not there."""
    with _changing() as entries:
        before = len(entries)
        entries[:] = [one for one in entries if one.id != model_id]
        return len(entries) < before


def pause(model_id: str) -> None:
    """Let a download rest; the process that fetches it stops within a second.

    Raises:
        ModelError: it is not waiting.
    """
    if model_id not in {one.id for one in read()}:
        raise ModelError(f"{model_id} is not in the download queue.", "See: deskhand models queue")
    put(model_id, "paused")


def cancel(model: ModelSpec) -> int:
    """Give a download up; the bytes that this frees.

    Raises:
        ModelError: nothing of it was fetched and it was not waiting, or a process goes on writing.
    """
    waited = drop(model.id)
    parts = part_files(model)
    freed = sum(path.stat().st_size for path in parts)
    for path in parts:
        _remove(path)
    if not waited and not parts:
        raise ModelError(f"{model.id} is not in the download queue.", "See: deskhand models queue")
    return freed


def _remove(path: Path) -> None:
    # A process that fetches it looks at the list a few times a second, and stops.
    for _ in range(50):
        if remove_unless_written(path):
            return
        time.sleep(0.2)
    raise ModelError(f"{path.name} is still being written by another Deskhand process.", "Stop it.")


def part_files(model: ModelSpec) -> list[Path]:
    """What is there of the files of a model that are not whole yet."""
    paths: list[Path] = []
    for file in model.files:
        target = store.file_path(model, file)
        paths += [target.with_name(f"{target.name}.part")]
        paths += sorted(target.parent.glob(f"{target.name}.wheel*.part"))
    return [path for path in paths if path.is_file()]


def bytes_here(model: ModelSpec) -> int:
    """How much of the files of a model is here, whole or not."""
    whole = [path for file in model.files if (path := store.located(model, file))]
    return sum(path.stat().st_size for path in [*whole, *part_files(model)])


def fetch_waiting(
    model: ModelSpec,
    *,
    on_progress: Progress | None = None,
    stop: threading.Event | None = None,
    patience: Patience | None = None,
) -> Path:
    """Fetch a model and keep account of it in the list; otherwise as `download.fetch`.

    A model that is paused or cancelled meanwhile ends it with DownloadStopped.
    """
    put(model.id)
    mine = threading.Event()
    done = threading.Event()
    watch = threading.Thread(target=_watch, args=(model.id, mine, stop, done), daemon=True)
    watch.start()
    try:
        path = fetch(model, on_progress=on_progress, stop=mine, patience=patience)
    except DownloadStopped:
        _tell_why(model)
        raise
    except ModelError as error:
        with suppress(ModelError):  # On a full disk, say: then it stays "waiting".
            put(model.id, "failed", str(error.args[0]).strip())
        raise
    finally:
        done.set()
    drop(model.id)
    return path


def _tell_why(model: ModelSpec) -> None:
    """Say more than "stopped" when it was the list that stopped a download."""
    states = {one.id: one.state for one in read()}
    if model.id not in states:
        raise DownloadStopped(f"The download of {model.name} was cancelled.")
    if states[model.id] == "paused":
        raise DownloadStopped(
            f"The download of {model.name} is paused. The partial download is kept.",
            f"Resume it with: deskhand models resume {model.id}",
        )


def _watch(
    model_id: str, mine: threading.Event, outer: threading.Event | None, done: threading.Event
) -> None:
    """Stop a download that was paused or cancelled, or whose caller wants it to stop."""
    while not done.wait(_LOOK_SECONDS):
        if outer is not None and outer.is_set():
            mine.set()
            return
        try:
            states = {one.id: one.state for one in read()}
        except ModelError:
            continue  # A list that somebody breaks by hand stops nothing.
        if states.get(model_id) != "waiting":
            mine.set()


@contextmanager
def _changing() -> Iterator[list[Waiting]]:
    """The list, to be changed; no other process changes it meanwhile."""
    path = queue_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with locked(path.with_name(path.name + ".lock")):
            entries = read()
            before = list(entries)
            yield entries
            if entries != before:
                _write(path, entries)
    except OSError as error:
        raise ModelError(
            f"The list of downloads {path} cannot be written: {error.strerror or error}.",
            "Free some disk space, or set DESKHAND_DATA to a folder that you can write to.",
        ) from error


def _write(path: Path, entries: Sequence[Waiting]) -> None:
    write_whole(path, json.dumps([asdict(one) for one in entries], indent=1) + "\n")
