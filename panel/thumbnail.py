"""A small picture of each step, cut out as the picture beside a question is."""

from __future__ import annotations

from agent.policy.picture import spotlight
from agent.trajectory import Step
from vision.capture.jpeg import jpeg_address

_WIDEST = 168


def thumbnail(step: Step) -> str:
    """What the step saw before it acted, as the data address of a JPEG that is 168 pixels wide at
    most; what it touched is in the middle, in a red frame."""
    return jpeg_address(spotlight(step.action, step.map), widest=_WIDEST, quality=72)
