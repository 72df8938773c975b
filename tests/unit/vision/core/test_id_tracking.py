"""Ids stay with the thing from frame to frame."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.support.made_maps import element, made_map
from vision.core.elements import Element, Kind, State
from vision.core.geometry import Box
from vision.core.id_tracking import keep_ids

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo")


def rows(names: tuple[str, ...] | list[str], top: int = 100, step: int = 30) -> list[Element]:
    """A table: a name, a checkbox without a name and a "Delete" in each row; a title above."""
    made = [element(1, "text", "People", Box(10, 10, 80, 30))]
    for number, name in enumerate(names):
        y = top + step * number
        pieces: tuple[tuple[Kind, str, int, int], ...] = (
            ("text", name, 10, 70),
            ("checkbox", "", 100, 116),
            ("button", "Delete", 140, 200),
        )
        for kind, text, left, right in pieces:
            made.append(element(len(made) + 1, kind, text, Box(left, y, right, y + 16)))
    return made


def row_of(elements: tuple[Element, ...] | list[Element], name: str) -> list[int]:
    """The ids of a row, from the left."""
    (first,) = [e for e in elements if e.text == name]
    inner = [e for e in elements if e.box.top == first.box.top]
    return [e.id for e in sorted(inner, key=lambda e: e.box.left)]


def test_nothing_before_gives_new_numbers():
    kept = keep_ids(made_map(), rows(["Ann"]))
    assert [e.id for e in kept] == [1, 2, 3, 4]


def test_a_row_inserted_above_moves_the_others_with_their_ids():
    before = rows(["Ann", "Bob", "Cleo"])
    kept = keep_ids(made_map(before), rows(["Zoe", "Ann", "Bob", "Cleo"]))
    for name in ("Ann", "Bob", "Cleo"):
        assert row_of(kept, name) == row_of(before, name)
    assert min(row_of(kept, "Zoe")) > max(e.id for e in before)


def test_a_row_taken_away_takes_its_ids_along():
    before = rows(["Ann", "Bob", "Cleo"])
    kept = keep_ids(made_map(before), rows(["Ann", "Cleo"]))
    assert row_of(kept, "Cleo") == row_of(before, "Cleo")
    assert not set(row_of(before, "Bob")) & {e.id for e in kept}


def test_a_field_keeps_its_id_whatever_is_written_in_it():
    field = element(1, "field", "", state=State(value=""))
    (kept,) = keep_ids(made_map([field]), [replace(field, id=9, state=State(value="Ulm"))])
    assert kept.id == 1


def test_a_text_read_otherwise_in_its_place_is_the_same():
    before = element(1, "text", "Order confirmation")
    (kept,) = keep_ids(made_map([before]), [replace(before, id=9, text="Order confirmatlon")])
    assert kept.id == 1


def test_another_text_in_the_same_place_is_new():
    before = element(1, "list item", "Invoices")
    (kept,) = keep_ids(made_map([before]), [replace(before, text="Drafts")])
    assert kept.id == 2


PEOPLE = st.lists(st.sampled_from(NAMES), min_size=2, max_size=8, unique=True)


@settings(max_examples=40)
@given(people=PEOPLE, by=st.integers(-500, 500))
def test_scrolling_keeps_all_ids_but_of_what_stays(people: list[str], by: int):
    """The title stays where it is, as a fixed head of a page does."""
    before = rows(people)
    after = [before[0], *(replace(e, id=99, box=e.box.moved(0, by)) for e in before[1:])]
    kept = keep_ids(made_map(before), after)
    assert [e.id for e in kept] == [e.id for e in before]


@settings(max_examples=40)
@given(people=PEOPLE, by=st.integers(1, 8))
def test_rows_that_scroll_out_and_in(people: list[str], by: int):
    """Of a list only some rows are in sight; those that stay in sight keep their ids."""
    shown, later = people[: len(people) - 1], people[1:]
    before = rows(shown)
    kept = keep_ids(made_map(before), rows(later))
    for name in set(shown) & set(later):
        assert row_of(kept, name) == row_of(before, name)
    assert len({e.id for e in kept}) == len(kept)


@settings(max_examples=40)
@given(dx=st.integers(-400, 400), dy=st.integers(-300, 300), people=PEOPLE)
def test_a_window_that_moves_keeps_its_ids(dx: int, dy: int, people: list[str]):
    inner = [replace(e, group="People") for e in rows(people)]
    other = [element(100 + n, "button", "Delete", group="Other") for n in range(3)]
    after = [replace(e, box=e.box.moved(dx, dy)) for e in inner]
    kept = keep_ids(made_map([*inner, *other]), [*after, *other])
    assert [e.id for e in kept] == [e.id for e in [*inner, *other]]


BOXES = st.builds(
    lambda x, y, w, h: Box(x, y, x + w, y + h),
    st.integers(0, 600), st.integers(0, 400), st.integers(1, 200), st.integers(1, 60),
)  # fmt: skip
ELEMENTS = st.lists(
    st.tuples(st.sampled_from(["button", "text", "icon", "field"]), st.sampled_from("ab"), BOXES),
    max_size=12,
).map(lambda made: [element(n, k, t, b) for n, (k, t, b) in enumerate(made, 1)])  # type: ignore[arg-type]


@settings(max_examples=40)
@given(before=ELEMENTS, after=ELEMENTS)
def test_ids_are_never_given_twice(before: list[Element], after: list[Element]):
    kept = keep_ids(made_map(before), after)
    assert len({e.id for e in kept}) == len(after)
    assert [replace(e, id=0) for e in kept] == [replace(e, id=0) for e in after]


@settings(max_examples=40)
@given(before=ELEMENTS)
def test_the_same_frame_keeps_all_ids(before: list[Element]):
    places = [(e.kind, e.box) for e in before]
    assume(len(set(places)) == len(places))
    kept = keep_ids(made_map(before), [replace(e, id=50 + e.id) for e in before])
    assert [e.id for e in kept] == [e.id for e in before]
