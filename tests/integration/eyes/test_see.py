"""deskhand see, as a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from tests.support.places import DATA

MAIN = "import sys; from commands.main import main; main(sys.argv[1:])"


def see(*arguments: str | Path, data: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = dict(os.environ)
    if data is not None:
        environment["DESKHAND_DATA"] = str(data)
    return subprocess.run(
        [sys.executable, "-c", MAIN, "see", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        timeout=120,
    )


@pytest.mark.smoke
def test_json_and_overlay_of_an_image_without_detector(tmp_path: Path):
    overlay = tmp_path / "seen.png"
    done = see(
        *("--image", DATA / "form.png", "--json", "--overlay", overlay),
        *("--detector", "omniparser"),
        data=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert "deskhand models get omniparser-v2-icon" in done.stderr
    told = json.loads(done.stdout)
    assert set(told) == {"elements", "windows", "areas", "timings"}
    assert told["windows"] == []
    assert set(told["timings"]) == {"grab", "ocr", "detect", "shapes", "merge", "captions"}
    names = {"id", "kind", "text", "box", "state", "source", "score", "caption"}
    structure = {"within", "cell", "notice"}
    assert all(names <= set(element) <= names | structure for element in told["elements"])
    (box,) = [e for e in told["elements"] if e["kind"] == "checkbox"]
    assert (box["text"], box["state"]) == ("Newsletter", {"checked": False})
    left, top, right, bottom = box["box"]
    assert left < right
    assert top < bottom
    with Image.open(overlay) as drawn, Image.open(DATA / "form.png") as original:
        assert drawn.size == original.size
        assert drawn.convert("RGB").tobytes() != original.convert("RGB").tobytes()


def test_description_with_the_detector():
    done = see("--image", DATA / "form.png")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "Submit button" in done.stdout
    assert "First name field: empty" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--image", "missing.png"], 1, "There is no file missing.png"),
        (["--image", __file__], 1, "cannot be read as an image"),
        (["--image", DATA / "form.png", "--overlay", "no/such/o.png"], 1, "does not exist"),
        (["--image", "x.png", "--monitor", "1"], 2, "cannot be used together"),
        (["--window", "x", "--monitor", "1"], 2, "cannot be used together"),
        (["--image", "x.png", "--bisect", "1,2,3"], 2, "is not a box"),
        (["--image", "x.png", "--bisect", "1,2,3,4", "--json"], 2, "cannot be used together"),
        (["--image", "x.png", "--without", "magic"], 2, "There is no pass magic"),
        (["--image", "x.png", "--without", "numbering"], 2, "cannot be left out"),
        (["--ocr", "magic"], 2, "magic"),
        ([], 1, "There is no usable display"),
    ],
)
def test_what_cannot_be_seen(
    arguments: list[str | Path],
    code: int,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.delenv("DISPLAY", raising=False)
    done = see(*arguments, data=tmp_path)
    assert done.returncode == code
    assert words in " ".join(done.stderr.split())
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    if code == 1:
        assert len(done.stderr.strip().splitlines()) == 1


def test_a_full_disk_costs_only_the_overlay(tmp_path: Path):
    done = see("--image", DATA / "form.png", "--overlay", "/dev/full", data=tmp_path)
    assert done.returncode == 1
    assert "Submit button" in done.stdout
    said = " ".join(done.stderr.split())
    assert "The overlay could not be written to /dev/full: No space left on device." in said
    assert "Free some disk space there" in said
    assert "Traceback" not in said


def test_windows_and_monitors(desktop: object, tmp_path: Path):
    done = see("--window", "No such window", data=tmp_path)
    assert done.returncode == 1
    assert "There is no window “No such window”" in done.stderr
    done = see("--monitor", "9", data=tmp_path)
    assert done.returncode == 1
    assert "There is no monitor 9" in done.stderr
    done = see("--monitor", "1", "--json", data=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["timings"]["grab"] > 0


def test_explaining_an_element(tmp_path: Path):
    """Without the detector, so that it runs everywhere; the number comes from the description."""
    told = json.loads(see("--image", DATA / "form.png", "--json", data=tmp_path).stdout)
    (box,) = [e for e in told["elements"] if e["kind"] == "checkbox"]
    done = see("--image", DATA / "form.png", "--explain", str(box["id"]), data=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f'[{box["id"]}] checkbox "Newsletter" at ')
    assert 'the text "Newsletter" became the name' in done.stdout
    wrong = see("--image", DATA / "form.png", "--explain", "999", data=tmp_path)
    assert wrong.returncode != 0
    assert "there is no element 999" in wrong.stderr


def test_the_passes_are_listed_in_their_order():
    done = see("--passes")
    assert done.returncode == 0, done.stderr
    names = [line.split(":")[0].strip() for line in done.stdout.splitlines()]
    assert names.index("labels") < names.index("numbering") < names.index("disabled")


def test_leaving_a_pass_out_and_finding_which_one_spoilt_a_box(tmp_path: Path):
    form = ("--image", DATA / "form.png")
    told = json.loads(see(*form, "--json", data=tmp_path).stdout)
    (box,) = [e["box"] for e in told["elements"] if e["kind"] == "checkbox"]
    place = ",".join(map(str, box))
    assert "labels: pieces: checkbox at" in see(*form, "--bisect", place, data=tmp_path).stdout
    bare = json.loads(see(*form, "--json", "--without", "labels", data=tmp_path).stdout)
    assert [e["text"] for e in bare["elements"] if e["kind"] == "checkbox"] == [""]
    nothing = see(*form, "--bisect", "1,1,4,4", data=tmp_path)
    assert nothing.stdout.strip() == "No pass found anything in this box."


@pytest.mark.smoke
def test_our_own_detector_tells_the_kinds(tmp_path: Path):
    done = see("--image", DATA / "form.png", "--detector", "controls", data=tmp_path)
    assert done.returncode == 0, done.stderr
    for line in (
        "First name field: empty",
        "Newsletter checkbox: not ticked",
        "Card radio: ticked",
        "Shipping dropdown",
        "Submit button",
        "Help with this form link",
    ):
        assert line in done.stdout


@pytest.mark.parametrize("content", [None, b"", b"{}"])
@pytest.mark.parametrize("name", ["closeup.onnx", "judge.json", "disabled.json"])
def test_without_what_judges_its_boxes_and_tells_states_it_says_so(
    name: str, content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    from agent.perception import perceiver as eyes
    from models.runtime.errors import ModelError
    from vision.detection import box_scoring, roi_classifier
    from vision.states import disabled

    parts = {"closeup.onnx": roi_classifier, "judge.json": box_scoring, "disabled.json": disabled}
    part = parts[name]
    monkeypatch.setattr(part, "WEIGHTS", tmp_path / name)
    if content is not None:
        (tmp_path / name).write_bytes(content)
    loaded = (roi_classifier.own_looker, box_scoring.own_trees, disabled.own_trees)
    for one in loaded:
        one.cache_clear()
    try:
        with pytest.raises(ModelError, match=name) as problem:
            eyes.make_perceiver()
    finally:
        for one in loaded:
            one.cache_clear()
    assert "Reinstall Deskhand" in str(problem.value)
    # Only the judge is of our own detector alone.
    assert ("--detector omniparser" in str(problem.value)) is (name == "judge.json")


def test_without_the_weights_of_our_own_detector_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    from agent.perception import perceiver as eyes
    from models.runtime.errors import ModelError

    monkeypatch.setattr(eyes, "own_weights", lambda: tmp_path / "controls.onnx")
    with pytest.raises(
        ModelError, match="weights of Deskhand's own detector are missing"
    ) as problem:
        eyes.make_perceiver(detector="controls")
    assert "--detector omniparser" in str(problem.value)
