"""A Chromium in which pages are drawn as on a desktop, and nothing leaves the machine."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from benchmarks.browser.chromium import QUIET
from training.web.dom import listening

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Request

CHROMIUM = "/usr/bin/chromium"
FLAGS = (*QUIET, "--font-render-hinting=slight")
_HERE = ("127.0.0.1", "localhost", "")


class LeftTheMachine(RuntimeError):
    """A page asked for something that is not on this machine. Says for what."""


@dataclass(frozen=True, slots=True)
class View:
    """How a page is looked at: the picture's size in pixels, pixels per CSS pixel, and whether
    it is dark."""

    width: int
    height: int
    scale: float = 1.0
    dark: bool = False


@contextlib.contextmanager
def browser() -> Iterator[Browser]:
    """A headless Chromium that draws scroll bars. Raises playwright.sync_api.Error without one."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(
            executable_path=CHROMIUM, args=list(FLAGS), ignore_default_args=["--hide-scrollbars"]
        )
        try:
            yield opened
        finally:
            opened.close()


@contextlib.contextmanager
def page(opened: Browser, view: View) -> Iterator[Page]:
    """An empty page of its own. Asking for something from elsewhere is refused, and raises
    LeftTheMachine at the end."""
    context = opened.new_context(
        viewport={
            "width": round(view.width / view.scale),
            "height": round(view.height / view.scale),
        },
        device_scale_factor=view.scale,
        color_scheme="dark" if view.dark else "light",
        locale="en-US",
        reduced_motion="reduce",
    )
    context.set_default_timeout(15_000)
    outside: list[str] = []

    def gone(request: Request) -> None:
        outside.append(request.url)

    try:
        context.add_init_script(listening())
        context.route(lambda url: not _here(url), lambda route: route.abort())
        context.on("request", lambda request: None if _here(request.url) else gone(request))
        yield context.new_page()
    finally:
        context.close()
    if outside:
        raise LeftTheMachine(f"the page asked for {outside[0]}; it must be served from here")


def _here(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme in ("data", "blob", "about", "file") or parts.hostname in _HERE
