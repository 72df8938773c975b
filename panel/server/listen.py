"""Where the panel may listen: this machine, or with a password others too."""

from __future__ import annotations

import errno
import socket
import sys

from agent.diagnostics.network_guard import is_loopback
from agent.errors import AgentError


def require_password(host: str, password: str | None) -> None:
    if not is_loopback(host) and not password:
        raise AgentError(
            f"Other machines could reach the panel at {host} and use this desktop.",
            "Give a password (DESKHAND_PASSWORD, or --password), or leave --host out.",
        )


def outside_warning(host: str) -> str:
    """What to know before others can reach the panel; '' when they cannot."""
    if is_loopback(host):
        return ""
    return (
        f"Warning: other machines can reach the panel at {host}. Whoever knows the password uses "
        "this desktop through it. The connection is not encrypted: anyone on the way can read it."
    )


def require_port(host: str, port: int) -> None:
    """Raise AgentError when the panel cannot listen there, with what to do."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if sys.platform != "win32":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as problem:
            raise AgentError(*_why_not(problem, host, port)) from problem


def _why_not(problem: OSError, host: str, port: int) -> tuple[str, str]:
    if problem.errno == errno.EADDRINUSE:
        return f"Port {port} is in use by another program.", f"Choose another: --port {port + 1}"
    if problem.errno == errno.EACCES:
        return f"Port {port} is reserved for the system.", "Choose one above 1023: --port 7860"
    return f"The panel cannot listen on {host}, port {port}: {problem.strerror}.", "See --host."
