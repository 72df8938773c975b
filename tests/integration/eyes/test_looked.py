"""What was seen before is not looked at again, and nothing is seen otherwise for that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from tests.support.places import DATA
from vision.capture.changed_regions import slices
from vision.capture.look_cache import Look
from vision.capture.screen import Pixels, Screenshot, load_image
from vision.capture.windows import Window
from vision.core.answers import Glances
from vision.core.elements import ElementMap
from vision.core.geometry import Box, bounding_box, coverage, iou, ious
from vision.detection.detector import Detection
from vision.ocr.engine import TextSpan, Word
from vision.ocr.line_cache import RememberedLines
from vision.perceiver import Engines, Perceiver
from vision.pixels import colors
from vision.pixels.flat_regions import Shape, find_shapes, shapes_after

pytestmark = pytest.mark.smoke

FONT = ImageFont.load_default(size=15)
FORM = load_image(DATA / "form.png").pixels


class Truth:
    """Knows what is written where on one picture: a recogniser and detector that takes no time,
    never wavers, and counts the pixels that it is shown."""

    def __init__(self) -> None:
        self.pixels: Pixels = FORM
        self.spans: list[TextSpan] = []
        self.looked_at = 0

    def _place(self, crop: Pixels) -> Box:
        """Where a crop, which is a view, lies in the picture."""
        start = crop.__array_interface__["data"][0] - self.pixels.__array_interface__["data"][0]
        top, rest = divmod(start, self.pixels.strides[0])
        left = rest // self.pixels.strides[1]
        return Box(left, top, left + crop.shape[1], top + crop.shape[0])

    def read(self, pixels: Pixels) -> list[TextSpan]:
        place = self._place(pixels)
        self.looked_at += place.area
        return [moved(s, place) for s in self.spans if coverage(s.box, place) == 1]

    def read_glyph(self, pixels: Pixels) -> tuple[str, float]:
        return "", 0.0

    def detect(self, pixels: Pixels) -> list[Detection]:
        place = self._place(pixels)
        return [Detection(b, "icon", 0.5) for b in (s.box for s in self.read(pixels)) if place]


def moved(span: TextSpan, place: Box) -> TextSpan:
    words = tuple(replace(w, box=w.box.moved(-place.left, -place.top)) for w in span.words)
    return replace(span, box=span.box.moved(-place.left, -place.top), words=words)


def page(*, lines: int = 12, typed: str = "", menu: bool = False, bar: str = "") -> Truth:
    """The form, twice, with a table of lines, what was typed into it, an open menu, a status."""
    truth = Truth()
    image = Image.new("RGB", (1000, 700), "#f4f4f4")
    image.paste(Image.fromarray(FORM), (10, 10))
    image.paste(Image.fromarray(FORM), (500, 10))
    pen = ImageDraw.Draw(image)

    def write(place: tuple[int, int], text: str) -> None:
        pen.text(place, text, fill="black", font=FONT)
        words, left = [], float(place[0])
        for word in text.split():
            box = Box(*(round(side) for side in pen.textbbox((left, place[1]), word, font=FONT)))
            words.append(Word(word, box))
            left += pen.textlength(word + " ", font=FONT)
        box = bounding_box([word.box for word in words])
        truth.spans.append(TextSpan(text, box, 1.0, tuple(words)))

    for number in range(lines):
        row = 430 + number // 3 * 40
        pen.rectangle(
            (20 + number % 3 * 320, row, 320 + number % 3 * 320, row + 30), "white", "gray"
        )
        write((30 + number % 3 * 320, row + 7), f"Order {number} of copper wire")
    if typed:
        write((124, 91), typed)
    if menu:
        pen.rectangle((300, 300, 520, 560), "#ffffff", "#444444")
        for number, text in enumerate(("Open", "Save as", "Close", "Quit")):
            write((320, 320 + 50 * number), text)
        hidden = Box(300, 300, 521, 561)
        truth.spans = [s for s in truth.spans if coverage(s.box, hidden) in (0, 1)]
        truth.spans = [s for s in truth.spans if s.text[0] in "OSCQ" or not coverage(s.box, hidden)]
    if bar:
        write((20, 670), bar)
    truth.pixels = np.array(image)
    return truth


def told(found: ElementMap) -> list[tuple[object, ...]]:
    return sorted((e.kind, e.text, str(e.state), tuple(e.box.as_list())) for e in found.elements)


class Watcher:
    """One perceiver that is shown one page after the other."""

    def __init__(self) -> None:
        self._truth = Truth()
        self._perceiver = Perceiver(Engines(self._truth, self._truth))

    def look(self, shown: Truth, *windows: Window) -> tuple[ElementMap, int]:
        """The map, and how many pixels were read."""
        self._truth.pixels, self._truth.spans = shown.pixels, shown.spans
        self._truth.looked_at = 0
        found = self._perceiver.perceive(Screenshot(shown.pixels), windows)
        return found, self._truth.looked_at


def frames() -> Iterator[Truth]:
    yield page()
    yield page(typed="Mari")
    yield page(typed="Marianne")
    yield page(typed="Marianne", menu=True)
    yield page(typed="Marianne", bar="1 file saved")
    yield page(lines=3, bar="9 rows deleted")
    yield page(lines=12, bar="9 rows are back")
    yield page(menu=True)
    yield page()


def test_a_series_of_frames_is_seen_as_if_each_were_the_first() -> None:
    watcher = Watcher()
    for number, shown in enumerate(frames()):
        found, _ = watcher.look(shown)
        first, _ = Watcher().look(shown)
        assert told(found) == told(first), number
        assert len({e.id for e in found.elements}) == len(found.elements)


def test_what_was_seen_before_is_not_read_again() -> None:
    watcher = Watcher()
    before, whole = watcher.look(page())
    _, menu = watcher.look(page(menu=True))
    assert 0 < menu < 0.6 * whole
    after, again = watcher.look(page())
    assert again == 0
    assert told(after) == told(before)
    # Something else changed as well: only that is read.
    _, bar = watcher.look(page(menu=True, bar="Saved"))
    assert 0 < bar < 0.5 * menu


def test_ids_are_the_same_after_a_menu_was_opened_and_closed() -> None:
    watcher = Watcher()
    before, _ = watcher.look(page())
    opened, _ = watcher.look(page(menu=True))
    closed, _ = watcher.look(page())
    ids = {(e.kind, e.text, e.box): e.id for e in opened.elements}
    kept = [e for e in closed.elements if (e.kind, e.text, e.box) in ids]
    assert len(kept) >= 9
    assert all(ids[e.kind, e.text, e.box] == e.id for e in kept)
    assert told(closed) == told(before)


def test_other_windows_over_the_same_pixels_are_looked_at_but_not_read() -> None:
    watcher = Watcher()
    shown = page(menu=True)
    plain, _ = watcher.look(shown)
    popup = Window(2, "menu", "", Box(300, 300, 521, 561), popup=True)
    found, read = watcher.look(shown, popup, Window(1, "Page", "", Box(0, 0, 1000, 700)))
    assert read == 0
    assert {e.group for e in found.elements} == {"menu", "Page"}
    assert told(found) != told(plain)


def test_pages_that_differ_much_are_both_remembered_but_not_without_end() -> None:
    watcher = Watcher()
    shades = [Image.effect_noise((400, 300), 4 + n).convert("RGB") for n in range(18)]
    pages = [Truth() for _ in shades]
    for shown, shade in zip(pages, shades, strict=True):
        shown.pixels = np.array(shade)
    assert watcher.look(pages[0])[1] > 0
    assert watcher.look(pages[1])[1] > 0
    assert watcher.look(pages[0])[1] == 0
    for shown in pages[2:]:
        watcher.look(shown)
    assert watcher.look(pages[0])[1] > 0


def test_colours_are_looked_at_again_only_where_something_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Pixels] = []
    look = colors.shades_of

    def counted(box: Box, pixels: Pixels) -> colors.Shades | None:
        asked.append(pixels)
        return look(box, pixels)

    monkeypatch.setattr(colors, "shades_of", counted)
    watcher = Watcher()
    watcher.look(page())
    whole = len(asked)
    asked.clear()
    watcher.look(page(bar="1 file saved"))
    assert whole > 12
    assert len(asked) < 0.3 * whole


@pytest.mark.parametrize("name", ["form.png", "files.png", "open_menu.png", "ticked_2x.png"])
def test_shapes_after_a_change_are_those_of_a_full_look(name: str) -> None:
    pixels = load_image(DATA / name).pixels
    height, width = pixels.shape[:2]
    before, random = find_shapes(pixels), np.random.default_rng(7)
    for number in range(12):
        left, top = int(random.integers(0, width - 70)), int(random.integers(0, height - 24))
        image = Image.fromarray(pixels)
        pen = ImageDraw.Draw(image)
        pen.rectangle(
            (left, top, left + 60, top + 18), "#dde3ee" if number % 2 else None, "#556677"
        )
        pen.text((left + 5, top + 2), "again", fill="#202020", font=FONT)
        now = np.array(image)
        changed = Box(left - 2, top - 2, left + 64, top + 24).intersection(Box(0, 0, width, height))
        assert changed is not None
        found, full = shapes_after(now, before, [changed]), find_shapes(now)
        assert shaped(found, pixels) == shaped(full, pixels)


def test_a_page_ends_where_a_bar_came_below_it() -> None:
    page = np.full((400, 600, 3), 255, np.uint8)
    page[:40], page[:, :20], page[:, 580:], page[390:] = 210, 210, 210, 210
    with_bar = page.copy()
    with_bar[340:390, 20:580] = 230
    before = find_shapes(page)
    found = shapes_after(with_bar, before, [Box(20, 338, 580, 390)])
    assert max(before, key=lambda s: min(s.colour)).box.bottom > 385
    assert max(found, key=lambda s: min(s.colour)).box.bottom <= 342


def shaped(shapes: list[Shape], pixels: Pixels) -> set[tuple[object, ...]]:
    """What must be the same: of large areas not how much of them is covered."""
    small = 0.1 * pixels.shape[0] * pixels.shape[1]
    return {(*s.box.as_list(), s.round, s.colour) for s in shapes if s.box.area < small}


def test_an_answer_holds_until_a_pixel_of_its_box_changes() -> None:
    asked: list[int] = []

    def mean(crop: Pixels, times: int) -> float:
        asked.append(times)
        return float(crop.mean()) * times

    pixels = np.full((40, 60, 3), 10, np.uint8)
    glances = Glances()
    left, right = Box(0, 0, 20, 20), Box(30, 0, 50, 20)
    for box in (left, right, left):
        assert glances.ask(pixels, mean, box, 2) == 20
    assert asked == [2, 2]
    pixels[5, 40] = 250
    later = glances.after([Box(38, 4, 44, 8)])
    assert later.ask(pixels, mean, left, 2) == 20
    assert later.ask(pixels, mean, right, 2) > 20
    assert later.ask(pixels, mean, left, 3) == 30
    assert asked == [2, 2, 2, 3]


def test_large_regions_are_cut_between_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    image = Image.new("RGB", (1920, 1080), "white")
    pen = ImageDraw.Draw(image)
    tops = range(10, 1070, 26)
    for top in tops:
        pen.text((30, top), "copper wire and paper " * 20, fill="black", font=FONT)
        pen.line((0, 0, 0, 1080), fill="black")
    frame = Box(0, 0, 1920, 1080)
    assert slices(frame, np.array(image)) == [frame]
    # As if the screen were four times as large.
    monkeypatch.setattr("vision.capture.changed_regions._LARGEST", 650_000)
    cut = slices(frame, np.array(image))
    assert len(cut) > 2
    assert bounding_box(cut) == frame
    assert sum(box.area for box in cut) == frame.area
    assert all(box.area < 675_000 for box in cut)
    inked = np.array(image)[:, 30:2000].min(axis=(1, 2)) < 200
    assert not any(inked[box.top] and inked[box.top - 1] for box in cut[1:])


def test_overlaps_of_many_boxes_are_those_of_each_pair() -> None:
    random = np.random.default_rng(5)
    corners = random.integers(0, 60, (30, 2))
    boxes = [
        Box(x, y, x + 1 + w, y + 1 + w // 2) for (x, y), w in zip(corners, range(30), strict=True)
    ]
    table = ious(boxes, boxes[:11])
    assert table.shape == (30, 11)
    for row, a in zip(table, boxes, strict=True):
        assert row.tolist() == pytest.approx([iou(a, b) for b in boxes[:11]])
    assert ious([], boxes).shape == (0, 30)
    assert ious(boxes, []).shape == (30, 0)


def test_a_line_is_read_once_wherever_it_stands() -> None:
    from rapidocr.ch_ppocr_rec import TextRecInput

    from vision.ocr.rapid import RapidRecognizer

    engine = RapidRecognizer()._engine
    lines = engine.text_rec
    assert isinstance(lines, RememberedLines)
    shown: list[int] = []
    reader = lines._reader

    def counted(asked: TextRecInput) -> object:
        shown.append(len(asked.img))
        return reader(asked)

    lines._reader = counted
    picture = np.ascontiguousarray(FORM[327:343, 22:71])
    wider = np.pad(picture, ((2, 1), (4, 9), (0, 0)), mode="edge")
    first = lines(TextRecInput(img=[picture], return_word_box=True))
    second = lines(TextRecInput(img=[wider, FORM[75:105, 20:100]], return_word_box=True))
    assert first.txts[0] == second.txts[0] == "Submit"
    assert second.txts[1] != "Submit"
    assert shown == [1, 1]
    # A paler word at the end makes another line of it.
    pale = wider.copy()
    pale[10:14, -4:] -= 9
    lines(TextRecInput(img=[pale], return_word_box=True))
    assert shown == [1, 1, 1]


def test_a_dialog_stays_one_when_a_line_in_it_changes() -> None:
    dialog = Detection(Box(100, 100, 700, 500), "dialog", 0.9, "dialog")
    line = Detection(Box(120, 300, 400, 320), "button", 0.9, "button")
    beside = Detection(Box(800, 100, 900, 140), "button", 0.9, "button")
    shot = Screenshot(np.zeros((600, 1000, 3), np.uint8))
    look = Look(ElementMap((), shot), (), (dialog, line, beside), (), (), Glances())
    assert look.detections_beside([Box(120, 295, 420, 325)]) == [dialog, beside]
    assert look.detections_beside([Box(90, 90, 720, 420)]) == [beside]


def test_a_control_at_the_edge_of_what_is_looked_at_anew_is_kept() -> None:
    """What is seen anew counts where its middle lies in the region: nothing falls between."""
    key = Detection(Box(172, 543, 246, 593), "button", 0.9, "button")
    shot = Screenshot(np.zeros((600, 1000, 3), np.uint8))
    look = Look(ElementMap((), shot), (), (key,), (), (), Glances())
    assert look.detections_beside([Box(0, 0, 416, 544)]) == [key]
    assert look.detections_beside([Box(0, 0, 416, 576)]) == []


def test_faint_detections_draw_in_no_more_of_a_changed_line() -> None:
    shot = Screenshot(np.zeros((600, 1000, 3), np.uint8))
    sure, faint = Box(10, 10, 100, 40), Box(20, 30, 300, 110)
    found = (Detection(sure, "button", 0.6), Detection(faint, "field", 0.1))
    look = Look(ElementMap((), shot), (), found, (), (), Glances())
    assert look.whole() == [sure]
