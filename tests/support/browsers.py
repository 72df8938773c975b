"""The Chromium that opens the panel in tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, expect, sync_playwright

from benchmarks.browser.chromium import QUIET
from tests.support.needs import need
from tests.support.timing import AMPLE


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a window; what is expected of its pages has ample time."""
    need("chromium")
    expect.set_options(timeout=AMPLE * 1000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=list(QUIET))
        yield browser
        browser.close()
