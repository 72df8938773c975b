"""Gets the pictures of real programs from Debian's documentation packages (Debian 12).

python -m benchmarks.perception.real.fetch [--out FOLDER]

Nothing is installed: each package is downloaded by `apt-get download` and unpacked with `dpkg-deb`
into a folder that is removed afterwards. Pictures that are there already are not fetched again.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from agent.errors import AgentError
from benchmarks.perception.real.manifest import (
    Picture,
    Source,
    picture_folder,
    picture_path,
    sources,
)


def fetch(folder: Path) -> int:
    """Put all pictures that are missing into `folder`; returns how many these were.

    Raises:
        AgentError: a package cannot be had, or holds another picture than the labelled one.
        FileNotFoundError: this is no Debian: `apt-get` or `dpkg-deb` is missing.
    """
    fetched = 0
    for source in sources():
        missing = [p for p in source.pictures if not picture_path(folder, source, p).is_file()]
        if missing:
            print(f"{source.package} {source.version}", flush=True)
            with tempfile.TemporaryDirectory() as room:
                _unpack(source, missing, Path(room), folder)
            fetched += len(missing)
    return fetched


def _unpack(source: Source, wanted: Sequence[Picture], room: Path, folder: Path) -> None:
    """Download a package into `room` and keep the wanted pictures in `folder`."""
    _download(source, room)
    package = next(room.glob("*.deb"))
    subprocess.run(["dpkg-deb", "-x", package, room / "files"], check=True)
    for picture in wanted:
        content = (room / "files" / picture.member).read_bytes()
        if hashlib.sha256(content).hexdigest() != picture.sha256:
            raise AgentError(
                f"{picture.member} in {package.name} is not the picture that was labelled.",
                f"Get version {source.version} of {source.package}.",
            )
        _keep(room / "files" / picture.member, picture_path(folder, source, picture))


def _download(source: Source, room: Path) -> None:
    """The labelled version, or the one that Debian has now: checksums tell whether it will do."""
    for name in (f"{source.package}={source.version}", source.package):
        # As root, apt wants to change to a user of its own, who may not write into the folder.
        command = ["apt-get", "-o", "APT::Sandbox::User=root", "-qq", "download", name]
        tried = subprocess.run(command, cwd=room, capture_output=True, text=True)
        if tried.returncode == 0:
            return
    raise AgentError(
        f"The package {source.package} cannot be downloaded: {tried.stderr.strip()}",
        "Run apt-get update; the versions are those of Debian 12.",
    )


def _keep(picture: Path, path: Path) -> None:
    """Write it as an opaque PNG file: shadows of windows lie on white."""
    from PIL import Image

    with Image.open(picture) as opened:
        content = opened.convert("RGBA")
    ground = Image.new("RGBA", content.size, "white")
    ground.alpha_composite(content)
    path.parent.mkdir(parents=True, exist_ok=True)
    ground.convert("RGB").save(path)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=picture_folder(), metavar="FOLDER")
    folder: Path = parser.parse_args().out
    try:
        count = fetch(folder)
    except (AgentError, FileNotFoundError, subprocess.CalledProcessError) as problem:
        sys.exit(str(problem))
    print(f"{count} pictures were fetched into {folder}.")


if __name__ == "__main__":
    main()
