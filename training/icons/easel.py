"""Crops of icons as `crops` and `render` make them, drawn by a GPU: thousands at a time.

One draws sixty times as many as a network on one core can learn from. What varies is the same:
sizes, grounds, inks, hues, bent shapes, neighbours, faded ones, blur, scaling, noise, JPEG. Bent
are half of all, and strokes are thickened and thinned besides. What a GPU draws badly (drawings
coloured in, crops without a meaning) processes draw before the training, and it chooses of them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial

import numpy as np
import torch
from PIL import Image
from torch import Tensor
from torch.nn import functional

from training.icons.colouring import coloured_in
from training.icons.concepts import UNKNOWN
from training.icons.crops import MADE, weights
from training.icons.easel_grounds import Grounds
from training.icons.easel_pixels import jpeg, luminance, resized, turned
from training.icons.masters import SIDE as MASTER
from training.icons.masters import Master
from training.icons.render import SIZES
from training.icons.unknowns import made
from vision.capture.screen import Pixels
from vision.icons.classifier import SIDE

VARIANTS = 3
"""How many times a drawing of one ink is coloured in."""
_MADE_UP = 40000
_GROUPS = 16
"""Of a batch, each with a size of its own."""

# How often each thing happens to a crop.
_BENT, _WEIGHT, _COLOURED, _TURNED, _OFF, _GREY = 0.5, 0.15, 0.4, 0.3, 0.4, 0.06
_FADED, _PEEPS, _BLURRED, _NOISY, _PACKED = 0.1, 0.15, 0.12, 0.15, 0.12
_MARKED, _ERASED = 0.05, 0.08


class Easel:
    """Draws batches of crops of `masters` on a device. `answers` is the number of concepts, which
    is the answer of a crop without a meaning; `workers` processes prepare what processes draw
    (0: this one)."""

    def __init__(
        self,
        masters: Sequence[Master],
        answers: int,
        device: str,
        seed: int = 0,
        workers: int = 0,
        variants: int = VARIANTS,
        made_up: int = _MADE_UP,
    ) -> None:
        self._device = device
        self._chance = torch.Generator(device).manual_seed(seed)
        self._pick = np.random.default_rng(seed)
        self._drawings = torch.from_numpy(np.stack([_square(each) for each in masters])).to(device)
        self._mono = self._told([each.mono for each in masters])
        self._truth = self._told(
            [answers if each.concept == UNKNOWN else each.concept for each in masters]
        )
        self._chances = torch.from_numpy(weights(masters)).to(device, torch.float32)
        self._answers = answers
        self._prepare(masters, seed, workers, variants, made_up)

    def _told(self, values: Sequence[object]) -> Tensor:
        return torch.tensor(values, device=self._device)

    def _prepare(
        self, masters: Sequence[Master], seed: int, workers: int, variants: int, made_up: int
    ) -> None:
        """The drawings coloured in, and the crops without a meaning."""
        inked = [number for number, each in enumerate(masters) if each.mono]
        shapes = [_square(masters[number]) for number in inked for _ in range(variants)]
        few = [
            replace(each, rgba=_square(each)) for each in masters[:: max(1, len(masters) // 1000)]
        ]
        parts = max(1, workers) * 4
        if workers:
            with ProcessPoolExecutor(workers) as pool:
                filled = list(
                    pool.map(_filled, np.array_split(np.array(shapes), parts), range(parts))
                )
                strange = list(
                    pool.map(partial(_strange, few, made_up // parts), range(seed, seed + parts))
                )
        else:
            filled = [_filled(np.array(shapes), seed)]
            strange = [_strange(few, made_up, seed)]
        self._filled = torch.from_numpy(np.concatenate(filled)).to(self._device)
        self._strange = torch.from_numpy(np.concatenate(strange)).to(self._device)
        self._variants = variants
        self._first = torch.full((len(masters),), -1, device=self._device)
        self._first[self._told(inked)] = torch.arange(len(inked), device=self._device) * variants

    def batch(self, count: int) -> tuple[Tensor, Tensor]:
        """`count` crops (float N x 3 x 48 x 48 in 0..1) and their answers (int64 N)."""
        strange = int(self._pick.binomial(count, MADE))
        real = count - strange
        chosen = torch.multinomial(self._chances, real, replacement=True, generator=self._chance)
        ground = self._grounds(real)
        faded = self._any(real) < _FADED
        icons = self._icons(chosen, ground.under, faded)
        peeping = torch.nonzero(self._any(real) < _PEEPS).squeeze(1)
        plain = torch.zeros(len(peeping), dtype=torch.bool, device=self._device)
        others = self._below(len(self._drawings), len(peeping))
        beside = self._icons(others, ground.under[peeping], plain)
        ends = [real * number // _GROUPS for number in range(_GROUPS + 1)]
        bounds = torch.searchsorted(peeping, self._told(ends)).tolist()
        crops = []
        for number in range(_GROUPS):
            start, end = ends[number : number + 2]
            first, last = bounds[number : number + 2]
            part = ground.part(start, end)
            peeps = peeping[first:last] - start, beside[first:last]
            crops.append(self._group(icons[start:end], part, *peeps))
        chance = self._below(len(self._strange), strange)
        crops.append(self._strange[chance].permute(0, 3, 1, 2).float() / 255)
        right = functional.pad(self._truth[chosen], (0, strange), value=self._answers)
        return self._harmed(torch.cat(crops)), right

    # -- chance -------------------------------------------------------------------------------

    def _any(self, *shape: int) -> Tensor:
        return torch.rand(*shape, generator=self._chance, device=self._device)

    def _between(self, low: float, high: float, *shape: int) -> Tensor:
        return low + (high - low) * self._any(*shape)

    def _below(self, most: int, count: int) -> Tensor:
        return torch.randint(most, (count,), generator=self._chance, device=self._device)

    def _some(self, share: float, count: int) -> Tensor:
        """Numbers of those to whom something happens."""
        return torch.nonzero(self._any(count) < share).squeeze(1)

    # -- one size -----------------------------------------------------------------------------

    def _group(self, icons: Tensor, ground: Grounds, which: Tensor, beside: Tensor) -> Tensor:
        """Crops (N x 3 x 48 x 48) of icons on their grounds, all of one size; `beside` (M x 4)
        peep in at the edges of `which` of them."""
        size = int(self._pick.choice(SIZES))
        side = max(size, round(size * self._pick.uniform(0.92, 1.75)))
        image = ground.drawn(side)
        if len(which):
            self._peep(image, ground.under[which], which, beside, side)
        ways = ("bilinear", "bicubic", "area")
        icon = resized(icons, size, str(self._pick.choice(ways))).clamp(0, 1)
        slack = (side - size) / 2
        shift = self._between(-0.75, 0.75, 2, len(icon)) * (slack + 0.06 * size)
        self._paste(image, icon, (slack + shift).round().long())
        if self._pick.random() < 0.15:
            image = self._scaled(image)
        return resized(image, SIDE, "bilinear").clamp(0, 1)

    def _icons(self, chosen: Tensor, under: Tensor, faded: Tensor) -> Tensor:
        """N x 4 x 64 x 64, colours already multiplied by what covers."""
        picture = self._drawings[chosen]
        mono = self._mono[chosen]
        coloured = mono & (self._any(len(chosen)) < _COLOURED)
        which = torch.nonzero(coloured).squeeze(1)
        first = self._first[chosen[which]]
        picture[which] = self._filled[first + self._below(self._variants, len(which))]
        picture = picture.permute(0, 3, 1, 2).float() / 255
        picture[:, :3] *= picture[:, 3:]
        mono = mono & ~coloured
        icon = self._bent(self._thickened(picture, mono))
        cover = icon[:, 3:]
        ink = self._ink(under, torch.where(faded, 40.0, 70.0))[:, :, None, None] * cover
        shades = self._shades(torch.minimum(icon[:, :3], cover), cover, under, faded)
        seen = torch.where(mono[:, None, None, None], ink, shades)
        dim = torch.where(faded, self._between(0.35, 0.65, len(chosen)), 1.0)[:, None, None, None]
        return torch.cat([seen, cover], 1) * dim

    def _thickened(self, picture: Tensor, mono: Tensor) -> Tensor:
        """Strokes of drawings in one ink a little thicker or thinner."""
        some = self._any(len(picture)) < _WEIGHT
        for grows in (True, False):
            which = torch.nonzero(mono & some & (self._any(len(picture)) < 0.5)).squeeze(1)
            part = picture[which, 3:]
            wide = functional.max_pool2d(part, 3, 1, 1)
            thin = -functional.max_pool2d(-part, 3, 1, 1)
            share = self._between(0, 0.8, len(which))[:, None, None, None]
            picture[which, 3:] = part + share * ((wide if grows else thin) - part)
        return picture

    def _bent(self, picture: Tensor) -> Tensor:
        """Stretched, leaning and turned by some degrees, half of them."""
        count = len(picture)
        much = (self._any(count) < _BENT).float()
        angle = self._between(-0.14, 0.14, count) * much
        lean = self._between(-0.1, 0.1, 2, count) * much
        across, down = 1 + self._between(-0.16, 0.16, 2, count) * much
        sine, cosine = torch.sin(angle), torch.cos(angle)
        way = torch.stack(
            [
                torch.stack([cosine * across, lean[0] - sine, torch.zeros_like(angle)], 1),
                torch.stack([lean[1] + sine, cosine * down, torch.zeros_like(angle)], 1),
            ],
            1,
        )
        grid = functional.affine_grid(way, list(picture.shape), align_corners=False)
        return functional.grid_sample(picture, grid, align_corners=False)

    def _shades(self, shades: Tensor, cover: Tensor, under: Tensor, faded: Tensor) -> Tensor:
        """Colours (multiplied by the cover) in other hues, paler, darker; the opposite where the
        ground would swallow them."""
        count = len(shades)
        hue = 2 * math.pi * self._any(count) * (self._any(count) < _TURNED)
        shades = turned(shades, hue)
        off = (self._any(count) < _OFF).float()
        paler = 1 + self._between(-0.5, 0.4, count) * off
        paler[faded | (self._any(count) < _GREY)] = 0
        brighter = 1 + self._between(-0.2, 0.2, count) * off
        grey = luminance(shades)
        shades = (grey + (shades - grey) * paler[:, None, None, None]) * brighter[
            :, None, None, None
        ]
        shades = torch.minimum(shades.clamp(min=0), cover)
        apart = (shades - under[:, :, None, None] * cover).abs().amax(1)
        mean = apart.sum((1, 2)) / cover.sum((1, 2, 3)).clamp(min=1)
        swallowed = (mean < 30 / 255)[:, None, None, None]
        return torch.where(swallowed, cover - shades, shades)

    def _paste(self, image: Tensor, icon: Tensor, at: Tensor) -> None:
        """Lay icons (N x 4 x s x s) on images (N x 3 x d x d) at `at` (2 x N: right, down)."""
        side, size = image.shape[2], icon.shape[2]
        reach = torch.arange(side, device=self._device)
        rows, columns = reach[None] - at[1][:, None], reach[None] - at[0][:, None]
        inside = ((rows >= 0) & (rows < size))[:, :, None] & ((columns >= 0) & (columns < size))[
            :, None
        ]
        rows, columns = rows.clamp(0, size - 1), columns.clamp(0, size - 1)
        each = torch.arange(len(image), device=self._device)[:, None, None]
        laid = icon[each, :, rows[:, :, None], columns[:, None]].permute(0, 3, 1, 2)
        laid = laid * inside[:, None]
        image.mul_(1 - laid[:, 3:]).add_(laid[:, :3])

    def _peep(self, image: Tensor, under: Tensor, which: Tensor, beside: Tensor, side: int) -> None:
        """A piece of another icon, or a separating line, at an edge of these images."""
        count = len(which)
        size = max(8, round(side * 0.6))
        icon = resized(beside, size, "bilinear").clamp(0, 1)
        seen = (side * self._between(0.03, 0.12, count)).clamp(min=1).round()
        along = self._between(-size / 3, side - size / 2, count).round()
        near, far = seen - size, side - seen
        edge = self._below(4, count)
        right = torch.where(edge == 0, near, torch.where(edge == 1, far, along))
        down = torch.where(edge == 2, near, torch.where(edge == 3, far, along))
        lines = self._any(count) < 0.4
        at = torch.stack([torch.where(lines, 4.0 * side, right), down]).long()
        part = image[which]
        self._paste(part, icon, at)
        place = self._told([0, 1, side - 2, side - 1])[self._below(4, count)]
        reach = torch.arange(side, device=self._device)
        on = (reach[None] == place[:, None]) & lines[:, None]
        upright = self._any(count) < 0.7
        mask = torch.where(upright[:, None, None], on[:, None, :], on[:, :, None])[:, None]
        dark = luminance(under[:, :, None, None]) > 0.5
        shade = (under[:, :, None, None] + torch.where(dark, -60 / 255, 60 / 255)).clamp(0, 1)
        image[which] = torch.where(mask, shade, part)

    # -- grounds ------------------------------------------------------------------------------

    def _hue(self, count: int, least: float, most: float) -> Tensor:
        """Colours of any hue (N x 3) with a saturation between the two."""
        hue, value = self._any(count), self._between(0.25, 1, count)
        saturation = self._between(least, most, count)
        steps = (hue[:, None] * 6 + self._told([5.0, 3.0, 1.0])) % 6
        wave = torch.minimum(steps, 4 - steps).clamp(0, 1)
        return value[:, None] * (1 - saturation[:, None] * wave)

    def _colours(self, count: int) -> Tensor:
        """Colours of tool bars, buttons and pages, N x 3."""
        draw = self._any(count)
        light = self._between(205, 256, count)
        dark = self._between(12, 75, count)
        middle = self._between(75, 205, count)
        level = torch.where(draw < 0.55, light, torch.where(draw < 0.82, dark, middle)).floor()
        tint = self._between(-7, 8, count, 3).floor()
        colour = ((level[:, None] + tint) / 255).clamp(0, 1)
        colour = torch.where((draw < 0.22)[:, None], torch.ones_like(colour), colour)
        return torch.where((draw >= 0.88)[:, None], self._hue(count, 0.25, 0.95), colour)

    def _grounds(self, count: int) -> Grounds:
        base = self._colours(count)
        draw = self._any(count)
        buttons = (draw >= 0.12) & (draw < 0.45)
        by = self._between(8, 60, count) * torch.where(self._any(count) < 0.5, 1, -1) / 255
        other = self._any(count) < 0.25
        face = torch.where(other[:, None], self._colours(count), (base + by[:, None]).clamp(0, 1))
        return Grounds(
            base=base,
            under=torch.where(buttons[:, None], face, base),
            span=self._between(-35, 35, count) / 255 * (draw < 0.12),
            frame=(face + self._between(-70, 40, count)[:, None] / 255).clamp(0, 1),
            edges=self._between(-0.08, 0.16, 4, count),
            buttons=buttons,
            radius=self._told([0.0, 2.0, 4.0, 6.0, 1000.0])[self._below(5, count)],
            width=self._below(3, count).float(),
        )

    def _ink(self, under: Tensor, least: Tensor) -> Tensor:
        """Colours that stand out from the ground by at least `least` levels of brightness."""
        count = len(under)
        light = luminance(under[:, :, None, None])[:, 0, 0, 0]
        found = torch.where((light > 0.5)[:, None], torch.zeros_like(under), torch.ones_like(under))
        for _ in range(4):
            level = torch.where(
                light > 0.5, self._between(0, 110, count), self._between(165, 256, count)
            )
            grey = (level / 255).clamp(max=1)[:, None].expand(-1, 3)
            colour = torch.where((self._any(count) < 0.3)[:, None], self._hue(count, 0.4, 1), grey)
            apart = (luminance(colour[:, :, None, None])[:, 0, 0, 0] - light).abs()
            found = torch.where((apart >= least / 255)[:, None], colour, found)
        return found

    # -- damage -------------------------------------------------------------------------------

    def _scaled(self, image: Tensor) -> Tensor:
        side = max(10, round(image.shape[2] * self._pick.uniform(0.7, 1.6)))
        nearest = self._pick.random() < 0.3 and side > image.shape[2]
        return resized(image, side, "nearest" if nearest else "bilinear")

    def _harmed(self, crops: Tensor) -> Tensor:
        """Blurred, noisy, packed as JPEG, a part covered: some of them."""
        self._drop_marks(crops)
        which = self._some(_BLURRED, len(crops))
        spread = self._between(0.3, 1.1, len(which))[:, None, None]
        reach = torch.arange(SIDE, device=self._device)
        soft = torch.exp(-((reach[:, None] - reach[None]) ** 2) / (2 * spread**2))
        soft = (soft / soft.sum(2, keepdim=True))[:, None]
        crops[which] = soft @ crops[which] @ soft.mT
        which = self._some(_PACKED, len(crops))
        crops[which] = jpeg(crops[which], self._between(0.2, 1.1, len(which)))
        which = self._some(_NOISY, len(crops))
        noise = torch.randn(len(which), 3, SIDE, SIDE, generator=self._chance, device=self._device)
        crops[which] += noise * self._between(1, 6, len(which))[:, None, None, None] / 255
        return self._erased(crops).clamp(0, 1)

    def _drop_marks(self, crops: Tensor) -> None:
        """The small triangle of a button with a menu, at the right edge of some."""
        which = self._some(_MARKED, len(crops))
        middle = self._between(0.45, 0.9, len(which))[:, None, None] * SIDE
        right = SIDE - 1 - self._between(0, 0.05, len(which))[:, None, None] * SIDE
        half = self._between(0.05, 0.1, len(which))[:, None, None] * SIDE
        reach = torch.arange(SIDE, device=self._device) + 0.5
        below = reach[:, None] - middle
        across = (reach[None] - (right - half)).abs()
        mask = ((below >= 0) & (across <= half - below))[:, None]
        part = crops[which]
        light = luminance(part[:, :, :1, :1]) > 0.5
        ink = torch.where(light, self._between(0, 0.4, 1), self._between(0.65, 1, 1))
        crops[which] = torch.where(mask, ink, part)

    def _erased(self, crops: Tensor) -> Tensor:
        """Up to a third of the sides of some is covered with the colour of a corner: a network
        must know a thing by more than one of its parts."""
        which = self._some(_ERASED, len(crops))
        size = self._between(0.12, 0.36, 2, len(which)) * SIDE
        start = self._any(2, len(which)) * (SIDE - size)
        reach = torch.arange(SIDE, device=self._device)
        on = (reach >= start[..., None]) & (reach < (start + size)[..., None])
        mask = (on[0][:, None, :] & on[1][:, :, None])[:, None]
        part = crops[which]
        crops[which] = torch.where(mask, part[:, :, :1, :1], part)
        return crops


def _square(master: Master) -> Pixels:
    """A drawing at the usual size."""
    if master.rgba.shape[:2] == (MASTER, MASTER):
        return master.rgba
    way = Image.Resampling.BICUBIC
    return np.array(Image.fromarray(master.rgba).resize((MASTER, MASTER), way))


def _filled(shapes: Pixels, seed: int) -> Pixels:
    chance = np.random.default_rng([seed, 1])
    if not len(shapes):
        return np.zeros((0, MASTER, MASTER, 4), np.uint8)
    return np.stack([coloured_in(each, chance) for each in shapes])


def _strange(masters: Sequence[Master], count: int, seed: int) -> Pixels:
    chance = np.random.default_rng([seed, 2])
    return np.stack([made(chance, masters) for _ in range(count)])
