"""Icons that a person named are found again by their look, and their file survives."""

from __future__ import annotations

import itertools
import json
import threading
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from tests.support.places import DATA
from vision.capture.screen import Pixels, load_image
from vision.capture.windows import Window
from vision.core.geometry import Box
from vision.icons.similarity import Look, distance, ink_box, look_of
from vision.icons.user_names import Corrections, CorrectionsError, application_of

FILES = load_image(DATA / "files.png")
# Of a real tool bar, each with its ground around it.
REAL = {
    "back": Box(23, 65, 41, 92),
    "forward": Box(59, 65, 78, 92),
    "up": Box(92, 68, 120, 88),
    "home": Box(127, 64, 158, 92),
    "search": Box(613, 63, 643, 93),
    "folder": Box(224, 147, 282, 204),
}
SHAPES = ("plus", "minus", "cross", "circle", "square", "filled", "disc", "arrow", "lock", "open")
LIGHT, DARK = (240, 240, 240), (45, 45, 48)
BLACK, WHITE = (40, 40, 40), (225, 225, 225)

Colour = tuple[int, int, int]


def draw(
    shape: str,
    ink: Colour = BLACK,
    ground: Colour = LIGHT,
    at: tuple[int, int] = (4, 4),
    size: int = 20,
) -> Pixels:
    """An icon of `size` pixels, smoothed as programs do, on 28 x 28 pixels of ground."""
    big, line = 8 * size, size
    alpha = Image.new("L", (big, big))
    pen = ImageDraw.Draw(alpha)
    middle, edge, low, high = big // 2, line, line * 2, big - line * 2
    if shape in ("plus", "minus"):
        pen.line((low, middle, high, middle), fill=255, width=line)
    if shape == "plus":
        pen.line((middle, low, middle, high), fill=255, width=line)
    if shape == "cross":
        pen.line((low, low, high, high), fill=255, width=line)
        pen.line((low, high, high, low), fill=255, width=line)
    if shape in ("circle", "disc"):
        fill = 255 if shape == "disc" else None
        pen.ellipse((edge, edge, big - edge, big - edge), outline=255, fill=fill, width=line)
    if shape in ("square", "filled"):
        fill = 255 if shape == "filled" else None
        pen.rectangle((edge, edge, big - edge, big - edge), outline=255, fill=fill, width=line)
    if shape == "arrow":
        pen.polygon([(low, low), (high, middle), (low, high)], fill=255)
    if shape in ("lock", "open"):
        pen.rectangle((low, middle, high, big - edge), fill=255)
        right = high - line if shape == "lock" else high + line
        pen.arc((low + line, edge, right, big - low), 180, 360, fill=255, width=line)
    mask = alpha.resize((size, size), Image.Resampling.BOX)
    image = Image.new("RGB", (28, 28), ground)
    image.paste(Image.new("RGB", (size, size), ink), at, mask)
    return np.array(image)


def look(picture: Pixels) -> Look:
    found = look_of(picture)
    assert found is not None
    return found


@pytest.fixture
def corrections(tmp_path: Path) -> Corrections:
    return Corrections(tmp_path / "data" / "icon-names.json")


# How icons are found again


@pytest.mark.parametrize("shape", SHAPES)
def test_the_same_icon_elsewhere_or_in_another_theme(shape: str, corrections: Corrections):
    corrections.keep("Editor", draw(shape), shape)
    others = {
        "moved by a pixel": draw(shape, at=(5, 3)),
        "cut otherwise": draw(shape)[1:-2, 2:-1],
        "hovered": draw(shape, ground=(222, 228, 236)),
        "disabled": draw(shape, ink=(150, 150, 150)),
        "dark theme": draw(shape, ink=WHITE, ground=DARK),
        "accent colour": draw(shape, ink=(30, 90, 200)),
    }
    for how, picture in others.items():
        found = corrections.find("Editor", picture)
        assert found is not None, how
        assert found.name == shape, how


def test_different_icons_do_not_match():
    looks = [look(draw(shape)) for shape in SHAPES]
    looks += [look(draw("disc", ink=colour)) for colour in ((200, 30, 30), (30, 160, 40))]
    looks = [*looks[: SHAPES.index("disc")], *looks[SHAPES.index("disc") + 1 :]]
    looks += [look(FILES.crop(box)) for box in REAL.values()]
    for one, other in itertools.combinations(looks, 2):
        assert distance(one, other) is None
    assert all(distance(one, one) == 0 for one in looks)


def test_real_icons_are_found_after_a_shift():
    for name, box in REAL.items():
        for dx, dy in ((1, 0), (0, -1), (-1, 1)):
            far = distance(look(FILES.crop(box)), look(FILES.crop(box.moved(dx, dy))))
            assert far is not None, name
            assert far < 0.02, name


def test_the_most_alike_counts(corrections: Corrections):
    grey, red = draw("disc", ink=(120, 120, 120)), draw("disc", ink=(200, 30, 30))
    corrections.keep("Player", red, "record")
    assert corrections.keep("Player", draw("arrow"), "play").name == "play"
    # A grey disc may be the disabled red one, until somebody says what it is.
    found = corrections.find("Player", grey)
    assert found is not None
    assert found.name == "record"
    corrections.keep("Player", draw("circle", ink=(200, 30, 30)), "ring")
    found = corrections.find("Player", red)
    assert found is not None
    assert found.name == "record"


def test_plain_ground_has_no_look(corrections: Corrections):
    plain = np.full((20, 20, 3), 200, np.uint8)
    assert ink_box(plain) is None
    assert look_of(plain) is None
    with pytest.raises(ValueError, match="nothing to see"):
        corrections.keep("Editor", plain, "nothing")
    assert not corrections.path.exists()


@pytest.mark.parametrize(
    ("window", "application"),
    [
        (Window(1, "a.txt - Mousepad", "Mousepad", Box(0, 0, 9, 9)), "Mousepad"),
        (Window(1, "a - b — Editor", "", Box(0, 0, 9, 9)), "Editor"),
        (Window(1, "Inbox | Mail", "", Box(0, 0, 9, 9)), "Mail"),
        (Window(1, "Calculator", "", Box(0, 0, 9, 9)), "Calculator"),
        (None, ""),
    ],
)
def test_applications(window: Window | None, application: str):
    assert application_of(window) == application


# The file


def test_names_are_kept_replaced_and_forgotten(corrections: Corrections):
    assert corrections.all() == ()
    corrections.keep("Editor", draw("plus"), "zoom in")
    corrections.keep("Editor", draw("minus"), "zoom out")
    corrections.keep("Editor", draw("plus", at=(5, 4)), "  bigger\n")
    again = Corrections(corrections.path)
    assert [each.name for each in again.all()] == ["zoom out", "bigger"]
    assert again.all() == corrections.all()
    forgotten = again.forget("Editor", draw("minus"))
    assert forgotten is not None
    assert forgotten.name == "zoom out"
    assert again.forget("Editor", draw("minus")) is None
    assert again.forget("Other", draw("plus")) is None
    assert [each.name for each in corrections.all()] == ["bigger"]


def test_the_file_can_be_read_by_a_person(corrections: Corrections):
    corrections.keep("Düsen-Editor", draw("plus"), "größer")
    text = corrections.path.read_text(encoding="utf-8")
    assert "größer" in text
    assert "Düsen-Editor" in text
    rows = json.loads(text)["icons"][0]["ink"]
    assert len(rows) == 16
    assert rows[7].strip("0") == rows[8].strip("0") == "f" * 16, "the bar of the plus"
    assert list(corrections.path.parent.iterdir()) == [corrections.path]


def test_another_process_is_noticed(corrections: Corrections):
    before = corrections.revision
    assert corrections.revision == before
    Corrections(corrections.path).keep("Editor", draw("plus"), "zoom in")
    assert corrections.revision > before
    assert corrections.find("Editor", draw("plus")) is not None


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda text: text[: len(text) // 2], "Expecting|Unterminated|delimiter"),
        (lambda text: text.replace('"format": 1', '"format": 2'), "its format is 2"),
        (lambda text: text.replace('"name"', '"title"'), "'name' is missing"),
        (lambda text: text.replace("0", "x", 40), "cannot be read"),
        (lambda text: "[]", "cannot be read"),
    ],
)
def test_a_broken_file_is_named_and_left_as_it_is(change, reason: str, corrections: Corrections):
    corrections.keep("Editor", draw("plus"), "zoom in")
    broken = change(corrections.path.read_text(encoding="utf-8"))
    corrections.path.write_text(broken, encoding="utf-8")
    for use in (
        corrections.all,
        lambda: corrections.keep("Editor", draw("minus"), "zoom out"),
        lambda: corrections.forget("Editor", draw("plus")),
        lambda: corrections.revision,
    ):
        with pytest.raises(CorrectionsError, match=reason) as raised:
            use()
        assert str(corrections.path) in str(raised.value)
        assert "move it away" in str(raised.value)
    assert corrections.path.read_text(encoding="utf-8") == broken


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path):
    (tmp_path / "data").write_text("a file, no folder")
    corrections = Corrections(tmp_path / "data" / "icon-names.json")
    with pytest.raises(CorrectionsError, match=r"icon-names\.json"):
        corrections.keep("Editor", draw("plus"), "zoom in")


def test_threads_lose_no_name(corrections: Corrections):
    def keep(shape: str) -> None:
        corrections.keep("Editor", draw(shape), shape)

    threads = [threading.Thread(target=keep, args=(shape,)) for shape in SHAPES]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {each.name for each in Corrections(corrections.path).all()} == set(SHAPES)
