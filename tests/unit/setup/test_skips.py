"""A skipped test fails in CI, unless its reason is one of those that are allowed."""

from __future__ import annotations

import pytest

from tests.support import skips
from tests.support.needs import need, need_module

pytest_plugins = "pytester"
TESTS = f"""
import pytest

def test_allowed():
    pytest.skip({skips.LINUX!r})

def test_said():
    pytest.skip("no time")

@pytest.mark.skipif(True, reason="no browser")
def test_marked():
    pass

@pytest.mark.skip(reason={skips.POSIX!r})
def test_marked_and_allowed():
    pass

@pytest.fixture
def thing():
    pytest.skip("no thing")

def test_of_a_fixture(thing):
    pass

@pytest.mark.xfail(reason="known")
def test_expected_to_fail():
    assert False

def test_fine():
    pass
"""


@pytest.fixture
def suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    for name in ("CI", "DESKHAND_NO_SKIPS"):
        monkeypatch.delenv(name, raising=False)
    hooks = "pytest_make_collect_report, pytest_runtest_makereport"
    pytester.makeconftest(f"from tests.support.skips import {hooks}")
    return pytester


def outcomes(suite: pytest.Pytester) -> dict[str, int]:
    return suite.runpytest_inprocess("-p", "no:cacheprovider").parseoutcomes()


@pytest.mark.parametrize("variable", ["CI", "DESKHAND_NO_SKIPS"])
def test_a_skip_without_an_allowed_reason_fails(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    suite.makepyfile(TESTS)
    monkeypatch.setenv(variable, "true")
    result = suite.runpytest_inprocess("-p", "no:cacheprovider")
    # What fails while a fixture is made counts as an error, as does a mark's reason.
    assert result.parseoutcomes() == {
        "passed": 1, "skipped": 2, "failed": 1, "errors": 2, "xfailed": 1
    }  # fmt: skip
    result.stdout.fnmatch_lines(["*must not be (tests.support.skips): no time*"])


def test_elsewhere_a_skip_is_a_skip(suite: pytest.Pytester) -> None:
    suite.makepyfile(TESTS)
    assert outcomes(suite) == {"passed": 1, "skipped": 5, "xfailed": 1}


def test_a_file_that_is_skipped_as_a_whole_fails_too(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    suite.makepyfile("import pytest\npytest.importorskip('no_such_library')")
    assert outcomes(suite) == {"skipped": 1}
    monkeypatch.setenv("CI", "true")
    assert outcomes(suite) == {"errors": 1}


def test_each_allowed_reason_says_why() -> None:
    assert all(skips.ALLOWED.values())


def test_what_is_missing_is_a_failure_that_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    need("sh")
    need_module("pytest", "pytest")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(pytest.fail.Exception, match=r"Missing: setxkbmap, vim.*x11-xkb-utils vim "):
        need("setxkbmap", "vim")
    with pytest.raises(pytest.fail.Exception, match=r"pip install 'thing\[server\]'"):
        need_module("no_such_module", "thing[server]")
