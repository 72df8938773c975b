"""Which pages of MiniWoB++ are run by default, and how the tables group them."""

from __future__ import annotations

from benchmarks.harness.jobs import Options, Result
from benchmarks.miniwob import SUITE
from benchmarks.miniwob.pages import ADDED, DEFAULT, FIRST

FEW = [
    Result(FIRST[0], 0, True, 1.0),
    Result(FIRST[0], 1, False, failure="loop"),
    Result(ADDED[0], 0, False, failure="limit"),
]


def test_the_default_pages_are_the_first_43_and_30_others() -> None:
    assert (len(FIRST), len(ADDED)) == (43, 30)
    assert (*FIRST, *ADDED) == DEFAULT
    assert len(set(DEFAULT)) == 73


def test_tables_show_the_groups_and_all() -> None:
    text = SUITE.tables(FEW, Options())
    assert "2 pages" in text
    assert "Average over pages: 25.0 %." in text
    assert "| the first 43 | 1/2 (50.0 %) | 9–91 % | 50.0 % | loop 1 |" in text
    assert "| the 30 added | 0/1 (0.0 %) | 0–79 % | 0.0 % | limit 1 |" in text
    assert "| all | 1/3 (33.3 %) |" in text
    assert "others" not in text


def test_pages_of_neither_group_are_counted_apart() -> None:
    text = SUITE.tables([*FEW, Result("ascending-numbers", 0, True, 1.0)], Options())
    assert "| others | 1/1 (100.0 %) |" in text
    assert "| all | 2/4 (50.0 %) |" in text


def test_pages_of_one_group_need_no_table_of_groups() -> None:
    assert "the first 43" not in SUITE.tables(FEW[:2], Options())
