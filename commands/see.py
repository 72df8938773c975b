"""deskhand see: what Deskhand sees, as text, as JSON or drawn over the picture."""

from __future__ import annotations

import json
import time
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Literal

import typer

from agent.desktop.view import View, find_window
from agent.diagnostics.preflight import require_display
from agent.errors import AgentError
from agent.perception.icon_names import corrections, describing_problem, stop_describing
from agent.perception.perceiver import make_perceiver, missing_detector
from agent.perception.settings import DetectorName
from vision.capture.screen import MssScreen, ScreenError, Screenshot, load_image, save_png
from vision.capture.windows import Window, activate, list_windows
from vision.core.elements import ElementMap, UnknownElement, one_line
from vision.core.geometry import Box, overlap_area
from vision.core.trace import Trace, tracing
from vision.draw import draw
from vision.explain import explain
from vision.icons.namer import correct
from vision.pipeline.bisect import bisected
from vision.pipeline.phases import listed, required

_REDRAW_SECONDS = 0.5
# For icons to be described: nobody looks again at this picture.
_PATIENCE = 10.0


def see(
    monitor: Annotated[
        int | None, typer.Option(metavar="N", help="Capture this monitor; the first is 1.")
    ] = None,
    window: Annotated[
        str | None, typer.Option(metavar="TITLE", help="Capture the window with this title.")
    ] = None,
    image: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Read a screenshot from a file.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    overlay: Annotated[
        Path | None,
        typer.Option(metavar="FILE.png", help="Save the screenshot with the elements drawn."),
    ] = None,
    name: Annotated[
        tuple[int, str] | None,
        typer.Option(
            "--name", metavar='ID "NAME"', help='Give icon ID a name of your own; "" removes it.'
        ),
    ] = None,
    ocr: Annotated[Literal["rapid", "easy"], typer.Option(help="Text recogniser.")] = "rapid",
    detector: Annotated[DetectorName, typer.Option(help="Detector of controls.")] = "controls",
    why: Annotated[
        int | None,
        typer.Option("--explain", metavar="ID", help="Explain how this element was recognised."),
    ] = None,
    passes: Annotated[
        bool, typer.Option("--passes", help="List the passes of seeing in their order.")
    ] = False,
    without: Annotated[
        list[str] | None, typer.Option(metavar="PASS", help="Leave out this pass; repeatable.")
    ] = None,
    bisect: Annotated[
        str | None,
        typer.Option(metavar="L,T,R,B", help="Show which passes changed what is in this box."),
    ] = None,
) -> None:
    """Show what Deskhand sees on the screen."""
    if passes:
        typer.echo("\n".join(listed()))
        return
    _check_together(
        (monitor, window, image), as_json=as_json, overlay=overlay, name=name, why=why, box=bisect
    )
    place, left_out = _place(bisect), _left_out(without)
    shot, windows, seconds = _look(monitor, window, image)
    if missing := missing_detector(detector):
        typer.echo(missing, err=True)
    traced = why is not None or place is not None
    with tracing() if traced else nullcontext() as trace:
        eyes = make_perceiver(ocr, detector, _PATIENCE, without=left_out)
        seen = eyes.perceive(shot, windows)
    stop_describing()
    if problem := describing_problem():
        typer.echo(problem, err=True)
    if name is not None:
        typer.echo(_named(seen, *name))
        return
    if trace is None:
        typer.echo(_json(seen, seconds) if as_json else seen.describe())
    elif why is not None:
        typer.echo(_explained(why, seen, trace))
    elif place is not None:
        changes = list(bisected(trace.steps, place, seen.screenshot.origin))
        typer.echo("\n".join(changes) or "No pass found anything in this box.")
    if overlay is not None:
        _draw_over(seen, overlay)


def _check_together(
    sources: tuple[int | None, str | None, Path | None],
    *,
    as_json: bool,
    overlay: Path | None,
    name: tuple[int, str] | None,
    why: int | None,
    box: str | None,
) -> None:
    """Refuse options that exclude each other, and an overlay that cannot be written."""
    if sum((as_json, why is not None, box is not None)) > 1:
        raise typer.BadParameter("--explain, --bisect and --json cannot be used together.")
    if sum(choice is not None for choice in sources) > 1:
        raise typer.BadParameter("--monitor, --window and --image cannot be used together.")
    if name is not None and (as_json or overlay is not None):
        raise typer.BadParameter("--name cannot be used with --json or --overlay.")
    if overlay is not None and not overlay.absolute().parent.is_dir():
        raise ScreenError(f"The folder {overlay.parent} for the overlay does not exist.")


def _place(said: str | None) -> Box | None:
    """The box that --bisect names."""
    if said is None:
        return None
    try:
        left, top, right, bottom = (int(side) for side in said.split(","))
        return Box(left, top, right, bottom)
    except ValueError as problem:
        raise typer.BadParameter(
            f"“{said}” is not a box. Give left,top,right,bottom in pixels: --bisect 10,20,110,44"
        ) from problem


def _left_out(names: list[str] | None) -> frozenset[str]:
    """The passes that --without names."""
    without = frozenset(names or ())
    try:
        required(without)
    except ValueError as problem:
        raise typer.BadParameter(f"{problem} To list them: deskhand see --passes") from problem
    return without


def _draw_over(seen: ElementMap, file: Path) -> None:
    """Write the overlay; the map was told already, so nothing of it is lost."""
    try:
        save_png(draw(seen), file)
    except OSError as error:
        why = (error.strerror or str(error)).rstrip(".")
        raise ScreenError(
            f"The overlay could not be written to {file}: {why}. "
            "Free some disk space there, or choose another file."
        ) from error


def _named(seen: ElementMap, number: int, name: str) -> str:
    """Keep the person's name for an icon, or forget it; what was done, in words."""
    try:
        before = correct(seen, number, name, corrections())
    except (UnknownElement, ValueError) as error:
        said = str(error).rstrip(".") + "."
        raise AgentError(
            f"{said[:1].upper()}{said[1:]}", "To list the ids, run the same command without --name."
        ) from error
    if name.strip():
        return f"Icon {number} is now named “{one_line(name)}”."
    return f"The name “{before}” was removed." if before else f"Icon {number} had no custom name."


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
    window = find_window(View(title=title), windows)
    above = windows[: windows.index(window)]
    if any(overlap_area(w.box, window.box) and not w.popup for w in above):
        activate(window)
        time.sleep(_REDRAW_SECONDS)
    return window


def _explained(number: int, seen: ElementMap, trace: Trace) -> str:
    try:
        return explain(seen.by_id(number), trace, seen.screenshot.origin)
    except UnknownElement as problem:
        raise typer.BadParameter(f"{problem}. To list the ids: deskhand see") from problem


def _json(seen: ElementMap, grab: float) -> str:
    seconds = {"grab": grab, **seen.timings}
    framed = [window for window in seen.windows if not window.popup]
    told = {
        "elements": [element.as_plain() for element in seen.elements],
        "windows": [_window(window, number == 0) for number, window in enumerate(framed)],
        "areas": [{**asdict(area), "box": area.box.as_list()} for area in seen.areas],
        "timings": {name: round(value, 4) for name, value in seconds.items()},
    }
    return json.dumps(told, ensure_ascii=False, indent=1)


def _window(window: Window, in_front: bool) -> dict[str, object]:
    return {"title": window.title, "box": window.box.as_list(), "in_front": in_front}
