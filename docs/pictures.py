"""Makes the pictures in docs/pictures: every tab of the panel, light and dark, and a short film of
a real run. Needs what `make test` installs, and the default models; takes some minutes.

    python docs/pictures.py
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from models.files.paths import data_folder

TABS = ("Task", "Models", "Routines", "History", "Inspector", "Settings", "Health")
TASK = "Open Mousepad, write “Good morning” and save it as /tmp/note.txt"
OUT = Path(__file__).with_name("pictures")
PORT = 7888
SIZE = {"width": 1280, "height": 800}
_LONGEST = 400
# The tab Routines shows this one.
_ROUTINE = """\
# A routine of Deskhand. You may change it: names in braces are gaps for the parameters,
# and steps find things by their names, never by their place.
format = 1
name = "Guest book"
task = "Enter “{full-name}” as full name and press Save"
saved = "2026-03-01"
parts = [
    "Enter “{full-name}” as full name",
    "and press Save",
]

[[parameter]]
name = "full-name"
value = "Ann Lee"

[[step]]
do = "type"
text = "{full-name}"
kind = "field"
name = "Full name"
window = "Guest book"
application = "guestbook"

[[step]]
do = "click"
kind = "button"
name = "Save"
window = "Guest book"
application = "guestbook"
"""
# Where the files lie on this machine says nothing to a reader.
_USUAL = "~/.local/share/deskhand"
_SAID_AS = """([found, said]) => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    texts.currentNode.data = texts.currentNode.data.replaceAll(found, said);
  }
}"""
# Of the film: a frame each so many seconds, shown so many milliseconds; width and colours.
_EVERY, _SHOWN, _WIDE, _COLOURS = 1.0, 350, 800, 64


def main() -> None:
    """Start the panel on a virtual desktop of its own, do a task, take the pictures."""
    with TemporaryDirectory() as data:
        # Records of this run only; the models are the person's.
        (Path(data) / "models").symlink_to(data_folder() / "models")
        (Path(data) / "routines").mkdir()
        (Path(data) / "routines" / "guest-book.toml").write_text(_ROUTINE, "utf-8")
        _taken(Path(data))


def _taken(data: Path) -> None:
    OUT.mkdir(exist_ok=True)
    Path("/tmp/note.txt").unlink(missing_ok=True)
    # Programs neither read nor keep settings: an editor would show the text of the last time.
    own = {"GSETTINGS_BACKEND": "memory", "DESKHAND_DATA": str(data)}
    environment = {name: value for name, value in os.environ.items() if name != "DISPLAY"} | own
    command = [sys.executable, "-c", "from commands.main import main; main()"]
    panel = subprocess.Popen(
        [*command, "panel", "--no-browser", "--port", str(PORT)],
        env=environment,
        cwd="/srv",  # Dialogs for files begin there.
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert panel.stdout is not None
        while f":{PORT}" not in panel.stdout.readline():
            assert panel.poll() is None, "the panel did not start"
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium")
            _film(browser)
            for scheme in ("light", "dark"):
                _tabs(browser, scheme, data)
            browser.close()
    finally:
        panel.terminate()
        panel.wait(60)


def _opened(browser: Browser, scheme: str) -> Page:
    page = browser.new_page(viewport=SIZE, color_scheme=scheme)  # type: ignore[arg-type]
    page.goto(f"http://127.0.0.1:{PORT}")
    page.locator(".dh-live img").wait_for()
    return page


def _film(browser: Browser) -> None:
    """Do the task; keep the page each second, and the middle of the run as a picture."""
    page = _opened(browser, "light")
    page.locator("#dh-task textarea").fill(TASK)
    page.locator("#dh-run").click()
    frames: list[Path] = []
    end = time.monotonic() + _LONGEST
    while time.monotonic() < end:
        frames.append(OUT / f"frame-{len(frames):03d}.png")
        page.screenshot(path=frames[-1])
        said = page.locator(".dh-state").inner_text()
        if said.startswith(("Done", "Not done", "Stopped", "Error", "Step limit")):
            break
        page.wait_for_timeout(1000 * _EVERY)
    page.close()
    _joined(frames)
    for frame in frames:
        frame.unlink()


def _joined(frames: list[Path]) -> None:
    pictures = []
    for path in frames:
        picture = Image.open(path).convert("RGB")
        picture.thumbnail((_WIDE, _WIDE))
        pictures.append(picture.quantize(_COLOURS, dither=Image.Dither.NONE))
    # The last frame stays for a while.
    shown = [_SHOWN] * (len(pictures) - 1) + [4000]
    pictures[0].save(
        OUT / "run.gif", save_all=True, append_images=pictures[1:], duration=shown, loop=0
    )


def _tabs(browser: Browser, scheme: str, data: Path) -> None:
    page = _opened(browser, scheme)
    for tab in TABS:
        page.get_by_role("tab", name=tab).click()
        page.wait_for_timeout(2500)
        if tab == "History":
            page.locator(".dh-h-open").first.click()
            page.wait_for_timeout(3000)
        if tab == "Inspector":
            page.get_by_role("button", name="Look at the screen now").click()
            page.locator("#dh-inspect .dh-spot").first.wait_for(timeout=60_000)
            page.wait_for_timeout(500)
        page.evaluate(_SAID_AS, [str(data), _USUAL])
        page.evaluate(_SAID_AS, [str(Path.home()), "~"])
        page.screenshot(path=OUT / f"{tab.lower()}-{scheme}.png")
    page.close()


if __name__ == "__main__":
    main()
