"""Adds models that the catalogue does not know: from the network, this machine or a server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from models.catalogue import lookup, own_entries
from models.catalogue.bring import NO_TEMPLATE, has_no_template
from models.catalogue.bring_in import bring_file, bring_llava
from models.catalogue.described import Wishes
from models.catalogue.entries import SHA256
from models.catalogue.spec import ModelSpec
from models.fetch.job import Progress, progress_text
from models.runtime.errors import ModelError
from models.server.engine import VARIABLE
from panel.models.work.jobs import Ending, Telling
from panel.models.work.words import size

_ADDRESS = ("https://", "http://")


@dataclass(frozen=True, slots=True)
class OnTheNet:
    """A repository of Hugging Face with a file in it, or an address. Of a model for pictures
    `projector` is the second file; `sha256` is that of a file at an address, "" when unknown."""

    place: str
    file: str = ""
    projector: str = ""
    sha256: str = ""
    detector: bool = False


@dataclass(frozen=True, slots=True)
class OnThisMachine:
    """A file or a folder; `link` leaves it where it is."""

    path: str
    projector: str = ""
    link: bool = False
    detector: bool = False


@dataclass(frozen=True, slots=True)
class OnAServer:
    """An OpenAI-compatible server, the name of a model there, and the environment variable with
    the key that the server wants, "" for none."""

    address: str
    model: str
    key_variable: str = ""


def add(wish: OnTheNet, tell: Telling) -> Ending:
    """Look at the file and write an entry; nothing is fetched yet.

    Raises:
        ModelError: what was typed cannot be used, or the file cannot be looked at.
    """
    place, file = wish.place.strip(), wish.file.strip()
    if not place:
        raise ModelError("Type a repository, such as Qwen/Qwen3-0.6B-GGUF, or an address.")
    others = [wish.projector.strip()] if wish.projector.strip() else []
    wishes = Wishes(detector=wish.detector)
    tell("Checking the file…")
    if place.startswith(_ADDRESS):
        if file:
            raise ModelError("An address needs no file name.", "Leave that field empty.")
        model = lookup.at_address([place, *others], _sha256(wish.sha256), wishes)
    else:
        if not file:
            raise ModelError(f"Name the file in {place}.", "Its page there lists them.")
        if wish.sha256.strip():
            raise ModelError("Hugging Face supplies the SHA-256.", "Leave that field empty.")
        model = lookup.on_hub(place, [file, *others], "main", wishes)
    own_entries.add(model)
    unknown = (
        ""
        if model.weights.sha256
        else " Its SHA-256 is not known, so the first download is trusted."
    )
    return Ending(
        f"{_told(model)} It was added to the list.{unknown}", about=model.id, offers=("get",)
    )


def bring(wish: OnThisMachine, tell: Telling) -> Ending:
    """Check a file or folder and copy or link it.

    Raises:
        ModelError: there is none, it is no model, or there is no room.
    """
    if not wish.path.strip():
        raise ModelError("Type where the file is, such as /home/ann/Downloads/name.gguf")
    path = Path(wish.path.strip()).expanduser()
    projector = Path(wish.projector.strip()).expanduser() if wish.projector.strip() else None

    @contextmanager
    def show(title: str) -> Iterator[Progress]:
        def progressed(done: int, total: int | None, speed: float) -> None:
            said = f"{title}: {progress_text(done, total, speed)}"
            tell(said, done / total if total else None)

        yield progressed

    if path.is_dir():
        if projector is not None or wish.detector:
            raise ModelError("A folder is a LLaVA model: it needs no second file.")
        brought = bring_llava(path, Wishes(), link=wish.link, show=show)
    else:
        wishes = Wishes(detector=wish.detector)
        brought = bring_file(path, projector, wishes, link=wish.link, show=show)
    how = "stays where it is" if wish.link else "was copied"
    model = brought.placed[0].model
    known = "" if brought.new else " It is one that Deskhand knows."
    note = f" {NO_TEMPLATE}" if has_no_template(model) else ""
    return Ending(f"{_told(model)}{known} It {how} and is ready.{note}", about=model.id)


def connect(wish: OnAServer, tell: Telling) -> Ending:
    """Ask a server for a model and add it to the list.

    Raises:
        ModelError: what was typed cannot be used, or the server is not there or has no such model.
    """
    from models.server.discovery import server_entry

    address, name, variable = (
        text.strip() for text in (wish.address, wish.model, wish.key_variable)
    )
    if not address:
        raise ModelError("Type the address of the server, such as http://127.0.0.1:8080/v1")
    if not name:
        raise ModelError("Type the name that the model has on the server.")
    if variable and not VARIABLE.fullmatch(variable):
        raise ModelError(
            "This is not the name of an environment variable.",
            "Put the key into a variable before you start Deskhand, and type its name here, not"
            " the key.",
        )
    tell("Asking the server…")
    model = server_entry(address, name, Wishes(), None, variable)
    own_entries.add(model)
    warning = f" {model.engine.warning}" if model.engine and model.engine.warning else ""
    return Ending(f"{model.name} is in the list. Press Use there.{warning}", about=model.id)


def _sha256(text: str) -> str:
    found = text.strip().lower()
    if found and not SHA256.fullmatch(found):
        raise ModelError("This is not a SHA-256.", "It has 64 digits from 0 to 9 and a to f.")
    return found


def _told(model: ModelSpec) -> str:
    return f"{model.name}, {size(model.bytes)}. Licence: {model.licence}."
