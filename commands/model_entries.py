"""deskhand models add and import: models that the catalogue does not know."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands import model_server
from commands.fetching import progress_bar, say_missing_extra, size_text
from models import lookup, own_entries
from models.bring_in import bring_file, bring_llava
from models.described import Wishes
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
        brought = bring_llava(file, wishes, link=link, show=progress_bar)
    else:
        brought = bring_file(file, projector, wishes, link=link, show=progress_bar)
    if brought.new is not None:
        _say_what(brought.new)
    how = "linked" if link else "copied"
    for one in brought.placed:
        typer.echo(f"{one.model.id}: {one.source.name} is checked and {how}: {one.target}")
    for model in {one.model.id: one.model for one in brought.placed}.values():
        say_missing_extra(model)


def _say_what(model: ModelSpec) -> None:
    typer.echo(f"{model.name}, {size_text(model.bytes)}")
    typer.echo(f"Licence: {model.licence}")
