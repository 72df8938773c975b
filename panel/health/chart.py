"""Seconds by stage as a small chart: one bar a stage, with its value as text."""

from __future__ import annotations

from collections.abc import Mapping

from panel.page.html import safe

# Units of the drawing; it is scaled to the width that there is.
_WIDTH, _ROW, _LEFT, _RIGHT = 340, 24, 128, 286
_BAR = 13


def stage_chart(stages: Mapping[str, float]) -> str:
    """An inline SVG for seconds by the names of stages; nothing without any."""
    if not stages:
        return ""
    longest = max(*stages.values(), 1e-9)
    rows = [
        _row(number, name, seconds, seconds / longest)
        for number, (name, seconds) in enumerate(stages.items())
    ]
    said = ", ".join(f"{name} {seconds_text(seconds)}" for name, seconds in stages.items())
    return (
        f"<svg class='dh-chart' viewBox='0 0 {_WIDTH} {_ROW * len(stages)}' role='img' "
        f"aria-label='Seconds by stage: {safe(said)}'>{''.join(rows)}</svg>"
    )


def _row(number: int, name: str, seconds: float, share: float) -> str:
    """A row; `share` of the longest bar is 0 to 1."""
    top = number * _ROW
    text, width = top + _ROW / 2 + 4, share * (_RIGHT - _LEFT)
    return (
        f"<text x='{_LEFT - 8}' y='{text:g}' text-anchor='end'>{safe(name)}</text>"
        f"<rect x='{_LEFT}' y='{top + (_ROW - _BAR) / 2:g}' width='{width:.2f}' height='{_BAR}' "
        f"rx='2'/>"
        f"<text x='{_LEFT + width + 6:.2f}' y='{text:g}'>{seconds_text(seconds)}</text>"
    )


def seconds_text(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds < 10 else f"{seconds:.1f} s"
