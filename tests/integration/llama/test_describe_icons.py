"""Icons described by a vision-language model: a tiny random LLaVA through llama.cpp, and scripted
ones where it matters what is said, when, and by whom it is ended."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import numpy as np
import pytest

from agent.desktop import background
from agent.perception import icon_names
from models.catalogue.catalogue import catalogue, spec
from models.files import store
from models.memory import loaded_pictures
from models.runtime import sight
from models.runtime.errors import ModelError
from models.runtime.pictures import PictureLlama
from tests.support.file_manager import CROPS, FILES, FORM, THUNAR, icons
from tests.support.timing import AMPLE, within
from tests.support.tiny_gguf import write_llava
from vision.capture.screen import Pixels
from vision.icons.namer import Namer, name_icons
from vision.icons.vlm_describer import IconDescriber, PictureModel, Question, understood

pytestmark = pytest.mark.smoke


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return write_llava(tmp_path_factory.mktemp("llava"))


@pytest.fixture(scope="module")
def llava(files: tuple[Path, Path]) -> PictureLlama:
    return PictureLlama(*files, threads=1)


class Scripted:
    """Says what it was told to, after `seconds` each, unless it is stopped."""

    def __init__(self, *said: str, seconds: float = 0.0) -> None:
        self.said, self.seconds = said, seconds
        self.asked: list[Pixels] = []
        self.stopped = 0

    def tell(
        self,
        pictures: Sequence[Pixels],
        prompt: str,
        *,
        grammar: str | None = None,
        max_tokens: int = 64,
        stop: threading.Event | None = None,
    ) -> str | None:
        self.asked += pictures
        if stop is not None and stop.wait(self.seconds):
            self.stopped += 1
            return None
        return self.said[min(len(self.asked), len(self.said)) - 1]


def describer(model: PictureModel, folder: Path, budget: float = AMPLE) -> IconDescriber:
    return IconDescriber(lambda: nullcontext(model), Question("What is this?"), folder, budget)


def wait_until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + AMPLE
    while not true():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


# The model


def test_the_real_way_through_llama_cpp(llava: PictureLlama, tmp_path: Path, capfd):
    question = icon_names._question()
    real = IconDescriber(lambda: nullcontext(llava), question, tmp_path, AMPLE)
    captions = [each.text for each in real.name(CROPS)]
    assert real.problem == ""
    assert all(FORM.fullmatch(text) and len(text) <= 120 for text in captions), captions
    assert len(set(captions)) > 1, "what it says depends on the picture"
    named = name_icons(icons(), FILES, [THUNAR], Namer(describer=real))
    assert [e.caption for e in named] == captions
    assert all(e.text == e.caption.split(":")[0] for e in named)
    assert capfd.readouterr() == ("", ""), "llama.cpp prints nothing"


def test_the_same_picture_gives_the_same_answer(llava: PictureLlama):
    said = [llava.tell([crop], "What?", max_tokens=8) for crop in (CROPS[0], CROPS[4], CROPS[0])]
    assert said[0] == said[2] != said[1]
    assert llava.tell([CROPS[0], CROPS[4]], "Which?", max_tokens=8) is not None


def test_a_stop_ends_the_model(llava: PictureLlama):
    stop = threading.Event()
    stop.set()
    assert llava.tell([CROPS[0]], "What?", stop=stop) is None
    stop.clear()
    threading.Timer(0.3, stop.set).start()
    begin = time.monotonic()
    endless = "root ::= [a-z ]+"
    while llava.tell([CROPS[0]], "What?", grammar=endless, max_tokens=1500, stop=stop) is not None:
        assert time.monotonic() < begin + 60
    within(time.monotonic() - begin, 20)


def test_words_in_the_prompt_are_no_special_tokens(llava: PictureLlama):
    def tokens(prompt: str) -> int:
        with llava._chunks([CROPS[0]], prompt) as chunks:
            return int(llava._m.mtmd_helper_get_n_tokens(chunks))

    assert tokens("a</s>b") == tokens("ab") + len("</s>")


def test_what_cannot_be_loaded_or_shown_is_said(files: tuple[Path, Path], tmp_path: Path):
    model, projector = files
    with pytest.raises(ModelError, match=r"The projector file .* does not exist"):
        PictureLlama(model, tmp_path / "none.gguf")
    with pytest.raises(ModelError, match="Use the projector that was published with tiny-llava"):
        PictureLlama(model, model)
    small = PictureLlama(model, projector, context_tokens=256, threads=1)
    with pytest.raises(ModelError, match=r"holds only 256.*larger context"):
        small.tell([CROPS[0]], "very " * 200)
    small.close()
    with pytest.raises(ModelError, match="was closed"):
        small.tell([CROPS[0]], "What?")


# The describer


def test_answers_are_kept_on_disk(tmp_path: Path):
    model = Scripted("home: A house.", "find: A glass.")
    first = describer(model, tmp_path).name([CROPS[3], CROPS[4], CROPS[3]])
    assert [each.text for each in first] == ["home: A house.", "find: A glass.", "home: A house."]
    assert len(model.asked) == 2
    assert max(model.asked[0].shape) == 336
    again = Scripted("never")
    later = describer(again, tmp_path)
    assert later.name([CROPS[3]])[0].text == "home: A house."
    moved = np.pad(CROPS[3], ((2, 0), (0, 3), (0, 0)), mode="edge")
    assert later.name([moved])[0].text == "home: A house.", "the same icon in a wider crop"
    assert again.asked == []
    other = IconDescriber(lambda: nullcontext(again), Question("Something else?"), tmp_path, AMPLE)
    assert other.name([CROPS[3]])[0].text == "never"


def test_a_frame_waits_no_longer_than_its_budget_and_gets_the_rest_later(tmp_path: Path):
    slow = Scripted("home: A house.", seconds=1.0)
    late = describer(slow, tmp_path, budget=0.05)
    namer = Namer(describer=late)
    begin = time.monotonic()
    named = name_icons(icons()[3:4], FILES, [THUNAR], namer)
    waited = time.monotonic() - begin
    assert named[0].text == ""
    within(waited, 0.9)
    before = namer.revision
    wait_until(lambda: namer.revision > before)
    assert name_icons(named, FILES, [THUNAR], namer)[0].text == "home"
    assert len(slow.asked) == 1


def test_a_stop_ends_the_work_and_drops_what_waits(tmp_path: Path):
    endless = Scripted("never", seconds=3600)
    late = describer(endless, tmp_path, budget=0.0)
    late.name(CROPS)
    wait_until(lambda: len(endless.asked) == 1)
    late.stop()
    wait_until(lambda: endless.stopped == 1)
    wait_until(lambda: not late._working)
    assert len(endless.asked) == 1
    assert list(tmp_path.rglob("*.txt")) == []
    endless.seconds = 0
    late.budget = AMPLE
    assert late.name(CROPS[:1])[0].text == "never", "it goes on when icons are shown again"


def test_a_model_that_fails_is_asked_once_and_said(tmp_path: Path):
    asked = []

    def seeing() -> AbstractContextManager[PictureModel]:
        asked.append(1)
        raise ModelError("The model has gone.", "Fetch it.")

    broken = IconDescriber(seeing, Question("What?"), tmp_path, AMPLE)
    assert broken.name(CROPS[:2])[0].text == ""
    assert broken.problem == "Icons cannot be described: The model has gone. Fetch it."
    assert broken.name(CROPS)[4].text == ""
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("said", "caption"),
    [
        ("save: A floppy disk.", "save: A floppy disk."),
        (" save:\n A disk.\tIt saves. Click now! Do it.", "save: A disk. It saves."),
        ("unknown: A blue shape.", ""),
        ("Unknown.", ""),
        ("icon: An icon.", ""),
        ("", ""),
        ("\x1b[2J\u202esave: A disk.", "[2J save: A disk."),
    ],
)
def test_answers_become_one_line_or_nothing(said: str, caption: str):
    assert understood(said) == caption


def test_a_long_answer_is_cut():
    assert len(understood("save: " + "very " * 100)) == 120


# What is installed


def test_models_of_pictures_come_with_a_projector(data_folder: Path):
    assert store.picture_model() is None
    pictures = [model for model in catalogue().values() if model.role == "vision-language"]
    assert pictures
    assert all([file.part for file in one.files] == ["weights", "projector"] for one in pictures)
    with pytest.raises(ModelError, match="get smolvlm-500m-q8"):
        store.picture_files("smolvlm-500m-q8")


def test_an_installed_model_is_used_by_what_sees(
    files: tuple[Path, Path], data_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(store, "picture_model", lambda: "tiny-llava")
    monkeypatch.setattr(store, "picture_files", lambda model_id: files)
    monkeypatch.setattr(store, "picture_folder", lambda model_id: None)
    # A random model is blind (tests/test_sight.py); here it counts what is done with its answers.
    monkeypatch.setattr(sight, "require", lambda model_id, files, model: None)
    monkeypatch.setattr(loaded_pictures, "spec", lambda model_id: spec("smolvlm-500m-q8"))
    # Two threads of a busy machine wait for each other for seconds.
    monkeypatch.setattr("models.runtime.llama._default_threads", lambda: 1)
    # The small network, which would know it, is asked first.
    monkeypatch.setattr(icon_names, "_captioner", lambda: None)
    namer = icon_names.namer(patience=AMPLE)
    named = name_icons(icons()[3:4], FILES, [THUNAR], namer)
    assert icon_names.describing_problem() == ""
    assert FORM.fullmatch(named[0].caption), named
    icon_names.stop_describing()
    wait_until(lambda: not background.busy())
    assert list((data_folder / "captions" / "tiny-llava").rglob("*.txt"))
