"""Fills the first tab before the page is sent, and shows a line until the browser has built it.

Without this the browser would show nothing until the page is built, and ask for each part of the
first tab only then.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import gradio as gr
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_BEFORE = b"<gradio-app"
# Goes as soon as the page has its task box.
_WAITING = """<div id="dh-opening" role="status">
<style>
#dh-opening { max-width: 1400px; margin: 0 auto; padding: 26px 32px; width: 100%;
  box-sizing: border-box; font: 16px system-ui, sans-serif; }
#dh-opening b { font-size: 20px; }
#dh-opening p { margin: 14px 0; }
#dh-opening div { height: 52px; border-radius: 6px; background: #8883; margin: 0 0 14px; }
#dh-opening div + div { height: 46vh; }
</style>
<b>Deskhand</b><p>Opening the panel…</p><div></div><div></div>
<noscript>The panel needs JavaScript. Allow it for this page in the browser's settings.</noscript>
</div>
<script>{
  const done = () => {
    if (!document.querySelector("#dh-task, .gradio-container form")) return;
    document.getElementById("dh-opening").remove();
    watch.disconnect();
  };
  const watch = new MutationObserver(done);
  watch.observe(document.body, { childList: true, subtree: true });
}</script>
"""

Parts = Mapping[Any, Mapping[str, Any]]
"""Properties of components, by the components."""


@dataclass(frozen=True, slots=True)
class Built:
    """A page that is built; `now` gives what its components hold when it is opened."""

    blocks: gr.Blocks
    now: Callable[[], Parts]

    def fill(self) -> None:
        """Put that into the page that is sent next."""
        parts = {component._id: properties for component, properties in self.now().items()}
        for component in self.blocks.config["components"]:
            component["props"].update(parts.get(component["id"], {}))


class Opened:
    """ASGI middleware: fills the page before it is sent, and shows what goes on until it is
    built."""

    def __init__(self, app: ASGIApp, fill: Callable[[], None]) -> None:
        self._app, self._fill = app, fill

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        page = scope["type"] == "http" and scope["path"] == "/" and scope["method"] == "GET"
        if not page:
            await self._app(scope, receive, send)
            return
        from starlette.concurrency import run_in_threadpool

        try:
            await run_in_threadpool(self._fill)
        except Exception:
            # The page is of use without it: the timer shows soon how things are.
            logging.getLogger(__name__).exception("The first tab could not be filled")
        await self._app(scope, receive, _with_waiting(send))


def _with_waiting(send: Send) -> Send:
    """Sends the page as one piece, with the line in it."""
    began: list[Message] = []
    body = bytearray()

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            began.append(message)
            return
        if message["type"] != "http.response.body":
            await send(message)
            return
        body.extend(message.get("body", b""))
        if message.get("more_body", False):
            return
        whole = bytes(body).replace(_BEFORE, _WAITING.encode() + _BEFORE, 1)
        headers = [
            (name, value)
            for name, value in began[0].get("headers", [])
            if name.lower() != b"content-length"
        ]
        headers.append((b"content-length", str(len(whole)).encode()))
        await send({**began[0], "headers": headers})
        await send({"type": "http.response.body", "body": whole})

    return sending
