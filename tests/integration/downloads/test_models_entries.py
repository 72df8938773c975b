"""Models that the person adds: their own catalogue, deskhand models add and import."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from models.catalogue.catalogue import catalogue, own, own_file, spec
from models.catalogue.sources import HubSource, LocalSource
from models.files import store
from models.runtime.errors import ModelError
from tests.support import skips
from tests.support.made_gguf import write_gguf
from tests.support.places import ROOT
from tests.support.said import Models
from tests.support.weights_server import Page, WeightsServer, serving

COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.fixture
def models(
    data_folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Models:
    monkeypatch.setenv("COLUMNS", "200")
    return Models(capsys, monkeypatch)


@pytest.fixture
def server(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WeightsServer]:
    """It stands for Hugging Face, too."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with serving() as server:
        monkeypatch.setenv("HF_ENDPOINT", server.address)
        yield server


@pytest.fixture
def made(tmp_path: Path) -> Path:
    return write_gguf(tmp_path / "files" / "Made-1B-Q4_K_M.gguf")


@pytest.fixture
def projector(tmp_path: Path) -> Path:
    return write_gguf(tmp_path / "files" / "mmproj-made.gguf", "clip")


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def without(key: str) -> None:
    """Take a key out of the person's catalogue, as with an editor."""
    lines = own_file().read_text().splitlines()
    own_file().write_text("\n".join(line for line in lines if not line.startswith(key)))


def on_hub(server: WeightsServer, path: Path) -> Page:
    """Offer a file as Hugging Face does: the hash and the commit come with a redirect."""
    body = Page(path.read_bytes(), says_ranges=True)
    tells = {"X-Linked-Etag": f'"{sha256(path)}"', "X-Repo-Commit": COMMIT}
    for revision in ("main", COMMIT):
        page = Page(status=302, location=server.add(f"/blobs/{path.name}", body), headers=tells)
        server.add(f"/some/Repo-GGUF/resolve/{revision}/{path.name}", page)
    card = b'{"id": "some/Repo-GGUF", "cardData": {"license": "apache-2.0"}}'
    server.add("/api/models/some/Repo-GGUF", Page(card, kind="application/json"))
    return body


def test_a_repository_and_a_file_name_are_enough(models: Models, server: WeightsServer, made: Path):
    on_hub(server, made)
    said = models("add", "some/Repo-GGUF", made.name)
    assert said.code == 0, said.text
    assert "made-1b-q4-k-m was added to" in said.text
    assert "Licence: apache-2.0" in said.text
    model = spec("made-1b-q4-k-m")
    assert (model.name, model.role, model.context_tokens) == ("Made Small", "language", 4096)
    assert (model.weights.sha256, model.weights.bytes) == (sha256(made), made.stat().st_size)
    assert model.weights.sources == (HubSource("some/Repo-GGUF", made.name, COMMIT),)
    assert "made-1b-q4-k-m" in models("list").text
    said = models("get", "made-1b-q4-k-m", "--yes")
    assert said.code == 0, said.text
    assert store.weights_path("made-1b-q4-k-m").read_bytes() == made.read_bytes()
    assert "is already installed" in models("get", "made-1b-q4-k-m").text
    assert models("use", "made-1b-q4-k-m").code == 0
    assert store.selected() == "made-1b-q4-k-m"


def test_a_vision_language_model_has_a_projector(
    models: Models, server: WeightsServer, made: Path, projector: Path
):
    on_hub(server, made)
    on_hub(server, projector)
    said = models(
        "add", "some/Repo-GGUF", made.name, "--projector", projector.name, "--id", "seeing",
        "--name", "It sees", "--licence", "MIT",
    )  # fmt: skip
    assert said.code == 0, said.text
    model = spec("seeing")
    assert (model.role, model.name, model.licence) == ("vision-language", "It sees", "MIT")
    assert [file.part for file in model.files] == ["weights", "projector"]
    assert model.bytes == made.stat().st_size + projector.stat().st_size
    assert models("get", "seeing", "--yes").code == 0
    assert store.installed(model) == store.file_path(model, model.weights)
    store.file_path(model, model.files[1]).unlink()
    assert store.installed(model) is None
    with pytest.raises(ModelError, match=r"seeing \(mmproj-made.gguf\) is not installed"):
        store.weights_path("seeing")
    said = models("use", "seeing")
    assert said.code == 2
    assert "is a vision-language model, not a language model" in said.text


def test_an_address_without_a_hash_counts_as_it_was_fetched_first(
    models: Models, server: WeightsServer, made: Path
):
    page = Page(made.read_bytes())
    url = server.add("/x/made.gguf", page)
    said = models("add", url, "--id", "mine")
    assert said.code == 0, said.text
    assert "The hash of the first download is kept" in said.text
    assert models("get", "mine", "--yes").code == 0
    path = store.weights_path("mine")
    assert store.installed(spec("mine")) == path
    path.write_bytes(made.read_bytes()[:-1] + b"x")
    with pytest.raises(ModelError, match="not the one of the first download"):
        store.weights_path("mine")


def test_a_file_without_a_known_hash_must_be_whole(
    models: Models, server: WeightsServer, made: Path
):
    page = Page(made.read_bytes(), says_length=False, ranges=False)
    assert models("add", server.add("/x/made.gguf", page), "--id", "mine").code == 0
    text = own_file().read_text()
    own_file().write_text(
        "\n".join(line for line in text.splitlines() if not line.startswith("bytes"))
    )
    page.body = page.body[:-10]
    said = models("get", "mine", "--yes")
    assert said.code == 1
    assert "is incomplete" in said.text
    assert store.installed(spec("mine")) is None


def test_a_wrong_hash_at_an_address_is_refused(models: Models, server: WeightsServer, made: Path):
    url = server.add("/x/made.gguf", Page(made.read_bytes()))
    assert models("add", url, "--id", "mine", "--sha256", "0" * 64).code == 0
    said = models("get", "mine", "--yes")
    assert said.code == 1
    assert "wrong SHA-256" in said.text
    assert "failed" in models("queue").text


def test_a_repository_that_wants_an_account(models: Models, server: WeightsServer):
    server.add("/some/Repo-GGUF/resolve/main/x.gguf", Page(status=401))
    said = models("add", "some/Repo-GGUF", "x.gguf")
    assert said.code == 1
    assert (
        "it may require an account: download the file in a browser, then use deskhand models import"
        in (said.text)
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("some/Repo-GGUF", "gone.gguf"),
            "gone.gguf in some/Repo-GGUF cannot be read: the file does not exist",
        ),
        (("some/Repo-GGUF", "page.gguf"), "a web page instead of the file"),
        (("some/Repo-GGUF", "text.gguf"), "is not a GGUF file: it begins with b'hello"),
        (("some/Repo-GGUF", "odd.gguf"), 'the unknown architecture "llamb"'),
        (("some/Repo-GGUF", "mmproj-made.gguf"), "is a projector: the half"),
        (
            ("some/Repo-GGUF", "made.gguf", "--projector", "made.gguf"),
            "is a complete model, not a projector",
        ),
        (("some/Repo-GGUF", "made.gguf", "--id", "A b"), '"A b" cannot be an id'),
        (("some/Repo-GGUF", "made.gguf", "--id", "qwen3-4b-q4"), "A model with the id qwen3-4b-q4"),
        (
            ("some/Repo-GGUF", "made.gguf", "--detector"),
            "is a GGUF file; detectors come in other formats",
        ),
        (("a/b/c", "made.gguf"), '"a/b/c" is not the name of a repository'),
        (("http://127.0.0.1:1/made.gguf",), "cannot be read"),
        (("http://127.0.0.1:1/made.gguf", "--sha256", "0"), '"0" is not a SHA-256'),
    ],
)
def test_what_cannot_be_added_is_said(
    models: Models, server: WeightsServer, tmp_path: Path, words: tuple[str, ...], said: str
):
    files = tmp_path / "files"
    on_hub(server, write_gguf(files / "made.gguf"))
    on_hub(server, write_gguf(files / "odd.gguf", "llamb"))
    on_hub(server, write_gguf(files / "mmproj-made.gguf", "clip"))
    (files / "text.gguf").write_bytes(b"hello, world")
    on_hub(server, files / "text.gguf")
    server.add("/some/Repo-GGUF/resolve/main/page.gguf", Page(b"<p>", kind="text/html"))
    answer = models("add", *words)
    assert answer.code == 1
    assert said in answer.text
    assert not own_file().exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("some/Repo",), "give the name of a file in some/Repo"),
        (("https://host.example/a.gguf", "b"), "with a URL, do not give a file name"),
        (("some/Repo", "a.gguf", "--sha256", "0" * 64), "Hugging Face provides it"),
        ((), "give a repository, a URL, or --server"),
    ],
)
def test_bad_use_of_add(models: Models, words: tuple[str, ...], said: str):
    answer = models("add", *words)
    assert answer.code == 2
    assert said in answer.text


ENTRY = """[[model]]
id = "mine"
role = "language"
name = "Mine"
file = "mine.gguf"
licence = "MIT"
sources = [{ kind = "url", url = "http://127.0.0.1/a" }]
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[[model]]", "[[model", "is not valid TOML"),
        ("[[model]]", "[[models]]", 'has an unknown key "models"'),
        ("[[model]]\n", "", 'has an unknown key "id"'),
        ('id = "mine"', "id = 3", 'has an error at model 3: "id" has the invalid value 3'),
        ('id = "mine"', 'id = "qwen3-4b-q4"', "Deskhand's own catalogue already has this id"),
        ("role", "Role", 'has an error at model mine: "Role" is unknown here'),
        ("language", "vision-language", "must contain one projector"),
        ('"url"', '"local"', 'source 1: "url" is unknown here'),
        ("sources = [", "files = [1]\nsources = [", '"file" is unknown here'),
        ('file = "mine.gguf"', "files = []", '"files" must list at least one file'),
        ("http:", "ftp:", '"url" has the invalid value'),
    ],
)
def test_a_broken_catalogue_of_the_person_is_said_and_spoils_nothing_else(
    models: Models, old: str, new: str, said: str
):
    own_file().write_text(ENTRY)
    assert list(own()) == ["mine"]
    broken = ENTRY.replace(old, new, 1)
    if "files = []" in new:
        broken = broken.partition("sources")[0]
    own_file().write_text(broken)
    answer = models("list")
    assert answer.code == 1
    assert f"The model catalogue {own_file()} " in answer.text
    assert said in answer.text
    assert "qwen3-4b-q4" in answer.text
    assert spec("qwen3-4b-q4").id == "qwen3-4b-q4"
    assert said in models("get", "mine").text


def test_importing_a_file_of_the_catalogue(models: Models, made: Path):
    text = ENTRY.replace("licence", f'sha256 = "{sha256(made)}"\nlicence', 1)
    own_file().write_text(text)
    said = models("import", str(made))
    assert said.code == 0, said.text
    assert "was verified and copied" in said.text
    assert store.weights_path("mine").read_bytes() == made.read_bytes()
    assert not store.weights_path("mine").is_symlink()
    assert models("import", str(made)).code == 0, "a second time changes nothing"


@pytest.mark.skipif(sys.platform == "win32", reason=skips.POSIX)
def test_importing_an_unknown_file_makes_an_entry(models: Models, made: Path, projector: Path):
    said = models(
        "import", str(made), "--projector", str(projector), "--link", "--id", "seeing"
    )  # fmt: skip
    assert said.code == 0, said.text
    model = spec("seeing")
    assert (model.role, model.licence) == ("vision-language", "mit")
    assert model.weights.sources == (LocalSource(made),)
    assert store.weights_path("seeing").is_symlink()
    assert store.installed(model)
    made.write_bytes(made.read_bytes()[:-1] + b"x")
    assert "is damaged" in models("repair", answer="n\n").text
    made.unlink()
    assert store.installed(model) is None
    assert "made.gguf" not in catalogue()


def test_names_of_others_cannot_steer_the_terminal(models: Models, tmp_path: Path):
    made = write_gguf(tmp_path / "x.gguf", name="\x1b[31mRed\n😀", licence="[bold]odd")
    for words in (("info", str(made)), ("import", str(made)), ("list",), ("info", "x")):
        said = models(*words)
        assert said.code == 0, said.text
        assert "\x1b[31m" not in said.text
        assert "[bold]odd" in said.text
    assert spec("x").name == "�[31mRed 😀"


def test_a_removed_import_can_be_had_from_where_it_was(models: Models, made: Path):
    assert models("import", str(made), "--id", "mine").code == 0
    assert models("remove", "mine", "--yes").code == 0
    said = models("get", "mine", "--yes")
    assert said.code == 0, said.text
    assert store.weights_path("mine").read_bytes() == made.read_bytes()


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("gone.gguf", (), "does not exist"),
        (".", (), "config.json does not exist. Give the folder of a LLaVA"),
        ("text.gguf", (), "is not a GGUF file: it begins with b'hello"),
        ("cut.gguf", (), "is incomplete: it has"),
        ("odd.gguf", (), 'the unknown architecture "llamb"'),
        ("mmproj.gguf", (), "is a projector: the half"),
        ("made.gguf", ("--id", "smollm2-135m-q4"), "The file is not smollm2-135m-q4: its SHA-256"),
        ("made.gguf", ("--projector", "made.gguf"), "is a complete model, not a projector"),
    ],
)
def test_what_cannot_be_imported_is_said(
    models: Models, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str,
    options: tuple[str, ...], said: str,
):  # fmt: skip
    files = tmp_path / "files"
    made = write_gguf(files / "made.gguf")
    (files / "cut.gguf").write_bytes(made.read_bytes()[:-50])
    write_gguf(files / "odd.gguf", "llamb")
    write_gguf(files / "mmproj.gguf", "clip")
    (files / "text.gguf").write_bytes(b"hello, world")
    monkeypatch.chdir(files)
    answer = models("import", name, *options)
    assert answer.code == 1
    assert said in answer.text
    assert not own_file().exists()
    assert not (tmp_path / "models").exists()


@pytest.mark.skipif(sys.platform == "win32", reason=skips.POSIX)
def test_without_permission_it_is_said(models: Models, made: Path, tmp_path: Path):
    made.chmod(0)
    words = [sys.executable, "-c", "from commands.main import main; main()", "models", "import"]
    if os.geteuid() == 0:  # Root may do everything unless it gives that right up.
        words = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search", *words]
    done = subprocess.run(
        [*words, str(made)], cwd=ROOT, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 1
    assert f"{made} cannot be read: Permission denied." in done.stderr


def test_a_data_folder_that_cannot_be_written(
    models: Models, made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "file").touch()
    monkeypatch.setenv("DESKHAND_DATA", str(tmp_path / "file"))
    said = models("import", str(made))
    assert said.code == 1
    assert "Set DESKHAND_DATA" in said.text


def test_info_of_a_file_and_of_what_is_none(models: Models, made: Path, tmp_path: Path):
    said = models("info", str(made))
    assert said.code == 0
    for words in ("architecture llama", "quantisation F16", "layers 3", "KV heads 2",
                  "trained for 4,096 tokens", "chat template {% for m in"):  # fmt: skip
        assert words in said.text
    (tmp_path / "text.gguf").write_text("hello, world")
    assert "is not a GGUF file" in models("info", str(tmp_path / "text.gguf")).text
    assert models("info", str(tmp_path / "gone.gguf")).code == 1
    answer = models("info", "qwen3-4b")
    assert answer.code == 2
    assert "Did you mean qwen3-4b-q4?" in answer.text
    said = models("info", "smolvlm-256m-q8")
    assert "projector mmproj-SmolVLM-256M-Instruct-Q8_0.gguf" in said.text
    assert "installed no" in said.text
