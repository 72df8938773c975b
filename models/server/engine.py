"""A language model on a server that the person named: where it is, and what grammar it takes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import SplitResult, urlsplit

from models.fetch.egress import is_loopback
from models.runtime.errors import ModelError

GrammarWay = Literal["gbnf", "vllm", "json schema", "words"]
"""How a server is told what it may answer: llama-server's `grammar`, vLLM's structured outputs, a
JSON schema as Ollama takes it, or in the question only."""
VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Engine:
    """`url` is the beginning of an OpenAI-compatible interface, such as http://127.0.0.1:8080/v1;
    `model` the name that the server knows; `key_variable` the environment variable with the key
    that it wants, "" for none."""

    url: str
    model: str
    grammar: GrammarWay
    key_variable: str = ""

    @property
    def host(self) -> str:
        return urlsplit(self.url).hostname or ""

    @property
    def port(self) -> int:
        parts = urlsplit(self.url)
        return parts.port or _PORTS[parts.scheme]

    @property
    def is_here(self) -> bool:
        """Whether it is a server on this machine."""
        return is_loopback(self.host)

    @property
    def warning(self) -> str:
        """What leaves this machine for it, in a sentence; "" for a server on this machine."""
        if self.is_here:
            return ""
        return (
            f"The task and the text on the screen go to {self.host}:{self.port}, the server of"
            " the model that you named."
        )


def server_address(text: str) -> str:
    """The address of a server as it is kept.

    Raises:
        ModelError: it is none, or it holds a name or a password.
    """
    parts = urlsplit(text)
    if not _usable(parts):
        raise ModelError(
            f'"{text}" is not the URL of a server.', "Use the form http://127.0.0.1:8080/v1"
        )
    if parts.username or parts.password:
        raise ModelError(
            "A URL with a user name or a password is not stored.",
            "Put the API key of the server into an environment variable, and give its name with "
            "--key-variable.",
        )
    return text.rstrip("/")


def _usable(parts: SplitResult) -> bool:
    try:
        return (
            parts.scheme in _PORTS
            and bool(parts.hostname)
            and parts.port != 0
            and not parts.query
            and not parts.fragment
        )
    except ValueError:  # A port that is no number.
        return False
