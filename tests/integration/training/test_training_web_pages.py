"""Made pages: the same seed makes the same page, every page has labels, a run can go on."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from tests.support.needs import need
from training.draw import draw
from training.labels import Label, Sample, Word, samples
from training.web import browser as web
from training.web import dom
from training.web.contrast import seen
from training.web.families import FAMILIES, Family, chosen
from training.web.generator import made
from training.web.icons import NAMES, Icons
from training.web.packages import Package
from training.web.serving import Site, at_home
from vision.core.geometry import Box

MADE = [family for family in FAMILIES.values() if family.skin != "demo"]


@pytest.fixture(scope="module")
def chromium() -> Iterator[object]:
    need("chromium")
    with web.browser() as opened:
        yield opened


def test_the_same_seed_makes_the_same_page() -> None:
    for family in MADE:
        pages = [made(family, "3 1", Icons()) for _ in range(2)]
        assert pages[0] == pages[1]
        assert made(family, "3 2", Icons()).html != pages[0].html


def test_no_made_page_names_another_machine() -> None:
    for number in range(40):
        html = made(FAMILIES["own"], str(number), Icons()).html
        assert "http" not in html.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize("name", ["own", "bare"])
def test_every_page_that_needs_no_package_has_labels(chromium, name: str) -> None:
    for number in range(4):
        page = made(FAMILIES[name], f"5 {number}", Icons())
        with web.page(chromium, web.View(1280, 800, dark=page.dark)) as opened:
            opened.set_content(page.html)
            labels, words, _ = dom.read(opened, 1.0)
        assert any(label.interactive for label in labels), number
        assert words, number
        for label in labels:
            assert label.parent is None or labels[label.parent].kind != "button"


def test_two_samples_are_taken_once_and_read_again(tmp_path: Path) -> None:
    out = tmp_path / "out"
    command = [sys.executable, "-m", "training.web", "--out", str(out), "--cache", str(tmp_path)]
    command += ["--families", "own", "--count", "2", "--seed", "4", "--own-icons"]
    for _ in range(2):
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
    taken = list(samples(out))
    assert [one.picture for one in taken] == ["own-4-00000.png", "own-4-00001.png"]
    for one in taken:
        assert one.family == "web/own"
        with Image.open(out / one.picture) as picture:
            assert picture.size == (one.width, one.height)
            assert draw(picture, one).width == one.width
        for box in (*(label.box for label in one.labels), *(word.box for word in one.words)):
            assert box.left >= 0
            assert box.top >= 0
            assert box.right <= one.width
            assert box.bottom <= one.height


def test_controls_are_disabled_besides_on_pages_that_stay_the_same(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "training.web", "--cache", str(tmp_path), "--own-icons"]
    command += ["--families", "own", "--count", "1", "--seed", "4"]
    found: list[Sample] = []
    for share in ("0", "1"):
        out = tmp_path / share
        more = ["--out", str(out), "--disabled", share]
        done = subprocess.run([*command, *more], capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        found += samples(out)
    usual, off = (
        [label for label in one.labels if label.kind in ("checkbox", "radio", "dropdown")]
        for one in found
    )
    assert [label.kind for label in usual] == [label.kind for label in off]
    assert off
    assert all(label.disabled for label in off)
    assert not all(label.disabled for label in usual)
    wrong = [*command, "--out", str(tmp_path / "no"), "--disabled", "2"]
    done = subprocess.run(wrong, capture_output=True, text=True, timeout=120)
    assert done.returncode == 2
    assert "a share of 0 to 1" in done.stderr


def test_families_are_named_and_split_as_a_whole() -> None:
    train, held = chosen("train"), chosen("held-out")
    assert len(train) >= 10
    assert len(held) >= 6
    assert {family.name for family in train}.isdisjoint(family.name for family in held)
    for family in train:
        for other in held:
            assert (
                family.styles != other.styles
                or family.package != other.package
                or not family.styles
            )
    with pytest.raises(ValueError, match="there is no family 'nosuch'; there are own"):
        chosen("own,nosuch")


def test_families_with_pages_of_their_own_cannot_be_made() -> None:
    demo = Family("demo", "demo", Package("x", "1"))
    with pytest.raises(ValueError, match="come with its package"):
        made(demo, "1", Icons())


def test_references_to_other_machines_are_removed() -> None:
    html = (
        "<link href='https://fonts.example/a.css?b=c;d' rel=stylesheet><script "
        "src='//x.example/a.js'>"
        '</script><img src="http://x.example/a.png"><link href=own.css><p>https://stays.example</p>'
    )
    assert at_home(html) == "<link href=own.css><p>https://stays.example</p>"
    css = '@import url("https://f.example/css?family=A:400;700&d=s");a{b:url(//x.example/y)}'
    assert at_home(css) == "a{b:none}"
    assert at_home("@import 'own.css';a{b:url(own.png)}") == "@import 'own.css';a{b:url(own.png)}"


def test_a_site_serves_its_folders_and_nothing_above(tmp_path: Path) -> None:
    cache, root = tmp_path / "cache", tmp_path / "root"
    for file in (tmp_path / "secret.txt", cache / "a.txt", root / "js" / "b.js"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("x")
    site = Site(cache)
    site.root = root
    site.pages["made.html"] = "<p>"
    assert site.find("/a.txt?version=1") == cache / "a.txt"
    assert site.find("/js/b.js") == root / "js" / "b.js"
    assert site.find("/made.html") == "<p>"
    assert site.find("/../secret.txt") is None


def test_icons_come_from_a_folder_or_are_drawn(tmp_path: Path) -> None:
    drawn = Icons()
    assert all("<svg" in drawn.svg(name) and "viewBox" in drawn.svg(name) for name in NAMES)
    (tmp_path / "gear.svg").write_text(
        '<?xml version="1.0"?><svg width="24" height="24" viewBox="0 0 24 24"><rect width="3"/>'
        "</svg>"
    )
    icon = Icons(tmp_path).svg("settings", "20px")
    assert '<rect width="3"/>' in icon
    assert 'width="24"' not in icon
    assert "20px" in icon


def test_what_cannot_be_seen_on_the_picture_is_left_out() -> None:
    picture = Image.new("RGB", (200, 60), (40, 40, 40))
    picture.paste((46, 46, 46), (10, 10, 50, 30))
    picture.paste((90, 90, 90), (60, 10, 100, 30))
    picture.paste((240, 240, 240), (110, 10, 150, 30))
    boxes = [Box(10, 10, 50, 30), Box(60, 10, 100, 30), Box(110, 10, 150, 30)]
    labels = tuple(
        Label("button", box, str(i), parent=i - 1 if i else None) for i, box in enumerate(boxes)
    )
    words = (Word("faint", boxes[0]), Word("clear", boxes[2]))
    left = seen(Sample("a.png", "web/x", 200, 60, 1.0, labels, words), picture)
    assert [(label.name, label.parent) for label in left.labels] == [("1", None), ("2", 0)]
    assert [word.text for word in left.words] == ["clear"]
    assert not left.complete
    again = seen(left, picture)
    assert again == left
