"""deskhand models repair and remove."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.models.fetching import fetch_if_agreed, known, size_text
from models.catalogue import own_entries
from models.catalogue.catalogue import ModelSpec, catalogue
from models.files import store, upkeep
from models.files.upkeep import Finding
from models.runtime.errors import ModelError

_Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")]


def repair(
    model_id: Annotated[
        str,
        typer.Argument(metavar="ID", help="Only this model. Default: all that are installed."),
    ] = "",
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Download damaged files again without asking.")
    ] = False,
) -> None:
    """Verify all installed files, and offer to download damaged ones again."""
    models = [known(model_id)] if model_id else list(catalogue().values())
    wrong: dict[str, list[Finding]] = {}
    found = False
    for finding in upkeep.findings(models):
        found = True
        typer.echo(f"{finding.model.id}: {finding.problem or f'{finding.path.name} is intact.'}")
        if finding.problem:
            wrong.setdefault(finding.model.id, []).append(finding)
    for stranger in [] if model_id else upkeep.strangers():
        typer.echo(f"{stranger} belongs to no model in the list. Delete it if you do not need it.")
    if not found:
        typer.echo(f"{model_id} is not installed." if model_id else "No model is installed.")
    left = [one for one, findings in wrong.items() if not _mended(findings, yes)]
    if left:
        raise ModelError(
            f"Not repaired: {', '.join(left)}.", "Download again: deskhand models get ID"
        )


def _mended(findings: list[Finding], yes: bool) -> bool:
    model = findings[0].model
    if not yes and not typer.confirm(f"Download the damaged files of {model.id} again?"):
        return False
    for finding in findings:
        # A link's target is the person's own file, elsewhere.
        if upkeep.damaged(finding) and finding.path == store.file_path(model, finding.file):
            finding.path.unlink()
    try:
        fetch_if_agreed(model, yes=True)
    except ModelError as error:
        typer.echo(str(error), err=True)
        return False
    return True


def remove(
    model_id: Annotated[
        str, typer.Argument(metavar="ID", help="Model id; see: deskhand models list")
    ],
    forget: Annotated[
        bool, typer.Option("--forget", help="Also remove a model that you added from the list.")
    ] = False,
    yes: _Yes = False,
) -> None:
    """Delete a model from this machine. You can download it again later."""
    model = known(model_id)
    if forget and not model.own:
        raise typer.BadParameter(
            f"{model.id} is in Deskhand's own catalogue and cannot be taken out of the list.",
            param_hint="--forget",
        )
    here = upkeep.files_of(model)
    if here or not forget:
        _remove_files(model, yes)
    if forget:
        own_entries.forget(model.id)
        typer.echo(f"{model.id} was removed from the list.")


def _remove_files(model: ModelSpec, yes: bool) -> None:
    size = size_text(upkeep.bytes_freed(model))
    if upkeep.files_of(model) and not yes:
        in_use = " It is the model in use." if store.selected() == model.id else ""
        if not typer.confirm(f"Delete {model.name} and free {size}?{in_use}"):
            typer.echo("Nothing was deleted.")
            raise typer.Exit(1)
    upkeep.remove(model)
    typer.echo(f"{model.id} was deleted; {size} were freed.")
