"""deskhand secrets: named secrets in the system's keyring, for use in tasks."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from agent import vault
from agent.placeholders import checked_name, placeholder

app = typer.Typer(
    help="Keep passwords in the system's keyring. A task says {secret:NAME} for one, and the "
    "model never sees it.",
    no_args_is_help=True,
)
_Name = Annotated[str, typer.Argument(metavar="NAME", help="Such as: mail")]


@app.command("set")
def set_secret(name: _Name) -> None:
    """Keep a secret under a name, in the place of the one before.

    Asks for it twice and does not show it. Without a terminal it is the first line of the input.
    """
    checked_name(name)
    if sys.stdin.isatty():
        value = typer.prompt("The secret", hide_input=True, confirmation_prompt="Once more")
    else:
        value = sys.stdin.readline().rstrip("\r\n")
    kept = vault.keep(name, value)
    typer.echo(f"Kept. In a task it is called {placeholder(kept)}")


@app.command("list")
def list_secrets() -> None:
    """List the names, never the secrets."""
    names = vault.names()
    for name in names:
        typer.echo(name)
    if not names:
        typer.echo("There is none yet. Keep one with: deskhand secrets set NAME", err=True)


@app.command()
def remove(name: _Name) -> None:
    """Delete a secret from the keyring."""
    typer.echo(f"Removed: {vault.remove(name)}")
