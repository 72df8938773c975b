"""A language model to work with: the wanted one, fetched when missing, or else a small one."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from models.catalogue.catalogue import spec
from models.fetch.download import fetch
from models.fetch.job import DiskFull, DownloadStopped, Progress
from models.files.store import selected, verify
from models.runtime.errors import ModelError

FALLBACK_MODEL = "smollm2-135m-q4"


@dataclass(frozen=True, slots=True)
class Ensured:
    """A model that is there. `notice` says why it is not the wanted one, or is empty."""

    id: str
    notice: str = ""


def ensure_language_model(
    on_progress: Progress | None = None,
    *,
    model_id: str | None = None,
    stop: threading.Event | None = None,
) -> Ensured:
    """The model `model_id` (None: the selected one), fetched when not there; else the small one.

    Raises:
        DownloadStopped: `stop` was set.
        DiskFull: there is no room for the wanted model.
        ModelError: neither model can be had.
    """
    wanted = spec(model_id or selected())
    if verify(wanted):
        return Ensured(wanted.id)
    try:
        fetch(wanted, on_progress=on_progress, stop=stop)
    except (DownloadStopped, DiskFull):
        raise  # The person decides; a small model would hide it.
    except ModelError as error:
        if wanted.id == FALLBACK_MODEL:
            raise
        problem = error
    else:
        return Ensured(wanted.id)
    small = spec(FALLBACK_MODEL)
    try:
        fetch(small, on_progress=on_progress, stop=stop)
    except (DownloadStopped, DiskFull):
        raise
    except ModelError:
        raise problem from None
    return Ensured(
        small.id,
        f"{wanted.name} could not be downloaded. Deskhand uses the small {small.name} instead,"
        f" which chooses poorly. Try again later: deskhand models get {wanted.id}",
    )
