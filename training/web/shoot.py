"""Takes labelled pictures of pages: made ones, and those that packages ship."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, TypeVar

from training.labels import Label, Sample, Word, add
from training.web import dom
from training.web.browser import View, page
from training.web.contrast import seen
from training.web.families import Family
from training.web.generator import made
from training.web.icons import Icons
from training.web.packages import fetched
from training.web.serving import Site
from vision.core.geometry import Box

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

_Thing = TypeVar("_Thing", Label, Word)
_SIZES: dict[tuple[int, int], float] = {
    (360, 640): 1,
    (412, 915): 0.7,
    (768, 1024): 1,
    (1024, 768): 3,
    (1280, 720): 3,
    (1280, 800): 3,
    (1366, 768): 3,
    (1440, 900): 3,
    (1600, 900): 2,
    (1680, 1050): 1.5,
    (1920, 1080): 5,
}
SCALES: Mapping[float, float] = {1.0: 10, 1.25: 3, 1.5: 3, 2.0: 2, 1.1: 1, 0.9: 0.7}
"""Pixels per CSS pixel, the screen's scale times the zoom of the page, and how often."""
_LEAST_WIDTH, _LEAST_LABELS = 340, 1
_CALM = (
    "*,*::before,*::after{transition:none!important;animation-duration:0s!important;"
    "animation-delay:0s!important;scroll-behavior:auto!important}"
)
# Fonts that draw words as pictures come from elsewhere: without them the words would stand there.
_NO_LIGATURES = (
    "<style>[class*=material-icons],[class*=material-symbols]{font-size:0!important}</style>"
)
_READY = (
    "() => document.readyState === 'complete' && document.fonts.status === 'loaded' && "
    "![...document.querySelectorAll(':not(:defined)')].some((one) => "
    "customElements.get(one.localName))"
    " && ![...document.scripts].some((one) => one.type === 'module' && /shoelace/.test(one.src) && "
    "!customElements.get('sl-button'))"
)


_CAN_BE_DISABLED = "button, input, select, textarea"


class NoSample(RuntimeError):
    """A page gave no sample. Says which and why."""


@dataclass(frozen=True, slots=True)
class Work:
    """What the samples of a run have in common."""

    out: Path
    browser: Browser
    site: Site
    address: str
    seed: int
    scales: Mapping[float, float] = field(default_factory=lambda: SCALES)
    disabled: float = 0.0
    """The share of controls that are disabled besides those that the pages made so."""


def view(chance: Random, dark: bool, scales: Mapping[float, float] = SCALES) -> View:
    """A size and scale of a screen by chance: mostly 1024 to 1920 pixels wide."""
    width, height = chance.choices(list(_SIZES), weights=list(_SIZES.values()))[0]
    fitting = {s: share for s, share in scales.items() if width / s >= _LEAST_WIDTH}
    fitting = fitting or {min(scales): 1.0}
    scale = chance.choices(list(fitting), weights=list(fitting.values()))[0]
    return View(width, height, scale, dark)


def name(family: Family, seed: int, number: int) -> str:
    """The file name of a sample's picture."""
    return f"{family.name}-{seed}-{number:05d}.png"


def shoot(work: Work, family: Family, number: int, icons: Icons) -> Sample:
    """Take one sample and add it to the folder.

    Raises:
        NoSample: the page shows nothing, or does not stand still.
        LeftTheMachine: the page asked for something from elsewhere.
        NoPackage: npm does not give the family's package.
        playwright.sync_api.Error: the page does not load.
    """
    chance = Random(f"shoot {family.name} {work.seed} {number}")
    path, dark = _page(work, family, number, icons, chance)
    looked = view(chance, dark, work.scales)
    with page(work.browser, looked) as opened:
        opened.goto(f"{work.address}/{path}", wait_until="load")
        opened.wait_for_function(_READY)
        opened.add_style_tag(content=_CALM)
        if work.disabled:
            _disable(opened, family, work, number)
        _touch(opened, chance)
        return _take(work, opened, family, name(family, work.seed, number), looked)


def _page(
    work: Work, family: Family, number: int, icons: Icons, chance: Random
) -> tuple[str, bool]:
    """The address of a page below the site's, and whether it is dark."""
    folder = fetched(family.package, work.site.cache) if family.package else None
    if family.skin != "demo":
        address = f"/{folder.name}" if folder else ""
        one = made(family, f"{work.seed} {number}", icons, address)
        work.site.pages = {"made.html": one.html}
        return "made.html", one.dark
    assert folder is not None
    demos = sorted(folder.glob(family.demos))
    work.site.root = folder / family.root
    styles = [f'<link rel=stylesheet href="/{folder.name}/{path}">' for path in family.styles]
    scripts = [f'<script src="/{folder.name}/{path}"></script>' for path in family.scripts]
    work.site.head = "".join([*styles, *scripts, _NO_LIGATURES])
    # All of them are shown once before one is shown again.
    order = Random(f"{family.name} {work.seed}").sample(demos, len(demos))
    chosen = order[number % len(order)].relative_to(work.site.cache)
    return chosen.as_posix(), bool(family.dark) and chance.random() < 0.35


def _disable(opened: Page, family: Family, work: Work, number: int) -> None:
    """Disable some controls by a chance of its own: the pages stay as they are without it."""
    own = Random(f"disabled {family.name} {work.seed} {number}")
    count: int = opened.locator(_CAN_BE_DISABLED).count()
    chosen = [place for place in range(count) if own.random() < work.disabled]
    opened.evaluate(
        "([which, chosen]) => { const all = document.querySelectorAll(which);"
        " for (const place of chosen) all[place].disabled = true; }",
        [_CAN_BE_DISABLED, chosen],
    )


def _touch(opened: Page, chance: Random) -> None:
    """Scroll, put the focus somewhere, or hover over something, by chance."""
    if chance.random() < 0.3:
        share = chance.random()
        opened.evaluate(
            "(share) => { for (const one of [document.scrollingElement, "
            "...document.querySelectorAll("
            "'.x-scroller,.x-list,textarea,select')]) one.scrollTop = share * "
            "(one.scrollHeight - one.clientHeight); }",
            share,
        )
    if chance.random() < 0.35:
        opened.evaluate(
            "(share) => { const all = [...document.querySelectorAll('input:not([type=hidden]),"
            "select,"
            "textarea,button,a[href],sl-input,sl-button,sl-checkbox')].filter((one) => { const r = "
            "one.getBoundingClientRect(); return r.width && r.top > 0 && r.bottom < innerHeight; "
            "});"
            " all[Math.floor(share * all.length)]?.focus({preventScroll: true, focusVisible: "
            "true}); }",
            chance.random(),
        )
    if chance.random() < 0.2:
        size = opened.viewport_size or {"width": 800, "height": 600}
        opened.mouse.move(chance.uniform(0, size["width"]), chance.uniform(0, size["height"]))
    # Two frames: what the input has changed is drawn.
    opened.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )


def _take(work: Work, opened: Page, family: Family, file: str, view: View) -> Sample:
    from PIL import Image

    labels, words, complete = _photographed(work, opened, family, file, view)
    with Image.open(work.out / file) as picture:
        screen = Box(0, 0, *picture.size)
        sample = Sample(
            file,
            f"web/{family.name}",
            *picture.size,
            view.scale,
            tuple(_cut(label, screen) for label in labels),
            tuple(_cut(word, screen) for word in words),
            complete,
        )
        sample = seen(sample, picture)
    if len(sample.labels) < _LEAST_LABELS:
        (work.out / file).unlink()
        raise NoSample(f"the page of {file} shows no control; leave it out")
    add(work.out, sample)
    return sample


def _photographed(
    work: Work, opened: Page, family: Family, picture: str, view: View
) -> tuple[tuple[Label, ...], tuple[Word, ...], bool]:
    """Labels and words as they were when the picture was taken: on a page with scripts they are
    read before and after it, until both are the same."""
    alive = bool(family.scripts) or family.skin == "demo"
    found = dom.read(opened, view.scale)
    for _ in range(3):
        opened.screenshot(path=work.out / picture)
        if not alive:
            return found
        before, found = found, dom.read(opened, view.scale)
        if before == found:
            return found
    (work.out / picture).unlink()
    raise NoSample(f"the page of {picture} does not stand still; leave it out")


def _cut(thing: _Thing, screen: Box) -> _Thing:
    """The thing with its box inside of the picture: rounding may have brought it past an edge."""
    inside = thing.box.intersection(screen)
    assert inside is not None, f"{thing} lies outside of the picture"
    return replace(thing, box=inside)
