"""What the icons of the easel stand on, drawn for many of them at once: see `grounds`."""

from __future__ import annotations

from dataclasses import dataclass, fields

import torch
from torch import Tensor


@dataclass(frozen=True, slots=True)
class Grounds:
    """What N icons stand on: `base`, `under` (in the middle) and `frame` are colours (N x 3),
    `span` how much lighter it is below (N), `buttons` who stands on a button (N), whose `edges` are
    shares of the side (4 x N), `radius` and `width` in pixels (N)."""

    base: Tensor
    under: Tensor
    span: Tensor
    frame: Tensor
    edges: Tensor
    buttons: Tensor
    radius: Tensor
    width: Tensor

    def part(self, start: int, end: int) -> Grounds:
        """Those of some icons."""
        values = {each.name: getattr(self, each.name)[..., start:end] for each in fields(self)}
        for name in ("base", "under", "frame"):
            values[name] = getattr(self, name)[start:end]
        return Grounds(**values)

    def drawn(self, side: int) -> Tensor:
        """The grounds, N x 3 x side x side."""
        ramp = torch.linspace(-0.5, 0.5, side, device=self.base.device)
        image = self.base[:, :, None, None] + (self.span[:, None] * ramp)[:, None, :, None]
        image = image.clamp(0, 1).repeat(1, 1, 1, side)
        edges = (self.edges * side).round()
        left, top, right, bottom = edges[0], edges[1], side - edges[2], side - edges[3]
        radius = torch.minimum(self.radius, torch.minimum(right - left, bottom - top) / 2)
        round_ = radius[:, None, None]
        reach = torch.arange(side, device=self.base.device) + 0.5
        far_x = ((reach - (left + right)[:, None] / 2).abs() - (right - left)[:, None] / 2)[:, None]
        far_y = (reach - (top + bottom)[:, None] / 2).abs() - (bottom - top)[:, None] / 2
        far_x, far_y = far_x + round_, far_y[:, :, None] + round_
        within = torch.maximum(far_x, far_y).clamp(max=0)
        away = torch.hypot(far_x.clamp(min=0), far_y.clamp(min=0)) + within - round_
        here = self.buttons[:, None, None]
        filled = ((0.5 - away).clamp(0, 1) * here)[:, None]
        inner = ((0.5 - away - self.width[:, None, None]).clamp(0, 1) * here)[:, None]
        image = image + filled * (self.frame[:, :, None, None] - image)
        return image + inner * (self.under[:, :, None, None] - image)
