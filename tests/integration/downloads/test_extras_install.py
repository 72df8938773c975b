"""Extras are installed by the real pip, from wheels made here: into a folder, or a new venv."""

from __future__ import annotations

import importlib
import importlib.metadata
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import threading
import venv
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from models.catalogue import extras
from models.catalogue.extras import EXTRAS, Extra
from models.fetch import pip_install
from models.fetch.job import DiskFull, DownloadStopped
from models.fetch.pip_install import Step
from models.runtime.errors import ModelError
from tests.support.timing import waited_for

ROOT = next(one for one in Path(__file__).parents if (one / "pyproject.toml").is_file())
_BIG = 3_000_000


@pytest.fixture
def wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with wheels, the only place where pip looks."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    for name in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.setenv("PIP_CACHE_DIR", str(tmp_path / "cache"))
    return folder


@pytest.fixture
def target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """pip installs here, and Python looks here."""
    folder = tmp_path / "target"
    folder.mkdir()
    monkeypatch.setenv("PIP_TARGET", str(folder))
    monkeypatch.syspath_prepend(str(folder))
    return folder


def make_wheel(folder: Path, name: str, version: str, *needs: str, size: int = 0) -> Path:
    """A wheel with one module of the package's name."""
    module = name.replace("-", "_")
    info = f"{module}-{version}.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    metadata += "".join(f"Requires-Dist: {one}\n" for one in needs)
    tag = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files = {
        f"{module}/__init__.py": f"VERSION = {version!r}\n",
        f"{module}/data.bin": "\0" * size,
        f"{info}/METADATA": metadata,
        f"{info}/WHEEL": tag,
    }
    record = "".join(f"{path},,\n" for path in [*files, f"{info}/RECORD"])
    path = folder / f"{module}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name_, text in {**files, f"{info}/RECORD": record}.items():
            archive.writestr(name_, text)
    return path


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Extra:
    """An extra of two packages, in the metadata of an installed Deskhand."""
    folder = tmp_path / "installed" / "deskhand-9.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(
        "Metadata-Version: 2.4\nName: deskhand\nVersion: 9\n"
        'Requires-Dist: tiny-extra-one<2,>=1; extra == "made"\n'
    )
    monkeypatch.syspath_prepend(str(folder.parent))
    one = Extra("made", "Made", "P", ("tiny_extra_one", "tiny_extra_two"), 1, "MIT", "")
    monkeypatch.setitem(EXTRAS, "made", one)
    return one


def test_an_extra_can_be_used_as_soon_as_it_is_installed(made: Extra, wheels: Path, target: Path):
    make_wheel(wheels, "tiny-extra-one", "1.5", "tiny-extra-two")
    make_wheel(wheels, "tiny-extra-one", "2.0")
    make_wheel(wheels, "tiny-extra-two", "1.0")
    assert extras.missing("made") == made.imports
    steps: list[Step] = []
    extras.install("made", steps.append)
    assert extras.missing("made") == ()
    assert importlib.import_module("tiny_extra_one").VERSION == "1.5", "below 2, as asked"
    del sys.modules["tiny_extra_one"]
    kinds = [step.doing for step in steps]
    assert kinds[0] == "looking"
    fetched = {step.package for step in steps if step.doing == "fetching"}
    assert fetched == set(made.imports)
    assert steps[-1] == Step("installing", number=2)
    assert steps[-1].text == "Installing 2 packages"
    extras.install("made")  # Again does no harm.
    assert list(target.glob("tiny_extra_one-*")) == [target / "tiny_extra_one-1.5.dist-info"]


def test_installed_without_a_module_is_told(made: Extra, wheels: Path, target: Path):
    make_wheel(wheels, "tiny-extra-one", "1.5")
    with pytest.raises(ModelError, match="does not find tiny_extra_two"):
        extras.install("made")


def test_no_room(made: Extra, wheels: Path, target: Path):
    make_wheel(wheels, "tiny-extra-one", "1.5")
    with pytest.raises(
        DiskFull, match=r"too full for Huge: it needs about [\d.]+ GB.*Free some space"
    ):
        pip_install.install("Huge", ["tiny-extra-one"], 10**18)
    assert not any(target.iterdir())


def test_no_network(wheels: Path, target: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:1/simple")
    with pytest.raises(ModelError) as raised:
        pip_install.install("Made", ["tiny-extra-one"], 1)
    assert "cannot reach its package index" in str(raised.value)
    assert "network" in raised.value.hint


def test_nowhere_to_be_found(wheels: Path, target: Path):
    with pytest.raises(ModelError, match=r"not installed.*No matching distribution"):
        pip_install.install("Made", ["tiny-extra-one"], 1)


def test_a_package_that_cannot_be_built(wheels: Path, target: Path, tmp_path: Path):
    """Its own build program fails; none has to be fetched for that."""
    source = tmp_path / "tiny_extra_one-1.0"
    source.mkdir()
    (source / "pyproject.toml").write_text(
        '[build-system]\nrequires = []\nbuild-backend = "made"\nbackend-path = ["."]\n'
    )
    (source / "PKG-INFO").write_text("Metadata-Version: 2.1\nName: tiny-extra-one\nVersion: 1.0\n")
    (source / "made.py").write_text("def build_wheel(*_, **__):\n    raise SystemExit('no gcc')\n")
    with tarfile.open(wheels / "tiny_extra_one-1.0.tar.gz", "w:gz") as archive:
        archive.add(source, source.name)
    with pytest.raises(ModelError) as raised:
        pip_install.install("Made", ["tiny-extra-one"], 1)
    assert "a package could not be built" in str(raised.value)


# A stop, and going on


class _Index(BaseHTTPRequestHandler):
    """A package index that sends the second half of a file when `go` is set."""

    folder: Path
    asked: list[str]
    go: threading.Event

    def do_GET(self) -> None:
        parts = self.path.strip("/").split("/")
        if parts[0] == "simple":
            module = parts[1].replace("-", "_")
            files = self.folder.glob(f"{module}-*.whl")
            links = "".join(f'<a href="/files/{one.name}">{one.name}</a>' for one in files)
            self._send(f"<!DOCTYPE html><html><body>{links}</body></html>".encode(), "text/html")
            return
        self.asked.append(parts[-1])
        self._send((self.folder / parts[-1]).read_bytes(), "application/zip")

    def _send(self, data: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        if kind == "application/zip":
            self.send_header("Cache-Control", "max-age=3600")
        self.end_headers()
        if "tiny_extra_two" in self.path and kind == "application/zip":
            self.wfile.write(data[: len(data) // 2])
            self.wfile.flush()
            self.go.wait(60)
            data = data[len(data) // 2 :]
        with suppress(ConnectionError):  # The one that was stopped is gone.
            self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def index(wheels: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[type[_Index]]:
    class Index(_Index):
        folder, asked, go = wheels, [], threading.Event()

    server = ThreadingHTTPServer(("127.0.0.1", 0), Index)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for name in ("PIP_NO_INDEX", "PIP_FIND_LINKS"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_INDEX_URL", f"http://127.0.0.1:{server.server_port}/simple")
    monkeypatch.setenv("PIP_TRUSTED_HOST", "127.0.0.1")  # pip caches only what it trusts.
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    yield Index
    Index.go.set()
    server.shutdown()
    server.server_close()


def test_a_stop_and_going_on(
    made: Extra, wheels: Path, target: Path, index: type[_Index], tmp_path: Path
):
    one = make_wheel(wheels, "tiny-extra-one", "1.5", "tiny-extra-two", size=_BIG)
    two = make_wheel(wheels, "tiny-extra-two", "1.0", size=_BIG)
    stop, steps = threading.Event(), []

    def stops_at_the_second(step: Step) -> None:
        steps.append(step)
        if step.package == "tiny_extra_two" and step.done:
            stop.set()

    with pytest.raises(DownloadStopped) as raised:
        extras.install("made", stops_at_the_second, stop)
    assert "deskhand extras get made" in raised.value.hint
    assert extras.missing("made") == made.imports
    halves = [step for step in steps if step.package == "tiny_extra_two" and step.total]
    assert halves
    assert 0 < halves[-1].done < _BIG < (halves[-1].total or 0)
    assert "MB" in halves[-1].text
    assert index.asked == [one.name, two.name]
    index.go.set()
    extras.install("made")
    assert extras.missing("made") == ()
    assert index.asked == [one.name, two.name, two.name], "the first was kept"


def test_ctrl_c_in_the_terminal(
    made: Extra, wheels: Path, target: Path, index: type[_Index], tmp_path: Path
):
    make_wheel(wheels, "tiny-extra-one", "1.5", "tiny-extra-two")
    two = make_wheel(wheels, "tiny-extra-two", "1.0", size=_BIG)
    code = (
        "from models.catalogue import extras; from commands.main import main\n"
        f"extras.EXTRAS['made'] = extras.{made!r}\n"
        "main(['extras', 'get', 'made', '--yes'])"
    )
    process = subprocess.Popen(
        # Elsewhere than in the checkout, whose own metadata would be found first.
        [sys.executable, "-c", code], text=True, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path / "installed"), str(ROOT)))},
    )  # fmt: skip
    waited_for(lambda: two.name in index.asked)
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=60)[1]
    assert process.returncode == 130, said
    assert "Resume it with: deskhand extras get made" in " ".join(said.split())
    assert "Traceback" not in said
    assert not any(target.iterdir())


# What is installed


@pytest.fixture
def venv_python(tmp_path: Path, wheels: Path) -> Path:
    """A new virtual environment with tiny-base 1.0 and the pip that Deskhand needs."""
    folder = tmp_path / "venv"
    venv.create(folder, with_pip=False)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    where = subprocess.check_output(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], text=True
    )
    pip = importlib.metadata.distribution("pip")
    for part in ("pip", f"pip-{pip.version}.dist-info"):
        shutil.copytree(str(pip.locate_file(part)), Path(where.strip(), part))
    make_wheel(wheels, "tiny-base", "1.0")
    subprocess.run([python, "-m", "pip", "install", "-q", "tiny-base"], check=True)
    make_wheel(wheels, "tiny-base", "2.0")
    return python


def install_in(python: Path, requirement: str) -> subprocess.CompletedProcess[str]:
    code = (
        "import sys; from models.fetch.pip_install import install\n"
        "from models.runtime.errors import ModelError\n"
        "try:\n    install('Made', sys.argv[1:], 1)\n"
        "except ModelError as error:\n    sys.exit(str(error))\n"
        "import tiny_base; print(tiny_base.VERSION)"
    )
    return subprocess.run(
        [python, "-c", code, requirement],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=False, timeout=100,
    )  # fmt: skip


def test_installed_packages_keep_their_versions(venv_python: Path, wheels: Path):
    make_wheel(wheels, "tiny-extra-one", "1.5", "tiny-base")
    make_wheel(wheels, "tiny-extra-two", "1.5", "tiny-base>=2")
    make_wheel(wheels, "tiny-extra-two", "1.4", "tiny-base")
    make_wheel(wheels, "tiny-extra-three", "1.5", "tiny-base>=2")
    done = install_in(venv_python, "tiny-extra-one")
    assert (done.returncode, done.stdout.strip()) == (0, "1.0"), done.stderr
    done = install_in(venv_python, "tiny-extra-two")
    assert (done.returncode, done.stdout.strip()) == (0, "1.0"), "an older one that fits is taken"
    refused = install_in(venv_python, "tiny-extra-three")
    assert refused.returncode == 1
    assert "conflict with the versions of installed packages" in refused.stderr


def test_without_pip(tmp_path: Path, wheels: Path):
    folder = tmp_path / "venv"
    venv.create(folder, with_pip=False)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    refused = install_in(python, "tiny-extra-one")
    assert refused.returncode == 1
    assert "has no pip" in refused.stderr
    assert "-m ensurepip" in refused.stderr
