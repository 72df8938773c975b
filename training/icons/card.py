"""The card beside the weights: what they were made from, how, and how good they are."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from training.icons.captioner import Plan, Progress
from training.icons.concepts import Concepts
from training.icons.masters import Master
from training.icons.scoring import Figures
from training.icons.sources import SETS


def _earlier(card: Path) -> dict[str, Any]:
    """What an earlier training was, from its card."""
    facts = json.loads(card.read_text(encoding="utf-8"))
    return {
        name: facts.get(name) for name in ("date", "plan", "epochs", "crops", "seconds", "onto")
    }


def write(
    path: Path,
    concepts: Concepts,
    masters: Sequence[Master],
    plan: Plan,
    last: Progress | None,
    heat: float,
    least: float,
    figures: dict[str, Figures],
    onto: Path | None = None,
) -> None:
    """Write the card as JSON; `figures` by side ("validation", "held_out"); `onto` is the card of
    the training that this one went on from."""
    counts = Counter(master.source for master in masters)
    facts: dict[str, Any] = {
        "what": "names small icons without text: 48 x 48 RGB in 0..1, NCHW, to a logit per concept "
        "and one for no concept",
        "date": datetime.now(UTC).date().isoformat(),
        "seed": plan.seed,
        "plan": asdict(plan),
        "epochs": last.epoch if last else 0,
        "crops": last.crops if last else 0,
        "seconds": round(last.seconds) if last else 0,
        "onto": _earlier(onto) if onto else None,
        "loss": round(last.loss, 4) if last else None,
        "temperature": heat,
        "threshold": least,
        "figures": {side: asdict(each) for side, each in figures.items()},
        "sets": [
            {
                "name": each.name,
                "package": each.package,
                "channel": each.channel,
                "licence": each.licence,
                "split": each.split,
                "icons": counts[each.name],
            }
            for each in SETS
            if counts[each.name]
        ],
        "concepts": [
            {"id": each.id, "caption": each.caption, "also": sorted(each.also)}
            for each in concepts.all
        ],
    }
    text = json.dumps(facts, indent=1, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")
