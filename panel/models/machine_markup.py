"""The section "This machine": memory, disk, what is loaded, and the set that suits it."""

from __future__ import annotations

from models.catalogue.spec import ModelSpec
from panel.models.shared_markup import Press, View, button, question
from panel.models.work.overview import Overview
from panel.models.work.words import size
from panel.page.html import safe


def machine(now: Overview | None, view: View, off: bool) -> str:
    """The section; `off`: the page only watches."""
    if now is None:
        return "<section class='dh-box'><p class='dh-empty'>Looking at this machine…</p></section>"
    trouble = f"<p class='dh-trouble' role='alert'>{safe(now.trouble)}</p>" if now.trouble else ""
    return (
        "<section class='dh-box' aria-label='This machine'>"
        f"<div class='dh-meters'>{_meters(now)}</div>{_held(now, off)}"
        f"{_recommended(now, view, off)}{trouble}</section>"
    )


def _meters(now: Overview) -> str:
    machine, ours = now.machine, sum(count for _, count in now.held)
    gpu = machine.gpu
    ram = _meter("RAM", machine.ram_total, machine.ram_free, 0 if gpu else ours)
    disk = _meter("Disk", now.disk_total, now.disk_free, now.weights)
    if gpu is None:
        card = (
            "<div class='dh-meter'><div class='dh-meter-head'><b>GPU</b></div><p class='dh-why'>"
            "None that the models can use, so they run on the processor.</p></div>"
        )
        return ram + card + disk
    return ram + _meter(gpu.name, gpu.total, gpu.free, ours) + disk


def _meter(name: str, total: int, free: int, ours: int) -> str:
    """A bar of what is used; the part of the models stands out."""
    used = max(0, total - free)
    ours = min(ours, used)
    share = [100 * count / total if total else 0 for count in (used - ours, ours)]
    models = f", models {size(ours)}" if ours else ""
    return (
        f"<div class='dh-meter'><div class='dh-meter-head'><b>{safe(name)}</b>"
        f"<span>{size(free)} free of {size(total)}</span></div>"
        f"<div class='dh-track' role='img' aria-label='{safe(name)}: {size(used)} used{models}'>"
        f"<div class='dh-bar-other' style='width:{share[0]:.0f}%'></div>"
        f"<div class='dh-bar-work' style='width:{share[1]:.0f}%'></div></div>"
        f"<div class='dh-why'>{size(used)} used{models}</div></div>"
    )


def _held(now: Overview, off: bool) -> str:
    if now.held:
        what = ", ".join(f"<b>{safe(_name(now, one))}</b> ({size(n)})" for one, n in now.held)
        return (
            f"<div class='dh-line'><span>In memory: {what}</span>"
            f"{button(Press('unload', 'Unload'), off)}</div>"
        )
    row = now.row(now.selected)
    load = ""
    if row is not None and row.here and not row.trouble:
        load = button(Press("load", "Load now", now.selected), off)
    return (
        "<div class='dh-line'><span>No model is in memory. A run loads the one in use.</span>"
        f"{load}</div>"
    )


def _recommended(now: Overview, view: View, off: bool) -> str:
    rows = [row for one in now.recommended if (row := now.row(one)) is not None]
    missing = [row.model for row in rows if not row.ready]
    language = next((row for row in rows if row.model.role == "language"), None)
    if not rows or language is None:
        return ""
    names = ", ".join(safe(row.model.name) for row in rows)
    if not missing and language.in_use:
        return f"<div class='dh-line'><span>You have the recommended models: {names}.</span></div>"
    if not missing:
        press = button(Press("set", "Use them", ",".join(now.recommended)), off)
        return f"<div class='dh-line'><span>Recommended here: {names}.</span>{press}</div>"
    opened = view.asks("set")
    press = button(Press("ask-set", "Download them", look="main"), off, opened)
    line = f"<div class='dh-line'><span>Recommended for this machine: {names}.</span>{press}</div>"
    ids = ",".join(now.recommended)
    return line + (_question(missing, language.model, ids, off) if opened else "")


def _question(missing: list[ModelSpec], language: ModelSpec, ids: str, off: bool) -> str:
    items = "".join(
        f"<li><b>{safe(one.name)}</b>, {size(one.bytes)}. Licence: {safe(one.licence)}</li>"
        for one in missing
    )
    total = sum(one.bytes or 0 for one in missing)
    text = f"<p>This downloads {size(total)}, then uses {safe(language.name)}:</p><ul>{items}</ul>"
    words = "Accept the licences and download" if len(missing) > 1 else "Accept and download"
    return question(text, [Press("set", words, ids, "main")], off)


def _name(now: Overview, model_id: str) -> str:
    row = now.row(model_id)
    return row.model.name if row else model_id
