"""The steps that do the task of a page, and which acts on a screen they are."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.browser.chromium import Page
from benchmarks.decide.format import Act
from vision.core.elements import Element, ElementMap

SCRIPT = (Path(__file__).parent / "steps.js").read_text("utf-8")
"""For Page.reload_with."""
_COUNTED = ("click", "double_click", "right_click", "hover", "drag", "press")
_IN_LISTS = ("list item", "menu", "text")

Step = Mapping[str, Any]


@dataclass
class Steps:
    """Follows how far the steps of a page are done. The steps of a stage may be done in any order,
    all of them before those of the next. `tempting` are wrong ones.

    A step is {"do": "click", "css": …}, also double_click, right_click and hover; type with `text`,
    all that the entry holds then; select with `option`; drag with `to`; press with `key`.
    """

    page: Page
    stages: Sequence[Sequence[Step]]
    tempting: Sequence[Step] = ()
    stage: int = 0
    done: set[str] = field(default_factory=set)

    @property
    def over(self) -> bool:
        return self.stage >= len(self.stages)

    def settle(self) -> None:
        """Note what was done since. Raises PageError."""
        while not self.over:
            hits = self._call("hits")
            for key, step in self._left():
                if self._is_done(step, hits.get(key, 0)):
                    self.done.add(key)
                elif step["do"] in _COUNTED:
                    self._call("watch", key, step.get("css") or step["key"], step["do"])
            if self._left():
                return
            self.stage += 1

    def right(self, map_: ElementMap) -> list[tuple[str, Act]]:
        """The right acts on a screen, each with the key of its step; nothing where what comes next
        is not seen. Raises PageError."""
        if self.over:
            return [("", Act("done"))]
        acts = [(key, act) for key, step in self._left() for act in self._acts(step, map_)]
        options = self._options(map_)
        if not options or not any(window.popup for window in map_.windows):
            return acts or options
        # The list is open: a click on its entry would only close it.
        opened = {key for key, _ in options}
        return [*options, *((key, act) for key, act in acts if key not in opened)]

    def named_tempting(self, map_: ElementMap) -> list[str]:
        """The names on a screen of what it is wrong to click."""
        steps = [step for step in self.tempting if step["do"] == "click"]
        found = {e.text for step in steps for e in self._under(step["css"], map_) if e.interactive}
        return sorted(found - {""})

    def _left(self) -> list[tuple[str, Step]]:
        found = ((f"{self.stage}.{n}", step) for n, step in enumerate(self.stages[self.stage]))
        return [(key, step) for key, step in found if key not in self.done]

    def _is_done(self, step: Step, hits: int) -> bool:
        if step["do"] not in ("type", "select"):
            return hits > 0
        told = self._call("told", step["css"])
        if told is None:
            return False
        if step["do"] == "select":
            return bool(told["option"] == step["option"])
        return bool((told["value"] or "").strip() == step["text"].strip())

    def _acts(self, step: Step, map_: ElementMap) -> list[Act]:
        """What does a step on this screen."""
        verb = step["do"]
        if verb == "press":
            return [Act("press", value=step["key"])]
        told = self._call("told", step["css"])
        if told is None:
            return []
        if told["below"] or told["above"]:
            return [Act("scroll", value="down" if told["below"] else "up")]
        found = self._under(step["css"], map_)
        if verb == "drag":
            ends = [e.id for e in self._under(step["to"], map_)][:1]
            return [Act("drag", e.id, e.text, to=end) for e in found for end in ends]
        found = [e for e in found if e.interactive] or [e for e in found if e.kind == "text"]
        value = step.get("text", step.get("option"))
        acts = [Act(verb, e.id, e.text, value) for e in found]
        if verb == "select":
            acts += [Act("click", e.id, e.text) for e in found]
        return acts

    def _options(self, map_: ElementMap) -> list[tuple[str, Act]]:
        """What is to be chosen in an open list: it lies over the page."""
        return [
            (key, Act("click", e.id, e.text))
            for key, step in self._left()
            for e in map_.elements
            if step["do"] == "select" and e.kind in _IN_LISTS and e.text.strip() == step["option"]
        ]

    def _under(self, selector: str, map_: ElementMap) -> list[Element]:
        """The elements that lie on what a selector finds."""
        points = [(e.box.center.x, e.box.center.y) for e in map_.elements]
        hit = self._call("at", selector, points)
        return [e for e, fits in zip(map_.elements, hit, strict=True) if fits]

    def _call(self, name: str, *given: object) -> Any:
        said = ", ".join(json.dumps(each) for each in given)
        return self.page.evaluate(f"deskhandSteps.{name}({said})")
