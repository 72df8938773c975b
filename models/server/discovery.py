"""Looks at a server before its model is used: is it there, does it know the model, what grammar
does it take."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from models.catalogue.described import Wishes, identified, plain
from models.catalogue.spec import ModelSpec
from models.runtime.errors import ModelError
from models.server.client import ask
from models.server.engine import Engine, GrammarWay, server_address
from models.server.server import ServerModel

_OWNERS: dict[str, GrammarWay] = {"llamacpp": "gbnf", "vllm": "vllm"}


@dataclass(frozen=True, slots=True)
class Found:
    """What a server says of itself and of the model."""

    engine: Engine
    context_tokens: int | None
    version: tuple[int, ...] = ()


def look(engine: Engine, *, find_out: bool = False) -> Found:
    """Ask a server for its models; with `find_out` also what grammar it takes.

    Raises:
        ModelError: the server is not there, is no OpenAI-compatible one, wants a key, or does not
            have the model.
    """
    answer = ask(engine, f"{engine.url}/models")
    listed = answer.get("data") if answer else None
    if not isinstance(listed, list):
        raise ModelError(
            f"The server {engine.url} answered, but listed no models.",
            "Check that this is the URL of an OpenAI-compatible API. It usually ends in /v1.",
        )
    model = _the_one(engine, [one for one in listed if isinstance(one, dict)])
    if find_out:
        engine = replace(engine, grammar=_grammar_of(engine, str(model.get("owned_by", ""))))
    context = model.get("max_model_len")
    if engine.grammar == "gbnf":
        context = _context_of_llama_server(engine) or context
    version = _version(engine) if engine.grammar == "vllm" else ()
    return Found(engine, context if isinstance(context, int) and context > 0 else None, version)


def server_entry(
    address: str, name_there: str, wishes: Wishes, way: GrammarWay | None, key_variable: str
) -> ModelSpec:
    """The entry for a model on a server, which is asked; `way` None: find out what grammar it
    takes.

    Raises:
        ModelError: the address or the id cannot be used; else as `look`.
    """
    identity = identified(wishes, name_there)
    engine = Engine(server_address(address), name_there, way or "words", key_variable)
    engine = look(engine, find_out=way is None).engine
    return ModelSpec(
        id=identity,
        role="language",
        name=plain(wishes.name or f"{name_there} on {engine.host}:{engine.port}"),
        licence=plain(wishes.licence or "that of the model on the server"),
        files=(),
        own=True,
        engine=engine,
    )


def connect(model: ModelSpec) -> ServerModel:
    """The model of an entry that names a server.

    Raises:
        ModelError: as `look`.
    """
    if model.engine is None:
        raise ModelError(f"{model.id} does not run on a server.")
    found = look(model.engine)
    context = model.context_tokens or found.context_tokens
    return ServerModel(model.engine, model.id, context, found.version)


def _the_one(engine: Engine, models: list[dict[str, Any]]) -> dict[str, Any]:
    names = [str(one.get("id", "")) for one in models]
    for name, model in zip(names, models, strict=True):
        # Ollama writes the tag "latest" where none was given.
        if engine.model in (name, name.removesuffix(":latest")):
            return model
    shown = ", ".join(names[:10]) + (", …" if len(names) > 10 else "")
    raise ModelError(
        f'The server {engine.url} has no model "{engine.model}".',
        f"It offers: {shown}." if names else "It offers no models at all.",
    )


def _grammar_of(engine: Engine, owner: str) -> GrammarWay:
    if owner in _OWNERS:
        return _OWNERS[owner]
    if _describes_grammar(engine):
        return "gbnf"
    version = ask(engine, f"{_root(engine)}/api/version")
    return "json schema" if version and "version" in version else "words"


def _describes_grammar(engine: Engine) -> bool:
    """Whether the server's own description of its interface names llama.cpp's `grammar`, as that
    of llama-cpp-python does."""
    described = ask(engine, f"{_root(engine)}/openapi.json") or {}
    found: Any = described
    for name in ("components", "schemas", "CreateChatCompletionRequest", "properties"):
        found = found.get(name) if isinstance(found, dict) else None
    return isinstance(found, dict) and "grammar" in found


def _context_of_llama_server(engine: Engine) -> int | None:
    """The tokens that one question may have; None for others that take GBNF."""
    facts = (ask(engine, f"{_root(engine)}/props") or {}).get("default_generation_settings")
    tokens = facts.get("n_ctx") if isinstance(facts, dict) else None
    return tokens if isinstance(tokens, int) else None


def _version(engine: Engine) -> tuple[int, ...]:
    said = str((ask(engine, f"{_root(engine)}/version") or {}).get("version", ""))
    return tuple(int(number) for number in re.findall(r"\d+", said)[:2])


def _root(engine: Engine) -> str:
    """Where a server answers what is not of OpenAI's interface."""
    return engine.url.removesuffix("/v1")
