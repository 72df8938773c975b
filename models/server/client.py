"""Questions to a model's server over HTTP: connections to that host and port only, errors in
sentences."""

from __future__ import annotations

import json
import os
import ssl
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import ExitStack, asynccontextmanager, contextmanager
from functools import cache
from typing import Any

import httpx

from models.fetch.egress import opened_to
from models.runtime.errors import ModelError
from models.server.engine import Engine

CONNECT_SECONDS = 5.0
# A CPU may read a long question for minutes before the first word comes.
SILENCE_SECONDS = 180.0
_SHOWN = 200
_OTHER = "Start the server, or choose another model: deskhand models use ID"


def ask(engine: Engine, path: str) -> dict[str, Any] | None:
    """The JSON object at an address of the server; None where it has none.

    Raises:
        ModelError: the server is not there, refuses, or is silent.
    """
    try:
        with _door(engine), httpx.Client(**_settings(engine, CONNECT_SECONDS)) as client:
            answer = client.get(path)
    except httpx.HTTPError as error:
        raise trouble(engine, error, CONNECT_SECONDS) from error
    if answer.status_code in (401, 403):
        raise refused(engine, answer.status_code, answer.text)
    try:
        found = answer.json() if answer.is_success else None
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


@asynccontextmanager
async def streamed(
    engine: Engine, body: Mapping[str, Any], silence: float
) -> AsyncIterator[AsyncIterator[dict[str, Any]]]:
    """The events of a chat completion, while they come.

    Raises:
        ModelError: the server is not there, refuses, is silent for `silence` seconds, sends what
            is no JSON, or breaks off.
    """
    url = f"{engine.url}/chat/completions"
    try:
        with _door(engine):
            async with (
                httpx.AsyncClient(**_settings(engine, silence)) as client,
                client.stream("POST", url, json=dict(body)) as response,
            ):
                if not response.is_success:
                    text = (await response.aread()).decode("utf-8", "replace")
                    raise refused(engine, response.status_code, text)
                yield _events(engine, response)
    except httpx.HTTPError as error:
        raise trouble(engine, error, silence) from error


async def _events(engine: Engine, response: httpx.Response) -> AsyncIterator[dict[str, Any]]:
    async for line in response.aiter_lines():
        if not line.strip() or line.startswith((":", "event:", "id:", "retry:")):
            continue  # A pause, a sign of life, or what is of no use here.
        data = line.removeprefix("data:").strip()
        if data == "[DONE]":
            return
        try:
            event = json.loads(data)
        except ValueError:
            event = None
        if not isinstance(event, dict):
            raise ModelError(
                f"The server {engine.url} did not answer in JSON: {data[:_SHOWN]!r}.",
                "Check that this is the URL of an OpenAI-compatible API. It usually ends in /v1.",
            )
        if "error" in event:
            raise ModelError(f"The server {engine.url} reported an error: {_said(event)}.")
        yield event
    raise broken_off(engine)


def broken_off(engine: Engine) -> ModelError:
    return ModelError(
        f"The connection to the server {engine.url} was lost in the middle of a reply.",
        "Check whether the server is still running; its log says why.",
    )


def refused(engine: Engine, status: int, text: str) -> ModelError:
    """The error for an answer with a status of HTTP that is no success."""
    said = _said(text)
    if status in (401, 403):
        variable = engine.key_variable
        return ModelError(
            (
                f"The server {engine.url} rejected the API key in {variable} ({status})."
                if variable
                else f"The server {engine.url} requires an API key ({status})."
            ),
            (
                f"Put the right key into the environment variable {variable}."
                if variable
                else "Put it into an environment variable, and add the model again with"
                " --key-variable NAME."
            ),
        )
    if status == 404:
        return ModelError(
            f'The server {engine.url} has no model "{engine.model}", or no chat API at this URL:'
            f" {said}.",
            "The URL usually ends in /v1.",
        )
    return ModelError(f"The server {engine.url} rejected the request ({status}): {said}.")


def trouble(engine: Engine, error: httpx.HTTPError, silence: float) -> ModelError:
    """The error for a connection that failed."""
    if isinstance(error, httpx.ConnectTimeout | httpx.ConnectError):
        return _nobody(engine, error)
    if isinstance(error, httpx.TimeoutException):
        return ModelError(
            f"The server {engine.url} did not answer for {silence:g} seconds.",
            "Check whether it is busy; a smaller model answers faster.",
        )
    return broken_off(engine)


def _nobody(engine: Engine, error: Exception) -> ModelError:
    reason = str(error).strip().rstrip(".")
    return ModelError(
        f"No server answers at {engine.url}{f': {reason}' if reason else ''}.", _OTHER
    )


@contextmanager
def _door(engine: Engine) -> Iterator[None]:
    with ExitStack() as stack:
        try:
            stack.enter_context(opened_to(engine.host, engine.port))
        except (OSError, UnicodeError) as error:  # The latter: it cannot be a name at all.
            raise _nobody(engine, error) from error
        yield


def _settings(engine: Engine, silence: float) -> dict[str, Any]:
    """No proxy, no cookies of others, no other place: what was named, and nothing else."""
    headers = {}
    if engine.key_variable:
        headers["Authorization"] = f"Bearer {_key(engine)}"
    return {
        "headers": headers,
        "timeout": httpx.Timeout(silence, connect=CONNECT_SECONDS),
        "trust_env": False,
        "verify": _certificates(),
    }


def _key(engine: Engine) -> str:
    key = os.environ.get(engine.key_variable, "").strip()
    if not key or not key.isascii() or not key.isprintable():
        raise ModelError(
            f"The environment variable {engine.key_variable} with the key for {engine.url} is"
            f" {'not usable' if key else 'empty'}.",
            "Set it before you start Deskhand.",
        )
    return key


@cache
def _certificates() -> ssl.SSLContext:
    """Read once: it takes longer than a question to a server on this machine."""
    return ssl.create_default_context()


def _said(answer: str | dict[str, Any]) -> str:
    """What a server says is wrong, in one line."""
    if isinstance(answer, str):
        try:
            found = json.loads(answer)
        except ValueError:
            found = answer
        answer = found if isinstance(found, dict) else {"error": answer}
    error = answer.get("error") or answer.get("message") or answer.get("detail") or ""
    text = error.get("message", "") if isinstance(error, dict) else error
    return " ".join(str(text).split())[:_SHOWN].rstrip(".") or "it gave no reason"
