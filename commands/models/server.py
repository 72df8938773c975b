"""deskhand models add --server: a language model on a server that the person names."""

from __future__ import annotations

from typing import Annotated, cast, get_args

import typer

from models.catalogue import own_entries
from models.catalogue.described import Wishes
from models.catalogue.entries import IDENTIFIER
from models.server.engine import VARIABLE, GrammarWay

Server = Annotated[
    str,
    typer.Option(
        metavar="URL",
        help="OpenAI-compatible server of the model, such as http://127.0.0.1:8080/v1",
    ),
]
Model = Annotated[
    str, typer.Option("--model", metavar="NAME", help="Name of the model on the server.")
]
Grammar = Annotated[
    str,
    typer.Option(
        metavar="|".join(get_args(GrammarWay)),
        help="How the server accepts grammars. Default: detected.",
    ),
]
KeyVariable = Annotated[
    str, typer.Option(metavar="NAME", help="Environment variable with the server's API key.")
]


def add_server(
    address: str, name_there: str, grammar: str, key_variable: str, wishes: Wishes
) -> None:
    """Look at the server, and add its model to the list.

    Raises:
        typer.BadParameter: what was said makes no sense.
        ModelError: the server is not there, or does not have the model.
    """
    from models.server.discovery import server_entry

    ways = get_args(GrammarWay)
    if not name_there:
        raise typer.BadParameter("give the name of a model on the server.", param_hint="--model")
    if grammar and grammar not in ways:
        raise typer.BadParameter(f"use one of {', '.join(ways)}", param_hint="--grammar")
    if key_variable and not VARIABLE.fullmatch(key_variable):
        raise typer.BadParameter(
            "this is not a valid name of an environment variable.", param_hint="--key-variable"
        )
    if wishes.id and not IDENTIFIER.fullmatch(wishes.id):
        raise typer.BadParameter(
            "use only lower-case letters, digits, dots and dashes.", param_hint="--id"
        )
    way = cast(GrammarWay, grammar) if grammar else None
    model = server_entry(address, name_there, wishes, way, key_variable)
    path = own_entries.add(model)
    assert model.engine is not None
    typer.echo(f"{model.name}. Grammars: {_WAYS[model.engine.grammar]}")
    if model.engine.warning:
        typer.echo(model.engine.warning)
    typer.echo(f"{model.id} was added to {path}. Use it with: deskhand models use {model.id}")


_WAYS: dict[GrammarWay, str] = {
    "gbnf": "the server accepts GBNF (llama-server)",
    "vllm": "the server accepts them as structured output (vLLM)",
    "json schema": "the server accepts them as a JSON schema (Ollama)",
    "words": "the server accepts none, so the prompt describes them and each answer is checked",
}
