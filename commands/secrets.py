"""deskhand secrets: named secrets in the system's keyring, for use in tasks."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from agent.secrets import keyring_store as vault
from agent.secrets.placeholders import checked_name, placeholder

app = typer.Typer(
    help="Store passwords in the system keyring. Write {secret:NAME} in a task to use one; the "
    "model never sees it.",
    no_args_is_help=True,
)
_Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the secret, such as mail.")]


@app.command("set")
def set_secret(name: _Name) -> None:
    """Store a secret under a name. A secret of the same name is replaced.

    You type it twice, and it is not shown. Without a terminal the first line of
    the standard input is the secret.
    """
    checked_name(name)
    if sys.stdin.isatty():
        value = typer.prompt("Secret", hide_input=True, confirmation_prompt="Repeat the secret")
    else:
        value = sys.stdin.readline().rstrip("\r\n")
    kept = vault.keep(name, value)
    typer.echo(f"Stored. Write {placeholder(kept)} in a task to use it.")


@app.command("list")
def list_secrets() -> None:
    """List the names of the secrets, never their values."""
    names = vault.names()
    for name in names:
        typer.echo(name)
    if not names:
        typer.echo("There are no secrets yet. Store one with: deskhand secrets set NAME", err=True)


@app.command()
def remove(name: _Name) -> None:
    """Delete a secret from the keyring."""
    typer.echo(f"Removed: {vault.remove(name)}")
