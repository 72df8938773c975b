"""deskhand see: what Deskhand sees, as text, as JSON or drawn over the picture."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Annotated, Literal

import typer

from agent.eyes import DetectorName, make_perceiver, missing_detector
from agent.preflight import require_display
from vision.draw import draw
from vision.elements import ElementMap
from vision.geometry import overlap_area
from vision.screen import MssScreen, ScreenError, Screenshot, load_image, save_png
from vision.windows import Window, activate, list_windows

_REDRAW_SECONDS = 0.5


def see(
    monitor: Annotated[
        int | None, typer.Option(metavar="N", help="Look at this monitor, from 1.")
    ] = None,
    window: Annotated[
        str | None, typer.Option(metavar="TITLE", help="Look at the window with this title.")
    ] = None,
    image: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Look at a picture of a screen.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    overlay: Annotated[
        Path | None, typer.Option(metavar="FILE.png", help="Draw the elements over the picture.")
    ] = None,
    ocr: Annotated[Literal["rapid", "easy"], typer.Option(help="What reads the text.")] = "rapid",
    detector: Annotated[DetectorName, typer.Option(help="What finds the controls.")] = "omniparser",
) -> None:
    """Show what Deskhand sees on the screen."""
    if sum(choice is not None for choice in (monitor, window, image)) > 1:
        raise typer.BadParameter("--monitor, --window and --image cannot be used together.")
    if overlay is not None and not overlay.absolute().parent.is_dir():
        raise ScreenError(f"There is no folder {overlay.parent} for the overlay.")
    shot, windows, seconds = _look(monitor, window, image)
    if missing := missing_detector(detector):
        typer.echo(missing, err=True)
    seen = make_perceiver(ocr, detector).perceive(shot, windows)
    typer.echo(_json(seen, seconds) if as_json else seen.describe())
    if overlay is not None:
        save_png(draw(seen), overlay)


def _look(
    monitor: int | None, title: str | None, image: Path | None
) -> tuple[Screenshot, tuple[Window, ...], float]:
    """The picture, the windows on it, and the seconds that grabbing it took."""
    start = time.perf_counter()
    if image is not None:
        return load_image(image), (), time.perf_counter() - start
    require_display()
    screen = MssScreen(monitor=1 if monitor is None else monitor)
    try:
        region = None if title is None else _in_front(title).box
        windows = list_windows()
        start = time.perf_counter()
        shot = screen.grab(region)
        seconds = time.perf_counter() - start
    finally:
        screen.close()
    return shot, tuple(w for w in windows if overlap_area(w.box, shot.box)), seconds


def _in_front(title: str) -> Window:
    """The front-most window with this title, or with this in its title; raised when others hide
    it, because only what shows can be grabbed."""
    windows = list_windows()
    named = [w for w in windows if not w.popup and title.casefold() in w.title.casefold()]
    if not named:
        known = ", ".join(f"“{w.title}”" for w in windows if w.title and not w.popup)
        raise ScreenError(f"There is no window “{title}”; there are: {known or 'none'}.")
    window = next((w for w in named if w.title == title), named[0])
    above = windows[: windows.index(window)]
    if any(overlap_area(w.box, window.box) and not w.popup for w in above):
        activate(window)
        time.sleep(_REDRAW_SECONDS)
    return window


def _json(seen: ElementMap, grab: float) -> str:
    seconds = {"grab": grab, **seen.timings}
    told = {
        "elements": [element.as_plain() for element in seen.elements],
        "timings": {name: round(value, 4) for name, value in seconds.items()},
    }
    return json.dumps(told, ensure_ascii=False, indent=1)
