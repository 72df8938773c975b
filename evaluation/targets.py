"""Whether a click on what was seen does the right thing: covered, right, can be acted on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from evaluation.things import Thing

_LARGEST = 0.05  # of the picture, or of a screen of this size where the picture is smaller
_SCREEN = 1024 * 768


def target_counts(
    true: Sequence[Thing], seen: Sequence[Thing], size: tuple[int, int], passive: Collection[str]
) -> Counter[str]:
    """Of one picture: the `targets`, which are the true things that are not too large, and of them

    - `covered`: a seen thing that is not too large holds the middle of the true box,
    - `hit`: the middle of the smallest such thing lies in the true box,
    - `acted`: its kind is none of those that one does not click (`passive`).

    Too large is more than 5 % of the picture (`size` is its width and height), or of a screen of
    1024 x 768 where that is more: dialogs are measured like the screens they stand on.
    """
    limit = _LARGEST * max(size[0] * size[1], _SCREEN)
    candidates = [thing for thing in seen if thing.box.area <= limit]
    counts: Counter[str] = Counter()
    for target in true:
        if target.box.area > limit:
            continue
        counts["targets"] += 1
        inside = [thing for thing in candidates if thing.box.contains(target.box.center)]
        if not inside:
            continue
        best = min(inside, key=lambda thing: thing.box.area)
        counts["covered"] += 1
        counts["hit"] += target.box.contains(best.box.center)
        counts["acted"] += best.kind not in passive
    return counts
