"""What every pass keeps to: it reads what was written before, finds nothing where nothing is,
changes nothing when it runs again, and takes no more time for each thing on a full screen."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from tests.support.drawn import Page
from tests.support.made_scenes import form, scene_of, steps_of
from vision.core.trace import tracing
from vision.pipeline.candidates import CANDIDATES
from vision.pipeline.phases import PHASES, passes, required
from vision.pipeline.runner import Pass, contents, run, step, written_by
from vision.pipeline.scene import DERIVED, HANDED_IN, Scene

NAMES = sorted(passes())
# A second run of these is no repetition. Each cut, count or row changes what the next is found in.
NOT_TWICE = {
    "plain_text": "adds the free text, a second time",
    "missed_controls": "adds what is in another field, a second time",
    "scroll_bar_parts": "adds the scroll bars, a second time",
    "modal_backdrop": "keeps what lies behind, which is gone after it ran",
    "notebook_tabs": "takes tabs out of the text that they are found in",
    "breadcrumbs": "takes links out of the free text that they are found in",
}


@pytest.fixture(scope="module")
def small() -> dict[str, tuple[Pass, Scene]]:
    """Each pass with the scene of a small form before it."""
    return {p.name: (p, scene) for p, scene in steps_of(form(4))}


def test_every_pass_has_a_name_of_its_own_and_says_what_it_does():
    for phase in PHASES:
        for each in phase.passes:
            assert each.name.replace("_", "").isalpha()
            assert len(each.about) > 10, each.name


def test_a_scene_holds_what_passes_read_and_write():
    known = {each.name for each in fields(Scene)}
    for each in passes().values():
        assert set(each.writes) <= known
        assert set(each.reads) <= known | set(DERIVED)


def test_what_is_derived_is_made_of_the_fields_that_are_named():
    class Watched:
        """A scene that keeps which of its fields are read."""

        def __init__(self, scene: Scene) -> None:
            self.scene = scene
            self.read: set[str] = set()

        def __getattr__(self, name: str) -> object:
            found = Scene.__dict__.get(name)
            if isinstance(found, property):
                assert found.fget is not None
                return found.fget(self)
            if callable(found):
                return found.__get__(self)
            self.read.add(name)
            return getattr(self.scene, name)

    for name, bases in DERIVED.items():
        watched = Watched(form(1))
        getattr(watched, name)
        assert watched.read == bases, name


def test_a_pass_that_reads_what_nobody_wrote_is_refused():
    early = step("early", len, "pieces", "line")
    with pytest.raises(ValueError, match="early reads pieces, which no earlier pass"):
        written_by([early], HANDED_IN)
    with pytest.raises(ValueError, match="lost writes nothing_known"):
        written_by([step("lost", len, "text", "nothing_known")], HANDED_IN)
    with pytest.raises(ValueError, match="Two passes are called again"):
        written_by([step("again", len, "text", "line")] * 2, HANDED_IN)


def test_what_is_needed_cannot_be_left_out():
    required(frozenset({"labels", "disabled"}))
    with pytest.raises(ValueError, match="no pass magic"):
        required(frozenset({"magic"}))
    with pytest.raises(ValueError, match="numbering cannot be left out"):
        required(frozenset({"numbering"}))


def test_a_pass_that_is_left_out_does_not_run():
    scene = form(1)
    with tracing() as trace:
        after = run(CANDIDATES.passes, scene, frozenset({"doubtful"}))
    ran = [each.name for each in trace.steps]
    assert ran == [p.name for p in CANDIDATES.passes if p.name != "doubtful"]
    assert len(after.candidates) == 3
    (scored,) = [each for each in trace.steps if each.name == "box_scores"]
    (change,) = scored.changes
    assert (change.field, change.before, len(contents(change.after))) == ("candidates", (), 3)


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_scene_stays_empty(name: str):
    scene = scene_of(Page(64, 64), [])
    after = passes()[name](scene)
    for each in fields(Scene):
        if each.name not in HANDED_IN and each.name != "line":
            assert not contents(getattr(after, each.name)), each.name


@pytest.mark.parametrize("name", NAMES)
def test_a_second_run_changes_nothing(name: str, small: dict[str, tuple[Pass, Scene]]):
    each, scene = small[name]
    once = each(scene)
    twice = each(once)
    same = all(getattr(once, field) == getattr(twice, field) for field in each.writes)
    assert same or name in NOT_TWICE


def test_the_handbook_lists_the_passes_as_the_code_has_them():
    handbook = Path("docs/how-it-works.md").read_text(encoding="utf-8")
    block = handbook.split("The lists, as the code has them:")[1].split("```")[1]
    written = [line.split() for line in block.splitlines() if line.startswith(" ")]
    names = [each.name for phase in PHASES for each in phase.passes]
    assert [name for line in written for name in line] == names
