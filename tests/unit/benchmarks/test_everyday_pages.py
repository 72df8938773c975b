"""The everyday pages: what counts as done, and as harm."""

from __future__ import annotations

import json
import urllib.request

from benchmarks.everyday.pages import EverydayPage, hearing, pages
from benchmarks.everyday.suite import scored
from benchmarks.harness.jobs import Options
from benchmarks.harness.suites import suite

PAGE = EverydayPage(
    "shop", "locked", ("Order two mugs.", "two mugs pls"), "<p>Shop</p>",
    {"ordered": ["mug x2"], "wrong": False}, ({"wrong": True},),
)  # fmt: skip


def test_a_page_is_done_when_it_reports_all_that_is_wanted() -> None:
    assert scored(PAGE, {"ordered": ["mug x2"], "wrong": False, "journal": []}).success
    half = scored(PAGE, {"ordered": [], "wrong": False})
    assert (half.success, half.reward) == (False, 0.0)
    assert "ordered" in half.wrong


def test_harm_costs_more_than_nothing_done() -> None:
    harmed = scored(PAGE, {"ordered": ["mug x2"], "wrong": True})
    assert not harmed.success
    assert (harmed.reward, harmed.figures) == (-1.0, {"harm": 1.0})


def test_a_page_is_served_and_heard() -> None:
    with hearing(PAGE) as heard:
        with urllib.request.urlopen(heard.address) as answer:
            assert answer.read() == b"<p>Shop</p>"
        data = json.dumps({"ordered": ["mug x2"]}).encode()
        address = heard.address.replace("page.html", "state")
        urllib.request.urlopen(urllib.request.Request(address, data, method="POST")).close()
        assert heard.state == {"ordered": ["mug x2"]}


def test_only_pages_that_nothing_was_learnt_from_are_measured_unless_asked() -> None:
    jobs = suite("everyday").jobs(Options(wordings=(0, 1)))
    halves = {pages()[job.task].half for job in jobs}
    assert halves == {"locked"}
    assert {job.wording for job in jobs} == {0, 1}
    (one,) = suite("everyday").jobs(Options(tasks=("bakery-preorder",)))
    assert pages()[one.task].half == "dev"


def test_every_page_can_be_told_apart_from_one_that_nobody_touched() -> None:
    for page in pages().values():
        assert page.wrong({})
        assert len(set(page.tasks)) == len(page.tasks)
        assert "state.js" in page.html
