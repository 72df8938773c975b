"""Record the wizard: each of its screens on the true way, with what is right there."""

from __future__ import annotations

from collections.abc import Sequence

from agent.computer.controller import Controller
from agent.desktop.virtual_desktop import Desktop
from benchmarks.decide.format import Act, Case, Past
from benchmarks.decide.recording.browser_pages import BLANK
from benchmarks.decide.solutions.wizard_tasks import TASKS
from benchmarks.episodes.scene import TrueEyes
from benchmarks.wizard import plan
from benchmarks.wizard.running import wizard
from benchmarks.wizard.solution import DEEDS, Deed, Solver
from vision.capture.windows import list_windows
from vision.core.elements import Element, ElementMap, Kind

_SEED = 0
_CLICKABLE: tuple[Kind, ...] = ("button", "checkbox", "radio", "tab", "list item")
_HARMFUL = ("Cancel", "Finish")


def record(desktop: Desktop, controller: Controller) -> list[Case]:
    """Every screen before each deed; screens on which a drop-down list is open are left out.

    Raises:
        TimeoutError: the wizard does not do what its solution expects.
    """
    cases: list[Case] = []
    history: list[Past] = []
    progress: list[str] = []
    with wizard(desktop, _SEED) as running:
        eyes = TrueEyes(running.truth)
        solver = Solver(controller, running.truth)
        screen = eyes.perceive(BLANK, list_windows())
        for number, page in enumerate(plan.PAGES):
            deeds = DEEDS[page]
            for place, deed in enumerate(deeds):
                right = _right(deeds[place:], screen)
                cases.append(
                    Case(
                        f"wizard/{number}/{place}",
                        f"wizard/{page}",
                        "locked" if number % 2 else "dev",
                        TASKS,
                        screen,
                        right,
                        _wrong(screen, right),
                        tuple(progress),
                        tuple(history[-8:]),
                    )
                )
                solver.do(deed)
                if running.over():
                    return cases
                after = eyes.perceive(BLANK, list_windows())
                seen = screen.diff(after).summary() or "nothing visible"
                history.append(Past(right[0].words(), seen))
                screen = after
            progress.append(f"The page “{page}” is filled in.")
    return cases


def _right(deeds: Sequence[Deed], screen: ElementMap) -> tuple[Act, ...]:
    """The first deed; with it the fields that follow it, which may be filled in any order, and
    what may come instead of deeds that are not required."""
    acts: dict[Act, None] = {}
    for number, deed in enumerate(deeds):
        before = deeds[:number]
        entering = all(each.verb != "click" for each in (*before, deed))
        skipped = all(not each.required for each in before)
        if not entering and not skipped:
            break
        acts.update(dict.fromkeys(_acts(deed, screen)))
    return tuple(acts)


def _acts(deed: Deed, screen: ElementMap) -> list[Act]:
    kinds: dict[str, tuple[Kind, ...]] = {
        "click": _CLICKABLE,
        "type": ("field",),
        "select": ("dropdown",),
    }
    found = [
        e
        for e in screen.elements
        if e.text == deed.name and e.kind in kinds[deed.verb] and not e.state.disabled
    ][:1]
    return [act for element in found for act in _on(deed, element)]


def _on(deed: Deed, element: Element) -> list[Act]:
    click = Act("click", element.id, element.text)
    match deed.verb:
        case "type":
            return [Act("type", element.id, element.text, deed.value)]
        case "select":
            return [Act("select", element.id, element.text, deed.value), click]
        case _:
            return [click]


def _wrong(screen: ElementMap, right: Sequence[Act]) -> tuple[Act, ...]:
    """Giving up, and finishing too early."""
    acts = [
        Act("click", e.id, e.text)
        for e in screen.elements
        if e.text in _HARMFUL and e.kind == "button" and not e.state.disabled
    ]
    return tuple(act for act in acts if act not in right)
