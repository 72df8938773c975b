"""The tab's HTML. Every text comes through `safe`."""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence

import numpy as np
from PIL import Image

from agent.settings.described import GROUPS, USUAL, Setting
from agent.settings.kinds import Choice, Number
from models.files.settings_file import settings_path
from panel.page.html import safe
from vision.icons.user_names import Correction

INTRO = "Changes apply from the next run on."


def top() -> str:
    """Where the settings lie, and links to the groups."""
    links = " · ".join(
        f"<a href='#dh-group-{name.lower().replace(' ', '-')}'>{name}</a>"
        for name in (*GROUPS, "Icon names", "Secrets")
    )
    return (
        f"<div class='dh-set-top'><p>{INTRO}</p><p class='dh-why'>They are stored in "
        f"<code>{safe(str(settings_path()))}</code>. <code>deskhand settings</code> changes the "
        "same file.</p>"
        f"<nav aria-label='Groups of settings'>{links}</nav></div>"
    )


def group(name: str) -> str:
    return f"<h2 class='dh-group' id='dh-group-{name.lower().replace(' ', '-')}'>{safe(name)}</h2>"


def about(setting: Setting) -> str:
    """The name of a setting, what it does, and its default."""
    kind = setting.kind
    meanings = dict(kind.options) if isinstance(kind, Choice) else {}
    default = safe(meanings.get(str(setting.default), kind.words(setting.default)))
    unit = ""
    if isinstance(kind, Number) and kind.unit not in setting.label.lower():
        unit = f" <span class='dh-why'>in {kind.unit}</span>"
    # The top of the tab says the usual.
    when = "" if setting.used == USUAL else f" Takes effect {safe(setting.used)}."
    return (
        f"<div class='dh-about'><h3>{safe(setting.label)}{unit}</h3><p>{safe(setting.sentence)}</p>"
        f"<p class='dh-why'>Default: {default}.{when}</p></div>"
    )


def problem(text: str) -> str:
    """A sentence beside a field; nothing without one."""
    return f"<p class='dh-wrong' role='alert'>⚠ {safe(text)}</p>" if text else ""


def message(text: str, good: bool = True) -> str:
    """What the last press of a button did."""
    if not text:
        return ""
    sign, colour = ("✓", "good") if good else ("⚠", "bad")
    return f"<p class='dh-said dh-{colour}' role='status'>{sign} {safe(text)}</p>"


def banners(texts: Sequence[str]) -> str:
    """What is wrong with the whole file."""
    return "".join(f"<p class='dh-banner' role='alert'>⚠ {safe(text)}</p>" for text in texts)


def removable(
    rows: Sequence[tuple[str, str, str, str]], empty: str, what: str, question: str
) -> str:
    """A list whose lines have a button to remove them: (key, name, more, picture's address). The
    button asks `question` before it does it."""
    if not rows:
        return f"<p class='dh-empty'>{safe(empty)}</p>"
    lines = "".join(_line(row, question) for row in rows)
    return f"<ul class='dh-kept' aria-label='{safe(what)}'>{lines}</ul>"


def _line(row: tuple[str, str, str, str], question: str) -> str:
    key, name, more, picture = row
    image = f"<img src='{picture}' alt=''>" if picture else ""
    return (
        f"<li>{image}<span class='dh-body'><b>{safe(name)}</b> "
        f"<span class='dh-why'>{safe(more)}</span></span>"
        f"<button type='button' data-key='{safe(key)}' data-ask='{safe(question)}' "
        f"aria-label='Remove {safe(name)}'>Remove</button></li>"
    )


def icon_picture(correction: Correction) -> str:
    """The remembered look of an icon as the data address of a small picture."""
    shades = np.array(correction.look.shades, np.uint8) * 17
    stream = io.BytesIO()
    Image.fromarray(shades, "L").resize((32, 32), Image.Resampling.NEAREST).save(stream, "PNG")
    return "data:image/png;base64," + base64.b64encode(stream.getvalue()).decode("ascii")


def screens(pictures: Sequence[tuple[str, tuple[int, int, int, int]]]) -> str:
    """Each monitor's picture, on which areas are drawn and shown by screens.js: (address of the
    picture, left, top, right, bottom in physical pixels)."""
    parts = [
        f"<figure class='dh-screen' data-box='{','.join(map(str, box))}'>"
        f"<img src='{source}' alt='The screen, {box[2] - box[0]} × {box[3] - box[1]} pixels' "
        "draggable='false'><div class='dh-drawn'></div></figure>"
        for source, box in pictures
    ]
    hint = "Draw a frame with the mouse to add it as a line, then press Save."
    return f"<p class='dh-why'>{hint}</p>{''.join(parts)}"
