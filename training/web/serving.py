"""Serves made pages and unpacked packages on loopback, without what they would fetch elsewhere."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from benchmarks.browser.server import Quiet, served

if TYPE_CHECKING:
    from _typeshed import StrPath

_TAG = re.compile(
    r"<(script|iframe)\b[^>]*\ssrc\s*=\s*[\"']?(?:https?:)?//[^>]*>.*?</\1>"
    r"|<(?:link|img|source|embed)\b[^>]*\s(?:href|src|srcset)\s*=\s*[\"']?(?:https?:)?//[^>]*>",
    re.IGNORECASE | re.DOTALL,
)
_IMPORT = re.compile(
    r"@import\s+(?:url\(\s*)?(?:\"(?:https?:)?//[^\"]*\"|'(?:https?:)?//[^']*'|(?:https?:)?//[^)\s]*)"
    r"\s*\)?[^;]*;",
    re.IGNORECASE,
)
_URL = re.compile(r"url\(\s*[\"']?(?:https?:)?//[^)]*\)", re.IGNORECASE)
_TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".svg": "image/svg+xml"}


def at_home(text: str) -> str:
    """HTML or CSS without references to other machines."""
    return _URL.sub("none", _IMPORT.sub("", _TAG.sub("", text)))


class Site:
    """What is served: made pages by their name, and the files of a cache folder. `root` is where
    addresses lead that are in neither, as "/js/main.js" of a package's own pages; `head` is put
    into the head of those pages."""

    def __init__(self, cache: Path) -> None:
        self.cache = cache
        self.pages: dict[str, str] = {}
        self.root: Path | None = None
        self.head = ""

    def find(self, address: str) -> Path | str | None:
        """A page's HTML, a file's path, or None."""
        path = unquote(urlsplit(address).path).lstrip("/")
        if path in self.pages:
            return self.pages[path]
        for folder in filter(None, (self.cache, self.root)):
            file = (folder / path).resolve()
            if file.is_file() and file.is_relative_to(folder.resolve()):
                return file
        return None


@contextlib.contextmanager
def serving(site: Site) -> Iterator[str]:
    """Serve a site; gives its address."""

    class Handler(Quiet):
        def do_GET(self) -> None:  # noqa: N802 - the name that the server calls
            found = site.find(self.path)
            if found is None:
                self.send_error(HTTPStatus.NOT_FOUND)
                return
            if isinstance(found, str):
                self._answer(found.encode(), "text/html; charset=utf-8")
            elif found.suffix in (".html", ".css"):
                text = at_home(found.read_text(encoding="utf-8", errors="replace"))
                if found.suffix == ".html":
                    text = text.replace("<head>", f"<head>{site.head}", 1)
                self._answer(text.encode(), self.guess_type(found) + "; charset=utf-8")
            else:
                self._answer(found.read_bytes(), self.guess_type(found))

        def _answer(self, content: bytes, sort: str) -> None:
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", sort)
            self.send_header("Content-Length", str(len(content)))
            self.send_header("Cache-Control", "max-age=3600")
            self.end_headers()
            self.wfile.write(content)

        def guess_type(self, path: StrPath) -> str:
            return _TYPES.get(Path(path).suffix) or super().guess_type(path)

    with served(Handler) as address:
        yield address
