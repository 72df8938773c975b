"""What the HTML of all tabs shares: safe text, the colours of effects, and "Loading…"."""

from __future__ import annotations

import html

EFFECT_COLOURS = {
    "confirmed": "good",
    "changed elsewhere": "mixed",
    "no visible change": "nothing",
    "failed": "bad",
    "not allowed": "bad",
}
"""The class of each effect, without `dh-`."""
# Gradio treats a component's text as a template: these two would begin an expression.
_TEMPLATE = str.maketrans({"$": "&#36;", "{": "&#123;", "}": "&#125;", "`": "&#96;"})

LOADING = "<p class='dh-loading'>Loading…</p>"
"""Stands in a part of a tab until its contents come from the server."""


def safe(text: str) -> str:
    """Text as it stands, for the inside of an element or of a quoted attribute."""
    return html.escape(text).translate(_TEMPLATE)
