"""Checks each request before the panel answers it. A refused request is told why in a sentence.

Whoever reaches the panel can use the desktop, so web pages from elsewhere must not: neither through
a host name of theirs that points at this machine, nor by making the browser send requests here. Of
the web framework only what the page needs is open: no files, uploads, queue or generated API.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Mapping
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from agent.diagnostics.network_guard import is_loopback

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_PAGES = (
    *("/", "/theme.css", "/favicon.ico", "/manifest.json"),
    *("/gradio_api/startup-events", "/gradio_api/app_id"),
)
_FOLDERS = ("/assets/", "/static/", "/gradio_api/heartbeat/")
_POSTS = ("/gradio_api/run/predict", "/login")
# Bytes. A task has 4,000 signs at most, which may take six bytes each as JSON.
LARGEST_BODY = 64 * 1024
_HEADERS = {
    # The page loads nothing from elsewhere, and stands in no frame where clicks are led astray.
    "content-security-policy": "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; "
    "frame-ancestors 'none'; base-uri 'self'; form-action 'self'; object-src 'none'",
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
_KEPT = {"cache-control": "private, max-age=31536000, immutable"}
Refusal = tuple[int, str]


class Door:
    """ASGI middleware for a panel that listens on `host`, a name or an address."""

    def __init__(self, app: ASGIApp, host: str) -> None:
        self._app = app
        self._host = host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            # The page has none.
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refused = self._refusal(scope)
        if refused is not None:
            await _refuse(*refused, _marked(send, _HEADERS))
            return
        # Their names change with their contents: the browser need not ask for them again.
        kept = _KEPT if scope["path"].startswith("/assets/") else {}
        await self._app(scope, receive, _marked(send, {**_HEADERS, **kept}))

    def _refusal(self, scope: Scope) -> Refusal | None:
        """Why the request may not come in: status and sentence; None when it may."""
        headers: dict[str, list[str]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
        hosts = headers.get("host", [])
        if len(hosts) != 1 or not knows(hosts[0], self._host):
            return (
                403,
                "This is not the panel's address. Open the one that it prints when it starts.",
            )
        if any(not _same(origin, hosts[0]) for origin in headers.get("origin", [])):
            return 403, "Requests of other web pages are refused."
        single = {name: values[-1] for name, values in headers.items()}
        if _from_elsewhere(scope, single):
            return 403, "Requests of other web pages are refused."
        return _unknown(scope["method"], scope["path"]) or _too_large(scope["method"], single)


def knows(said: str, host: str) -> bool:
    """Whether a Host header names this machine, or the address that the panel listens on.

    Listening on every address, any address in numbers is one of ours: no name can be made to
    point somewhere else with it.
    """
    name = _name(said)
    if name is None:
        return False
    if is_loopback(name) or name == host.lower().strip("[]"):
        return True
    if host not in ("0.0.0.0", "::"):
        return False
    own = socket.gethostname().lower()
    return _is_address(name) or name in (own, f"{own}.local", own.partition(".")[0])


def _name(said: str) -> str | None:
    """The name or address of a Host header without its port; None when it is none."""
    if any(sign in said for sign in "@/\\?# "):
        return None
    try:
        parts = urlsplit(f"//{said}")
        _ = parts.port
    except ValueError:
        return None
    return (parts.hostname or "").removesuffix(".") or None


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _same(origin: str, host: str) -> bool:
    """Whether a page of this origin was loaded from the host that it asks now."""
    try:
        parts = urlsplit(origin)
        theirs, ours = (parts.hostname, parts.port), urlsplit(f"//{host}")
        default = {"http": 80, "https": 443}[parts.scheme]
        return (theirs[0], theirs[1] or default) == (ours.hostname, ours.port or default)
    except (ValueError, KeyError):
        return False


def _from_elsewhere(scope: Scope, headers: Mapping[str, str]) -> bool:
    """Whether the browser says that another page asks; following a link to the panel is allowed."""
    if headers.get("sec-fetch-site", "none") in ("none", "same-origin"):
        return False
    followed = headers.get("sec-fetch-mode") == "navigate"
    followed = followed and headers.get("sec-fetch-dest") == "document"
    return not (followed and scope["path"] == "/" and scope["method"] == "GET")


def _unknown(method: str, path: str) -> Refusal | None:
    inside = any(path.startswith(folder) for folder in _FOLDERS)
    if method in ("GET", "HEAD") and (path in _PAGES or inside):
        if ".." in path or "\\" in path:
            return 404, "The panel has no such page."
        return None
    if method == "POST" and path in _POSTS:
        return None
    return 404, "The panel has no such page."


def _too_large(method: str, headers: Mapping[str, str]) -> Refusal | None:
    length = headers.get("content-length", "")
    if method != "POST":
        return None
    if not length.isdecimal() or "transfer-encoding" in headers:
        return 411, "The request does not say how long it is."
    if int(length) > LARGEST_BODY:
        return 413, f"The request is longer than {LARGEST_BODY} bytes."
    return None


def _marked(send: Send, headers: Mapping[str, str]) -> Send:
    """Sends with these headers besides."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            more = [(name.encode(), value.encode()) for name, value in headers.items()]
            message = {**message, "headers": [*message.get("headers", []), *more]}
        await send(message)

    return sending


async def _refuse(status: int, sentence: str, send: Send) -> None:
    body = sentence.encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
