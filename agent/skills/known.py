"""The skills that Deskhand comes with, in the order in which they are asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from agent.apps.application import Application
from agent.events import Event
from agent.skills.calendars import Calendars
from agent.skills.forms.filling import Forms
from agent.skills.going_back import GoingBack
from agent.skills.menus import Menus
from agent.skills.popups import Popups
from agent.skills.procedures.procedures import Procedures
from agent.skills.running import Skills
from agent.skills.steppers import Steppers


def known_skills(
    task: str,
    installed: Sequence[Application] = (),
    tell: Callable[[Event], None] = lambda event: None,
) -> Skills:
    """Those of one run. `tell` hears of ways back."""
    return Skills(
        (
            Popups(task),
            Steppers(),
            Calendars(),
            Procedures(installed),
            Forms(),
            Menus(),
            GoingBack(installed, tell),
        )
    )
