"""Trees from labelled pictures, as the command line makes them: asked on pictures of a form."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.support.drawn import Page
from training.disabled import DISABLED
from training.fitting import Fitted, run
from training.judge.__main__ import JUDGE
from training.labels import Label, Sample, add
from vision.core.gbdt import Trees
from vision.core.geometry import Box


def labelled(folder: Path) -> None:
    """Two pictures of buttons; every third one is pale, and labelled as disabled. Of the last row
    the labels say nothing: what is seen there is wrong."""
    folder.mkdir()
    for number, family in enumerate(("web/a", "web/b")):
        page = Page(640, 420, "#f4f4f4")
        labels = []
        for place in range(12):
            left, top = 30 + 200 * (place % 3), 30 + 90 * (place // 3)
            box, pale = Box(left, top, left + 130, top + 36), place % 3 == 2
            page.frame(box, fill="#e0e0e0", outline="#c0c0c0" if pale else "#707070")
            page.text(left + 36, top + 9, f"Open {place}", fill="#b0b0b0" if pale else "#101010")
            if place < 9:
                labels.append(Label("button", box, f"Open {place}", disabled=pale))
        Image.fromarray(page.pixels).save(folder / f"{number}.png")
        add(folder, Sample(f"{number}.png", family, 640, 420, 1.0, tuple(labels)))


@pytest.mark.parametrize("fitted", [JUDGE, DISABLED], ids=["judge", "disabled"])
def test_what_was_asked_is_fitted(fitted: Fitted, tmp_path: Path, monkeypatch, capsys):
    folder, trees = tmp_path / "made", tmp_path / "trees.json"
    few, asked = tmp_path / "few.npz", tmp_path / "asked.npz"
    labelled(folder)

    def told(*line: str | Path) -> str:
        monkeypatch.setattr(sys, "argv", ["training", *(str(part) for part in line)])
        run(fitted, "training", None)
        return str(capsys.readouterr().out)

    assert f"{fitted.rows}, " in told("ask", folder, "--families", "web/a", "--out", few)
    one = np.load(few)
    assert int(one["pictures"]) == 1
    told("ask", folder, "--out", asked)
    both = np.load(asked)
    assert int(both["pictures"]) == 2
    assert len(both["rows"]) == len(both["right"]) > len(one["rows"]) >= 9
    assert 0 < both["right"].sum() < len(both["right"])
    told("fit", asked, "--out", trees)
    about = json.loads(trees.read_text())["about"]
    assert about[fitted.rows] == len(both["rows"])
    assert about[fitted.right] == both["right"].sum()
    likely = Trees.load(trees).likely(both["rows"])
    assert likely[both["right"]].mean() > likely[~both["right"]].mean()
