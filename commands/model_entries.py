"""deskhand models add and import: models that the catalogue does not know."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands import model_server
from commands.fetching import progress_bar, size_text
from models import bring, bring_folder, lookup, own_entries
from models.bring import Known
from models.catalogue import spec
from models.described import Wishes
from models.errors import ModelError
from models.spec import ModelSpec

_Id = Annotated[str, typer.Option("--id", metavar="ID", help="Its id; else made from the file.")]
_Name = Annotated[str, typer.Option("--name", help="Its name in lists; else as its header says.")]
_Licence = Annotated[str, typer.Option("--licence", help="Its licence; else as its page says.")]
_Detector = Annotated[bool, typer.Option("--detector", help="The weights of a detector.")]
_ADDRESS = ("https://", "http://")


def add(
    place: Annotated[
        str,
        typer.Argument(metavar="[REPO|URL]", help="A repository on Hugging Face, or an address."),
    ] = "",
    file: Annotated[
        str, typer.Argument(metavar="[FILE]", help="The name of the file in the repository.")
    ] = "",
    projector: Annotated[
        str, typer.Option(metavar="FILE|URL", help="The projector of a vision-language model.")
    ] = "",
    revision: Annotated[str, typer.Option(help="A branch or commit of the repository.")] = "main",
    sha256: Annotated[str, typer.Option(help="The SHA-256 of the file at a URL.")] = "",
    identity: _Id = "",
    name: _Name = "",
    licence: _Licence = "",
    detector: _Detector = False,
    server: model_server.Server = "",
    model_there: model_server.Model = "",
    grammar: model_server.Grammar = "",
    key_variable: model_server.KeyVariable = "",
) -> None:
    """Add a model of your choice to the list; it is looked at, not fetched yet."""
    wishes = Wishes(identity, name, licence, detector)
    if server:
        if place:
            raise typer.BadParameter("a server has no file to fetch.", param_hint="REPO|URL")
        model_server.add_server(server, model_there, grammar, key_variable, wishes)
        return
    if not place:
        raise typer.BadParameter("say a repository, an address, or --server.", param_hint="REPO")
    others = [projector] if projector else []
    if place.startswith(_ADDRESS):
        if file:
            raise typer.BadParameter("an address needs no file name.", param_hint="FILE")
        model = lookup.at_address([place, *others], sha256, wishes)
    else:
        if not file:
            raise typer.BadParameter(f"say which file of {place}.", param_hint="FILE")
        if sha256:
            raise typer.BadParameter("Hugging Face tells it itself.", param_hint="--sha256")
        model = lookup.on_hub(place, [file, *others], revision, wishes)
    path = own_entries.add(model)
    _say_what(model)
    typer.echo(f"{model.id} was added to {path}. Fetch it with: deskhand models get {model.id}")
    if model.weights.sha256 is None:
        typer.echo("Its SHA-256 is not known: what is fetched first will count.")


def import_file(
    # readable: what cannot be read is said by our own sentence, not as bad use.
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="A GGUF file on this machine, or the folder of a LLaVA for transformers.",
            readable=False,
        ),
    ],
    projector: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="The projector of a vision-language model.", readable=False
        ),
    ] = None,
    link: Annotated[
        bool, typer.Option("--link", help="Leave the file where it is; do not copy it.")
    ] = False,
    identity: _Id = "",
    name: _Name = "",
    licence: _Licence = "",
    detector: _Detector = False,
) -> None:
    """Take a file or folder of this machine; a file of the catalogue is known by its SHA-256."""
    wishes = Wishes(identity, name, licence, detector)
    if file.is_dir():
        if projector is not None or detector:
            raise typer.BadParameter("a folder is a LLaVA and needs no other words.")
        _import_folder(file, link, wishes)
        return
    paths = [file, *([projector] if projector else [])]
    hashes, known = _recognised(paths)
    fitting = [one for one in known[0] if not identity or one.model.id == identity]
    if fitting:
        for path, places in zip(paths, known, strict=True):
            for one in places:
                if one.model.id in {fit.model.id for fit in fitting}:
                    _place(one.model, one.file.file, path, link)
        return
    if identity:
        _refuse_another(identity, hashes[0])
    _take(bring.new_entry(paths, hashes, wishes), paths, link)


def _import_folder(folder: Path, link: bool, wishes: Wishes) -> None:
    """A folder has several files that other models may have too, so it is always a new entry."""
    paths = bring_folder.files(folder)
    hashes = _recognised(paths)[0]
    if wishes.id:
        _refuse_another(wishes.id, hashes[0])
    _take(bring_folder.new_entry(folder, paths, hashes, wishes), paths, link)


def _take(model: ModelSpec, paths: list[Path], link: bool) -> None:
    own_entries.add(model)
    _say_what(model)
    for path, file in zip(paths, model.files, strict=True):
        _place(model, file.file, path, link)


def _recognised(paths: list[Path]) -> tuple[list[str], list[list[Known]]]:
    """The SHA-256 of each file, and which files of the catalogue it is."""
    found = []
    for path in paths:
        with progress_bar(f"Reading {path.name}") as on_progress:
            found.append(bring.recognise(path, on_progress))
    return [sha256 for sha256, _ in found], [same for _, same in found]


def _place(model: ModelSpec, name: str, path: Path, link: bool) -> None:
    [file] = [file for file in model.files if file.file == name]
    with progress_bar(model.id) as on_progress:
        target = bring.place(model, file, path, link=link, on_progress=on_progress)
    how = "linked" if link else "copied"
    typer.echo(f"{model.id}: {path.name} is checked and {how}: {target}")


def _refuse_another(identity: str, sha256: str) -> None:
    """An id of the catalogue stands for certain bytes."""
    try:
        model = spec(identity)
    except ModelError:
        return
    raise ModelError(
        f"The file is not {identity}: its SHA-256 begins with {sha256[:12]} instead of"
        f" {(model.weights.sha256 or 'an unknown one')[:12]}.",
        "Give it another id, or none.",
    )


def _say_what(model: ModelSpec) -> None:
    typer.echo(f"{model.name}, {size_text(model.bytes)}")
    typer.echo(f"Licence: {model.licence}")
