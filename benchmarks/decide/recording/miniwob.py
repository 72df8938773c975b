"""Record MiniWoB++ pages: each screen on the scripted way, with what is right there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from benchmarks.decide.format import Act, Case, Half, Past
from benchmarks.decide.recording.browser_pages import BrowserPages
from benchmarks.decide.solutions import entering, mail, pointing
from benchmarks.decide.solutions.view import Solved, View
from vision.core.elements import ElementMap

PAGES: dict[str, tuple[Solved, ...]] = {
    **{name: (solved,) for name, solved in pointing.PAGES.items()},
    **{name: (solved,) for name, solved in entering.PAGES.items()},
    **mail.PAGES,
}
_SEEDS = range(12)
_MOST_STEPS = 16
# On these pages the button ends the episode, and nothing can be put right afterwards.
_ENDINGS = ("Submit", "Login")


class Unsolved(RuntimeError):
    """A scripted solution did not end in a reward. Says why."""


@dataclass(frozen=True, slots=True)
class _Found:
    solved: Solved
    facts: dict[str, str]

    def wordings(self, task: str) -> tuple[str, ...]:
        return (task, *(words.format(**self.facts) for words in self.solved.wordings))


def half(name: str) -> Half:
    """The half that a page belongs to: every other one of the alphabet is locked."""
    return "locked" if sorted(PAGES).index(name) % 2 else "dev"


def record(pages: BrowserPages, name: str, episodes: int = 2) -> tuple[list[Case], list[str]]:
    """The cases of the first episodes whose task a solution knows, and why others failed."""
    cases: list[Case] = []
    failures: list[str] = []
    done = 0
    for seed in _SEEDS:
        if done == episodes or len(failures) > 2:
            break
        task = pages.open(name, seed)
        found = _find(PAGES[name], task)
        if found is None:
            continue
        try:
            cases += _episode(pages, name, seed, task, found)
            done += 1
        except (Unsolved, IndexError, StopIteration, ValueError, LookupError) as problem:
            failures.append(f"{name} {seed}: {task}: {type(problem).__name__}: {problem}")
    return cases, failures


def _find(solutions: Sequence[Solved], task: str) -> _Found | None:
    for solved in solutions:
        if match := re.fullmatch(solved.pattern, task):
            return _Found(solved, {k: v for k, v in match.groupdict().items() if v is not None})
    return None


def _episode(pages: BrowserPages, name: str, seed: int, task: str, found: _Found) -> list[Case]:
    cases: list[Case] = []
    acts: list[Act] = []
    history: list[Past] = []
    screen = pages.look()
    for step in range(_MOST_STEPS):
        right = list(found.solved.right(View(screen, found.facts, tuple(acts))))
        if not right:
            raise Unsolved(f"no right action at step {step} among {_shown(screen)}")
        cases.append(
            Case(
                f"miniwob/{name}/{seed}/{step}",
                f"miniwob/{name}",
                half(name),
                found.wordings(task),
                screen,
                tuple(dict.fromkeys(right)),
                _wrong(screen, right),
                tuple(past.action for past in history),
                tuple(history),
            )
        )
        pages.do(right[0], screen)
        acts.append(right[0])
        if (reward := pages.reward()) is not None:
            if reward <= 0:
                raise Unsolved(f"{right[0].words()} gave {reward:g} among {_shown(screen)}")
            return cases
        after = pages.look()
        history.append(Past(right[0].words(), screen.diff(after).summary() or "nothing visible"))
        screen = after
    raise Unsolved(f"not over after {_MOST_STEPS} actions; {_shown(screen)}")


def _wrong(screen: ElementMap, right: Sequence[Act]) -> tuple[Act, ...]:
    """Ending the episode while something else is still to be done."""
    ends = [
        Act("click", e.id, e.text)
        for e in screen.elements
        if e.text in _ENDINGS and e.kind in ("button", "link") and not e.state.disabled
    ]
    return () if any(end in right for end in ends) else tuple(ends)


def _shown(screen: ElementMap) -> str:
    return "; ".join(f"{e.kind} {e.text!r} {e.state.words()}"[:60] for e in screen.elements[:40])


def without_twins(cases: Sequence[Case]) -> list[Case]:
    """The cases without those that differ from an earlier one in nothing that matters."""
    seen = set()
    kept = []
    for case in cases:
        key = (case.tasks, case.right, replace(case.screen, timings={}).describe())
        if key not in seen:
            kept.append(case)
        seen.add(key)
    return kept
