"""deskhand panel: the control panel, a page on this machine."""

from __future__ import annotations

import os
from typing import Annotated

import typer


def panel(
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port of the panel.")] = 7860,
    host: Annotated[
        str,
        typer.Option(
            help="Address to listen on. Addresses other than loopback can be reached from other "
            "machines and need --password."
        ),
    ] = "127.0.0.1",
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Do not open a browser window.")
    ] = False,
    password: Annotated[
        str | None,
        typer.Option(
            help="Password of the panel; required when --host is not loopback. Other users of "
            "this machine can see it in the process list, so prefer the environment variable "
            "DESKHAND_PASSWORD."
        ),
    ] = None,
) -> None:
    """Open the control panel in the browser, to start, watch and stop runs."""
    from app import serve

    serve(
        port=port,
        host=host,
        open_browser=not no_browser,
        password=password or os.environ.get("DESKHAND_PASSWORD") or None,
    )
