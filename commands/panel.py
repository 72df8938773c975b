"""deskhand panel: the control panel, a page on this machine."""

from __future__ import annotations

import os
from typing import Annotated

import typer


def panel(
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port of the page.")] = 7860,
    host: Annotated[
        str,
        typer.Option(
            help="Address to listen on. Any but loopback can be reached from outside and needs "
            "--password."
        ),
    ] = "127.0.0.1",
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Do not open a browser window.")
    ] = False,
    password: Annotated[
        str | None,
        typer.Option(
            help="Ask for this password; needed when --host is not loopback. "
            "Other users of this machine see it in the process list: prefer DESKHAND_PASSWORD."
        ),
    ] = None,
) -> None:
    """Open the control panel: type a task, watch it work, stop it."""
    from app import serve

    serve(
        port=port,
        host=host,
        open_browser=not no_browser,
        password=password or os.environ.get("DESKHAND_PASSWORD") or None,
    )
