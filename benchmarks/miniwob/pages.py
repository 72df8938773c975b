"""The pages of the package miniwob, and the ones that are run when none are named."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable
from pathlib import Path

from agent.errors import AgentError

# fmt: off
FIRST = (
    "click-test", "click-test-2", "click-button", "click-link", "click-dialog",
    "click-dialog-2", "click-checkboxes", "click-checkboxes-large", "click-option", "click-tab",
    "click-tab-2", "click-widget", "click-color", "click-shape", "click-collapsible",
    "click-button-sequence", "click-menu", "choose-list", "enter-text", "enter-text-2",
    "enter-text-dynamic", "enter-password", "enter-date", "focus-text", "focus-text-2",
    "login-user", "login-user-popup", "navigate-tree", "search-engine", "email-inbox",
    "email-inbox-nl-turk", "social-media", "read-table", "use-autocomplete",
    "simple-arithmetic", "unicode-test", "grid-coordinate", "identify-shape", "multi-orderings",
    "form-sequence", "click-scroll-list", "find-word", "tic-tac-toe",
)
"""The pages that Deskhand was developed with."""
ADDED = (
    "book-flight-nodelay", "buy-ticket", "choose-date-easy", "choose-date", "click-menu-2",
    "click-pie", "click-checkboxes-soft", "copy-paste", "count-shape", "drag-box", "drag-items",
    "drag-single-shape", "drag-sort-numbers", "email-inbox-forward", "email-inbox-reply",
    "email-inbox-delete", "enter-time", "find-greatest", "form-sequence-2", "guess-number",
    "highlight-text", "hover-shape", "number-checkboxes", "odd-or-even", "read-table-2",
    "scroll-text", "simple-algebra", "text-editor", "text-transform", "use-spinner",
)
"""Pages that came later: calendars, drawings, dragging, texts, e-mail. hover-shape of miniwob 1.1.0
gives no reward, so it counts as not solved whatever is done."""
# fmt: on
DEFAULT = FIRST + ADDED
ALL = "all"


def folder() -> Path:
    """Where the pages lie. Raises AgentError when the package is missing."""
    # Only the pages: importing the package would want gymnasium.
    package = importlib.util.find_spec("miniwob")
    if package is None or package.origin is None:
        raise AgentError(
            "The pages of MiniWoB++ are not installed.", "pip install --no-deps miniwob==1.1.0"
        )
    return Path(package.origin).parent / "html"


def names() -> list[str]:
    """All pages, in alphabetical order."""
    return sorted(path.stem for path in (folder() / "miniwob").glob("*.html"))


def chosen(tasks: Iterable[str]) -> tuple[str, ...]:
    """The pages that were asked for: none means the default ones, "all" every page.

    Raises:
        AgentError: there is no such page.
    """
    wanted = tuple(tasks) or DEFAULT
    known = names()
    if wanted == (ALL,):
        return tuple(known)
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise AgentError(
            f"MiniWoB++ has no page {', '.join(unknown)}.", f"It has: {', '.join(known)}"
        )
    return wanted
