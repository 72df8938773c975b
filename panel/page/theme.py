"""The look of the panel: quiet colours, light and dark, and only fonts that the system has."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import gradio

_SANS = ("system-ui", "-apple-system", "Segoe UI", "Noto Sans", "DejaVu Sans", "sans-serif")
_BASE = Path(__file__).with_name("base.css")
_MONO = ("ui-monospace", "SFMono-Regular", "Consolas", "DejaVu Sans Mono", "monospace")


def theme() -> gradio.themes.Base:
    import gradio

    font = gradio.themes.Font
    return gradio.themes.Base(
        primary_hue=gradio.themes.colors.teal,
        neutral_hue=gradio.themes.colors.stone,
        radius_size=gradio.themes.sizes.radius_md,
        font=[font(name) for name in _SANS],
        font_mono=[font(name) for name in _MONO],
    ).set(
        body_background_fill="#f6f5f2",
        body_background_fill_dark="#171716",
        block_background_fill="#ffffff",
        block_background_fill_dark="#201f1e",
        body_text_color_subdued="#5f5b56",
        body_text_color_subdued_dark="#d2cdc6",
        input_placeholder_color="#5f5b56",
        input_placeholder_color_dark="#d2cdc6",
        block_border_width="1px",
        block_border_color="#e2dfd9",
        block_border_color_dark="#383634",
        button_primary_background_fill="#0f766e",
        button_primary_background_fill_hover="#115e59",
        button_primary_background_fill_dark="#0f766e",
        button_primary_background_fill_hover_dark="#0d9488",
        button_primary_text_color="#ffffff",
        button_cancel_background_fill="#c81e1e",
        button_cancel_background_fill_hover="#a41616",
        button_cancel_background_fill_dark="#c81e1e",
        button_cancel_background_fill_hover_dark="#e02f2f",
        button_cancel_text_color="#ffffff",
        button_cancel_text_color_dark="#ffffff",
    )


def css() -> str:
    """The style sheets of the page and of its tabs."""
    tabs = sorted(Path(__file__).parent.parent.glob("*/*.css"))
    # The names of colours first: the style sheets of the tabs use them.
    sheets = [_BASE, *(sheet for sheet in tabs if sheet != _BASE)]
    return "\n".join(sheet.read_text("utf-8") for sheet in sheets)


def head() -> str:
    """What the page's head holds besides."""
    script = Path(__file__).with_name("presses.js").read_text("utf-8")
    return f"<script>{{{script}}}</script>"
