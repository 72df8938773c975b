"""deskhand models add and import: models that are not in the catalogue."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.models import server as model_server
from commands.models.fetching import progress_bar, say_missing_extra, size_text
from models.catalogue import lookup, own_entries
from models.catalogue.bring import NO_TEMPLATE, has_no_template
from models.catalogue.bring_in import bring_file, bring_llava
from models.catalogue.described import Wishes
from models.catalogue.spec import ModelSpec

_Id = Annotated[
    str, typer.Option("--id", metavar="ID", help="Id of the model. Default: from the file name.")
]
_Name = Annotated[
    str, typer.Option("--name", help="Name in lists. Default: from the file's header.")
]
_Licence = Annotated[
    str, typer.Option("--licence", help="Licence. Default: as published with the model.")
]
_Detector = Annotated[
    bool, typer.Option("--detector", help="The file holds the weights of a detector.")
]
_ADDRESS = ("https://", "http://")


def add(
    place: Annotated[
        str,
        typer.Argument(metavar="REPO|URL", help="A repository on Hugging Face, or a URL."),
    ] = "",
    file: Annotated[str, typer.Argument(metavar="FILE", help="File name in the repository.")] = "",
    projector: Annotated[
        str, typer.Option(metavar="FILE|URL", help="The projector of a vision-language model.")
    ] = "",
    revision: Annotated[str, typer.Option(help="Branch or commit of the repository.")] = "main",
    sha256: Annotated[str, typer.Option(help="SHA-256 of the file at a URL.")] = "",
    identity: _Id = "",
    name: _Name = "",
    licence: _Licence = "",
    detector: _Detector = False,
    server: model_server.Server = "",
    model_there: model_server.Model = "",
    grammar: model_server.Grammar = "",
    key_variable: model_server.KeyVariable = "",
) -> None:
    """Add a model of your choice to the list. Only its header is read; nothing is downloaded."""
    wishes = Wishes(identity, name, licence, detector)
    if server:
        if place:
            raise typer.BadParameter(
                "with --server, do not give a repository or URL.", param_hint="REPO|URL"
            )
        model_server.add_server(server, model_there, grammar, key_variable, wishes)
        return
    if not place:
        raise typer.BadParameter("give a repository, a URL, or --server.", param_hint="REPO")
    others = [projector] if projector else []
    if place.startswith(_ADDRESS):
        if file:
            raise typer.BadParameter("with a URL, do not give a file name.", param_hint="FILE")
        model = lookup.at_address([place, *others], sha256, wishes)
    else:
        if not file:
            raise typer.BadParameter(f"give the name of a file in {place}.", param_hint="FILE")
        if sha256:
            raise typer.BadParameter(
                "Hugging Face provides it; use --sha256 only with a URL.", param_hint="--sha256"
            )
        model = lookup.on_hub(place, [file, *others], revision, wishes)
    path = own_entries.add(model)
    _say_what(model)
    typer.echo(f"{model.id} was added to {path}. Download it with: deskhand models get {model.id}")
    if model.weights.sha256 is None:
        typer.echo(
            "Its SHA-256 is unknown. The hash of the first download is kept for later checks."
        )


def import_file(
    # readable: what cannot be read is said by our own sentence, not as bad use.
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="A GGUF file, or the folder of a LLaVA model for transformers.",
            readable=False,
        ),
    ],
    projector: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="The projector of a vision-language model.", readable=False
        ),
    ] = None,
    link: Annotated[bool, typer.Option("--link", help="Create a link instead of a copy.")] = False,
    identity: _Id = "",
    name: _Name = "",
    licence: _Licence = "",
    detector: _Detector = False,
) -> None:
    """Import a model file or folder. Files of the catalogue are recognised by their SHA-256."""
    wishes = Wishes(identity, name, licence, detector)
    if file.is_dir():
        if projector is not None or detector:
            raise typer.BadParameter("--projector and --detector cannot be used with a folder.")
        brought = bring_llava(file, wishes, link=link, show=progress_bar)
    else:
        brought = bring_file(file, projector, wishes, link=link, show=progress_bar)
    if brought.new is not None:
        _say_what(brought.new)
    how = "linked" if link else "copied"
    for one in brought.placed:
        typer.echo(f"{one.model.id}: {one.source.name} was verified and {how} to {one.target}")
    for model in {one.model.id: one.model for one in brought.placed}.values():
        say_missing_extra(model)
        if has_no_template(model):
            typer.echo(NO_TEMPLATE)


def _say_what(model: ModelSpec) -> None:
    typer.echo(f"{model.name}, {size_text(model.bytes)}")
    typer.echo(f"Licence: {model.licence}")
