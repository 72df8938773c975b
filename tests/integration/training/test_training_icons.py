"""Icon concepts, their crops, the captioner and its threshold."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw

from agent.perception import icon_names
from training.icons import concepts as concept_list
from training.icons.calibrate import scores, temperature, threshold
from training.icons.captioner import Plan, asked, train
from training.icons.collect import collect, leaks
from training.icons.concepts import UNKNOWN, Concept, Concepts
from training.icons.gather import plain_name
from training.icons.masters import Master, fingerprint, is_mono, read, write
from training.icons.render import render
from training.icons.sources import SETS, IconSet, check_families
from training.icons.unknowns import made
from vision.capture.screen import Screenshot
from vision.core.elements import Element
from vision.core.geometry import Box
from vision.icons.classifier import SIDE, CaptionerError, OnnxCaptioner, as_input
from vision.icons.namer import name_icons

CONCEPTS = concept_list.load()


# The list of concepts
_ENDS = ("/eight", "/half")


def test_concepts_are_well_formed() -> None:
    assert 300 <= len(CONCEPTS) <= 500
    for concept in CONCEPTS.all:
        assert concept.caption == concept.caption.strip()
        assert 3 <= len(concept.caption) <= 64, concept.caption
        assert all(word and word == word.strip() for word in concept.also), concept.id
        assert concept.names, concept.id
    captions = [concept.caption for concept in CONCEPTS.all]
    assert len(set(captions)) == len(captions)


def test_names_are_written_as_they_are_matched() -> None:
    """A pattern with a capital or an underscore could never match."""
    known = {source.name for source in SETS}
    for concept in CONCEPTS.all:
        for name in concept.names | concept.excluded:
            source, _, own = name.rpartition("/")
            assert not source or source in known, name
            assert own == own.lower(), name
            assert "_" not in own, name
            assert "--" not in own, name


def test_a_name_of_two_concepts_is_refused() -> None:
    words: frozenset[str] = frozenset()
    one = Concept("one", "one", words, frozenset({"x"}))
    with pytest.raises(ValueError, match="'x' stands in one and in two"):
        Concepts([one, Concept("two", "two", words, frozenset({"x"}))])


@pytest.mark.parametrize(
    ("source", "stem", "expected"),
    [
        ("adwaita", "document-save-symbolic", "save"),
        ("papirus", "edit-find", "find"),
        ("breeze", "go-previous", "arrow_left"),
        ("oxygen", "list-add", "add"),
        ("gnome", "window-close", "close"),
        ("tango", "media-playback-start", "play"),
        ("adwaita", "user-trash", "delete"),
        ("mate", "format-text-bold", "bold"),
        ("office-colibre", "sc_save", "save"),
        ("office-breeze", "lc_bold", "bold"),
        ("lucide-static", "settings", "settings"),
        ("tabler-icons", "device-floppy", "save"),
        ("mdi-svg", "magnify", "find"),
        ("bootstrap-icons", "gear-fill", "settings"),
        ("phosphor-icons-core", "floppy-disk-bold", "save"),
        ("heroicons", "magnifying-glass", "find"),
        ("carbon-icons", "chevron--left", "chevron_left"),
        ("fluentui-svg-icons", "arrow_left_20_regular", "arrow_left"),
        ("material-design-icons-svg", "format_bold", "bold"),
        ("boxicons", "bxs-cog", "settings"),
        ("ionicons", "trash-outline", "delete"),
        ("lucide-static", "banana", None),
        ("mdi-svg", "cat", None),
    ],
)
def test_real_names_find_their_concept(source: str, stem: str, expected: str | None) -> None:
    icon_set = next(each for each in SETS if each.name == source)
    found = CONCEPTS.match(source, [plain_name(stem, icon_set)])
    assert found is not None
    assert (CONCEPTS.all[found].id if found != UNKNOWN else None) == expected


def test_contradicting_and_silent_names_say_nothing() -> None:
    assert CONCEPTS.match("adwaita", ["document-save", "edit-cut"]) is None
    assert CONCEPTS.match("adwaita", ["something-else"]) is None


def test_synonyms_count_as_the_same() -> None:
    numbers = {concept.id: number for number, concept in enumerate(CONCEPTS.all)}
    assert CONCEPTS.same(numbers["arrow_left"], numbers["chevron_left"])
    assert not CONCEPTS.same(numbers["arrow_left"], numbers["arrow_right"])
    assert not CONCEPTS.same(numbers["save"], UNKNOWN)


# The split


def test_families_stand_on_one_side() -> None:
    check_families()
    moved = dataclasses.replace(SETS[0], split="held_out")
    with pytest.raises(ValueError, match="put them on one side"):
        check_families((moved, *SETS[1:]))
    themes = [each for each in SETS if each.split == "held_out" and each.channel == "debian"]
    packages = [each for each in SETS if each.split == "held_out" and each.channel == "npm"]
    assert len(themes) >= 3
    assert len(packages) >= 3


def _svg(shape: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{shape}</svg>'


_FLOPPY = '<path d="M3 3h15l3 3v15H3zM7 3v6h9V3M7 21v-7h10v7" fill="none" stroke="#222"/>'
_BIN = '<path d="M4 6h16M9 6V3h6v3M6 6l1 15h10l1-15M10 10v7M14 10v7" fill="none" stroke="#222"/>'


def test_duplicates_leave_the_training_side(tmp_path: Path) -> None:
    """The same file, and the same drawing in another file and colour, are found."""

    def made_up(name: str, split: str, files: dict[str, str]) -> IconSet:
        folder = tmp_path / "packages" / name / "package"
        folder.mkdir(parents=True)
        for file, shape in files.items():
            (folder / f"{file}.svg").write_text(_svg(shape), encoding="utf-8")
        return IconSet(name, "npm", name, "MIT", split, name, "outline", ("*.svg",))  # type: ignore[arg-type]

    held = made_up("held", "held_out", {"save": _FLOPPY, "trash": _BIN})
    copied = made_up("copied", "train", {"floppy": _FLOPPY, "settings": '<circle cx="9" r="7"/>'})
    redrawn = made_up("redrawn", "train", {"trash": _BIN.replace("#222", "#311")})
    found = collect((copied, redrawn, held), tmp_path, CONCEPTS)
    left = {(master.source, master.name) for master in found.masters}
    assert left == {("held", "save"), ("held", "trash"), ("copied", "settings")}
    assert found.left_out == {"copied": 1, "redrawn": 1, "held": 0}


def test_different_drawings_are_no_leak() -> None:
    prints = np.stack([fingerprint(master.rgba, True) for master in _four()])
    assert leaks(prints, prints).all()
    assert not leaks(prints[:2], prints[2:]).any()


# Masters and crops


def _four() -> list[Master]:
    """Four simple mono icons of the concepts 0 to 3."""
    drawings = [
        lambda pen: pen.line([(8, 32), (56, 32)], fill=255, width=9),
        lambda pen: pen.line([(10, 10), (54, 54)], fill=255, width=9),
        lambda pen: pen.ellipse((8, 8, 56, 56), outline=255, width=7),
        lambda pen: pen.polygon([(12, 8), (54, 32), (12, 56)], fill=255),
    ]
    masters = []
    for number, drawing in enumerate(drawings):
        alpha = Image.new("L", (64, 64))
        drawing(ImageDraw.Draw(alpha))
        rgba = np.zeros((64, 64, 4), dtype=np.uint8)
        rgba[..., 3] = np.array(alpha)
        masters.append(Master(rgba, True, number, "made", f"shape-{number}"))
    return masters


def test_masters_come_back_as_they_were(tmp_path: Path) -> None:
    colourful = np.zeros((20, 20, 4), dtype=np.uint8)
    colourful[4:16, 4:16] = (200, 30, 30, 255)
    colourful[8:12, 8:12] = (20, 30, 200, 128)
    assert not is_mono(colourful)
    masters = [*_four(), Master(colourful, False, UNKNOWN, "made", "thing")]
    write(masters, tmp_path / "masters.npz", {"concepts": ["a"]})
    back, facts = read(tmp_path / "masters.npz")
    assert facts == {"concepts": ["a"]}
    for before, after in zip(masters, back, strict=True):
        assert (before.mono, before.concept, before.name) == (after.mono, after.concept, after.name)
        ink = before.rgba[..., 3] > 0
        channels = slice(3, 4) if before.mono else slice(0, 4)
        assert (before.rgba[ink][:, channels] == after.rgba[ink][:, channels]).all()


def test_crops_show_ink_in_any_setting() -> None:
    masters = _four()
    for number in range(100):
        crop = render(masters[number % 4], np.random.default_rng(number), masters)
        assert crop.shape == (SIDE, SIDE, 3)
        assert crop.dtype == np.uint8
        middle = crop[8:40, 8:40].astype(int)
        assert np.ptp(middle, axis=(0, 1)).max() > 20, f"setting {number} shows nothing"


def test_the_same_chance_gives_the_same_crop() -> None:
    masters = _four()
    first, second = (render(masters[2], np.random.default_rng(5), masters) for _ in range(2))
    assert (first == second).all()


def test_made_up_crops_have_the_right_form() -> None:
    chance = np.random.default_rng(3)
    crops = [made(chance, _four()) for _ in range(60)]
    assert {crop.shape for crop in crops} == {(SIDE, SIDE, 3)}
    assert len({crop.tobytes() for crop in crops}) > 50


@pytest.mark.parametrize("size", [(48, 48), (16, 16), (20, 34), (60, 12), (1, 1)])
def test_any_crop_becomes_an_input(size: tuple[int, int]) -> None:
    crop = np.full((*size, 3), 90, dtype=np.uint8)
    assert (as_input(crop) == 90).all()
    assert as_input(crop).shape == (SIDE, SIDE, 3)


def test_an_empty_crop_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing to see"):
        as_input(np.empty((0, 5, 3), dtype=np.uint8))


# The threshold


def test_threshold_keeps_out_the_asked_share() -> None:
    unknown = np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95], dtype=np.float32)
    least = threshold(unknown, 0.8)
    assert (unknown < least).mean() == pytest.approx(0.8)
    assert 0.8 < least < 0.9
    assert (unknown < threshold(unknown, 1.0)).all()
    with pytest.raises(ValueError, match="unknown icons"):
        threshold(np.empty(0, dtype=np.float32))


def test_temperature_cools_boasting() -> None:
    """Right in half of the cases but sure in all: honest probabilities are about one half."""
    logits = np.tile(np.array([[9.0, 0.0, -20.0]], dtype=np.float32), (40, 1))
    truth = np.array([0, 1] * 20)
    assert temperature(logits, truth) == pytest.approx(3.0)
    best, score = scores(np.array([[1.0, 3.0, 9.0]], dtype=np.float32), 1.0)
    assert best.tolist() == [1], "no concept is never the answer"
    assert score[0] < 0.01


# The network and the product's side of it


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, float]:
    """A tiny network that learned four shapes: its ONNX file, card, and largest difference of
    the logits between torch and onnxruntime with all bits of the weights."""
    import torch

    from training.icons import network as networks
    from training.icons.ask import onnx_logits

    folder = tmp_path_factory.mktemp("weights")
    torch.manual_seed(1)  # Else it begins with what the tests before left.
    plan = Plan(epochs=1, crops=32 * 160, batch=32, rate=4e-3, device="cpu")
    network = train(_four(), 4, plan, network=networks.build(5, (16, 24, 32), (1, 1, 1)))
    path, card = folder / "icons.onnx", folder / "icons.json"
    crops = _views()
    before = asked(network)(crops)
    with pytest.MonkeyPatch.context() as whole:
        whole.setattr(networks, "shrink", lambda *_: None)
        networks.export(network, folder / "whole.onnx")
    networks.export(network, path)
    concepts = [{"caption": f"shape {number}"} for number in range(4)]
    facts = {"concepts": concepts, "threshold": 0.3, "temperature": 1.0}
    card.write_text(json.dumps(facts), encoding="utf-8")
    return path, card, float(np.abs(before - onnx_logits(folder / "whole.onnx")(crops)).max())


def _views() -> np.ndarray:
    """20 gentle crops of each of the four shapes, in order."""
    masters = _four()
    return np.stack(
        [
            render(masters[number // 20], np.random.default_rng(1000 + number), masters, harm=0)
            for number in range(80)
        ]
    )


def test_a_tiny_network_learns_four_shapes(weights: tuple[Path, Path, float]) -> None:
    path, card, _ = weights
    captions = OnnxCaptioner(path, card).name(list(_views()))
    right = [each.text == f"shape {number // 20}" for number, each in enumerate(captions)]
    assert np.mean(right) > 0.95


def test_onnx_answers_like_torch(weights: tuple[Path, Path, float]) -> None:
    assert weights[2] < 1e-3


def test_a_training_goes_on_where_an_earlier_one_ended(weights: tuple[Path, Path, float]) -> None:
    """The network made of an ONNX file answers as it does, ready to learn on; and weights of
    another shape are refused."""
    import torch

    from training.icons.ask import onnx_logits
    from training.icons.network import resumed

    path, crops = weights[0], _views()
    pixels = torch.from_numpy(crops.transpose(0, 3, 1, 2).copy()).float() / 255
    with pytest.raises(ValueError, match="another shape"):
        resumed(path, 5, pixels)
    network = resumed(path, 5, pixels, (16, 24, 32), (1, 1, 1))
    assert network.training
    assert np.abs(asked(network)(crops) - onnx_logits(path)(crops)).max() < 1e-3
    plan = Plan(epochs=1, crops=64, batch=32, rate=1e-4, device="cpu", half=True)
    further = train(_four(), 4, plan, network=network)
    right = asked(further)(crops).argmax(axis=1) == np.arange(80) // 20
    assert right.mean() > 0.9


def test_a_gpu_draws_crops_as_processes_do() -> None:
    """On this CPU: the same code draws on any device."""
    import torch

    from training.icons.crops import Crops
    from training.icons.easel import Easel

    masters = [*_four(), dataclasses.replace(_four()[0], concept=UNKNOWN)]
    easel = Easel(masters, 4, "cpu", seed=3, variants=2, made_up=40)
    pixels, truth = easel.batch(512)
    assert pixels.shape == (512, 3, SIDE, SIDE)
    assert truth.shape == (512,)
    assert 0 <= float(pixels.min()) < 0.1
    assert 0.9 < float(pixels.max()) <= 1
    drawn, right = next(Crops(masters, 4, 512, seed=3).batches())
    # As bright, as rich in contrast, with as many of each answer.
    for ours, theirs in (
        (float(pixels.mean()), drawn.mean() / 255),
        (float(pixels.std((1, 2, 3)).mean()), drawn.std((1, 2, 3)).mean() / 255),
    ):
        assert abs(ours - theirs) < 0.06
    shares = torch.bincount(truth, minlength=5) / 512
    assert np.abs(shares.numpy() - np.bincount(right, minlength=5) / 512).max() < 0.09
    # The same chance draws the same.
    again, same = Easel(masters, 4, "cpu", seed=3, variants=2, made_up=40).batch(512)
    assert torch.equal(again, pixels)
    assert torch.equal(same, truth)


def test_what_a_gpu_draws_can_be_learnt_from(weights: tuple[Path, Path, float]) -> None:
    """The network that learnt from crops of processes knows those of the easel."""
    import torch

    from training.icons.easel import Easel

    easel = Easel(_four(), 4, "cpu", seed=5, variants=2, made_up=20)
    pixels, truth = easel.batch(300)
    known = truth < 4
    crops = (pixels[known].permute(0, 2, 3, 1) * 255).round().to(torch.uint8).numpy()
    captions = OnnxCaptioner(weights[0], weights[1]).name(list(crops))
    said = np.array([each.text for each in captions])
    named = said != ""
    right = said == np.array([f"shape {int(number)}" for number in truth[known]])
    assert named.mean() > 0.6
    assert right[named].mean() > 0.9


def test_weights_are_written_with_few_bits(weights: tuple[Path, Path, float]) -> None:
    import onnx

    from training.icons.ask import onnx_logits
    from training.normalising import held

    stored = onnx.load(weights[0]).graph.initializer
    kinds = {end: {each.data_type for each in stored if each.name.endswith(end)} for end in _ENDS}
    assert kinds == dict(
        zip(_ENDS, ({onnx.TensorProto.INT8}, {onnx.TensorProto.FLOAT16}), strict=True)
    )
    assert {each.name.rpartition("/")[2] for each in stored if each.data_type == 1} == {"scale"}
    first, known = (held(weights[0].with_name(name)) for name in ("whole.onnx", "icons.onnx"))
    for name, values in first.items():
        assert (values - known[name]).abs().max() <= values.abs().max() / 250
    whole, few = (
        onnx_logits(weights[0].with_name(n))(_views()) for n in ("whole.onnx", "icons.onnx")
    )
    assert 0 < np.abs(whole - few).max() < 0.5


def test_equal_crops_are_looked_at_once(
    weights: tuple[Path, Path, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    captioner = OnnxCaptioner(weights[0], weights[1])
    looked: list[int] = []
    look = OnnxCaptioner._look

    def counted(self: OnnxCaptioner, batch: Any) -> Any:
        looked.append(len(batch))
        return look(self, batch)

    monkeypatch.setattr(OnnxCaptioner, "_look", counted)
    crops = list(_views()[[0, 25, 0]])
    first = captioner.name(crops)
    assert looked == [2]
    assert first[0] == first[2]
    assert captioner.name(crops[::-1]) == first[::-1]
    assert looked == [2]
    assert captioner.name([]) == []


def test_a_trained_network_names_the_icons_of_a_tool_bar(
    weights: tuple[Path, Path, float], data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the product does it: found weights, elements on a picture, names."""
    monkeypatch.setattr(icon_names, "WEIGHTS", weights[0])
    bar = Image.new("RGB", (220, 48), (232, 232, 230))
    elements = []
    for number, master in enumerate(_four()):
        icon = Image.fromarray(master.rgba).resize((24, 24), Image.Resampling.LANCZOS)
        bar.paste(icon, (20 + 50 * number, 12), icon)
        ink = icon.getchannel("A").point(lambda alpha: 255 * (alpha > 60)).getbbox()
        assert ink is not None
        box = Box(*ink).moved(20 + 50 * number, 12)
        elements.append(Element(number + 1, "icon", "", box))
    named = name_icons(elements, Screenshot(np.array(bar)), (), icon_names.namer())
    assert [e.text for e in named] == [f"shape {number}" for number in range(4)]


def test_below_the_threshold_is_unknown(weights: tuple[Path, Path, float], tmp_path: Path) -> None:
    facts = json.loads(weights[1].read_text(encoding="utf-8"))
    card = tmp_path / "card.json"
    card.write_text(json.dumps({**facts, "threshold": 1.01}), encoding="utf-8")
    (caption,) = OnnxCaptioner(weights[0], card).name([_views()[0]])
    assert caption.text == ""
    assert 0 < caption.score <= 1


def test_weights_and_card_must_belong_together(
    weights: tuple[Path, Path, float], tmp_path: Path
) -> None:
    facts = json.loads(weights[1].read_text(encoding="utf-8"))
    card = tmp_path / "card.json"
    card.write_text(json.dumps({**facts, "concepts": facts["concepts"][:2]}), encoding="utf-8")
    with pytest.raises(CaptionerError, match="from one training run"):
        OnnxCaptioner(weights[0], card)
    card.write_text("{}", encoding="utf-8")
    with pytest.raises(CaptionerError, match="does not tell: concepts"):
        OnnxCaptioner(weights[0], card)
    with pytest.raises(CaptionerError, match="no card"):
        OnnxCaptioner(weights[0], tmp_path / "none.json")
