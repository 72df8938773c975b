"""Which groups of tests a change calls for, and which fit into the time."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests import groups


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("vision/controls/kind_by_looks.py", {"unit", "eyes"}),
        ("visionary.py", set()),
        ("README.md", set()),
        ("tests/integration/panel/test_panel.py", {"panel"}),
        ("tests/e2e/test_session.py", {"e2e"}),
        ("app.py", {"panel"}),
        ("setup.sh", {"extras"}),
        ("tests/support/drawn.py", set(groups.GROUPS)),
    ],
)
def test_a_change_calls_for_the_groups_of_its_folder(path: str, wanted: set[str]) -> None:
    assert {group for group in groups.GROUPS if groups.touched(group, [path])} == wanted


def test_every_folder_of_tests_is_in_one_group() -> None:
    """A folder that no group runs would never fail."""
    folders = {p.parent for p in (groups.ROOT / "tests").rglob("test_*.py")}
    ran = [groups.ROOT / groups.folder(group) for group in groups.GROUPS]
    for each in folders:
        assert sum(each == one or one in each.parents for one in ran) == 1, each


def test_the_shortest_groups_are_run_first_and_the_others_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = tmp_path / "times.json"
    seconds = {"eyes": 100, "e2e": 500, "panel": 60}
    times.write_text(json.dumps({g: {"seconds": s} for g, s in seconds.items()}))
    monkeypatch.setattr(groups, "TIMES", times)
    assert groups.fitting(["e2e", "eyes", "panel"], 5) == (["panel", "eyes"], ["e2e"])
    assert groups.fitting(["e2e", "eyes", "panel"], 11) == (["panel", "eyes", "e2e"], [])
    assert groups.fitting(["apps"], 4) == ([], ["apps"])


def test_seconds_are_added_up_by_file(tmp_path: Path) -> None:
    report = tmp_path / "junit.xml"
    cases = "".join(
        f'<testcase classname="{name}" name="x" time="{seconds}"/>'
        for name, seconds in (("tests.unit.a.test_x", 1.5), ("tests.unit.a.test_x", 2))
    )
    report.write_text(f"<testsuites><testsuite>{cases}</testsuite></testsuites>")
    assert groups.seconds_of(report) == {"tests/unit/a/test_x.py": 3.5}


def test_an_unknown_group_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert groups.main(["nothing"]) == 2
    assert "groups.py GROUP" in capsys.readouterr().err


def test_a_group_is_due_when_its_folder_changed_since_it_passed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = tmp_path / "times.json"
    times.write_text(json.dumps({"eyes": {"commit": "abc"}, "panel": {"commit": "gone"}}))
    monkeypatch.setattr(groups, "TIMES", times)
    changed = {"abc": ["models/files/store.py"], "gone": None, "": None}
    monkeypatch.setattr(groups, "changed_since", lambda commit: changed[commit])
    assert not groups.is_due("eyes")
    assert groups.is_due("panel"), "git does not know the commit"
    assert groups.is_due("e2e"), "it never passed"
